"""Bound the value of every position in one pass over the pairs of needs, in order of increasing sum.

A pair is {(i, j), (j, i)} with i ≥ j; i is the need of the *trailing* player. All values are the trailing player's
probability of winning, which is the small one if the needs are far apart, so that relative errors stay small. Both
unknowns of a pair are bounded at once:

    X(i, j)  the trailing player is to toss          Y(i, j)  the leading player is to toss

Let the players go for k and l heads, and let x = p^k and y = p^l, where p is the probability of heads. Let
B = Y(i-k, j) be the value after the trailing player banks (1 - X(j, i-k) if that player is then ahead, 1 if banking
wins), and A = X(i, j-l) the value after the leading player banks (0 if banking wins). Then

    X = ((1-x) y A + x B) / E,    Y = (y A + (1-y) x B) / E,    E = x + y (1-x).

The trailing player can insist on any k, so the least X over all l, from lower bounds on A and B, is a lower bound. The
leading player can insist on any l, so the largest X over all k, from upper bounds on A and B, is an upper bound. With
the best k and l, both bounds meet up to rounding; wrong guesses only widen the gap. The bounds on positions with open
points follow in one step each, from i-1 open points down.

Cost for targets n: n²(n-1)/2 positions, each with about 20 operations and two divisions. Memory: the arrays passed in.

Error bounds: all terms are positive, so rounding changes each result by at most 11 factors 1 + e, |e| ≤ 2^-53: one for
each number from a table and for each operation. Each result is moved outward by 16·2^-53 = 2^-49 of itself. Underflow
could violate this bound if p^i or 1-p is below 2^-500; the bounds then stay 0 and 1, and the exact stage decides.
"""

from ..states cimport CONTINUE, STOP, UNKNOWN

cdef double UP = 1.0 + 2.0 ** -49
cdef double DOWN = 1.0 - 2.0 ** -49
cdef double ROUND = 2.0 ** -53


cdef struct Pairs:
    Py_ssize_t larger
    Py_ssize_t smaller
    const double* power  # p^k for k = 0 … larger
    const double* rest  # 1 - p^k for the same k
    double* x_min
    double* x_max
    double* y_min
    double* y_max
    double* bank_min  # the trailing player's value after banking k = 1 … i heads
    double* bank_max
    double* lead_min  # the trailing player's value after the leading player banks l = 1 … j heads
    double* lead_max
    double* p_min
    double* p_max
    signed char* s
    const long long* rows
    const long long* bases


cdef inline double larger(double x, double y) noexcept nogil:
    return x if x > y else y


cdef inline double smaller(double x, double y) noexcept nogil:
    return x if x < y else y


cdef inline Py_ssize_t position(const Pairs* g, Py_ssize_t a, Py_ssize_t i, Py_ssize_t j) noexcept nogil:
    return g.bases[a] + g.rows[i] + j - 1


cdef inline double evaluate_choices(const Pairs* g, Py_ssize_t k, Py_ssize_t m, double bank, double lead,
                                    bint toss) noexcept nogil:
    """Return X (if `toss` is true) or Y when the trailing player goes for k heads and the leading player for m."""
    cdef double x = g.power[k], y = g.power[m]
    cdef double both = x + y * g.rest[k]
    if toss:
        return (g.rest[k] * (y * lead) + x * bank) / both
    return (y * lead + g.rest[m] * (x * bank)) / both


cdef void set_bank_values(const Pairs* g, Py_ssize_t i, Py_ssize_t j) noexcept nogil:
    """Set bounds on the trailing player's value after this player banks any k heads, or the leading player any l."""
    cdef Py_ssize_t k, at, m, row = g.smaller + 1
    for k in range(1, i + 1):
        m = i - k
        if m == 0:
            g.bank_min[k] = g.bank_max[k] = 1.0
        elif m >= j:
            at = m * row + j
            g.bank_min[k] = g.y_min[at]
            g.bank_max[k] = g.y_max[at]
        else:
            at = j * row + m
            g.bank_min[k] = larger((1.0 - g.x_max[at]) * DOWN, 0.0)
            g.bank_max[k] = smaller((1.0 - g.x_min[at]) * UP, 1.0)
    for k in range(1, j + 1):
        m = j - k
        if m == 0:
            g.lead_min[k] = g.lead_max[k] = 0.0
        else:
            at = i * row + m
            g.lead_min[k] = g.x_min[at]
            g.lead_max[k] = g.x_max[at]


cdef void guess(const Pairs* g, Py_ssize_t i, Py_ssize_t j, Py_ssize_t* best_k, Py_ssize_t* best_l) noexcept nogil:
    """Guess k and l by strategy iteration in plain floats; only the bounds can prove that they are best."""
    cdef Py_ssize_t k = 1, l = 1, other, old_k, old_l, _
    cdef double x, y, gain, best, bank, lead
    for _ in range(100):
        old_k = k
        old_l = l
        bank = 0.5 * (g.bank_min[k] + g.bank_max[k])
        lead = 0.5 * (g.lead_min[l] + g.lead_max[l])
        x = evaluate_choices(g, k, l, bank, lead, True)
        y = evaluate_choices(g, k, l, bank, lead, False)
        best = -2.0
        for other in range(1, i + 1):
            gain = g.power[other] * (0.5 * (g.bank_min[other] + g.bank_max[other]) - y)
            if gain > best:
                best = gain
                k = other
        best = 2.0
        for other in range(1, j + 1):
            gain = g.power[other] * (0.5 * (g.lead_min[other] + g.lead_max[other]) - x)
            if gain < best:
                best = gain
                l = other
        if k == old_k and l == old_l:
            break
    best_k[0] = k
    best_l[0] = l


cdef void bound_pair(const Pairs* g, Py_ssize_t i, Py_ssize_t j) noexcept nogil:
    """Bound X and Y at one pair, then all positions with open points at these needs."""
    cdef Py_ssize_t k, l, a, at, here = i * (g.smaller + 1) + j
    cdef double x_low, x_high, y_low, y_high, go_low, go_high, end_low, end_high, low, high
    if g.power[i] < 2.0 ** -500 or g.rest[1] < 2.0 ** -500:
        return  # the bounds stay 0 and 1, and S stays unknown
    set_bank_values(g, i, j)
    guess(g, i, j, &k, &l)
    x_low = y_low = 2.0
    for a in range(1, j + 1):
        x_low = smaller(x_low, evaluate_choices(g, k, a, g.bank_min[k], g.lead_min[a], True))
        y_low = smaller(y_low, evaluate_choices(g, k, a, g.bank_min[k], g.lead_min[a], False))
    x_high = y_high = 0.0
    for a in range(1, i + 1):
        x_high = larger(x_high, evaluate_choices(g, a, l, g.bank_max[a], g.lead_max[l], True))
        y_high = larger(y_high, evaluate_choices(g, a, l, g.bank_max[a], g.lead_max[l], False))
    g.x_min[here] = x_low = x_low * DOWN
    g.y_min[here] = y_low = y_low * DOWN
    g.x_max[here] = x_high = smaller(x_high * UP, 1.0)
    g.y_max[here] = y_high = smaller(y_high * UP, 1.0)

    low = high = 1.0
    for a in range(i - 1, 0, -1):
        at = position(g, a, i, j)
        go_low = (g.rest[1] * y_low + g.power[1] * low) * DOWN
        go_high = (g.rest[1] * y_high + g.power[1] * high) * UP
        end_low = g.bank_min[a]
        end_high = g.bank_max[a]
        g.s[at] = CONTINUE if go_low > end_high else STOP if end_low > go_high else UNKNOWN
        g.p_min[at] = low = larger(go_low, end_low)
        g.p_max[at] = high = smaller(larger(go_high, end_high), 1.0)
    if i == j:
        return
    low = high = 0.0
    for a in range(j - 1, 0, -1):
        at = position(g, a, j, i)
        go_low = (g.rest[1] * x_low + g.power[1] * low) * DOWN
        go_high = (g.rest[1] * x_high + g.power[1] * high) * UP
        end_low = g.lead_min[a]
        end_high = g.lead_max[a]
        g.s[at] = CONTINUE if go_high < end_low else STOP if end_high < go_low else UNKNOWN
        low = smaller(go_low, end_low)
        high = smaller(smaller(go_high, end_high), 1.0)
        g.p_min[at] = larger(1.0 - high - ROUND, 0.0)
        g.p_max[at] = smaller(1.0 - low + ROUND, 1.0)


def solve_sum(Py_ssize_t total, double[::1] p_min, double[::1] p_max, signed char[::1] s, const long long[::1] rows,
              const long long[::1] bases, Py_ssize_t larger, Py_ssize_t smaller, const double[::1] power,
              const double[::1] rest, double[:, :, ::1] bounds, double[:, ::1] banks):
    """Bound all pairs whose needs add up to `total`, given the bounds at all smaller sums. The GIL is released.

    `p_min` and `p_max` hold bounds on the probability that the player to toss wins, initially 0 and 1; `s` holds codes
    of `states.pxd`, initially 0. All three have length `Layout.size`; `rows` and `bases` are those of `Layout`. `power`
    and `rest`, of length larger + 1, hold p^k and 1 - p^k, each with a relative error of at most 2^-53. `bounds`, of
    shape (4, larger + 1, smaller + 1), holds X_min, X_max, Y_min and Y_max by trailing and leading need, initially 0,
    1, 0 and 1. `banks`, of shape (4, larger + 1), is a workspace.
    """
    cdef Pairs g
    cdef Py_ssize_t i
    g.larger, g.smaller = larger, smaller
    g.power, g.rest = &power[0], &rest[0]
    g.x_min, g.x_max, g.y_min, g.y_max = &bounds[0, 0, 0], &bounds[1, 0, 0], &bounds[2, 0, 0], &bounds[3, 0, 0]
    g.bank_min, g.bank_max, g.lead_min, g.lead_max = &banks[0, 0], &banks[1, 0], &banks[2, 0], &banks[3, 0]
    g.rows, g.bases = &rows[0], &bases[0]
    g.p_min = g.p_max = NULL
    g.s = NULL
    if larger > 1:
        g.p_min, g.p_max, g.s = &p_min[0], &p_max[0], &s[0]
    with nogil:
        for i in range((total + 1) // 2, total):
            if i <= larger and total - i <= smaller:
                bound_pair(&g, i, total - i)
