"""Declare and check the parameters of games, and show values in messages.

A game that declares parameters is a frozen dataclass with fields made by `whole`, `chance`, `choice` and `seat`. The
constructor's checks, `Game.parameters` and the options of the command line all come from these declarations.
"""

from __future__ import annotations

import dataclasses
import numbers
import operator
import re
from fractions import Fraction
from typing import Any

from gmpy2 import mpq, mpz


class Parameter:
    """The declaration of a parameter.

    `option` is the name on the command line if it differs from the name of the field. `same_as` names the parameter
    whose value is the default. With `always`, the parameter is shown even if it has its default value; with
    `allow_none`, None means the default. This class is not a dataclass, because defining one takes 1 ms.
    """

    def __init__(
        self,
        *,
        help: str,
        default: Any = dataclasses.MISSING,
        same_as: str | None = None,
        option: str | None = None,
        always: bool = False,
        allow_none: bool = False,
    ) -> None:
        self.help, self.default, self.same_as = help, default, same_as
        self.option, self.always, self.allow_none = option, always, allow_none

    @property
    def required(self) -> bool:
        """Whether the parameter has no default."""
        return self.default is dataclasses.MISSING and self.same_as is None

    def default_for(self, game: object) -> Any:
        """Return the default in this game."""
        return self.default if self.same_as is None else getattr(game, self.same_as)

    def check(self, name: str, value: object) -> Any:
        """Return the value in canonical form, so that equal games compare equal, or raise an exception."""
        raise NotImplementedError


class Whole(Parameter):
    """A whole number from `minimum` to `maximum`; None means no bound."""

    def __init__(self, *, minimum: int | None = 1, maximum: int | None = None, **declared: Any) -> None:
        super().__init__(**declared)
        self.minimum, self.maximum = minimum, maximum

    def check(self, name: str, value: object) -> int:
        """Return the number, as `check_whole_number` does."""
        return check_whole_number(name, value, self.minimum, self.maximum)


class Chance(Parameter):
    """An exact rational probability strictly between 0 and 1."""

    def check(self, name: str, value: object) -> mpq:
        """Return the probability, as `check_probability` does."""
        return check_probability(name, value)


class Choice(Parameter):
    """One of a few values, all text."""

    def __init__(self, *, choices: tuple[str, ...], **declared: Any) -> None:
        super().__init__(**declared)
        self.choices = choices

    def check(self, name: str, value: object) -> str:
        """Return the value, or raise an exception if it is not one of the choices."""
        if isinstance(value, str) and value in self.choices:
            return value
        raise _make_error(f"{name} must be one of {', '.join(self.choices)}", value, isinstance(value, str))


class Seat(Parameter):
    """A seat: 0 or 1; on the command line, first or second."""

    def check(self, name: str, value: object) -> int:
        """Return the seat, 0 or 1, as an int, or raise an exception."""
        number = as_index(value)
        if number in (0, 1):
            return number
        raise _make_error(f"{name} must be 0 or 1", value, number is not None)


def whole(help: str, default: Any = dataclasses.MISSING, **declared: Any) -> Any:
    """Return a dataclass field for a whole number, required unless `default` or `same_as` is given."""
    return _field(Whole(help=help, default=default, allow_none="same_as" in declared, **declared))


def chance(help: str, default: str, **declared: Any) -> Any:
    """Return a dataclass field for a probability; `default` is text such as ``"1/2"``."""
    return _field(Chance(help=help, default=check_probability("default", default), **declared))


def choice(help: str, choices: tuple[str, ...], **declared: Any) -> Any:
    """Return a dataclass field for one of a few words; the first is the default."""
    return _field(Choice(help=help, default=choices[0], choices=choices, **declared))


def seat(help: str, **declared: Any) -> Any:
    """Return a dataclass field for a seat; the default is 0."""
    return _field(Seat(help=help, default=0, **declared))


_KEY = "trueodds parameter"


def _field(parameter: Parameter) -> Any:
    default = parameter.default if parameter.same_as is None else None
    return dataclasses.field(default=default, metadata={_KEY: parameter})


def list_parameters(game: object) -> dict[str, Parameter]:
    """Return the declared parameters of a game or its class by name, in the order of declaration."""
    if not dataclasses.is_dataclass(game):
        return {}
    return {field.name: field.metadata[_KEY] for field in dataclasses.fields(game) if _KEY in field.metadata}


def check_parameters(game: object) -> None:
    """Check each declared parameter of a new game, and store it in canonical form."""
    for name, parameter in list_parameters(game).items():
        value = getattr(game, name)
        if value is None and parameter.allow_none:
            value = parameter.default_for(game)
        object.__setattr__(game, name, parameter.check(name, value))


def parameters_to_json(game: object) -> dict[str, object]:
    """Return, for JSON, the declared parameters that are required, always shown, or different from their defaults."""
    data: dict[str, object] = {}
    for name, parameter in list_parameters(game).items():
        value = getattr(game, name)
        if parameter.always or parameter.required or value != parameter.default_for(game):
            data[name] = value if isinstance(value, int) else str(value)
    return data


def as_index(value: object) -> int | None:
    """Return an integer of any type as an int; return None for bools and all other values."""
    if isinstance(value, bool):
        return None
    try:
        return operator.index(value)  # type: ignore[arg-type]  # the TypeError is the answer
    except TypeError:
        return None


def format_number(number: int, separator: str = ",") -> str:
    """Format an integer for a message; one with more than 30 digits is rounded towards zero to a power of ten."""
    if abs(number) < 10**30:
        return f"{int(number):{separator}}"
    return f"about {'-' if number < 0 else ''}10^{len(mpz(abs(number)).digits()) - 1}"


_MAX_SHOWN = 80  # maximum length of a value in a message


def show(value: object, nested: bool = False) -> str:
    """Return any value as one short line for a message."""
    if type(value) is tuple:
        parts = ", ".join(show(part, True) for part in value[:_MAX_SHOWN])
        text = f"({parts},)" if len(value) == 1 else f"({parts})"
    else:
        number = as_index(value)
        if number is not None:
            return format_number(number, "" if nested else ",")
        try:
            text = " ".join(repr(value).split())
        except Exception:  # a broken user-defined `repr`, or more digits than Python prints
            text = f"a {type(value).__name__}"
    return text if len(text) <= _MAX_SHOWN else text[: _MAX_SHOWN - 1] + "…"


def _make_error(requirement: str, value: object, right_type: bool) -> Exception:
    """Return the exception for a wrong value: ValueError, or TypeError for a wrong type."""
    text = f"{requirement}, not {show(value)}"
    return ValueError(text) if right_type else TypeError(f"{text} ({type(value).__name__})")


def check_whole_number(name: str, value: object, minimum: int | None = 1, maximum: int | None = None) -> int:
    """Return an integer of any type as an int, or raise an exception; a bound of None does not apply."""
    number = as_index(value)
    if number is not None and (minimum is None or minimum <= number) and (maximum is None or number <= maximum):
        return number
    if number is None:
        requirement = "a whole number"
    elif minimum is None or maximum is None:
        requirement = f"at most {maximum:,}" if minimum is None else f"at least {format_number(minimum)}"
    else:
        requirement = f"from {format_number(minimum)} to {format_number(maximum)}"
    raise _make_error(f"{name} must be {requirement}", value, number is not None)


#: The form of an exact number: no exponent ("1e999999999" would fill the memory), parts of at most 300 digits (not
#: counting leading zeros of a denominator), and no zero denominator.
RATIONAL = r"[+-]?[0-9]{1,300}(?:/0*[1-9][0-9]{0,299}|\.[0-9]{1,300})?"


def read_rational(text: str) -> Fraction | None:
    """Return the exact value of a string such as ``2/5`` or ``0.4``, or None for any other string."""
    return Fraction(text) if re.fullmatch(RATIONAL, text) else None


def check_probability(name: str, value: object, closed: bool = False) -> mpq:
    """Return an exact rational strictly between 0 and 1 (with `closed`, from 0 to 1) as an mpq, or raise an exception.

    Floats are rejected because most differ from the number that was typed.
    """
    limits = "from 0 to 1" if closed else "strictly between 0 and 1"
    requirement = f"{name} must be an exact rational {limits}, such as 2/5"
    if isinstance(value, float):
        raise TypeError(f"{requirement}, not the float {value!r}; give it as text or as a Fraction")
    if isinstance(value, str):
        read = read_rational(value.strip())
        if read is None:
            raise ValueError(f"{requirement} or 0.4, not {value[:60]!r}")
        number = mpq(read)
    elif isinstance(value, numbers.Rational) and not isinstance(value, bool):
        number = mpq(int(value.numerator), int(value.denominator))
    else:
        raise _make_error(requirement, value, False)
    if not (0 <= number <= 1 if closed else 0 < number < 1):
        raise ValueError(f"{requirement}, not {_format_rational(number)}")
    return number


def _format_rational(number: mpq) -> str:
    if number.denominator == 1:
        return format_number(int(number))
    return f"{format_number(int(number.numerator), '')}/{format_number(int(number.denominator), '')}"
