"""`trueodds export GAME --format FORMAT`: write a game as a model for other tools."""

from __future__ import annotations

from typing import Any

import click

from ..formats.read import FORMATS
from ..runtime.files import atomic_write, is_regular
from .common import Refused, user_input
from .games import on_games
from .output import choose_format, is_quiet, output_option, output_path, quiet_option
from .own import max_positions_option

_format_option = click.option(
    "--format", "asked", type=click.Choice(list(FORMATS)), help="Model format.  [default: by suffix, else prism]"
)
_output_option = output_option(
    FORMATS, text="File to write [default: standard output]. NAME.tra is written together with NAME.sta and NAME.lab."
)


_OPTIONS = (max_positions_option, _format_option, _output_option, quiet_option)


@on_games(
    _OPTIONS,
    own=_OPTIONS,
    short_help="Export a game as a model for other tools: PRISM, UMB.",
)
def export(game: Any, asked: str | None, max_positions: int | None = None) -> None:
    """Write a game as a model for other tools: in the PRISM language, as PRISM's explicit files, or as UMB.

    For your own game, write FILE.py:NAME in place of GAME.
    """
    from ..formats.explicit import write_tra
    from ..formats.export import as_transitions, game_property, prism_text
    from ..solver.model import MAX_POSITIONS

    output = output_path()
    how = choose_format("--output", output, FORMATS, {f"--format {asked}": asked} if asked else {})
    if how == "tra" and not (output.lower().endswith(".tra") and is_regular(output)):
        raise Refused("--format tra writes three files and requires --output NAME.tra")
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
    if not is_quiet():
        kind = {"smg": "a game", "mdp": "of one player", "dtmc": "a chain"}[transitions.kind]
        click.echo(
            f"trueodds: {transitions.kind} ({kind}), {len(transitions)} states; its value is that of "
            f"{game_property(transitions)}",
            err=True,
        )
