"""Research beyond solving: the first turn for large n, moves and odds as functions of p, counting, linear systems."""
