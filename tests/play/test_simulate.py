"""Compare simulations with the odds; a wrong simulation is detected."""

import dataclasses
import json
import math
from fractions import Fraction

import numpy as np
import pytest
from gmpy2 import mpq

import trueodds
from trueodds.play import simulate as module
from trueodds.play.chain import compile_chain
from trueodds.play.simulate import simulate
from trueodds.views.text import format_simulation


def test_over_many_seeds_z_is_a_standard_normal():
    runs = [simulate(trueodds.SuperSix(1), games=1000, seed=seed) for seed in range(60)]
    for of in (lambda run: run.z, lambda run: run.moves_z):
        values = np.array([of(run) for run in runs])
        assert abs(values.mean()) < 4 / 60**0.5
        assert abs((values**2).mean() - 1) < 4 * (2 / 60) ** 0.5


def test_strategies_of_all_kinds():
    game = trueodds.RiskOrSafety(5)
    solution = trueodds.solve(game)

    def two(position):
        return min(2, game.moves(position)[-1])

    mapping = {position: two(position) for position in trueodds.solve(game, "general").model.positions}
    runs = [simulate(game, one, solution, 50_000, 3) for one in (" always  2", two, mapping)]
    exact = trueodds.duel(game, two, solution).value
    for run in runs:
        assert run.expected_value == exact
        assert run.counts == runs[0].counts
    assert [runs[0].second, *(run.first for run in runs)] == ["solution", "always 2", "two", "dict"]
    assert repr(runs[0]).endswith(f"seed=3, counts={dict(runs[0].counts)})")


def test_the_seed_alone_decides(monkeypatch):
    monkeypatch.setattr(module, "_CHUNK", 1 << 14)  # so that there are many chunks
    game, steps = trueodds.RiskOrSafety(6), []
    one, *others = (simulate(game, games=15_000, seed=7, workers=how) for how in (1, None, 2))
    for other in others:
        assert other.counts == one.counts
        assert np.array_equal(other.lengths, one.lengths)
    assert sum(one.counts.values()) == one.lengths.sum() == 15_000
    assert (one == others[0], one.expected == others[0].expected) == (True, True)
    chain = compile_chain(module.prepare(game)[0])
    (_, first), (_, second) = (module._play_chunk(chain, 7, (number, 999)) for number in range(2))
    assert not np.array_equal(first, second)  # games are not played twice
    other = simulate(game, games=15_000, seed=8, progress=lambda *news: steps.append(news))
    assert (one != other, one.counts != other.counts, steps[-1]) == (True, True, ("games", 15_000, 15_000))
    assert {step[0] for step in steps} >= {"bounds", "positions", "statistics", "lengths", "games"}
    assert 1_000_000 in simulate.__defaults__
    fresh, other = simulate(game, games=10_000), simulate(game, games=10_000)
    assert (fresh.seed != other.seed, simulate(game, games=10_000, seed=fresh.seed).counts) == (True, fresh.counts)


def test_wrong_odds_are_detected():
    found = simulate(trueodds.RiskOrSafety(6), games=200_000, seed=5)
    means = {"value": (found.value, found.standard_error), "moves": (found.mean_moves, found.moves_standard_error)}
    for what, (mean, error) in means.items():
        for z in (-5.01, -4.99, 4.99, 5.01):
            expected = dataclasses.replace(found.expected, **{what: mean - z * error})
            wrong = dataclasses.replace(found, expected=expected)
            assert (wrong.z if what == "value" else wrong.moves_z) == pytest.approx(z, rel=1e-3)
            assert wrong.agrees == (abs(z) < 5)


def test_a_wrong_certain_length_is_detected():
    found = simulate(trueodds.Coinball(60), games=1000, seed=1)
    assert (found.moves_z, found.moves_standard_error, found.mean_moves) == (0, 0, 60)
    for length in (59, 61):
        lengths = np.zeros(62, dtype=np.int64)
        lengths[length] = 1000
        wrong = dataclasses.replace(found, lengths=lengths)
        assert wrong.moves_z == (length - 60) * math.inf
        assert json.loads(json.dumps(wrong.to_json()))["moves"]["z"] is None


@pytest.mark.parametrize("low", [0, -1])
def test_up_to_five_rare_and_long_games_are_no_disagreement(low):
    def outcomes(at, move):
        after = [(1, at + 1)] if at < 19 else [(1, None, low + 1)]
        return after if at else [(Fraction(1, 10**9), 1), (1 - Fraction(1, 10**9), None, low)]

    found = simulate(trueodds.Rules(0, lambda at: ["go"], outcomes), games=10_000, seed=1)
    assert found.agrees
    for rare in (1, 5, 6):
        lucky = dataclasses.replace(found, counts={mpq(low + 1): rare, mpq(low): 10_000 - rare})
        long = dataclasses.replace(found, lengths=np.array([0, 10_000 - rare, *[0] * 18, rare]))
        assert (lucky.z > 5, lucky.agrees) == (long.moves_z > 5, long.agrees) == (True, rare < 6)


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("second", ["optimal", "always rush"])
def test_games_too_large_for_exact_odds_have_the_same_expectations(seat, second, monkeypatch):
    game = trueodds.Coinball(5, value_seat=seat)
    exact = simulate(game, second=second, games=100, seed=1)
    assert exact.expected_value == trueodds.duel(game, "optimal", second).value
    monkeypatch.setattr("trueodds.play.expected.MAX_EXACT", -1)
    floats = simulate(game, second=second, games=100, seed=1)
    assert floats.expected_value == pytest.approx(float(exact.expected_value), rel=1e-12)
    assert (floats.z, floats.agrees) == (pytest.approx(exact.z, rel=1e-9), True)
    wanted, found = (json.loads(json.dumps(run.to_json())) for run in (exact, floats))
    assert found["value"] == (wanted["value"] if second == "optimal" else None)
    assert found["moves"] == wanted["moves"] | {"value": None}
    assert format_simulation(floats).count(" floats ") == 1 + (second != "optimal")


def test_quantiles():
    found = simulate(trueodds.TheRace(1), games=100, seed=1)
    known = dataclasses.replace(found, counts={mpq(1): 10}, lengths=np.array([0, 0, 3, 5, 0, 2]))
    assert [known.quantile(share) for share in (0.1, 0.3, 0.4, 0.8, 0.81, 1)] == [2, 2, 3, 3, 5, 5]
