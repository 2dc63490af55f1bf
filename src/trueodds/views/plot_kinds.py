"""Which pictures a game has, and what is in them: grids and curves, for whoever draws them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..dispatch import solve_moves
from ..game import Game
from ..games.coinball import Coinball
from ..games.greed import Greed
from ..games.pig import Pig
from ..games.risk_or_safety import RiskOrSafety
from ..games.super_six import SuperSix
from ..games.the_race import TheRace
from ..games.two_coins import TwoCoins
from ..runtime.executors import Progress
from ..solution import Solution, Table
from .plot_odds import odds_at_needs

_MAX_CLASSES = 12  # numbers of coins that have a colour each; more are shades
_MAX_FLIPS_OF_CURVE = 20  # up to which the breakpoints of the curve in p take no more than a second


@dataclass(frozen=True)
class Grid:
    """A picture of cells.

    Attributes
    ----------
    title, x_title, y_title, unit : str
        What the picture, its axes and its colours are.
    x, y : sequences of int
        Labels of columns and rows; rows count upward.
    cells : float array, shape (len(y), len(x))
        What the colours show; NaN where there is nothing to show.
    classes : tuple of str
        Names of the values 1, 2, …; none if the cells are shades.
    labels : int array of the same shape, optional
        Numbers to write into the cells.
    even : bool
        Whether to draw the line of even odds.
    blank : str
        What cells mean that show nothing.
    """

    title: str
    x_title: str
    y_title: str
    unit: str
    x: Sequence[int]
    y: Sequence[int]
    cells: NDArray[np.float64]
    classes: tuple[str, ...] = ()
    labels: NDArray[np.int64] | None = None
    even: bool = False
    blank: str = ""


@dataclass(frozen=True)
class Curves:
    """A picture of curves.

    Attributes
    ----------
    title, x_title, y_title : str
        What the picture and its axes are.
    curves : sequence of (name, x, y)
        The first by a solid line, others dashed.
    logarithmic : bool
        Both axes.
    marks : sequence of float
        Special x, and what they are.
    marks_title : str
    """

    title: str
    x_title: str
    y_title: str
    curves: Sequence[tuple[str, Sequence[float], Sequence[float]]]
    logarithmic: bool = False
    marks: Sequence[float] = ()
    marks_title: str = ""


Picture = Grid | Curves


@dataclass(frozen=True)
class Asked:
    """A game to draw, which is solved when its picture needs that."""

    game: Game
    known: Solution | None
    progress: Progress | None

    @cached_property
    def solution(self) -> Any:
        """Of the game's own kind."""
        return self.known or solve_moves(self.game, progress=self.progress)


def kinds(game: Game) -> tuple[str, ...]:
    """The pictures that a game has, the usual one first; none for games of one's own.

    Examples
    --------
    >>> import trueodds
    >>> kinds(trueodds.TwoCoins())
    ('strategy', 'odds', 'curve')
    """
    return tuple(_DRAWN.get(type(game), {}))


def pictures(
    game: Game, kind: str | None = None, solution: Solution | None = None, progress: Progress | None = None
) -> list[Picture]:
    """What to draw of a game.

    Parameters
    ----------
    game : Game
        The rules.
    kind : str, optional
        One of `kinds`; the first if left out.
    solution : Solution, optional
        If the game is solved already.
    progress : callable, optional
        As for `solve`.

    Returns
    -------
    list of Grid or Curves

    Raises
    ------
    ValueError
        The game has no such picture.

    Examples
    --------
    >>> import trueodds
    >>> [picture] = pictures(trueodds.RiskOrSafety(target=3))
    >>> picture.cells.tolist(), picture.classes
    ([[1.0, 1.0, 1.0], [2.0, 2.0, 2.0], [3.0, 3.0, 1.0]], ('1', '2', '3'))
    """
    known = _DRAWN.get(type(game), {})
    if not known:
        raise ValueError(f"{game.name}: there is no picture of it; there is for {', '.join(map(_name, _DRAWN))}")
    if kind is not None and kind not in known:
        raise ValueError(f"kind must be one of {', '.join(known)} for {game.name}, not {kind[:40]!r}")
    draw = known[kind or next(iter(known))]
    return draw(game, Asked(game, solution, progress))


def _name(rules: type[Game]) -> str:
    return rules.name


def _headline(game: Any, what: str) -> str:
    options = ", ".join(f"{name.replace('_', ' ')} {option}" for name, option in game.parameters.items())
    return f"{game.name}, {options}: {what}"


def _numbers(table: Table, title: str, unit: str) -> Grid:
    """A table of numbers, a class each if they are few."""
    cells = np.asarray(table.cells, dtype=np.float64)
    # Against one point all are gone for at once: these numbers would take all the colours.
    ordinary = cells[:, 1:].max() if cells.shape[1] > 1 else cells.max()
    most = int(max(ordinary, 1))
    classes: tuple[str, ...] = ()
    shown = cells
    if most <= _MAX_CLASSES:
        classes = tuple(map(str, range(1, most + 1)))
        if cells.max() > most:
            classes = (*classes, f"{most + 1} or more")
            shown = np.minimum(cells, most + 1)
    return Grid(
        title, table.column_title, table.row_title, unit, table.columns, table.rows, shown, classes, table.cells
    )


def _risk_strategy(game: RiskOrSafety, ask: Asked) -> list[Picture]:
    return [_numbers(table, _headline(game, table.title.lower()), "coins") for table in ask.solution.tables()]


def _risk_odds(game: RiskOrSafety, ask: Asked) -> list[Picture]:
    solution = ask.solution
    mine, _ = odds_at_needs(solution.coins(0), solution.coins(1), float(game.heads))
    rows, columns = range(1, game.target + 1), range(1, game.opponent_target + 1)
    title = _headline(game, "odds of the player to toss")
    return [Grid(title, "the opponent needs", "I need", "chance to win", columns, rows, mine, even=True)]


def _risk_advantage(game: RiskOrSafety, ask: Asked) -> list[Picture]:
    from ..research.advantage import LIMIT, advantages

    if game.parameters.keys() != {"target"}:
        raise ValueError("the advantage of the first player is drawn for equal targets and a fair coin")
    found = advantages(game.target, ask.progress)
    n = np.arange(1, game.target + 1)
    curves = [
        ("V(n, n) - 1/2", n.tolist(), (found.equal[1:] - 0.5).tolist()),
        ("1/(8 √(πn))", n.tolist(), (LIMIT / np.sqrt(n)).tolist()),
    ]
    title = f"{game.name}: advantage of the player who moves first"
    return [Curves(title, "points to win, n", "chance to win, less 1/2", curves, logarithmic=True)]


def _pig_hold(game: Pig, ask: Asked) -> list[Picture]:
    solution, found = ask.solution, []
    for seat in range(1 if game.target == game.opponent_target else 2):
        hold = solution.hold_at(seat)
        needed = hold.shape[0] - np.arange(hold.shape[0])[:, None]
        cells = np.where(hold >= needed, np.nan, hold)
        rows, columns = map(range, hold.shape)
        who = "" if game.target == game.opponent_target else f", the {('first', 'second')[seat]} player"
        found.append(
            Grid(
                _headline(game, f"the least turn total to hold at{who}"),
                "the opponent has saved",
                "I have saved",
                "turn total",
                columns,
                rows,
                cells,
                labels=np.where(hold >= needed, 0, hold),
                blank="roll until the game is won",
            )
        )
    return list(found)


def _pig_odds(game: Pig, ask: Asked) -> list[Picture]:
    bounds = ask.solution.bounds
    mine, other = game.target, game.opponent_target
    cells = np.array([[sum(bounds.value(mine - b, other - c)) / 2 for c in range(other)] for b in range(mine)])
    title = _headline(game, "odds of the player to roll")
    names = "the opponent has saved", "I have saved", "chance to win"
    return [Grid(title, *names, range(other), range(mine), cells, even=True)]


def _greed(which: tuple[bool, ...]) -> Callable[[Greed, Asked], list[Picture]]:
    def draw(game: Greed, ask: Asked) -> list[Picture]:
        solution, found = ask.solution, []
        for last in which:
            table = solution.tables()[last]
            ratings = np.array([[float(value) for value in row] for row in solution.ratings(last)])
            title = _headline(game, f"dice to roll in {'the last turn' if last else 'normal turns'}")
            unit = "rating (a draw one half)"
            scores = table.rows
            found.append(
                Grid(title, table.column_title, table.row_title, unit, scores, scores, ratings, labels=table.cells)
            )
        return list(found)

    return draw


def _calls(names: tuple[str, ...]) -> Callable[[Any, Asked], list[Picture]]:
    """A map of two calls by how far the game is (across) and the score (up)."""

    def draw(game: Any, ask: Asked) -> list[Picture]:
        found = []
        for table in ask.solution.tables():
            if not len(table.rows):
                continue  # of who never calls
            cells = np.asarray(table.cells, dtype=np.float64).T
            used = np.flatnonzero(cells.any(axis=1))
            rows = slice(used[0], used[-1] + 1) if len(used) else slice(0, 1)
            cells = np.where(cells == 0, np.nan, cells)[rows]
            title = _headline(game, table.title.partition(":")[0].lower())
            names_of_axes = table.row_title, table.column_title, ""
            found.append(
                Grid(
                    title,
                    *names_of_axes,
                    table.rows,
                    table.columns[rows],
                    cells,
                    names,
                    blank="decided or not possible",
                )
            )
        return list(found)

    return draw


def _coin_odds(game: TwoCoins, ask: Asked) -> list[Picture]:
    solution = ask.solution
    table = solution.tables()[0]
    cells = np.full(table.cells.T.shape, np.nan)
    for done, column in zip(*np.nonzero(table.cells), strict=True):
        cells[column, done] = float(solution.value_at((table.rows[done], table.columns[column])))
    used = np.flatnonzero(~np.isnan(cells).all(axis=1))
    rows = slice(used[0], used[-1] + 1) if len(used) else slice(0, 1)
    title = _headline(game, "chance to win")
    names = "flips done", "score", "chance to win"
    return [Grid(title, *names, table.rows, table.columns[rows], cells[rows], even=True, blank=_DECIDED)]


def _coin_curve(game: TwoCoins, ask: Asked) -> list[Picture]:
    from ..research.two_coins_curve import curve, curve_points

    rest = game.heads_b, game.value_a, game.value_b, game.threshold
    points = curve_points(game.flips, 101, *rest, ask.progress)
    marks: list[float] = []
    if game.flips <= _MAX_FLIPS_OF_CURVE:
        try:
            marks = [float(root.decimal(15)) for root in curve(game.flips, *rest, ask.progress).breakpoints]
        except ImportError:  # the marks are an extra; the curve needs no more than this package
            marks = []
    curves = [("best play", [float(p) for p, _ in points], [float(value) for _, value in points])]
    title = f"{game.name}, flips {game.flips}: chance to win with best play"
    names = "probability of heads of coin A", "chance to win"
    return [Curves(title, *names, curves, marks=marks, marks_title="the polynomial changes")]


def _race(odds: bool) -> Callable[[TheRace, Asked], list[Picture]]:
    def draw(game: TheRace, ask: Asked) -> list[Picture]:
        solution = ask.solution
        cells = np.full((game.target, game.target), np.nan)
        for position in solution.model.positions:
            if position.seat == 1:
                best = min(solution.best_moves_at(position))
                cells[position.second, position.first] = solution.value_at(position) if odds else best
        names = "points of the first player", "points of the second player"
        scores = range(game.target)
        if odds:
            title = _headline(game, "odds of the second player, to toss")
            return [Grid(title, *names, "chance to win", scores, scores, cells, even=True, blank="not possible")]
        title = _headline(game, "tosses to name")
        classes = tuple(map(str, range(1, int(np.nanmax(cells)) + 1)))
        labels = np.nan_to_num(cells).astype(np.int64)
        return [Grid(title, *names, "tosses", scores, scores, cells, classes, labels, blank="not possible")]

    return draw


def _sticks(game: SuperSix, ask: Asked) -> list[Picture]:
    """Roll again or stop, for each number of filled holes."""
    solution = ask.solution
    rolled = [position for position in solution.model.positions if position.rolled]
    most = max((max(position.mine, position.other) for position in rolled), default=1)
    found: list[Picture] = []
    for filled in sorted({position.filled for position in rolled}):
        cells = np.full((most, most), np.nan)
        for position in rolled:
            if position.filled == filled:
                best = solution.best_moves_at(position)
                cells[position.mine - 1, position.other - 1] = 3 if len(best) > 1 else 1 if "roll" in best else 2
        title = _headline(game, f"{filled} hole{'s' if filled != 1 else ''} filled")
        names = "sticks of the opponent", "my sticks", ""
        sticks = range(1, most + 1)
        found.append(Grid(title, *names, sticks, sticks, cells, _CHOICES, blank="not possible"))
    return found


_DECIDED = "decided or not possible"
_COINS = ("A", "B", "both equal")
_CHOICES = ("roll", "stop", "both equal")
_THROWS = ("rush", "pass", "both equal")

#: The pictures of each game by name, the usual one first.
_DRAWN: dict[type[Game], dict[str, Callable[[Any, Asked], list[Picture]]]] = {
    RiskOrSafety: {"strategy": _risk_strategy, "odds": _risk_odds, "advantage": _risk_advantage},
    Coinball: {"strategy": _calls(_THROWS)},
    TwoCoins: {"strategy": _calls(_COINS), "odds": _coin_odds, "curve": _coin_curve},
    Greed: {"strategy": _greed((False, True)), "normal": _greed((False,)), "last": _greed((True,))},
    Pig: {"strategy": _pig_hold, "odds": _pig_odds},
    TheRace: {"strategy": _race(False), "odds": _race(True)},
    SuperSix: {"strategy": _sticks},
}
