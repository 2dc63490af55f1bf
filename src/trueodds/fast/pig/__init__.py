"""The fast method for Pig: bounds, turns as distributions, exact values modulo many primes."""
