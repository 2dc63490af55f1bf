"""What the package knows of each game besides rules and solving: one entry a game, and the registry of them."""
