"""Represent the value of Two coins, and the best coins, as functions of p, the probability of heads of coin A."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from gmpy2 import mpq

from ..game import Position, Rational
from ..games.two_coins import Flip, TwoCoins
from ..parameters import check_probability
from ..solution import Proof, pluralize

if TYPE_CHECKING:
    from ..exact.algebraic import Root


class Piece(NamedTuple):
    """The value for `lower` ≤ p ≤ `upper`."""

    lower: Root  # the ends: 0, 1, or breakpoints
    upper: Root
    coefficients: tuple[Rational, ...]  # of the polynomial in p, constant term first


class CoinChoice(NamedTuple):
    """The best coins for `lower` < p < `upper`; at an end between two choices, both coins are equally good.

    If one coin is best, it is strictly better at all these p except finitely many.
    """

    lower: Root
    upper: Root
    coins: str  # ``"A"``, ``"B"``, or ``"AB"`` if both are equally good for all these p


@dataclass(frozen=True)
class CurveProof(Proof):
    """The proof by Bellman's equation as an identity of polynomials, at all open positions.

    `ties` counts the positions where both coins are equally good on a whole interval.
    """

    intervals: int  # total number of intervals, over all positions, on which the better coin was determined
    changes: int  # number of values of p in (0, 1) at which the best coins change at some position

    def __str__(self) -> str:
        return (
            f"{self.method} at {pluralize(self.positions, 'open position')}, on "
            f"{pluralize(self.intervals, 'interval')} of p; the best coins change at "
            f"{pluralize(self.changes, 'algebraic number')}"
        )


@dataclass(frozen=True)
class Curve:
    """The value of the start of Two coins for all p in [0, 1]. Two curves are equal if their games are equal.

    Attributes
    ----------
    game : TwoCoins
        The rules; p takes the place of `heads_a`, which is ignored.
    pieces : tuple of Piece
        The pieces from p = 0 to p = 1; neighbours have different polynomials.
    proof : CurveProof
        The proof of the result; ``str(proof)`` summarizes it.
    """

    game: TwoCoins
    pieces: tuple[Piece, ...] = field(compare=False)
    proof: CurveProof = field(compare=False)
    _choices: Mapping[Flip, tuple[CoinChoice, ...]] = field(compare=False)

    def __repr__(self) -> str:
        return f"<Curve of {self.game!r}: {len(self.pieces)} pieces>"

    @property
    def breakpoints(self) -> tuple[Root, ...]:
        """The values of p at which the polynomial changes, in order."""
        return tuple(piece.upper for piece in self.pieces[:-1])

    def value(self, p: object) -> mpq:
        """Return the exact value at a rational p.

        Parameters
        ----------
        p : rational
            From 0 to 1, both included: 0, 1, a Fraction, an mpq, or text such as ``"2/5"``.

        Returns
        -------
        mpq

        Raises
        ------
        TypeError, ValueError
            p is not an exact rational from 0 to 1.
        """
        at = check_probability("p", p, closed=True)
        for piece in self.pieces:
            if not piece.upper.less_than(at):
                break
        total = mpq(0)
        for coefficient in reversed(piece.coefficients):
            total = total * at + coefficient
        return total

    def choices(self, position: Position) -> tuple[CoinChoice, ...]:
        """Return the best coins at a position as a function of p, in order from p = 0 to p = 1.

        Raises
        ------
        ValueError
            `position` is not a position of the game.
        """
        at = self.game.position(position)
        everywhere = CoinChoice(self.pieces[0].lower, self.pieces[-1].upper, "AB")  # the result is already certain
        return self._choices.get(at, (everywhere,))
