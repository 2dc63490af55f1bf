"""What the papers did not see: the first turn for large n, unfair coins, the cost of simple rules."""
