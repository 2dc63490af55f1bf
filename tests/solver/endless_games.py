"""Random small games in which play can go on for ever, and their values by trying every pair of strategies."""

import itertools
import random
from fractions import Fraction

from gmpy2 import mpq

import trueodds

#: What infinite play is worth: at the payoffs, between them and beyond.
WORTHS = tuple(map(Fraction, (0, 1, "1/2", "1/3", -1, 2)))

_PAYOFFS = tuple(map(Fraction, (0, 1, "1/2", "1/3", "2/3")))


def random_game(seed, most_positions=4, most_pairs=64):
    """Seats and rules, by a seed: [position][move] is a list of (chance, next position or None, payoff)."""
    luck = random.Random(seed)
    while True:
        size = luck.randint(1, most_positions)
        seats = [luck.randint(0, 1) for _ in range(size)]
        rules = [[_move(luck, size) for _ in range(luck.choice((1, 2, 2, 3)))] for _ in range(size)]
        pairs = 1
        for own in rules:
            pairs *= len(own)
        if pairs <= most_pairs:
            return seats, rules


def _move(luck, size):
    """A pass, a coin between positions, a risk, or an end."""
    kind = luck.choice(("pass", "pass", "coin", "risk", "end"))
    if kind == "pass":
        return [(Fraction(1), luck.randrange(size), None)]
    if kind == "end":
        return [(Fraction(1), None, luck.choice(_PAYOFFS))]
    chance = luck.choice((Fraction(1, 2), Fraction(1, 3), Fraction(1, 10)))
    one = (chance, luck.randrange(size), None) if kind == "coin" else (chance, None, luck.choice(_PAYOFFS))
    return [one, (1 - chance, luck.randrange(size), None)]


def game_of(drawn, infinite_play, start=0):
    """A game from seats and rules."""
    seats, rules = drawn
    return trueodds.Rules(
        start,
        lambda x: list(range(len(rules[x]))),
        lambda x, move: rules[x][move],
        seats.__getitem__,
        infinite_play=infinite_play,
    )


def values_of_pair(rules, choice, infinite_play):
    """Seat 0's values of one pair of strategies; infinite play where no end can be reached."""
    size = len(rules)
    ends = {x for x in range(size) if any(after is None for _, after, _ in rules[x][choice[x]])}
    while True:
        more = {x for x in range(size) if any(after in ends for _, after, _ in rules[x][choice[x]])} - ends
        if not more:
            break
        ends |= more
    rows, right = [], []
    for x in range(size):
        row, b = [mpq(int(x == y)) for y in range(size)], mpq(0)
        if x not in ends:
            b = mpq(infinite_play)
        else:
            for chance, after, payoff in rules[x][choice[x]]:
                if after is None:
                    b += mpq(chance) * mpq(payoff)
                else:
                    row[after] -= mpq(chance)
        rows.append([*row, b])
        right.append(b)
    for column in range(size):
        pivot = next(r for r in range(column, size) if rows[r][column] != 0)
        rows[column], rows[pivot] = rows[pivot], rows[column]
        rows[column] = [x / rows[column][column] for x in rows[column]]
        for r in range(size):
            if r != column and rows[r][column] != 0:
                factor = rows[r][column]
                rows[r] = [x - factor * y for x, y in zip(rows[r], rows[column], strict=True)]
    return [row[-1] for row in rows]


def against_all(drawn, infinite_play, seat, strategy):
    """What a strategy, moves by position, is worth at each position against the other player's best answer."""
    seats, rules = drawn
    others = [x for x in range(len(seats)) if seats[x] != seat]
    found = None
    for other in itertools.product(*(range(len(rules[x])) for x in others)):
        choice = [strategy[x] if seats[x] == seat else None for x in range(len(seats))]
        for x, move in zip(others, other, strict=True):
            choice[x] = move
        values = values_of_pair(rules, choice, infinite_play)
        worst = min if seat == 0 else max
        found = values if found is None else list(map(worst, found, values))
    return found


def brute_force(drawn, infinite_play):
    """Values by trying every pair of pure strategies: the best of seat 0 against the worst that seat 1 can do."""
    seats, rules = drawn
    mine = [x for x in range(len(seats)) if seats[x] == 0]
    best = None
    for own in itertools.product(*(range(len(rules[x])) for x in mine)):
        worst = against_all(drawn, infinite_play, 0, dict(zip(mine, own, strict=True)))
        best = worst if best is None else list(map(max, best, worst))
    return best
