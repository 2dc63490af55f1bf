"""Fast methods for games with a fixed number of turns, solved layer by layer in integers."""
