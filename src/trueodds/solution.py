"""Solutions of games: exact values, best moves and proofs."""

from __future__ import annotations

import math
import os
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from .exact.decimals import describe_value, format_decimal, number_to_json
from .game import Game, Move, Position, Rational, describe_game, make_json_parameters, make_json_value, sort_moves
from .parameters import check_whole_number
from .records import Record
from .runtime.run import Run

if TYPE_CHECKING:
    from .runtime.executors import Progress


class NotProved(ArithmeticError):  # noqa: N818 - the name is the event
    """Raised if a claim about a game is false or cannot be proved; the message gives the reason.

    See Also
    --------
    solve : Raises this exception.
    load : Raises this exception with ``check=True``.

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
    """A strategy as a table of whole numbers.

    Attributes
    ----------
    title, row_title, column_title : str
        The meaning of the table, its rows and its columns.
    rows, columns : sequences of int
        The labels of the rows and of the columns.
    cells : int array, shape (len(rows), len(columns))
        The numbers.
    ties : sequence of (int, int, tuple)
        Exact ties that the numbers do not show: for each, the labels of its row and column and the equally good moves.
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
        """A boolean array that is true for the cells in `ties`."""
        mask = np.zeros(self.cells.shape, dtype=bool)
        for row, column, _ in self.ties:
            mask[self.rows.index(row), self.columns.index(column)] = True
        return mask


@dataclass(frozen=True, eq=False)
class PlayStatistics(Record):
    """The results and the length of a game if both players make best moves.

    Attributes
    ----------
    results : mapping of mpq to mpq
        The probability of each payoff of seat 0, usually 1 for a win, 1/2 for a draw and 0 for a loss.
    moves : mpq
        The expected number of moves of both players together.
    turns : mpq
        The expected number of turns; a turn ends when the other player is to move, or when the game ends.
    ties : int
        The number of positions with several best moves (exact ties), among those that such play can reach. There, the
        players make the best move that the game lists first. If play need not end, they instead make a best move that
        also attains the value when it is made every time (`GeneralSolution.move_at`). Another choice may change the
        results and the length.
    """

    results: Mapping[Rational, Rational]
    moves: Rational
    turns: Rational
    ties: int

    def to_json(self) -> dict[str, Any]:
        """Return the statistics as plain data for JSON."""
        return {
            "results": {str(payoff): number_to_json(chance) for payoff, chance in self.results.items()},
            "moves": number_to_json(self.moves),
            "turns": number_to_json(self.turns),
            "ties": self.ties,
        }


@dataclass(frozen=True)
class Proof(ABC):
    """The proof of an answer, as data; ``str(proof)`` summarizes it.

    Attributes
    ----------
    method : str
        The kind of proof, in a few words.
    positions : int
        The number of positions that the proof covers; the summary states how they are counted.
    decided : tuple of (str, int)
        The number of positions, or of their moves, that each technique decided; empty if exact values decided all.
    ties : int
        The number of positions known to have several best moves (exact ties).
    bounds : tuple of (str, float)
        Bounds as floats, by name; may be empty.
    undecided : int
        The number of positions whose best moves are not known.
    """

    method: str
    positions: int
    decided: tuple[tuple[str, int], ...]
    ties: int
    bounds: tuple[tuple[str, float], ...] = field(default=(), kw_only=True)
    undecided: int = field(default=0, kw_only=True)

    @property
    def proved(self) -> bool:
        """Whether the value of the start, if computed, and the complete list of its best moves are proved."""
        return self.undecided == 0

    @abstractmethod
    def __str__(self) -> str:
        """Return a summary of the proof."""


def pluralize(number: int, thing: str) -> str:
    """Return a number of things in words, such as "no ties" or "1 tie"."""
    return f"{number:,} {thing}{'' if number == 1 else 's'}" if number else f"no {thing}s"


@dataclass(frozen=True)
class BellmanProof(Proof):
    """A proof that Bellman's equation holds exactly at every position; `moves` is the number of moves."""

    moves: int

    def __str__(self) -> str:
        size = f"{pluralize(self.positions, 'position')} over {pluralize(self.moves, 'move')}"
        return f"{self.method} at {size}, {pluralize(self.ties, 'tie')}"


@dataclass(frozen=True, eq=False)
class Solution(Record, ABC):
    """A solved game.

    Two solutions are equal if their games, methods and answers are. A user-defined game is equal only to itself unless
    its class defines equality, as dataclasses do. Solutions can be hashed and copied, and pickled if their games can.

    Attributes
    ----------
    game : Game
        The rules and parameters.
    method : str
        The method that solved the game.
    proof : Proof
        The proof of the answer; ``str(proof)`` summarizes it.

    See Also
    --------
    solve : Solve a game.
    load : Load a solution that `Solution.save` saved.
    play_statistics : Compute the results and the length of the game if both players follow the solution.

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

    #: The class of `proof`, whose fields are saved in files.
    proof_type: ClassVar[type[Proof]]

    #: Whether the values of all positions are stored; if not, each is computed on request.
    values_everywhere: ClassVar[bool] = True

    @abstractmethod
    def value_at(self, position: Position, progress: Progress | None = None) -> Rational:
        """Return the exact value of a position for the player to move.

        In a game that is won, lost or drawn, this is the player's probability of winning, where a draw counts as 1/2.

        Parameters
        ----------
        position : Position
            A position of the game; solutions by some methods raise ValueError at positions that they do not cover.
        progress : callable, optional
            See `solve`; used if the value must be computed.
        """

    @abstractmethod
    def move_values(self, position: Position, progress: Progress | None = None) -> Mapping[Move, Rational]:
        """Return the exact value, for the player to move, of every legal move; `progress` is as for `value_at`."""

    def tables(self) -> Sequence[Table]:
        """Return the strategy as tables; solutions by a method that works for every game have none."""
        return []

    @property
    def value(self) -> Rational:
        """The value of the start for the seat ``game.value_seat``, by default seat 0."""
        return self.game_value_at(self.game.start)

    def game_value_at(self, position: Position) -> Rational:
        """Return the exact value of a position for the seat ``game.value_seat``, whichever player is to move."""
        return self._of_seat(self.value_at(position), position)

    def _of_seat(self, value: Rational, position: Position) -> Rational:
        """Convert a value for the player to move at a position to the value for the seat ``game.value_seat``."""
        return value if self.game.seat(position) == self.game.value_seat else 1 - value

    def decimal(self, digits: int = 15) -> str:
        """Return `value` as text, rounded to `digits` significant digits, or to more if it would falsely look round.

        Examples
        --------
        >>> import trueodds
        >>> trueodds.solve(trueodds.RiskOrSafety(target=3)).decimal(20)
        '0.54545454545454545455'
        """
        check_whole_number("digits", digits)
        value = self.value
        return "infinity" if value == math.inf else format_decimal(value, digits)

    def __repr__(self) -> str:
        try:
            value = "infinite" if self.value == math.inf else describe_value(self.value)
        except ValueError:
            value = "not computed"
        try:
            moves = " or ".join(map(str, sort_moves(self.best_moves)))
        except NotProved:
            moves = "not proved"
        return f"<{type(self).__name__} of {describe_game(self.game)}: value {value}, best move {moves}>"

    @property
    def one_player(self) -> bool:
        """Whether only seat 0 ever moves."""
        return False

    @property
    def best_moves(self) -> frozenset[Move]:
        """All best moves at the start; several if their values are exactly equal."""
        return self.best_moves_at(self.game.start)

    def best_moves_at(self, position: Position) -> frozenset[Move]:
        """Return all best moves at a position, several if their values are exactly equal."""
        values = self.move_values(position)
        best = max(values.values())
        return frozenset(move for move, value in values.items() if value == best)

    def to_json(self) -> dict[str, Any]:
        """Return the answer as plain data for JSON."""
        return {
            "game": self.game.name,
            "parameters": make_json_parameters(self.game),
            "value": number_to_json(self.value),
            "best_moves": [make_json_value(move) for move in sort_moves(self.best_moves)],
            "proved": self.proof.proved,
            "method": self.method,
            "proof": str(self.proof),
        }

    @cached_property
    def positions(self) -> Sequence[Position]:
        """All reachable positions, the start first; for a game given as arrays, all positions in the given order."""
        from .answers.rows import list_positions  # imported only when needed

        return list_positions(self)

    def records(self, progress: Progress | None = None) -> list[dict[str, Any]]:
        """Return a row for each legal move at each of `positions`, for pandas and similar libraries.

        A row has the fields of the position by name (``part_1``, ``part_2``, … for a plain tuple; only ``position`` if
        positions have no fields, or not all the same fields); ``seat``, the player to move; ``move``; ``value``, the
        exact value for that player as text such as ``"6/11"``; ``decimal``, the value as a decimal, also text;
        ``cost``, the loss compared with the best move; ``best``, whether the move is best; and ``tie``, whether it is
        one of several best moves. A field that has one of these names but another meaning gets the prefix
        ``position_``. Fields and moves other than text, ints, floats, bools and None become text.

        A solution that does not store values computes each value.

        Examples
        --------
        >>> import trueodds
        >>> rows = trueodds.solve(trueodds.RiskOrSafety(target=3)).records()
        >>> len(rows), rows[1]["move"], rows[1]["value"], rows[1]["best"]
        (36, 2, '53/99', False)
        """
        from .answers.rows import yield_rows  # imported only when needed

        return list(yield_rows(self, progress))

    def to_parts(self) -> dict[str, Any]:
        """Return, by name, the parts that a file must contain besides the game, the method and the proof.

        Parts are arrays, lists of mpq or of mpz, other solutions, and plain data: numbers, text, None and
        tuples of these.
        """
        raise TypeError(f"a solution of type {type(self).__name__} cannot be saved")

    @classmethod
    def from_parts(cls, game: Any, method: str, proof: Any, parts: dict[str, Any]) -> Self:
        """Return the solution with these parts; inconsistent parts may raise any exception."""
        raise TypeError(f"a solution of type {cls.__name__} cannot be loaded")

    def save(self, path: str | os.PathLike[str]) -> None:
        """Save the solution to a file that `trueodds.load` reads; the file is written completely or not at all.

        A user-defined game is saved with all its positions, moves and outcomes because a file cannot contain functions.

        Parameters
        ----------
        path : path
            The file; no suffix is added.

        Raises
        ------
        TypeError
            The class of the solution is user-defined.
        ValueError
            In a user-defined game, two positions have the same text or fields, or two moves at a position have the same
            text.
        OSError
            The file cannot be written.
        """
        from .answers.files import save  # imported only when needed

        save(self, path)

    def plot(
        self,
        path: str | os.PathLike[str] | None = None,
        kind: str | None = None,
        *,
        over: Sequence[str] | None = None,
        at: Mapping[str, object] | None = None,
    ) -> Any:
        """Draw the strategy, and write it to a PNG, SVG or PDF file if a path is given; requires Matplotlib.

        Parameters
        ----------
        path : path, optional
            The file.
        kind : str, optional
            The kind of picture; `trueodds plot GAME --help` lists the kinds, of which the first is the default.
            A map has the kinds ``"strategy"`` (the best moves) and ``"odds"`` (the values).
        over : sequence of two str, optional
            Draw a map over these two fields of positions: the first downward, the second across. By default the game's
            own picture is drawn. If the game has none, or if `at` is given, the fields are chosen as for the first map
            on the page of `to_html`, but among the whole-number fields that vary while those in `at` are fixed.
        at : mapping, optional
            The values of other fields in a map, by name. They default to the values at the start (but a cell where the
            starting seat never moves is for the other seat) or, without `over`, to those of the most informative map.

        Returns
        -------
        matplotlib.figure.Figure

        Raises
        ------
        ValueError, NotProved
            The kind, the fields or their values do not exist, no map is possible, the file has an unknown suffix, or a
            best move is not proved (NotProved).

        Examples
        --------
        >>> import trueodds
        >>> solution = trueodds.solve(trueodds.Pig(target=20))
        >>> figure = solution.plot(over=("saved", "turn_total"), at={"opponent_saved": 10})  # doctest: +SKIP
        """
        from .drawing import plot  # imported only when needed

        return plot(self, path, kind, over, at)

    def certificate(self, path: str | os.PathLike[str]) -> None:
        """Write a certificate (`.odds` or `.odds.gz`), which proves the answer; see docs/certificates.md."""
        from .certificates.write import format_certificate, write_lines  # imported only when needed

        write_lines(format_certificate(self), path)

    def to_dataframe(self) -> Any:
        """Return the rows of `records` as a pandas DataFrame; raise ImportError if pandas is not installed."""
        try:
            from pandas import DataFrame
        except ImportError:
            raise ImportError('to_dataframe needs pandas: pip install "trueodds[tables]"') from None
        return DataFrame(self.records())

    def to_html(self, path: str | os.PathLike[str]) -> None:
        """Write a page to explore all positions offline in a browser; a small page also checks its proof when opened.

        Parameters
        ----------
        path : path
            The file, written completely or not at all.

        Raises
        ------
        ValueError, NotProved
            The game or its values are too large for a page, moves have rewards, or a value is not proved (NotProved).
        """
        from .drawing import make_page  # imported only when needed
        from .runtime.files import atomic_write

        text = make_page(self.game, self)
        with atomic_write(path) as file:
            file.write(text)

    def to_latex(self, over: Sequence[str] | None = None, at: Mapping[str, object] | None = None) -> str:
        """Return the value, the best moves and any tables of the strategy as LaTeX; for `over` and `at`, see `plot`.

        Without `over` and `at`, the tables are those of `tables` or, if there are none but a map is possible, the
        default map of `plot`. At most 40 rows and 40 columns of a table are shown.
        """
        from .drawing import draw_map  # imported only when needed
        from .views.latex import render_solution

        if over is None and at is None:
            try:
                return render_solution(self, None if self.tables() else draw_map(self))
            except (ValueError, NotProved):
                return render_solution(self)
        return render_solution(self, draw_map(self, over, at))

    def _repr_latex_(self) -> str:
        from .views.latex import render_solution  # imported only when needed

        return render_solution(self)  # notebooks call this for every solution; a map may be slow

    def _repr_html_(self) -> str:
        from .views.html import render_solution  # imported only when needed

        return render_solution(self)


@dataclass(frozen=True, eq=False)
class SolutionOfStart(Solution):
    """A solution, for large games, that stores best moves and the start's value; other values are computed on request.

    `start_value` is the value for the player to move at the start, or None if only the moves were computed.
    """

    start_value: Rational | None = field(default=None, kw_only=True)
    #: A cache of values computed on request.
    _cache: dict[Any, Rational] = field(default_factory=dict, init=False, compare=False)

    @property
    def value(self) -> Rational:
        """The value of the start for the seat ``game.value_seat``; ValueError if only the moves were computed."""
        if self.start_value is None:
            raise ValueError("only the best moves were computed; with_value() returns a copy with the start's value")
        return self._of_seat(self.start_value, self.game.start)

    def with_value(self, run: Run = Run()) -> Self:
        """Return a copy with the value of the start, which may take a long time to compute."""
        solution = replace(self, start_value=self.value_at(self.game.start, run.progress))
        solution._cache.update(self._cache)
        return solution
