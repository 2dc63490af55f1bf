"""Moves and outcomes agree with rules written a second time, roll by roll, for all games without a fast method."""

import itertools
import random
from collections import Counter
from fractions import Fraction
from functools import cache

import pytest
from gmpy2 import mpq

import trueodds
from trueodds.catalog.registry import list_entries
from trueodds.exact.decimals import format_decimal
from trueodds.solver import bounds, model

from ..small import gathered

HALF = Fraction(1, 2)
DIE = range(1, 7)


def win(seat):
    """Return the end of a game won by a seat."""
    return None, 1 - seat


def equally(results):
    """Return equally likely results as pairs (probability, result)."""
    results = list(results)
    return [(Fraction(1, len(results)), one) for one in results]


@cache
def roll(dice):
    """Return the probabilities of the sums of dice, with None for all rolls in which a die shows a 1."""
    sums = Counter()
    for (total, chance), face in itertools.product(roll(dice - 1).items() if dice else (), DIE):
        sums[None if total is None or face == 1 else total + face] += chance / 6
    return sums if dice else {0: Fraction(1)}


def hog(game, mine, other, seat):
    for dice in range(11):
        after = []
        for total, chance in roll(dice).items():
            points = 1 if total is None else total if dice else 1 + max(map(int, str(other)))
            won = mine + points >= game.target
            after.append((chance, win(seat) if won else ((other, mine + points, 1 - seat), None)))
        yield dice, after


def two_dice_pig(game, total, saved, other, seat):
    after = []
    for a, b in itertools.product(DIE, DIE):
        points = total + a + b
        if 1 in (a, b):
            after.append(((0, other, 0 if a == b else saved, 1 - seat), None))
        else:
            after.append(win(seat) if saved + points >= game.target else ((points, saved, other, seat), None))
    yield "roll", equally(after)
    if total:
        yield "hold", equally([((0, other, saved + total, 1 - seat), None)])


def super_six(game, mine, other, filled, rolled, seat):
    after = []
    for face in DIE:
        if face <= filled:
            after.append(((other, mine + 1, filled - 1, False, 1 - seat), None))
        elif mine == 1:
            after.append(win(seat))
        else:
            after.append(((mine - 1, other, filled + (face < 6), True, seat), None))
    yield "roll", equally(after)
    if rolled:
        yield "stop", equally([((other, mine, filled, False, 1 - seat), None)])


def the_race(game, first, second, seat):
    enough = next(tosses for tosses in itertools.count(1) if second + 2 ** (tosses - 1) >= game.target)
    for tosses in range(1, enough + 1) if seat else [1]:
        points = [first, second]
        points[seat] += 2 ** (tosses - 1)
        scored = win(seat) if points[seat] >= game.target else ((*points, 1 - seat), None)
        yield tosses, [(HALF**tosses, scored), (1 - HALF**tosses, ((first, second, 1 - seat), None))]


GAMES = [
    (hog, trueodds.Hog(9)),
    *((super_six, trueodds.SuperSix(sticks, lid)) for sticks, lid in ((1, 0), (1, 5), (3, 3))),
    *((the_race, trueodds.TheRace(target)) for target in (1, 2, 9)),
    (two_dice_pig, trueodds.TwoDicePig(13)),
]

#: Games of which only some positions are compared, drawn from all sizes of numbers.
LARGE = [
    (hog, trueodds.Hog(9999)),
    (super_six, trueodds.SuperSix(40)),
    (the_race, trueodds.TheRace(70_000)),
    (two_dice_pig, trueodds.TwoDicePig(50)),
]


def drawn_positions(game, count=60):
    """Draw possible positions at random; the parts of half of them are small."""
    rng, kind, found = random.Random(str(game)), type(game.start), []
    bools = [type(part) is bool for part in game.start]
    while len(found) < count:
        most = rng.choice((12, 10_000))
        parts = [bool(rng.getrandbits(1)) if flag else rng.randrange(-most, most) % most for flag in bools]
        position = kind(*parts[:-1], rng.getrandbits(1))
        if not game.impossible(position):
            found.append(position)
    return found


@pytest.mark.parametrize(("rules", "game"), GAMES + LARGE, ids=lambda part: getattr(part, "__name__", str(part)))
def test_moves_and_outcomes(rules, game):
    for position in drawn_positions(game) if (rules, game) in LARGE else model.explore(game).positions:
        moves = dict(rules(game, *position))
        assert list(game.moves(position)) == list(moves)
        assert game.seat(position) == position.seat
        for move, expected in moves.items():
            wanted = gathered((chance, *result) for chance, result in expected if chance)
            assert gathered(game.outcomes(position, move)) == wanted


def test_every_game_without_a_fast_method_is_among_them():
    assert {type(game) for _, game in GAMES} == {entry.game for entry in list_entries() if not entry.methods}


def test_published_value_of_the_race():
    # Project Euler, problem 232: to eight places 0.83648556.
    found = bounds.bound(model.explore(trueodds.TheRace(100)))
    assert {format_decimal(1 - mpq(end), 8) for end in (found.low.item(0), found.high.item(0))} == {"0.83648556"}
