"""Random small games and their answers by definition: all pairs of strategies, and sets by iteration.

Nothing here uses the package's solvers. Numbers are fractions, strategies are enumerated, and linear systems are solved
by Gauss-Jordan elimination.
"""

import functools
import itertools
import math
import random
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np
from gmpy2 import mpq

import trueodds

ENDING, ENDLESS, REWARDS = "ending", "endless", "rewards"
KINDS = (ENDING, ENDLESS, REWARDS)

#: The worth of infinite play: at the payoffs, between them and beyond.
WORTHS = tuple(map(Fraction, (0, 1, "1/2", "1/3", -1, 4)))

TINY = mpq(1, 2**400)  # far below the resolution of floats near 1
_PAYOFFS = tuple(map(Fraction, (0, 1, "1/2", "1/3", "-2/3", 3)))


@dataclass(frozen=True)
class Drawn:
    """A game; ``rules[x][y]`` is a move's gain and its outcomes (probability, position or None, payoff or None)."""

    kind: str
    seats: list
    rules: list
    worth: Fraction | None = None  # of infinite play


def draw(seed, kind, most_positions=5, most_pairs=96, payoffs=None, onward=False):
    """Return the random game of a seed; one of kind `ENDING` must end, because moves may end it or lead `onward`."""
    luck = random.Random(f"{kind} {seed}")
    payoffs = payoffs or (_PAYOFFS if kind != REWARDS else (Fraction(0), Fraction(2)))
    while True:
        count = luck.randint(1, most_positions)
        seats = [luck.randrange(2) for _ in range(count)]
        after = [range(x + 1 if onward else 0, count) for x in range(count)]
        rules = [[_move(luck, kind, own, payoffs) for _ in range(luck.choice((1, 2, 2, 3)))] for own in after]
        for own in rules:
            if luck.random() < 0.2:  # a move of equal worth
                own.append(luck.choice(own))
        if math.prod(map(len, rules)) <= most_pairs:
            return Drawn(kind, seats, rules, luck.choice(WORTHS) if kind == ENDLESS else None)


def _move(luck, kind, positions, payoffs):
    ends = luck.choice((1, 1, 2)) if kind == ENDING else luck.choice((0, 0, 0, 1, 2))
    after = luck.sample(positions, min(len(positions), luck.choice((0, 1, 2) if ends else (1, 1, 2))))
    parts = [luck.randint(1, 4) for _ in range(ends + len(after))]
    chances = [Fraction(part, sum(parts)) for part in parts]
    outcomes = [(chance, None, luck.choice(payoffs)) for chance in chances[:ends]]
    outcomes += [(chance, x, None) for chance, x in zip(chances[ends:], after, strict=True)]
    gain = luck.choice((0, 0, 0, 1, Fraction(3, 2))) if kind == REWARDS else 0
    return Fraction(gain), outcomes


def draw_varied(seed, kind, *how, **more):
    """Return the random game of a seed; from seed 100 on, most games are varied.

    Probabilities are then long or powers of 1/2, payoffs and gains are multiplied by a power of ten, and in games with
    rewards neighbouring positions of seat 1 lead to each other for nothing.
    """
    drawn, luck, rules = draw(seed, kind, *how, **more), random.Random(seed), []
    if seed < 100 or seed % 7 == 0:
        return drawn
    waiting = {x for x, seat in enumerate(drawn.seats) if seat == 1 and kind == REWARDS}
    scale = Fraction(10) ** (0, 300, -310)[seed % 3]
    for x, own in enumerate(drawn.rules):
        beside = [y for y in (x - 1, x + 1) if x in waiting and y in waiting]
        rules.append([(Fraction(0), [(Fraction(1), y, None)]) for y in beside])
        for gain, outcomes in own:
            parts = [luck.randint(1, 10**30) if seed % 2 else 2**n // 2 or 1 for n in range(len(outcomes))]
            ends = [(part, y, end and end * scale) for part, (_, y, end) in zip(parts, outcomes, strict=True)]
            rules[x].append((gain * scale, [(Fraction(part, sum(parts)), y, end) for part, y, end in ends]))
    return replace(drawn, rules=rules, worth=drawn.worth and drawn.worth * scale)


def name(x):
    """Return the name of a position in a model."""
    return "at", x


def model_of(drawn, scale=1, **options):
    """Return the game as a model that begins in the middle; payoffs and gains are multiplied by `scale`."""
    count = len(drawn.seats)
    options = {"start": count // 2, "positions": list(map(name, range(count)))} | options
    first_move, first_outcome, targets, which, gained, ends = [0], [0], [], [], [], []
    for own in drawn.rules:
        for gain, outcomes in own:
            for chance, x, payoff in outcomes:
                if x is None:  # each end has its own number, even if payoffs are equal
                    x = count + len(ends)
                    ends.append(payoff * scale)
                targets.append(x)
                which.append(chance)
            first_outcome.append(len(targets))
            gained.append(gain * scale)
        first_move.append(len(gained))
    arrays = drawn.seats, first_move, first_outcome, targets, which, range(len(which))  # numbers occur several times
    gains = gained if drawn.kind == REWARDS else None
    return trueodds.Model.from_arrays(*arrays, ends or [0], infinite_play=drawn.worth, gains=gains, **options)


def draw_model(seed, kind, *how, draw=draw, **more):
    """Return the random game of a seed as a model; the arguments are those of `draw`."""
    return model_of(draw(seed, kind, *how, **more))


def game_of(drawn, start=0, **changes):
    """Return the game as rules without gains, with some parts changed; each outcome is listed in two halves."""
    drawn = replace(drawn, **changes)
    moves, seats = [list(range(len(own))) for own in drawn.rules], np.array(drawn.seats).__getitem__
    rules = [[2 * [(p / 2, x, end) for p, x, end in outcomes] for _, outcomes in own] for own in drawn.rules]
    return trueodds.Rules(start, moves.__getitem__, lambda x, y: rules[x][y], seats, infinite_play=drawn.worth)


def choices(drawn, seats=(0, 1)):
    """Return all ways to choose a move at each position of some seats, and 0 elsewhere."""
    own = [range(len(moves)) if seat in seats else (0,) for seat, moves in zip(drawn.seats, drawn.rules, strict=True)]
    return itertools.product(*own)


def join(drawn, first, second):
    """Return the moves of a pair of strategies."""
    return [(first, second)[seat][x] for x, seat in enumerate(drawn.seats)]


def values_of(drawn, choice):
    """Return seat 0's value at each position if both players make these moves."""
    count, infinite = len(choice), math.inf if drawn.kind == REWARDS else drawn.worth
    moves = [drawn.rules[x][y] for x, y in enumerate(choice)]
    reach = [{after for _, after, _ in outcomes} for _, outcomes in moves]
    ending = {None}  # play can reach an end from here
    while more := {x for x in range(count) if x not in ending and reach[x] & ending}:
        ending |= more
    lost = {x for x in range(count) if x not in ending}
    while drawn.kind == REWARDS and (more := {x for x in range(count) if x not in lost and reach[x] & lost}):
        lost |= more
    solved = [x for x in range(count) if x not in lost]
    rows = [[mpq(x == y) for y in solved] + [mpq(moves[x][0])] for x in solved]
    for row, x in zip(rows, solved, strict=True):
        for chance, after, payoff in moves[x][1]:
            if after is None:
                row[-1] += chance * payoff
            elif after in lost:
                row[-1] += chance * infinite
            else:
                row[solved.index(after)] -= chance
    eliminate(rows)
    return [rows[solved.index(x)][-1] if x not in lost else infinite for x in range(count)]


def eliminate(rows):
    """Reduce a regular system, the right-hand side in the last column, to the identity."""
    for column in range(len(rows)):
        pivot = next(at for at in range(column, len(rows)) if rows[at][column])
        rows[column], rows[pivot] = rows[pivot], rows[column]
        rows[column] = [number / rows[column][column] for number in rows[column]]
        for at, row in enumerate(rows):
            if at != column and row[column]:
                rows[at] = [a - row[column] * b for a, b in zip(row, rows[column], strict=True)]


def against_all(drawn, seat, strategy):
    """Return the values of a seat's strategy against the best reply."""
    pairs = ((strategy, other) if seat == 0 else (other, strategy) for other in choices(drawn, (1 - seat,)))
    worst = min if seat == 0 else max
    return [worst(column) for column in zip(*(values_of(drawn, join(drawn, *pair)) for pair in pairs), strict=True)]


def solve(drawn):
    """Return the value of each position for seat 0."""
    return [max(column) for column in zip(*(against_all(drawn, 0, own) for own in choices(drawn, (0,))), strict=True)]


#: The same, kept for the next time; everything in the game must be a tuple.
solve_once = functools.cache(solve)


def worth(drawn, values, x, y):
    """Return the worth of a move by the values of all positions."""
    gain, outcomes = drawn.rules[x][y]
    if any(after is not None and values[after] == math.inf for _, after, _ in outcomes):
        return math.inf
    return gain + sum(chance * (payoff if after is None else values[after]) for chance, after, payoff in outcomes)


def widths(values, found, scale=1):
    """Verify that bounds contain the values; return the widths at finite values, relative to values above `scale`."""
    within = []
    for value, low, high in zip(values, found.low.tolist(), found.high.tolist(), strict=True):
        if value == math.inf:
            assert low == high == math.inf
        else:
            assert low == -math.inf or mpq(low) <= value, (low, value)
            assert high == math.inf or value <= mpq(high), (value, high)
            within.append((high - low) / max(abs(high), float(scale)) if high < math.inf else math.inf)
    return within


def best_moves(drawn, values):
    """Return the moves at each position that attain Bellman's equation."""
    found = []
    for x, seat in enumerate(drawn.seats):
        own = [worth(drawn, values, x, y) for y in range(len(drawn.rules[x]))]
        found.append([y for y, one in enumerate(own) if one == (max, min)[seat](own)])
    return found


def reach_of(drawn):
    """Return, for each position and move, the set of positions that can follow, with None for an end."""
    return [[{after for _, after, _ in outcomes} for _, outcomes in own] for own in drawn.rules]


def reachable(drawn):
    """Return, for each position, the set of positions that play can reach from it, including itself."""
    reach = [set().union(*own) - {None} | {x} for x, own in enumerate(reach_of(drawn))]
    for _ in reach:
        reach = [set().union(*(reach[y] for y in own)) for own in reach]
    return reach


def ranks(count, moves, needed):
    """Return ranks by definition: the least n at which `needed` moves may end play or lead to a rank below n, or 0.

    `moves` has pairs of a position and what its move leads to, None for an end.
    """
    found = [0] * count
    for rank in range(1, count + 1):
        lower = {None, *(x for x in range(count) if found[x])}
        falling = [sum(x == own and bool(after & lower) for own, after in moves) for x in range(count)]
        for x in range(count):
            if not found[x] and falling[x] >= needed[x]:
                found[x] = rank
    return found
