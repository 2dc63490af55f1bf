"""Solve any game; nothing here knows which game it is."""
