"""Fast methods for particular games, one folder each. The general solver gives the same answers."""
