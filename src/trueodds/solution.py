"""What an answer is: the exact value, the best moves, and how they are proved. Frozen."""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from gmpy2 import mpq, mpz
from numpy.typing import NDArray

from .game import Game, Move, Position


class NotProved(ArithmeticError):  # noqa: N818 - it says what happened
    """A claim about a game does not hold, or could not be proved; the message says where."""


def decimal(value: Any, digits: int = 15) -> str:
    """A fraction as a decimal, rounded to nearest.

    Parameters
    ----------
    value : mpq
        Any rational, or whatever has its numerator and denominator.
    digits : int
        Significant digits, from 1.

    Returns
    -------
    str

    Examples
    --------
    >>> decimal(mpq(6, 11)), decimal(mpq(1, 2**2000), 3), decimal(mpq(1))
    ('0.545454545454545', '8.71e-603', '1')
    """
    if value.numerator == 0:
        return "0"
    sign, top, bottom = "-" if value.numerator < 0 else "", abs(value.numerator), value.denominator
    exponent = (len(top) - len(bottom)) * 30103 // 100000 - 2  # of the leading digit; too small by at most 3
    while True:
        shift = digits - 1 - exponent
        scaled = (top * mpz(10) ** shift, bottom) if shift >= 0 else (top, bottom * mpz(10) ** -shift)
        number = (2 * scaled[0] + scaled[1]) // (2 * scaled[1])
        if number < 10**digits:
            break
        exponent += 1
    text = number.digits()
    if -4 <= exponent < digits:  # as people write them; else with an exponent
        text = text.rjust(digits - min(exponent, 0), "0")
        point = max(exponent, 0) + 1
        return sign + f"{text[:point]}.{text[point:]}".rstrip("0").rstrip(".")
    mantissa = f"{text[0]}.{text[1:]}".rstrip("0").rstrip(".")
    return f"{sign}{mantissa}e{exponent:+03d}"


@dataclass(frozen=True)
class Table:
    """A table of whole numbers, for whoever shows it.

    Attributes
    ----------
    title, row_title, column_title : str
        What the table, a row and a column are.
    rows, columns : sequences of int
        Their labels.
    cells : int array, shape (len(rows), len(columns))
        The numbers.
    """

    title: str
    row_title: str
    column_title: str
    rows: Sequence[int]
    columns: Sequence[int]
    cells: NDArray[np.int64]


@dataclass(frozen=True)
class PlayStatistics:
    """How a game goes if both players follow the best moves.

    Attributes
    ----------
    results : mapping of mpq to mpq
        The probability of each payoff of seat 0: 1 won, 1/2 a draw, 0 lost.
    moves : mpq
        Expected number of moves that both make.
    turns : mpq
        Expected number of turns; a turn ends where the other player is to move, or with the game.
    ties : int
        Positions that can come up where several moves are exactly equally good: there the one that the game lists first
        was followed; another choice gives the same value, but may give other results and lengths.
    """

    results: Mapping[Any, Any]
    moves: Any
    turns: Any
    ties: int

    def to_json(self) -> dict[str, Any]:
        """The same as plain data; fractions are text."""
        return {
            "results": {str(payoff): str(chance) for payoff, chance in self.results.items()},
            "moves": str(self.moves),
            "turns": str(self.turns),
            "ties": self.ties,
        }


@dataclass(frozen=True)
class Solution(ABC):
    """A solved game.

    Attributes
    ----------
    game : Game
        Its rules and parameters.
    method : str
        How it was solved.
    proof : str
        How the answer was proved, in a sentence.
    """

    game: Game
    method: str
    proof: str

    #: Whether the values of all positions are at hand; else each is computed when it is asked for.
    values_everywhere: ClassVar[bool] = True

    @abstractmethod
    def value_at(self, position: Position) -> mpq:
        """Exact probability that the player to move at this position wins (a draw counts one half)."""

    @abstractmethod
    def move_values(self, position: Position) -> Mapping[Move, mpq]:
        """The exact value of every legal move, for the player to move."""

    @abstractmethod
    def tables(self) -> Sequence[Table]:
        """The strategy as tables."""

    @property
    def value(self) -> mpq:
        """The value of the start position for the seat asked for: the player who moves first if nothing is said."""
        start = self.game.start
        value = self.value_at(start)
        return value if self.game.seat(start) == self.game.value_seat else 1 - value

    @property
    def fraction(self) -> Any:
        """The value of the start by its `numerator` and `denominator`, in lowest terms; an mpq or cheaper to make."""
        return self.value

    @property
    def best_moves(self) -> frozenset[Move]:
        """All best moves at the start; more than one if they are exactly worth the same."""
        return self.best_moves_at(self.game.start)

    def best_moves_at(self, position: Position) -> frozenset[Move]:
        """All best moves at a position; more than one if they are exactly worth the same."""
        values = self.move_values(position)
        best = max(values.values())
        return frozenset(move for move, value in values.items() if value == best)

    def to_json(self) -> dict[str, Any]:
        """The answer as plain data for JSON; numbers of any size are text."""
        value = self.fraction
        return {
            "game": self.game.name,
            "parameters": dict(self.game.parameters),
            "value": {
                "numerator": value.numerator.digits(),
                "denominator": value.denominator.digits(),
                "decimal": decimal(value),
            },
            "best_moves": sorted(self.best_moves, key=lambda move: (str(type(move)), move)),
            "proved": True,
            "method": self.method,
            "proof": self.proof,
        }

    def plot(self, path: str | os.PathLike[str] | None = None) -> Any:
        """Draw the strategy, into a PNG, SVG or PDF file if a path is given; needs matplotlib.

        Returns
        -------
        matplotlib.figure.Figure
        """
        from .views.plot import plot  # a view, opened only when asked for

        return plot(self, path)

    def certificate(self, path: str | os.PathLike[str]) -> None:
        """Write the answer as a file that proves itself (`.odds`, `.odds.gz`); docs/certificates.md says how."""
        from .certificates.write import write_certificate  # asked to certify itself

        write_certificate(self, path)

    def _repr_html_(self) -> str:
        from .views.html import page  # a view, opened only when a notebook asks to be shown one

        return page(self)

    def _repr_latex_(self) -> str:
        from .views.latex import page  # as above

        return page(self)
