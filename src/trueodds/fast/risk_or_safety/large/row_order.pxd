"""Where pairs of needs (i, j), j ≤ i, stand in an array that has them row by row."""


cdef inline Py_ssize_t first_of_row(Py_ssize_t i, Py_ssize_t smaller) noexcept nogil:
    """The number of the pair (i, 1), pairs (i, j) counted row by row, j ≤ min(i, smaller)."""
    if i <= smaller:
        return i * (i - 1) // 2
    return smaller * (smaller + 1) // 2 + (i - smaller - 1) * smaller
