"""`trueodds solve GAME`: the exact value and the best moves at the start."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from ..catalog.entry import Entry
from ..runtime.files import atomic_write, check_distinct
from .common import (
    CERTIFICATE,
    ROWS,
    Formats,
    OutputFile,
    Refused,
    check_installed,
    choose_format,
    json_option,
    output_option,
    quiet_option,
    show_progress,
    text_or_json,
    user_input,
    workers_option,
)
from .games import GameCommands, method_option, model_method_option, own_method_option
from .models import write_states
from .own import max_positions_option

_statistics_option = click.option(
    "--statistics",
    "with_statistics",
    is_flag=True,
    help="Also the chances of each result and the expected length.",
)

_certificate_option = click.option(
    "--certificate",
    metavar="FILE",
    type=OutputFile(CERTIFICATE),
    help="Also write a file (.odds, .odds.gz) that proves the answer: `trueodds check FILE`.",
)
_full_option = click.option(
    "--full",
    "in_full",
    is_flag=True,
    help="All digits of a long fraction on a terminal, too; files and pipes have them.",
)
_STATES: Formats = {**ROWS, "json": (".json",)}
_strategy_option = click.option(
    "--strategy",
    "table",
    metavar="FILE",
    type=OutputFile(_STATES),
    help="Also write the move of every state, as a table: .csv, .jsonl, .parquet or .json.",
)
_bounds_option = click.option(
    "--bounds", is_flag=True, help="Rigorous lower and upper bounds, where the exact value does not fit."
)
_OPTIONS = (_statistics_option, _full_option, _certificate_option, output_option(), json_option, quiet_option)


def _run(
    game: Any,
    output: str,
    certificate: str | None,
    as_json: bool,
    quiet: bool,
    in_full: bool,
    with_statistics: bool = False,
    **how: Any,
) -> None:
    """Solve and print."""
    from ..dispatch import solve as solve_game

    text_or_json(output, as_json)
    _check_places(output, certificate)
    with user_input():
        check_distinct(output, how.get("checkpoint"))
        if with_statistics:  # too large a game is refused before it is solved
            from ..solver.given_strategies import check_statistics, play_statistics

            check_statistics(game)
    with atomic_write(output) as file:
        with show_progress(quiet) as progress, user_input():
            solution = solve_game(game, progress=progress, **how)  # may refuse what does not go together
            statistics = play_statistics(solution, progress=progress) if with_statistics else None
            if certificate:
                solution.certificate(certificate)
        if text_or_json(output, as_json) == "json":
            answer = solution.to_json() | ({"statistics": statistics.to_json()} if statistics else {})
            file.write(json.dumps(answer, ensure_ascii=False) + "\n")
        else:
            from ..views.text import answer as in_words
            from ..views.text import statistics_lines

            lines = statistics_lines(statistics, solution.one_player) if statistics else []
            file.write("\n".join([in_words(solution, _all_digits(in_full, output, file)), *lines]) + "\n")
    if how.get("checkpoint"):  # not before the answer is in its place
        Path(how["checkpoint"]).unlink(missing_ok=True)


def _all_digits(in_full: bool, output: str, file: Any) -> bool:
    return in_full or output != "-" or not file.isatty()


def _check_places(output: str, certificate: str | None) -> None:
    if certificate is not None and os.path.realpath(output) == os.path.realpath(certificate):
        both = "standard output" if output == "-" else repr(output)
        raise Refused(f"the answer and the certificate must be two files, not both {both}")


def _run_model(
    game: Any,
    output: str,
    certificate: str | None,
    as_json: bool,
    quiet: bool,
    in_full: bool,
    table: str | None,
    **how: Any,
) -> None:
    """Answer a property of a model and print; exit status 1 if it does not hold."""
    from ..formats.answer import answer_property

    written = text_or_json(output, as_json)
    _check_places(output, certificate)
    if table is not None and table in (output, certificate):
        raise Refused(f"--strategy and another file are both {table}")
    if table is not None and how["bounds"]:
        raise Refused("--strategy does not go with --bounds, which give no strategy")
    if table is not None and how["method"] == "start":
        raise Refused("--strategy has the value of every state: it goes with --method general, not with 'start'")
    if how["bounds"] and how["method"] is not None:
        raise Refused("--bounds and --method exclude each other")
    if table is not None:
        check_installed(choose_format("--strategy", table, _STATES))
    with atomic_write(output) as file:
        with show_progress(quiet) as progress, user_input():
            found = answer_property(game, all_states=bool(table or certificate), progress=progress, **how)
            if certificate:
                found.certificate(certificate)
        if written == "json":
            file.write(json.dumps(found.to_json(), ensure_ascii=False) + "\n")
        else:
            from ..views.text import property_answer

            file.write(property_answer(found, _all_digits(in_full, output, file)) + "\n")
    if table is not None:
        with atomic_write(table) as file:
            write_states(game, found.solution, file, choose_format("--strategy", table, _STATES))
    if found.holds is False:
        raise click.exceptions.Exit(1)


def _options(entry: Entry) -> list[Callable[..., Any]]:
    """Return how to solve a game, what its methods take, and what all games have."""
    methods = entry.all_methods
    options = [method_option(methods, entry.choose_help)]
    if any(one.chunks for one in methods.values()):
        help = "Save progress to FILE and resume from it."
        options += [click.option("--checkpoint", metavar="FILE", help=help), workers_option]
    return [*options, *_OPTIONS]


@click.group(
    cls=GameCommands,
    run=_run,
    options=_options,
    own=(own_method_option, max_positions_option, workers_option, *_OPTIONS),
    models=(
        _run_model,
        (model_method_option, max_positions_option, _bounds_option, _strategy_option, workers_option, *_OPTIONS[1:]),
    ),
    short_help="The exact odds and the best moves at the start.",
)
def solve() -> None:
    """Compute the exact value of a game at its start, the best moves there, and the proof.

    FILE.py:NAME instead of a game's name solves your own game, FILE.prism with --property a model;
    `trueodds solve FILE.prism --help` shows the options of models.
    """
