"""Fast methods for Risk or Safety: bounds that prove a strategy, exact values and proofs, and a reference solver."""
