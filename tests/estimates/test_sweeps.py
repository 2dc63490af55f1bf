"""A sweep's games of one size take different times: some of each kind are solved."""

from fractions import Fraction
from functools import partial

import pytest

from trueodds.estimates import commands, measure
from trueodds.sweep.table import Sweep, make_known


@pytest.mark.parametrize("longest", [1, 9])
def test_what_is_swept_over_beside_the_size_counts(longest, monkeypatch):
    """With a clock of our own: size² 100 microseconds, times 10 p, or that of 1 - p."""
    now = []

    def solve(game, *others, **how):
        tenths = 10 * game.heads
        now.append(1e-4 * game.target**2 * float(tenths if longest == 9 else 10 - tenths))

    def time_once(run, size):
        run(size)
        return now[-1]

    monkeypatch.setattr(commands, "solve", solve)
    for module in (commands, measure):
        monkeypatch.setattr(module, "time_once", time_once)
    over = {"heads": [Fraction(tenths, 10) for tenths in range(1, 10)], "target": [*range(1, 61)]}
    sweep = Sweep("risk-or-safety", partial(make_known, "risk-or-safety"), {}, over)
    told = commands.estimate_sweep(sweep, lambda point: point["target"])
    right = sum(1e-4 * n**2 * tenths for n in range(1, 61) for tenths in range(1, 10))
    assert told.stages[0].seconds == pytest.approx(right, rel=0.1)
