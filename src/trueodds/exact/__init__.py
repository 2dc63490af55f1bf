"""Exact arithmetic, independent of any game: elimination, fractions from residues, and algebraic numbers."""
