"""One pair of needs, from a guess to proved moves and values."""


from .column_band cimport best_of_candidates, widen_column
from .column_compare cimport Verdict, compare, prove_best, surely_gains_more
from .column_float64 cimport Window, improve_guess, leading_proved, proved_by_float64, trailing_proved
from .column_state cimport (CONTRADICTION, MARGIN, MAX_CANDIDATES, PAIR_DONE, PAIR_UNDECIDED, UP, Sweep, banked,
                            bound_r, is_kept, power, x_value)
from .double_word cimport (DoubleWord, Extended, at_exponent, dw_div_dw, dw_load, dw_negate, dw_plus_dw, dw_times_dw,
                           ext_div, ext_minus, ext_plus, ext_times, extend, extend_double)
from .scaling cimport times_power

cdef enum:
    MAX_FLOAT_ROUNDS = 8  # plain floats may improve a guess so often
    MAX_ROUNDS = 200  # of strategy iteration at one pair


cdef inline void begin_column(Sweep* g, Py_ssize_t j) noexcept nogil:
    """Make column j ready: where the others stand, and the rows below j as the crossing has them."""
    cdef Py_ssize_t t, m, at
    cdef Extended y, one = extend_double(1.0, 0)
    cdef DoubleWord z
    cdef double least
    for t in range(g.kept):
        g.column_at[t] = (j - t + g.kept if t > j else j - t) % g.kept * (g.n + 1)
    g.first_row = j - g.kept + 1 if j - g.kept + 1 > 1 else 1
    g.same_scale_from = g.first_row - 1
    if g.band_x != NULL:
        g.band_next = g.band_first[j]
    g.all_in = g.all_in_row != NULL and g.all_in_row[j]
    g.y_scale[g.first_row - 1] = 0
    g.r[g.first_row - 1] = 1.0
    g.y[g.first_row - 1] = 1.0  # read as a value only if this is row 0
    g.y_low[g.first_row - 1] = 0.0
    for m in range(g.first_row, j):
        at = g.column_at[j - m] + j
        y = ext_minus(one, x_value(g, at))
        z = at_exponent(y, 0)
        g.y[m] = z.hi
        g.y_low[m] = z.lo
        g.y_scale[m] = 0
        g.g[g.column_at[0] + m] = times_power(g.g[at], -512 * g.scale[at]) + 2.0 ** -500
        least = z.hi * (1.0 - MARGIN)
        if least < g.smallest:
            g.smallest = least
            g.error = g.step_error / least
        bound_r(g, m)


cdef inline void pair_values(const Sweep* g, Py_ssize_t i, Py_ssize_t j, Py_ssize_t k, Py_ssize_t l,
                             Extended* x, Extended* y, Extended* gain) noexcept nogil:
    """X, Y and G if the players go for k and l."""
    cdef Extended a = banked(g, i, j, l, True), y_power = power(g, l), both, t
    both = ext_plus(power(g, k), ext_times(y_power, extend(dw_load(g.rest, g.rest_low, k), 0)))
    t = ext_times(ext_div(power(g, k), both), ext_minus(banked(g, i, j, k, False), a))
    x[0] = ext_plus(a, t)
    y[0] = ext_plus(a, ext_times(extend(dw_load(g.rest, g.rest_low, l), 0), t))
    gain[0] = ext_times(y_power, t)


cdef inline void store_pair(Sweep* g, Py_ssize_t i, Py_ssize_t j, Extended x, Extended y, Extended gain) noexcept nogil:
    """Put a pair into the present column, on the scale of the last column if that serves."""
    cdef Py_ssize_t at = g.column_at[0] + i
    cdef int s = g.scale[g.column_at[1] + i] if 1 < j < i else g.y_scale[i - 1]
    cdef DoubleWord z
    if not -300 <= y.e + 512 * s <= 300:
        s = (256 - y.e) // 512  # y.e ≤ 1, so s ≥ 0
    z = at_exponent(x, -512 * s)
    g.x[at] = z.hi
    g.x_low[at] = z.lo
    z = at_exponent(y, -512 * s)
    g.y[i] = z.hi
    g.y_low[i] = z.lo
    g.g[at] = times_power(gain.hi, gain.e + 512 * s) * UP + MARGIN * g.x[at]
    g.scale[at] = g.y_scale[i] = s
    if s != g.y_scale[i - 1]:
        g.same_scale_from = i
    bound_r(g, i)


cdef inline bint prove_pair(Sweep* g, Py_ssize_t i, Py_ssize_t j, Py_ssize_t l, bint sure, Extended x, Extended y,
                            const Verdict* mine, const Verdict* theirs, Py_ssize_t k) noexcept nogil:
    """Whether double words prove k and l; each player's candidates are put down, one where it is proved."""
    cdef bint proved = sure or prove_best(g, i, j, False, y, x, mine, k)
    if proved:
        g.candidates[0] = k
        g.candidate_count[0] = 1
    if i != j:
        if prove_best(g, i, j, True, x, y, theirs, l):
            g.candidates[MAX_CANDIDATES] = l
            g.candidate_count[1] = 1
        else:
            proved = False
    return proved


cdef inline int prove_by_band(Sweep* g, Py_ssize_t i, Py_ssize_t j, Py_ssize_t* best_k, Py_ssize_t l,
                              Extended* x, Extended* y, Extended* gain) noexcept nogil:
    """Let wide numbers choose among the trailing player's candidates, where l is proved.

    If they choose another k than the one whose values the candidates were found with, all is compared once more by
    double words with the new one. What is no candidate gains less by more than double words may be off, so the
    smallest gap is one between candidates.
    """
    cdef Py_ssize_t k
    cdef Verdict mine, theirs
    cdef double gap = 1.0
    cdef int _again
    for _again in range(2):
        if i == j or g.candidate_count[0] < 1 or g.candidate_count[1] != 1 or g.candidates[MAX_CANDIDATES] != l:
            return PAIR_UNDECIDED
        if widen_column(g, j, i) != PAIR_DONE:
            return CONTRADICTION
        k = best_of_candidates(g, i, j, best_k[0], l, &gap)
        if k == 0:
            return PAIR_UNDECIDED
        if k == best_k[0]:
            g.decided[2] += 1
            if gap < g.gap[0]:
                g.gap[0] = gap
                g.gap_at[0] = i
                g.gap_at[1] = j
            return PAIR_DONE
        best_k[0] = k
        pair_values(g, i, j, k, l, x, y, gain)
        theirs = compare(g, i, j, True, x[0], y[0])
        mine = compare(g, i, j, False, y[0], x[0])
        prove_pair(g, i, j, l, False, x[0], y[0], &mine, &theirs, k)
    return PAIR_UNDECIDED


cdef inline int solve_pair(Sweep* g, Py_ssize_t i, Py_ssize_t j, Py_ssize_t* best_k, Py_ssize_t* best_l,
                           bint given) noexcept nogil:
    """Solve and prove one pair; k and l come as a guess, or `given`.

    A round takes the values of k and l and goes on to the first line that applies:

        moves are given                                         store them
        float64 proves both (first rounds only)                 store them
        float64 knows better ones (first rounds only)           take these, next round
        double words prove a better l (i > j)                   take it, next round
        k is `sure`: both go for all, as in all columns before  prove l, store
        double words prove a better k                           take it, next round
        nothing better                                          prove k and l, store

    Where there is a band, wide numbers prove what double words leave open of k. What is not proved in the end, or not
    still after MAX_ROUNDS, is undecided: the candidates of both players are left in `g`, a count of -1 where they are
    not known, and nothing is stored.
    """
    cdef Py_ssize_t k = best_k[0], l = best_l[0], rounds
    cdef Extended x, y, gain
    cdef Verdict mine, theirs
    cdef int status
    cdef bint steady = False, proved = given, sure = False
    if not given:
        k = i if k == i - 1 and g.first_row == 1 else k if k < i else i
        l = l if l < j else j
        while not is_kept(g, i, j, k, False):
            k -= 1
        l = k if i == j else l if is_kept(g, i, j, l, True) else 1
    for rounds in range(MAX_ROUNDS):
        pair_values(g, i, j, k, l, &x, &y, &gain)
        steady = True
        if given:
            break
        sure = g.all_in and k == i and l == j and g.power[j] > 0.5 + MARGIN and g.power_scale[j] == 0
        if rounds < MAX_FLOAT_ROUNDS:
            if proved_by_float64(g, i, j, k, l, x, y, sure):
                proved = True
                g.decided[0] += 1
                break
            if not sure and improve_guess(g, i, j, &k, &l, x, y):
                steady = False
                continue
        if i != j:
            theirs = compare(g, i, j, True, x, y)
            if surely_gains_more(g, i, j, True, x, &theirs, l):
                l = theirs.best
                steady = False
                continue
        if sure:
            break
        mine = compare(g, i, j, False, y, x)
        if surely_gains_more(g, i, j, False, y, &mine, k):
            k = mine.best
            l = k if i == j else l
            steady = False
            continue
        break
    best_k[0] = k
    best_l[0] = l
    if not proved:
        g.candidate_count[0] = g.candidate_count[1] = -1
        if not steady:
            return PAIR_UNDECIDED
        proved = prove_pair(g, i, j, l, sure, x, y, &mine, &theirs, k)
        if proved:
            g.decided[1] += 1
        elif g.band_x != NULL:
            status = prove_by_band(g, i, j, best_k, l, &x, &y, &gain)
            if status != PAIR_DONE:
                return status
            k = best_k[0]
        else:
            return PAIR_UNDECIDED
    store_pair(g, i, j, x, y, gain)
    g.moves[i] = <unsigned short> k
    g.leads[i - 1] = <unsigned short> l
    g.all_in = g.all_in and l == j
    if g.all_in_row != NULL and k < i:
        g.all_in_row[i] = 0
    return PAIR_DONE
