"""`trueodds export GAME --format FORMAT`: a game as a model for other tools."""

from __future__ import annotations

from typing import Any

import click

from ..catalog.entry import Entry
from ..runtime.files import atomic_write
from .common import Refused, quiet_option, user_input
from .games import GameCommands, game_command, take_game
from .own import max_positions_option

_FORMATS = ("prism", "tra", "umb")
_format_option = click.option(
    "--format", "how", type=click.Choice(_FORMATS), default="prism", show_default=True, help="The format."
)
_output_option = click.option(
    "-o",
    "--output",
    metavar="FILE",
    default="-",
    help="Where to write; NAME.sta and NAME.lab are written beside NAME.tra.",
)


def _run(game: Any, how: str, output: str, quiet: bool, max_positions: int | None = None) -> None:
    """Write, and say on standard error what to ask."""
    from ..formats.export import as_transitions, game_property, prism_text, write_tra
    from ..solver.model import MAX_POSITIONS

    if how != "prism" and output == "-":
        raise Refused(f"--format {how} writes files; say --output NAME.{how}")
    if how == "tra" and not output.endswith(".tra"):
        raise Refused(f"--output must end in .tra, not {output!r}: NAME.sta and NAME.lab are written beside it")
    with user_input():
        transitions = as_transitions(game, max_positions or MAX_POSITIONS)
    if how == "prism":
        with atomic_write(output) as file:
            file.writelines(f"{line}\n" for line in prism_text(transitions))
    elif how == "tra":
        write_tra(transitions, output)
    else:
        from ..formats.umb import write_umb

        try:
            write_umb(transitions, output)
        except ModuleNotFoundError as error:
            raise Refused(str(error)) from None
    if not quiet:
        kind = {"smg": "a game", "mdp": "of one player", "dtmc": "a chain"}[transitions.kind]
        click.echo(
            f"trueodds: {transitions.kind} ({kind}), {len(transitions)} states; its value is that of "
            f"{game_property(transitions)}",
            err=True,
        )


def _command(entry: Entry) -> click.Command:
    """`export` for one game."""

    def run(**values: Any) -> None:
        _run(take_game(entry, values), **values)

    return game_command(entry, "export", run, (max_positions_option, _format_option, _output_option, quiet_option))


@click.group(
    cls=GameCommands,
    make=_command,
    own=(_run, (max_positions_option, _format_option, _output_option, quiet_option)),
    short_help="A game as a model for other tools: PRISM, UMB.",
)
def export() -> None:
    """Write a game as a model for other tools: in the PRISM language, as PRISM's explicit files, or as UMB.

    FILE.py:NAME instead of a game's name writes a game of your own.
    """
