"""The options of a game on the command line, made from the parameters that it declares, and the game made from them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import click

from ..parameters import Choice, Parameter, Seat, Whole, declared_parameters
from .common import WholeNumber, user_input

SEATS = ("first", "second")


def game_options(game: type[Any]) -> tuple[Callable[..., Any], ...]:
    """Click's options for the declared parameters of a game's class, in their order.

    Parameters
    ----------
    game : type
        The class; what it does not declare gets no option.

    Returns
    -------
    tuple of callable
        Decorators, as ``click.option`` gives. A value that is left out is None.

    Examples
    --------
    >>> from trueodds import Pig
    >>> command = click.Command("pig")
    >>> for option in game_options(Pig)[:2]:
    ...     command = option(command)
    >>> [parameter.opts for parameter in command.params]
    [['--target'], ['--sides']]
    """
    return tuple(_option(name, parameter) for name, parameter in declared_parameters(game).items())


def build(game: type[Any], values: Mapping[str, Any]) -> Any:
    """The game from the values of its options, those that are None left out.

    Raises
    ------
    Refused
        In one line: a value that the game does not take.
    """
    with user_input():
        return game(**{name: value for name, value in values.items() if value is not None})


def _option(name: str, parameter: Parameter) -> Callable[..., Any]:
    more: dict[str, Any] = {"metavar": "P"}
    if isinstance(parameter, Whole):
        more = {"type": WholeNumber(parameter.minimum)}
    elif isinstance(parameter, Choice):
        more = {"type": click.Choice(parameter.choices)}
    elif isinstance(parameter, Seat):
        more = {"type": click.Choice(SEATS), "callback": _seat}
    option = "--" + (parameter.option or name).replace("_", "-")
    return click.option(option, name, required=parameter.required, help=_help(parameter), **more)


def _help(parameter: Parameter) -> str:
    if parameter.required:
        return f"{parameter.help}."
    if parameter.same_as is not None:
        return f"{parameter.help}, if not the same."
    default = SEATS[parameter.default] if isinstance(parameter, Seat) else parameter.default
    return f"{parameter.help}; {default} if left out."


def _seat(ctx: click.Context, parameter: click.Parameter, value: str | None) -> int | None:
    return None if value is None else SEATS.index(value)
