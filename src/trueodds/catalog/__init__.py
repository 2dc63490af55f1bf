"""Entries that describe the games apart from their rules and solvers, and a registry of these entries."""
