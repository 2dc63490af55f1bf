"""Values of pairs of needs in fractions, for the pairs that floats leave undecided, as far as fractions stay small."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from gmpy2 import mpq

from ....solution import NotProved

Choice = Sequence[int]  # numbers of coins


class ExactPairs:
    """X and Y in fractions, at the pairs that are asked for and those that they lead to, from moves already known."""

    def __init__(self, heads: mpq, move: Callable[[int, int], tuple[int, int]]) -> None:
        self.heads, self.move = heads, move
        self.known: dict[tuple[int, int], tuple[Any, Any]] = {}

    def best(self, i: int, j: int, mine: Choice, theirs: Choice) -> tuple[list[int], list[int]]:
        """All best moves of the trailing and of the leading player, among those given."""
        self._solve([pair for k in mine for pair in self._after_trailing(i, j, k)])
        self._solve([pair for l in theirs for pair in self._after_leading(i, j, l)])
        power = [self.heads**k for k in range(i + 1)]
        for k in mine:
            for l in (k,) if i == j else theirs:
                x, y = self._values(i, j, k, l)
                gains = {t: power[t] * (self._trailing_banks(i, j, t) - y) for t in mine}
                losses = {t: power[t] * (x - self._leading_banks(i, j, t)) for t in theirs}
                gain, loss = max(gains.values()), max(losses.values())
                if gains[k] == gain and (i == j or losses[l] == loss):
                    best = [t for t in mine if gains[t] == gain]
                    return best, best if i == j else [t for t in theirs if losses[t] == loss]
        raise NotProved(f"needs {i} against {j}: no choice of both players is best against the other")

    @staticmethod
    def _after_trailing(i: int, j: int, k: int) -> list[tuple[int, int]]:
        return [(max(i - k, j), min(i - k, j))] if k < i else []

    @staticmethod
    def _after_leading(i: int, j: int, l: int) -> list[tuple[int, int]]:
        return [(i, j - l)] if l < j else []

    def _solve(self, pairs: list[tuple[int, int]]) -> None:
        wanted, waiting = set(), pairs
        while waiting:
            pair = waiting.pop()
            if pair not in self.known and pair not in wanted:
                wanted.add(pair)
                k, l = self.move(*pair)
                waiting += self._after_trailing(*pair, k) + self._after_leading(*pair, l)
        for pair in sorted(wanted, key=sum):
            self.known[pair] = self._values(*pair, *self.move(*pair))

    def _trailing_banks(self, i: int, j: int, k: int) -> Any:
        if k == i:
            return mpq(1)
        return self.known[i - k, j][1] if i - k >= j else 1 - self.known[j, i - k][0]

    def _leading_banks(self, i: int, j: int, l: int) -> Any:
        return mpq(0) if l == j else self.known[i, j - l][0]

    def _values(self, i: int, j: int, k: int, l: int) -> tuple[Any, Any]:
        x, y, a = self.heads**k, self.heads**l, self._leading_banks(i, j, l)
        step = x / (x + y * (1 - x)) * (self._trailing_banks(i, j, k) - a)
        return a + step, a + (1 - y) * step
