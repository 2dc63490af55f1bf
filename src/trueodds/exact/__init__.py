"""Arithmetic that knows no game: elimination, fractions from residues, algebraic numbers."""
