"""Tighten bounds on all values of a game by sweeps from both sides, and exclude moves that others certainly beat.

Let T be Bellman's operator: the best move's value at each position. T is monotone, and the values V satisfy V = T V. So
l <= V <= h implies T l <= V <= T h: in whatever order positions are visited, each new bound is valid. If the game must
end, bounds that start with the least and the greatest payoff converge to V.

Components come in order of dependency, so the part of a move's value from outside its component is added up once. A
component is done after a sweep that moves no bound by more than 2^-53. If too many sweeps would still be needed (long
loops, probabilities near 1), it is reported as stalled.

Error bound. All numbers are in a unit in which no absolute payoff exceeds 1. Let u = 2^-53. Let k be the number of
outcomes of a move that continue the game, p1 to pk their probabilities, v1 to vk the values to which they lead, and c
the constant part of the move's value w = c + p1 v1 + ... + pk vk. Let s be the computed sum, which begins with c.

1. Constants and probabilities are rounded once when they are converted to floats, each product and each sum once more.
   So each term acquires at most k + 2 factors 1 + e, |e| <= u.
2. If no payoff is negative, no term is negative, and w (1 - (k+2) u) <= s <= w / (1 - (k+2) u). Let g = (k+7) u. Then
   1 - g is exact, and fl(1 + g) >= 1 + (k+6) u. The rounded product s (1 - g) is at most
   w (1 - (k+6) u) / (1 - (k+2) u) < w, and the rounded product s fl(1 + g) is at least w (1 + 2 u) as long as k < 2^25.
3. If some payoff is negative, let no absolute payoff exceed M. The absolute values of the terms add up to at most M,
   and s is off by at most (k+3) u M. Therefore (k+8) u M is subtracted or added.
4. In both cases 2^-61 is also subtracted or added. This margin covers underflow, and the outward rounding of bounds in
   certificates. Bounds are never below the least or above the greatest payoff.

Cost: 1 to 2 ns per sweep for each outcome that stays in its component. Memory: the arrays passed in, and space for the
largest component in each `Tightener`. Limits: 2^25 outcomes per move.
"""

from libc.math cimport log
from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t
from libc.stdlib cimport calloc, free

cdef enum:
    CHECK = 16  # number of sweeps between two checks of the rate of convergence

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
    const int64_t* first_member
    const int32_t* places
    double* bounds  # the lower and the upper bound of each position
    uint8_t* left  # 1 for each move that no other move certainly beats, 0 for all others
    double unit  # u
    double margin
    double largest  # M if a payoff is negative, otherwise 0

cdef struct Loaded:  # a component, whose positions and moves are numbered from 0
    int64_t* move  # the first move of each position
    int64_t* first  # the first of each move's outcomes that stay in the component
    double* known  # lower and upper bound on each move's value without its `inner` outcomes, not rounded outward
    int32_t* inner  # the target of each outcome that stays in the component
    double* chance  # the probability of each outcome that stays in the component
    double* value  # lower and upper bound on each position's value
    double* worth  # lower and upper bound on the value of each move of the current position


cdef inline void round_outward(const Game* game, int64_t outcomes, double* low, double* high) noexcept nogil:
    """Turn computed sums into bounds."""
    cdef double slack = 0.0 if game.largest else (outcomes + 7) * game.unit
    cdef double more = (outcomes + 8) * game.unit * game.largest + game.margin
    low[0] = low[0] * (1.0 - slack) - more
    high[0] = high[0] * (1.0 + slack) + more


cdef int64_t load(const Game* game, int64_t begin, int64_t end, Loaded* loaded) noexcept nogil:
    """Copy a component to `loaded`; return the number of its inner outcomes."""
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
    """Tighten the bounds of position x, number `at` in its component, and exclude moves; return the larger change."""
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
        round_outward(game, game.first_outcome[y + 1] - game.first_outcome[y], &low, &high)
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
    """Return whether the remaining sweeps, converging like the last CHECK, would cost less than another method."""
    if change >= before:
        return False
    return log(change / STOP) / log(before / change) * CHECK < 1000.0 + 1e6 / inner


cdef class GameArrays:
    """The arrays of a game whose bounds are being tightened, in a unit in which no absolute payoff exceeds 1.

    `chances` and `gains` are tables of the floats nearest to probabilities and to the constant parts of moves' values;
    `numbers` holds each outcome's index in `chances`, and `end_numbers` each move's index in `gains`. `members` holds
    the positions by component, `first_member` the offset of each component in `members`, and `places` the index of each
    position in `members`. `bounds` has the shape (positions, 2). For the error bound to hold, `unit` and `margin` must
    be 2^-53 and 2^-61, and `largest` must be M if a payoff is negative.
    """

    cdef Game game
    cdef tuple _arrays  # keeps the arrays alive

    def __init__(
        self, const int8_t[::1] seats not None, const int64_t[::1] first_move not None,
        const int64_t[::1] first_outcome not None, const int32_t[::1] targets not None,
        const int32_t[::1] numbers not None, const double[::1] chances not None,
        const int32_t[::1] end_numbers not None, const double[::1] gains not None,
        const int64_t[::1] members not None, const int64_t[::1] first_member not None,
        const int32_t[::1] places not None, double[:, ::1] bounds not None, uint8_t[::1] left not None,
        double unit, double margin, double largest,
    ):
        cdef Game *game = &self.game
        self._arrays = (
            seats, first_move, first_outcome, targets, numbers, chances, end_numbers, gains, members, first_member,
            places, bounds, left,
        )
        game.seats, game.first_move, game.first_outcome = &seats[0], &first_move[0], &first_outcome[0]
        game.targets = &targets[0] if targets.shape[0] else NULL
        game.numbers = &numbers[0] if numbers.shape[0] else NULL
        game.chances = &chances[0] if chances.shape[0] else NULL
        game.end_numbers, game.gains = &end_numbers[0], &gains[0]
        game.members, game.first_member, game.places = &members[0], &first_member[0], &places[0]
        game.bounds, game.left = &bounds[0, 0], &left[0]
        game.unit, game.margin, game.largest = unit, margin, largest


cdef class Tightener:
    """A worker that tightens the bounds of one component after another, in its own memory.

    It has space for components of at most `positions` positions, `moves` moves, `outcomes` outcomes that continue the
    game, and `widest` moves at one position. `component` is the next or current component; `stalled` is true if that
    component needs too many sweeps.
    """

    cdef readonly int64_t component
    cdef readonly bint stalled
    cdef int64_t _end, _inner, _sweeps, _done
    cdef bint _once
    cdef double _change, _before
    cdef GameArrays _arrays
    cdef Loaded _loaded
    cdef int64_t *_room

    def __init__(
        self, GameArrays arrays not None, Py_ssize_t positions, Py_ssize_t moves, Py_ssize_t outcomes,
        Py_ssize_t widest,
    ):
        cdef Loaded *loaded = &self._loaded
        self._arrays = arrays
        self._room = <int64_t*> calloc(
            3 * positions + 3 * moves + outcomes + outcomes // 2 + 2 * widest + 2, sizeof(int64_t)
        )
        if self._room is NULL:
            raise MemoryError
        loaded.move, loaded.first = self._room, self._room + positions
        loaded.known = <double*> loaded.first + moves + 1
        loaded.value = loaded.known + 2 * moves
        loaded.worth = loaded.value + 2 * positions
        loaded.chance = loaded.worth + 2 * widest
        loaded.inner = <int32_t*> (loaded.chance + outcomes)

    def __dealloc__(self):
        free(self._room)

    def begin(self, int64_t begin, int64_t end):
        """Make `run` start with component `begin` and stop before component `end`."""
        self.component, self._end, self._inner, self._once, self.stalled = begin, end, -1, False, False

    def sweep_once(self):
        """Make `run` sweep the current component once more and then finish it; call this after setting its bounds."""
        self._inner, self._once, self.stalled = -1, True, False

    def run(self, int64_t budget):
        """Sweep until about `budget` outcomes are visited or a component stalls; return whether a component remains."""
        with nogil:
            self._run(budget)
        return self.component < self._end

    cdef void _run(self, int64_t budget) noexcept nogil:
        cdef const Game *game = &self._arrays.game
        cdef Loaded *loaded = &self._loaded
        cdef int64_t begin = 0, size = 0, at, cost
        self.stalled = False
        while self.component < self._end and budget > 0 and not self.stalled:
            begin = game.first_member[self.component]
            size = game.first_member[self.component + 1] - begin
            if self._inner < 0:
                self._inner = load(game, begin, begin + size, loaded)
                self._sweeps = self._done = 0
                self._change, self._before = 0.0, 1e300
                budget -= self._inner + 8 * size
            cost = 8 + self._inner // size
            while self._done < size and budget > 0:
                # Visit the last position first, because positions lead to later ones; reverse every fourth sweep.
                at = self._done if self._sweeps % 4 == 3 else size - 1 - self._done
                self._change = max(self._change, visit(game, loaded, game.members[begin + at], at))
                budget -= cost
                self._done += 1
            if self._done < size:
                return
            self._sweeps += 1
            self._done = 0
            if self._inner == 0 or self._once or self._change <= STOP:
                store(game, loaded, begin, size)
                self.component += 1
                self._inner, self._once = -1, False
                continue
            if self._sweeps % CHECK == 0:
                self.stalled = self._sweeps > CHECK and not pays(self._change, self._before, self._inner)
                self._before = self._change
            self._change = 0.0
        if self.stalled:
            store(game, loaded, begin, size)


cdef void store(const Game* game, const Loaded* loaded, int64_t begin, int64_t size) noexcept nogil:
    """Write the bounds of a component into the game's array."""
    cdef int64_t at, x
    for at in range(size):
        x = game.members[begin + at]
        game.bounds[2 * x], game.bounds[2 * x + 1] = loaded.value[2 * at], loaded.value[2 * at + 1]
