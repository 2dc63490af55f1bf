"""A simulation as text."""

import pytest
from gmpy2 import mpq

import trueodds
from trueodds.play.simulate import simulate
from trueodds.views.text import simulation


def test_shares_of_the_rows_add_to_one():
    found = simulate(trueodds.RiskOrSafety(20), games=50_000, seed=1)
    rows = simulation(found).split("share expected\n")[1].splitlines()[:-1]
    for column in (1, 2):
        shares = [float(row[row.index("0.") :].split()[column - 1]) for row in rows]
        assert sum(shares) == pytest.approx(1, abs=1e-3)
    assert max(len(row) for row in rows) <= 80


def test_results_are_those_of_the_player_whose_value_it_is():
    found = simulate(trueodds.TheRace(3), games=1000, seed=1)  # the value is that of the second player
    lines = [line.split() for line in simulation(found).splitlines() if line.startswith(("  win ", "  loss "))]
    assert {name: int(count) for name, count, *_ in lines} == {
        "win": found.counts[mpq(0)],
        "loss": found.counts[mpq(1)],
    }
