"""`trueodds sweep GAME`: solve a game for ranges of its parameters, and write a table with one row for each game."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..catalog.entry import Entry
from ..catalog.registry import by_name, names
from ..parameters import Choice, Seat, Whole, declared_parameters
from ..runtime.files import atomic_write, is_regular
from .common import Refused, user_input
from .games import game_command, method_option, on_games, own_method_option, parameters
from .options import SEATS
from .output import (
    ROWS,
    choose_format,
    json_option,
    output_option,
    output_path,
    quiet_option,
    to_json_line,
    workers_option,
    working,
)
from .own import OwnGames, load_game, max_positions_option

if TYPE_CHECKING:
    from ..parameter_sweep import Sweep, Value

_OPTIONS: tuple[Callable[..., Any], ...] = (
    click.option(
        "--over",
        metavar="NAME=VALUES",
        multiple=True,
        required=True,
        help="A parameter and its values: 1..50, 1/10..9/10:1/10, 5,10,20. Repeat the option for all combinations.",
    ),
    output_option(ROWS, usual="CSV on standard output"),
    workers_option,
    json_option,
    quiet_option,
)


def _run(sweep: Sweep, every: bool, as_json: bool, workers: Any) -> None:
    """Solve all games and write the table; until it is complete, keep finished rows in a file beside it."""
    from ..answers.rows import write_table
    from ..parameter_sweep import check, row_to_json, solve_rows
    from ..runtime.run import Run
    from ..runtime.store import open_store

    output = output_path()
    kind = choose_format("--output", output, ROWS)
    with user_input():
        check(sweep, every)
    whole = output != "-" and is_regular(output)  # only a regular file can be replaced when it is complete
    state = Path(output + ".part")
    if whole and not Path(output).resolve().parent.is_dir():
        raise Refused(f"{output}: No such file or directory")
    with user_input():
        opened = open_store(state if whole else None, sweep.about())
    with opened as store, working() as progress:
        rows, before = solve_rows(sweep, Run(workers or 1, None, progress), store)
    with atomic_write(output) as table:
        if output == "-" and as_json:
            table.write(to_json_line({"game": sweep.game, "rows": list(map(row_to_json, rows))}) + "\n")
        else:
            write_table(rows, kind, table)
    if output == "-":
        return
    if whole:
        state.unlink(missing_ok=True)
    if as_json:
        report = {"game": sweep.game, "output": output, "rows": len(rows), "computed": len(rows) - before}
        click.echo(to_json_line(report))


def _read_over(over: tuple[str, ...], fixed: dict[str, Any], typeable: dict[str, str]) -> dict[str, list[Value]]:
    """Return the values of each varied parameter; `typeable` maps typed names to parameters."""
    from ..parameter_sweep import read_values

    found: dict[str, list[Value]] = {}
    for text in over:
        typed, equals, values = text.partition("=")
        name = typeable.get(typed.strip().replace("-", "_"))
        if not equals or name is None:
            known = ", ".join(one.replace("_", "-") for one in typeable)
            raise Refused(f"--over must be NAME=VALUES with one of {known or 'no parameter'}, not {text[:40]!r}")
        if name in found or name in fixed:
            raise Refused(f"{typed} is given twice")
        with user_input():
            found[name] = read_values(values)
    return found


def _command(entry: Entry) -> click.Command:
    """Return the command for one game."""
    declared = declared_parameters(entry.game)

    def run(over: tuple[str, ...], method: str | None, as_json: bool, workers: Any, **values: Any) -> None:
        from ..parameter_sweep import Sweep, make_game

        fixed = {name: values[name] for name in declared if values[name] is not None}
        typeable = {(one.option or name).replace("-", "_"): name for name, one in declared.items()}
        found = _read_over(over, fixed, typeable)
        for name, one in declared.items():
            if name in found:
                found[name] = [_as_declared(name, one, value) for value in found[name]]
            elif one.required:
                fixed.setdefault(name, entry.usual[name])
        make = partial(make_game, entry.game)
        _run(Sweep(entry.name, make, fixed, found, method), True, as_json, workers)

    method = method_option(entry.all_methods, entry.choose_help)
    command = game_command(entry, "sweep", run, (*_OPTIONS, method))
    for one in command.params[: len(parameters(entry))]:
        one.required, one.default = False, None  # because it may be varied
    command._examples = [_example(entry)]
    return command


def _example(entry: Entry) -> str:
    """Return a command line that varies the size of a game."""
    name = next(iter(declared_parameters(entry.game)))
    small = entry.small.get(name, 1)
    return f"sweep {entry.name} --over {name.replace('_', '-')}={small}..{small + 4} --output table.csv"


def _as_declared(name: str, declared: Any, value: Value) -> Any:
    """Return a value as the game takes it: seats as numbers, choices as text."""
    if isinstance(declared, Whole) and not isinstance(value, int):
        raise Refused(f"{name} must be a whole number, not {str(value)[:40]}")
    if isinstance(declared, Seat) and value in SEATS:
        return SEATS.index(str(value))
    return str(value) if isinstance(declared, Choice) else value


@on_games(
    make=_command,
    own=(own_method_option, max_positions_option, *_OPTIONS),
    several=True,
    examples=lambda: [_example(by_name(name)) for name in names()[:2]],
    short_help="Solve a game for ranges of its parameters: a table.",
)
def sweep(
    games: OwnGames, over: tuple[str, ...], max_positions: int | None, method: str | None, as_json: bool, workers: Any
) -> None:
    """Solve a game for every value of some of its parameters, and write a table with one row for each game.

    A row has the parameters, the exact value of the start and its decimal value, all best moves there, whether there
    are several, and whether the answer is proved. The file appears when it is complete. Until then FILE.part has the
    finished rows, and the same command resumes from it, also with other ranges.
    """
    from ..parameter_sweep import Sweep
    from ..runtime.store import fingerprint

    file, _, name = games.place.rpartition(":")
    found = _read_over(over, games.given, {one: one for one in games.known})
    make = partial(load_game, f"{os.path.abspath(file)}:{name}", games.infinite_play)
    source = fingerprint(Path(file).read_bytes(), str(games.infinite_play).encode())
    _run(Sweep(games.place, make, games.given, found, method, max_positions, source), False, as_json, workers)
