"""The check from the rules alone refuses wrong claims."""

from fractions import Fraction

import pytest

import trueodds
from trueodds import NotProved
from trueodds.solver.proof import best_moves

HALF = Fraction(1, 2)


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("claimed", [Fraction(1, 4), HALF, Fraction(3, 5), Fraction(2, 3), 1])
def test_only_the_value_of_the_best_move_is_accepted(claimed, seat):
    payoffs = {"worst": Fraction(1, 4), "middle": HALF, "best": Fraction(2, 3)}
    ends = {move: value if seat == 0 else 1 - value for move, value in payoffs.items()}
    game = trueodds.Rules(0, lambda _: list(ends), lambda _, move: [(1, None, ends[move])], lambda _: seat)
    if claimed == Fraction(2, 3):
        assert best_moves(game, 0, lambda _: claimed) == {"best"}
    else:
        with pytest.raises(NotProved, match="is not that of the best move"):
            best_moves(game, 0, lambda _: claimed)
