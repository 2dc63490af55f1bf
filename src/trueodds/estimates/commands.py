"""Estimates of commands: one game solved, many games, games played by chance, terms of a sequence."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from ..catalog.entry import load
from ..catalog.registry import find
from ..dispatch import solve
from ..game import Game
from ..oeis.layouts import TableLayout
from ..oeis.sequence import Sequence
from ..parameters import Whole, declared_parameters
from ..runtime.estimate import Estimate, Stage
from ..simulation.chain import compile_chain
from ..simulation.simulate import prepare, walk_games
from ..solver.given_strategies import Followed, play_statistics
from ..solver.model import MAX_POSITIONS, explore
from ..sweep.table import Sweep
from .measure import Growth, measure, time_once

_EXPLORED = 10_000  # positions of a game of one size that are walked over, no more
_GAMES = 1 << 10  # played, and four times as many, until they take so long that one of them is known
_WALKED = 0.05  # seconds
_QUICK, _ALIKE = 0.2, 5  # seconds of a game of a sweep, and how many of its size are solved to see how much they differ
_LONGER = 0.5  # rise of the exponent of play statistics, whose fractions grow with the size: 0.4 to 0.7 in four games
_SOLVED = 4_000  # positions of a game without sizes that is solved to see how long it takes


def estimate_solve(
    game: Game,
    method: str | None = None,
    resize: Callable[[int], Game] | None = None,
    size: int | None = None,
    max_positions: int | None = None,
) -> Estimate:
    """What it takes to solve a game.

    Parameters
    ----------
    game : Game
        Whose.
    method : str, optional
        As for `trueodds.solve`.
    resize : callable, optional
        From a size to the same game of that size.
    size : int, optional
        The size of this game.
    max_positions : int, optional
        As for `trueodds.solve`.

    Examples
    --------
    >>> from trueodds import RiskOrSafety
    >>> estimate_solve(RiskOrSafety(50_000)).stages[1].name
    'residues'
    """
    entry = find(game)
    chosen = method or (load(entry.choose)(game, ()) if entry.choose else next(iter(entry.all_methods)))
    how = entry.all_methods.get(chosen)
    if how is None:
        raise ValueError(f"method must be one of {', '.join(entry.all_methods)}, not {chosen!r}")
    if how.estimate:
        found: Estimate = load(how.estimate)(game)
        return found
    what = f"{game.name}, method {chosen}"
    notes: list[str] = []
    counted = None
    if "max_positions" in how.options:
        counted = _count_positions(resize, size) if resize and size else _walk(game)
        limit = MAX_POSITIONS if max_positions is None else max_positions
        notes.append(counted[1])
        if counted[0] > limit:
            notes.append(f"more than the {limit:,} that are allowed: it would be refused (--max-positions)")
    if resize and size:
        growth = measure(lambda own: solve(resize(own), chosen, executor="serial"), size)
        return Estimate(what, (Stage("solve", 1, growth.at(size)),), measured=_told(growth), notes=tuple(notes))
    if counted and counted[0] <= _SOLVED:
        seconds = time_once(lambda _: solve(game, chosen, executor="serial"), 1)
        return Estimate(what, (Stage("solve", 1, seconds),), measured="it was solved", notes=tuple(notes))
    notes.append("how long it takes cannot be said: there is no smaller game of the same rules to measure")
    return Estimate(what, (), notes=tuple(notes))


def add_statistics(found: Estimate, resize: Callable[[int], Game] | None, size: int | None) -> Estimate:
    """The same with the play statistics that are asked for besides."""
    if not resize or not size:
        return replace(found, notes=(*found.notes, "what play statistics take cannot be said"))
    growth, _ = measure_statistics(resize, size)
    told = f"{found.measured}; play statistics: {_told(growth)}"
    stage = Stage("play statistics", 1, growth.at(size))
    return replace(found, stages=(*found.stages, stage), measured=told)


def measure_statistics(resize: Callable[[int], Game], size: int, budget: float = 2.0) -> tuple[Growth, int]:
    """How long play statistics take, without what it takes to solve the game, and about how many positions they have.

    Parameters
    ----------
    resize : callable
        From a size to the game of that size.
    size : int
        That is asked for.
    budget : float
        Seconds of processor time, about.

    Examples
    --------
    >>> from trueodds import Pig
    >>> measure_statistics(Pig, 1)[1]
    2
    """
    spent: dict[int, float] = {}
    counts: dict[int, float] = {}

    def run(own: int) -> None:
        game = resize(own)
        solution = solve(game, executor="serial")
        counts[own] = len(explore(Followed(game, {0: solution, 1: solution})).positions)
        spent[own] = min(spent.get(own, math.inf), time_once(lambda _: play_statistics(solution), own))

    sizes = measure(run, size, budget).sizes
    growth = Growth(sizes, [max(spent[own], 1e-6) for own in sizes], _LONGER)
    return growth, round(Growth(sizes, [counts[own] for own in sizes]).at(size))


def find_size(game: type[Any], values: Mapping[str, Any]) -> tuple[str, int] | None:
    """The parameter that is the main size of a game, and its value: the first that is always told, or of whole numbers.

    Examples
    --------
    >>> from trueodds import Pig
    >>> find_size(Pig, {"target": 100})
    ('target', 100)
    """
    declared = declared_parameters(game)
    whole = [name for name, one in declared.items() if isinstance(one, Whole)]
    first = [name for name in whole if declared[name].always] or whole
    for name in first:
        value = values.get(name, declared[name].default)
        if isinstance(value, int):
            return name, value
    return None


def estimate_sweep(sweep: Sweep, sizes: Callable[[Mapping[str, Any]], int]) -> Estimate:
    """What a sweep takes: games of some sizes are solved, and the time of all others follows.

    Parameters
    ----------
    sweep : Sweep
        What is asked for.
    sizes : callable
        From the parameters of a game to its size, a whole number from 1.
    """
    often = Counter(map(sizes, sweep.points()))
    of_size: dict[int, list[Any]] = {}
    for point in sweep.points():
        of_size.setdefault(sizes(point), []).append(point)
    some = {size: points[len(points) // 2] for size, points in of_size.items()}

    def solve_point(point: Any, _: int = 1) -> None:
        solve(sweep.make(point), sweep.method, executor="serial")

    def run(size: int) -> None:
        if size not in some:
            raise ValueError(f"no game of size {size}")
        solve_point(some[size])

    growth = measure_at(run, sorted(some))
    quick = [size for size in growth.sizes if growth.at(size) < _QUICK] or growth.sizes[:1]
    alike = of_size[quick[-1]]  # of one size, but otherwise not the same
    others = [alike[part * (len(alike) - 1) // (_ALIKE - 1)] for part in range(_ALIKE)]
    spent = [time_once(partial(solve_point, point), 1) for point in others]
    share = sum(spent) / len(spent) / max(growth.at(quick[-1]), 1e-9) if len(alike) > 1 else 1.0
    seconds = share * sum(growth.at(size) * count for size, count in often.items())
    longest = growth.at(max(often))
    stage = Stage("games", sweep.size, seconds, "workers", sent=300, back=400)
    return Estimate(
        f"a sweep over {sweep.game}",
        (stage,),
        measured=_told(growth),
        notes=(f"the longest of the {sweep.size:,} games takes about {longest:.2g} s, on any number of workers",),
    )


def measure_at(run: Callable[[int], object], sizes: list[int]) -> Growth:
    """`measure`, of sizes that there are: the smallest, and then on in steps."""
    known = set(sizes)

    def nearest(size: int) -> None:
        if size not in known:
            raise ValueError(f"no game of size {size}")
        run(size)

    found = measure(nearest, sizes[-1])
    if len(found.sizes) > 1 or len(sizes) == 1:
        return found
    few = sizes[: max(2, len(sizes) // 10)][:3]
    return Growth(few, [time_once(run, own) for own in few])


def estimate_simulation(resize: Callable[[int], Game], size: int, games: int, **how: Any) -> Estimate:
    """What it takes to play a game by chance.

    Parameters
    ----------
    resize : callable
        From a size to the game of that size.
    size : int
        That is asked for.
    games : int
        How many.
    **how
        Strategies, as for `trueodds.simulate`.
    """
    prepared: dict[int, Any] = {}

    def run(own: int) -> None:
        prepared[own] = prepare(resize(own), **how)

    growth = measure(run, size)
    walks = []
    largest = growth.sizes[-3:]
    for own in largest:
        model, known = prepared[own]
        chain, count, spent = compile_chain(model), _GAMES, 0.0
        while spent < _WALKED and count < games:
            count *= 4
            spent = time_once(lambda many: walk_games(chain, many, 1, known.mean_moves, None, "serial"), count)  # noqa: B023
        walks.append(max(spent, 1e-9) / count)
    walk = Growth(largest, walks)
    seconds = walk.at(size) * games
    stages = (
        Stage("odds", 1, growth.at(size)),
        Stage("games", max(1, math.ceil(seconds / 0.05)), seconds, "workers", 200, 2_000),
    )
    return Estimate(f"{games:,} games of {resize(size).name}", stages, measured=_told(growth))


def estimate_terms(sequence: Sequence, count: int | None, layout: TableLayout | None = None) -> Estimate:
    """What it takes to compute the first terms of a sequence."""
    layout = sequence.layout(layout)
    count = count or sequence.bfile_terms or sequence.usual_count(layout)
    sequence.check(count, layout)
    what = f"{count} terms of {sequence.number}"
    if sequence.estimate:
        found: Estimate = load(sequence.estimate)(count)
        return found
    growth = measure(lambda own: sequence.terms(own, layout), count)
    return Estimate(what, (Stage("terms", 1, growth.at(count)),), measured=_told(growth))


def _count_positions(resize: Callable[[int], Game], size: int) -> tuple[int, str]:
    """About how many positions a game has, from smaller ones."""
    counts: dict[int, int] = {}

    def run(own: int) -> None:
        counts[own] = len(explore(resize(own), max_positions=_EXPLORED).positions)

    for own in sorted({math.ceil(size / 1.5**step) for step in range(40)}):
        try:
            run(own)
        except (MemoryError, ValueError):
            if counts:
                break
    if not counts:
        return _EXPLORED, f"more than {_EXPLORED:,} positions at any size"
    if size in counts:
        return counts[size], f"{counts[size]:,} positions"
    sizes = sorted(counts)
    number = round(Growth(sizes, [float(counts[own]) for own in sizes]).at(size))
    return number, f"about {number:,} positions"


def _walk(game: Game) -> tuple[int, str]:
    """How many positions a game has, or that there are many."""
    try:
        number = len(explore(game, max_positions=_EXPLORED).positions)
    except MemoryError:
        return _EXPLORED + 1, f"more than {_EXPLORED:,} positions"
    return number, f"{number:,} positions"


def _told(growth: Growth) -> str:
    first, last = growth.sizes[0], growth.sizes[-1]
    sizes = f"sizes {first} to {last}" if first < last else f"size {last}"
    text = f"{sizes}, the last in {growth.seconds[-1]:.2g} s of processor time"
    return text + (f", growing like size^{growth.exponent:.2f}" if len(growth.sizes) > 1 else "")
