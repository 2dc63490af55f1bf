"""Fast methods of particular games, a folder each; the general solver gives the same answers."""
