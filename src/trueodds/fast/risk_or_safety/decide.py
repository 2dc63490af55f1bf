"""Decide the moves at pairs of needs that floats leave undecided, by three exact rules, the cheapest first.

The kernel guesses the moves of both players and, if it can, returns *candidates* for both: if the guess is best, every
move that is not a candidate provably gains less than the best candidate.

**Ties by exchange.** Suppose that the opponent's choice depends only on the opponent's own need b: l(b) coins, for each
b on the way from j down to 0. The number of turns that the player then takes to get k heads does not depend on the
player's other choices, so going for k and then k' is equivalent to going for k' and then k. Hence k and k' tie exactly
at needs (i, j) if, for all these b, k' is best at (i-k, b), k is best at (i-k', b), and, for b < j, both are best at
(i, b).

**Products.** If one player goes for all needed points, here and at all smaller needs that the opponent can reach, then
the opponent's probability of winning after each first move is a product (`FirstColumn`).

**Fractions.** Where fractions are short enough, the exact values of the candidates are compared. If the kernel's guess
turns out not to be best, the candidates prove nothing, and all numbers of coins are compared.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import gmpy2
from gmpy2 import mpq

from ...solution import NotProved
from .columns import Columns

_BITS = 400  # number of bits with which products are compared before fractions decide
_EXACT = 200_000  # fractions decide a pair if (i + j)² times the bits of the denominator of `heads` is at most this
_MAX_UNDECIDED = 10_000  # maximum number of undecided turns

Choice = Sequence[int]  # several numbers of coins


class Decisions:
    """The exact decisions so far, and the turns that remain undecided.

    `move` returns the coins of the trailing and of the leading player at solved needs i ≥ j. `ties` maps the needs of
    the player to toss and of the opponent to the equally good numbers of coins. `undecided` maps such needs to the
    candidates, or to an empty set if every number is possible. `count` is the number of pairs decided.
    """

    def __init__(self, heads: mpq, columns: Columns, move: Callable[[int, int], tuple[int, int]]) -> None:
        self.heads, self.columns, self.move = heads, columns, move
        self.exact = ExactPairs(heads, move)
        self.count = 0
        self.ties: dict[tuple[int, int], frozenset[int]] = {}
        self.undecided: dict[tuple[int, int], frozenset[int]] = {}
        self.steady: dict[tuple[int, int], tuple[int, int]] = {}
        self.chains: dict[tuple[int, int], int] = {}

    def decide(self, i: int, j: int) -> tuple[int, int]:
        """Return the moves of both players at a pair that floats could not decide; record ties and undecided turns."""
        trailing, leading = self.columns.candidates
        leading = trailing if i == j else leading
        best = None
        if trailing and leading:
            best = self.decide_by_exchange(i, j, trailing, leading) or self.decide_by_products(i, j, trailing, leading)
        if not best and (i + j) ** 2 * self.heads.denominator.bit_length() <= _EXACT:
            everything: tuple[Choice, Choice] = range(1, i + 1), range(1, j + 1)
            best = self.exact.find_best(i, j, trailing or everything[0], leading or everything[1])
            if not self.includes_guess(*best):
                best = self.exact.find_best(i, j, *everything)
        if not best:
            self.record(self.undecided, i, j, trailing, leading)
            if len(self.undecided) > _MAX_UNDECIDED:
                raise NotProved(self.describe_undecided())
            return self.columns.guess
        self.count += 1
        self.record(self.ties, i, j, *best)
        return min(best[0]), min(best[1])

    def describe_undecided(self) -> str:
        """Return the error message for too many undecided turns."""
        (i, j), coins = next(iter(self.undecided.items()))
        between = f" ({' or '.join(map(str, sorted(coins)))} coins)" if coins else ""
        return (
            f"heads {self.heads}: more than {_MAX_UNDECIDED:,} turns are undecided, the first needing {i:,} against "
            f"{j:,}{between}: the moves tie or differ by less than {4 * self.columns.error * (i + j):.0e} of the value"
            f"; no such turn was found with both needs below {min(map(max, self.undecided)):,}"
        )

    def includes_guess(self, trailing: Choice, leading: Choice) -> bool:
        """Return whether the kernel's guess is among the best coins found; if not, the candidates prove nothing."""
        k, l = self.columns.guess
        return k in trailing and l in leading

    def decide_by_exchange(self, i: int, j: int, trailing: Choice, leading: Choice) -> tuple[Choice, Choice] | None:
        """Return all candidates of both players if those of each player tie by exchange, otherwise None."""
        if i == j:
            return (trailing, trailing) if self.can_exchange(i, i, trailing, min(trailing)) else None
        all_tie = self.can_exchange(i, j, trailing, min(leading)) and self.can_exchange(j, i, leading, min(trailing))
        return (trailing, leading) if all_tie else None

    def can_exchange(self, need: int, other: int, coins: Choice, l: int) -> bool:
        """Return whether these coins tie by exchange at `need` against `other` if the opponent goes for l."""
        first = min(coins)
        if len(coins) == 1:
            return True
        if l < other and not set(coins) <= self.ties.get((need, other - l), frozenset()):
            return False  # the walks below would give the same answer, but more slowly
        best, below = self.find_steady(need, other - l) if l < other else (-1, 0)
        for k in coins:
            if k > first:
                after_first, after_k = (self.find_steady(need - t, other) if t < need else (0, 0) for t in (first, k))
                chain = self.chains.get((l, below))
                if not (best >> first & best >> k & after_first[0] >> k & after_k[0] >> first & 1):
                    return False
                if not after_first[1] == after_k[1] == chain:
                    return False
        return True

    def find_steady(self, need: int, other: int) -> tuple[int, int]:
        """Return the coins best at `need` all along the opponent's path from `other` to 0, and the path's number.

        Both results are integers. Bit k of the first is set if k coins are proved best at all of the opponent's needs
        on the path. The second identifies the sequence of coins that the opponent goes for.
        """
        waiting = []
        while other and (need, other) not in self.steady:
            k, l = self.find_coins(need, other)
            waiting.append((other, k, l))
            other -= l
        best, chain = self.steady[need, other] if other else (-1, 0)
        for other, k, l in reversed(waiting):
            here = 0 if (need, other) in self.undecided else sum(1 << t for t in self.ties.get((need, other), (k,)))
            best, chain = best & here, self.chains.setdefault((l, chain), len(self.chains) + 1)
            self.steady[need, other] = best, chain
        return best, chain

    def find_coins(self, need: int, other: int) -> tuple[int, int]:
        """Return the coins of the player who needs `need` and of the opponent, who needs `other`."""
        return self.move(need, other) if need >= other else self.move(other, need)[::-1]

    def decide_by_products(self, i: int, j: int, trailing: Choice, leading: Choice) -> tuple[Choice, Choice] | None:
        """Return both players' best coins by products, or None if this rule does not decide the pair."""
        if i == j:
            return None
        if leading == [j]:
            trailing = self.find_least_product(i, j, trailing)
        elif trailing == [i]:
            leading = self.find_least_product(j, i, leading)
        else:
            return None
        return (trailing, leading) if self.includes_guess(trailing, leading) else None

    def find_least_product(self, need: int, other: int, candidates: Choice) -> list[int]:
        """Return a player's best candidates, or [] if the opponent ever goes for fewer than `other` coins."""
        y = self.heads**other
        best: list[int] = []
        best_parts = 0
        for k in candidates:
            parts, left = 1 << 32 * k, need - k
            while left:
                part, l = self.find_coins(left, other)
                if l != other:
                    return []
                parts, left = parts + (1 << 32 * part), left - part
            order = compare_products(parts, best_parts, y / (1 - y), self.heads) if best else -1
            if order < 0:
                best, best_parts = [], parts
            if order <= 0:
                best.append(k)
        return best

    @staticmethod
    def record(
        where: dict[tuple[int, int], frozenset[int]], i: int, j: int, trailing: Choice | None, leading: Choice | None
    ) -> None:
        """Record in `where` the turns at this pair with several numbers of coins, or with unknown ones (None)."""
        turns = {(i, j): trailing} if i == j else {(i, j): trailing, (j, i): leading}
        where.update({needs: frozenset(k or ()) for needs, k in turns.items() if k is None or len(k) > 1})


class ExactPairs:
    """Exact X and Y (see `columns`) under the moves from `move`, at requested pairs and those reachable from them."""

    def __init__(self, heads: mpq, move: Callable[[int, int], tuple[int, int]]) -> None:
        self.heads, self.move = heads, move
        self.known: dict[tuple[int, int], tuple[Any, Any]] = {}

    def find_best(self, i: int, j: int, trailing: Choice, leading: Choice) -> tuple[list[int], list[int]]:
        """Return all best moves of the trailing and of the leading player, among those given."""
        self._solve([pair for k in trailing for pair in self._after_trailing(i, j, k)])
        self._solve([pair for l in leading for pair in self._after_leading(i, j, l)])
        power = [self.heads**k for k in range(i + 1)]
        for k in trailing:
            for l in (k,) if i == j else leading:
                x, y = self._values(i, j, k, l)
                gains = {t: power[t] * (self._trailing_banks(i, j, t) - y) for t in trailing}
                losses = {t: power[t] * (x - self._leading_banks(i, j, t)) for t in leading}
                gain, loss = max(gains.values()), max(losses.values())
                if gains[k] == gain and (i == j or losses[l] == loss):
                    best = [t for t in trailing if gains[t] == gain]
                    return best, best if i == j else [t for t in leading if losses[t] == loss]
        raise NotProved(f"needs {i} against {j}: no pair of moves is best for both players")

    @staticmethod
    def _after_trailing(i: int, j: int, k: int) -> list[tuple[int, int]]:
        return [(max(i - k, j), min(i - k, j))] if k < i else []

    @staticmethod
    def _after_leading(i: int, j: int, l: int) -> list[tuple[int, int]]:
        return [(i, j - l)] if l < j else []

    def _solve(self, pairs: list[tuple[int, int]]) -> None:
        new_pairs, waiting = set(), pairs
        while waiting:
            pair = waiting.pop()
            if pair not in self.known and pair not in new_pairs:
                new_pairs.add(pair)
                k, l = self.move(*pair)
                waiting += self._after_trailing(*pair, k) + self._after_leading(*pair, l)
        for pair in sorted(new_pairs, key=sum):
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


class FirstColumn:
    """All best numbers of coins against an opponent who needs one point: parts of partitions with the smallest product.

    Let p be the probability of heads. An opponent who needs j and always goes for all j wins in each turn with
    probability y = p^j; otherwise the player is to toss. A player who needs i and goes for k_1 coins until they are
    banked, then for k_2, … (with sum i), wins with probability

        X = p^i / ((1-y) f(k_1) f(k_2) …),   f(k) = c + p^k,   c = y / (1-y),

    which is largest if the product is smallest. With j = 1, the opponent has no choice. Splitting a + b into a and b is
    worse if and only if f(a) f(b) > f(a+b), that is, c + p^a + p^b > 1. If c ≥ 1, that is, p^j ≥ 1/2, going for all i
    is therefore the only best move. If c < 1, a part k ≥ 2 can be best only if c + p^(k//2) + p^(k-k//2) ≥ 1.

    Floats of 400 bits give the smallest product with a relative error below 2^-370. Products within a factor of
    1 + 2^-340 of it are compared exactly. `best` lists, by need up to n, all best numbers of coins.
    """

    def __init__(self, n: int, heads: mpq) -> None:
        self.heads, self.c = heads, heads / (1 - heads)
        self.parts = [0]  # by need, one best partition: the 32 bits from bit 32 k count its parts k
        self.best: list[frozenset[int]] = [frozenset()]
        if self.c >= 1:
            self.best += [frozenset((i,)) for i in range(1, n + 1)]
            return
        largest = 1
        while largest < n and self.c + heads ** ((largest + 1) // 2) + heads ** (largest // 2 + 1) >= 1:
            largest += 1
        with gmpy2.context(precision=_BITS):
            tolerance = 1 + gmpy2.mpfr(2) ** -340
            f = [gmpy2.mpfr(self.c + heads**k) for k in range(largest + 1)]
            product = [gmpy2.mpfr(1)]
            for i in range(1, n + 1):
                products = [f[k] * product[i - k] for k in range(1, min(i, largest) + 1)]
                limit = min(products) * tolerance
                best, parts = self._least([k for k, value in enumerate(products, 1) if value < limit], i)
                product.append(products[min(best) - 1])
                self.parts.append(parts)
                self.best.append(frozenset(best))

    def _least(self, close: list[int], i: int) -> tuple[list[int], int]:
        """Return the numbers in `close` that begin a best partition of i, and such a partition (see `self.parts`)."""
        best: list[int] = []
        parts = 0
        for k in close:
            trailing = self.parts[i - k] + (1 << 32 * k)
            order = compare_products(trailing, parts, self.c, self.heads) if best else -1
            if order < 0:
                best, parts = [], trailing
            if order <= 0:
                best.append(k)
        return best, parts


def compare_products(first: int, second: int, c: mpq, heads: mpq) -> int:
    """Return the sign of the difference of two products, stored as 32-bit multiplicities of the factors c + p^k."""
    ratio, k = mpq(1), 0
    if first != second:
        while first or second:
            times = (first & 0xFFFFFFFF) - (second & 0xFFFFFFFF)
            if times:
                ratio *= (c + heads**k) ** times
            first, second, k = first >> 32, second >> 32, k + 1
    return int(ratio > 1) - int(ratio < 1)
