"""Solve games of one kind for ranges of their parameters; the result is a table with one row for each game."""
