"""Read models and properties of other tools as games, and write games as models; each format has its own module."""
