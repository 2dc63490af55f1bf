"""The claims about Greed: each counterexample is recomputed by the reference implementation."""

from fractions import Fraction

import pytest

from trueodds.claims import greed_checks

from ..fast.greed.greed_reference import move_values


def values_at(found, last):
    return move_values(found["M"], found["s"])[found["s_p"], found["s_o"], last]


def test_the_scan_in_normal_turns():
    found = greed_checks.normal_scan().counterexample
    values = values_at(found, False)
    assert values[: found["n"] + 1] == sorted(values[: found["n"] + 1])
    assert values[found["n"] + 1] < values[found["n"]] == Fraction(found["rating"])
    assert values[found["best"]] == max(values) == Fraction(found["best rating"]) > Fraction(found["rating"])


def test_no_smaller_counterexample_to_the_scan_in_normal_turns():
    for limit in range(1, 6):
        for sides in range(1, 13):
            for (_, _, last), values in move_values(limit, sides).items():
                falls = [n for n in range(len(values) - 1) if values[n + 1] < values[n]]
                assert last or not falls or values[falls[0]] == max(values)


def test_the_scan_in_the_last_turn():
    found = greed_checks.last_turn_scan().counterexample
    values = values_at(found, True)
    least = (found["M"] + found["s_o"] - 2 * found["s_p"]) // (found["s"] + 1) + 1
    assert max(values[least:]) == Fraction(found["rating"]) < max(values) == values[found["best"]]


def test_the_bound_of_section_7():
    found = greed_checks.normal_cutoff().counterexample
    values = values_at(found, False)
    assert Fraction(found["n_0"]) == Fraction(2 * (found["M"] - found["s_p"]), found["s"] + 1) < found["best"]
    assert max(values[: int(Fraction(found["n_0"])) + 1]) < max(values) == Fraction(found["best rating"])


@pytest.mark.parametrize("sides", [2, 3, 4, 6, 9])
def test_both_conjectures_by_the_reference_implementation(sides):
    limit = 10
    for (mine, other, last), values in move_values(limit, sides).items():
        if not last:
            continue
        middle = Fraction(other + limit, 2)
        for n in range(len(values) - 1):
            if mine + Fraction(n * (sides + 1), 2) > middle:
                assert values[n + 1] <= values[n]
        top = values.index(max(values))
        assert values[: top + 1] == sorted(values[: top + 1])
        assert values[top:] == sorted(values[top:], reverse=True)


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
