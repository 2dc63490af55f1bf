"""What the package knows about each game besides its rules and solvers: an entry per game, and a registry."""
