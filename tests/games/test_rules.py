"""Games made from functions."""

from fractions import Fraction

import pytest

import trueodds


def test_seat_is_optional():
    third = Fraction(1, 3)
    game = trueodds.Rules(
        2,
        lambda left: ["try"],
        lambda left, move: [(third, None, 1), (1 - third, left - 1)] if left else [(1, None, 0)],
    )
    assert trueodds.solve(game).value == 1 - (1 - third) ** 2


@pytest.mark.parametrize("what", ["moves", "outcomes", "seat"])
def test_arguments_must_be_functions(what):
    functions = {"moves": list, "outcomes": list, "seat": int} | {what: 5}
    with pytest.raises(TypeError, match=f"{what} must be a function, not 5"):
        trueodds.Rules(0, **functions)


def test_name_and_repr():
    game = trueodds.Rules(0, lambda position: [], lambda position, move: [], name="dice")
    assert repr(game) == "Rules('dice', start=0)"
    with pytest.raises(ValueError, match="dice: position 0 has no move"):
        trueodds.solve(game)
