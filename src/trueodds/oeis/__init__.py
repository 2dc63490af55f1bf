"""The sequences of the OEIS that this package computes: terms, b-files, verification, drafts of entries."""
