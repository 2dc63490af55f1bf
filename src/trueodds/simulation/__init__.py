"""Play games at random, millions a second, and compare the results with the exact odds."""
