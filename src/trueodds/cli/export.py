"""`trueodds export GAME`: write a game as a model for other tools."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from ..formats.read import FORMATS
from ..runtime.files import is_regular
from .common import user_input
from .games import on_games
from .output import choose_output, is_quiet, make_output_option, make_quiet_option, output_path
from .own import max_positions_option

_output_option = make_output_option(
    FORMATS,
    text="File to write, by default in the PRISM language. Along with NAME.SUFFIX, the command writes NAME.props, "
    "whose property asks for the value for seat 0; along with NAME.tra, also NAME.sta and NAME.lab.",
)
_OPTIONS = (max_positions_option, _output_option, make_quiet_option("Hide the summary and the remarks."))


@on_games(
    _OPTIONS,
    own=_OPTIONS,
    short_help="Export a game as a model for other tools (PRISM or UMB).",
)
def export(game: Any, max_positions: int | None = None) -> None:
    """Write a game as a model for other tools: in the PRISM language, as PRISM's explicit files, or as UMB.

    Except in UMB, the model has a variable for each field of a position if possible. The probability of reaching the
    label "won" is the value for seat 0, usually the player who moves first; a draw counts as one half. Draws have the
    label "draw"; in a two-player game (smg), wins of seat 0 have the label "first_wins", and those of seat 1
    "second_wins".
    """
    from ..formats.explicit import file_beside, write_text, write_tra
    from ..formats.export import convert_game, format_prism, format_property_file, make_game_property
    from ..solver.model import MAX_POSITIONS

    output = output_path()
    format_name = choose_output()
    with user_input():
        transitions = convert_game(game, max_positions or MAX_POSITIONS)
    if format_name == "prism":
        write_text(output, format_prism(transitions))
    elif format_name == "tra":
        write_tra(transitions, output)
    else:
        from ..formats.umb import write_umb

        with user_input():
            write_umb(transitions, output)
    if output != "-" and is_regular(output):
        write_text(file_beside(Path(output), ".props"), format_property_file(transitions))
    if not is_quiet():
        for remark in transitions.remarks:
            click.echo(f"trueodds: {remark}", err=True)
        kind = {"smg": "a game", "mdp": "one player", "dtmc": "a chain"}[transitions.kind]
        click.echo(
            f"trueodds: {transitions.kind} ({kind}), {len(transitions):,} states; the value for seat 0 is "
            f"{make_game_property(transitions)}",
            err=True,
        )
