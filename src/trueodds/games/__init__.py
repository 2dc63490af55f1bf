"""The rules of the games, one file per game; `rules` makes a game from functions."""
