"""Compare the sequences of any game, over its main parameter, with `solve` at small sizes."""

import contextlib
import dataclasses
import functools
import io
import json
from typing import Annotated

import pytest

import trueodds
from trueodds.catalog.registry import find_by_name, list_games
from trueodds.oeis.games import QUANTITIES, Family, find_family, make_sequence
from trueodds.oeis.registry import find
from trueodds.parameters import whole


def expected(solutions, quantity):
    """Return a quantity straight from the solutions; None if moves are words."""
    if quantity != "moves":
        return [int(getattr(solution.value, quantity[:-1])) for solution in solutions]
    moves = [min(solution.best_moves) for solution in solutions]
    return moves if all(isinstance(move, int) for move in moves) else None


@pytest.mark.parametrize("name", list_games())
def test_every_game_has_its_sequences(name):
    """All ways to compute the terms, and the program for any game, agree with `solve`."""
    count = 3 if name == "super-six" else 9
    game = find_by_name(name).game
    solutions = [trueodds.solve(game(n)) for n in range(1, count + 1)]
    assert find_family(name).values(count) == [solution.value for solution in solutions]
    for quantity in QUANTITIES:
        wanted, called = expected(solutions, quantity), f"{name}-{quantity}"
        if wanted is None:
            with pytest.raises(ValueError, match=f"{name} has no sequence of moves"):
                find(called)
            continue
        sequence = find(called.upper())
        assert (sequence.terms(count), sequence.offset) == (wanted, 1)
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            exec("\n".join(make_sequence(find_family(name), quantity).program(3, None)), {})
        assert json.loads(printed.getvalue()) == wanted[:3]


@dataclasses.dataclass(frozen=True)
class FromThree(trueodds.Hog):
    """Hog from three points."""

    target: Annotated[int, "points"] = whole("points", minimum=3, maximum=5)


def test_games_start_at_the_smallest_parameter():
    def game(bonus: str = "no", reverse=False, size=0):
        return trueodds.Hog(size + 2)

    game.__doc__ = "\n    Hog.\n\n    Try it!\n    "
    for games, *facts in ((game, "size", 1, None, "Hog."), (FromThree, "target", 3, 3, "Hog from three points.")):
        found = Family(games, "sum", "games")
        assert [found.parameter, found.first, found.sizes, found.text] == facts
        assert found.moves(3) == [min(trueodds.solve(trueodds.Hog(n)).best_moves) for n in (3, 4, 5)]
    assert trueodds.oeis.from_game(FromThree).program(1, None)[0] == f"from {__name__} import FromThree"
    game.__annotations__["bonus"] = "int"  # as if written after `from __future__ import annotations`
    assert Family(game, "sum", "games").parameter == "bonus"


@pytest.mark.parametrize(("minimum", "first"), [(None, 1), (-1, -1), (0, 0), (1, 1), (2, 2)])
def test_terms_start_at_the_minimum_of_the_parameter(minimum, first):
    @dataclasses.dataclass(frozen=True)
    class Late(FromThree):
        target: int = whole("points", 4, minimum=minimum)

        def __post_init__(self):
            super().__post_init__()
            object.__setattr__(self, "target", self.target + 4)

    with pytest.raises(ValueError, match="a sequence requires a game class or a function with"):
        trueodds.oeis.from_game(functools.partial(Late))
    sequence = trueodds.oeis.from_game(Late)
    assert sequence.offset == first
    assert sequence.terms(1) == [trueodds.solve(trueodds.Hog(first + 4)).value.numerator]
    moves = trueodds.oeis.from_game(Late, "moves")
    assert moves.terms(1) == [min(trueodds.solve(trueodds.Hog(first + 4)).best_moves)]
