"""A game told by functions is a game like any other."""

from fractions import Fraction

import pytest

import trueodds


def test_a_game_for_one_needs_no_seat():
    third = Fraction(1, 3)
    game = trueodds.Rules(
        2,
        lambda left: ["try"],
        lambda left, move: [(third, None, 1), (1 - third, left - 1)] if left else [(1, None, 0)],
    )
    assert trueodds.solve(game).value == 1 - (1 - third) ** 2


@pytest.mark.parametrize("what", ["moves", "outcomes", "seat"])
def test_functions_must_be_functions(what):
    functions = {"moves": list, "outcomes": list, "seat": int} | {what: 5}
    with pytest.raises(TypeError, match=f"{what} must be a function, not 5"):
        trueodds.Rules(0, **functions)


def test_its_name_is_in_messages_and_its_start_in_its_repr():
    game = trueodds.Rules(0, lambda position: [], lambda position, move: [], name="dice")
    assert repr(game) == "Rules('dice', start=0)"
    with pytest.raises(ValueError, match="dice: position 0 has no move"):
        trueodds.solve(game)
