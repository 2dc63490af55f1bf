"""The conjectures about Greed: a counterexample would be found."""

import pytest

from trueodds.claims import greed_checks


@pytest.mark.parametrize(("name", "n"), [("conjecture_1", 2), ("conjecture_2", 4)])
def test_a_false_conjecture_is_found(name, n, monkeypatch):
    """With the rating after n changed, both name the position, also if its limit, sides or n are at the end."""
    real, changed = greed_checks.last_wins, (3, 5, 4, n + 1)
    monkeypatch.setattr(
        greed_checks, "last_wins", lambda dice, a, b, n: real(dice, a, b, n) + 99 * ((dice.sides, a, b, n) == changed)
    )
    claim = getattr(greed_checks, name)(limit=5, sides=3)
    assert claim.verdict == "false"
    found = {key: claim.counterexample[key] for key in ("M", "s", "s_p", "s_o", "n")}
    assert found == {"M": 5, "s": 3, "s_p": 0, "s_o": 1, "n": n}


@pytest.mark.slow
def test_conjectures_far():
    assert greed_checks.conjecture_1(limit=100, sides=20).counterexample is None
    assert greed_checks.conjecture_2(limit=100, sides=20).counterexample is None
