"""A game played at a table: against an opponent, what each decision costs, and advice at a position."""
