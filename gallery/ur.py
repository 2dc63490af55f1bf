"""The Royal Game of Ur by Finkel's rules: exact odds with 1 and 2 pieces per player, proved bounds with 3 and 4.

    python gallery/ur.py

Each player moves pieces along 14 squares; both players use squares 5 to 12. Each of four dice shows 0 or 1, and a piece
moves by their sum. It may not land on a piece of the same player, nor on an opposing piece on square 8. On other shared
squares, it sends an opposing piece back to the start. A piece that lands on 4, 8 or 14 gives another roll. Pieces leave
the board by an exact roll. A player who can move must move. The first player with all pieces off the board wins.

Strategy iteration in floats yields approximate values. Proved bounds on all values then determine the best moves. The
exact value follows from the linear equations of the best moves (`exact_value`).
"""

import json
from fractions import Fraction
from itertools import combinations

import numpy as np
import results
from gmpy2 import mpq
from scipy import sparse
from scipy.sparse import csgraph, linalg

BITS = 36  # bits of the exact value that each solution in floats provides
GAIN = 1e-12  # smaller gains do not change a strategy
CHANGE = 1e-6  # largest change of a value in the last step of value iteration
CLOSE = 1e-8  # the bounds consider all moves within this distance of the best
SLACK = 1e-14  # exceeds the rounding error of looking one roll ahead
WEIGHTS = np.array([1, 4, 6, 4, 1])  # sixteenths: the probabilities of the rolls 0 to 4
ROSETTES, SAFE, SHARED, END = (4, 8, 14), 8, range(5, 13), 15


class Board:
    """All unfinished positions, from the point of view of the player to roll, and the results of all moves.

    `plays[roll, slot, x]` is the result of a move from position x: y if the same player rolls again at y, size + y if
    the other player rolls at y, 2 size if the player has won, and 2 size + 1 if the slot is empty.
    """

    def __init__(self, pieces):
        """List positions and moves; a side is a pair (squares taken, number of pieces that have left the board)."""
        sides = [
            (squares, home)
            for count in range(pieces + 1)
            for squares in combinations(range(1, END), count)
            for home in range(min(pieces, pieces - count + 1))
        ]
        number = {side: at for at, side in enumerate(sides)}
        taken = np.array([[square in squares for square in range(END)] for squares, _ in sides])
        waiting = np.array([pieces - len(squares) - home for squares, home in sides])
        lost = np.full((END, len(sides)), -1)  # the side without its piece on a square
        moved = np.full((5, END, len(sides)), -1)  # the side after a move from a square; 0 is before the first square
        for at, (squares, home) in enumerate(sides):
            for square in squares:
                lost[square, at] = number[tuple(other for other in squares if other != square), home]
            for square in (*squares, *([0] if waiting[at] else [])):
                for roll in range(1, min(4, END - square) + 1):
                    to = square + roll
                    left = tuple(other for other in squares if other != square)
                    if to == END:
                        moved[roll, square, at] = number.get((left, home + 1), len(sides))
                    elif to not in squares:
                        moved[roll, square, at] = number[tuple(sorted((*left, to))), home]

        shared = taken[:, SHARED.start : SHARED.stop].astype(int)
        self.mine, self.theirs = np.nonzero(shared @ shared.T == 0)
        self.size = size = len(self.mine)
        self.sides, self.pieces = sides, pieces
        place = np.full((len(sides), len(sides)), -1, dtype=np.int32)
        place[self.mine, self.theirs] = np.arange(size)
        self.flipped = place[self.theirs, self.mine]
        self.plays = np.full((5, pieces, size), 2 * size + 1, dtype=np.int32)
        self.plays[0, 0] = size + self.flipped
        for roll in range(1, 5):
            slot = np.zeros(size, dtype=int)
            for square in range(END - roll + 1):
                to = square + roll
                after = moved[roll, square, self.mine]
                hit = taken[self.theirs, to] if to in SHARED else np.zeros(size, dtype=bool)
                x = np.flatnonzero((after >= 0) & ~(hit & (to == SAFE)))
                theirs = np.where(hit[x], lost[to, self.theirs[x]] if to < END else 0, self.theirs[x])
                won, after = after[x] == len(sides), np.where(after[x] == len(sides), 0, after[x])
                leads = place[after, theirs] if to in ROSETTES else size + place[theirs, after]
                self.plays[roll, slot[x], x] = np.where(won, 2 * size, leads)
                slot[x] += 1
            stuck = slot == 0
            self.plays[roll, 0, stuck] = size + self.flipped[stuck]

    def values_of_plays(self, low, high=None):
        """Return the values of moves for the players who make them (with `high`, lower bounds); -1 for no move."""
        return np.concatenate([low, 1 - (low if high is None else high), [1, -1]])[self.plays]

    def chain(self, chosen):
        """Return the equations for the values under the chosen plays, times 16: constants and a matrix of integers."""
        rows, leads, weights = np.tile(np.arange(self.size), 5), chosen.ravel(), np.repeat(WEIGHTS, self.size)
        other, on = leads >= self.size, leads < 2 * self.size
        entries = np.where(other, -weights, weights)[on], (rows[on], leads[on] % self.size)
        constants = np.bincount(rows[other], weights[other], self.size).astype(int)
        return constants, sparse.csr_matrix(entries, (self.size, self.size))

    def choose(self, keys):
        """Return the play with the largest key for each roll and position."""
        return np.take_along_axis(self.plays, keys.argmax(axis=1)[:, None], axis=1)[:, 0]

    def must_end(self):
        """Return whether play must end: at each position, some roll leads closer to the end, whatever the move."""
        ends, before = np.zeros(self.size, dtype=bool), -1
        while ends.sum() > before:
            before = ends.sum()
            ends = np.concatenate([ends, ends, [True, True]])[self.plays].all(axis=1).any(axis=0)
        return bool(ends.all())


def approximate(board):
    """Return approximate values, by strategy iteration in floats."""
    values, gain, rounds = np.full(board.size, 0.5), 1.0, 0
    while gain > GAIN:
        constants, matrix = board.chain(board.choose(board.values_of_plays(values)))
        values = solve_linear(matrix, constants / 16, values, max(1e-14, gain * 1e-5))
        best = WEIGHTS @ board.values_of_plays(values).max(axis=1) / 16
        gain, rounds = abs(best - values).max(), rounds + 1
        results.report(f"{board.pieces} pieces: strategy {rounds}, best gain {gain:.1e}")
    return values


def solve_linear(matrix, constants, guess, tolerance):
    """Return an approximate solution of x = constants + matrix x / 16."""
    equations = sparse.identity(len(constants), format="csr") - matrix / 16
    return linalg.bicgstab(equations, constants, x0=guess, rtol=tolerance, atol=0, maxiter=5000)[0]


def bound(board, values):
    """Return proved bounds on the values: values ± a small multiple of the expected number of rolls to come.

    The bounds are valid if play must end (`must_end`) and looking one roll ahead contradicts no bound: according to the
    bounds after the roll, some move guarantees each lower bound, and no move can yield more than an upper bound. The
    rounding error is less than SLACK at each position.
    """
    if not board.must_end():
        raise ArithmeticError("play need not end")
    keys = board.values_of_plays(values)
    best = keys.max(axis=1, keepdims=True)
    error = 2 * (abs(WEIGHTS @ best[:, 0] / 16 - values).max() + SLACK)
    close, length = keys > best - CLOSE, np.zeros(board.size)
    for _ in range(20):
        lengths = np.concatenate([length, length, [0, 0]])[board.plays]
        _, matrix = board.chain(board.choose(np.where(close, lengths, -1)))
        length = 1.01 * solve_linear(abs(matrix), np.ones(board.size), length, 1e-4)
        low, high = values - error * length, values + error * length
        secured = WEIGHTS @ board.values_of_plays(low, high).max(axis=1) / 16
        hoped = WEIGHTS @ board.values_of_plays(high, low).max(axis=1) / 16
        proved = (low <= secured - SLACK) & (hoped + SLACK <= high)
        if proved.all():
            return low, high
        results.report(f"{board.pieces} pieces: {board.size - proved.sum()} bounds not proved yet")
    raise ArithmeticError("the bounds could not be proved")


def decide(board, low, high):
    """Return the number of decisions, and the pairs (roll, position) of those that the bounds leave undecided.

    Rounding is monotone, so a number that is less than another after rounding was also less before rounding.
    """
    lowest, highest = board.values_of_plays(low, high), board.values_of_plays(high, low)
    real = (board.plays <= 2 * board.size).sum(axis=1) > 1
    undecided = (highest >= lowest.max(axis=1, keepdims=True)).sum(axis=1) > 1
    return int(real.sum()), np.argwhere(real & undecided)


def iterate_values(board):
    """Return the result of value iteration in 32-bit floats, stopped when no value changes by more than CHANGE."""
    values, change = np.full(board.size, 0.5, dtype=np.float32), 1.0
    while change > CHANGE:
        after = (WEIGHTS @ board.values_of_plays(values).max(axis=1) / 16).astype(np.float32)
        values, change = after, abs(after - values).max()
        results.report(f"{board.pieces} pieces: value iteration, change {change:.1e}")
    return values


def audit(board, low, high, values):
    """Return the largest error of values, and the number of wrong decisions of a player who follows them."""
    chosen, real = board.values_of_plays(values).argmax(axis=1), (board.plays <= 2 * board.size).sum(axis=1) > 1
    highest = np.take_along_axis(board.values_of_plays(high, low), chosen[:, None], axis=1)[:, 0]
    wrong = highest < board.values_of_plays(low, high).max(axis=1)
    error = np.maximum(abs(values - low), abs(values - high)).max()
    return {"largest error": float(f"{error:.3g}"), "wrong decisions": int((wrong & real).sum())}


def exact_value(board, values):
    """Return the exact value of the start, which is the value of the chain of the best moves.

    The equations of the chain, 16 x = constants + matrix x, are solved in floats repeatedly. Each solution is rounded
    to BITS bits after the binary point, and its residual is computed in integers and multiplied by 2^BITS. So each
    round yields BITS more bits of the value. By Hadamard's inequality, the denominator of the value is at most the
    product of the lengths of the rows, a number of `bits` bits. Twice as many bits of the value determine the fraction.
    """
    constants, matrix = board.chain(board.choose(board.values_of_plays(values)))
    reached = np.sort(csgraph.breadth_first_order(matrix, 0, return_predecessors=False))
    constants, matrix = constants[reached], matrix[reached][:, reached]
    equations = (16 * sparse.identity(len(reached), dtype=int) - matrix).tocsc()
    solver = linalg.splu(equations.astype(float))
    lengths = np.log2(equations.multiply(equations).sum(axis=1)) / 2
    bits = int(lengths.sum()) + 2
    rest, value, rounds = constants, 0, 2 * bits // BITS + 2
    for done in range(rounds):
        step = np.rint(solver.solve(rest.astype(float)) * 2**BITS).astype(int)
        rest = (rest << BITS) - equations @ step
        value = (value << BITS) + int(step[0])
        if abs(rest).max() >= 2**20:
            raise ArithmeticError("a solution in floats is not accurate enough")
        results.report(f"{board.pieces} pieces: {len(reached)} equations, {done} of {rounds} rounds")
    scale = 1 << BITS * rounds
    fraction = Fraction(value, scale).limit_denominator(1 << bits)
    if abs(value - fraction * scale) >= 2**20:
        raise ArithmeticError("no fraction of this length is close enough to the approximate value")
    return mpq(fraction)


def solve(pieces):
    """Return the results for a number of pieces: bounds, and the exact value for up to two pieces."""
    board = Board(pieces)
    values = approximate(board)
    low, high = bound(board, values)
    decisions, undecided = decide(board, low, high)
    names = [(int(roll), board.sides[board.mine[x]], board.sides[board.theirs[x]]) for roll, x in undecided[:1000]]
    answers = {"unfinished positions": board.size, "low": float(low[0]), "high": float(high[0])}
    answers |= {"decisions": decisions, "undecided": len(undecided), "undecided: roll, mine, theirs": names}
    answers["value iteration in 32 bits"] = audit(board, low, high, iterate_values(board))
    answers["values rounded to 16 bits"] = audit(board, low, high, np.rint(values * 65535) / 65535)
    if pieces <= 2 and len(undecided) == 0:
        value = exact_value(board, values)
        if not low[0] <= value <= high[0]:
            raise ArithmeticError(f"{value} is outside the bounds")
        answers["value"] = results.as_json(value)
    return answers


def main():
    """Solve the game for each number of pieces, and write each result as soon as it is known."""
    pieces = {"type": int, "nargs": "+", "default": [1, 2, 3, 4], "help": "numbers of pieces [default: %(default)s]"}
    arguments = results.parse_arguments(__file__, __doc__, pieces=pieces)
    for pieces in arguments.pieces:
        entry = solve(pieces)
        print(f"\r{pieces} pieces: {entry['low']:.12f} to {entry['high']:.12f}, {entry['undecided']} undecided{'':30}")
        known = json.loads(arguments.output.read_text()) if arguments.output.exists() else {"game": "ur"}
        results.write(arguments.output, known | {f"{pieces} pieces": entry})


if __name__ == "__main__":
    main()
