"""All games accept positions in the same forms and refuse others in the same way."""

import itertools
import re
from collections import deque

import numpy as np
import pytest
from gmpy2 import mpz

import trueodds
from trueodds.parameters import show

_F, _T = False, True
_RACE = [
    *((2, 3, 4, 1), (0, 5, 0, 0), (5, 0, 0, 0), (0, 0, 4, 0), (2, 3, 0, 0)),
    *((-1, 0, 0, 0), (0, -1, 0, 0), (0, 0, -1, 0), (0, 0, 0, 2)),
]
_SCORES = [(-1, 0, 0), (0, -1, 0), (0, 0, 2)]
_COINBALL = [(4, 0, 0), (-1, 0, 1), (1, 3, 1), (1, -3, 1), (1, 0, 0), (0, 0, 2)]
_GREED = [(11, 0, _F, 0), (0, 11, _F, 0), (-1, 0, _F, 0), (0, -1, _F, 0), (0, 0, _F, 2)]
_SUPER_SIX = [(1, 2, 6, _T, 1), (0, 1, 3, _F, 0), (1, 0, 3, _F, 0), (1, 1, -1, _F, 0), (1, 1, 3, _F, 2)]
_TWO_DICE_PIG = [(2, 7, 4, 1), (-1, 0, 0, 0), (0, -1, 0, 0), (0, 0, 9, 0), (0, 0, -1, 0), (0, 0, 0, 2)]
#: A game, a position (of seat 1 if possible, never the start), positions beyond each bound, with all parts, and the
#: numbers in the reason why the first of these is refused.
GAMES = [
    (trueodds.Coinball(4), (1, -2, 1), _COINBALL, "0 3 -2 2 0 1"),
    (trueodds.Greed(10, 3), (3, 4, _T, 1), _GREED, "0 10 0 1"),
    (trueodds.Hog(20), (3, 14, 1), [(20, 3, 0), (3, 20, 0), *_SCORES], "0 19 0 1"),
    (trueodds.Pig(5, 6, 4), (2, 1, 3, 1), _RACE, "4 5 0 4 0 4 0 1"),
    (trueodds.RiskOrSafety(5, 4), (2, 1, 3, 1), _RACE, "4 5 0 4 0 4 0 1"),
    (trueodds.SuperSix(3), (1, 2, 4, _T, 1), _SUPER_SIX, "1 0 5 0 1"),
    (trueodds.TheRace(5), (1, 3, 1), [(5, 0, 0), (0, 5, 0), *_SCORES], "0 4 0 1"),
    (trueodds.TwoCoins(3), (1, -2), [(1, 3), (3, 0), (-1, 0), (1, -3)], "0 2 -2 2"),
    (trueodds.TwoDicePig(9), (2, 3, 4, 1), _TWO_DICE_PIG, "0 9 0 8 0 1"),
]
NAMES = [row[0].name for row in GAMES]
every_game = pytest.mark.parametrize(("game", "position"), [row[:2] for row in GAMES], ids=NAMES)

NONE = [
    *((), (0,) * 6, (1, "1", 1), (1, None, 1), (1.0, 1, 1), ((1,), 1, 1), "000", b"\1\1\1", bytearray(3), None, 7),
    *({0: 1, 1: 1, 2: 1}, {1, 2, 3}, iter((1, 1, 1)), range(10**12)),
    *(np.zeros(3), np.array(1), np.ones((4, 1), dtype=np.int64)),
    type("Named", (), {"__len__": lambda self: 3, "__getitem__": {}.__getitem__})(),  # raises KeyError
]


def asked(game, position):
    """Return all functions of a game that take a position."""
    move = game.moves(game.start)[0]
    asks = [game.position, game.seat, game.moves, lambda given: game.outcomes(given, move)]
    return [*asks, game.needs] if hasattr(game, "needs") else asks


@every_game
def test_positions_may_be_any_sequences_of_whole_numbers_and_moves_any_integers(game, position):
    own = game.position(position)
    assert type(own) is game.position_type
    assert own == position
    move = game.moves(own)[0]
    numbers = list(map(int, position))
    forms = [list(position), deque(position), np.array(position), np.array([position], dtype=np.int8)[0]]
    forms += [tuple(map(np.int64, numbers)), tuple(map(mpz, numbers)), type(own)(*numbers)]
    for form in forms:
        read = game.position(form)
        assert read == own
        assert list(map(type, read)) == list(map(type, own))
        assert (game.seat(form), game.moves(form)) == (game.seat(own), game.moves(own))
        assert game.outcomes(form, move) == game.outcomes(own, move)
    for move in (one for one in game.moves(own) if isinstance(one, int)):
        assert game.outcomes(own, np.int16(move)) == game.outcomes(own, mpz(move)) == game.outcomes(own, move)


@every_game
def test_invalid_positions_are_refused_by_every_function(game, position):
    # A bool is not a number, and only 0 and 1 are bools.
    kinds = [(*position[:n], 2 if type(x) is bool else True, *position[n + 1 :]) for n, x in enumerate(position)]
    kinds += [(*position[:n], None, *position[n + 1 :]) for n in range(len(position))]
    kinds.append(position[: -1 - len(game.position_type._field_defaults)])
    message = r"\Aa position must be \([a-z_:01, [\]]+\) in whole numbers, not [^\n]{1,80}\Z"
    for ask, none in itertools.product(asked(game, position), NONE + kinds):
        with pytest.raises(ValueError, match=message):
            ask(none)


@pytest.mark.parametrize(("game", "position", "outside", "allowed"), GAMES, ids=NAMES)
def test_positions_out_of_bounds_are_refused_by_every_function(game, position, outside, allowed):
    assert re.findall(r"-?\d+", game.impossible(game.position_type(*outside[0]))) == allowed.split()
    for one in outside:
        for form in (one, list(one), np.array(one), game.position_type(*one)):
            shown = r"\([^\n]*\)" if isinstance(form, np.ndarray) else re.escape(str(tuple(one)))
            for ask in asked(game, position):
                with pytest.raises(ValueError, match=rf"\A{shown} is not a position: [^\n]+\Z"):
                    ask(form)


@every_game
@pytest.mark.parametrize("number", [2**31, 2**64, 10**5000, -(10**5000)], ids=lambda number: number.bit_length())
def test_numbers_too_large_are_refused_in_a_short_line(game, position, number):
    for at in range(len(position)):
        huge = (*position[:at], number, *position[at + 1 :])
        if game.name == "super-six" and number > 0 and at < 2:
            continue  # a position with more sticks than the start also has odds
        for ask in asked(game, position):
            with pytest.raises(ValueError, match=r"\A[^\n]{1,250}\Z"):
                ask(huge)


@pytest.mark.parametrize(
    ("game", "position"),
    [
        *(row[:2] for row in GAMES),
        (trueodds.Greed(10, 3), (10, 4, _F, 1)),  # here and below, a player has only one legal number
        (trueodds.TheRace(5), (1, 3, 0)),
        (trueodds.RiskOrSafety(5, 4), (0, 3, 3, 1)),
    ],
    ids=str,
)
def test_illegal_moves_are_refused(game, position):
    legal = game.moves(position)
    whole = f"a whole number from {legal[0]} to {legal[-1]}"
    few = legal[:1] if len(legal) == 1 else [*legal] if isinstance(legal, tuple) else [whole]
    for move in (None, 1.5, True, "fly", (), -1, 10**5000, [1]):
        with pytest.raises(ValueError) as refused:  # noqa: PT011 - compared below
            game.outcomes(list(position), move)
        assert str(refused.value) == f"the move at {position} must be {' or '.join(map(str, few))}, not {show(move)}"
