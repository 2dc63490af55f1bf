"""Draw pictures of games, and make their explore pages."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from importlib.resources import files
from itertools import islice
from typing import TYPE_CHECKING, Any

from gmpy2 import mpq

from .answers.graph import check_size, flatten_solution
from .answers.slices import choose_default_map, choose_map, make_map
from .catalog.entry import Page, equalize_targets, load
from .catalog.narrator import Narrator
from .catalog.registry import find
from .dispatch import solve_moves
from .game import Game, describe_game
from .parameters import as_index
from .pictures import Grid, Picture
from .solution import Solution

if TYPE_CHECKING:
    from .runtime.executors import Progress


_MAP_KINDS = ("strategy", "odds")


def draw_pictures(
    game: Game,
    kind: str | None = None,
    solution: Solution | None = None,
    progress: Progress | None = None,
    over: Sequence[str] | None = None,
    at: Mapping[str, object] | None = None,
) -> Sequence[Picture]:
    """Return a game's pictures of one kind, or a map; see `Solution.plot`."""
    drawings = find(game).pictures
    if not drawings or over is not None or at is not None:
        if kind not in (None, *_MAP_KINDS):
            raise ValueError(f"kind must be {' or '.join(_MAP_KINDS)} for a map over fields, not {str(kind)[:40]!r}")
        solution = solution or solve_moves(game, progress=progress)
        return [draw_map(solution, over, at, odds=kind == "odds")]
    if kind not in (None, *drawings):
        raise ValueError(f"kind must be {' or '.join(drawings)} for {game.name}, not {str(kind)[:40]!r}")
    drawing = drawings[kind or next(iter(drawings))]
    draw: Any = load(drawing.draw) if isinstance(drawing.draw, str) else drawing.draw
    if drawing.sweep:
        pictures: Sequence[Picture] = draw(game, progress)
    else:
        pictures = draw(solution or solve_moves(game, progress=progress))
    if not pictures:
        raise ValueError(f"{describe_game(game)}: there is nothing to draw, because no position has a choice of moves")
    return pictures


def draw_map(
    solution: Solution,
    over: Sequence[str] | None = None,
    at: Mapping[str, object] | None = None,
    odds: bool = False,
) -> Grid:
    """Return a map over two fields of the positions; see `Solution.plot`."""
    fixed = {name: str(value) for name, value in (at or {}).items()}
    any_seat = "seat" not in fixed
    if over is None:
        over, fixed = choose_default_map(solution, find(solution.game).map[:2], fixed)
    if len(over) != 2:
        raise ValueError(f"a map needs two fields of positions, not {', '.join(over) or 'none'}")
    down, across = over
    return make_map(solution, down, across, fixed, odds, any_seat)


def plot(
    solution: Solution,
    path: str | os.PathLike[str] | None = None,
    kind: str | None = None,
    over: Sequence[str] | None = None,
    at: Mapping[str, object] | None = None,
) -> Any:
    """Draw a solution as a Matplotlib figure; see `Solution.plot`."""
    from .views.plot import choose_file_format, draw_figure, save

    if path is not None:
        choose_file_format(path)
    drawn = draw_figure(draw_pictures(solution.game, kind, solution, over=over, at=at))
    if path is not None:
        save(drawn, path)
    return drawn


def check_page(game: Game) -> None:
    """Raise ValueError, before solving, if a game is too large for an explore page."""
    large = _find_large_page(game)
    if large is not None:
        large.check(game)
        return
    try:
        check_size(game)
    except ValueError as error:
        smaller = next(iter(find(game).examples.get("explore", ())), "")
        raise ValueError(f"{error}; for example, {smaller} works" if smaller else str(error)) from error


def make_page(game: Game, solution: Solution | None = None, progress: Progress | None = None) -> str:
    """Return an explore page as the text of one HTML file."""
    from .certificates.embedded import embed_certificate, match_values
    from .views.page import make_explore_page

    check_page(game)
    large = _find_large_page(game)
    solved = equalize_targets(game) if large else game
    answer = solution if solution is not None and solution.game == solved else solve_moves(solved, progress=progress)
    if large is None:
        words, data = make_page_data(answer, progress)
        order = match_values(answer, data["seats"], data["values"])
        if order:  # the page has large values only once, in the certificate
            data |= {"values": None, "order": order}
        return embed_certificate(make_explore_page(words, data), answer)
    package, name = large.program.split(":")
    program = (files(package) / name).read_text(encoding="utf-8")
    return embed_certificate(make_explore_page(_describe(game), load(large.data)(game, answer), program), answer)


def make_page_data(solution: Solution, progress: Progress | None = None) -> tuple[dict[str, str], dict[str, Any]]:
    """Return the texts ``title`` and ``rules`` and the JSON data of a page that lists all positions.

    The data have the keys of `trueodds.answers.graph.flatten_solution` and the following keys:

    - ``labels``: the labels of the fields
    - ``names`` and ``brief``: each move's name as it appears in sentences, and its short name
    - ``numbers``: each move as a number, or None
    - ``chances_only``, ``draws``, ``alone``: whether all payoffs are 1, 1/2 or 0, whether some payoff is 1/2, and
      whether only seat 0 ever moves
    - ``proof``: the summary of the proof
    - ``map``: the indices of the fields that the first map shows downward and across and, if the catalog names one, of
      the field along which the best move changes
    - ``pins``: for each field, its fixed level on that map, or None if it varies there or has its starting level
    """
    game = solution.game
    entry = find(game)
    words = entry.narrator(game)
    described = type(words).standing is not Narrator.standing
    data = flatten_solution(solution, entry.more_positions(game), progress, words.standing if described else None)
    moves, fields = data["names"], data["fields"]
    payoffs = set(map(mpq, data["payoffs"]))
    listed = zip(data["moves"], data["best"], strict=True)
    best_moves = [min(move for move, best in islice(listed, count) if best == "1") for count in data["counts"]]
    seats, start = list(map(int, data["seats"])), [column[0] for column in data["at"]]
    map_fields = [fields.index(name) for name in entry.map] if set(entry.map) <= set(fields) else []
    view, levels = choose_map(data["at"], seats, best_moves, start, range(len(fields)), map_fields) or ((0, 0), start)
    data |= {
        "labels": [entry.labels.get(name, name.replace("_", " ")) for name in fields],
        "names": [words.say(move) for move in moves],
        "brief": [words.name(move) for move in moves],
        "numbers": [as_index(move) for move in moves],
        "chances_only": payoffs <= {0, mpq(1, 2), 1},
        "draws": mpq(1, 2) in payoffs,
        "alone": "1" not in data["seats"],
        "map": list(view),
        "pins": [None if at in view or level == start[at] else level for at, level in enumerate(levels)],
        "proof": str(solution.proof),
    }
    return _describe(game), data


def _describe(game: Game) -> dict[str, str]:
    entry = find(game)
    title = entry.title if entry.text else game.name
    return {"title": title + describe_game(game).removeprefix(game.name), "rules": entry.text or entry.summary}


def _find_large_page(game: Game) -> Page | None:
    """Return the page for a game with too many positions to list, or None."""
    large = find(game).page
    return large if large is not None and large.beyond(game) else None
