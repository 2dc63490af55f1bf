"""Research: the advantage of moving first, moves and odds as functions of p, numbers of strategies, linear systems."""
