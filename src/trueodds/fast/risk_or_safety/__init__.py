"""The fast road for Risk or Safety: bounds that prove a strategy, exact values, exact proof, and the slow twin."""
