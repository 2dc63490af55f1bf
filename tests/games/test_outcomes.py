"""Moves and outcomes of all games agree with their rules written a second time, roll by roll."""

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
from trueodds.games.risk_or_safety import CoinByCoin
from trueodds.solver.bounds import bound
from trueodds.solver.model import explore

HALF = Fraction(1, 2)
DIE = range(1, 7)


def win(seat):
    """Return the end of a game won by a seat."""
    return None, 1 - seat


def equally(results):
    """Return equally likely results as pairs (probability, result)."""
    results = list(results)
    return [(Fraction(1, len(results)), one) for one in results]


def coinball(game, tosses, lead, seat):
    fixed = seat != game.value_seat and game.opponent != "optimal"
    for call in [game.opponent.removeprefix("always-")] if fixed else ["rush", "pass"]:
        points, after = game.rush if call == "rush" else game.pass_points, []
        for total in (lead + points, lead - points):
            if tosses + 1 < game.tosses:
                after.append(((tosses + 1, -total, 1 - seat), None))
            else:
                after.append((None, HALF) if total == 0 else win(seat if total > 0 else 1 - seat))
        yield call, equally(after)


def greed(game, mine, other, last, seat):
    for dice in range(game.limit - mine + 1):
        after = []
        for shown in itertools.product(range(1, game.sides + 1), repeat=dice):
            score = mine + sum(shown)
            if score > game.limit:
                after.append(win(1 - seat))
            elif last:
                after.append((None, HALF) if score == other else win(seat if score > other else 1 - seat))
            else:
                after.append(((other, score, dice == 0, 1 - seat), None))
        yield dice, equally(after)


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


def pig(game, total, saved, other, seat):
    target = (game.target, game.opponent_target)[seat]
    after = [((0, other, saved, 1 - seat), None)]
    for face in range(2, game.sides + 1):
        points = total + face
        after.append(win(seat) if saved + points >= target else ((points, saved, other, seat), None))
    yield "roll", equally(after)
    if total:
        yield "hold", equally([((0, other, saved + total, 1 - seat), None)])


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


def risk_or_safety(game, opened, saved, other, seat):
    target = (game.target, game.opponent_target)[seat]
    for heads in range(max(opened, 1), target - saved + 1):
        success = game.heads ** (heads - opened)
        bank = ((0, other, saved + heads, 1 - seat), None)
        after = [(success, win(seat) if saved + heads == target else bank)]
        yield heads, [*after, (1 - success, ((0, other, saved, 1 - seat), None))]


def coin_by_coin(game, opened, saved, other, seat):
    rules = game.by_heads
    points = opened + 1
    heads = (
        win(seat)
        if saved + points == (rules.target, rules.opponent_target)[seat]
        else ((points, saved, other, seat), None)
    )
    yield "toss", [(rules.heads, heads), (1 - rules.heads, ((0, other, saved, 1 - seat), None))]
    if opened:
        yield "bank", equally([((0, other, saved + opened, 1 - seat), None)])


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


def two_coins(game, flips, score):
    for coin, heads, value in (("A", game.heads_a, game.value_a), ("B", game.heads_b, game.value_b)):
        ends = [((flips + 1, total), None) for total in (score + value, score - value)]
        if flips + 1 == game.flips:
            ends = [(None, int(total >= game.threshold)) for total in (score + value, score - value)]
        yield coin, list(zip((heads, 1 - heads), ends, strict=True))


GAMES = [
    (coinball, trueodds.Coinball(6)),
    (coinball, trueodds.Coinball(5, 3, 2)),
    (coinball, trueodds.Coinball(5, opponent="always-rush")),
    (coinball, trueodds.Coinball(5, opponent="always-pass", value_seat=1)),
    *((greed, trueodds.Greed(*sizes)) for sizes in ((1, 1), (4, 1), (5, 2), (6, 3), (3, 6))),
    (hog, trueodds.Hog(9)),
    (pig, trueodds.Pig(9)),
    (pig, trueodds.Pig(5, 4, 7)),
    (risk_or_safety, trueodds.RiskOrSafety(5)),
    (risk_or_safety, trueodds.RiskOrSafety(4, 6, "2/5")),
    (coin_by_coin, CoinByCoin(trueodds.RiskOrSafety(4, 5, "2/5"))),
    *((super_six, trueodds.SuperSix(sticks, lid)) for sticks, lid in ((1, 0), (1, 5), (3, 3))),
    *((the_race, trueodds.TheRace(target)) for target in (1, 2, 9)),
    (two_coins, trueodds.TwoCoins(5)),
    (two_coins, trueodds.TwoCoins(4, "2/5", "0.7", 3, 1, -2)),
    (two_dice_pig, trueodds.TwoDicePig(13)),
]


#: Games of which only some positions are compared, drawn from all sizes of numbers.
LARGE = [
    (coinball, trueodds.Coinball(200, 7, 12)),
    (hog, trueodds.Hog(9999)),
    (pig, trueodds.Pig(250, 20, 120)),
    (risk_or_safety, trueodds.RiskOrSafety(40, 90, "1/3")),
    (coin_by_coin, CoinByCoin(trueodds.RiskOrSafety(200, 130, "1/3"))),
    (super_six, trueodds.SuperSix(40)),
    (the_race, trueodds.TheRace(70_000)),
    (two_coins, trueodds.TwoCoins(300, "2/5", "0.7", 11, 4, -100)),
    (two_dice_pig, trueodds.TwoDicePig(50)),
]


def drawn_positions(game, count=60):
    """Draw possible positions at random; the parts of half of them are small."""
    rng, kind, found = random.Random(str(game)), type(game.start), []
    bools = [type(part) is bool for part in game.start]
    while len(found) < count:
        most = rng.choice((12, 10_000))
        parts = [bool(rng.getrandbits(1)) if flag else rng.randrange(-most, most) % most for flag in bools]
        position = kind(
            *parts[: -1 if "seat" in kind._fields else None], *[rng.getrandbits(1)] * ("seat" in kind._fields)
        )
        if not getattr(game, "by_heads", game).impossible(position):
            found.append(position)
    return found


@pytest.mark.parametrize(("rules", "game"), GAMES + LARGE, ids=lambda part: getattr(part, "__name__", str(part)))
def test_moves_and_outcomes(rules, game):
    for position in drawn_positions(game) if (rules, game) in LARGE else explore(game).positions:
        moves = dict(rules(game, *position))
        assert list(game.moves(position)) == list(moves)
        assert getattr(position, "seat", 0) == game.seat(position)
        for move, expected in moves.items():
            found, wanted = Counter(), Counter()
            for outcome in game.outcomes(position, move):
                found[outcome.position, outcome.payoff] += outcome.probability
            for chance, result in expected:
                wanted[result] += chance
            assert found == {result: chance for result, chance in wanted.items() if chance}


def test_every_game_is_among_them():
    assert {type(game) for _, game in GAMES} == {entry.game for entry in list_entries()} | {CoinByCoin}
    assert [game.value_seat for _, game in GAMES[:4]] == [0, 0, 0, 1]


def test_defaults_are_those_of_the_documentation():
    assert trueodds.Coinball() == trueodds.Coinball(100, 1, 2, "optimal", 0)
    assert trueodds.Greed() == trueodds.Greed(100, 6)
    assert trueodds.Hog() == trueodds.Hog(100)
    assert trueodds.Pig() == trueodds.Pig(100, 6, 100)
    assert trueodds.RiskOrSafety(7) == trueodds.RiskOrSafety(7, 7, "1/2")
    assert trueodds.SuperSix(7) == trueodds.SuperSix(7, 3)
    assert trueodds.TheRace() == trueodds.TheRace(100)
    assert trueodds.TwoCoins() == trueodds.TwoCoins(100, "1/2", "1/2", 1, 2, 1)


def test_a_die_with_more_faces_than_points_to_win():
    assert len(trueodds.Pig(5, 10**9).outcomes((0, 0, 0), "roll")) == 5


def test_published_value_of_the_race():
    # Project Euler, problem 232: to eight places 0.83648556.
    found = bound(explore(trueodds.TheRace(100)))
    assert {format_decimal(1 - mpq(end), 8) for end in (found.low.item(0), found.high.item(0))} == {"0.83648556"}
