"""Risk or Safety for large targets: moves proved at all needs; one value, or all V(n, n), in residues."""
