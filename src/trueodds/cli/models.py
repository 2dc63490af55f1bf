"""Models of other tools on the command line: a file in place of a game's name."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, TextIO

import click

from .common import Refused, WholeNumber, user_input

#: The formats, and how their files' names end.
FORMATS = {"prism": (".prism", ".nm", ".pm", ".sm", ".smg"), "tra": (".tra",), "umb": (".umb",)}

_const_option = click.option(
    "--const", "constants", metavar="NAME=VALUE", multiple=True, help="A constant; repeatable, or with commas."
)
_property_option = click.option(
    "--property", "question", metavar="TEXT", help="What is asked, such as '<<P1>> Pmax=? [ F \"won\" ]'."
)
_file_option = click.option(
    "--property-file", metavar="FILE[:NAME]", help="A file of properties, and which one if it has several."
)
_format_option = click.option(
    "--format", "how_written", type=click.Choice(list(FORMATS)), help="The format, if the file's name does not tell."
)
_nearest_option = click.option(
    "--nearest",
    metavar="D",
    type=WholeNumber(),
    help="For the probabilities of a .tra or .umb file take the nearest fractions with denominators up to D.",
)


def is_model(arguments: Sequence[str]) -> bool:
    """Whether a command line, from what stands for the game, means a model.

    Examples
    --------
    >>> is_model(["dice.prism"]), is_model(["dice.txt", "--format", "prism"]), is_model(["dice.py:game"])
    (True, True, False)
    """
    if not arguments or arguments[0].startswith("-"):
        return False
    given = any(one.split("=")[0] == "--format" for one in arguments[1:])
    return given or arguments[0].endswith(tuple(end for ends in FORMATS.values() for end in ends))


def model_command(place: str, run: Callable[..., Any], options: Sequence[Callable[..., Any]]) -> click.Command:
    """A command for a model.

    Parameters
    ----------
    place : str
        Its file.
    run : callable
        Takes the game, and the values of the options by name.
    options : sequence of callable
        Click's options, besides those that say what is asked of the model.
    """

    def model(
        constants: tuple[str, ...],
        question: str | None,
        property_file: str | None,
        how_written: str | None,
        nearest: int | None,
        **values: Any,
    ) -> None:
        """A model of another tool: a stochastic game, a Markov decision process or a Markov chain."""
        game = read_model(place, constants, _question(question, property_file), how_written, nearest)
        found = game.transitions
        stays = f"states without a move: {found.deadlocks}; play stays there for ever"
        for remark in (*([stays] if found.deadlocks else []), *found.remarks):
            click.echo(f"trueodds: warning: {place}: {remark}", err=True)
        run(game, **values)

    command: Any = model
    for option in reversed((_property_option, _file_option, _const_option, _format_option, _nearest_option, *options)):
        command = option(command)
    made: click.Command = click.command(place)(command)
    return made


def _format(place: str) -> str:
    return next(name for name, ends in FORMATS.items() if place.endswith(ends))


def read_model(
    place: str, constants: Sequence[str], question: str, how: str | None = None, nearest: int | None = None
) -> Any:
    """A property of the model in a file, as a game."""
    how = how or _format(place)
    if how == "prism" and nearest is not None:
        raise Refused(
            "--nearest goes with .tra and .umb files; probabilities of the PRISM language are as they are written"
        )
    if how != "prism" and constants:
        raise Refused("--const goes with models of the PRISM language; those of other files have no constants")
    try:
        with user_input():
            if how == "prism":
                from ..formats.prism import parse_constants, read_prism

                return read_prism(place, question, parse_constants(constants))
            if how == "tra":
                from ..formats.explicit import read_explicit

                return read_explicit(place, question, nearest)
            from ..formats.umb import read_umb

            return read_umb(place, question, nearest)
    except ModuleNotFoundError as error:
        raise Refused(str(error)) from None


def _question(text: str | None, place: str | None) -> str:
    """The property that was asked for."""
    if (text is None) == (place is None):
        raise Refused("a model needs either --property TEXT or --property-file FILE[:NAME]")
    if place is None:
        return text or ""
    from ..formats.properties import split_properties

    file, _, name = (place, "", "") if Path(place).is_file() else place.rpartition(":")
    if not Path(file).is_file():
        raise Refused(f"{file or place}: no such file")
    try:
        found = split_properties(Path(file).read_text(encoding="utf-8"))
    except UnicodeDecodeError:
        raise Refused(f"{file}: this is not text") from None
    names = dict(_name_properties(found))
    if not name and len(found) == 1:
        return found[0]
    if name in names:
        return names[name]
    what = f"no property {name!r}" if name else f"{len(found)} properties; choose with {file}:NAME"
    raise Refused(f"{file}: {what}; there are {', '.join(names) or 'none'}")


def _name_properties(properties: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Properties by name; one that has none by its number, from 1."""
    for at, text in enumerate(properties, 1):
        name = re.match(r'\s*"([^"]*)"\s*:', text)
        yield (name[1] if name else str(at)), text


def write_states(game: Any, solution: Any, file: TextIO, as_json: bool) -> None:
    """Every state of a model with who moves, the move to make, all as good, and the value: as JSON or as CSV."""
    heads, rows = game.columns, game.rows(solution)
    if as_json:
        listed = [dict(zip(heads, row, strict=True)) for row in rows]
        file.write(json.dumps(solution.to_json() | {"positions": listed}, ensure_ascii=False) + "\n")
        return
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(heads)
    writer.writerows([*map(_cell, row[:-2]), " ".join(row[-2]), row[-1]] for row in rows)


def _cell(value: object) -> object:
    return str(value).lower() if isinstance(value, bool) else value
