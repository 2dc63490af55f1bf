"""Games defined by functions."""

from fractions import Fraction

import pytest

import trueodds
from trueodds.games.rules import game_from


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


def test_an_endless_iterator_of_outcomes_is_refused(monkeypatch):
    monkeypatch.setattr("trueodds.games.rules._MAX_OUTCOMES", 4)
    for count in (4, 5):
        game = trueodds.Rules(0, lambda at: ["go"], lambda at, move, n=count: iter([(Fraction(1, n), None, 1)] * n))
        if count == 4:
            assert len(game.outcomes(0, "go")) == 4
        else:
            with pytest.raises(MemoryError, match="own game has more than 4 outcomes of move 'go' at 0"):
                game.outcomes(0, "go")


def test_a_game_from_a_position_keeps_name_seat_and_outcomes():
    game = trueodds.TheRace(5)
    part, start = game_from(game, [2, 1, 1])
    assert (part.name, part.start, type(start)) == ("the-race", (2, 1, 1), game.position_type)
    assert (part.seat(start), part.moves(start), part.outcomes(start, 2)) == (1, range(1, 4), game.outcomes(start, 2))


def test_arguments_of_a_subclass_are_parameters():
    class Dice(trueodds.Rules):
        def __init__(self, sides=6, limit=2, infinite_play=None):
            self.sides, self._limit = sides, limit
            super().__init__(0, lambda at: ["roll"], lambda at, move: [(1, None, 1)], infinite_play=infinite_play)

    assert Dice(4).parameters == {"sides": 4}
    assert Dice(infinite_play=Fraction(1, 2)).parameters == {"sides": 6, "infinite_play": "1/2"}
