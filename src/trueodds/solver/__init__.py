"""Solvers for any game; no module here refers to a particular game."""
