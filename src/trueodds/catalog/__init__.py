"""What the package knows of each game besides its rules and solvers: one entry for each game, and their registry."""
