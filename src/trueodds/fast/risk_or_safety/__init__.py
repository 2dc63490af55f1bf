"""Fast methods for Risk or Safety: bounds that prove a strategy, exact values, exact proof, and a reference."""
