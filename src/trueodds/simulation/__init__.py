"""Games played by chance, millions a second, and held against the exact odds."""
