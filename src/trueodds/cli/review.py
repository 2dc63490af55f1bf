"""`trueodds review FILE`: report the mistakes in a played game and their costs, and separate luck from skill."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import click

from .common import Command, InputError, make_option, quote, user_input
from .literals import read_literal
from .output import TEXT_OR_JSON, Formats, compute_and_write, make_answer_options
from .own import OPENSPIEL, infinite_play_option, load_game, max_positions_option

_FORMATS: Formats = {**TEXT_OR_JSON, "page": (".html", ".htm")}


@click.command(
    cls=Command,
    params=[
        click.Argument(["file"], metavar="FILE"),
        make_option(
            "--game", "reference", metavar="FILE.py:NAME", help="Rules of the game; required for your own game."
        ),
        infinite_play_option,
        max_positions_option,
        *make_answer_options(_FORMATS, text="File to write; a .html file gets a page that plots the value."),
    ],
    examples=("review game.json", "review game.json --output game.html"),
    short_help="Review a played game: mistakes, their costs, and luck.",
)
def review(file: str, reference: str | None, infinite_play: Fraction | None, max_positions: int | None) -> None:
    """Review a game that `trueodds play GAME --record FILE` saved: list the mistakes with their costs, worst first.

    The value at the start plus the changes due to decisions and luck is exactly the value at the end of the record.
    """
    from ..catalog.registry import list_games
    from ..play.match import make_narrator_of_solution, solve_for_play
    from ..play.record import make_recorded_game, read_record, replay
    from ..play.review import format_review
    from ..play.review import review as review_game

    with user_input():
        record = read_record(file)
        if reference is None and ".py:" in record.game:
            raise InputError(
                f"{file}: the game is user-defined; name its rules with --game {quote(record.game)}, and repeat "
                "--infinite-play if the game was played with it"
            )
        if reference is None and record.game.startswith(OPENSPIEL):
            reference = record.game
        if reference is None and infinite_play is not None and record.game in list_games():
            raise InputError(f"{file}: --infinite-play cannot be used because {record.game} is a built-in game")
        arguments = {}
        for name, text in record.parameters.items() if reference else ():
            with _begin_errors(f"{file}: parameter {name}"):
                arguments[name] = read_literal(str(text))
        if reference:
            game: Any = load_game(reference, infinite_play, **arguments)
        else:
            with _begin_errors(file):
                game = make_recorded_game(record)

    def compute(progress: Any) -> Any:
        solution = solve_for_play(game, progress, max_positions)
        narrator = make_narrator_of_solution(solution)
        with _begin_errors(file):
            events = replay(solution.game, narrator, record)
        return review_game(solution, narrator, events, record.players, progress)

    def page(result: Any) -> str:
        from ..views.page import make_review_page

        return make_review_page(result.to_json())

    compute_and_write(compute, {"text": lambda result: "\n".join(format_review(result)), "page": page})


@contextlib.contextmanager
def _begin_errors(place: str) -> Iterator[None]:
    """Begin the message of a ValueError with the place of the mistake."""
    try:
        yield
    except ValueError as error:
        raise ValueError(f"{place}: {error}") from None
