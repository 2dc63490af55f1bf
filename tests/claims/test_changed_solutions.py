"""Every value that a claim reads decides its verdict: if one is changed, the claim is false."""

from collections.abc import Hashable
from functools import cache, partial

import numpy as np
import pytest
from gmpy2 import mpq

from trueodds.claims import coinball, greed, greed_checks, risk_or_safety, two_coins
from trueodds.claims import risk_or_safety_checks as checks

#: By paper: its claims, and the functions from which they get solutions or values.
SOURCES = {
    "risk-or-safety": (
        risk_or_safety,
        [(checks, name) for name in ("solve_pairs", "values", "reduced", "_table")]
        + [(checks, name) for name in ("count_new_positions", "count_open_positions")]
        + [(risk_or_safety, name) for name in ("values", "compare_all", "compare_reduced", "count_strategies")],
    ),
    "coinball": (coinball, [(coinball, "_solution")]),
    "two-coins": (two_coins, [(two_coins, "_solution"), (two_coins, "_one_coin"), (two_coins, "curve_points")]),
    "greed": (greed, [(greed, "_solution"), (greed_checks, "sum_chances"), (greed_checks, "Dice")]),
}
READ = {"value", "best_moves", "value_at", "move_values", "best_moves_at", "S", "coins", "table1", "below"}


def positions(tosses):
    """Return how many positions of Coinball have a lead of at most 12 after these numbers of tosses."""
    return sum(2 * min(12, 2 * t) + 1 for t in tosses)


#: By a part of the claim: how many values it must read to be checked as far as it states.
READS = {
    "unique solution": sum((20 - a) * 20 for a in range(20)) + 75,  # and to the first tie of a biased coin
    "equation (7)": 3 * sum((n - 1) ** 2 for n in (3, 6, 9)),
    "n(3n-1)/2": 29,
    "(n-1)n²/2": 19,
    "2p/(1+p), p": 40,
    "banking x": 14 * 13 // 2,
    "one must go all in": 30,
    "means over four cases": 9 * positions(range(0, 100, 2)) - 8 * positions([99]),  # at the end, the score decides
    "in the same way": 9 * positions(range(0, 100, 2)) - 8 * positions([99]),
    "E_rush": 5 * positions(range(100)) - 4 * positions([99]),
    "the larger of": 2 * 10 * 25,
    "behind never ends": sum((limit + 1) * limit // 2 for limit in (10, 12, 20)),
    "victory is certain": 11 * 11 + 10 * 10,
    "both players add to 1": 2 * 11 * 11 + 405,  # values and best moves; and values of the states that follow
    "for n ≥ 1": 8 * 6,
    "the mean of n dice": 2 * 7 * 8,
}
#: Parts of claims that some changes leave true, such as one that makes a good value better.
PARTLY = (
    *("unique solution", "8/15 is less", "optimal for", "better to go second", "losing: pass", "nearly 20 %"),
    *("victory is certain", "every sum from n", "the mean of n dice"),
)


class Changed:
    """A solution that counts the values read, and changes one; what it computes is kept for the next change."""

    def __init__(self, solution, read):
        self._solution, self._read = solution, read

    def __getattr__(self, name):
        found = getattr(self._solution, name)
        if name not in READ:
            return found
        return (lambda *given: self._read(ask(found, *given))) if callable(found) else self._read(found)


@cache
def known(real, *given):
    return real(*given)


def ask(real, *given):
    return known(real, *given) if all(isinstance(one, Hashable) for one in given) else real(*given)


def changed(found, sign):
    """Return another value of the same kind: more or less; a tie or, if there is one, none; another best move."""
    if isinstance(found, dict):
        return {key: changed(value, sign) for key, value in found.items()}
    if isinstance(found, frozenset):
        other = frozenset({"none" if isinstance(min(found), str) else 0 if 0 not in found else 99})
        return found | other if len(found) == 1 and sign > 0 else other
    if isinstance(found, str):
        return {"stop": "continue"}.get(found, "stop")
    if isinstance(found, list) and isinstance(found[0], tuple):  # points of a curve, the last two equal
        return [*found[:-1], (found[-1][0], found[-2][1])]
    if isinstance(found, list):
        return [*found[:-1], 10 * found[-1] + 10 if sign > 0 else 0]
    if isinstance(found, np.ndarray):
        other = found.copy()
        other[tuple(size // 2 for size in found.shape)] += sign
        return other
    if isinstance(found, tuple):
        return found._replace(systems=found.systems + sign, value=changed(found.value, sign))
    return found + sign * (max(1, found // 7) if isinstance(found, int) else mpq(1, 7))


def check(claim, sources, wrong=None, sign=1):
    """Return the result of a claim if the read with a certain number is changed, and the number of reads."""
    reads = 0

    def read(found):
        nonlocal reads
        reads += 1
        return changed(found, sign) if reads - 1 == wrong else found

    def changing(real, *given):
        found = ask(real, *given)
        return Changed(found, read) if hasattr(found, "best_moves") or hasattr(found, "below") else read(found)

    with pytest.MonkeyPatch.context() as patch:
        for module, name in sources:
            patch.setattr(module, name, partial(changing, getattr(module, name)))
        try:
            found = claim.check()
        except (AssertionError, IndexError, KeyError, ValueError, StopIteration) as error:
            found = type(error)
    return found, reads


@pytest.mark.parametrize("paper", SOURCES)
def test_changed_values_change_the_verdict(paper):
    claims, sources = SOURCES[paper]
    for claim in claims.claims():
        if claim.slow or "best of 16807 strategies" in claim.statement:  # as for 5 points, but slow
            continue
        right, reads = check(claim, sources)
        assert all(reads == number for part, number in READS.items() if part in claim.statement), claim.statement
        partly = right.verdict == "false" or any(part in claim.statement for part in PARTLY)
        tried = [(reads // 3, -1), (reads // 2, 1)] if partly else []
        tried += [(0, 1), (reads - 1, -1)]
        found = (check(claim, sources, *change)[0] for change in tried)
        noticed = (one != right and getattr(one, "verdict", "false") == "false" for one in found)
        assert not reads or right.verdict == "open" or (any if partly else all)(noticed), claim.statement
