"""Entries that describe the games, and a registry of these entries."""
