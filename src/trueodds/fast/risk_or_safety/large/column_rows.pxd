"""Rows of pairs whose moves stay the same, a block at a time: values first, then float64 proves them side by side.

A row is proved with as many numbers of coins tried as the last row needed that was proved alone; if that proves it,
fewer or more would not tell otherwise. Where it does not, the row is tried alone. So each pair is decided as it would
be alone.

No value leaves its scale: X and Y are means of A and B, and those are at most 2^300 as they stand (`store_pair`), or
2^364 where they are an X, for (1-p) X ≤ Y.
"""

from libc.stdint cimport int64_t
from libc.string cimport memset

from .column_float64 cimport Window, leading_proved, trailing_proved
from .column_state cimport UP, Sweep
from .double_word cimport DoubleWord, dw_div_dw, dw_load, dw_plus_dw, dw_times_dw

cdef extern from "column_rows.h":
    ctypedef struct double_word:
        double hi
        double lo
    bint fused_rows() noexcept nogil
    void compute_rows(bint fused, long rows, long k, double_word weight, double_word rest, bint half, double share,
                      double fall, const double* a, const double* a_low, double* y, double* y_low, double* r,
                      double* part, double* part_low, double* x, double* x_low, double* g) noexcept nogil
    void compare_rows(bint fused, long rows, long best, long last, const double* power, double gap, const double* value,
                      const double** larger, const double** smaller, const double* most, const double* bound,
                      double* floor, int64_t* proved) noexcept nogil

cdef enum:
    FIRST_BLOCK = 4  # rows; where moves change often, little is computed in vain
    BLOCK = 256
    TRIED = 24  # numbers of coins, from 0 on


cdef struct Block:  # rows from `row` on, all of one scale
    Py_ssize_t row
    Py_ssize_t count
    Py_ssize_t j
    Py_ssize_t k  # the moves
    Py_ssize_t l
    Py_ssize_t mine  # so many numbers of coins each player tried at the last row that was proved alone, or 0
    Py_ssize_t theirs
    double part[BLOCK]  # what X, or with a fair coin and l = 1 Y, is more than A
    double part_low[BLOCK]
    double floor[BLOCK]
    int64_t proved[BLOCK]


cdef inline bint can_compare(const Sweep* g, const Block* b, int s) noexcept nogil:
    """Whether all that `compare_block` reads is there, and on scale s.

    It is for the trailing player, since it was for a row above, and rows have one scale from there on.
    """
    cdef Py_ssize_t q, t
    cdef const int* scale
    cdef int other = 0
    if not (0 < b.mine < TRIED and 0 < b.theirs < TRIED and b.theirs < b.j):
        return False
    for t in range(1, b.theirs + 1):
        scale = g.scale + g.column_at[t] + b.row
        for q in range(b.count):
            other |= scale[q] ^ s
    return other == 0


cdef inline void compare_block(const Sweep* g, Block* b) noexcept nogil:
    """`trailing_proved` and `leading_proved` for all rows of a block at once."""
    cdef const double* larger[TRIED]
    cdef const double* smaller[TRIED]
    cdef const double* x = g.x + g.column_at[0] + b.row
    cdef const double* y = g.y + b.row
    cdef Py_ssize_t t
    for t in range(1, b.mine + 1):
        larger[t] = y - t
        smaller[t] = y
    compare_rows(g.fused, b.count, b.k, b.mine, g.power, g.gap[0], x, larger, smaller,
                 g.g + g.column_at[0] + b.row - b.mine, g.r + b.row - b.mine - 1, b.floor, b.proved)
    for t in range(1, b.theirs + 1):
        larger[t] = x
        smaller[t] = g.x + g.column_at[t] + b.row
    compare_rows(g.fused, b.count, b.l, b.theirs, g.power, g.gap[1], y, larger, smaller,
                 g.g + g.column_at[b.theirs] + b.row, x, b.floor, b.proved)


cdef inline Py_ssize_t prove_block(const Sweep* g, Block* b, Window* v) noexcept nogil:
    """How many rows of a block are proved before one is not."""
    cdef Py_ssize_t q, row, tried
    cdef bint together = can_compare(g, b, v.s)
    cdef double x
    for q in range(b.count):
        b.proved[q] = -together
    if together:
        compare_block(g, b)
    for q in range(b.count):
        if b.proved[q]:
            continue
        row = b.row + q
        x = g.x[g.column_at[0] + row]
        v.y = g.y + row
        v.r = g.r + row
        v.g = g.g + g.column_at[0] + row
        v.lead = g.x + row
        v.lead_g = g.g + row
        v.scale = g.scale + row
        tried = trailing_proved(g, v, row, b.k, x, g.y[row])
        if not tried:
            return q
        b.mine = tried
        tried = leading_proved(g, v, b.j, b.l, x, g.y[row])
        if not tried:
            return q
        b.theirs = tried
    return b.count


cdef inline Py_ssize_t run_fast(Sweep* g, Py_ssize_t i, Py_ssize_t j, Py_ssize_t k, Py_ssize_t l) noexcept nogil:
    """Rows from i on as long as k and l stay best, float64 proves it, and all that is needed has one scale.

    Returns the first row left to do.
    """
    cdef Py_ssize_t row, done, lead, here = g.column_at[0], size = FIRST_BLOCK
    cdef bint half = g.fair and l == 1
    cdef double share
    cdef DoubleWord c
    cdef double_word weight, rest
    cdef Window v
    cdef Block b
    if (l >= j or k >= i or l >= g.kept or k > g.unscaled or l > g.unscaled or i - k - 1 < g.same_scale_from
            or g.error * 2 * g.n > 2.0 ** -61):
        return i
    g.all_in = False
    lead = g.column_at[l]
    c = dw_load(g.power, g.power_low, k)
    c = dw_div_dw(c, dw_plus_dw(c, dw_times_dw(dw_load(g.power, g.power_low, l), dw_load(g.rest, g.rest_low, k))))
    weight.hi, weight.lo = (0.5 * c.hi, 0.5 * c.lo) if half else (c.hi, c.lo)
    rest.hi, rest.lo = g.rest[l], g.rest_low[l]
    share = 1.0 if half else g.power[l]
    v.first = g.same_scale_from
    v.column_at = g.column_at
    v.last = g.kept
    v.s = g.y_scale[i - 1]
    b.row, b.j, b.k, b.l, b.mine, b.theirs = i, j, k, l, 0, 0
    while b.row <= g.n:
        b.count = 0
        while b.count < size and b.row + b.count <= g.n and g.scale[lead + b.row + b.count] == v.s:
            b.count += 1
        compute_rows(g.fused, b.count, k, weight, rest, half, share, g.power[1] * UP, g.x + lead + b.row,
                     g.x_low + lead + b.row, g.y + b.row, g.y_low + b.row, g.r + b.row, b.part, b.part_low,
                     g.x + here + b.row, g.x_low + here + b.row, g.g + here + b.row)
        done = prove_block(g, &b, &v)
        for row in range(b.row, b.row + done):
            g.scale[here + row] = g.y_scale[row] = v.s
        for row in range(b.row, b.row + done):
            g.moves[row] = <unsigned short> k
            g.leads[row - 1] = <unsigned short> l
        if g.all_in_row != NULL:
            memset(g.all_in_row + b.row, 0, done)
        g.decided[0] += done
        b.row += done
        if done < size:
            break
        size = min(2 * size, BLOCK)
    return b.row
