"""The rules of the games, one file per game, and nothing else."""
