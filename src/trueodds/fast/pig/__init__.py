"""The fast method for Pig: bounds, turns as distributions, and exact values from residues modulo many primes."""
