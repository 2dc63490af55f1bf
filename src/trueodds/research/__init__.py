"""Questions beyond solving: the first turn for large n, moves and odds in p, simple rules, counting, linear systems."""
