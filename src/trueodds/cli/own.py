"""Games of one's own on the command line: ``FILE.py:NAME`` in place of a game's name, with parameters."""

from __future__ import annotations

import importlib.util
import inspect
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from numbers import Rational
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

import click

from ..parameters import declared_parameters
from .common import Refused, WholeNumber, user_input
from .literals import read_call, read_literal, write_call
from .options import game_options

#: Under this name the context of a command has ``FILE.py:NAME(…)`` with all parameters.
PLACE = "trueodds.place"

max_positions_option = click.option(
    "--max-positions", type=WholeNumber(), help="Refuse games of more positions; a million if left out."
)


def _exact_number(ctx: click.Context, parameter: click.Parameter, value: str | None) -> Fraction | None:
    """A rational in plain digits; None if it is left out."""
    if value is None:
        return None
    if not re.fullmatch(r"[+-]?[0-9]{1,300}(/0*[1-9][0-9]{0,299}|\.[0-9]{1,300})?", value):
        raise Refused(f"{parameter.opts[0]} must be an exact number such as 1/2, not {value[:40]!r}")
    return Fraction(value)


infinite_play_option = click.option(
    "--infinite-play",
    metavar="P",
    callback=_exact_number,
    help="What seat 0 gets from a play that never ends, such as 1/2; as the file says, or no such play, if left out.",
)


def own_command(
    place: str,
    run: Callable[..., Any],
    options: Sequence[Callable[..., Any]],
    several: bool = False,
    *,
    opened: bool = True,
) -> click.Command:
    """A command for a game of one's own, with an option for each parameter that it takes.

    Parameters
    ----------
    place : str
        ``FILE.py:NAME``, perhaps with parameters in brackets; see `own_game`.
    run : callable
        Takes the game, and the values of the options by name.
    options : sequence of callable
        Click's options; what infinite play is worth is always one.
    several : bool
        `run` gets an `OwnGames` instead of a game, and no parameter must be given.
    opened : bool
        Whether to open the file; without, as while a shell completes, there are no options for parameters.
    """
    from ..game import Game

    made, given = _find(place) if opened else (None, {})

    def own(infinite_play: Fraction | None, **values: Any) -> None:
        """A game of your own: NAME in FILE.py is a trueodds.Game, or gives one when called."""
        more = {name: values.pop(name) for name in list(values) if name in asked}
        told = {name: value for name, value in more.items() if value is not None}
        file, _, called = place.partition(":")
        name = read_call(called)[0]
        click.get_current_context().meta[PLACE] = f"{file}:{write_call(name, given | told)}"
        if several:
            known = {} if isinstance(made, Game) or not callable(made) else _parameters(made) or {}
            run(OwnGames(f"{file}:{name}", given | told, tuple(known), infinite_play), **values)
        else:
            run(_make(place, made, given | told, infinite_play), **values)

    def dressed(more: Sequence[Callable[..., Any]]) -> click.Command:
        command: Any = lambda **values: own(**values)  # noqa: E731 - something new to hang the options on
        for option in reversed((*more, infinite_play_option, *options)):
            command = option(command)
        own_made: click.Command = click.command(place, help=own.__doc__)(command)
        return own_made

    taken = {name for one in dressed(()).params for name in (one.name, *one.opts)}
    asked = _parameter_options(made, given, taken)
    command = dressed(list(asked.values()))
    if several:
        for one in command.params:
            one.required = False
    return command


class OwnGames(NamedTuple):
    """The games that a name in a user's file gives when it is called with parameters.

    Attributes
    ----------
    place : str
        ``FILE.py:NAME``.
    given : dict
        Parameters that are given.
    known : tuple of str
        All that it takes, as far as that can be known.
    infinite_play : Fraction or None
        As for `own_game`.
    """

    place: str
    given: dict[str, Any]
    known: tuple[str, ...]
    infinite_play: Fraction | None


def make_own(place: str, infinite_play: Fraction | None, given: Mapping[str, Any]) -> Any:
    """A game of a user's file with these parameters, also in another process."""
    return _make(place, _find(place)[0], given, infinite_play)


def own_game(place: str, infinite_play: Fraction | None = None) -> Any:
    """A user's own game.

    Parameters
    ----------
    place : str
        ``FILE.py:NAME``; NAME is a `Game`, or a class or function that gives one when called: with the parameters in
        brackets behind it, such as ``NAME(goal=50)``, or none. They are plain values and are not run as a program.
    infinite_play : Fraction, optional
        What a play that never ends is worth to seat 0; if left out, what the game itself says.

    Raises
    ------
    Refused
        There is no such file or name, or it is no game. What the file itself raises is passed on with a note.
    """
    return _make(place, *_find(place), infinite_play)


def _find(place: str) -> tuple[Any, dict[str, Any]]:
    """What the name in the file stands for, and the parameters in brackets."""
    from ..game import Game

    file, _, called = place.partition(":")
    try:
        name, given = read_call(called)
    except ValueError as error:
        raise Refused(f"{place}: {error}") from None
    if not Path(file).is_file():
        raise Refused(f"{file}: no such file")
    spec = importlib.util.spec_from_file_location("trueodds_own_game", file)
    assert spec is not None  # for its name ends in .py
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their module up
    try:
        spec.loader.exec_module(module)
    except SystemExit as stop:
        raise Refused(f"{file} ended Python by SystemExit({stop.code!r}) when it was opened") from stop
    except Exception as error:
        _pass_on(error, f"raised by {file}")
    if not hasattr(module, name):
        games = [key for key, value in vars(module).items() if isinstance(value, Game)]
        raise Refused(f"{file} has no {name!r}" + (f"; games there: {', '.join(games)}" if games else ""))
    return getattr(module, name), given


def _make(place: str, made: Any, given: Mapping[str, Any], infinite_play: Fraction | None) -> Any:
    """The game itself, of what the file has and the parameters."""
    from ..game import Game

    game = made
    if isinstance(game, Game) and given:
        raise Refused(f"{place}: this is a game already and takes no parameters; give the name of its class")
    if not isinstance(game, Game) and callable(game):
        game = _call(place, made, given)
    if not isinstance(game, Game):
        raise Refused(f"{place} is not a trueodds.Game, such as trueodds.Rules makes, but {type(game).__name__}")
    if infinite_play is None:
        return game
    from ..solver.given_strategies import WithInfinitePlay

    return WithInfinitePlay(game, infinite_play)


def _call(place: str, made: Any, given: Mapping[str, Any]) -> Any:
    """Call what makes the game; what a declared parameter refuses is the user's input, all else is the file's."""
    known = _parameters(made)
    wrong = [name for name in given if known is not None and name not in known]
    if wrong:
        raise Refused(f"{place}: no parameter {wrong[0]!r}; it takes {', '.join(known or ()) or 'none'}")
    for name, declared in declared_parameters(made).items():
        if name in given:
            with user_input():
                declared.check(name, given[name])
    try:
        return made(**given)
    except Exception as error:
        what = ", ".join(f"{name}={value!r}" for name, value in given.items())
        _pass_on(
            error, f"raised by {place} called with {what}" if given else f"raised by {place} called without arguments"
        )


def _parameters(made: Any) -> dict[str, inspect.Parameter] | None:
    """What a class or function takes by name; None if that is anything or cannot be known."""
    try:
        found = inspect.signature(made).parameters
    except (TypeError, ValueError):
        return None
    if any(one.kind is one.VAR_KEYWORD for one in found.values()):
        return None
    return {name: one for name, one in found.items() if one.kind in (one.POSITIONAL_OR_KEYWORD, one.KEYWORD_ONLY)}


def _parameter_options(made: Any, given: Mapping[str, Any], taken: set[str]) -> dict[str, Callable[..., Any]]:
    """An option for each parameter of a class or function, but those in brackets and those that would hide another."""
    from ..game import Game

    if isinstance(made, Game) or not callable(made):
        return {}
    declared = dict(zip(declared_parameters(made), game_options(made), strict=True)) if isinstance(made, type) else {}
    found = {}
    for name, one in (_parameters(made) or {}).items():
        option = "--" + name.replace("_", "-")
        if name in given or name in taken or option in taken:
            continue
        default = "" if one.default is one.empty else f"; {one.default!r} if left out"
        text = f"A parameter of {made.__name__}{default}."
        plain = click.option(option, name, metavar="VALUE", callback=_literal(one.default), help=text)
        found[name] = declared.get(name, plain)
    return found


def _literal(default: Any) -> Callable[[click.Context, click.Parameter, str | None], Any]:
    """A plain value such as 50, 2/5 or (1, 2); other words are text, unless a number is usual."""

    def read(ctx: click.Context, parameter: click.Parameter, value: str | None) -> Any:
        if value is None:
            return None
        try:
            return read_literal(value)
        except ValueError:
            if isinstance(default, (int, Rational)) and not isinstance(default, bool):
                raise Refused(f"{parameter.opts[0]} must be a number, such as {default}, not {value[:40]!r}") from None
            return value

    return read


def _pass_on(error: Exception, note: str) -> NoReturn:
    error.add_note(note)
    raise error
