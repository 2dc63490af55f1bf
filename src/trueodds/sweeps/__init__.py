"""Many games of one kind, solved for ranges of their parameters: a table with a row a game."""
