"""Read models of other tools, with properties, as games, and write games as models; each format has one module."""
