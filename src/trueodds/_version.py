"""The version, in a separate file so that neither a build nor an import needs anything else."""

__version__ = "0.1.0"
