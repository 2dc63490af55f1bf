"""How a game declares its parameters: once, with default, bounds and help; checks, and how messages write a value.

A game is a frozen dataclass whose fields are made by `whole`, `chance`, `choice` and `seat`. From these declarations
come the checks when a game is made, `Game.parameters`, and the options of the command line.
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
    """What is declared of one parameter, whatever its kind.

    `option` is its name on the command line, if not its own; `always` shows it even at its default; with `allow_none`
    None stands for the default. Not a dataclass, nor are the kinds: each takes a millisecond of every start.
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
        """Whether a game cannot be made without."""
        return self.default is dataclasses.MISSING and self.same_as is None

    def usual(self, game: object) -> Any:
        """What it is in this game if it is left out."""
        return self.default if self.same_as is None else getattr(game, self.same_as)

    def check(self, name: str, value: object) -> Any:
        """The value in the one form that the game keeps, so that equal games are equal."""
        raise NotImplementedError

    def to_json(self, value: Any) -> int | str:
        """The value as JSON writes it: whole numbers as such, all else as text."""
        return value if isinstance(value, int) else str(value)


class Whole(Parameter):
    """A whole number from `minimum` to `maximum`; None where there is no such bound."""

    def __init__(self, *, minimum: int | None = 1, maximum: int | None = None, **declared: Any) -> None:
        super().__init__(**declared)
        self.minimum, self.maximum = minimum, maximum

    def check(self, name: str, value: object) -> int:
        """As `whole_number`."""
        return whole_number(name, value, self.minimum, self.maximum)


class Chance(Parameter):
    """A probability strictly between 0 and 1, an exact rational."""

    def check(self, name: str, value: object) -> mpq:
        """As `probability`."""
        return probability(name, value)


class Choice(Parameter):
    """One of a few values, all text."""

    def __init__(self, *, choices: tuple[str, ...], **declared: Any) -> None:
        super().__init__(**declared)
        self.choices = choices

    def check(self, name: str, value: object) -> str:
        """One of the values, unchanged."""
        if isinstance(value, str) and value in self.choices:
            return value
        raise _error(f"{name} must be one of {', '.join(self.choices)}", value, isinstance(value, str))


class Seat(Parameter):
    """A seat: 0, the player who moves first, or 1; the command line writes first and second."""

    def check(self, name: str, value: object) -> int:
        """0 or 1."""
        number = as_index(value)
        if number in (0, 1):
            return number
        raise _error(f"{name} must be 0 or 1", value, number is not None)


def whole(help: str, default: Any = dataclasses.MISSING, **declared: Any) -> Any:
    """A dataclass field for a whole number from `minimum` (1) to `maximum` (no bound); either may be None, no bound.

    It is required if there is neither a default nor `same_as`, the name of the parameter that it equals if left out.
    """
    return _field(Whole(help=help, default=default, allow_none="same_as" in declared, **declared))


def chance(help: str, default: str, **declared: Any) -> Any:
    """A dataclass field for a probability strictly between 0 and 1; the default as text such as ``"1/2"``."""
    return _field(Chance(help=help, default=probability("default", default), **declared))


def choice(help: str, choices: tuple[str, ...], **declared: Any) -> Any:
    """A dataclass field for one of a few values, all text; the first of them is the default."""
    return _field(Choice(help=help, default=choices[0], choices=choices, **declared))


def seat(help: str, **declared: Any) -> Any:
    """A dataclass field for a seat, 0 or 1; 0, the player who moves first, is the default."""
    return _field(Seat(help=help, default=0, **declared))


_KEY = "trueodds parameter"


def _field(parameter: Parameter) -> Any:
    default = parameter.default if parameter.same_as is None else None
    return dataclasses.field(default=default, metadata={_KEY: parameter})


def declared_parameters(game: object) -> dict[str, Parameter]:
    """The parameters that a game, or its class, declares, by name and in order; none if it is no dataclass."""
    if not dataclasses.is_dataclass(game):
        return {}
    return {field.name: field.metadata[_KEY] for field in dataclasses.fields(game) if _KEY in field.metadata}


def check_parameters(game: object) -> None:
    """Check each declared parameter of a game that is being made, and keep it in its one form."""
    for name, parameter in declared_parameters(game).items():
        value = getattr(game, name)
        if value is None and parameter.allow_none:
            value = parameter.usual(game)
        object.__setattr__(game, name, parameter.check(name, value))


def parameters_to_json(game: object) -> dict[str, object]:
    """The declared parameters that differ from what they are if left out, and those that are always there.

    Examples
    --------
    >>> from trueodds import RiskOrSafety
    >>> parameters_to_json(RiskOrSafety(3, heads="0.4"))
    {'target': 3, 'heads': '2/5'}
    """
    found: dict[str, object] = {}
    for name, parameter in declared_parameters(game).items():
        value = getattr(game, name)
        if parameter.always or parameter.required or value != parameter.usual(game):
            found[name] = parameter.to_json(value)
    return found


def as_index(value: object) -> int | None:
    """A whole number of any type with ``__index__`` (numpy's and gmpy2's too) as an int; None if it is none or a bool.

    Examples
    --------
    >>> as_index(mpz(7)), as_index(7.0), as_index(True)
    (7, None, None)
    """
    if isinstance(value, bool):
        return None
    try:
        return operator.index(value)  # type: ignore[arg-type]  # that is the question
    except TypeError:
        return None


def readable_number(number: int) -> str:
    """A whole number for a message: in full where it is short, its size where it is not."""
    if abs(number) < 10**30:
        return str(number)
    return f"about {'-' if number < 0 else ''}10^{len(mpz(abs(number)).digits()) - 1}"


_MAX_SHOWN = 80  # characters of a value in a message


def show(value: object) -> str:
    """A value for a message: one line, not too long, whatever it is.

    Examples
    --------
    >>> show((1, 10**5000)), show("0" * 1000)[-4:]
    ('(1, about 10^5000)', '000…')
    """
    if type(value) is tuple:
        parts = ", ".join(map(show, value[:_MAX_SHOWN]))
        text = f"({parts},)" if len(value) == 1 else f"({parts})"
    else:
        number = as_index(value)
        if number is not None:
            return readable_number(number)
        try:
            text = " ".join(repr(value).split())
        except Exception:  # a user's own, or a number of more digits than Python prints
            text = f"a {type(value).__name__}"
    return text if len(text) <= _MAX_SHOWN else text[: _MAX_SHOWN - 1] + "…"


def _error(wanted: str, value: object, right_type: bool) -> Exception:
    """The exception for a value that is not what is wanted."""
    text = f"{wanted}, not {show(value)}"
    return ValueError(text) if right_type else TypeError(f"{text} ({type(value).__name__})")


def whole_number(name: str, value: object, minimum: int | None = 1, maximum: int | None = None) -> int:
    """Check a count that a user gave.

    Anything with ``__index__`` (numpy and gmpy2 integers) passes, but no bool, float or text; a bound of None is no
    bound.
    """
    number = as_index(value)
    if number is not None and (minimum is None or minimum <= number) and (maximum is None or number <= maximum):
        return number
    wanted = f"{name} must be a whole number"
    wanted += "" if minimum is None else f" from {readable_number(minimum)}"
    wanted += "" if maximum is None else f" to {readable_number(maximum)}"
    raise _error(wanted, value, number is not None)


# No exponents ("1e999999999" would fill the memory) and no more digits than a person would type.
_RATIONAL = re.compile(r"\s*[+-]?\d{1,300}(?:/\d{1,300}|\.\d{1,300})?\s*", re.ASCII)


def probability(name: str, value: object) -> mpq:
    """Check a probability that a user gave, as an exact rational strictly between 0 and 1.

    A Fraction, an mpq, or text such as ``"2/5"`` or ``"0.4"`` (read exactly). A float is refused: the number that it
    stands for is not the one that was typed.
    """
    wanted = f"{name} must be an exact rational between 0 and 1, such as 2/5"
    if isinstance(value, float):
        raise TypeError(f"{wanted}, not the float {value!r}; give it as text or as a Fraction")
    if isinstance(value, str):
        if not _RATIONAL.fullmatch(value):
            raise ValueError(f"{wanted}, not {value[:60]!r}")
        _, slash, bottom = value.partition("/")
        if slash and int(bottom) == 0:
            raise ValueError(f"{wanted}, not {value[:60]!r} (division by zero)")
        number = mpq(Fraction(value))
    elif isinstance(value, numbers.Rational) and not isinstance(value, bool):
        number = mpq(int(value.numerator), int(value.denominator))
    else:
        raise _error(wanted, value, False)
    if not 0 < number < 1:
        raise ValueError(f"{wanted}, not {_readable_rational(number)}")
    return number


def _readable_rational(number: mpq) -> str:
    if number.denominator == 1:
        return readable_number(int(number))
    return f"{readable_number(int(number.numerator))}/{readable_number(int(number.denominator))}"
