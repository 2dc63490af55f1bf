"""Read models of other tools and their properties as games, and write games as models; each format has one module."""
