"""Accept a model from another tool on the command line: a file in place of a game's name."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import click

from ..formats.read import FORMATS
from .common import Command, InputError, WholeNumber, make_option, user_input
from .output import Writers, to_json_line

_const_option = make_option(
    "--const",
    "constants",
    metavar="NAME=VALUE",
    multiple=True,
    help="Value of a constant. To set several constants, repeat the option or separate the settings with commas.",
)
_property_option = make_option(
    "--property", "question", metavar="TEXT", help="Property to compute, such as '<<P1>> Pmax=? [ F \"won\" ]'."
)
_file_option = make_option(
    "--property-file", metavar="FILE[:NAME]", help="File of properties; NAME selects one of them."
)
_format_option = make_option(
    "--format", "format_name", type=click.Choice(list(FORMATS)), help="Format of the model.  [default: from the suffix]"
)
_nearest_option = make_option(
    "--nearest",
    metavar="D",
    type=WholeNumber(),
    help="Replace each probability in a .tra or .umb file with the nearest fraction that has a denominator up to D.",
)


def is_model(arguments: Sequence[str]) -> bool:
    """Return whether the arguments name a model in place of a game."""
    if not arguments or arguments[0].startswith("-"):
        return False
    has_format = any(word.split("=")[0] == "--format" for word in arguments[1:])
    return has_format or arguments[0].lower().endswith(tuple(end for ends in FORMATS.values() for end in ends))


def make_model_command(path: str, run: Callable[..., Any], options: Sequence[click.Parameter]) -> click.Command:
    """Return a command that calls `run` with the game that a model file and a property define."""

    def model(
        constants: tuple[str, ...],
        question: str | None,
        property_file: str | None,
        format_name: str | None,
        nearest: int | None,
        **values: Any,
    ) -> None:
        """A model from another tool: a stochastic game, a Markov decision process or a Markov chain."""
        from ..formats.answer import MAX_BOUNDED
        from ..formats.read import read_model

        open(path, "rb").close()  # report a missing file before any other error
        limit = values.get("max_positions") or (MAX_BOUNDED if values.get("bounds") else None)
        query, arguments = _choose_property(question, property_file, constants)
        with user_input():
            game: Any = read_model(path, query, arguments, format=format_name, nearest=nearest, max_positions=limit)
        for remark in game.transitions.remarks:
            click.echo(f"trueodds: warning: {path}: {remark}", err=True)
        run(game, **values)

    model_options = (_property_option, _file_option, _const_option, _format_option, _nearest_option)
    return Command(path, callback=model, params=[*model_options, *options], help=model.__doc__)


def _choose_property(text: str | None, reference: str | None, constants: Sequence[str]) -> tuple[str, dict[str, str]]:
    """Return the property to compute, and the given constants that belong to the model."""
    if (text is None) == (reference is None):
        raise InputError("a model requires exactly one of --property TEXT and --property-file FILE[:NAME]")
    from ..formats.prism import parse_constants

    with user_input():
        values = parse_constants(constants)
    if reference is None:
        return text or "", values
    from ..formats.properties import parse_property_file

    file, _, name = (reference, "", "") if Path(reference).is_file() else reference.rpartition(":")
    if not Path(file).is_file():
        raise InputError(f"{file if len(file) > 1 else reference}: no such file")  # not the drive C of C:\model.props
    try:
        contents = parse_property_file(Path(file).read_text(encoding="utf-8-sig"))
        if not name and len(contents.properties) == 1:
            (name,) = contents.properties
        if name in contents.properties:
            question = contents.expand(name, values)
            return question, {key: value for key, value in values.items() if key not in contents.undefined}
    except UnicodeDecodeError:
        raise InputError(f"{file}: not a UTF-8 text file") from None
    except ValueError as error:
        raise InputError(f"{file}: {error}") from None
    if not contents.properties:
        raise InputError(f"{file}: the file contains no property")
    what = f"no property {name!r}" if name else f"{len(contents.properties)} properties; choose one with {file}:NAME"
    raise InputError(f"{file}: {what}; known properties: {', '.join(contents.properties)}")


def make_state_writers(game: Any) -> Writers:
    """Return functions that give the moves and values of all reachable states where the property is still undecided."""

    def rows(solution: Any) -> Iterator[dict[str, Any]]:
        return (dict(zip(game.columns, row, strict=True)) for row in game.rows(solution))

    def as_json(solution: Any) -> str:
        from gmpy2 import mpq

        from ..exact.decimals import number_to_json

        states = []
        for *fields, player, move, best, value in game.rows(solution):
            exact = number_to_json(math.inf if value == "infinity" else mpq(value))
            position = dict(zip(game.columns, fields, strict=False))
            states.append({"position": position, "player": player, "move": move, "best_moves": best, "value": exact})
        return to_json_line(solution.to_json() | {"positions": states})

    return {"rows": rows, "json": as_json}
