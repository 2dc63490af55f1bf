"""The fast method for Greed: float bounds of all numbers of dice at once, and the best numbers in integers."""
