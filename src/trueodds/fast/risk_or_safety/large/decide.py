"""The moves at pairs of needs that floats leave undecided: rules of exactness, from the cheapest on.

The kernel hands back, where it can, all *candidates* of both players: all else is proved to gain less against the
values of the kernel's guess of both moves. Three rules are tried on them, one after the other.

**Ties by exchange.** Let the opponent toss l(b) coins a turn whenever they need b, whatever the player needs, for all b
from j down to 0 that this leads to. The number of turns that the player then needs for k heads does not depend on what
else they do, so to go for k and next for k', or for k' and next for k, comes to the same. Hence at needs (i, j) k and
k' are an exact tie if, for all those b, both are best at (i, b), b < j, k' is best at (i-k, b) and k is best at (i-k',
b).

**Products.** If one of the two goes for all, here and wherever the other gets, the other's chances are a product for
each way to begin (`first_column`); those of equal and of smaller products are told apart exactly.

**Fractions**, for all else, as far as they stay small: the values of all choices at the pair. If they say that the
kernel's guess is not best, its candidates mean nothing, and all numbers of coins are compared.

What none of them decides stays undecided, and is said to be.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gmpy2 import mpq

from ....solution import NotProved
from .columns import Columns
from .exact_pairs import ExactPairs
from .first_column import compare_products

_EXACT = 200_000  # (i + j)² times the bits of the probability, up to which a pair is decided in fractions
_MAX_UNDECIDED = 10_000

Choice = Sequence[int]  # numbers of coins


class Decisions:
    """What was decided exactly so far, and what was not.

    Parameters
    ----------
    heads : mpq
        Probability of heads.
    columns : Columns
        The sweep, standing at the pair to decide.
    move : callable
        The coins of the trailing and of the leading player at needs i ≥ j that are done.

    Attributes
    ----------
    count : int
        Pairs decided.
    ties, undecided : dict
        By needs of the player to toss and of the opponent: the numbers of coins that are equally good, and those of
        which it is not known which are best; none where it may be any.
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
        """The moves of both players at a pair that floats could not decide; notes ties and what stays undecided."""
        mine, theirs = self.columns.candidates
        found = None
        if mine and theirs:
            found = self.by_exchange(i, j, mine, theirs) or self.by_products(i, j, mine, theirs)
        if not found and (i + j) ** 2 * self.heads.denominator.bit_length() <= _EXACT:
            everything: tuple[Choice, Choice] = range(1, i + 1), range(1, j + 1)
            found = self.exact.best(i, j, mine or everything[0], theirs or everything[1])
            if not self.guess_is_candidate(*found):
                found = self.exact.best(i, j, *everything)
        if not found:
            self.note(self.undecided, i, j, mine, theirs)
            if len(self.undecided) > _MAX_UNDECIDED:
                raise NotProved(self.too_near())
            return self.columns.guess
        self.count += 1
        self.note(self.ties, i, j, *found)
        return min(found[0]), min(found[1])

    def too_near(self) -> str:
        """What to say where too many pairs are undecided: how many, the first, and why."""
        (i, j), coins = next(iter(self.undecided.items()))
        between = f" ({' or '.join(map(str, sorted(coins)))} coins)" if coins else ""
        return (
            f"heads {self.heads}: more than {_MAX_UNDECIDED} pairs of needs could not be decided, "
            f"the first needing {i} against {j}{between}; all that were found have a need of "
            f"{min(map(max, self.undecided))} or more; they are ties that no rule here proves, or gains nearer to each "
            f"other than {4 * self.columns.error * (i + j):.0e} of the value, which double-word floats cannot tell "
            "apart"
        )

    def guess_is_candidate(self, mine: Choice, theirs: Choice) -> bool:
        """Whether the kernel's guess is among these: the candidates are all that is left only against its value."""
        k, l = self.columns.guess
        return k in mine and l in theirs

    def by_exchange(self, i: int, j: int, mine: Choice, theirs: Choice) -> tuple[Choice, Choice] | None:
        """All candidates of both players, if they are ties by exchange."""
        if i == j:
            return (mine, mine) if self.exchange(i, i, mine, min(mine)) else None
        both = self.exchange(i, j, mine, min(theirs)) and self.exchange(j, i, theirs, min(mine))
        return (mine, theirs) if both else None

    def exchange(self, own: int, other: int, coins: Choice, l: int) -> bool:
        """Whether these are ties by exchange for one who needs `own`, if the other tosses l."""
        first = min(coins)
        if len(coins) == 1:
            return True
        if l < other and not set(coins) <= self.ties.get((own, other - l), frozenset()):
            return False  # the walks below would find it, a step for each b
        best, below = self.steady_best(own, other - l) if l < other else (-1, 0)
        for k in coins:
            if k > first:
                after_first, after_k = (self.steady_best(own - t, other) if t < own else (0, 0) for t in (first, k))
                chain = self.chains.get((l, below))
                if not (best >> first & best >> k & after_first[0] >> k & after_k[0] >> first & 1):
                    return False
                if not after_first[1] == after_k[1] == chain:
                    return False
        return True

    def steady_best(self, own: int, other: int) -> tuple[int, int]:
        """What is best for one who needs `own`, whatever of the numbers that the other comes through they still need.

        Bit k of the first number is set if k is. The second number stands for what the other tosses on the way.
        """
        waiting = []
        while other and (own, other) not in self.steady:
            k, l = self.turn(own, other)
            waiting.append((other, k, l))
            other -= l
        best, chain = self.steady[own, other] if other else (-1, 0)
        for other, k, l in reversed(waiting):
            here = 0 if (own, other) in self.undecided else sum(1 << t for t in self.ties.get((own, other), (k,)))
            best, chain = best & here, self.chains.setdefault((l, chain), len(self.chains) + 1)
            self.steady[own, other] = best, chain
        return best, chain

    def turn(self, own: int, other: int) -> tuple[int, int]:
        """The coins of one who needs `own` and of the other."""
        return self.move(own, other) if own >= other else self.move(other, own)[::-1]

    def by_products(self, i: int, j: int, mine: Choice, theirs: Choice) -> tuple[Choice, Choice] | None:
        """The best candidates of both players, if one of them goes for all, here and wherever the other gets."""
        if i == j:
            return None
        if theirs == [j]:
            mine = self.least_product(i, j, mine)
        elif mine == [i]:
            theirs = self.least_product(j, i, theirs)
        else:
            return None
        return (mine, theirs) if self.guess_is_candidate(mine, theirs) else None

    def least_product(self, own: int, other: int, candidates: Choice) -> list[int]:
        """The best ways to begin for one who needs `own` if the other always goes for all; none if they do not."""
        y = self.heads**other
        best: list[int] = []
        least = 0
        for k in candidates:
            parts, left = 1 << 32 * k, own - k
            while left:
                part, l = self.turn(left, other)
                if l != other:
                    return []
                parts, left = parts + (1 << 32 * part), left - part
            order = compare_products(parts, least, y / (1 - y), self.heads) if best else -1
            if order < 0:
                best, least = [], parts
            if order <= 0:
                best.append(k)
        return best

    @staticmethod
    def note(
        where: dict[tuple[int, int], frozenset[int]], i: int, j: int, mine: Choice | None, theirs: Choice | None
    ) -> None:
        """Put down the turns at this pair with several candidates, or with none known."""
        turns = {(i, j): mine} if i == j else {(i, j): mine, (j, i): theirs}
        where.update({needs: frozenset(k or ()) for needs, k in turns.items() if k is None or len(k) > 1})
