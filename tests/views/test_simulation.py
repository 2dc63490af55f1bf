"""A simulation as text."""

import dataclasses

import numpy as np
import pytest

import trueodds
from trueodds.simulation import expected as module
from trueodds.simulation.simulate import simulate
from trueodds.views.simulation import report


def test_one_that_always_takes_the_same_moves():
    text = report(simulate(trueodds.Coinball(4), games=1000, seed=1))
    assert "  shortest 4, quartiles 4, 4, 4, 99 % up to 4, longest 4\n" in text
    assert f"      4  1.0000   1.0000 {'#' * 44}\n" in text
    assert "  draw " in text


def test_one_game():
    assert "\n1 game, seed 5\n" in report(simulate(trueodds.Coinball(2), games=1, seed=5))


def test_the_second_players_odds():
    text = report(simulate(trueodds.TheRace(3), games=1000, seed=1))
    assert "value for the player who moves second:\n" in text
    assert "  exact     661/1215 ≈ 0.5440329218107\n" in text


def test_floats_are_called_floats(monkeypatch):
    monkeypatch.setattr(module, "MAX_EXACT", 0)
    text = report(simulate(trueodds.RiskOrSafety(3), "always 1", games=1000, seed=1))
    assert "exact" not in text
    assert text.count("  floats ") == 2


def test_shares_of_the_rows_add_to_one():
    found = simulate(trueodds.RiskOrSafety(20), games=50_000, seed=1)
    rows = report(found).split("share expected\n")[1].splitlines()[:-1]
    for column in (1, 2):
        shares = [float(row[row.index("0.") :].split()[column - 1]) for row in rows]
        assert sum(shares) == pytest.approx(1, abs=1e-3)
    assert max(len(row) for row in rows) <= 80


def test_a_disagreement_is_told():
    found = simulate(trueodds.RiskOrSafety(3), games=1000, seed=1)
    wrong = dataclasses.replace(found, lengths=np.roll(np.append(found.lengths, [0] * 5), 5))
    assert "DISAGREES" in report(wrong)
    assert "agrees with the odds" in report(found)
