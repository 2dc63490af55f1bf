"""Models of other tools, read as games: one file a format, and the properties that are asked of them."""
