"""Load games that the registry does not list: those that users name as ``FILE.py:NAME`` or ``openspiel:NAME``."""

from __future__ import annotations

import importlib.util
import inspect
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from numbers import Rational
from pathlib import Path
from typing import Any, NamedTuple

import click

from ..parameters import list_parameters, read_rational
from .common import Command, InputError, WholeNumber, make_option, user_input
from .literals import read_literal, write_literal
from .options import make_declared_options, refuse_range

#: The prefix of the names of OpenSpiel games.
OPENSPIEL = "openspiel:"

#: The key of the game's `Origin` in the context of a command.
ORIGIN = "trueodds.origin"


class Origin(NamedTuple):
    """The source of a game: its reference and the options given for it.

    `known` holds the names of the game's parameters, as far as its signature shows them.
    """

    reference: str
    given: dict[str, Any]
    known: tuple[str, ...]
    infinite_play: Fraction | None


max_positions_option = make_option(
    "--max-positions", type=WholeNumber(), help="Maximum number of positions.  [default: 1000000]"
)


def _parse_exact_number(ctx: click.Context, parameter: click.Parameter, value: str | None) -> Fraction | None:
    number = None if value is None else read_rational(value)
    if value is not None and number is None:
        raise InputError(f"{parameter.opts[0]} must be an exact number such as 1/2 or 0.5, not {value[:40]!r}")
    return number


infinite_play_option = make_option(
    "--infinite-play",
    metavar="P",
    callback=_parse_exact_number,
    help="Payoff (such as 1/2) of seat 0, usually the player who moves first, if play never ends.  "
    "[default: as the game defines it; for OpenSpiel, 1/2]",
)


def make_own_command(
    reference: str,
    run: Callable[..., Any],
    options: Sequence[click.Parameter],
    several: bool = False,
    *,
    help: str | None,
    opened: bool = True,
) -> click.Command:
    """Return a command for a user-defined or OpenSpiel game, with an option for each parameter of the game.

    `run` takes the game, or its `Origin` if `several` is true, and the values of `options` by name. `help` says what
    the command does. For shell completion, `opened` is false, and the file is not opened.
    """
    definition = find_object(reference) if opened else None
    params = (infinite_play_option, *options)
    game_options = make_signature_options(definition, params)
    for parameter in game_options if several else ():
        parameter.required, parameter.default, parameter.show_default = False, None, False

    def own(infinite_play: Fraction | None, **values: Any) -> None:
        origin = Origin(reference, pop_typed(game_options, values), tuple(_parameters(definition)), infinite_play)
        click.get_current_context().meta[ORIGIN] = origin
        run(origin if several else _build_game(reference, definition, origin.given, infinite_play), **values)

    text = "Your own game: NAME in FILE.py is a trueodds.Game, or returns one when called."
    if reference.startswith(OPENSPIEL):
        text = (
            "An OpenSpiel game for two players: sequential, zero-sum, with perfect information, and with explicit "
            "chance or none."
        )
    return Command(reference, callback=own, params=[*game_options, *params], help=f"{help}\n\n{text}")


def pop_typed(game_options: Sequence[click.Option], values: dict[str, Any]) -> dict[str, Any]:
    """Remove the parameters of a user-defined game from `values`, and return those given on the command line."""
    source = click.get_current_context().get_parameter_source
    named = {parameter.name or "": values.pop(parameter.name or "") for parameter in game_options}
    return {name: value for name, value in named.items() if source(name) is click.core.ParameterSource.COMMANDLINE}


def load_game(reference: str, infinite_play: Fraction | None = None, /, **arguments: Any) -> Any:
    """Return the OpenSpiel game, or the game at ``FILE.py:NAME``; a class or function is called with `arguments`.

    With workers, sweeps call this function in other processes.
    """
    return _build_game(reference, find_object(reference), arguments, infinite_play)


def is_outside_registry(reference: str) -> bool:
    """Return whether a word names a game outside the registry; a bare FILE.py counts, but `find_object` rejects it."""
    return reference.startswith(OPENSPIEL) or re.search(r"\.py(:|$)", reference) is not None


def find_object(reference: str) -> Any:
    """Return the object at ``FILE.py:NAME`` (None for an OpenSpiel game); raise `InputError` if there is none."""
    if reference.startswith(OPENSPIEL):
        return None
    file, _, name = reference.rpartition(":")
    if not name.isidentifier() or not file.endswith(".py"):
        raise InputError(f"{reference}: give your own game as FILE.py:NAME, such as dice.py:game")
    if not Path(file).is_file():
        raise InputError(f"{file}: no such file")
    spec = importlib.util.spec_from_file_location("trueodds_own_game", file)
    assert spec is not None  # every name that ends in .py has one
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look up their module
    try:
        spec.loader.exec_module(module)
    except SystemExit as stop:
        raise InputError(f"{file} cannot be loaded: it raised SystemExit({stop.code!r})") from stop
    except Exception as error:
        error.add_note(f"raised by {file}")
        raise
    if not hasattr(module, name):
        from ..game import Game

        names = [
            key
            for key, value in vars(module).items()
            if isinstance(value, Game)
            or (isinstance(value, type) and issubclass(value, Game) and value.__module__ == spec.name)
        ]
        raise InputError(f"{file} has no {name!r}" + (f"; its games: {', '.join(names)}" if names else ""))
    return getattr(module, name)


def _build_game(reference: str, definition: Any, arguments: Mapping[str, Any], infinite_play: Fraction | None) -> Any:
    """Return the OpenSpiel game, `definition` itself or the game that it returns; apply `infinite_play`, if given."""
    from ..game import Game

    if reference.startswith(OPENSPIEL):
        from ..formats.openspiel import load_openspiel

        with user_input():
            openspiel_game = load_openspiel(reference.removeprefix(OPENSPIEL), infinite_play)
        click.echo(f"trueodds: note: {reference}: {openspiel_game.remark}", err=True)
        return openspiel_game
    game = definition
    if not isinstance(game, Game) and callable(game):
        game = _call(reference, definition, arguments)
    if not isinstance(game, Game):
        raise InputError(f"{reference} must be or return a trueodds.Game, such as Rules(…), not {type(game).__name__}")
    if infinite_play is None:
        return game
    from ..solver.given_strategies import WithInfinitePlay

    return WithInfinitePlay(game, infinite_play)


def _call(reference: str, definition: Any, arguments: Mapping[str, Any]) -> Any:
    """Call `definition`; report invalid values of declared parameters as bad input, and add a note to other errors."""
    for name, declared in list_parameters(definition).items():
        if name in arguments:
            with user_input():
                declared.check(name, arguments[name])
    try:
        return definition(**arguments)
    except Exception as error:
        what = ", ".join(f"{name}={value!r}" for name, value in arguments.items())
        error.add_note(f"raised by {reference} called {f'with {what}' if arguments else 'without arguments'}")
        raise


def _parameters(definition: Any) -> dict[str, inspect.Parameter]:
    """Return the parameters that a class or function takes by name."""
    from ..game import Game

    if isinstance(definition, Game) or not callable(definition):
        return {}
    try:
        parameters = inspect.signature(definition).parameters
    except (TypeError, ValueError):
        return {}
    return {name: one for name, one in parameters.items() if one.kind in (one.POSITIONAL_OR_KEYWORD, one.KEYWORD_ONLY)}


def make_signature_options(definition: Any, command_parameters: Sequence[click.Parameter]) -> list[click.Option]:
    """Return options for the parameters of a class or function, except those whose names the command already uses."""
    hidden = {name for parameter in command_parameters for name in (parameter.name, *parameter.opts)}
    declared = {declaration.name: declaration for declaration in make_declared_options(definition)}
    options = []
    for name, argument in _parameters(definition).items():
        flag = "--" + name.replace("_", "-")
        if not {name, flag} & hidden:
            default = "" if argument.default is argument.empty else f"  [default: {write_literal(argument.default)}]"
            plain = make_option(
                flag,
                name,
                metavar="VALUE",
                required=argument.default is argument.empty,
                callback=_make_parser(argument.default),
                help=f"A parameter of {getattr(definition, '__name__', 'the game')}.{default}",
            )
            options.append(declared.get(name, plain))
    return options


def _make_parser(default: Any) -> Callable[[click.Context, click.Parameter, str | None], Any]:
    """Return a callback that parses plain values; other text is kept, or rejected if the default is an exact number."""

    def read(ctx: click.Context, parameter: click.Parameter, value: str | None) -> Any:
        if value is None:
            return None
        try:
            return read_literal(value)
        except ValueError:
            if isinstance(default, (int, Rational)) and not isinstance(default, bool):
                refuse_range(parameter.opts[0], value)
                raise InputError(
                    f"{parameter.opts[0]} must be a plain number, such as {default}, not {value[:40]!r}"
                ) from None
            return value

    return read
