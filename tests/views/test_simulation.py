"""A simulation as text."""

import re

import pytest
from gmpy2 import mpq

import trueodds
from trueodds.play.simulate import simulate
from trueodds.views.text import format_simulation


@pytest.mark.parametrize(("target", "count"), [(3, 13), (7, 14), (16, 17)])
def test_rows_of_lengths_have_the_shares_of_the_games_and_of_the_odds(target, count):
    found = simulate(trueodds.RiskOrSafety(target), games=20_000, seed=1)
    rows = format_simulation(found).split("share expected\n")[1].splitlines()[:-1]
    assert len(rows) == count
    first, shares = found.quantile(1 / found.games), []
    for row in rows:
        named, last, share, chance = re.fullmatch(r" +(\d+)([^.]*) (\S+) +(\S+).*", row).groups()
        assert int(named) == first
        end = None if "more" in last else int(last.strip(" -") or first) + 1
        shares.append(found.lengths[first:end].sum() / found.games)
        assert float(share) == pytest.approx(shares[-1], abs=6e-5)
        assert float(chance) == pytest.approx(found.expected.lengths[first:end].sum(), abs=6e-5)
        assert len(row) <= 80
        first = end
    assert end is None or end == len(found.lengths)
    assert [row.count("#") for row in rows] == [round(44 * share / max(shares)) for share in shares]


def test_results_are_those_of_the_player_whose_value_it_is():
    found = simulate(trueodds.TheRace(3), games=1000, seed=1)  # the value is that of the second player
    lines = [line.split() for line in format_simulation(found).splitlines() if line.startswith(("  win ", "  loss "))]
    assert {name: int(count) for name, count, *_ in lines} == {
        "win": found.counts[mpq(0)],
        "loss": found.counts[mpq(1)],
    }
