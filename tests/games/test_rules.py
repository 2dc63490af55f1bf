"""Games defined by functions."""

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


def test_arguments_of_a_subclass_are_parameters():
    class Dice(trueodds.Rules):
        def __init__(self, sides=6, limit=2, infinite_play=None):
            self.sides, self._limit = sides, limit
            super().__init__(0, lambda at: ["roll"], lambda at, move: [(1, None, 1)], infinite_play=infinite_play)

    assert Dice(4).parameters == {"sides": 4}
    assert Dice(infinite_play=Fraction(1, 2)).parameters == {"sides": 6, "infinite_play": "1/2"}
