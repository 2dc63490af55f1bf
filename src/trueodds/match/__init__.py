"""Games as people play them: against an opponent, with the cost of each decision, and advice at a position."""
