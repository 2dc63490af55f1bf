"""What the sweep over the columns keeps, and how its parts read it; `columns` explains the letters."""


from .double_word cimport (Extended, dw_load, ext_less, ext_minus, ext_plus, ext_times, ext_times_double, extend,
                           extend_double)
from .scaling cimport times_power
from .wide cimport Wide

cdef extern from "columns.h":
    const double UNIT
    const double MARGIN
    const double UP

cdef enum:  # what came of a pair, or of a call
    PAIR_DONE = 0
    PAIR_UNDECIDED = 1
    CONTRADICTION = 2
    PAUSE = 3

cdef enum:
    MAX_CANDIDATES = 64  # handed back for one player


cdef struct Sweep:
    Py_ssize_t n
    Py_ssize_t kept  # columns in the ring, the present one included
    Py_ssize_t unscaled  # p^k has scale 0 up to this k
    Py_ssize_t look_ahead  # how far float64 steps look beyond the best move
    bint fair
    bint fused  # `column_rows` may use fused operations
    const double* power  # high parts of p^k
    const double* power_low
    const int* power_scale
    const double* rest  # high parts of 1 - p^k
    const double* rest_low
    double* x  # ring of columns: X
    double* x_low
    double* g  # upper bounds of G
    int* scale
    double* y  # the present column, rows `first_row` … n: Y, in rows below j as the crossing has it
    double* y_low
    double* r
    int* y_scale
    Py_ssize_t* column_at  # where in the ring column j - t begins
    Py_ssize_t first_row  # the first row with a Y, apart from row 0, where Y = 1
    bint all_in  # so far in this column the leading player goes for all, and needing j as the trailing one did, too
    unsigned char* all_in_row  # so far in this row the trailing player goes for all; NULL if p² < 1/2
    long long work  # steps of `compare`
    Py_ssize_t same_scale_from  # all rows from here to the last one have the same scale
    unsigned short* moves  # of the present column, by i
    unsigned short* leads  # of the present column, by i - 1
    double step_error  # r / (i + j) where b = 1
    double smallest  # b
    double error  # r / (i + j)
    double gap[2]  # smallest relative gap: trailing, leading
    long long gap_at[4]
    long long decided[3]  # pairs: by float64, by double words, by wide numbers
    long long candidates[2 * MAX_CANDIDATES]  # of the trailing player, then of the leading one
    long long candidate_count[2]  # -1: not all are known
    Wide* band_x  # ring of the band's columns: X; NULL if there is no band
    Wide* band_y  # Y of the present column
    const long long* band_first  # the band's rows by column
    const long long* band_last
    Py_ssize_t band_kept  # columns in its ring
    Py_ssize_t band_width  # rows that a column of it has room for
    Py_ssize_t band_next  # the first row not done in the present column


cdef inline Extended power(const Sweep* g, Py_ssize_t k) noexcept nogil:
    return extend(dw_load(g.power, g.power_low, k), -512 * g.power_scale[k])


cdef inline Extended y_value(const Sweep* g, Py_ssize_t row) noexcept nogil:
    return extend(dw_load(g.y, g.y_low, row), -512 * g.y_scale[row])


cdef inline Extended x_value(const Sweep* g, Py_ssize_t at) noexcept nogil:
    return extend(dw_load(g.x, g.x_low, at), -512 * g.scale[at])


cdef inline Extended banked(const Sweep* g, Py_ssize_t i, Py_ssize_t j, Py_ssize_t t, bint leads) noexcept nogil:
    """The trailing player's chances after t heads of the one to toss, A_t or B_t."""
    if not leads:
        return y_value(g, i - t)
    return extend_double(0.0, 0) if t == j else x_value(g, g.column_at[t] + i)


cdef inline bint is_kept(const Sweep* g, Py_ssize_t i, Py_ssize_t j, Py_ssize_t t, bint leads) noexcept nogil:
    """Whether what t heads lead to is still kept."""
    if leads:
        return t == j or t < g.kept
    return i - t >= g.first_row or (t == i and g.first_row == 1)


cdef inline void bound_r(Sweep* g, Py_ssize_t i) noexcept nogil:
    """R at row i from that at the row before."""
    cdef double before = times_power(g.r[i - 1] * (g.power[1] * UP), 512 * (g.y_scale[i] - g.y_scale[i - 1]))
    cdef double here = g.y[i] * UP
    g.r[i] = here if here > before else before


cdef inline bint tables_hold(const Sweep* g) noexcept nogil:
    """Whether p^(k+1) = p p^k and (1 - p^k) + p^k = 1, as far as double words tell."""
    cdef Py_ssize_t k
    cdef Extended difference, one = extend_double(1.0, 0), allowed
    for k in range(g.n + 1):
        difference = ext_minus(power(g, k), one if k == 0 else ext_times(power(g, k - 1), power(g, 1)))
        difference.hi = -difference.hi if difference.hi < 0.0 else difference.hi
        allowed = ext_times_double(power(g, k), 32.0 * UNIT)
        if not ext_less(difference, allowed):
            return False
        difference = ext_minus(one, ext_plus(extend(dw_load(g.rest, g.rest_low, k), 0), power(g, k)))
        difference.hi = -difference.hi if difference.hi < 0.0 else difference.hi
        if not ext_less(difference, extend_double(32.0 * UNIT, 0)):
            return False
    return True
