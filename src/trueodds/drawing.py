"""The pictures and the page of a game: made from its solution, which is looked for where none is given."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from gmpy2 import mpq

from .answers.graph import check_size, graph
from .answers.slices import map_over, widest_fields
from .catalog.entry import Page, load
from .catalog.narrator import Narrator
from .catalog.registry import entries, find
from .dispatch import solve_moves
from .game import Game, headline
from .parameters import as_index
from .pictures import Picture
from .solution import Solution

if TYPE_CHECKING:
    from .pages import Explorable
    from .runtime.executors import Progress


_OWN_KINDS = ("strategy", "odds")  # of a game that says nothing of pictures


def kinds(game: Game) -> tuple[str, ...]:
    """The pictures that a game has, the usual one first; games of one's own have maps (`pictures`).

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
        Of a game that says nothing of pictures: the best moves, or with the kind ``"odds"`` the values, over the two
        fields of its positions that have most values.

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
        return [_own_picture(kind, solution or solve_moves(game, progress=progress))]
    if kind is not None and kind not in known:
        raise ValueError(f"kind must be one of {', '.join(known)} for {game.name}, not {kind[:40]!r}")
    drawing = known[kind or next(iter(known))]
    draw: Any = load(drawing.draw) if isinstance(drawing.draw, str) else drawing.draw
    if drawing.sweep:
        found: Sequence[Picture] = draw(game, progress)
    else:
        found = draw(solution or solve_moves(game, progress=progress))
    return found


def _own_picture(kind: str | None, solution: Solution) -> Picture:
    """Of a game that says nothing of pictures: a map over the two fields that have most values."""
    game = solution.game
    if kind not in (None, *_OWN_KINDS):
        raise ValueError(f"kind must be one of {', '.join(_OWN_KINDS)} for {game.name}, not {str(kind)[:40]!r}")
    fields = find(game).map or widest_fields(solution)
    if len(fields) != 2:
        raise ValueError(f"{game.name}: there is no picture of it, for its positions have no two fields of numbers")
    return map_over(solution, *fields, odds=kind == "odds")


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
        It is too large for a page.

    Examples
    --------
    >>> import trueodds
    >>> check_page(trueodds.RiskOrSafety(target=30))
    """
    own = find(game).page
    if own is not None and own.beyond(game):
        own.check(game)
        return
    try:
        check_size(game)
    except ValueError as error:
        smaller = next(iter(find(game).examples.get("explore", ())), "")
        raise ValueError(f"{error}; {smaller} makes one" if smaller else str(error)) from error


def page(game: Game, solution: Solution | None = None, progress: Progress | None = None) -> str:
    """The page to explore a game: one HTML file, which checks the certificate of its answer where it is opened.

    Parameters
    ----------
    game : Game
        The rules.
    solution : Solution, optional
        If the game is solved already, with its values at all positions.
    progress : callable, optional
        As for `solve`.

    Raises
    ------
    ValueError
        See `check_page`; or Bokeh is not installed, which the pages of large games need.

    Examples
    --------
    >>> import trueodds
    >>> "88/135" in page(trueodds.TheRace(target=2))
    True
    """
    from .certificates.embedded import certified_page

    check_page(game)
    own = find(game).page
    if own is not None and own.beyond(game):
        from .views.explore import page as own_page

        whole = _whole(own, game, solution, progress)
        return certified_page(own_page(explorable(game, whole)), whole)
    found = solution or solve_moves(game, own.method if own else None, progress)
    from .views.explore_any import page as any_page

    return certified_page(any_page(*page_data(found, progress)), found)


def page_data(solution: Solution, progress: Progress | None = None) -> tuple[dict[str, str], dict[str, Any]]:
    """What the page for any game knows: its words, and the solution with words for positions and moves.

    Parameters
    ----------
    solution : Solution
        Of any game that is not too large.
    progress : callable, optional
        As for `solve`.

    Returns
    -------
    (dict, dict)
        Words, and data for JSON as `trueodds.answers.graph.graph` has them, and besides: ``labels`` of fields,
        ``names`` of moves as they are said and ``brief`` ones, ``numbers`` if all moves are such, ``chances_only`` if
        payoffs are 1, 1/2 and 0, their ``range``, ``alone`` if one player alone moves, ``map``, the fields down and
        across, and the ``proof``.

    Examples
    --------
    >>> import trueodds
    >>> words, data = page_data(trueodds.solve(trueodds.TheRace(target=2)))
    >>> words["title"], data["names"], data["map"], data["standing"][0]
    ('the-race, target 2', ['1 toss', '2 tosses'], [1, 0], 'You have 0, the opponent 0 (to win: 2).')
    """
    game = solution.game
    entry = find(game)
    words = entry.narrator(game)
    told = type(words).standing is not Narrator.standing
    data = graph(solution, entry.more_positions(game), progress, words.standing if told else None)
    moves = data["names"]
    numbers = [as_index(move) for move in moves]
    payoffs = sorted(map(mpq, data["payoffs"]))
    sizes = [len(level) for level in data["levels"]]
    largest = sorted(range(len(sizes)), key=lambda field: -sizes[field])
    chosen = [data["fields"].index(name) for name in entry.map if name in data["fields"]] or largest[:2]
    data |= {
        "labels": [name.replace("_", " ") for name in data["fields"]],
        "names": [words.say(move) for move in moves],
        "brief": [words.name(move) for move in moves],
        "numbers": None if None in numbers else numbers,
        "chances_only": all(payoff in (0, mpq(1, 2), 1) for payoff in payoffs),
        "range": [float(payoffs[0]), float(payoffs[-1])] if len(payoffs) > 1 else [0, 1],
        "alone": "1" not in data["seats"],
        "map": [chosen[0], chosen[-1]],
        "proof": str(solution.proof),
    }
    return {"title": headline(game), "rules": entry.text or entry.summary}, data


def explorable(game: Game, solution: Solution | None = None, progress: Progress | None = None) -> Explorable:
    """What a game's own page, for large sizes, knows.

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
        The game has no page of its own, or is too large for it too.

    Examples
    --------
    >>> import trueodds
    >>> explorable(trueodds.RiskOrSafety(target=3)).data["fractions"]
    '2/3 4/5 8/9 2/5 4/7 8/11 2/9 4/11 6/11'
    """
    own = find(game).page
    if own is None:
        others = " and ".join(entry.name for entry in entries() if entry.page)
        raise ValueError(f"there are pages of their own of {others}, not of {game.name}")
    own.check(game)
    found: Explorable = load(own.data)(_whole(own, game, solution, progress))
    targets: Any = game
    found.data["targets"] = [targets.target, targets.opponent_target]
    return found


def _whole(own: Page, game: Game, solution: Solution | None, progress: Progress | None) -> Solution:
    """The solution that a game's own page takes: the given one, if it has all positions that the page shows."""
    whole = own.whole(game)
    if solution is not None and solution.game == whole:
        return solution
    return solve_moves(whole, own.method, progress)  # type: ignore[no-any-return]
