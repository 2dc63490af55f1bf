"""The fast method for Pig: bounds, turns as distributions, and exact values modulo many primes."""
