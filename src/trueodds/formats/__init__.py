"""Read models of other tools as games, one file for each format, and their properties; write games as models."""
