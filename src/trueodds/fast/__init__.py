"""Fast methods for particular games, one folder per method. The general solver gives the same answers."""
