"""Answers as data: files that keep a solved game, and rows for tables of other programs; nothing in them is run."""
