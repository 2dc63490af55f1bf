"""The version, in a separate file that imports nothing."""

__version__ = "0.1.0"
