"""What is said of Greed before it is solved, and the refusal of what would not fit."""

from trueodds import Greed
from trueodds.cli import run
from trueodds.fast.greed import estimate as module
from trueodds.fast.greed.estimate import estimate
from trueodds.fast.greed.solve import needed_bytes
from trueodds.runtime import estimate as reckoned
from trueodds.runtime import memory


def test_a_smaller_limit_is_measured_and_said():
    small, large = estimate(Greed(30, 4)), estimate(Greed(1000))
    assert "a limit of 30 took" in small.measured
    assert f"a limit of {module._MEASURED} took" in large.measured
    assert large.memory == needed_bytes(1000, 6)
    # From five minutes to an hour, on whatever machine this is: a limit of 150 takes 0.3 to 2 seconds.
    assert 100 < large.core_seconds < 3600


def test_what_does_not_fit_is_refused_before(monkeypatch, capsys):
    need = needed_bytes(300, 6)
    for room in (memory, reckoned):
        monkeypatch.setattr(room, "memory_available", lambda: need - 1)
    assert run(["solve", "greed", "--limit", "300", "--json"]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("trueodds: limit 300, dice with 6 sides: about ")
    assert captured.err.count("\n") == 1
    assert run(["plan", "--json", "solve", "greed", "--limit", "300"]) == 0
    assert '"fits": false' in capsys.readouterr().out
