"""What an answer is: the exact value, the best moves, and how they are proved. Frozen."""

from __future__ import annotations

import math
import os
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from .exact.decimals import decimal
from .game import Game, Move, Position, Rational, json_parameters, json_value, sorted_moves
from .parameters import whole_number
from .records import Record
from .runtime.run import Run

if TYPE_CHECKING:
    from .runtime.executors import Progress


class NotProved(ArithmeticError):  # noqa: N818 - it says what happened
    """A claim about a game does not hold, or could not be proved; the message says where.

    See Also
    --------
    solve : What raises it.
    load : With ``check=True`` it raises it, too.

    Examples
    --------
    >>> import trueodds
    >>> issubclass(trueodds.NotProved, ArithmeticError)
    True
    >>> try:
    ...     trueodds.solve(trueodds.Rules(0, lambda x: ["wait"], lambda x, move: [(1, 0)]))
    ... except trueodds.NotProved as reason:
    ...     print(str(reason).partition(",")[0])
    the game may never end
    """


@dataclass(frozen=True, eq=False)
class Table(Record):
    """A table of whole numbers, to be shown.

    Attributes
    ----------
    title, row_title, column_title : str
        What the table, a row and a column are.
    rows, columns : sequences of int
        Their labels.
    cells : int array, shape (len(rows), len(columns))
        The numbers.
    ties : sequence of (int, int, tuple)
        Where the numbers hide that several moves are exactly equally good: the labels of row and column, and what is.
    """

    title: str
    row_title: str
    column_title: str
    rows: Sequence[int]
    columns: Sequence[int]
    cells: NDArray[np.int64]
    ties: Sequence[tuple[int, int, tuple[Move, ...]]] = ()

    @property
    def tied(self) -> NDArray[np.bool_]:
        """Which cells hide an exact tie."""
        found = np.zeros(self.cells.shape, dtype=bool)
        for row, column, _ in self.ties:
            found[self.rows.index(row), self.columns.index(column)] = True
        return found


@dataclass(frozen=True, eq=False)
class PlayStatistics(Record):
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

    results: Mapping[Rational, Rational]
    moves: Rational
    turns: Rational
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
class Proof(ABC):
    """How an answer was proved, as data; its text is a sentence that says the same.

    Attributes
    ----------
    method : str
        What was shown, in a few words.
    positions : int
        The positions that the proof covers, counted as the sentence says.
    decided : tuple of (str, int)
        How many of these, or of their moves, were decided in which way; empty if all by one comparison of exact values.
    ties : int
        Positions where several moves are exactly equally good.
    bounds : tuple of (str, float)
        What bounds in floats say of the answer, by name; empty if there are none.
    undecided : int
        Positions whose best moves are not known.
    """

    method: str
    positions: int
    decided: tuple[tuple[str, int], ...]
    ties: int
    bounds: tuple[tuple[str, float], ...] = field(default=(), kw_only=True)
    undecided: int = field(default=0, kw_only=True)

    @property
    def proved(self) -> bool:
        """Whether the answer at the start is proved: its value, and that its moves are all best moves."""
        return self.undecided == 0

    @abstractmethod
    def __str__(self) -> str:
        """The proof in a sentence."""


def count_of(number: int, thing: str) -> str:
    """A number of things in words.

    Examples
    --------
    >>> count_of(0, "tie"), count_of(1, "tie"), count_of(2, "tie")
    ('no ties', '1 tie', '2 ties')
    """
    return f"{number or 'no'} {thing}{'' if number == 1 else 's'}"


@dataclass(frozen=True)
class BellmanProof(Proof):
    """Exact Bellman equality at every position over every legal move.

    Attributes
    ----------
    moves : int
        Legal moves at these positions, all compared.
    """

    moves: int

    def __str__(self) -> str:
        return f"{self.method} at {self.positions} positions over {self.moves} moves, {count_of(self.ties, 'tie')}"


@dataclass(frozen=True, eq=False)
class Solution(Record, ABC):
    """A solved game: a value, which compares, hashes, pickles and copies by what it holds.

    Two solutions are equal if game, method and answer are. A game of your own is equal only to itself, unless its class
    defines equality, as dataclasses do.

    Attributes
    ----------
    game : Game
        Its rules and parameters.
    method : str
        How it was solved.
    proof : Proof
        How the answer was proved; ``str(proof)`` is a sentence.

    See Also
    --------
    solve : Makes one.
    load : Reads one that `Solution.save` has written.
    play_statistics : How the game goes if both follow it.

    Examples
    --------
    >>> import trueodds
    >>> solution = trueodds.solve(trueodds.RiskOrSafety(target=3))
    >>> solution.value, solution.best_moves
    (mpq(6,11), frozenset({1}))
    >>> solution == trueodds.solve(solution.game)
    True
    """

    game: Game
    method: str
    proof: Proof

    #: The class of `proof`: a file keeps its fields.
    proof_type: ClassVar[type[Proof]]

    #: Whether the values of all positions are at hand; else each is computed when it is asked for.
    values_everywhere: ClassVar[bool] = True

    @abstractmethod
    def value_at(self, position: Position, progress: Progress | None = None) -> Rational:
        """Exact probability that the player to move at this position wins (a draw counts one half).

        Parameters
        ----------
        position : Position
            Any that the game has.
        progress : callable, optional
            Told how far this is, where values are computed when they are asked for.
        """

    @abstractmethod
    def move_values(self, position: Position, progress: Progress | None = None) -> Mapping[Move, Rational]:
        """The exact value of every legal move, for the player to move; `progress` as for `value_at`."""

    @abstractmethod
    def tables(self) -> Sequence[Table]:
        """The strategy as tables."""

    @property
    def value(self) -> Rational:
        """The value of the start position for the seat asked for: the player who moves first if nothing is said."""
        return self.game_value_at(self.game.start)

    def game_value_at(self, position: Position) -> Rational:
        """Return the exact value of a position for the seat whose odds `value` gives, whoever moves there."""
        return self._of_seat(self.value_at(position), position)

    def _of_seat(self, value: Rational, position: Position) -> Rational:
        """Return a value for the player to move at a position as one for the seat whose odds `value` gives."""
        return value if self.game.seat(position) == self.game.value_seat else 1 - value

    def decimal(self, digits: int = 15) -> str:
        """Return `value` as a decimal number, rounded to nearest; more digits where it would look round but is not.

        Examples
        --------
        >>> import trueodds
        >>> trueodds.solve(trueodds.RiskOrSafety(target=3)).decimal(20)
        '0.54545454545454545455'
        """
        whole_number("digits", digits)
        value = self.value
        return "infinity" if value == math.inf else decimal(value, digits)

    @property
    def one_player(self) -> bool:
        """Whether only the player who moves first ever moves."""
        return False

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
        value = self.value
        return {
            "game": self.game.name,
            "parameters": json_parameters(self.game),
            "value": "infinity"
            if value == math.inf
            else {
                "numerator": value.numerator.digits(),
                "denominator": value.denominator.digits(),
                "decimal": decimal(value),
            },
            "best_moves": [json_value(move) for move in sorted_moves(self.best_moves)],
            "proved": self.proof.proved,
            "method": self.method,
            "proof": str(self.proof),
        }

    @property
    def positions(self) -> Sequence[Position]:
        """All positions that play can reach, the start first; found by walking the rules, if not known already."""
        from .answers.rows import positions  # opened only when asked for

        return positions(self)

    def records(self, progress: Progress | None = None) -> list[dict[str, Any]]:
        """A row for every position that play can reach and every legal move there, for pandas, polars and the like.

        The fields of the position by their names (``position`` if it has none); ``seat``, whose turn it is; ``move``;
        ``value``, the exact value for the player to move, as text such as ``"6/11"``, and ``decimal``, its digits, also
        as text; ``cost``, how much less than the best that is; ``best``, whether it is a best move, exactly; ``tie``,
        whether it is one of several. What is neither number nor text is as it is printed.

        Where a solution computes values when they are asked for, that is a computation for each.

        Examples
        --------
        >>> import trueodds
        >>> rows = trueodds.solve(trueodds.RiskOrSafety(target=3)).records()
        >>> len(rows), rows[1]["move"], rows[1]["value"], rows[1]["best"]
        (36, 2, '53/99', False)
        """
        from .answers.rows import rows  # as above

        return list(rows(self, progress))

    def to_parts(self) -> dict[str, Any]:
        """Return what a file keeps besides game, method and proof, by name.

        Arrays, lists of rationals or of whole numbers, other solutions, and plain data: numbers, text, None and tuples
        of these.
        """
        raise TypeError(f"an answer of type {type(self).__name__} cannot be saved")

    @classmethod
    def from_parts(cls, game: Any, method: str, proof: Any, parts: dict[str, Any]) -> Self:
        """Return the solution that has these parts.

        Raises
        ------
        Exception
            They do not fit together or do not fit the game: ValueError, or whatever wrong data lead to.
        """
        raise TypeError(f"an answer of type {cls.__name__} cannot be loaded")

    def save(self, path: str | os.PathLike[str]) -> None:
        """Save the answer to a file, which is written completely or not at all; `trueodds.load` reads it.

        A user-defined game is saved with all its positions, moves and outcomes, since a file cannot keep functions.

        Parameters
        ----------
        path : path
            Any name; no suffix is added.

        Raises
        ------
        TypeError
            A user's own class of solutions, which cannot be saved.
        ValueError
            Different positions or moves of a user-defined game are printed alike.
        OSError
            The file cannot be written.
        """
        from .answers.files import save  # as above

        save(self, path)

    def plot(self, path: str | os.PathLike[str] | None = None, kind: str | None = None) -> Any:
        """Draw the strategy, into a PNG, SVG or PDF file if a path is given; needs matplotlib.

        Parameters
        ----------
        path : path, optional
            Where to write it.
        kind : str, optional
            Which picture; `trueodds plot GAME --help` lists the kinds; the first if left out.

        Returns
        -------
        matplotlib.figure.Figure
        """
        from .drawing import plot  # opened only when asked for

        return plot(self, path, kind)

    def certificate(self, path: str | os.PathLike[str]) -> None:
        """Write the answer as a file that proves itself (`.odds`, `.odds.gz`); docs/certificates.md says how."""
        from .certificates.write import write_certificate  # asked to certify itself

        write_certificate(self, path)

    def to_dataframe(self) -> Any:
        """Return the rows of `records` as a pandas DataFrame; needs the extra `tables`, or raises ImportError."""
        try:
            from pandas import DataFrame
        except ImportError:
            raise ImportError('to_dataframe needs pandas: pip install "trueodds[tables]"') from None
        return DataFrame(self.records())

    def to_html(self, path: str | os.PathLike[str]) -> None:
        """Write a page to explore every position in a browser, offline, which checks the proof when it is opened.

        Parameters
        ----------
        path : path
            The file, written completely or not at all.

        Raises
        ------
        ValueError
            The game is too large for a page.
        """
        from .drawing import page  # opened only when asked for
        from .runtime.files import atomic_write

        text = page(self.game, self)
        with atomic_write(path) as file:
            file.write(text)

    def to_latex(self) -> str:
        """Return the value, the best moves and the tables of the strategy as LaTeX."""
        from .views.latex import page  # as above

        return page(self)

    _repr_latex_ = to_latex

    def _repr_html_(self) -> str:
        from .views.html import page  # a view, opened only when a notebook asks to be shown one

        return page(self)


@dataclass(frozen=True, eq=False)
class SolutionOfStart(Solution):
    """A solution of a large game: the best moves, and the exact value of the start; other values cost a computation.

    Attributes
    ----------
    start_value : mpq or None
        The value of the start for the player to move there; None if only the moves were asked for.
    """

    start_value: Rational | None = field(default=None, kw_only=True, repr=False)
    #: What was computed since, by what was asked: it changes no answer.
    _kept: dict[Any, Any] = field(default_factory=dict, init=False, repr=False, compare=False)

    @property
    def value(self) -> Rational:
        """The value of the start position for the seat asked for: the player who moves first if nothing is said.

        Raises
        ------
        ValueError
            Only the moves were asked for.
        """
        if self.start_value is None:
            raise ValueError("only the moves were asked for: with_value() computes the value of the start")
        return self._of_seat(self.start_value, self.game.start)

    def with_value(self, run: Run = Run()) -> Self:
        """Return a copy with the value of the start computed; this may be slow."""
        found = replace(self, start_value=self.value_at(self.game.start, run.progress))
        found._kept.update(self._kept)
        return found
