"""Entries with everything about the games besides their rules and solvers, and a registry of these entries."""
