"""Bounds of all values of a game, tightened sweep by sweep from both sides, and the moves that they leave.

Let T be Bellman's operator: the best move's worth at each position. It is monotone and the values V are V = T V, so
bounds l <= V <= u give T l <= V <= T u: whatever order positions are taken in, each new bound holds. They begin with
the least and the greatest payoff and come together where the game must end. Components come in order of dependency; a
move's part outside of its component is added up once. Within a component positions are swept from the last to the
first, now and then the other way round; a move that another surely beats is left out from then on. A sweep that moves
no bound by more than 2^-53 of the scale ends it. Where so many sweeps are ahead that it would not pay (long loops,
probabilities near 1), the component is given back, for another method to bound.

Error bound: let u = 2^-53, and k be the outcomes of a move that go on. Its worth c + p1 v1 + ... + pk vk is added in
this order. Constants and probabilities are rounded once when they are made floats, each product and each sum once
more: so each term is off by at most k + 2 factors 1 + e, |e| <= u. Where no payoff is negative, and so no term, their
computed sum s is V* (1 + d), 1 - (k+2) u <= 1 + d <= 1 / (1 - (k+2) u). With g = (k+7) u the number 1 - g is exact,
and fl(1 + g) >= 1 + (k+6) u; s (1 - g), rounded, is at most V* (1 - (k+6) u + ...) < V* and s fl(1 + g), rounded, at
least V* (1 + 3 u) as long as k < 2^25. Then 2^-61 of the scale is taken off, or added: it covers underflow, and leaves
a margin for whoever makes the bounds whole numbers. Where a payoff is negative all terms together are at most M, the
largest absolute payoff; s is off by at most (k+3) u M, and (k+8) u M is taken off or added. Bounds never go beyond
the least and the greatest payoff.

Cost: 1 to 2 ns an outcome that stays in its component, a sweep. Memory: the arrays given. Limits: 2^25 outcomes a move.
"""

from libc.math cimport log
from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t

cdef enum:
    CHECK = 16  # sweeps between two looks at how fast bounds come together

cdef double STOP = 2.0 ** -53

cdef struct Game:
    const int8_t* seats
    const int64_t* first_move
    const int64_t* first_outcome
    const int32_t* targets
    const int32_t* numbers
    const double* chances
    const int32_t* end_numbers
    const double* gains
    const int64_t* members
    const int32_t* places
    double* bounds  # low, high, by position
    uint8_t* left  # by move: no other surely beats it
    double unit  # u
    double margin
    double largest  # M where a payoff is negative, else 0

cdef struct Loaded:  # a component, its positions and moves numbered from 0
    int64_t* move  # of each position: its first move
    int64_t* first  # of each move: its first outcome that stays inside
    double* known  # of each move: low, high of what it has outside
    int32_t* inner  # of each inner outcome: where its target's bounds are
    double* chance  # and its probability
    double* value  # of each position: low, high
    double* worth  # of each move of one position: low, high


cdef inline void outward(const Game* game, int64_t outcomes, double* low, double* high) noexcept nogil:
    """From computed sums to bounds."""
    cdef double slack = 0.0 if game.largest else (outcomes + 7) * game.unit
    cdef double more = (outcomes + 8) * game.unit * game.largest + game.margin
    low[0] = low[0] * (1.0 - slack) - more
    high[0] = high[0] * (1.0 + slack) + more


cdef int64_t load(const Game* game, int64_t begin, int64_t end, Loaded* loaded) noexcept nogil:
    """Lay out a component; the number of its inner outcomes."""
    cdef int64_t at, x, y, z, size = end - begin, inner = 0, move = 0, place
    cdef double low, high, chance
    cdef const double* other
    loaded.first[0] = 0
    for at in range(size):
        x = game.members[begin + at]
        loaded.move[at] = move
        loaded.value[2 * at], loaded.value[2 * at + 1] = game.bounds[2 * x], game.bounds[2 * x + 1]
        for y in range(game.first_move[x], game.first_move[x + 1]):
            low = high = game.gains[game.end_numbers[y]]
            for z in range(game.first_outcome[y], game.first_outcome[y + 1]):
                place = game.places[game.targets[z]] - begin
                chance = game.chances[game.numbers[z]]
                if 0 <= place < size:
                    loaded.inner[inner], loaded.chance[inner] = <int32_t> place, chance
                    inner += 1
                else:
                    other = game.bounds + 2 * <int64_t> game.targets[z]
                    low += chance * other[0]
                    high += chance * other[1]
            loaded.known[2 * move], loaded.known[2 * move + 1] = low, high
            move += 1
            loaded.first[move] = inner
    return inner


cdef double visit(const Game* game, const Loaded* loaded, int64_t x, int64_t at) noexcept nogil:
    """Tighten the bounds of one position, `at` in its component, and leave out moves; by how much they moved."""
    cdef int64_t y, z, move, first = game.first_move[x], end = game.first_move[x + 1], left = 0
    cdef double low, high, best_low = 0.0, best_high = 0.0, change
    cdef bint minimizes = game.seats[x]
    cdef const double* value
    for y in range(first, end):
        if not game.left[y]:
            continue
        move = loaded.move[at] + y - first
        low, high = loaded.known[2 * move], loaded.known[2 * move + 1]
        for z in range(loaded.first[move], loaded.first[move + 1]):
            value = loaded.value + 2 * <int64_t> loaded.inner[z]
            low += loaded.chance[z] * value[0]
            high += loaded.chance[z] * value[1]
        outward(game, game.first_outcome[y + 1] - game.first_outcome[y], &low, &high)
        loaded.worth[2 * (y - first)], loaded.worth[2 * (y - first) + 1] = low, high
        if left == 0:
            best_low, best_high = low, high
        elif minimizes:
            best_low, best_high = min(best_low, low), min(best_high, high)
        else:
            best_low, best_high = max(best_low, low), max(best_high, high)
        left += 1
    if left > 1:
        for y in range(first, end):
            if minimizes:
                if loaded.worth[2 * (y - first)] > best_high:
                    game.left[y] = 0
            elif loaded.worth[2 * (y - first) + 1] < best_low:
                game.left[y] = 0
    low, high = max(best_low, loaded.value[2 * at]), min(best_high, loaded.value[2 * at + 1])
    change = max(low - loaded.value[2 * at], loaded.value[2 * at + 1] - high)
    loaded.value[2 * at], loaded.value[2 * at + 1] = low, high
    return change


cdef bint pays(double change, double before, int64_t inner) noexcept nogil:
    """Whether the sweeps that are ahead, as bounds moved in the last CHECK ones, cost less than another method."""
    if change >= before:
        return False
    return log(change / STOP) / log(before / change) * CHECK < 1000.0 + 1e6 / inner


def tighten(
    const int8_t[::1] seats not None, const int64_t[::1] first_move not None,
    const int64_t[::1] first_outcome not None, const int32_t[::1] targets not None,
    const int32_t[::1] numbers not None, const double[::1] chances not None,
    const int32_t[::1] end_numbers not None, const double[::1] gains not None,
    const int64_t[::1] members not None, const int64_t[::1] first_member not None, const int32_t[::1] places not None,
    int64_t[:, ::1] offsets not None, double[:, ::1] sums not None, int32_t[::1] inner not None,
    double[::1] inner_chances not None, double[:, ::1] values not None, double[:, ::1] worths not None,
    double[:, ::1] bounds not None, uint8_t[::1] left not None,
    double unit, double margin, double largest, int64_t[::1] state not None, double[::1] changes not None,
    int64_t budget,
):
    """Go on with the components until the budget is used up, or one would take too many sweeps. Releases the GIL.

    Parameters
    ----------
    seats, first_move, first_outcome, targets, numbers, end_numbers
        As in `Model`.
    chances, gains : float64 arrays
        The tables of probabilities, and of what moves get where they end the game, nearest floats.
    members, first_member, places
        Positions by component, where each component begins, and where each position stands in `members`.
    offsets, sums, inner, inner_chances, values, worths : arrays
        Room for the largest component: (2, the larger of positions and moves + 1), (moves, 2), inner outcomes twice,
        (positions, 2); (moves of a position, 2).
    bounds : float64 array, shape (positions, 2)
        Bounds of all values, to be tightened.
    left : uint8 array, length moves
        Set to 0 for moves that another surely beats.
    unit, margin, largest : float
        2^-53 and 2^-61, or the error bound is none; the largest absolute payoff if one is negative, else 0.
    state : int64 array, length 5
        Component, its inner outcomes (-1: not begun), sweeps, positions done in this one; whether one sweep is enough.
    changes : float64 array, length 2
        How much the sweep has moved bounds, and that of `CHECK` sweeps ago.
    budget : int
        Outcomes and moves to look at before it returns.

    Returns
    -------
    bool
        Whether the component that `state` names would take too many sweeps.
    """
    cdef Game game
    cdef Loaded loaded
    cdef int64_t c = state[0], sizes = first_member.shape[0] - 1, begin, end, at, done, cost
    cdef bint stalled = False
    game.seats, game.first_move, game.first_outcome = &seats[0], &first_move[0], &first_outcome[0]
    game.targets = &targets[0] if targets.shape[0] else NULL
    game.numbers = &numbers[0] if numbers.shape[0] else NULL
    game.chances = &chances[0] if chances.shape[0] else NULL
    game.end_numbers, game.gains = &end_numbers[0], &gains[0]
    game.members, game.places = &members[0], &places[0]
    game.bounds, game.left = &bounds[0, 0], &left[0]
    game.unit, game.margin, game.largest = unit, margin, largest
    loaded.move, loaded.first = &offsets[0, 0], &offsets[1, 0]
    loaded.known, loaded.value, loaded.worth = &sums[0, 0], &values[0, 0], &worths[0, 0]
    loaded.inner, loaded.chance = &inner[0], &inner_chances[0]
    with nogil:
        while c < sizes and budget > 0 and not stalled:
            begin, end = first_member[c], first_member[c + 1]
            if state[1] < 0:
                state[1] = load(&game, begin, end, &loaded)
                state[2] = state[3] = 0
                changes[0], changes[1] = 0.0, 1e300
                budget -= state[1] + 8 * (end - begin)
            cost = 8 + state[1] // (end - begin)
            done = state[3]
            while done < end - begin and budget > 0:
                # Mostly the last first, for positions lead to later ones; now and then the other way round.
                at = done if state[2] % 4 == 3 else end - begin - 1 - done
                changes[0] = max(changes[0], visit(&game, &loaded, members[begin + at], at))
                budget -= cost
                done += 1
            state[3] = done
            if done < end - begin:
                break
            state[2] += 1
            state[3] = 0
            if state[1] == 0 or state[4] or changes[0] <= STOP:
                for at in range(begin, end):
                    bounds[members[at], 0] = values[at - begin, 0]
                    bounds[members[at], 1] = values[at - begin, 1]
                c += 1
                state[1], state[4] = -1, 0
                continue
            if state[2] % CHECK == 0:
                stalled = state[2] > CHECK and not pays(changes[0], changes[1], state[1])
                changes[1] = changes[0]
            changes[0] = 0.0
        if stalled:
            for at in range(begin, end):
                bounds[members[at], 0] = values[at - begin, 0]
                bounds[members[at], 1] = values[at - begin, 1]
        state[0] = c
    return stalled


def find_levels(
    const int64_t[::1] rows not None, const int32_t[::1] targets not None, const int64_t[::1] members not None,
    const int64_t[::1] first_member not None, const int64_t[::1] label not None, int32_t[::1] levels not None,
):
    """Of each component one more than the highest level that it leads to, 0 if to none. Releases the GIL.

    Parameters
    ----------
    rows : int64 array, length positions + 1
        The first outcome of each position.
    targets
        As in `Model`.
    members, first_member, label
        `Components`: those that a component leads to before it.
    levels : int32 array, length components
        To be filled.
    """
    cdef int64_t c, at, x, z, other
    cdef int32_t level
    with nogil:
        for c in range(first_member.shape[0] - 1):
            level = 0
            for at in range(first_member[c], first_member[c + 1]):
                x = members[at]
                for z in range(rows[x], rows[x + 1]):
                    other = label[targets[z]]
                    if other != c and levels[other] >= level:
                        level = levels[other] + 1
            levels[c] = level
