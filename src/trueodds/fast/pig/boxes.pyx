"""Bound all values of Pig rigorously, one pair of needs at a time, and find the best moves that the bounds prove.

The die has s sides. V(i, j) is the winning probability of a player who begins a turn, if this player needs i points and
the opponent j; W(t) is this player's winning probability at turn total t. Let z = 1 - V(j, i), the value of a turn that
gains nothing. Then a turn is a problem of optimal stopping in one unknown, z:

    W(t) = max(hold: 1 - V(j, i-t), for t > 0;  roll: (z + W(t+2) + ... + W(t+s)) / s),   W(t) = 1 for t >= i,

and V(i, j) = W(0) = F(z). F is increasing, convex and piecewise linear. Its slope is the probability that the turn
gains nothing, which is below 1 for every strategy. Let G be the function F of the other player. Then x = V(i, j) and
y = V(j, i) solve x = F(1 - y), y = G(1 - x). The solution is unique because the map (x, y) -> (F(1 - y), G(1 - x)) is a
contraction. Pairs (i, j), j <= i, are computed row by row; F and G need only values of earlier pairs.

Every value is stored twice, as the probabilities of winning and of losing, which are sums of non-negative numbers.
Their relative errors therefore stay small, even if the probabilities are tiny.

Newton's iteration in floats gives a guess. Bounds come from a box around the guess, in which each of x, 1 - x, y and
1 - y lies between two numbers. If the image of the box, rounded outward, lies in the box, then the box contains a fixed
point (Brouwer), which is the solution. The bounds on hold and roll for z in the box then decide which is better, unless
they overlap.

Such a box is not empty. Let S be the sum of the lower bounds on x and 1 - x, and T the sum of those on y and 1 - y.
The lower bounds on holding have a sum of at most 1, and at each t the sum is at most the larger of the sums for hold
and roll. So the sum S of the image is at most 1 + w max(T - 1, 0), where w < 1 bounds the probability that the turn
gains nothing; likewise for T. The lower bounds of the image are not below those of the box, so S - 1 ≤ w max(T - 1, 0)
and T - 1 ≤ w max(S - 1, 0), hence S, T ≤ 1. In the same way, the sums of the upper bounds are at least 1.

Cost: about 20 backward passes per pair, each of at most i min(s, i) steps of 1 ns. Limits: needs and sides below 2^31.

Error bounds: let n = min(s, i - t). The value of a roll is a sum of at most n + 2 non-negative numbers, divided by s.
Rounding changes it by at most n + 2 factors 1 + e, |e| <= 2^-53. Bounds are moved outward by (n + 6) 2^-52 of their
size, which also covers the rounding of this step, and by 10^-300 for underflow. The number of winning faces is exact.
"""

from libc.math cimport fabs

from ..states cimport PIG_HOLD, PIG_ROLL, PIG_UNKNOWN

ctypedef unsigned char byte

cdef double UNIT = 2.0 ** -52


cdef struct Odds:  # the probabilities of winning and of losing
    double win
    double lose


cdef struct Bounds:  # lower and upper bounds on both probabilities
    Odds low
    Odds high


cdef struct Player:  # one player at a pair of needs
    Py_ssize_t need
    Bounds* hold  # bounds on the odds after holding at each turn total
    Bounds* roll  # bounds on the odds after rolling at each turn total


cdef inline double lower(double x, Py_ssize_t n) noexcept nogil:
    return max(x * (1.0 - (n + 6) * UNIT) - 1e-300, 0.0)


cdef inline double upper(double x, Py_ssize_t n) noexcept nogil:
    return min(x * (1.0 + (n + 6) * UNIT) + 1e-300, 1.0)


cdef inline Py_ssize_t count_winning_faces(Py_ssize_t left, Py_ssize_t sides) noexcept nogil:
    """Return the number of faces that win when `left` points are still needed."""
    return max(sides + 1 - max(left, 2), 0)


cdef double guess(const Player* player, Py_ssize_t sides, Odds passed, Odds* sure, double* slope) noexcept nogil:
    """Find the best moves in floats if a turn that gains nothing has the value `passed`; return the slope at total 0.

    At each turn total, the probabilities of winning and of losing are `sure + slope * passed`.
    """
    cdef Py_ssize_t t, d
    cdef double win, lose, part, rest
    for t in range(player.need - 1, -1, -1):
        win, lose, part = count_winning_faces(player.need - t, sides), 0.0, 1.0
        for d in range(t + 2, min(t + sides + 1, player.need)):
            win += sure[d].win
            lose += sure[d].lose
            part += slope[d]
        sure[t].win, sure[t].lose, slope[t] = win / sides, lose / sides, part / sides
        if t == 0:
            break
        win = 0.5 * (player.hold[t].low.win + player.hold[t].high.win)
        lose = 0.5 * (player.hold[t].low.lose + player.hold[t].high.lose)
        if win < lose:
            rest = win - sure[t].win - slope[t] * passed.win
        else:
            rest = sure[t].lose + slope[t] * passed.lose - lose
        if rest >= 0.0:
            sure[t].win, sure[t].lose, slope[t] = win, lose, 0.0
    return slope[0]


cdef Bounds bound(const Player* player, Py_ssize_t sides, Bounds passed, Bounds* best) noexcept nogil:
    """Return bounds on the value of the turn, and write bounds on rolling at each turn total to `player.roll`."""
    cdef Py_ssize_t t, d, n, wins
    cdef Odds low, high
    for t in range(player.need - 1, -1, -1):
        n = min(sides, player.need - t)
        wins = count_winning_faces(player.need - t, sides)
        low, high = passed.low, passed.high
        low.win += wins
        high.win += wins
        for d in range(t + 2, min(t + sides + 1, player.need)):
            low.win += best[d].low.win
            low.lose += best[d].low.lose
            high.win += best[d].high.win
            high.lose += best[d].high.lose
        low.win, low.lose = lower(low.win / sides, n), lower(low.lose / sides, n)
        high.win, high.lose = upper(high.win / sides, n), upper(high.lose / sides, n)
        player.roll[t].low, player.roll[t].high = low, high
        best[t] = player.roll[t]
        if t > 0 and not bound_difference(best[t], player.hold[t]) > 0.0:
            best[t] = player.hold[t]
            if not bound_difference(player.hold[t], player.roll[t]) > 0.0:
                best[t].low.win = max(low.win, player.hold[t].low.win)
                best[t].low.lose = min(low.lose, player.hold[t].low.lose)
                best[t].high.win = max(high.win, player.hold[t].high.win)
                best[t].high.lose = min(high.lose, player.hold[t].high.lose)
    return best[0]


cdef inline double bound_difference(Bounds first, Bounds second) noexcept nogil:
    """Return a lower bound on `first` minus `second`; it is positive if the bounds prove that `first` is better."""
    return max(first.low.win - second.high.win, second.low.lose - first.high.lose)


cdef inline Bounds intersect_bounds(Bounds b) noexcept nogil:
    """Return the bounds after those on winning have tightened those on losing, and vice versa."""
    cdef Bounds tightened
    tightened.low.win = max(b.low.win, lower(1.0 - b.high.lose, 0))
    tightened.low.lose = max(b.low.lose, lower(1.0 - b.high.win, 0))
    tightened.high.win = min(b.high.win, upper(1.0 - b.low.lose, 0))
    tightened.high.lose = min(b.high.lose, upper(1.0 - b.low.win, 0))
    return tightened


cdef inline Bounds swap_players(Bounds b) noexcept nogil:
    """Return the bounds for the other player."""
    cdef Bounds swapped
    swapped.low.win, swapped.low.lose = b.low.lose, b.low.win
    swapped.high.win, swapped.high.lose = b.high.lose, b.high.win
    return swapped


cdef inline Bounds box_around(Odds middle, Odds width) noexcept nogil:
    cdef Bounds box
    box.low.win, box.low.lose = max(middle.win - width.win, 0.0), max(middle.lose - width.lose, 0.0)
    box.high.win, box.high.lose = min(middle.win + width.win, 1.0), min(middle.lose + width.lose, 1.0)
    return box


cdef inline Odds measure_distances(Bounds b, Odds middle) noexcept nogil:
    """Return, for each probability, the distance from `middle` to the farther bound, plus a margin for rounding."""
    cdef Odds distances
    distances.win = max(b.high.win - middle.win, middle.win - b.low.win) + 4 * UNIT * middle.win
    distances.lose = max(b.high.lose - middle.lose, middle.lose - b.low.lose) + 4 * UNIT * middle.lose
    return distances


cdef inline bint contains(Bounds outer, Bounds inner) noexcept nogil:
    return (outer.low.win <= inner.low.win and inner.high.win <= outer.high.win
            and outer.low.lose <= inner.low.lose and inner.high.lose <= outer.high.lose)


cdef inline double measure_change(Odds new, Odds old) noexcept nogil:
    return max(fabs(new.win - old.win) / (new.win + 1e-300), fabs(new.lose - old.lose) / (new.lose + 1e-300))


cdef void solve(const Player* first, const Player* second, Py_ssize_t sides, Odds* sure, double* slope, Bounds* best,
                Bounds* x_bounds, Bounds* y_bounds) noexcept nogil:
    """Bound both players' values, and the odds after rolling at every turn total.

    Newton's iteration starts from the values of a nearby pair, in `x_bounds` and `y_bounds`. From a distant start, it
    may choose a strategy that rolls forever, and never recover.
    """
    cdef Odds x = x_bounds.low, y = y_bounds.low
    cdef Odds a, b, x_wide, y_wide, before, other
    cdef Bounds x_box, y_box, point
    cdef double p = 0.0, q = 0.0, rest = 1.0, more
    cdef int _
    for _ in range(30):  # Newton's iteration; if 30 rounds are not enough, the box is wide, possibly from 0 to 1
        before, other = x, y
        p = guess(first, sides, swap_odds(y), sure, slope)
        a = sure[0]
        q = guess(second, sides, swap_odds(x), sure, slope)
        b = sure[0]
        rest = max(1.0 - p * q, UNIT)
        x.win, y.lose = (a.win + p * b.lose) / rest, (b.lose + q * a.win) / rest
        x.lose, y.win = (a.lose + p * b.win) / rest, (b.win + q * a.lose) / rest
        if max(measure_change(x, before), measure_change(y, other)) <= 8 * UNIT:
            break
    point.low = point.high = swap_odds(y)
    a = measure_distances(bound(first, sides, point, best), x)
    point.low = point.high = swap_odds(x)
    b = measure_distances(bound(second, sides, point, best), y)
    x_wide.win, y_wide.lose = (a.win + p * b.lose) / rest, (b.lose + q * a.win) / rest
    x_wide.lose, y_wide.win = (a.lose + p * b.win) / rest, (b.win + q * a.lose) / rest
    more = 1.0 + 2.0 ** -10
    while True:
        x_wide.win = more * x_wide.win + 1e-300
        x_wide.lose = more * x_wide.lose + 1e-300
        y_wide.win = more * y_wide.win + 1e-300
        y_wide.lose = more * y_wide.lose + 1e-300
        x_box, y_box = box_around(x, x_wide), box_around(y, y_wide)
        x_bounds[0] = bound(first, sides, swap_players(y_box), best)
        y_bounds[0] = bound(second, sides, swap_players(x_box), best)
        if contains(x_box, x_bounds[0]) and contains(y_box, y_bounds[0]):
            x_bounds[0], y_bounds[0] = intersect_bounds(x_bounds[0]), intersect_bounds(y_bounds[0])
            return  # the box from 0 to 1 leads here if no smaller box does
        more = 2.0


cdef inline Odds swap_odds(Odds odds) noexcept nogil:
    cdef Odds swapped
    swapped.win, swapped.lose = odds.lose, odds.win
    return swapped


cdef Py_ssize_t decide(const Player* player, byte* states, double* closest, Py_ssize_t* where) noexcept nogil:
    """Set the better move at each turn total, update the smallest gap, and return the number of undecided positions."""
    cdef Py_ssize_t t, unknown = 0
    cdef double hold, roll
    states[0] = PIG_ROLL
    for t in range(1, player.need):
        hold, roll = bound_difference(player.hold[t], player.roll[t]), bound_difference(player.roll[t], player.hold[t])
        if not max(hold, roll) > 0.0:
            states[t] = PIG_UNKNOWN
            unknown += 1
            continue
        states[t] = PIG_HOLD if hold > roll else PIG_ROLL
        if max(hold, roll) < closest[0]:
            closest[0] = max(hold, roll)
            where[0] = t
    return unknown


cdef inline void read(const Player* player, const Bounds* values) noexcept nogil:
    """Read the values of holding from the opponent's values, indexed by the need of this player."""
    cdef Py_ssize_t t
    for t in range(1, player.need):
        player.hold[t] = swap_players(values[player.need - t])


def row(Py_ssize_t i, Py_ssize_t smaller, Py_ssize_t sides, double[:, :, ::1] values, double[:, :, ::1] other_values,
        byte[:, ::1] states, byte[:, ::1] other_states, double[:, ::1] work, bint same):
    """Bound the values at all pairs (i, j) and (j, i), j = 1 ... min(i, smaller), and decide the moves there.

    The arrays are those of `bounds.PigBounds`; `same` is true if `other_values` is `values` and `other_states` is
    `states`. `work`, of shape (6, 4 (larger + 1)), is a workspace. Return `unknown`, `gap` and `closest`, as in
    `bounds.PigBounds`, for these pairs.
    """
    cdef Py_ssize_t j, t, unknown = 0, at = i * (i - 1) // 2, other_at
    cdef double closest = 2.0, before
    cdef Py_ssize_t need = 0, other_need = 0, total = 0
    cdef Player first, second
    cdef Bounds x, y
    cdef Bounds* best = <Bounds*> &work[0, 0]
    cdef Odds* sure = <Odds*> &work[1, 0]
    first.hold, first.roll = <Bounds*> &work[2, 0], <Bounds*> &work[3, 0]
    second.hold, second.roll = <Bounds*> &work[4, 0], <Bounds*> &work[5, 0]
    first.need = i
    x.low.win = x.low.lose = y.low.win = y.low.lose = 0.5
    with nogil:
        if i > 1:
            x, y = (<Bounds*> &values[i - 1, 1, 0])[0], (<Bounds*> &other_values[1, i - 1, 0])[0]
        for j in range(1, min(i, smaller) + 1):
            second.need = j
            read(&first, <Bounds*> &other_values[j, 0, 0])
            read(&second, <Bounds*> &values[i, 0, 0])
            solve(&first, &second, sides, sure, &work[1, 2 * (i + 1)], best, &x, &y)
            (<Bounds*> &values[i, j, 0])[0] = x
            (<Bounds*> &other_values[j, i, 0])[0] = y
            before = closest
            unknown += decide(&first, &states[j, at], &closest, &total)
            if closest < before:
                need, other_need = i, j
            other_at = j * (j - 1) // 2
            if i != j:
                before = closest
                unknown += decide(&second, &other_states[i, other_at], &closest, &total)
                if closest < before:
                    need, other_need = j, i
            if i <= smaller and not same:  # each player can have either need of this pair
                (<Bounds*> &values[j, i, 0])[0] = y
                (<Bounds*> &other_values[i, j, 0])[0] = x
                for t in range(i):
                    other_states[j, at + t] = states[j, at + t]
                for t in range(j):
                    states[i, other_at + t] = other_states[i, other_at + t]
    return unknown, closest, (need, other_need, total)
