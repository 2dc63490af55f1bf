"""The rows of a sweep: every game solved once, by whatever runs chunks; finished rows are kept as they come."""

from __future__ import annotations

import itertools
import json
import logging
import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from ..catalog.registry import by_name
from ..dispatch import solve
from ..game import Game, json_value, sorted_moves
from ..runtime.executors import Progress, run_chunks, usual_executor
from ..runtime.row_file import RowFile
from .ranges import Value

#: What each row has after the parameters.
COLUMNS = ("value", "decimal", "best_moves", "tie", "proved")

#: Games in one sweep.
MAX_ROWS = 10_000_000

#: Parameters of one game, by name.
Point = dict[str, Value]


@dataclass(frozen=True)
class Sweep:
    """What is swept over.

    Attributes
    ----------
    game : str
        Its name, or where it comes from.
    make : callable
        From the parameters to a game; importable, or a partial of what is.
    fixed : mapping
        Parameters that all games share.
    over : mapping
        The values of each of the others; the last varies fastest.
    method : str or None
        How to solve, as for `trueodds.solve`.
    max_positions : int or None
        Refuse games of more positions.
    source : str
        A fingerprint of rules that are not of the registry.
    """

    game: str
    make: Callable[[Point], Game]
    fixed: Mapping[str, Any]
    over: Mapping[str, list[Value]]
    method: str | None = None
    max_positions: int | None = None
    source: str = ""

    @property
    def size(self) -> int:
        """How many games there are."""
        return math.prod(map(len, self.over.values()))

    def points(self) -> Iterator[Point]:
        """The parameters of each game, in order."""
        for values in itertools.product(*self.over.values()):
            yield {**self.fixed, **dict(zip(self.over, values, strict=True))}

    def about(self) -> dict[str, Any]:
        """What rows that are kept must be of; the ranges may change."""
        names = dict.fromkeys((*self.fixed, *self.over))
        return {"game": self.game, "source": self.source, "parameters": list(names), "method": self.method}


def make_known(name: str, point: Point) -> Game:
    """A game of the registry.

    Examples
    --------
    >>> make_known("pig", {"target": 20}).target
    20
    """
    made: Game = by_name(name).game(**point)
    return made


def check(sweep: Sweep, every: bool = True) -> None:
    """Refuse, before the work, parameters that make no game.

    Parameters
    ----------
    sweep : Sweep
        What is asked for.
    every : bool
        Whether to try all of them; else the first alone, where making one may be work.

    Raises
    ------
    ValueError, TypeError
        With the parameter that was wrong and what is allowed.
    """
    if sweep.size > MAX_ROWS:
        raise ValueError(f"a sweep of {sweep.size} games is too large; at most {MAX_ROWS} can be asked for")
    for point in itertools.islice(sweep.points(), None if every else 1):
        sweep.make(point)


def solve_rows(
    sweep: Sweep, kept: RowFile | None = None, progress: Progress | None = None
) -> tuple[list[dict[str, Any]], int]:
    """All rows in order, and how many of them were there already.

    Parameters
    ----------
    sweep : Sweep
        What is asked for.
    kept : RowFile, optional
        Has finished rows, and gets those that are finished now.
    progress : callable, optional
        Gets ``("games", done, games)``.

    Raises
    ------
    Exception
        What a game that cannot be solved raises, with its parameters.

    Examples
    --------
    >>> sweep = Sweep("the-race", partial(make_known, "the-race"), {}, {"target": [1, 2]})
    >>> rows, _ = solve_rows(sweep)
    >>> rows[0]
    {'target': 1, 'value': '1/3', 'decimal': 0.3333333333333333, 'best_moves': [1], 'tie': False, 'proved': True}
    """
    found: dict[str, dict[str, Any]] = {}
    keys = {_key(_columns(point)): None for point in sweep.points()}
    if kept:
        names = list(_columns(next(sweep.points())))
        for line in kept.changed:
            logging.getLogger("trueodds").warning("trueodds: %s; computed again", line)
        for row in kept.rows:
            key = _key({name: row.get(name) for name in names})
            if key in keys and list(row) == [*names, *COLUMNS]:
                found[key] = row
    before = len(found)
    missing = [point for point in sweep.points() if _key(_columns(point)) not in found]
    if progress:
        progress("games", before, len(keys))
    each = partial(_solve_row, sweep.make, sweep.method, sweep.max_positions)
    for point, row in run_chunks(each, missing, usual_executor("serial"), _hold_row):
        found[_key(_columns(point))] = row
        if kept:
            kept.add(row)
        if progress:
            progress("games", len(found), len(keys))
    return [found[key] for key in keys], before


def _solve_row(
    make: Callable[[Point], Game], method: str | None, max_positions: int | None, point: Point
) -> dict[str, Any]:
    try:
        solution = solve(make(point), method, executor="serial", max_positions=max_positions)
        value, moves = solution.value, sorted_moves(solution.best_moves)
    except (ValueError, TypeError, MemoryError, ArithmeticError) as error:
        told = ", ".join(f"{name}={shown}" for name, shown in _columns(point).items())
        if error.args and isinstance(error.args[0], str):
            error.args = (f"at {told}: {error.args[0]}", *error.args[1:])
        raise
    return {
        **_columns(point),
        "value": str(value),
        "decimal": float(value),
        "best_moves": [json_value(move) for move in moves],
        "tie": len(moves) > 1,
        "proved": solution.proof.proved,
    }


def _hold_row(point: Point, row: Any) -> None:
    """Refuse what is no row of this game."""
    names = _columns(point)
    if not isinstance(row, dict) or list(row) != [*names, *COLUMNS] or {name: row[name] for name in names} != names:
        raise ValueError(f"no row of the parameters {names}")


def _columns(point: Point) -> dict[str, Any]:
    """Names and values as the table has them; a parameter that is called like another column gets another name."""
    return {f"parameter_{name}" if name in COLUMNS else name: json_value(value) for name, value in point.items()}


def _key(columns: Mapping[str, Any]) -> str:
    return json.dumps(columns)
