"""Kinds of pairs of needs, and how often the factors of D stand below the line after a line of play.

A *kind* is a pair (k, l) of the coins of the trailing and the leading player; each pair of needs (i, j), j ≤ i, has the
number of its kind; the exponents give a proved multiple of all denominators (`denominators`). Along a column (j fixed)
kinds seldom change: its *runs* are what `residues` takes, some hundred times fewer than pairs.

Cost: a step for each pair of needs and factor. Limits: needs and kinds up to 65535. Exact: whole numbers only.
"""

from libc.stdint cimport uint16_t
from libc.stdlib cimport calloc, free

from .row_order cimport first_of_row

cdef enum:
    NOWHERE = -(1 << 30)  # what never happens adds nothing


cdef inline int larger_of(int a, int b) noexcept nogil:
    return a if a > b else b


def longest_paths(const uint16_t[::1] kind, const int[::1] k_of, const int[::1] l_of,
                  const int[:, :, ::1] added, Py_ssize_t larger, Py_ssize_t smaller, Py_ssize_t reach,
                  int[:, ::1] equal, Py_ssize_t trailing, Py_ssize_t leading, int[::1] last):
    """How often a factor stands below the line on a line of play before the last pair, at most. Releases the GIL.

    Parameters as for `residues.forward`, and

    Parameters
    ----------
    added : int32 array, shape (kinds, 4, factors)
        How often each factor stands below the line in what a kind multiplies by, less how often above it: X from A, X
        from B, Y from A, Y from B.
    equal : int32 array, shape (smaller + 1, factors)
        Gets, in row i, the largest sum for X(i, i) over all lines of play, from 0; pairs with k = i and l = j, where
        play ends, do not count.
    trailing, leading : int
        Needs of one more pair.
    last : int32 array, length factors
        The same for X or Y there, whichever is larger.

    Notes
    -----
    Cost: a step for each pair and factor; memory 8·factors·smaller bytes for each row that moves reach back to. Limits:
    sums below 2^30.
    """
    cdef Py_ssize_t i, j, g, m, at, rows = reach + 1, groups = added.shape[2], pair = 2 * groups
    cdef Py_ssize_t stride = (smaller + 1) * pair
    cdef int q, from_b
    cdef bint crosses
    cdef int* x
    cdef int* y
    cdef const int* a
    cdef const int* b
    cdef const int* by
    cdef int* memory = <int*> calloc(rows * stride + pair, sizeof(int))
    cdef int* won
    cdef int* lost
    if memory == NULL:
        raise MemoryError("no memory for the rows of path lengths")
    won = memory + rows * stride
    lost = won + groups
    with nogil:
        for g in range(groups):
            lost[g] = NOWHERE
        for i in range(1, larger + 1):
            at = first_of_row(i, smaller)
            for j in range(1, (i if i < smaller else smaller) + 1):
                q = kind[at + j - 1]
                m = i - k_of[q]
                x = memory + (i % rows) * stride + j * pair
                y = x + groups
                if m == 0 and l_of[q] == j:
                    for g in range(pair):
                        x[g] = 0
                else:
                    a = lost if l_of[q] == j else x - l_of[q] * pair
                    crosses = 0 < m < j
                    if m == 0:
                        b = won
                    elif crosses:
                        b = memory + (j % rows) * stride + m * pair
                    else:
                        b = memory + (m % rows) * stride + j * pair + groups
                    by = &added[q, 0, 0]
                    for g in range(groups):
                        from_b = larger_of(b[g], 0) if crosses else b[g]  # there B = 1 - X
                        x[g] = larger_of(a[g] + by[g], from_b + by[groups + g])
                        y[g] = larger_of(a[g] + by[2 * groups + g], from_b + by[3 * groups + g])
                if i == trailing and j == leading:
                    for g in range(groups):
                        last[g] = larger_of(larger_of(x[g], y[g]), 0)
            if i <= smaller:
                for g in range(groups):
                    equal[i, g] = larger_of(x[g], 0)
    free(memory)


def classify(const uint16_t[:, ::1] first, const uint16_t[:, ::1] second, uint16_t[::1] kind, int[::1] k_of,
             int[::1] l_of):
    """Number the kinds (k, l) that occur and give each pair the number of its kind.

    Parameters
    ----------
    first : uint16 array, shape (larger, smaller)
        [i-1, j-1]: coins of a player who needs i against j.
    second : uint16 array, shape (smaller, larger)
        [j-1, i-1]: coins of a player who needs j against i.
    kind : uint16 array, pairs (i, j), j ≤ min(i, smaller), row by row
        Gets the kinds.
    k_of, l_of : int32 arrays, length 65536
        Get the coins of each kind.

    Returns
    -------
    (int, int)
        Number of kinds, or -1 if there are more than 65535; and the largest k with k < i.
    """
    cdef Py_ssize_t i, j, at = 0, larger = first.shape[0], smaller = first.shape[1], reach = 1, widest = 0, slot
    cdef int k, l, count = 0
    cdef int* number
    for j in range(smaller):
        for i in range(j, larger):
            if second[j, i] > widest:
                widest = second[j, i]
    number = <int*> calloc((larger + 1) * (widest + 1), sizeof(int))
    if number == NULL:
        raise MemoryError("no memory to number the kinds of pairs")
    with nogil:
        for i in range(1, larger + 1):
            for j in range(1, (i if i < smaller else smaller) + 1):
                k = first[i - 1, j - 1]
                l = second[j - 1, i - 1]
                if k < i and k > reach:
                    reach = k
                slot = k * (widest + 1) + l
                if number[slot] == 0:
                    if count == 65535:
                        count = -1
                        break
                    k_of[count] = k
                    l_of[count] = l
                    count += 1
                    number[slot] = count
                kind[at] = <uint16_t> (number[slot] - 1)
                at += 1
            if count < 0:
                break
    free(number)
    return count, reach


def count_runs(const uint16_t[::1] kind, Py_ssize_t larger, Py_ssize_t smaller, long long[::1] first):
    """Count the runs of each column, the stretches of pairs (i, j), i = j, j + 1, …, larger, of one kind.

    Parameters
    ----------
    kind : uint16 array
        The kind of each pair (i, j), j ≤ min(i, smaller), row by row.
    larger, smaller : int
        Targets.
    first : int64 array, length smaller + 2
        Gets, at j, how many runs columns 1 … j - 1 have; 0 at 0.
    """
    cdef Py_ssize_t i, j, above, at
    with nogil:
        for j in range(smaller + 2):
            first[j] = 0
        for i in range(1, larger + 1):
            at, above = first_of_row(i, smaller), first_of_row(i - 1, smaller)
            for j in range(1, (i if i < smaller else smaller) + 1):
                if i == j or kind[at + j - 1] != kind[above + j - 1]:
                    first[j + 1] += 1
        for j in range(1, smaller + 2):
            first[j] += first[j - 1]


def find_runs(const uint16_t[::1] kind, const int[::1] k_of, const int[::1] l_of, Py_ssize_t larger,
              Py_ssize_t smaller, const long long[::1] first, int[::1] row, uint16_t[::1] kind_of):
    """Find the runs of each column.

    Parameters as for `count_runs`, and

    Parameters
    ----------
    k_of, l_of : int32 arrays, a number a kind
        Coins of the trailing and leading player.
    first : int64 array
        As `count_runs` left it.
    row, kind_of : int32 and uint16 arrays, a number a run
        Get the first row and the kind of each run, column by column.

    Returns
    -------
    (int, int, int) or None
        The largest k with i - k ≥ j; how far below the leader's need the trailing player's falls at most, where it does
        and does not become 0; the largest l with l < j. None where a player has coins that cannot be tossed there.
    """
    cdef Py_ssize_t i, j, k, l, above, at, reach = 1, cross = 0, wide = 0
    cdef int q
    cdef bint good = True
    cdef long long* cursor = <long long*> calloc(smaller + 2, sizeof(long long))
    if cursor == NULL:
        raise MemoryError("no memory to find the runs of columns")
    with nogil:
        for j in range(smaller + 2):
            cursor[j] = first[j]
        for i in range(1, larger + 1):
            at, above = first_of_row(i, smaller), first_of_row(i - 1, smaller)
            for j in range(1, (i if i < smaller else smaller) + 1):
                q = kind[at + j - 1]
                if i == j or q != kind[above + j - 1]:
                    row[cursor[j]] = <int> i
                    kind_of[cursor[j]] = <uint16_t> q
                    cursor[j] += 1
                k, l = k_of[q], l_of[q]
                good = good and 1 <= k <= i and 1 <= l <= j
                if i - k >= j and k > reach:
                    reach = k
                elif 0 < i - k < j and j - i + k > cross:
                    cross = j - i + k
                if l < j and l > wide:
                    wide = l
    free(cursor)
    return (reach, cross, wide) if good else None
