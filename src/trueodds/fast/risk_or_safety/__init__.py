"""Fast methods for Risk or Safety (bounds, exact values, and proofs of best moves), and a slow reference solver."""
