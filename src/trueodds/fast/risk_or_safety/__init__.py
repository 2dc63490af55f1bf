"""Fast methods for Risk or Safety: exact values, strategies proved by bounds, and proofs; a slow reference solver."""
