"""`trueodds review FILE`: a game that was played, looked at again: mistakes, their cost, luck apart from skill."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import click

from ..runtime.files import atomic_write
from .common import Refused, json_option, print_json, quiet_option, quoted, show_progress, user_input
from .own import infinite_play_option, own_game

_HELP = """Look at a game that `trueodds play GAME --record FILE` kept: the mistakes, the worst first, with their costs.

The result is the value of the start, minus what decisions gave away, plus luck, and exactly so.

\b
Examples:
  trueodds review game.json
  trueodds review game.json --page game.html"""


@click.command(help=_HELP, short_help="Look at a game that was played: mistakes, their cost, luck.")
@click.argument("file", metavar="FILE")
@click.option("-o", "--page", metavar="FILE.html", help="Write a page for a browser, with the chance as a curve.")
@click.option("--game", "place", metavar="FILE.py:NAME", help="The rules, if it was a game of your own.")
@infinite_play_option
@json_option
@quiet_option
def review(
    file: str, page: str | None, place: str | None, infinite_play: Fraction | None, as_json: bool, quiet: bool
) -> None:
    """`trueodds review`."""
    from ..match.match import narrator_of, solve_for_play
    from ..match.record import read_record, recorded_game, replay
    from ..match.review import lines
    from ..match.review import review as look_at

    with user_input():
        record = read_record(file)
        if place is None and ".py:" in record.game:
            raise Refused(f"{file}: this was a game of your own; give its rules with --game {quoted(record.game)}")
        game: Any = own_game(place, infinite_play) if place is not None else recorded_game(record)
    with show_progress(quiet) as progress:
        with user_input():
            solution = solve_for_play(game, progress)
            narrator = narrator_of(solution)
            events = replay(solution.game, narrator, record)
        found = look_at(solution, narrator, events, record.players, progress)
    if page is not None:
        from ..views.review import page as write_page

        with atomic_write(page) as out:
            out.write(write_page(found.to_json()))
    if as_json:
        print_json(found.to_json())
        return
    click.echo("\n".join(lines(found)))
    if page is not None:
        click.echo(f"{page}: the same as a page; open it in a browser, it needs no network")
