"""How any game is solved; knows the shape of a game, not which one it is."""
