"""The version, in a file of its own so that building and importing need nothing else."""

__version__ = "0.1.0"
