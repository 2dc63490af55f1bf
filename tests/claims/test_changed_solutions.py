"""The results of claims depend on the solutions that they read."""

import pytest
from gmpy2 import mpq

from trueodds.claims import coinball, greed, risk_or_safety, two_coins
from trueodds.claims import risk_or_safety_checks as checks

#: By paper: its claims, and where they find solutions.
SOURCES = {
    "risk-or-safety": (risk_or_safety, checks, "solve_pairs"),
    "coinball": (coinball, coinball, "_solution"),
    "two-coins": (two_coins, two_coins, "_solution"),
    "greed": (greed, greed, "_solution"),
}


class Changed:
    """A solution that counts the values read from it, and changes the one with a given number."""

    def __init__(self, solution, reads, wrong):
        self._solution, self._reads, self._wrong = solution, reads, wrong

    def __getattr__(self, name):
        found = getattr(self._solution, name)
        if name in ("value_at", "move_values", "best_moves_at"):
            return lambda *position: self._change(found(*position))
        return self._change(found) if name in ("value", "best_moves") else found

    def _change(self, found):
        self._reads.append(found)
        if len(self._reads) - 1 != self._wrong:
            return found
        if isinstance(found, dict):
            return {move: value + mpq(1, 7) for move, value in found.items()}
        if isinstance(found, frozenset):  # a tie where there is none, and the reverse
            other = frozenset({"none" if isinstance(min(found), str) else 0 if 0 not in found else 99})
            return found | other if len(found) == 1 else other
        return found + mpq(1, 7)


def check(claim, module, name, wrong=None):
    """Return the result of a claim about changed solutions, and the number of values that it read."""
    reads, real = [], getattr(module, name)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, name, lambda *which, **more: Changed(real(*which, **more), reads, wrong))
        try:
            found = claim.check()
        except (IndexError, KeyError, ValueError, StopIteration) as error:
            found = type(error)
    return found, len(reads)


@pytest.mark.parametrize("paper", SOURCES)
def test_changed_values_change_the_result(paper):
    claims, module, name = SOURCES[paper]
    read = 0
    for claim in claims.claims():
        if claim.slow:
            continue
        right, reads = check(claim, module, name)
        if reads:
            tried = (reads // 3, reads - 1, reads // 2, 0)
            assert any(check(claim, module, name, wrong)[0] != right for wrong in tried), claim.statement
            read += 1
    assert read > 3
