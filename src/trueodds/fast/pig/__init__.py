"""The fast method for Pig: bounds, turns as distributions, exact values modulo powers of primes."""
