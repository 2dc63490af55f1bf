"""The float64 step: guesses k and l at a pair, and proves them, where gains are well apart and on one scale."""

from libc.math cimport INFINITY

from .column_state cimport MARGIN, UP, Sweep
from .double_word cimport Extended
from .scaling cimport times_power

cdef enum:
    WINDOW = 64  # rows or columns put on one scale


cdef struct Window:  # what the choices at a pair depend on, on one scale
    const double* y  # Y, R and G of the rows before, from [-1] down
    const double* r
    const double* g
    Py_ssize_t first  # the first row that is there
    const double* lead  # X and G of the columns before, at [column_at[1]] and on
    const double* lead_g
    const int* scale
    const Py_ssize_t* column_at
    Py_ssize_t last  # the first that is not there
    int s  # the scale


cdef inline Py_ssize_t trailing_proved(const Sweep* g, const Window* v, Py_ssize_t i, Py_ssize_t k, double x,
                                       double y) noexcept nogil:
    """How many t float64 tries to prove that the trailing player's k beats all others by more than the smallest gap.

    0 if it does not prove it. x, y are the high parts of X and Y, on the scale of all that `v` shows.
    """
    cdef double floor = g.power[k] * ((v.y[-k] - y) - MARGIN * v.y[-k])
    cdef double gain, by_power
    cdef Py_ssize_t t
    if not floor > 0.0:
        return 0
    floor -= g.gap[0] * x
    for t in range(1, k):
        gain = g.power[t] * ((v.y[-t] - y) + MARGIN * v.y[-t])
        if not floor > gain:
            return 0
    for t in range(k, k + g.look_ahead):
        if t > k:
            gain = g.power[t] * ((v.y[-t] - y) + MARGIN * v.y[-t])
            if not floor > gain:
                return 0
        if t == i:
            return t
        if i - t - 1 < v.first or t == g.unscaled:
            return 0
        by_power = g.power[t + 1] * v.r[-t - 1]
        gain = g.power[t] * (v.g[-t] + g.power[1] * ((v.y[-t] - y) + MARGIN * v.y[-t]))
        if floor > (gain if gain < by_power else by_power) * UP:
            return t
        if i - t == g.first_row and t + 1 < i:
            return 0
    return 0


cdef inline Py_ssize_t leading_proved(const Sweep* g, const Window* v, Py_ssize_t j, Py_ssize_t l, double x,
                                      double y) noexcept nogil:
    """How many t float64 tries to prove that the leading player's l beats all others by more than the smallest gap."""
    cdef double floor = g.power[l] * ((x - (0.0 if l == j else v.lead[v.column_at[l]])) - MARGIN * x)
    cdef double gain, by_power
    cdef Py_ssize_t t
    if not floor > 0.0:
        return 0
    floor -= g.gap[1] * y
    for t in range(1, l):
        gain = g.power[t] * ((x - v.lead[v.column_at[t]]) + MARGIN * x)
        if not floor > gain or v.scale[v.column_at[t]] != v.s:
            return 0
    for t in range(l, l + g.look_ahead):
        if t == j:
            return t if t == l or floor > g.power[t] * x * UP else 0
        if t == g.unscaled or t == v.last or v.scale[v.column_at[t]] != v.s:
            return 0
        gain = (x - v.lead[v.column_at[t]]) + MARGIN * x
        if t > l and not floor > g.power[t] * gain:
            return 0
        by_power = g.power[t + 1] * x
        gain = g.power[t] * (v.lead_g[v.column_at[t]] + g.power[1] * gain)
        if floor > (gain if gain < by_power else by_power) * UP:
            return t
    return 0


cdef inline bint proved_by_float64(const Sweep* g, Py_ssize_t i, Py_ssize_t j, Py_ssize_t k, Py_ssize_t l,
                                   Extended x, Extended y, bint sure) noexcept nogil:
    """Whether float64 proves both choices (only l if k is `sure`), once all that they depend on is put on one scale."""
    cdef Window v
    cdef double part[5][WINDOW]
    cdef int scale[WINDOW]
    cdef Py_ssize_t column_at[WINDOW]
    cdef Py_ssize_t t, at, row, last = k + g.look_ahead if k + g.look_ahead < i else i
    cdef int s = g.y_scale[i - 1]
    cdef double x_high = times_power(x.hi, x.e + 512 * s), y_high = times_power(y.hi, y.e + 512 * s)
    if k > g.unscaled or l > g.unscaled or g.error * 2 * g.n > 2.0 ** -61:
        return False
    v.s = s
    v.first = i - last - 1 if i - last - 1 > g.first_row - 1 else g.first_row - 1
    if v.first >= g.same_scale_from:
        v.y = g.y + i
        v.r = g.r + i
        v.g = g.g + g.column_at[0] + i
    elif i - v.first > WINDOW:
        if not sure:
            return False
    else:
        for row in range(v.first, i):
            t = WINDOW - i + row
            part[0][t] = times_power(g.y[row], 512 * (s - g.y_scale[row]))
            part[1][t] = times_power(g.r[row], 512 * (s - g.y_scale[row]))
            part[2][t] = times_power(g.g[g.column_at[0] + row], 512 * (s - g.y_scale[row])) + 2.0 ** -500
        v.y = part[0] + WINDOW
        v.r = part[1] + WINDOW
        v.g = part[2] + WINDOW
    if not sure and not trailing_proved(g, &v, i, k, x_high, y_high):
        return False
    if i == j:
        return True
    if l > g.kept - (l < j):
        return False
    last = l + g.look_ahead if l + g.look_ahead < j else j
    last = last if last < g.kept else g.kept
    v.last = last
    v.lead = g.x + i
    v.lead_g = g.g + i
    v.scale = g.scale + i
    v.column_at = g.column_at
    if last <= WINDOW:
        for t in range(1, last):
            at = g.column_at[t] + i
            column_at[t] = t
            scale[t] = s
            part[3][t] = times_power(g.x[at], 512 * (s - g.scale[at]))
            part[4][t] = times_power(g.g[at], 512 * (s - g.scale[at])) + 2.0 ** -500
        v.lead = part[3]
        v.lead_g = part[4]
        v.scale = scale
        v.column_at = column_at
    return leading_proved(g, &v, j, l, x_high, y_high) > 0


cdef inline bint improve_guess(const Sweep* g, Py_ssize_t i, Py_ssize_t j, Py_ssize_t* best_k, Py_ssize_t* best_l,
                               Extended x, Extended y) noexcept nogil:
    """Better k and l, as far as plain floats tell, among what stands on one scale; whether there are any."""
    cdef Py_ssize_t t, at, k = best_k[0], l = best_l[0], limit = i - g.same_scale_from
    cdef int s = g.y_scale[i - 1]
    cdef double x_high = times_power(x.hi, x.e + 512 * s), y_high = times_power(y.hi, y.e + 512 * s)
    cdef double gain, most = -INFINITY
    limit = limit if limit < g.unscaled else g.unscaled
    limit -= g.same_scale_from > 0 or g.first_row > 1  # that row has a Y if it is row 0 or above `first_row`
    for t in range(1, limit + 1 if k <= limit else 0):
        if most > g.power[t] * g.r[i - t] * UP:  # no t from here on gains more
            break
        gain = g.power[t] * (g.y[i - t] - y_high)
        if gain > most:
            most = gain
            best_k[0] = t
    if i == j:
        best_l[0] = best_k[0]
        return best_k[0] != k
    most = -INFINITY
    limit = j if j < g.unscaled else g.unscaled
    for t in range(1, limit + 1):
        if most > g.power[t] * x_high * UP:
            break
        at = g.column_at[t] + i if t < g.kept and t < j else -1
        if t < j and (at < 0 or g.scale[at] != s):
            break
        gain = g.power[t] * (x_high - (g.x[at] if t < j else 0.0))
        if gain > most:
            most = gain
            best_l[0] = t
    return best_k[0] != k or best_l[0] != l
