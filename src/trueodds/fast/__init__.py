"""Fast methods of particular games, a folder each, and what they share; the general solver gives the same answers."""
