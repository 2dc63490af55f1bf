"""`trueodds sweep GAME`: solve a game for ranges of its parameters, and write a table with one row per combination."""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..catalog.entry import Entry
from ..parameters import Choice, Seat, Whole, list_parameters
from .common import InputError, make_option, user_input
from .games import make_game_command, make_method_option, make_parameter_options, on_games, own_method_option
from .options import SEATS
from .output import STATES, choose_output, compute_and_write, make_answer_options, to_json_line, workers_option
from .own import Origin, load_game, max_positions_option

if TYPE_CHECKING:
    from ..parameter_sweep import Sweep, Value

_OPTIONS: tuple[click.Option, ...] = (
    make_option(
        "--over",
        metavar="NAME=VALUES",
        multiple=True,
        help="A parameter and its values, such as 1..50, 1/10..9/10:1/10 (in steps of 1/10) or 5,10,20. Repeat the "
        "option to vary several parameters; the game is solved for all combinations.  [required]",
    ),
    make_option("--checkpoint", metavar="FILE", help="Save finished rows to FILE and resume from it."),
    workers_option,
    *make_answer_options(STATES, text="File to write, by default in CSV format."),
)


def _run(sweep: Sweep, check_all: bool, checkpoint: str | None, workers: Any) -> None:
    """Solve all games and write the table."""
    from ..parameter_sweep import check, row_to_json, solve_rows
    from ..runtime.run import Run
    from ..runtime.store import open_store

    def compute(progress: Any) -> list[dict[str, Any]]:
        with open_store(checkpoint, sweep.about()) as store:
            return solve_rows(sweep, Run(workers or 1, checkpoint, progress), store)

    def as_json(rows: list[dict[str, Any]]) -> str:
        return to_json_line({"game": sweep.game, "rows": list(map(row_to_json, rows))})

    choose_output()  # reject a wrong suffix before any game is built
    with user_input():
        check(sweep, check_all)
    compute_and_write(compute, {"rows": iter, "json": as_json}, checkpoint=checkpoint)


def _read_over(over: tuple[str, ...], fixed: dict[str, Any], typeable: dict[str, str]) -> dict[str, list[Value]]:
    """Return the values of each varied parameter; `typeable` maps typed names to parameters."""
    from ..parameter_sweep import read_values

    if not typeable:
        raise InputError("there is nothing to vary: this game has no parameters")
    if not over:
        raise InputError(f"sweep requires values for a parameter, such as --over {next(iter(typeable))}=1..6")
    ranges: dict[str, list[Value]] = {}
    for text in over:
        typed, equals, values = text.partition("=")
        name = typeable.get(typed.strip().replace("-", "_"))
        if not equals or name is None:
            names = ", ".join(word.replace("_", "-") for word in typeable)
            raise InputError(f"--over must be NAME=VALUES, where NAME is a parameter ({names}), not {text[:40]!r}")
        if name in ranges or name in fixed:
            raise InputError(f"{typed} is given twice")
        with user_input():
            ranges[name] = read_values(values)
    return ranges


def _command(entry: Entry) -> click.Command:
    """Return the command for one game."""
    declared = list_parameters(entry.game)

    def run(over: tuple[str, ...], method: str | None, checkpoint: str | None, workers: Any, **values: Any) -> None:
        from ..parameter_sweep import Sweep

        fixed = {name: values[name] for name in declared if values[name] is not None}
        typeable = {(parameter.option or name).replace("-", "_"): name for name, parameter in declared.items()}
        ranges = _read_over(over, fixed, typeable)
        for name, declaration in declared.items():
            if name in ranges:
                ranges[name] = [_as_declared(name, declaration, value) for value in ranges[name]]
            elif declaration.required:
                fixed.setdefault(name, entry.usual[name])
        _run(Sweep(entry.name, entry.game, fixed, ranges, method), True, checkpoint, workers)

    method = make_method_option(entry.all_methods, entry.choose_help)
    command = make_game_command(entry, "sweep", run, (*_OPTIONS, method))
    for parameter in command.params[: len(make_parameter_options(entry))]:
        parameter.required, parameter.default = False, None  # because the parameter may be varied
    return command


def _as_declared(name: str, declared: Any, value: Value) -> Any:
    """Return a value in the form that the game takes: a seat as a number, a choice as text."""
    if isinstance(declared, Whole) and not isinstance(value, int):
        raise InputError(f"{name} must be a whole number, not {str(value)[:40]}")
    if isinstance(declared, Seat) and value not in (0, 1):
        if value not in SEATS:
            raise InputError(f"{declared.option or name} must be {' or '.join(SEATS)}, not {str(value)[:40]!r}")
        return SEATS.index(str(value))
    return str(value) if isinstance(declared, Choice) else value


@on_games(
    make=_command,
    own=(own_method_option, max_positions_option, *_OPTIONS),
    several=True,
    short_help="Solve a game for ranges of its parameters, and write a table.",
)
def sweep(
    games: Origin,
    over: tuple[str, ...],
    max_positions: int | None,
    method: str | None,
    checkpoint: str | None,
    workers: Any,
) -> None:
    """Solve a game for ranges of its parameters, and write a table with one row per combination.

    A row has the parameters, the value of the start (exact and as a decimal), all best moves there, whether several
    tie, and whether the answer is proved. With --checkpoint, an interrupted sweep can resume, even with other ranges.
    """
    from ..parameter_sweep import Sweep
    from ..runtime.store import compute_fingerprint

    file, _, name = games.reference.rpartition(":")
    ranges = _read_over(over, games.given, {parameter: parameter for parameter in games.known})
    make = partial(load_game, f"{os.path.abspath(file)}:{name}", games.infinite_play)
    source = compute_fingerprint(Path(file).read_bytes(), str(games.infinite_play).encode())
    _run(Sweep(games.reference, make, games.given, ranges, method, max_positions, source), False, checkpoint, workers)
