"""Fast methods for particular games, one folder per game or type of game. The general solver gives the same answers."""
