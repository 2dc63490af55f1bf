"""Convert the declared parameters of a game to options."""

from __future__ import annotations

from typing import Any

import click

from ..parameters import Choice, Parameter, Seat, Whole, list_parameters
from .common import InputError, WholeNumber, make_option

SEATS = ("first", "second")


def refuse_range(flag: str, value: Any) -> None:
    """Raise `InputError` if the value of a game's parameter is a range."""
    if isinstance(value, str) and ".." in value:
        text = value[:40]
        raise InputError(f"{flag} must be one number, not {text!r}; to vary it, use sweep --over {flag[2:]}={text}")


class _OneNumber(WholeNumber):
    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the number, or raise `InputError`."""
        if param:
            refuse_range(param.opts[0], value)
        return super().convert(value, param, ctx)


def make_declared_options(game: type[Any]) -> list[click.Option]:
    """Return an option for each declared parameter of a game's class, in order."""
    return [_option(name, parameter) for name, parameter in list_parameters(game).items()]


def _option(name: str, parameter: Parameter) -> click.Option:
    more: dict[str, Any] = {"metavar": "P"}
    default = None if parameter.required or parameter.same_as else parameter.default
    if isinstance(parameter, Whole):
        more = {"type": _OneNumber(parameter.minimum)}
    elif isinstance(parameter, Choice):
        more = {"type": click.Choice(parameter.choices)}
    elif isinstance(parameter, Seat):
        more = {"type": click.Choice(SEATS), "callback": _seat}
        default = SEATS[parameter.default]
    elif default is not None:
        default = str(default)
    text = f"{parameter.help.rstrip('.')}."
    if parameter.same_as:
        text += f"  [default: the value of --{parameter.same_as.replace('_', '-')}]"
    flag = "--" + (parameter.option or name).replace("_", "-")
    return make_option(flag, name, required=parameter.required, default=default, show_default=True, help=text, **more)


def _seat(ctx: click.Context, parameter: click.Parameter, value: str | None) -> int | None:
    return None if value is None else SEATS.index(value)
