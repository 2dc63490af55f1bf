"""The rules of the games, one file per game; `two_targets` is a base class, and `rules` makes games from functions."""
