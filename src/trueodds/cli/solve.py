"""`trueodds solve GAME`: the exact value and the best moves at the start."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from ..catalog.entry import Entry
from ..runtime.files import atomic_write, check_distinct
from .cluster import cluster_options, open_executor
from .common import Refused, json_option, output_option, quiet_option, show_progress, user_input
from .games import GameCommands, game_command, take_game
from .models import write_states
from .own import max_positions_option

_statistics_option = click.option(
    "--statistics",
    "--course",
    "with_statistics",
    is_flag=True,
    help="Also the chances of each result and the expected length.",
)

_QUICK_SIZE = 50  # of a game, up to which play statistics are not worth an estimate
_MEASURE_SECONDS = 1.0
_SURE = 20  # times as many positions as are allowed: the estimate can be off by some of that
_LONG, _TOO_LONG = 120.0, 30 * 86400.0  # seconds of play statistics: told, refused

_certificate_option = click.option(
    "--certificate", metavar="FILE", help="Also a file (.odds, .odds.gz) that proves the answer: `trueodds check FILE`."
)
_full_option = click.option(
    "--full",
    "in_full",
    is_flag=True,
    help="All digits of a long fraction on a terminal, too; files and pipes have them.",
)
_strategy_option = click.option(
    "--strategy", "table", metavar="FILE", help="Also the move of every state, as a table: .csv or .json."
)
_bounds_option = click.option(
    "--bounds", is_flag=True, help="Rigorous lower and upper bounds, where the exact value does not fit."
)
_OPTIONS = (_statistics_option, _full_option, _certificate_option, output_option, json_option, quiet_option)


def _run(
    game: Any,
    output: str,
    certificate: str | None,
    as_json: bool,
    quiet: bool,
    in_full: bool,
    with_statistics: bool = False,
    asked: Any = None,
    **how: Any,
) -> Any:
    """Solve and print; `asked` is the property that is asked of a model."""
    from ..dispatch import solve as solve_game

    with user_input():
        check_distinct(output, how.get("checkpoint"))
    cluster = {name: how.pop(name, None) for name in ("workers", "scheduler", "executor")}
    with atomic_write(output) as file:
        with open_executor(**cluster) as executor, show_progress(quiet) as progress, user_input():
            if executor is not None:
                how["executor"] = executor
            solution = solve_game(game, progress=progress, **how)  # may refuse what does not go together
            statistics = _play_statistics(solution) if with_statistics else None
            if certificate:
                solution.certificate(certificate)
        if as_json:
            answer = solution.to_json() | ({"statistics": statistics.to_json()} if statistics else {})
            if asked and asked.comparison:
                answer["holds"] = asked.holds(solution.value)
            file.write(json.dumps(answer, ensure_ascii=False) + "\n")
        else:
            from ..views.text import answer as in_words
            from ..views.text import property_answer, statistics_lines

            full = in_full or output != "-" or not file.isatty()
            words = property_answer(solution, asked.holds(solution.value), full) if asked else in_words(solution, full)
            lines = statistics_lines(statistics, solution.one_player) if statistics else []
            file.write("\n".join([words, *lines]) + "\n")
    if how.get("checkpoint"):  # not before the answer is in its place
        Path(how["checkpoint"]).unlink(missing_ok=True)
    return solution


def _play_statistics(solution: Any) -> Any:
    from ..solver.given_strategies import play_statistics  # what it opens takes longer than to solve a small game

    return play_statistics(solution)


def _check_statistics(entry: Entry, given: dict[str, Any]) -> None:
    """Say before the work that play statistics will take long, and refuse what would take months."""
    from ..estimates.commands import find_size, measure_statistics
    from ..solver.model import MAX_POSITIONS
    from ..views.estimate import readable_seconds

    kept = {name: value for name, value in given.items() if value is not None}
    found = find_size(entry.game, kept)
    if found is None or found[1] <= _QUICK_SIZE:
        return
    name, size = found
    with user_input():
        growth, positions = measure_statistics(lambda own: entry.game(**kept | {name: own}), size, _MEASURE_SECONDS)
    seconds = growth.at(size)
    told = f"play statistics at {name} {size} take about {readable_seconds(seconds)}"
    instead = f"leave --course out, or let `trueodds simulate {entry.name}` play"
    if positions > MAX_POSITIONS:
        many = f"play statistics at {name} {size} have about {positions:,} positions, of {MAX_POSITIONS:,} allowed"
        if positions > _SURE * MAX_POSITIONS:
            raise Refused(f"{many}, estimated from {name} {growth.sizes[-1]}: {instead}")
        click.echo(f"trueodds: note: {many}; {instead}", err=True)
    if seconds > _TOO_LONG:
        raise Refused(f"{told}, estimated from {name} {growth.sizes[-1]}: {instead}")
    if seconds > _LONG:
        click.echo(f"trueodds: note: {told}; {instead}", err=True)


def _run_model(game: Any, bounds: bool, table: str | None, **values: Any) -> None:
    """The same for a property of a model; exit status 1 if it does not hold."""
    question, output, as_json = game.question, values["output"], values["as_json"]
    if table is not None and not table.endswith((".csv", ".json")):
        raise Refused(f"--strategy must end in .csv or .json, not {table!r}")
    if table is not None and table in (output, values["certificate"]):
        raise Refused(f"--strategy and another file are both {table}")
    if table is not None and bounds:
        raise Refused("--strategy: --bounds gives no strategy")
    asks_more = table is not None or values["certificate"] is not None
    if game.infinite and not asks_more:
        holds = question.holds(math.inf)
        _print_told(game.infinite_answer(), holds, output, as_json)
    elif game.sure and not asks_more:
        holds = True
        _print_told(game.sure_answer(), holds, output, as_json)
    elif bounds:
        from ..formats.enclose import enclose

        with show_progress(values["quiet"]) as progress, user_input():
            limits = {} if values.get("max_positions") is None else {"max_positions": values["max_positions"]}
            with open_executor(values["workers"], values["scheduler"]):
                found = enclose(game, progress, **limits)
            if values["certificate"]:
                from ..certificates.enclosed import write_enclosure

                write_enclosure(found.model, found.low, found.high, values["certificate"])
        holds = found.holds()
        _print_told(found.to_json(), holds, output, as_json)
    else:
        solution = _run(game, asked=question, **values)
        holds = question.holds(solution.value)
        if table is not None:
            with atomic_write(table) as file:
                write_states(game, solution, file, table.endswith(".json"))
    if holds is False:
        raise click.exceptions.Exit(1)


def _print_told(answer: dict[str, Any], holds: bool | None, output: str, as_json: bool) -> None:
    """An answer that is no exact value of a solution: an infinite reward, a chance of 1 by ranks, bounds."""
    with atomic_write(output) as file:
        if as_json:
            file.write(json.dumps(answer | ({} if holds is None else {"holds": holds}), ensure_ascii=False) + "\n")
        else:
            from ..views.text import told_answer

            file.write(told_answer(answer, holds) + "\n")


def _method_options(entry: Entry) -> list[Callable[..., Any]]:
    """How to solve a game, and what its methods take."""
    methods = entry.all_methods
    kinds = "; ".join(f"{name}: {one.help}" for name, one in methods.items())
    text = f"{kinds}. All give the same answer; {entry.choose_help} if left out."
    options: list[Callable[..., Any]] = [click.option("--method", type=click.Choice(list(methods)), help=text)]

    def takers(option: str) -> str:
        return " or ".join(f"--method {name}" for name, one in methods.items() if option in one.options)

    if takers("checkpoint"):
        text = f"Keep what is done here; a killed run with {takers('checkpoint')} goes on."
        options.append(click.option("--checkpoint", metavar="FILE", help=text))
    if takers("executor"):
        executors = click.Choice(["threads", "serial", "processes"])
        text = f"What runs the chunks of {takers('executor')}; threads if left out."
        options += [click.option("--executor", type=executors, help=text), cluster_options]
    return options


def _choose_method(entry: Entry, values: dict[str, Any]) -> None:
    """With a cluster the method must be one that computes in chunks, and is, if nothing is said."""
    for option in ("workers", "scheduler"):
        if values.get(option) is not None:
            takers = [name for name, one in entry.all_methods.items() if "executor" in one.options]
            if (values["method"] or takers[0]) not in takers:
                raise Refused(f"--{option} goes with --method {' or '.join(takers)}, not with {values['method']!r}")
            values["method"] = values["method"] or takers[0]


def _command(entry: Entry) -> click.Command:
    """`solve` for one game."""

    def run(**values: Any) -> None:
        _choose_method(entry, values)
        given = dict(values)
        game = take_game(entry, values)
        if values["with_statistics"]:
            _check_statistics(entry, {name: value for name, value in given.items() if name not in values})
        _run(game, **values)

    return game_command(entry, "solve", run, (*_method_options(entry), *_OPTIONS))


@click.group(
    cls=GameCommands,
    make=_command,
    own=(_run, (max_positions_option, cluster_options, *_OPTIONS)),
    models=(_run_model, (max_positions_option, _bounds_option, _strategy_option, cluster_options, *_OPTIONS[1:])),
    short_help="The exact odds and the best moves at the start.",
)
def solve() -> None:
    """The exact value of a game at its start, the best moves there, and the proof.

    FILE.py:NAME instead of a game's name solves a game of your own, FILE.prism with --property a model.
    """
