"""`trueodds review FILE`: the mistakes in a game that was played, their cost, and luck apart from skill."""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import click

from ..runtime.files import atomic_write
from .common import (
    TEXT_OR_JSON,
    Command,
    Formats,
    Refused,
    choose_format,
    json_option,
    output_option,
    quiet_option,
    quoted,
    show_progress,
    user_input,
)
from .literals import read_literal
from .own import OPENSPIEL, infinite_play_option, load_game, max_positions_option

_FORMATS: Formats = {**TEXT_OR_JSON, "page": (".html", ".htm")}


@click.command(
    cls=Command,
    examples=("review game.json", "review game.json --output game.html"),
    short_help="Review a game that was played: mistakes, their cost, luck.",
)
@click.argument("file", metavar="FILE")
@click.option("--game", "place", metavar="FILE.py:NAME", help="The rules, if it was your own game.")
@infinite_play_option
@max_positions_option
@output_option(_FORMATS, text="Where to write [default: standard output]; .html is a page with the value as a curve.")
@json_option
@quiet_option
def review(
    file: str,
    place: str | None,
    infinite_play: Fraction | None,
    max_positions: int | None,
    output: str,
    as_json: bool,
    quiet: bool,
) -> None:
    """Review a game that `trueodds play GAME --record FILE` saved: the mistakes, the worst first, with their costs.

    The result is exactly the value of the start, minus the cost of the decisions, plus luck.
    """
    from ..match.match import narrator_of, solve_for_play
    from ..match.record import read_record, recorded_game, replay
    from ..match.review import lines
    from ..match.review import review as look_at

    written = choose_format("--output", output, _FORMATS, {"--json": "json"} if as_json else {})
    with user_input():
        record = read_record(file)
        if place is None and ".py:" in record.game:
            raise Refused(f"{file}: this was your own game; give its rules with --game {quoted(record.game)}")
        if place is None and record.game.startswith(OPENSPIEL):
            place = record.game
        game: Any = recorded_game(record) if place is None else _load(place, infinite_play, record.parameters)
    with atomic_write(output) as out:
        with show_progress(quiet) as progress:
            with user_input():
                solution = solve_for_play(game, progress, max_positions)
                narrator = narrator_of(solution)
                events = replay(solution.game, narrator, record)
            found = look_at(solution, narrator, events, record.players, progress)
        if written == "page":
            from ..views.page import review_page

            out.write(review_page(found.to_json()))
        elif written == "json":
            out.write(json.dumps(found.to_json(), ensure_ascii=False) + "\n")
        else:
            out.write("\n".join(lines(found)) + "\n")


def _load(place: str, infinite_play: Fraction | None, parameters: Mapping[str, Any]) -> Any:
    """Return a user-defined game with the parameters in a record."""
    return load_game(place, infinite_play, {name: read_literal(str(text)) for name, text in parameters.items()})
