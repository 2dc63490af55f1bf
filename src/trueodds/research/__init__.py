"""Research: the advantage of moving first, the effect of a coin's bias, strategy counts, and linear systems."""
