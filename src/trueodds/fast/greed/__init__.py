"""Greed: all numbers of dice bounded by floats at once, the best in whole numbers."""
