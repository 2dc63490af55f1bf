"""`trueodds solve GAME`: compute the exact value and the best moves at the start."""

from __future__ import annotations

import sys
from typing import Any

import click

from ..catalog.entry import Entry
from ..runtime.files import atomic_write
from .common import InputError, make_option, user_input
from .games import make_method_option, model_method_option, on_games, own_method_option
from .models import make_state_writers
from .output import (
    CERTIFICATE,
    STATES,
    OutputFile,
    choose_format,
    compute_and_write,
    make_answer_options,
    output_path,
    to_json_line,
    workers_option,
    write_answer,
)
from .own import max_positions_option

_statistics_option = make_option(
    "--statistics",
    "with_statistics",
    is_flag=True,
    help="Also print the probability of each result and the expected length of a game.",
)

_certificate_option = make_option(
    "--certificate",
    metavar="FILE",
    type=OutputFile(CERTIFICATE),
    help="Also write a file (.odds or .odds.gz) that proves the answer; `trueodds check` verifies it.",
)
_full_option = make_option(
    "--full", "in_full", is_flag=True, help="Print all digits of a long fraction, even on a terminal."
)
_strategy_option = make_option(
    "--strategy",
    metavar="FILE",
    type=OutputFile(STATES),
    help="Also write a table (.csv, .jsonl, .parquet or .json) of moves and values in all reachable states where the "
    "property is undecided.",
)
_bounds_option = make_option(
    "--bounds",
    is_flag=True,
    help="Compute rigorous bounds instead of the exact value; --max-positions is then 10000000 by default.",
)
_checkpoint_option = make_option("--checkpoint", metavar="FILE", help="Save progress to FILE and resume from it.")
_OPTIONS = (_statistics_option, _full_option, _certificate_option, *make_answer_options())


def _all_digits(in_full: bool) -> bool:
    return in_full or output_path() != "-" or not sys.stdout.isatty()


def _run_model(game: Any, certificate: str | None, in_full: bool, strategy: str | None, **settings: Any) -> None:
    """Compute and write the answer for a property of a model; exit with status 1 if the property does not hold."""
    from ..formats.answer import answer_property

    if strategy is not None and (settings["bounds"] or settings["method"] == "start"):
        raise InputError("--strategy requires the values of all states; omit --bounds and --method start")

    def compute(progress: Any) -> Any:
        result = answer_property(game, all_states=bool(strategy or certificate), progress=progress, **settings)
        if certificate:
            result.certificate(certificate)
        return result

    def text(result: Any) -> str:
        from ..views.text import format_property_answer

        return format_property_answer(result, _all_digits(in_full))

    result = compute_and_write(compute, {"text": text}, certificate=certificate, strategy=strategy)
    if strategy is not None:
        with atomic_write(strategy) as file:
            write_answer(result.solution, choose_format("--strategy", strategy, STATES), make_state_writers(game), file)
    if result.holds is False:
        raise click.exceptions.Exit(1)


def _options(entry: Entry) -> list[click.Option]:
    """Return the options for a game's methods, followed by the options that all games have."""
    methods = entry.all_methods
    in_chunks = [_checkpoint_option, workers_option] if any(method.chunks for method in methods.values()) else []
    return [make_method_option(methods, entry.choose_help), *in_chunks, *_OPTIONS]


@on_games(
    _options,
    own=(own_method_option, max_positions_option, workers_option, *_OPTIONS),
    models=(
        _run_model,
        (model_method_option, max_positions_option, _bounds_option, _strategy_option, workers_option, *_OPTIONS[1:]),
    ),
    short_help="Compute the exact odds and the best moves at the start.",
)
def solve(
    game: Any,
    certificate: str | None,
    in_full: bool,
    with_statistics: bool,
    checkpoint: str | None = None,
    **settings: Any,
) -> None:
    """Compute and prove the exact value of a game at its start, and the best moves there."""
    from ..dispatch import choose_method
    from ..dispatch import solve as solve_game

    if with_statistics:  # reject a game that is too large before solving it
        from ..solver.given_strategies import check_statistics, play_statistics

        with user_input():
            check_statistics(game)

    if certificate:
        from ..certificates.heads import check_game
        from ..runtime.run import Run

        with user_input():
            method = choose_method(game, settings["method"], Run(settings.get("workers"), checkpoint))
            check_game(game, by_needs=method.chunks)

    def compute(progress: Any) -> tuple[Any, Any]:
        # Raises ValueError for options that cannot be combined.
        solution = solve_game(game, progress=progress, checkpoint=checkpoint, **settings)
        statistics = play_statistics(solution, progress=progress) if with_statistics else None
        if certificate:
            solution.certificate(certificate)
        return solution, statistics

    def text(result: tuple[Any, Any]) -> str:
        from ..views.text import format_answer, format_statistics

        solution, statistics = result
        first = getattr(solution, "followed", None) is None
        lines = format_statistics(statistics, solution.one_player, first) if statistics else []
        return "\n".join([format_answer(solution, _all_digits(in_full)), *lines])

    def as_json(result: tuple[Any, Any]) -> str:
        solution, statistics = result
        return to_json_line(solution.to_json() | ({"statistics": statistics.to_json()} if statistics else {}))

    compute_and_write(compute, {"text": text, "json": as_json}, checkpoint=checkpoint, certificate=certificate)
