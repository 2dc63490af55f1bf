"""The checks from the rules alone refuse wrong claims and ends that the other player can avoid."""

from fractions import Fraction

import pytest

import trueodds
from trueodds import NotProved
from trueodds.solver.proof import best_moves, check_infinite_play

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


@pytest.mark.parametrize("seat", [0, 1])
def test_ranks_hold_against_waiting(seat):
    """A player who prefers infinite play can wait forever, although Bellman's equation holds."""
    moves = {"wait": [(1, "here")], "end": [(1, None, HALF)]}
    worth = 0 if seat == 1 else 1
    game = trueodds.Rules(
        "here", lambda _: list(moves), lambda _, move: moves[move], lambda _: seat, infinite_play=worth
    )
    ranks = ({}, {"here": 1}) if seat == 0 else ({"here": 1}, {})
    with pytest.raises(NotProved, match="after move 'wait' neither an end nor a lower rank of seat"):
        check_infinite_play(game, {"here": HALF}, {"here": "end"}, ranks)
    check_infinite_play(game, {"here": worth}, {"here": "wait"}, ({}, {}))
