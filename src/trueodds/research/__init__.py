"""Research: the advantage of moving first, moves and odds as functions of p, strategy counts, and linear systems."""
