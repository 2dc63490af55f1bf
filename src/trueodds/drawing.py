"""The pictures and the page of a game: made from its solution, which is looked for where none is given."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from .catalog.entry import load
from .catalog.registry import entries, find
from .dispatch import solve_moves
from .game import Game
from .pictures import Picture
from .solution import Solution

if TYPE_CHECKING:
    from .pages import Explorable
    from .runtime.executors import Progress


def kinds(game: Game) -> tuple[str, ...]:
    """The pictures that a game has, the usual one first; none for games of one's own.

    Examples
    --------
    >>> import trueodds
    >>> kinds(trueodds.TwoCoins())
    ('strategy', 'odds', 'curve')
    """
    return tuple(find(game).pictures)


def pictures(
    game: Game, kind: str | None = None, solution: Solution | None = None, progress: Progress | None = None
) -> Sequence[Picture]:
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
    sequence of Grid or Curves

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
    known = find(game).pictures
    if not known:
        others = ", ".join(entry.name for entry in entries() if entry.pictures)
        raise ValueError(f"{game.name}: there is no picture of it; there is for {others}")
    if kind is not None and kind not in known:
        raise ValueError(f"kind must be one of {', '.join(known)} for {game.name}, not {kind[:40]!r}")
    drawing = known[kind or next(iter(known))]
    draw: Any = load(drawing.draw) if isinstance(drawing.draw, str) else drawing.draw
    if drawing.sweep:
        found: Sequence[Picture] = draw(game, progress)
    else:
        found = draw(solution or solve_moves(game, progress=progress))
    return found


def plot(solution: Solution, path: str | os.PathLike[str] | None = None, kind: str | None = None) -> Any:
    """Draw a solution.

    Parameters
    ----------
    solution : Solution
        Solved.
    path : path, optional
        Where to write it, by its ending as PNG, SVG or PDF.
    kind : str, optional
        Which picture: one of `kinds`.

    Returns
    -------
    matplotlib.figure.Figure

    Raises
    ------
    ImportError
        matplotlib is not installed.
    ValueError
        The game has no such picture, or the ending is none of the known.

    Examples
    --------
    >>> import trueodds
    >>> [axes, _] = plot(trueodds.solve(trueodds.RiskOrSafety(target=3))).axes
    >>> axes.get_xlabel()
    'the opponent needs'
    """
    from .views.plot import figure, file_format, save

    if path is not None:
        file_format(path)
    drawn = figure(pictures(solution.game, kind, solution))
    if path is not None:
        save(drawn, path)
    return drawn


def check_page(game: Game) -> None:
    """Refuse a game that makes no page to explore, before it is solved.

    Raises
    ------
    ValueError
        There are no pages of this game, or it is too large for one.

    Examples
    --------
    >>> import trueodds
    >>> check_page(trueodds.RiskOrSafety(target=30))
    """
    page = find(game).page
    if page is None:
        others = " and ".join(entry.name for entry in entries() if entry.page)
        raise ValueError(f"there are pages of {others}, not of {game.name}")
    page.check(game)


def explorable(game: Game, solution: Solution | None = None, progress: Progress | None = None) -> Explorable:
    """What the page to explore a game knows.

    Parameters
    ----------
    game : Game
        The rules.
    solution : Solution, optional
        If the game is solved already, by the method that its page takes.
    progress : callable, optional
        As for `solve`.

    Raises
    ------
    ValueError
        See `check_page`.

    Examples
    --------
    >>> import trueodds
    >>> explorable(trueodds.RiskOrSafety(target=3)).data["fractions"]
    '2/3 4/5 8/9 2/5 4/7 8/11 2/9 4/11 6/11'
    """
    check_page(game)
    page: Any = find(game).page
    found: Explorable = load(page.data)(solution or solve_moves(game, page.method, progress))
    return found
