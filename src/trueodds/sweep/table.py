"""The rows of a sweep: every game is solved once, by the workers if there are any, and finished rows are stored."""

from __future__ import annotations

import itertools
import json
import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from ..catalog.registry import by_name
from ..dispatch import solve
from ..game import Game, json_value, sorted_moves
from ..runtime.run import Run
from ..runtime.store import Codec, Store, compute_chunks
from .ranges import Value

#: What each row has after the parameters.
COLUMNS = ("value", "decimal", "best_moves", "tie", "proved")

#: Games in one sweep.
MAX_ROWS = 10_000_000

#: Parameters of one game, by name.
Point = dict[str, Value]


@dataclass(frozen=True)
class Sweep:
    """The parameters of a sweep.

    `game` is the game's name, or where it comes from. `make` maps the parameters to a game; it is importable, or a
    partial of such a function. `fixed` are the parameters that all games share; `over` has the values of each of the
    others, of which the last varies fastest. `source` is a fingerprint of user-defined rules.
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
        """The number of games."""
        return math.prod(map(len, self.over.values()))

    def points(self) -> Iterator[Point]:
        """Yield the parameters of each game, in order."""
        for values in itertools.product(*self.over.values()):
            yield {**self.fixed, **dict(zip(self.over, values, strict=True))}

    def about(self) -> dict[str, Any]:
        """Return what identifies stored rows; the ranges may change."""
        names = dict.fromkeys((*self.fixed, *self.over))
        return {"game": self.game, "source": self.source, "parameters": list(names), "method": self.method}


def make_known(name: str, point: Point) -> Game:
    """Return a game of the registry."""
    made: Game = by_name(name).game(**point)
    return made


def check(sweep: Sweep, every: bool = True) -> None:
    """Raise, before any work, if parameters do not make a game.

    All of them are tried, or only the first unless `every`, because making a game may take long.
    """
    if sweep.size > MAX_ROWS:
        raise ValueError(f"a sweep of {sweep.size} games is too large; at most {MAX_ROWS} can be asked for")
    for point in itertools.islice(sweep.points(), None if every else 1):
        sweep.make(point)


def solve_rows(
    sweep: Sweep,
    run: Run = Run(1),
    store: Store | None = None,
) -> tuple[list[dict[str, Any]], int]:
    """Return all rows in order, and how many of them the store had already; add finished rows to it.

    `progress` gets ``("games", done, games)``. The error of a game that cannot be solved names its parameters.
    """
    found: dict[str, dict[str, Any]] = {}
    points = {_key(point): point for point in sweep.points()}
    before = sum(key in store for key in points) if store else 0

    def take(point: Point, row: dict[str, Any]) -> None:
        found[_key(point)] = row
        run.report("games", len(found), len(points))

    run.report("games", 0, len(points))
    each = partial(_solve_row, sweep.make, sweep.method, sweep.max_positions)
    compute_chunks(each, points.values(), take, run.workers, _check_row, store, _ROWS)
    return [found[key] for key in points], before


def _solve_row(
    make: Callable[[Point], Game], method: str | None, max_positions: int | None, point: Point
) -> dict[str, Any]:
    try:
        solution = solve(make(point), method, workers=1, max_positions=max_positions)
        value, moves = solution.value, sorted_moves(solution.best_moves)
    except (ValueError, TypeError, MemoryError, ArithmeticError) as error:
        where = ", ".join(f"{name}={shown}" for name, shown in _columns(point).items())
        if error.args and isinstance(error.args[0], str):
            error.args = (f"at {where}: {error.args[0]}", *error.args[1:])
        raise
    return {
        **_columns(point),
        "value": str(value),
        "decimal": float(value),
        "best_moves": [json_value(move) for move in moves],
        "tie": len(moves) > 1,
        "proved": solution.proof.proved,
    }


def _check_row(point: Point, row: Any) -> None:
    """Refuse a result that is not a row of this game."""
    names = _columns(point)
    if not isinstance(row, dict) or list(row) != [*names, *COLUMNS] or {name: row[name] for name in names} != names:
        raise ValueError(f"no row of the parameters {names}")


def _columns(point: Point) -> dict[str, Any]:
    """Return the names and values of a row; a parameter with the name of a column gets another name."""
    return {f"parameter_{name}" if name in COLUMNS else name: json_value(value) for name, value in point.items()}


def _key(point: Point) -> str:
    return json.dumps(_columns(point))


_ROWS = Codec(_key, lambda point, row: json.dumps(row).encode(), lambda point, data: json.loads(data))
