"""The 192-bit step: values in a band of rows, to compare numbers of coins where double words cannot.

From column 1 on X and Y of a band of pairs are also computed as wide numbers (`wide`), from the moves that are proved
already. With a fair coin all weights are small whole numbers:

    X = ((2^k - 1) A + 2^l B) / (2^k + 2^l - 1)        Y = ((2^l - 1) X + A) / 2^l

and in column 1, where all go for all, X = 2/(2^i + 1) and Y = X/2. What A or B lies outside of the band is taken from
the double words, with their error; it comes to the pairs in the middle of the band with a small weight only, and the
errors that the wide numbers carry say how small. So no band can prove what is not true; a narrow one proves less.

Every wide number must agree with the double words within both errors, or it is a contradiction.
"""

from libc.math cimport fabs
from libc.stdint cimport int64_t, uint64_t

from .column_state cimport CONTRADICTION, PAIR_DONE, Sweep
from .scaling cimport times_power
from .wide cimport (CUT, MOST_SHIFTED, WORDS, Wide, wide_complement, wide_float, wide_mix, wide_order, wide_power,
                    wide_zero, widen)


cdef inline Wide* band_x(const Sweep* g, Py_ssize_t i, Py_ssize_t j) noexcept nogil:
    """X(i, j), or NULL if it is not in the band, or not any more: the last `band_kept` columns are there."""
    if g.band_first[j] <= i <= g.band_last[j]:
        return g.band_x + j % g.band_kept * g.band_width + (i - g.band_first[j])
    return NULL


cdef inline Wide lead_value(const Sweep* g, Py_ssize_t i, Py_ssize_t j, Py_ssize_t l) noexcept nogil:
    """A, the trailing player's chances after l heads of the leading one."""
    cdef Py_ssize_t at
    cdef Wide* found
    if l == j:
        return wide_zero()
    found = band_x(g, i, j - l) if l < g.band_kept else NULL
    if found != NULL:
        return found[0]
    at = g.column_at[l] + i
    return widen(g.x[at], g.x_low[at], -512 * g.scale[at], g.error * (i + j - l))


cdef inline Wide bank_value(const Sweep* g, Py_ssize_t i, Py_ssize_t j, Py_ssize_t k) noexcept nogil:
    """B, the trailing player's chances after their k heads."""
    cdef Py_ssize_t m = i - k
    cdef Wide* found
    if m == 0:
        return wide_power(0)
    if m >= j:
        if g.band_first[j] <= m:
            return g.band_y[m - g.band_first[j]]
    elif j - m < g.band_kept:
        found = band_x(g, j, m)
        if found != NULL:
            return wide_complement(found)
    return widen(g.y[m], g.y_low[m], -512 * g.y_scale[m], g.error * (m + j))


cdef inline Wide all_in_value(Py_ssize_t i) noexcept nogil:
    """2/(2^i + 1): in binary i zeros, i ones and so on, from the first place before the point."""
    cdef Wide z = wide_zero()
    cdef Py_ssize_t at
    for at in range(32 * WORDS):
        if at // i % 2 == 0:
            z.w[at // 32] |= <unsigned int> 1 << (31 - at % 32)
    z.e = 1 - <int> i
    z.error = CUT
    return z


cdef inline void wide_values(const Sweep* g, Py_ssize_t i, Py_ssize_t j, Py_ssize_t k, Py_ssize_t l,
                             Wide* x, Wide* y) noexcept nogil:
    """X and Y if the players go for k and l."""
    cdef Wide a, b
    cdef Py_ssize_t at = g.column_at[0] + i
    a = lead_value(g, i, j, l)
    if k <= MOST_SHIFTED and l <= MOST_SHIFTED:
        b = bank_value(g, i, j, k)
        x[0] = wide_mix((1 << k) - 1, &a, 1 << l, &b, (1 << k) + (1 << l) - 1)
    elif j == 1 and k == i:
        x[0] = all_in_value(i)
    else:
        x[0] = widen(g.x[at], g.x_low[at], -512 * g.scale[at], g.error * (i + j))
    y[0] = wide_mix((1 << l) - 1, x, 1, &a, 1)
    y.e -= <int> l


cdef inline bint agrees(const Wide* value, double high, double low, int scale, double error) noexcept nogil:
    """Whether a wide number is what the double word says.

    The quick way is to subtract the first 64 bits, and in floats the next: those are off by less than 2^-116 of all.
    """
    cdef Wide other = widen(high, low, -512 * scale, error)
    cdef double difference
    cdef int e
    if value.e != other.e:
        return wide_order(value, &other, &difference, &e) == 0
    difference = <double> <int64_t> (first_words(value, 0) - first_words(&other, 0))
    difference += 2.0 ** -64 * (<double> first_words(value, 2) - <double> first_words(&other, 2))
    return fabs(difference) <= 2.0 ** 64 * (value.error + other.error + 2.0 ** -113)


cdef inline uint64_t first_words(const Wide* a, int at) noexcept nogil:
    return <uint64_t> a.w[at] << 32 | a.w[at + 1]


cdef inline int widen_column(Sweep* g, Py_ssize_t j, Py_ssize_t end) noexcept nogil:
    """Do the band's rows before `end` in the present column."""
    cdef Py_ssize_t i, at
    cdef Wide* x
    cdef Wide* y
    end = end if end <= g.band_last[j] else g.band_last[j] + 1
    for i in range(g.band_next, end):
        x = band_x(g, i, j)
        y = g.band_y + (i - g.band_first[j])
        wide_values(g, i, j, g.moves[i], g.leads[i - 1], x, y)
        at = g.column_at[0] + i
        if not (agrees(x, g.x[at], g.x_low[at], g.scale[at], g.error * (i + j))
                and agrees(y, g.y[i], g.y_low[i], g.y_scale[i], g.error * (i + j))):
            return CONTRADICTION
        g.band_next = i + 1
        g.work += 1
    return PAIR_DONE


cdef inline int compare_wide(const Sweep* g, Py_ssize_t i, Py_ssize_t j, Py_ssize_t k, Py_ssize_t t, const Wide* x,
                             const Wide* y, double* gap) noexcept nogil:
    """1 if the trailing player surely gains more by k than by t, -1 if less; by how much, of X.

    With s the smaller and r the larger of both, 2^r times the difference of what they gain is
    2^(r-s) B_s - (B_r + (2^(r-s) - 1) Y).
    """
    cdef Py_ssize_t s = k if k < t else t, r = t if k < t else k
    cdef Wide mine, other, both
    cdef double difference
    cdef int e, order
    if r - s > MOST_SHIFTED:
        return 0
    mine = bank_value(g, i, j, s)
    mine.e += <int> (r - s)
    other = bank_value(g, i, j, r)
    both = wide_mix(1, &other, (1 << (r - s)) - 1, y, 1)
    order = wide_order(&mine, &both, &difference, &e)
    gap[0] = times_power(difference if s == k else -difference, e - <int> r - x.e) / wide_float(x, x.e)
    return order if s == k else -order


cdef inline Py_ssize_t best_of_candidates(const Sweep* g, Py_ssize_t i, Py_ssize_t j, Py_ssize_t k, Py_ssize_t l,
                                          double* gap) noexcept nogil:
    """The trailing player's candidate that surely beats all others, k tried first; 0 if none is found.

    `gap` gets by how much of X it gains more than the next of them.
    """
    cdef Py_ssize_t t, number, count = g.candidate_count[0], _tried
    cdef Wide x, y
    cdef double found
    cdef int order = 1
    cdef bint present
    if not g.band_first[j] <= i <= g.band_last[j] or l > MOST_SHIFTED:
        return 0
    for _tried in range(count):
        if k > MOST_SHIFTED:
            return 0
        wide_values(g, i, j, k, l, &x, &y)
        gap[0] = 1.0
        present = False
        for number in range(count):
            t = g.candidates[number]
            if t == k:
                present = True
                continue
            order = compare_wide(g, i, j, k, t, &x, &y, &found)
            if order <= 0:
                break
            gap[0] = found if found < gap[0] else gap[0]
        if order == 0 or not present and order > 0:
            return 0
        if order > 0:
            return k
        k = t
    return 0
