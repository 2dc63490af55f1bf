"""The card table: a game played against an opponent, what each decision costs, and advice at a position."""
