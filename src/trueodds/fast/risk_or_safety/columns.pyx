"""Find and prove the best number of coins at every pair of needs, column by column, in double-word floats.

**Values.** The *trailing* player needs i points, the *leading* player j ≤ i. Every value is the probability that the
trailing player wins: X(i, j) if the trailing player is to toss, and Y(i, j) if the leading player is. Let p be the
probability of heads, let the players go for k and l coins, and let x = p^k, y = p^l, E = x + y (1-x). Then

    A = X(i, j-l)   (0 if l = j)        B = Y(i-k, j)   (1 if k = i; 1 - X(j, i-k) if i-k < j)
    X = A + (x/E) (B - A)               Y = A + (1-y) (x/E) (B - A)               G = X - Y = y (x/E) (B - A)

Column j has rows i = j to n, the larger target. It is computed from earlier columns, of which the last few are stored.
Each number is a *double word* hi + lo, times 2^(-512 s), with one s for X and Y of a pair, to prevent underflow.

**Proof of a pair.** Let A_t be A for l = t, and B_t be B for k = t.

1. By going for t, the trailing player gains p^t (B_t - Y), and the leading player p^t (X - A_t). A number k or l is
   best if no t gains more. The gains for t = 1 … T are compared one by one. Step 2 bounds the gains for all t > T at
   once. T grows until this bound is less than the best gain.
2. For t > T, the trailing player gains at most the smaller of

       p^(T+1) R(i-T-1),   R(m) = max of p^(m-h) Y(h, j) over h ≤ m   (R(m) = 1 if column m < j is not stored)
       p^T (G(i-T, j) + p (Y(i-T, j) - Y(i, j)))                      (no turn at (i-T, j) gains more than G there)

   and the leading player at most the smaller of p^(T+1) X(i, j) and p^T (G(i, j-T) + p (X(i, j) - X(i, j-T))).
3. The bounds with G are valid if Y(i-T, j) ≥ Y(i, j) and X(i, j) ≥ X(i, j-T). A player can play as if they needed more,
   so B_t does not fall with t, and A_t does not rise. If the best gain is positive, then Y(i, j) < B_k ≤ B_T and
   X(i, j) > A_l ≥ A_T. If it is not positive, nothing is proved: no gain is positive, and such gains do not fall with
   t, so T has the best gain of all t tried. The bound with G is at least p times this gain, hence at least this gain.
4. By induction over i + j, the values are those of best play.

At i = j both players have the same problem: k = l, and one proof serves both. In column 1 the leading player has no
choice, and the trailing player's moves are provided and proved by `decide.FirstColumn`.

If p^j > 1/2, the only best move of each player is to go for all needed points, so no moves are compared. The proof is
by induction. Let x = p^i and y = p^j.

1. For 0 < k < i, let t = p^(i-k). Because 1 - y < y, B_k = (1-y) t / (t + y (1-t)) < t. So p^k B_k < p^i, and
   p^k (B_k - Y) < p^i (1 - Y) for any Y. Hence k = i is best.
2. For 0 < l < j, let t = p^(j-l). If both go for all, X = x / (x + y (1-x)) and A_l = x / (x + t (1-x)). Because
   y > 1/4 ≥ t - t², x + y (1-x) > (1-t) (x + t (1-x)). So A_l > (1-t) X and p^l (X - A_l) < p^j X. Hence l = j is best.

**Error bounds.** Let u = 2^-53. A number is *off by e* if its relative error is at most e.

*Operations.* Sums and products of double words as in `double_word` are off by 3u² and 7u² (Joldes, Muller, Popescu,
*Tight and rigorous error bounds for basic building blocks of double-word arithmetic*, 2017, Algorithms 6 and 10).
Quotients are off by 18u²: the first part is off by u, so the remainder is at most 4u times the dividend. The remainder
has an error of at most (3 + 2 + 4)u² times the dividend, and its division adds 8u². Tables are off by u².

*One pair.* If A and B were exact, the errors would grow as follows, in units of u²:

    y (1-x)  1 + 1 + 7 = 9              (x/E) (B - A)         31 + 3 + 7 = 41     (B - A is off by 3)
    E        9 + 3 = 12                 (1-y) (x/E) (B - A)   1 + 41 + 7 = 49
    x/E      1 + 12 + 18 = 31           X, Y                  49 + 3 = 52

In the sums E, X and Y all terms are positive, because positive gains require X > A and B > Y, hence B > A.

*All pairs.*

1. X and Y are convex combinations of A and B. So they inherit at most the larger relative error of A and B, and at most
   the larger absolute error. Only the difference B = 1 - X(j, m), m = i-k, increases a relative error.
2. A pair adds 52u² to the absolute error, and such a difference 3u². So absolute errors are at most 55u² (i+j).
3. Hence B = 1 - X(j, m) is off by 55u² (j+m)/b + 3u², where b is the smallest such B so far.
4. Altogether, with room for terms of higher order and for underflow, which is below 2^-400 of any value,

       every X(i, j) and Y(i, j) is off by r = 64u² (i+j)/b   (at most 2^-99 (i+j) if b ≥ 1/2)

*Float64 step.* A gain is p^t times the difference of two values. Let max be the larger of them, and let r < 2^-60.

1. A gain computed from high parts has an error below (6u + 2r) p^t max. It is moved outward by 16u p^t B_t or, for the
   leading player, by 16u p^t X (`MARGIN`). This covers the error if max is at most twice B_t or X. Otherwise the gain
   is negative, whereas the best gain must be positive.
2. The stored G is raised by (16u + 2r) X, or by 16u X in blocks of rows. Of this, the errors of G take (4u + 2r) X, and
   those of the sums in which G occurs take 3u X. R is raised by 32u R.
3. The best gain must exceed the bounds for t > T, which are not moved outward. In the bound with G, the other term has
   an error below (8u + 2r) p^(T+1) max; in the bound by p^(T+1) X(i, j), the product is off by less than 4u.
4. The margin of the best gain covers these errors. Of its 16u p^k max, (9u - 2r) p^k max is left after the errors of
   the gain and of subtracting the smallest gap so far. Because T gains no more than k, p^T max for T is at most p^k max
   for k.

*Double-word step.* Let k be the best move tried, B = B_k, and e = r/(i+j) ≥ 64u². Only the trailing player is
considered; for the leading player, X takes the place of both B and Y.

1. A gain has an error below (2r + 20u²) p^t max, and is moved outward by its *margin*, 4r p^t max. The bounds for t > T
   are not moved; what is left of the best gain's margin must cover their errors.
2. B and Y(i-T, j) are values at smaller needs, so they are off by r - e; Y is off by r. So the error of the best gain
   is at most p^k ((r - e) B + r Y + 20u² B), and at least p^k ((3r + e) B - r Y - 20u² B) of its margin is left.
3. If R decides, the error of the bound is at most r p^(T+1) R < r p^k B. If G, which is stored as an upper bound,
   decides, the error is that of p^(T+1) (Y(i-T, j) - Y(i, j)), at most p^(T+1) ((r - e) Y(i-T, j) + r Y(i, j)). Since
   p^T Y(i-T, j) ≤ p^k B, this is at most p^k ((r - e) B + r Y).
4. Since Y ≤ B, at least p^k B (2e - 20u²) > 100u² p^k B of the margin is left after both errors. Roundings of the
   bounds take less than 30u² p^k B.
5. If the best gain is not positive, step 3 of the proof still applies: the margin is 4r p^k max, the order of the B_t
   or A_t holds within 2r of their size, and roundings take less than 40u² p^k max.

Pairs that neither step can decide are returned to the caller. Moves that the caller provides are assumed to be best;
all later results are proved under this assumption.

Cost: about 150 operations per pair. Memory: 28 bytes per row of each stored column. Limits: n ≤ 65535,
2^-64 ≤ p ≤ 1 - 2^-64. Floats must be rounded to 53 bits after each operation, without contraction to fused operations
except where `columns.h` asks for one.
"""

import numpy as np

from libc.math cimport INFINITY
from libc.stdint cimport int64_t

from ...exact.double_word cimport (DoubleWord, Extended, at_exponent, dw_div_dw, dw_load, dw_plus_dw,
                                   dw_times_dw, ext_div, ext_less, ext_max, ext_min, ext_minus, ext_plus, ext_times,
                                   ext_times_double, extend, extend_double, times_power, two_prod, two_sum)

# The state of the sweep.

cdef extern from "columns.h":
    const double UNIT
    const double MARGIN
    const double UP

cdef enum:  # results of solving a pair, or of a call of `Columns.run`
    PAIR_DONE = 0
    PAIR_UNDECIDED = 1
    CONTRADICTION = 2
    PAUSE = 3

cdef enum:
    MAX_CANDIDATES = 64  # maximum number of candidates stored for one player


cdef struct Sweep:
    Py_ssize_t n
    Py_ssize_t kept  # number of columns in the ring, including the current one
    Py_ssize_t unscaled  # the largest k for which p^k has scale 0
    Py_ssize_t look_ahead  # number of moves that float64 steps try from the guess k or l on
    bint fair
    bint fused  # whether blocks of rows may use fused operations
    const double* power  # high parts of p^k
    const double* power_low
    const int* power_scale
    const double* rest  # high parts of 1 - p^k
    const double* rest_low
    double* x  # X, in a ring of columns
    double* x_low
    double* g  # upper bounds on G, in the same ring
    int* scale
    double* y  # Y in rows `first_row` … n of the current column; rows i < j hold 1 - X(j, i)
    double* y_low
    double* r
    int* y_scale
    Py_ssize_t* column_at  # at t, the index in the ring at which column j - t begins
    Py_ssize_t first_row  # the first row that has a Y, apart from row 0, where Y = 1
    long long work  # number of steps of `compare` in this call of `run`
    Py_ssize_t same_scale_from  # the first row of the run of equal scale that ends with the last solved row
    unsigned short* moves  # at i, the trailing player's coins in the current column
    unsigned short* leads  # at i - 1, the leading player's coins in the current column
    double step_error  # r / (i + j) if b = 1
    double smallest  # b, the smallest difference 1 - X(j, m) so far
    double error  # r / (i + j)
    double gap[2]  # least gap between best and next gain: the trailing player's relative to X, the leading one's to Y
    long long gap_at[4]
    long long decided[3]  # numbers of pairs decided by float64, by double words, and because p^j > 1/2
    long long candidates[2 * MAX_CANDIDATES]  # those of the trailing player, then those of the leading player
    long long candidate_count[2]  # each player's number of them, or -1 if not all are known


cdef inline Extended power(const Sweep* g, Py_ssize_t k) noexcept nogil:
    return extend(dw_load(g.power, g.power_low, k), -512 * g.power_scale[k])


cdef inline Extended y_value(const Sweep* g, Py_ssize_t row) noexcept nogil:
    return extend(dw_load(g.y, g.y_low, row), -512 * g.y_scale[row])


cdef inline Extended x_value(const Sweep* g, Py_ssize_t at) noexcept nogil:
    return extend(dw_load(g.x, g.x_low, at), -512 * g.scale[at])


cdef inline Extended evaluate_bank(const Sweep* g, Py_ssize_t i, Py_ssize_t j, Py_ssize_t t, bint leads) noexcept nogil:
    """Return the trailing player's chances after the player to toss banks t heads: A_t or B_t."""
    if not leads:
        return y_value(g, i - t)
    return extend_double(0.0, 0) if t == j else x_value(g, g.column_at[t] + i)


cdef inline bint is_kept(const Sweep* g, Py_ssize_t i, Py_ssize_t j, Py_ssize_t t, bint leads) noexcept nogil:
    """Return whether the value that t heads lead to is still stored."""
    if leads:
        return t == j or t < g.kept
    return i - t >= g.first_row or (t == i and g.first_row == 1)


cdef inline void bound_r(Sweep* g, Py_ssize_t i) noexcept nogil:
    """Compute R at row i from Y at this row and R at the row before."""
    cdef double before = times_power(g.r[i - 1] * (g.power[1] * UP), 512 * (g.y_scale[i] - g.y_scale[i - 1]))
    cdef double here = g.y[i] * UP
    g.r[i] = here if here > before else before


cdef inline bint verify_tables(const Sweep* g) noexcept nogil:
    """Return whether the tables satisfy p^(k+1) = p p^k and (1 - p^k) + p^k = 1, within the error of double words."""
    cdef Py_ssize_t k
    cdef Extended difference, one = extend_double(1.0, 0), allowed
    for k in range(1, g.n + 1):
        difference = ext_minus(power(g, k), ext_times(power(g, k - 1), power(g, 1)))
        difference.hi = -difference.hi if difference.hi < 0.0 else difference.hi
        allowed = ext_times_double(power(g, k), 32.0 * UNIT)
        if not ext_less(difference, allowed):
            return False
        difference = ext_minus(one, ext_plus(extend(dw_load(g.rest, g.rest_low, k), 0), power(g, k)))
        difference.hi = -difference.hi if difference.hi < 0.0 else difference.hi
        if not ext_less(difference, extend_double(32.0 * UNIT, 0)):
            return False
    return True


# Float64: guess k and l at a pair, and prove that they are best if the gains are well apart and on one scale.

cdef enum:
    WINDOW = 64  # maximum number of rows or columns put on one scale


cdef struct Window:  # the numbers on which the choices at a pair depend, all on one scale
    const double* y  # Y, R and G of the preceding rows, at indices -1, -2, …
    const double* r
    const double* g
    Py_ssize_t first  # the first row that is present
    const double* lead  # X and G of the preceding columns, at indices column_at[1], column_at[2], …
    const double* lead_g
    const int* scale
    const Py_ssize_t* column_at
    Py_ssize_t last  # the first t for which column j - t is absent
    int s  # the scale


cdef inline Py_ssize_t prove_trailing(const Sweep* g, const Window* v, Py_ssize_t i, Py_ssize_t k, double x,
                                      double y) noexcept nogil:
    """Prove in float64 that the trailing player's k is best, by more than the smallest gap so far.

    Return the last t tried, or 0 if there is no proof. x and y are the high parts of X and Y, on the scale of `v`.
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
        gain = g.power[t] * (v.g[-t] + g.power[1] * (v.y[-t] - y))
        if floor > (gain if gain < by_power else by_power):
            return t
    return 0


cdef inline Py_ssize_t prove_leading(const Sweep* g, const Window* v, Py_ssize_t j, Py_ssize_t l, double x,
                                     double y) noexcept nogil:
    """Do for the leading player's l what `prove_trailing` does for k."""
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
            return t if t == l or floor > g.power[t] * x else 0
        if t == g.unscaled or t == v.last or v.scale[v.column_at[t]] != v.s:
            return 0
        gain = (x - v.lead[v.column_at[t]]) + MARGIN * x
        if t > l and not floor > g.power[t] * gain:
            return 0
        by_power = g.power[t + 1] * x
        gain = g.power[t] * (v.lead_g[v.column_at[t]] + g.power[1] * gain)
        if floor > (gain if gain < by_power else by_power):
            return t
    return 0


cdef inline bint proved_by_float64(const Sweep* g, Py_ssize_t i, Py_ssize_t j, Py_ssize_t k, Py_ssize_t l,
                                   Extended x, Extended y) noexcept nogil:
    """Return whether float64 proves both choices, after putting all inputs on one scale."""
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
    if not prove_trailing(g, &v, i, k, x_high, y_high):
        return False
    if i == j:
        return True
    if l > g.kept:
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
    return prove_leading(g, &v, j, l, x_high, y_high) > 0


cdef inline bint improve_guess(const Sweep* g, Py_ssize_t i, Py_ssize_t j, Py_ssize_t* best_k, Py_ssize_t* best_l,
                               Extended x, Extended y) noexcept nogil:
    """Find better k and l in plain floats, among those with values on one scale; return whether k or l changed.

    At equal needs, only k is found.
    """
    cdef Py_ssize_t t, at, k = best_k[0], l = best_l[0], limit = i - g.same_scale_from
    cdef int s = g.y_scale[i - 1]
    cdef double x_high = times_power(x.hi, x.e + 512 * s), y_high = times_power(y.hi, y.e + 512 * s)
    cdef double gain, largest_gain = -INFINITY
    limit = limit if limit < g.unscaled else g.unscaled
    limit -= g.same_scale_from > 0 or g.first_row > 1  # row `same_scale_from` may have no Y unless it is row 0
    for t in range(1, limit + 1 if k <= limit else 0):
        if largest_gain > g.power[t] * g.r[i - t]:  # neither t nor any larger number gains more
            break
        gain = g.power[t] * (g.y[i - t] - y_high)
        if gain > largest_gain:
            largest_gain = gain
            best_k[0] = t
    if i == j:
        return best_k[0] != k
    largest_gain = -INFINITY
    limit = j if j < g.unscaled else g.unscaled
    for t in range(1, limit + 1):
        if largest_gain > g.power[t] * x_high:
            break
        at = g.column_at[t] + i if t < g.kept and t < j else -1
        if t < j and (at < 0 or g.scale[at] != s):
            break
        gain = g.power[t] * (x_high - (g.x[at] if t < j else 0.0))
        if gain > largest_gain:
            largest_gain = gain
            best_l[0] = t
    return best_k[0] != k or best_l[0] != l


# Double words: compare all numbers of coins at a pair, with error bounds, and prove the best.

cdef struct Verdict:  # the verdict on one player's choices at a pair
    Py_ssize_t best
    Py_ssize_t last  # the last t tried
    Extended gain
    Extended floor  # the gain minus its error bound
    Extended second  # the second-best gain
    Extended rest  # the largest sum of gain and error bound among the other t that were tried
    Extended tail  # an upper bound on the gains of all t that were not tried
    bint sure  # whether `tail` is less than `floor`


cdef inline Extended bound_tail(const Sweep* g, Py_ssize_t i, Py_ssize_t j, Py_ssize_t t, bint leads,
                                Extended base) noexcept nogil:
    """Bound the gain from more than t coins; `base` is Y, or X if the leading player is to toss.

    The margin of the best gain, not this bound, covers the errors of the stored values.
    """
    cdef Py_ssize_t row = i - t, at
    cdef Extended by_power = power(g, t + 1), by_gain, bank = evaluate_bank(g, i, j, t, leads), gain
    if leads:
        at = g.column_at[t] + i
        by_power = ext_times(by_power, base)
        by_gain = ext_minus(base, bank)
        gain = extend_double(g.g[at], -512 * g.scale[at])
    else:
        by_power = ext_times(by_power, extend_double(g.r[row - 1], -512 * g.y_scale[row - 1]))
        by_gain = ext_minus(bank, base)
        gain = extend_double(g.g[g.column_at[0] + row], -512 * g.y_scale[row])
    by_gain = ext_times(power(g, t), ext_plus(gain, ext_times(power(g, 1), by_gain)))
    return ext_min(by_power, by_gain)


cdef inline Extended compute_gain(const Sweep* g, Py_ssize_t i, Py_ssize_t j, Py_ssize_t t, bint leads, Extended base,
                                  Extended* doubt) noexcept nogil:
    """Return the gain of the player to toss from going for t; set `doubt` to its error bound."""
    cdef Extended bank = evaluate_bank(g, i, j, t, leads), weight = power(g, t)
    doubt[0] = ext_times_double(ext_times(weight, ext_max(bank, base)), 4.0 * g.error * (i + j))
    return ext_times(weight, ext_minus(base, bank) if leads else ext_minus(bank, base))


cdef inline Verdict compare(Sweep* g, Py_ssize_t i, Py_ssize_t j, bint leads, Extended base,
                            Extended value) noexcept nogil:
    """Try t = 1, 2, … until no larger t can be best or set a new smallest gap, or until a value is not stored.

    `value` is X, or Y if `leads`.
    """
    cdef Verdict v
    cdef Py_ssize_t t, limit = j if leads else i
    cdef Extended gain, doubt, nothing = extend_double(-1.0, 1000), min_gap = extend_double(1.0, 1000)
    if g.gap[leads] < 1.0:
        min_gap = ext_times_double(value, g.gap[leads])
    v.best = v.last = 0
    v.sure = False
    v.gain = v.floor = v.second = v.rest = v.tail = nothing
    for t in range(1, limit + 1):
        if not is_kept(g, i, j, t, leads):
            break
        gain = compute_gain(g, i, j, t, leads, base, &doubt)
        if v.best == 0 or ext_less(v.gain, gain):
            if v.best:
                v.second = v.gain
                v.rest = ext_max(v.rest, ext_plus(v.gain, ext_minus(v.gain, v.floor)))
            v.best = t
            v.gain = gain
            v.floor = ext_minus(gain, doubt)
        else:
            v.second = ext_max(v.second, gain)
            v.rest = ext_max(v.rest, ext_plus(gain, doubt))
        v.last = t
        if t == limit:
            v.sure = True
            v.tail = nothing
            break
        v.tail = bound_tail(g, i, j, t, leads, base)
        v.sure = ext_less(v.tail, v.floor)
        if v.sure and (ext_less(v.tail, v.second) or ext_less(min_gap, ext_minus(v.floor, v.tail))):
            break
    g.work += v.last
    return v


cdef inline bint surely_gains_more(const Sweep* g, Py_ssize_t i, Py_ssize_t j, bint leads, Extended base,
                                   const Verdict* v, Py_ssize_t present) noexcept nogil:
    """Return whether the best choice found certainly gains more than the current one."""
    cdef Extended gain, doubt
    if v.best == present:
        return False
    gain = compute_gain(g, i, j, present, leads, base, &doubt)
    return ext_less(ext_plus(gain, doubt), v.floor)


cdef inline bint prove_best(Sweep* g, Py_ssize_t i, Py_ssize_t j, bint leads, Extended base, Extended value,
                            const Verdict* v, Py_ssize_t present) noexcept nogil:
    """Return whether the current choice is proved best; update the smallest gap if so, otherwise store candidates."""
    cdef Extended gain, doubt, gap
    cdef Py_ssize_t t
    cdef long long count = 0
    if v.best == present and v.sure and ext_less(v.rest, v.floor):
        gap = ext_div(ext_minus(v.gain, ext_max(v.second, v.tail)), value)
        if gap.e < 10 and times_power(gap.hi, gap.e) < g.gap[leads]:
            g.gap[leads] = times_power(gap.hi, gap.e)
            g.gap_at[2 * leads] = i
            g.gap_at[2 * leads + 1] = j
        return True
    g.candidate_count[leads] = -1
    if not v.sure:
        return False
    for t in range(1, v.last + 1):
        gain = compute_gain(g, i, j, t, leads, base, &doubt)
        if not ext_less(ext_plus(gain, doubt), v.floor):
            if count == MAX_CANDIDATES:
                return False
            g.candidates[MAX_CANDIDATES * leads + count] = t
            count += 1
    g.candidate_count[leads] = count
    return False


# One pair of needs, from a guess to proved moves and values.

cdef enum:
    MAX_FLOAT_ROUNDS = 8  # maximum number of rounds of plain floats, each of which improves a guess
    MAX_ROUNDS = 200  # maximum number of rounds of strategy iteration at one pair


cdef inline void begin_column(Sweep* g, Py_ssize_t j) noexcept nogil:
    """Prepare column j: find where the stored columns begin, and fill the rows i < j, where Y(i, j) = 1 - X(j, i)."""
    cdef Py_ssize_t t, m, at
    cdef Extended y, one = extend_double(1.0, 0)
    cdef DoubleWord z
    cdef double lower_bound
    for t in range(g.kept):
        g.column_at[t] = (j - t + g.kept if t > j else j - t) % g.kept * (g.n + 1)
    g.first_row = j - g.kept + 1 if j - g.kept + 1 > 1 else 1
    g.same_scale_from = g.first_row - 1
    g.y_scale[g.first_row - 1] = 0
    g.r[g.first_row - 1] = 1.0
    g.y[g.first_row - 1] = 1.0  # a value only if this is row 0
    g.y_low[g.first_row - 1] = 0.0
    for m in range(g.first_row, j):
        at = g.column_at[j - m] + j
        y = ext_minus(one, x_value(g, at))
        z = at_exponent(y, 0)
        g.y[m] = z.hi
        g.y_low[m] = z.lo
        g.y_scale[m] = 0
        g.g[g.column_at[0] + m] = times_power(g.g[at], -512 * g.scale[at]) + 2.0 ** -500
        lower_bound = z.hi * (1.0 - MARGIN)
        if lower_bound < g.smallest:
            g.smallest = lower_bound
            g.error = g.step_error / lower_bound
        bound_r(g, m)


cdef inline void compute_pair(const Sweep* g, Py_ssize_t i, Py_ssize_t j, Py_ssize_t k, Py_ssize_t l, Extended* x,
                              Extended* y, Extended* gain) noexcept nogil:
    """Compute X, Y and G if the players go for k and l heads."""
    cdef Extended a = evaluate_bank(g, i, j, l, True), y_power = power(g, l), both, t
    both = ext_plus(power(g, k), ext_times(y_power, extend(dw_load(g.rest, g.rest_low, k), 0)))
    t = ext_times(ext_div(power(g, k), both), ext_minus(evaluate_bank(g, i, j, k, False), a))
    x[0] = ext_plus(a, t)
    y[0] = ext_plus(a, ext_times(extend(dw_load(g.rest, g.rest_low, l), 0), t))
    gain[0] = ext_times(y_power, t)


cdef inline void store_pair(Sweep* g, Py_ssize_t i, Py_ssize_t j, Extended x, Extended y, Extended gain) noexcept nogil:
    """Store a pair in the current column, on the scale of the previous column or row if possible."""
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
    g.g[at] = times_power(gain.hi, gain.e + 512 * s) + (MARGIN + 2.0 * g.error * (i + j)) * g.x[at]
    g.scale[at] = g.y_scale[i] = s
    if s != g.y_scale[i - 1]:
        g.same_scale_from = i
    bound_r(g, i)


cdef inline bint prove_pair(Sweep* g, Py_ssize_t i, Py_ssize_t j, Py_ssize_t k, Py_ssize_t l, Extended x, Extended y,
                            const Verdict* trailing, const Verdict* leading) noexcept nogil:
    """Return whether double words prove that k and l are best; store each player's candidates (one if proved)."""
    cdef bint proved = prove_best(g, i, j, False, y, x, trailing, k)
    if proved:
        g.candidates[0] = k
        g.candidate_count[0] = 1
    if i != j:
        if prove_best(g, i, j, True, x, y, leading, l):
            g.candidates[MAX_CANDIDATES] = l
            g.candidate_count[1] = 1
        else:
            proved = False
    return proved


cdef inline int solve_pair(Sweep* g, Py_ssize_t i, Py_ssize_t j, Py_ssize_t* best_k, Py_ssize_t* best_l,
                           bint given) noexcept nogil:
    """Solve and prove one pair; k and l are a guess, or final if `given` is true.

    If the pair remains undecided, no values are stored, and `g` holds each player's candidates, with a count of -1 if
    they are unknown or, for the leading player, if i = j.
    """
    cdef Py_ssize_t k = best_k[0], l = best_l[0], rounds
    cdef Extended x, y, gain
    cdef Verdict trailing, leading
    cdef bint steady = False, proved = given
    if not given:
        k = i if k == i - 1 and g.first_row == 1 else k if k < i else i
        l = l if l < j else j
        while not is_kept(g, i, j, k, False):
            k -= 1
        l = l if is_kept(g, i, j, l, True) else 1
    for rounds in range(MAX_ROUNDS):
        l = k if i == j else l
        compute_pair(g, i, j, k, l, &x, &y, &gain)
        steady = True
        if given:
            break
        if rounds < MAX_FLOAT_ROUNDS:
            if proved_by_float64(g, i, j, k, l, x, y):
                proved = True
                g.decided[0] += 1
                break
            if improve_guess(g, i, j, &k, &l, x, y):
                steady = False
                continue
        if i != j:
            leading = compare(g, i, j, True, x, y)
            if surely_gains_more(g, i, j, True, x, &leading, l):
                l = leading.best
                steady = False
                continue
        trailing = compare(g, i, j, False, y, x)
        if surely_gains_more(g, i, j, False, y, &trailing, k):
            k = trailing.best
            steady = False
            continue
        break
    best_k[0] = k
    best_l[0] = l
    if not proved:
        g.candidate_count[0] = g.candidate_count[1] = -1
        if not steady:
            return PAIR_UNDECIDED
        if not prove_pair(g, i, j, k, l, x, y, &trailing, &leading):
            return PAIR_UNDECIDED
        g.decided[1] += 1
    store_pair(g, i, j, x, y, gain)
    g.moves[i] = <unsigned short> k
    g.leads[i - 1] = <unsigned short> l
    return PAIR_DONE


# Blocks of rows whose moves stay the same: all values are computed first, then float64 proves the rows side by side.
#
# A row is first tried with as many candidates as were needed for the last row that was proved alone. A proof is valid
# however many candidates it tries. A row without a proof is tried alone. So blocks change no decision.
#
# No value leaves the range of its scale. X and Y are means of A and B, which are earlier values. A stored Y is at
# most 2^300 (`store_pair`), and a stored X is at most 2^364, because (1-p) X ≤ Y.

cdef extern from "columns.h":
    ctypedef struct double_word:
        double hi
        double lo
    bint fused_rows() noexcept nogil
    void compute_rows(bint fused, long rows, long k, double_word weight, double_word rest, bint half, double share,
                      double fall, const double* a, const double* a_low, double* y, double* y_low, double* r,
                      double* part, double* part_low, double* x, double* x_low, double* g) noexcept nogil
    void compare_rows(bint fused, long rows, long best, long last, const double* power, double gap, const double* value,
                      const double** larger, const double** smaller, const double* turn_gain, const double* bound,
                      double* floor, int64_t* proved) noexcept nogil

cdef enum:
    FIRST_BLOCK = 4  # number of rows of a first block; small, to waste little work if moves change often
    BLOCK = 256
    TRIED = 24  # limit on the numbers of coins compared side by side


cdef struct Block:  # `count` rows from `row` on, all on one scale
    Py_ssize_t row
    Py_ssize_t count
    Py_ssize_t j
    Py_ssize_t k  # the moves k and l in these rows
    Py_ssize_t l
    Py_ssize_t trailing  # number of candidates of each player at the last row proved alone, or 0
    Py_ssize_t leading
    double part[BLOCK]  # X - A or, with a fair coin and l = 1, Y - A
    double part_low[BLOCK]
    double floor[BLOCK]
    int64_t proved[BLOCK]


cdef inline bint can_compare(const Sweep* g, const Block* b, int s) noexcept nogil:
    """Return whether `compare_block` applies: both candidate counts are known and small, and its inputs are on scale s.

    All candidates of the leading player must be below the need j. The trailing player's inputs need no check: those of
    an earlier row were on scale s, and so are all rows since then.
    """
    cdef Py_ssize_t q, t
    cdef const int* scale
    cdef int other = 0
    if not (0 < b.trailing < TRIED and 0 < b.leading < TRIED and b.leading < b.j):
        return False
    for t in range(1, b.leading + 1):
        scale = g.scale + g.column_at[t] + b.row
        for q in range(b.count):
            other |= scale[q] ^ s
    return other == 0


cdef inline void compare_block(const Sweep* g, Block* b) noexcept nogil:
    """Apply `prove_trailing` and `prove_leading` to all rows of a block at once."""
    cdef const double* larger[TRIED]
    cdef const double* smaller[TRIED]
    cdef const double* x = g.x + g.column_at[0] + b.row
    cdef const double* y = g.y + b.row
    cdef Py_ssize_t t
    for t in range(1, b.trailing + 1):
        larger[t] = y - t
        smaller[t] = y
    compare_rows(g.fused, b.count, b.k, b.trailing, g.power, g.gap[0], x, larger, smaller,
                 g.g + g.column_at[0] + b.row - b.trailing, g.r + b.row - b.trailing - 1, b.floor, b.proved)
    for t in range(1, b.leading + 1):
        larger[t] = x
        smaller[t] = g.x + g.column_at[t] + b.row
    compare_rows(g.fused, b.count, b.l, b.leading, g.power, g.gap[1], y, larger, smaller,
                 g.g + g.column_at[b.leading] + b.row, x, b.floor, b.proved)


cdef inline Py_ssize_t prove_block(const Sweep* g, Block* b, Window* v) noexcept nogil:
    """Return the number of rows of a block that are proved before the first one that is not."""
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
        tried = prove_trailing(g, v, row, b.k, x, g.y[row])
        if not tried:
            return q
        b.trailing = tried
        tried = prove_leading(g, v, b.j, b.l, x, g.y[row])
        if not tried:
            return q
        b.leading = tried
    return b.count


cdef inline Py_ssize_t run_fast(Sweep* g, Py_ssize_t i, Py_ssize_t j, Py_ssize_t k, Py_ssize_t l) noexcept nogil:
    """Solve rows from i on while k and l remain best, float64 proves this, and all inputs have one scale.

    Return the first row that is not solved.
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
    b.row, b.j, b.k, b.l, b.trailing, b.leading = i, j, k, l, 0, 0
    while b.row <= g.n:
        b.count = 0  # a block ends where the scale changes, which keeps rows comparable; each proof checks the scale
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
        g.decided[0] += done
        b.row += done
        if done < size:
            break
        size = min(2 * size, BLOCK)
    return b.row


# The sweep over pairs, and its Python interface.

FUSED = bool(fused_rows())  # whether this processor can run the faster loops
DONE, UNDECIDED, FAULT, PAUSED = PAIR_DONE, PAIR_UNDECIDED, CONTRADICTION, PAUSE

cdef enum:
    MAX_WORK = 200000  # number of double-word steps before a pause; they take a few tenths of a second


def exact_sum(double a, double b):
    """Return a + b as a double word, exact if floats are rounded as the proofs assume."""
    cdef DoubleWord z = two_sum(a, b)
    return z.hi, z.lo


def exact_product(double a, double b):
    """Return a·b as a double word, exact if floats are rounded as the proofs assume."""
    cdef DoubleWord z = two_prod(a, b)
    return z.hi, z.lo


cdef Extended read_number(tuple parts) except *:
    cdef DoubleWord z
    z.hi, z.lo, e = parts
    return extend(z, e)


def calculate(a, str sign, b):
    """Return a + b, a·b or a / b, or whether a < b, as the sweep computes it; (hi, lo, e) is (hi + lo) 2^e."""
    cdef Extended x = read_number(a), y = read_number(b), z
    if sign == "<":
        return bool(ext_less(x, y))
    z = ext_plus(x, y) if sign == "+" else ext_times(x, y) if sign == "*" else ext_div(x, y)
    return z.hi, z.lo, z.e


def scale(double a, int n):
    """Return a·2^n as in the sweep."""
    return times_power(a, n)


cdef class Columns:
    """The sweep over the columns, with all of its state.

    `n` and `m` are the last row and column. `fair` means that the probability of heads is 1/2. `tables` are five arrays
    of length n + 2: power, power_low, scale, rest and rest_low. The first two hold p^k 2^(512 scale) as a double word
    whose high part is between 2^-256 and 2^256; the last two hold 1 - p^k as a double word. `kept` is the number of
    columns of X to store, including the current one. `error` times i + j bounds the relative error of values, apart
    from the loss in differences 1 - X.

    `column` and `row` are the needs of the leading and of the trailing player at the next pair to solve. `equal`, of
    shape (2, m + 1), has X(j, j) as a double word at index j, with the low part in row 1. `ring` and `scales`, of
    shapes (3, kept, n + 1) and (kept, n + 1), hold X, its low part, G and their scale s in the last columns. `present`
    and `present_scales`, of shapes (3, n + 1) and (n + 1,), hold Y, its low part, R and s in the current column.
    """

    cdef Sweep g
    cdef object referenced
    cdef readonly object equal, ring, scales, present, present_scales
    cdef double[:, ::1] at_equal
    cdef readonly Py_ssize_t m, column, row
    cdef Py_ssize_t k, l
    cdef bint given

    def __cinit__(self, Py_ssize_t n, Py_ssize_t m, bint fair, tables, Py_ssize_t kept, double error=64.0 * UNIT,
                  bint fused=True):
        cdef const double[::1] power = tables[0], power_low = tables[1], rest = tables[3], rest_low = tables[4]
        cdef const int[::1] power_scale = tables[2]
        self.ring, self.scales = np.zeros((3, kept, n + 1)), np.zeros((kept, n + 1), dtype=np.int32)
        self.present, self.present_scales = np.zeros((3, n + 1)), np.zeros(n + 1, dtype=np.int32)
        self.at_equal = self.equal = np.zeros((2, m + 1))
        cdef double[:, :, ::1] ring = self.ring
        cdef int[:, ::1] ring_scale = self.scales
        cdef double[:, ::1] column = self.present
        cdef int[::1] column_scale = self.present_scales
        cdef Py_ssize_t[::1] column_at = np.zeros(kept, dtype=np.intp)
        cdef Sweep* g = &self.g
        self.referenced = tables, column_at
        self.m, self.column, self.row, self.k, self.l, self.given = m, 1, 1, 1, 1, False
        g.n, g.kept, g.fair, g.fused = n, kept, fair, fused and FUSED
        g.power, g.power_low, g.power_scale = &power[0], &power_low[0], &power_scale[0]
        g.rest, g.rest_low = &rest[0], &rest_low[0]
        g.x, g.x_low, g.g, g.scale = &ring[0, 0, 0], &ring[1, 0, 0], &ring[2, 0, 0], &ring_scale[0, 0]
        g.y, g.y_low, g.r, g.y_scale = &column[0, 0], &column[1, 0], &column[2, 0], &column_scale[0]
        g.column_at = &column_at[0]
        g.first_row = 1
        g.same_scale_from = 0
        g.unscaled = 0
        while g.unscaled < n and power_scale[g.unscaled + 1] == 0:
            g.unscaled += 1
        g.look_ahead = 8 if power[1] < 0.625 else <Py_ssize_t> (4.0 / rest[1] if rest[1] * n > 4.0 else n)
        g.smallest = 1.0
        g.error = g.step_error = error
        g.gap[0] = g.gap[1] = INFINITY
        g.gap_at[0] = g.gap_at[1] = g.gap_at[2] = g.gap_at[3] = 0
        g.decided[0] = g.decided[1] = g.decided[2] = 0
        g.candidate_count[0] = g.candidate_count[1] = 0

    def run(self, unsigned short[:, ::1] moves, unsigned short[:, ::1] leads, Py_ssize_t first, Py_ssize_t last):
        """Process the columns before `last`. The GIL is released.

        `moves`, of shape (columns, n + 1), receives the trailing player's coins at [j - first, i] for the columns from
        `first`; for column 1 it must already contain them. `leads`, of shape (m, n), receives the leading player's
        coins at [j - 1, i - 1].

        Return DONE, PAUSED (call again), UNDECIDED if the pair at `row`, `column` needs `decide` before the next call,
        or FAULT if the tables are inconsistent.
        """
        cdef Sweep* g = &self.g
        cdef Py_ssize_t i = self.row, j = self.column, at
        cdef int status = PAIR_DONE
        cdef bint all_in
        g.work = 0
        with nogil:
            if i == 1 and j == 1 and not verify_tables(g):
                status = CONTRADICTION
            while status == PAIR_DONE and j < last:
                if g.work > MAX_WORK:
                    status = PAUSE
                    break
                g.moves = &moves[j - first, 0]
                g.leads = &leads[j - 1, 0]
                if i == j and not self.given:
                    begin_column(g, j)
                if i > j > 1 and not self.given:
                    i = run_fast(g, i, j, self.k, self.l)
                if i <= g.n:
                    all_in = j > 1 and g.power[j] > 0.5 + MARGIN and g.power_scale[j] == 0
                    if j == 1 or all_in:
                        self.k = i if all_in else g.moves[i]
                        self.l = j
                    status = solve_pair(g, i, j, &self.k, &self.l, self.given or j == 1 or all_in)
                    if status != PAIR_DONE:
                        break
                    g.decided[2] += all_in
                    self.given = False
                    if i == j:
                        at = g.column_at[0] + j
                        self.at_equal[0, j] = times_power(g.x[at], -512 * g.scale[at])
                        self.at_equal[1, j] = times_power(g.x_low[at], -512 * g.scale[at])
                    i += 1
                if i > g.n:
                    j += 1
                    i = j
                    self.k = g.moves[j - 1]
            if status == PAIR_DONE and j > self.m and not verify_tables(g):
                status = CONTRADICTION
            self.row = i
            self.column = j
        return status

    def decide(self, Py_ssize_t k, Py_ssize_t l):
        """Set the coins of the trailing and of the leading player at an undecided pair."""
        if not (1 <= k <= self.row and 1 <= l <= self.column and is_kept(&self.g, self.row, self.column, k, False)
                and is_kept(&self.g, self.row, self.column, l, True)):
            raise ValueError(f"needs {self.row} against {self.column}: values after {k} or {l} coins are not stored")
        self.k, self.l, self.given = k, l, True

    @property
    def guess(self):
        """The numbers of coins that seemed best for the two players at the undecided pair."""
        return self.k, self.l

    @property
    def candidates(self):
        """Both players' candidates at the undecided pair; None if unknown or, for the leading player, if i = j."""
        return tuple(
            None if count < 0 else [self.g.candidates[MAX_CANDIDATES * who + t] for t in range(count)]
            for who, count in enumerate((self.g.candidate_count[0], self.g.candidate_count[1]))
        )

    @property
    def last(self):
        """X and Y at the last pair of the last column, each as the high part, the low part, and s."""
        cdef Py_ssize_t n = self.g.n, at = self.g.column_at[0] + self.g.n
        return ((self.g.x[at], self.g.x_low[at], self.g.scale[at]), (self.g.y[n], self.g.y_low[n], self.g.y_scale[n]))

    @property
    def decided(self):
        """The numbers of pairs proved in float64, in double words, and because p^j > 1/2 (j > 1)."""
        return self.g.decided[0], self.g.decided[1], self.g.decided[2]

    @property
    def gaps(self):
        """For each player, trailing first: the smallest relative gap (inf if none) and the needs where it occurs."""
        return (
            (self.g.gap[0], self.g.gap_at[0], self.g.gap_at[1]),
            (self.g.gap[1], self.g.gap_at[2], self.g.gap_at[3]),
        )

    @property
    def error(self):
        """The bound on the relative error of all values, divided by i + j."""
        return self.g.error
