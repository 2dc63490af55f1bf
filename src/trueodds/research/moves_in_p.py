"""Find how the best moves in Risk or Safety depend on the probability p of heads, and the exact p at which they change.

At each pair of needs, values are rational functions of p between breakpoints, which are algebraic numbers. Both
players' best moves are found at a rational point. Where another move becomes best, a difference of polynomials has a
root, which is isolated exactly; the procedure is repeated beyond it. If a player goes for k heads and the opponent for
l, let D = 1 - (1 - p^k)(1 - p^l), which is positive for 0 < p < 1. The player's values when tossing (V) and when
waiting (U) follow from the player's values A after the opponent banks and B after the player banks:

    V = ((1 - p^k) p^l A + p^k B) / D,    U = (p^l A + (1 - p^l) p^k B) / D.

All denominators divide products of such D and are made positive, so the sign of a difference is that of its numerator.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from typing import Any, NamedTuple

from ..parameters import check_whole_number

#: The largest target: degrees and the number of breakpoints grow fast.
MAX_TARGET = 6


class Range(NamedTuple):
    """An open interval of p on which the same numbers of coins are best."""

    lower: Any  # the ends: 0, 1, or algebraic numbers at which two numbers of coins are exactly equally good
    upper: Any
    coins: frozenset[int]  # the best numbers; several if they are equally good for all p in the range


class _RationalFunction(NamedTuple):
    """A rational function of p, with a positive denominator on (0, 1)."""

    top: Any
    bottom: Any

    def compare(self, other: _RationalFunction) -> Any:
        """Return a polynomial that has the sign of this function minus the other one on (0, 1)."""
        return self.top * other.bottom - other.top * self.bottom


class _Piece(NamedTuple):
    """A pair of needs i ≥ j on an interval of p: both players' coins, and V and U of the player who needs i."""

    lower: Any
    upper: Any
    coins: tuple[frozenset[int], frozenset[int]]
    tossing: _RationalFunction
    waiting: _RationalFunction


def find_moves_in_p(target: int) -> Mapping[tuple[int, int], tuple[Range, ...]]:
    """Return the best numbers of coins in Risk or Safety for every probability of heads, at all needs up to a target.

    Cost: 0.1 s for 4 points, about a second for 6.

    Parameters
    ----------
    target : int
        From 1 to 6 (`MAX_TARGET`).

    Returns
    -------
    mapping
        For each pair (needs of the player to toss, needs of the opponent) at the start of a turn, the ranges of p.

    Raises
    ------
    ImportError
        python-flint is not installed.
    TypeError, ValueError
        The target is not a whole number from 1 to 6.

    Examples
    --------
    When both players need two points, one coin is best if heads is rare enough:

    >>> rare, frequent = find_moves_in_p(2)[2, 2]
    >>> rare.coins, frequent.coins, rare.upper.decimal(20), rare.upper.minimal_polynomial
    (frozenset({1}), frozenset({2}), '0.40303171676268477587', (1, -2, -2, 2))
    """
    return _Search().solve(check_whole_number("target", target, 1, MAX_TARGET))


class _Search:
    def __init__(self) -> None:
        from ..exact.algebraic import Roots  # imported first, because its error names the package to install

        self.roots = Roots()
        from flint import fmpq, fmpz_poly

        self.poly, self.rational = fmpz_poly, fmpq
        self.heads = fmpz_poly([0, 1])
        self.one = fmpz_poly([1])
        self.pieces: dict[tuple[int, int], list[_Piece]] = {}

    def solve(self, target: int) -> dict[tuple[int, int], tuple[Range, ...]]:
        ranges: dict[tuple[int, int], tuple[Range, ...]] = {}
        for total in range(2, 2 * target + 1):
            for i in range((total + 1) // 2, min(target, total - 1) + 1):
                j = total - i
                self.pieces[i, j] = self._pair(i, j)
                ranges[i, j] = self._ranges(self.pieces[i, j], 0)
                ranges[j, i] = self._ranges(self.pieces[i, j], 1)
        return ranges

    def _ranges(self, pieces: list[_Piece], player: int) -> tuple[Range, ...]:
        ranges: list[Range] = []
        for piece in pieces:
            if ranges and ranges[-1].coins == piece.coins[player]:
                ranges[-1] = ranges[-1]._replace(upper=piece.upper)
            else:
                ranges.append(Range(piece.lower, piece.upper, piece.coins[player]))
        return tuple(ranges)

    def _pair(self, i: int, j: int) -> list[_Piece]:
        """Return all pieces of a pair, cut at its own breakpoints and at those of the pairs that banking leads to."""
        led = [self.pieces[max(i - k, j), min(i - k, j)] for k in range(1, i)]
        led += [self.pieces[i, j - l] for l in range(1, j)]
        inner = {piece.upper for pieces in led for piece in pieces} - {self.roots.one}
        ends = [self.roots.zero, *self.roots.sort_roots(inner), self.roots.one]
        new_pieces: list[_Piece] = []
        for lower, upper in itertools.pairwise(ends):
            while True:
                piece = self._first_piece(i, j, lower, upper)
                new_pieces.append(piece)
                if piece.upper is upper:
                    break
                lower = piece.upper
        return new_pieces

    def _first_piece(self, i: int, j: int, lower: Any, upper: Any) -> _Piece:
        """Return the piece that begins at `lower`.

        Between `lower` and `upper`, no pair reached by banking has a breakpoint.
        """
        banks = [self._bank(i - k, j, lower, upper) for k in range(1, i + 1)]  # after k heads; the opponent is to toss
        answers = [self._answer(i, j - l, lower, upper) for l in range(1, j + 1)]
        end = upper
        while True:
            k, l = self._best_at(lower.find_point_before(end), banks, answers)
            tossing, waiting = self._values(k, l, banks[k - 1], answers[l - 1])
            mine = {m: tossing.compare(self._move(waiting, banks[m - 1], m)) for m in range(1, i + 1)}
            theirs = {m: self._move(tossing, answers[m - 1], m).compare(waiting) for m in range(1, j + 1)}
            best = tuple(frozenset(m for m, worse in gaps.items() if worse.is_zero()) for gaps in (mine, theirs))
            # The moves are best where no difference is negative; the first sign change after `lower` ends the piece.
            lesser = [worse for worse in (*mine.values(), *theirs.values()) if not worse.is_zero()]
            cells = [self.roots.find_cells(worse, lower, upper) for worse in lesser]
            if all(parts[0][2] > 0 for parts in cells):
                stops = {parts[0][1] for parts in cells}
                return _Piece(lower, self.roots.sort_roots({upper, *stops})[0], (best[0], best[1]), tossing, waiting)
            # The point lay beyond the first change: look nearer to `lower`.
            end = self.roots.sort_roots({parts[0][1] for parts in cells} | {upper})[0]

    def _bank(self, i: int, j: int, lower: Any, upper: Any) -> _RationalFunction:
        """Return the value for a player who needs i and has just banked; the opponent needs j and tosses."""
        if i == 0:
            return _RationalFunction(self.one, self.one)
        if i >= j:
            return self._at(i, j, lower, upper).waiting
        top, bottom = self._at(j, i, lower, upper).tossing
        return _RationalFunction(bottom - top, bottom)

    def _answer(self, i: int, j: int, lower: Any, upper: Any) -> _RationalFunction:
        """Return the value for a player who needs i and tosses; the opponent needs j and has just banked."""
        if j == 0:
            return _RationalFunction(self.poly([0]), self.one)
        return self._at(i, j, lower, upper).tossing

    def _at(self, i: int, j: int, lower: Any, upper: Any) -> _Piece:
        """Return the piece of the pair i, j that covers the interval from `lower` to `upper`."""
        middle = lower.find_point_before(upper)
        pieces = self.pieces[i, j]
        return next(piece for piece in pieces if piece.upper is self.roots.one or not piece.upper.less_than(middle))

    def _values(
        self, k: int, l: int, bank: _RationalFunction, answer: _RationalFunction
    ) -> tuple[_RationalFunction, _RationalFunction]:
        p, q = self.heads**k, self.heads**l
        miss, pass_ = self.one - p, self.one - q
        a, b, bottom = answer.top * bank.bottom, bank.top * answer.bottom, answer.bottom * bank.bottom
        d = self.one - miss * pass_
        # V = p·B + (1-p)·U, U = q·A + (1-q)·V
        return (
            self._lowest(p * b + miss * q * a, d * bottom),
            self._lowest(q * a + pass_ * p * b, d * bottom),
        )

    def _lowest(self, top: Any, bottom: Any) -> _RationalFunction:
        common = top.gcd(bottom)
        top, bottom = top // common, bottom // common
        if bottom(self.rational(1, 2)) < 0:
            top, bottom = -top, -bottom
        return _RationalFunction(top, bottom)

    def _move(self, otherwise: _RationalFunction, success: _RationalFunction, coins: int) -> _RationalFunction:
        """Return the value of a turn worth `success` if all `coins` tosses show heads, and worth `otherwise` if not."""
        p = self.heads**coins
        top = p * success.top * otherwise.bottom + (self.one - p) * otherwise.top * success.bottom
        return _RationalFunction(top, success.bottom * otherwise.bottom)

    def _best_at(self, p: Any, banks: list[_RationalFunction], answers: list[_RationalFunction]) -> tuple[int, int]:
        """Return a best number of coins for each player at a rational point."""
        b, a = ([f.top(p) / self.rational(f.bottom(p)) for f in functions] for functions in (banks, answers))
        for k, l in itertools.product(range(1, len(b) + 1), range(1, len(a) + 1)):
            u, v = p**k, p**l
            d = 1 - (1 - u) * (1 - v)
            tossing = (u * b[k - 1] + (1 - u) * v * a[l - 1]) / d
            waiting = (v * a[l - 1] + (1 - v) * u * b[k - 1]) / d
            mine = max(p**m * b[m - 1] + (1 - p**m) * waiting for m in range(1, len(b) + 1))
            theirs = min(p**m * a[m - 1] + (1 - p**m) * tossing for m in range(1, len(a) + 1))
            if mine == tossing and theirs == waiting:
                return k, l
        raise AssertionError("no pair of choices is optimal")
