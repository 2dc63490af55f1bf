"""Fast methods for Risk or Safety (strategies proved by bounds, exact values, proofs); a slow reference solver."""
