"""The rules of the games, one file each; `two_targets` contains a base class; `rules` makes games from functions."""
