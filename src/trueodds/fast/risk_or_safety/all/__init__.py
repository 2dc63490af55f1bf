"""Risk or Safety at all positions: bounds of every value, exact values, proof over every move."""
