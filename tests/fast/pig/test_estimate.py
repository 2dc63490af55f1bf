"""What is said of Pig before it is solved: chunks as they then are, memory, refusals before any is taken."""

import pytest

from trueodds import Pig
from trueodds.cli import run
from trueodds.fast.pig import estimate as module
from trueodds.fast.pig import many_primes
from trueodds.fast.pig.bounds import bounds_bytes
from trueodds.fast.pig.estimate import estimate
from trueodds.fast.pig.solve import solve
from trueodds.fast.pig.values import value_bytes
from trueodds.runtime import memory


@pytest.mark.parametrize("game", [Pig(1), Pig(90), Pig(60, opponent_target=80), Pig(70, sides=9)])
def test_chunks_are_those_of_the_run(game, monkeypatch):
    monkeypatch.setattr(many_primes, "_WORK", 1 << 17)
    totals = {}
    solve(game, lambda stage, done, total: totals.update({stage: total}))
    stages = {stage.name: stage for stage in estimate(game).stages}
    assert stages["values"].chunks == pytest.approx(totals["values"], rel=0.05, abs=1)
    assert stages["values"].place == "workers"
    assert all(stage.seconds >= 0 for stage in stages.values())


def test_a_larger_target_is_reckoned_from_a_smaller_one(monkeypatch):
    """Chunks of the larger one are as many as they then are, to a quarter."""
    monkeypatch.setattr(module, "_MEASURED", 100)
    monkeypatch.setattr(many_primes, "_WORK", 1 << 19)
    totals = {}
    solve(Pig(160), lambda stage, done, total: totals.update({stage: total}))
    found = estimate(Pig(160))
    chunks = {stage.name: stage.chunks for stage in found.stages}
    assert 0.5 < chunks["values"] / totals["values"] < 1.25  # few pairs are reached at small targets
    assert "a target of 100 took" in found.measured
    assert found.memory > bounds_bytes(160, 160)


def test_too_large_a_value_is_refused_though_its_moves_would_fit(monkeypatch, capsys):
    need = bounds_bytes(90, 90) + value_bytes(90, 90, 1)
    for free, code in ((need - 1, 2), (need, 0)):
        monkeypatch.setattr(memory, "memory_available", lambda free=free: free)
        assert run(["solve", "pig", "--target", "90", "--executor", "serial", "--json"]) == code
        captured = capsys.readouterr()
        assert captured.err.count("\n") == bool(code)
        assert ("targets 90 and 90: about" in captured.err) == bool(code)
