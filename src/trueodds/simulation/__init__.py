"""Games played by chance, millions a second, and compared with the exact odds."""
