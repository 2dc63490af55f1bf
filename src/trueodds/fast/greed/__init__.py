"""The fast method for Greed: float bounds for all numbers of dice at once, then integers for those that may be best."""
