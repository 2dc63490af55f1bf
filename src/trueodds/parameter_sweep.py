"""Solve a game for ranges of its parameters, and return a row of results for each combination."""

from __future__ import annotations

import inspect
import itertools
import json
import math
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any

from gmpy2 import mpq

from .dispatch import solve
from .exact.decimals import format_decimal, number_to_json
from .game import Game, make_json_value, sort_moves
from .parameters import RATIONAL, read_rational
from .runtime.executors import Progress
from .runtime.run import Run
from .runtime.store import Codec, Store, compute_chunks, compute_fingerprint, open_store
from .solver.checked_rules import TooLargeError

#: The columns that follow the parameters.
COLUMNS = ("value", "decimal", "best_moves", "tie", "proved")

#: The maximum number of games in one sweep, and of values in one range.
MAX_ROWS = 1_000_000

_RANGE = re.compile(rf"({RATIONAL})\.\.({RATIONAL})(?::({RATIONAL}))?")

#: A value of a parameter: a whole number, another exact number as a fraction, or text.
Value = int | Fraction | str

#: The parameters of one game, by name.
Point = dict[str, Value]


@dataclass(frozen=True)
class Sweep:
    """The specification of a sweep.

    `make` takes the parameters and returns a game. `fixed` holds the parameters that all games share. `over` holds the
    values of each varied parameter; the last parameter varies fastest. `source` is a fingerprint of user-defined rules.
    """

    game: str
    make: Callable[..., Game]
    fixed: Mapping[str, Any]
    over: Mapping[str, list[Value]]
    method: str | None = None
    max_positions: int | None = None
    source: str = ""

    @property
    def size(self) -> int:
        """The number of games."""
        return math.prod(map(len, self.over.values()))

    def points(self) -> Iterator[Point]:
        """Yield the parameters of each game, in order."""
        for values in itertools.product(*self.over.values()):
            yield {**self.fixed, **dict(zip(self.over, values, strict=True))}

    def about(self) -> dict[str, Any]:
        """Return the data that identify the checkpoint; they omit parameter values, which may change between runs."""
        names = dict.fromkeys((*self.fixed, *self.over))
        return {"game": self.game, "source": self.source, "parameters": list(names), "method": self.method}


def sweep(
    game: Callable[..., Game],
    over: Mapping[str, Iterable[Any]],
    fixed: Mapping[str, Any] | None = None,
    *,
    method: str | None = None,
    workers: int | str | Executor = 1,
    checkpoint: str | os.PathLike[str] | None = None,
    progress: Progress | None = None,
    max_positions: int | None = None,
) -> list[dict[str, Any]]:
    """Solve a game for every combination of values of some of its parameters.

    Parameters
    ----------
    game : callable
        The class of a game, or a function that takes parameters and returns a game. Workers outside this process must
        be able to import it.
    over : mapping of str to iterable
        The values of each parameter that varies; the last parameter varies fastest.
    fixed : mapping, optional
        The parameters that all games share.
    method : str, optional
        The method, as for `solve`.
    workers : int, str or concurrent.futures.Executor, optional
        The workers, as for `solve`; by default, games are solved one after another in this process.
    checkpoint : path, optional
        A file in which to save finished rows, and from which a later call resumes, even with other values of the
        parameters. It is rejected if the source file or notebook cell that defines `game` has changed.
    progress : callable, optional
        Called with ``("games", done, games)``.
    max_positions : int, optional
        The largest number of positions allowed in each game, as for `solve`.

    Returns
    -------
    list of dict
        A row for each game: the given parameters; ``value`` and ``decimal`` as text, such as ``"6/11"`` and
        ``"0.545454545454545"``; all ``best_moves`` at the start; ``tie``, true if there is more than one; and
        ``proved``, true if the value and the best moves are proved.

    Raises
    ------
    TypeError, ValueError
        There are too many games or some parameters do not define a game (both are checked before solving), the rules of
        a game are inconsistent, or an option cannot be used.
    MemoryError
        A game is too large; the message names its parameters.
    NotProved
        The answer for a game cannot be proved; the message names its parameters.

    See Also
    --------
    solve : Solve one game.

    Examples
    --------
    >>> import trueodds
    >>> rows = trueodds.sweep(trueodds.RiskOrSafety, {"target": range(1, 4)}, {"heads": "1/2"})
    >>> [row["value"] for row in rows]
    ['2/3', '4/7', '6/11']
    """
    if not callable(game):
        raise TypeError(f"game must be the class of a game or a function that returns a game, not {game!r}")
    for name, choices in over.items():
        if isinstance(choices, str) or not isinstance(choices, Iterable):
            raise TypeError(f"{name} must be a list or range of values, such as range(1, 6), not {choices!r}")
        if name in (fixed or {}):
            raise ValueError(f"{name} must be either varied or fixed, not both")
    values = {name: list(choices) for name, choices in over.items()}
    name = getattr(game, "name", "")
    title = name if isinstance(name, str) and name else _describe_callable(game)
    source = "" if checkpoint is None else _fingerprint_rules(game)
    request = Sweep(title, game, dict(fixed or {}), values, method, max_positions, source)
    run = Run(workers, checkpoint, progress, max_positions)
    check(request)
    with open_store(checkpoint, request.about()) as store:
        return solve_rows(request, run, store)


def _describe_callable(game: Any) -> str:
    """Return a description of a callable.

    The descriptions of classes and functions are the same in every process, and so are those of partial functions if
    the descriptions of their arguments are.
    """
    if isinstance(game, partial):
        return f"{_describe_callable(game.func)} {game.args} {game.keywords}"
    return str(getattr(game, "__qualname__", repr(game)))


def _fingerprint_rules(game: Any) -> str:
    """Return a fingerprint of the file that defines a game, or an empty string for a built-in game."""
    while isinstance(game, partial):
        game = game.func
    game = inspect.unwrap(game)
    game = game if inspect.isclass(game) or inspect.isroutine(game) else type(game)
    if str(getattr(game, "__module__", "")).startswith(f"{__package__}."):
        return ""
    try:
        lines, _ = inspect.findsource(game)
    except (OSError, TypeError):
        raise ValueError(
            "a checkpoint requires a class or function whose source code can be read; define it in a file"
        ) from None
    return compute_fingerprint("".join(lines).encode())


def check(sweep: Sweep, every: bool = True) -> None:
    """Raise an exception if there are too many games, or if some parameters do not define a game.

    Unless `every` is true, check only the first game, because constructing a game can be slow.
    """
    if sweep.size > MAX_ROWS:
        raise ValueError(f"a sweep must have at most {MAX_ROWS:,} games, not {sweep.size:,}")
    for point in itertools.islice(sweep.points(), None if every else 1):
        sweep.make(**point)


def solve_rows(sweep: Sweep, run: Run, store: Store | None = None) -> list[dict[str, Any]]:
    """Return all rows in order; read finished rows from the store, and compute and store the rest."""
    rows: dict[str, dict[str, Any]] = {}
    points = {_make_key(point): point for point in sweep.points()}

    def take(point: Point, row: dict[str, Any]) -> None:
        rows[_make_key(point)] = row
        run.report("games", len(rows), len(points))

    run.report("games", 0, len(points))
    each = partial(_solve_row, sweep.make, sweep.method, sweep.max_positions)
    compute_chunks(each, points.values(), take, run.workers, _check_row, store, _ROWS)
    return [rows[key] for key in points]


def _solve_row(
    make: Callable[..., Game], method: str | None, max_positions: int | None, point: Point
) -> dict[str, Any]:
    try:
        solution = solve(make(**point), method, workers=1, max_positions=max_positions)
        value, moves = solution.value, sort_moves(solution.best_moves)
    except (ValueError, TypeError, MemoryError, ArithmeticError) as error:
        where = ", ".join(f"{name}={argument}" for name, argument in _name_columns(point).items())
        error.args = (f"at {where}: {str(error) or 'out of memory'}",)
        if isinstance(error, TooLargeError):
            error.what = f"at {where}: {error.what}"
        raise
    return {
        **_name_columns(point),
        "value": str(value),
        "decimal": format_decimal(value),
        "best_moves": [make_json_value(move) for move in moves],
        "tie": len(moves) > 1,
        "proved": solution.proof.proved,
    }


def row_to_json(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return a row as plain data for JSON."""
    parameters = {name: row[name] for name in row if name not in COLUMNS}
    answer = {name: row[name] for name in COLUMNS if name != "decimal"}
    return {"parameters": parameters, **answer, "value": number_to_json(mpq(row["value"]))}


def _check_row(point: Point, row: Any) -> None:
    """Raise ValueError for a result that is not the row for the parameters `point`."""
    names = _name_columns(point)
    if not isinstance(row, dict) or list(row) != [*names, *COLUMNS] or {name: row[name] for name in names} != names:
        raise ValueError(f"the row does not belong to the parameters {names}")


def _name_columns(point: Point) -> dict[str, Any]:
    """Return the parameters as columns of a row, renamed if their names are those of other columns."""
    columns = {}
    for name, value in point.items():
        column = name
        while column in COLUMNS or (column != name and column in point):
            column = f"parameter_{column}"
        columns[column] = make_json_value(value)
    return columns


def _make_key(point: Point) -> str:
    return json.dumps(_name_columns(point))


_ROWS = Codec(_make_key, lambda point, row: json.dumps(row).encode(), lambda point, data: json.loads(data))


def read_values(text: str) -> list[Value]:
    """Return, without duplicates, the values in a string of single values and ranges separated by commas.

    A range is ``FIRST..LAST`` or ``FIRST..LAST:STEP``. It includes LAST if the steps reach it.
    """
    values: dict[Value, None] = {}
    for part in text.split(","):
        part = part.strip()
        if not part:
            raise ValueError(f"a value is missing in {text[:40]!r}")
        if ".." in part:
            values.update(dict.fromkeys(_read_range(part)))
        else:
            number = read_rational(part)
            values[part if number is None else _simplify(number)] = None
    return list(values)


def _read_range(part: str) -> Iterator[Value]:
    read = _RANGE.fullmatch(part)
    if not read:
        raise ValueError(f"a range must be FIRST..LAST[:STEP] in integers, fractions or decimals, not {part[:40]!r}")
    first, last, step = (Fraction(number or 1) for number in read.groups())
    if step <= 0 or last < first:
        raise ValueError(f"a range must be FIRST..LAST[:STEP] with FIRST <= LAST and STEP > 0, not {part[:40]!r}")
    count = (last - first) // step + 1
    if count > MAX_ROWS:
        raise ValueError(f"a range must have at most {MAX_ROWS:,} values, but {part[:40]!r} has more")
    return (_simplify(first + step * number) for number in range(count))


def _simplify(value: Fraction) -> int | Fraction:
    return value.numerator if value.denominator == 1 else value
