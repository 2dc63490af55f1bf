"""Odds and lengths before the first game is played."""

import dataclasses
from fractions import Fraction

import numpy as np
import pytest

import trueodds
from trueodds.play import expected as module
from trueodds.play.expected import compute_expected
from trueodds.play.simulate import prepare
from trueodds.solver.given_strategies import Followed, play_statistics
from trueodds.solver.model import explore

HALF = Fraction(1, 2)


def followed(game):
    solution = trueodds.solve(game)
    return explore(Followed(game, {0: solution, 1: solution}))


@pytest.mark.parametrize(
    "game", [trueodds.RiskOrSafety(6), trueodds.Greed(15, 3), trueodds.SuperSix(2), trueodds.Coinball(7)]
)
def test_exact_odds_and_the_distribution_in_floats_agree(game, monkeypatch):
    solution, model = trueodds.solve(game), followed(game)
    exact = compute_expected(model)
    assert exact.value == (solution.value if game.value_seat == 0 else 1 - solution.value)
    assert exact.moves == play_statistics(solution).moves
    monkeypatch.setattr(module, "MAX_EXACT", 0)
    floats = compute_expected(model)
    assert floats.value is floats.moves is None
    assert floats.mean == pytest.approx(float(exact.value), abs=1e-13)
    assert floats.mean_moves == pytest.approx(float(exact.moves), rel=1e-12)
    assert floats.lengths.sum() == pytest.approx(1, abs=1e-13)
    assert {
        payoff: pytest.approx(float(chance), abs=1e-13) for payoff, chance in play_statistics(solution).results.items()
    } == (floats.chances)


def test_lengths_of_tossing_until_heads():
    game = trueodds.Rules(0, lambda _: ["toss"], lambda _, __: [(HALF, None, 1), (HALF, 0)])
    found = compute_expected(explore(game))
    assert found.lengths[:20] == pytest.approx([0.0, *(0.5**m for m in range(1, 20))], rel=1e-12)
    assert (found.moves, found.value, found.deviation) == (2, 1, 0)
    assert found.deviation_moves == pytest.approx(2**0.5)


def test_what_never_ends_or_hardly_ever_is_refused(monkeypatch):
    endless = trueodds.Rules(0, lambda _: ["go"], lambda player, _: [(1, 1 - player)])
    with pytest.raises(trueodds.NotProved, match="may never end"):
        compute_expected(explore(endless))
    slow = Fraction(1, 10**9)
    long = trueodds.Rules(0, lambda _: ["go"], lambda _, __: [(slow, None, 1), (1 - slow, 0)])
    monkeypatch.setattr(module, "_MAX_WORK", 1e6)
    with pytest.raises(ValueError, match="too long to simulate"):
        compute_expected(explore(long))


def test_deviation_is_that_of_one_game():
    found = compute_expected(followed(trueodds.Greed(15, 3)))
    payoffs, chances = (np.array([float(x) for x in part]) for part in zip(*found.chances.items(), strict=True))
    assert found.deviation == pytest.approx(np.sqrt(chances @ payoffs**2 - (chances @ payoffs) ** 2), rel=1e-12)


def test_exact_moves_count_more_than_floats():
    found = compute_expected(followed(trueodds.TheRace(2)))
    for moves in (found.moves, found.moves + 5):
        assert dataclasses.replace(found, moves=moves).mean_moves == float(moves)
    assert dataclasses.replace(found, moves=None).mean_moves == found.lengths @ np.arange(len(found.lengths))


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("most", [0, 10**6])
def test_the_expected_value_is_that_of_the_first_player(monkeypatch, seat, most):
    """Also where it is not computed again from the chain."""
    monkeypatch.setattr(module, "MAX_EXACT", most)
    for tosses in range(1, 8):
        game = trueodds.Coinball(tosses, value_seat=seat)
        _, found = prepare(game)
        exact = trueodds.solve(trueodds.Coinball(tosses)).value
        assert found.value == exact
        assert found.mean == pytest.approx(sum(payoff * chance for payoff, chance in found.chances.items()))
