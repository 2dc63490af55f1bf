"""Solitaire Yahtzee: the exact maximal expected score.

    python gallery/yahtzee.py

A position between turns consists of the boxes filled, the upper total (up to 63), and whether the Yahtzee box contains
50. There are 536,320 positions, solved from the last turn to the first. Within a turn, each of the 462 *keeps*, sets of
up to five dice, has a value; the 252 keeps of five dice are the rolls. A roll is worth as much as its best subset, and
a smaller keep the average over one more die. All positions with the same boxes filled are solved together.

Floats choose the moves. The floats are sums and averages of nonnegative numbers, so each of at most 13 · 91 roundings
adds a relative error of 2^-53: five additions and a division for each of the 15 dice of a turn, and one addition for a
box. Moves whose values differ by less than MARGIN are compared exactly. With t turns to play, an exact value is an
integer over 6^(15 t), computed modulo PRIMES. Their product exceeds 2 · 1575 · 6^195, so equal residues prove a tie.
"""

import secrets
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations, combinations_with_replacement, islice, product
from pathlib import Path

import gmpy2
import numpy as np
import results

from trueodds.exact.decimals import format_decimal
from trueodds.exact.modular import has_residue, reconstruct_integer, yield_primes_below

RULES = ("forced joker", "free joker")  # the official rules, and Verhoeff's rules
BOXES = ("ones", "twos", "threes", "fours", "fives", "sixes", "three of a kind", "four of a kind", "full house")
BOXES += ("small straight", "large straight", "yahtzee", "chance")
COUNTS = ("positions", "boxes: ties", "second throws: ties", "first throws: ties")
YAHTZEE, ALL, HIGHEST = 11, (1 << 13) - 1, 1575  # the Yahtzee box; all boxes; the highest possible score
MARGIN = 4e-13  # relative; more than twice 13 · 91 · 2^-53
PRIMES = list(islice(yield_primes_below(2**50), 11))  # sums of 6^5 residues fit into 63 bits
MODULI = np.array(PRIMES)[:, None]

KEEPS = [keep for size in range(6) for keep in combinations_with_replacement(range(1, 7), size)]
NUMBER = {keep: number for number, keep in enumerate(KEEPS)}
SIZES = np.array([len(keep) for keep in KEEPS])
LEVELS = [np.flatnonzero(size == SIZES) for size in range(6)]
ROLLS = KEEPS[-252:]
MORE = np.array([[NUMBER[tuple(sorted((*keep, die)))] for die in range(1, 7)] for keep in KEEPS[:-252]])
LESS = -np.ones((462, 6), dtype=int)  # the keep without one die of a face; -1 if it has none
for die in range(6):
    LESS[MORE[:, die], die] = np.arange(210)
FIVE = np.array([len(set(roll)) == 1 for roll in ROLLS])  # rolls of five equal dice


def box_points(roll, box):
    """Return the points of a roll in a box, without the joker rule."""
    most, faces = max(map(roll.count, roll)), set(roll)
    if box < 6:
        return (box + 1) * roll.count(box + 1)
    if box in (6, 7, 12):
        return sum(roll) if box == 12 or most >= box - 3 else 0
    if box == 8:
        return 25 if most == 3 and len(faces) == 2 else 0
    if box == YAHTZEE:
        return 50 if most == 5 else 0
    return 10 * (box - 6) if any({*range(low, low + box - 5)} <= faces for low in (1, 2, 3)) else 0


POINTS = np.array([[box_points(roll, box) for roll in ROLLS] for box in range(13)])


def turn(filled, rules):
    """Return the positions with some boxes filled, and points (-1: not allowed) and next positions by box and roll.

    A position has the number filled · 128 + 64 · (the Yahtzee box contains 50) + upper total; 63 means at least 63.
    """
    totals, points, taken = {0}, POINTS.copy(), [bool(filled >> box & 1) for box in range(13)]
    for box in np.flatnonzero(taken[:6]):
        totals = {min(63, total + count * (box + 1)) for total in totals for count in range(6)}
    here = np.array([filled * 128 + flag * 64 + total for flag in range(1 + taken[YAHTZEE]) for total in totals])
    for at in np.flatnonzero(FIVE & taken[YAHTZEE]):
        face = ROLLS[at][0] - 1
        if taken[face]:  # a joker
            points[8:11, at] = 25, 30, 40
            if rules == "forced joker" and not all(taken[6:]):
                points[:6, at] = -1
        elif rules == "forced joker":
            points[:, at] = -1
            points[face, at] = 5 * (face + 1)
    points[taken] = -1
    points = points[:, :, None]
    score = np.where(points < 0, -1, points + 100 * (FIVE[:, None] & (here // 64 % 2 > 0)))
    to = here + (128 << np.arange(13))[:, None, None] + np.zeros((252, 1), dtype=int)
    to[YAHTZEE] += 64 * (points[YAHTZEE] == 50)
    to[:6] += np.minimum(points[:6], 63 - here % 64)
    return here, score, np.where(score < 0, 0, to)


class Best:
    """The best of several moves in each of many situations: its value, its number, and whether other moves tie."""

    def __init__(self, value, move, exact):
        """Start with one move in every situation; `exact` returns residues of moves in situations (rows, columns)."""
        self.value, self.exact = value, exact
        self.move = np.broadcast_to(move, value.shape).copy()
        self.several = np.zeros(value.shape, dtype=bool)

    def offer(self, rows, value, move, several):
        """Replace the moves in some rows where other moves are better; compare values within the margin exactly."""
        mine, my_move = self.value[rows], self.move[rows]
        better, same, move = value > mine, my_move == move, np.broadcast_to(move, value.shape)
        at, column = np.nonzero((abs(value - mine) <= MARGIN * value) & ~same)
        first, second = (self.exact(moves[at, column], rows[at], column) for moves in (my_move, move))
        tie = (first == second).all(axis=1)
        for pair in np.flatnonzero(~tie):  # close, but not equal
            residues = [int(residue) for residue in (second[pair] - first[pair]) % MODULI[:, 0]]
            better[at[pair], column[pair]] = reconstruct_integer(residues, PRIMES, HIGHEST * 6**195) > 0
        several = np.where(better, several, self.several[rows] | (several & same))
        several[at[tie], column[tie]] = True
        self.value[rows], self.move[rows] = np.where(better, value, mine), np.where(better, move, my_move)
        self.several[rows] = several


def add_dice(rolls, divisor):
    """Return a number for each keep from those of the rolls: the sum over the faces of one more die, divided."""
    values = np.concatenate([np.empty((210, *rolls.shape[1:]), dtype=rolls.dtype), rolls])
    for rows in LEVELS[4::-1]:
        total = values[MORE[rows, 0]]
        for die in range(1, 6):
            total += values[MORE[rows, die]]
        values[rows] = total if divisor == 1 else total / divisor
    return values


def best_boxes(score, to, values, residues, scale):
    """Return the best box for each roll and position, and the residues of its value by roll, prime and position."""

    def exact(box, roll, at):
        return (residues[to[box, roll, at]] + score[box, roll, at][..., None] * scale) % MODULI[:, 0]

    best = Best(np.full(to.shape[1:], -1.0), 0, exact)
    for box in range(13):
        rows = np.flatnonzero(score[box, :, 0] >= 0)
        value = score[box, rows] + values[to[box, rows]]
        best.offer(rows, value, box, np.zeros(value.shape, dtype=bool))
    return best, np.ascontiguousarray(exact(best.move, *np.indices(best.move.shape)).transpose(0, 2, 1))


def best_keeps(value, residues):
    """Return the best keep for each roll and position, and the residues of its value."""
    residues = residues * (6**SIZES)[:, None, None]
    best = Best(value, np.arange(462)[:, None], lambda keep, _, at: residues[keep, :, at] % MODULI[:, 0])
    for level in LEVELS[1:]:  # the best subset of a keep is the keep itself or that of a keep with one die less
        for die in range(6):
            rows = level[LESS[level, die] >= 0]
            less = LESS[rows, die]
            best.offer(rows, best.value[less], best.move[less], best.several[less])
    return best, np.take_along_axis(residues, best.move[-252:, None, :], axis=0) % MODULI


def sweep(boxes, solve, stage, first=1):
    """Solve all positions with some of the boxes open, fewest first; yield the number of open boxes and each result."""
    with ThreadPoolExecutor(2) as pool:
        for count in range(first, len(boxes) + 1):
            sets = [ALL - sum(1 << box for box in left) for left in combinations(boxes, count)]
            for done, result in enumerate(pool.map(solve, sets), 1):
                results.report(f"{stage}, {count} boxes open", done, len(sets))
                yield count, result


def end_values(kind):
    """Return a table of values that is filled in only where the game is over: 35 for an upper total of 63."""
    values = np.zeros(1 << 20, dtype=kind)
    values[[ALL * 128 + 63, ALL * 128 + 127]] = 35
    return values


def solve(rules, boxes=range(13), checkpoint=None):
    """Solve the game with some boxes open; return a function from positions to values, and the COUNTS by name."""
    values, residues = end_values(float), end_values(np.int64)[:, None] * np.ones(len(PRIMES), dtype=np.int64)
    ties, first = np.zeros(4, dtype=np.int64), 1
    if checkpoint and checkpoint.exists():
        with np.load(checkpoint) as stored:
            values, residues, ties, first = (stored[name] for name in ("values", "residues", "ties", "first"))

    def solve_boxes(filled):
        here, score, to = turn(filled, rules)
        scale = np.array([pow(6, 15 * (12 - filled.bit_count()), prime) for prime in PRIMES])
        best, exact = best_boxes(score, to, values, residues, scale)
        value, counts = best.value, [here.size, best.several.sum()]
        for _ in range(2):
            best, exact = best_keeps(add_dice(value, 6), add_dice(exact, 1))
            value = best.value[-252:]
            counts.append(best.several[-252:].sum())
        values[here], residues[here] = add_dice(value, 6)[0], (add_dice(exact, 1)[0] % MODULI).T
        return counts

    for count, counts in sweep(boxes, solve_boxes, rules, int(first)):
        if checkpoint and count > first:  # all positions with fewer boxes open are solved
            np.savez(checkpoint, values=values, residues=residues, ties=ties, first=count)
            first = count
        ties += counts

    def value(position):
        multiple = gmpy2.mpz(6) ** (15 * (13 - (position >> 7).bit_count()))
        return gmpy2.mpq(reconstruct_integer(residues[position].tolist(), PRIMES, multiple * HIGHEST), multiple)

    return value, dict(zip(COUNTS, ties.tolist(), strict=True))


def residue_of_value(rules, boxes=range(13)):
    """Return the value modulo a random prime, and the prime, from matrix products and all 32 subsets of each roll.

    Sums of 6^5 residues below 2^40 are exact in floats.
    """
    prime = int(gmpy2.next_prime(2**39 + secrets.randbits(38)))
    ways, values, modulo = np.zeros((462, 252)), end_values(float), end_values(float)
    for number, keep in enumerate(KEEPS):
        for dice in product(range(1, 7), repeat=5 - len(keep)):
            ways[number, NUMBER[tuple(sorted(keep + dice))] - 210] += 6 ** len(keep)
    subsets = [[NUMBER[keep] for size in range(6) for keep in combinations(roll, size)] for roll in ROLLS]

    def solve_boxes(filled):
        here, score, to = turn(filled, rules)
        best = np.where(score < 0, -1, score + values[to]).argmax(axis=0)[None]
        score, to = (np.take_along_axis(array, best, axis=0)[0] for array in (score, to))
        value = score + values[to]
        residue = (score * float(pow(6, 15 * (12 - filled.bit_count()), prime)) + modulo[to]) % prime
        for _ in range(2):
            value, residue = ways @ value / 6**5, ways @ residue
            best = value[subsets].argmax(axis=1)[:, None]
            value, residue = (np.take_along_axis(x[subsets], best, axis=1)[:, 0] for x in (value, residue % prime))
        values[here], modulo[here] = ways[0] @ value / 6**5, ways[0] @ residue % prime

    for _ in sweep(boxes, solve_boxes, f"{rules}, check modulo a prime"):
        pass
    start = (ALL - sum(1 << box for box in boxes)) * 128
    return int(modulo[start]) * pow(6, -15 * len(boxes), prime) % prime, prime


def main():
    """Solve the game under both sets of rules, verify the values, and write the results."""
    checkpoint = {"type": Path, "metavar": "FILE", "help": "save progress to FILE.*.npz and resume from it"}
    given, answers = results.parse_arguments(__file__, __doc__, checkpoint=checkpoint), {"game": "yahtzee"}
    for rules in RULES:
        value, counts = solve(rules, checkpoint=given.checkpoint and Path(f"{given.checkpoint}.{rules[:2]}.npz"))
        if not has_residue(value(0), *residue_of_value(rules)):
            raise ArithmeticError(f"{rules}: the value does not agree with the evaluation modulo a random prime")
        print(f"\r{rules}: {format_decimal(value(0), 30)}")
        zero = {name: results.as_json(value(128 << box)) for box, name in enumerate(BOXES)}
        answers[rules] = {"value": results.as_json(value(0)), **counts, "value after a zero": zero}
    results.write(given.output, answers)


if __name__ == "__main__":
    main()
