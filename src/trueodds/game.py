"""What a game is: positions, moves, outcomes. The ground floor; everything else stands on it."""

from __future__ import annotations

import numbers
import operator
import re
from abc import ABC, abstractmethod
from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from typing import ClassVar, NamedTuple, TypeAlias

from gmpy2 import mpq, mpz

Position = Hashable
Move = Hashable

#: Exact numbers, of whatever size: gmpy2's rationals and whole numbers.
Rational: TypeAlias = mpq
Integer: TypeAlias = mpz


class Outcome(NamedTuple):
    """One thing that chance may do after a move.

    Attributes
    ----------
    probability : mpq
        Its exact probability, above 0 and at most 1.
    position : Position or None
        Where the game goes on; None if it is over.
    payoff : mpq or None
        What the first player (seat 0) gets if it is over: 1 won, 0 lost, 1/2 a draw; None if it goes on.
    """

    probability: Rational
    position: Position | None = None
    payoff: Rational | None = None


class Game(ABC):
    """A turn-based two-player game of chance with exact probabilities: its rules and nothing else.

    Seat 0 is the player who moves first, seat 1 the other. Payoffs are seat 0's; the game is zero-sum.
    """

    #: What users type, e.g. ``risk-or-safety``.
    name: ClassVar[str]

    @property
    @abstractmethod
    def parameters(self) -> Mapping[str, object]:
        """The parameters that differ from the game's defaults, and those that have none; ready for JSON."""

    @property
    @abstractmethod
    def start(self) -> Position:
        """The position in which the game begins."""

    @property
    def value_seat(self) -> int:
        """The seat whose odds the value of a solution tells: 0 unless a game has an option for it."""
        return 0

    @abstractmethod
    def seat(self, position: Position) -> int:
        """Whose turn it is: 0 or 1."""

    @abstractmethod
    def moves(self, position: Position) -> Sequence[Move]:
        """All legal moves, never none."""

    @abstractmethod
    def outcomes(self, position: Position, move: Move) -> Sequence[Outcome]:
        """What can follow a move; the probabilities add to 1."""


def check_game(game: object) -> None:
    """Refuse what is no game.

    Raises
    ------
    TypeError
        With what it was.
    """
    if not isinstance(game, Game):
        raise TypeError(f"game must be a Game such as RiskOrSafety(target=20), not {game!r} ({type(game).__name__})")


def readable_number(number: int) -> str:
    """A whole number for a message: in full where it is short, its size where it is not.

    Examples
    --------
    >>> readable_number(1000), readable_number(-(10**5000))
    ('1000', 'about -10^5000')
    """
    if abs(number) < 10**30:
        return str(number)
    return f"about {'-' if number < 0 else ''}10^{len(mpz(abs(number)).digits()) - 1}"


def whole_number(name: str, value: object, minimum: int = 1) -> int:
    """Check a count that a user gave.

    Parameters
    ----------
    name : str
        What the message calls it.
    value : object
        An int or anything with ``__index__`` (numpy and gmpy2 integers), but not a bool.
    minimum : int
        The smallest value allowed.

    Returns
    -------
    int

    Raises
    ------
    TypeError
        Not a whole number (floats and text are refused).
    ValueError
        Below `minimum`.

    Examples
    --------
    >>> whole_number("target", 20)
    20
    """
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise TypeError(f"{name} must be a whole number from {minimum}, not {value!r} ({type(value).__name__})")
    number = operator.index(value)
    if number < minimum:
        raise ValueError(f"{name} must be a whole number from {minimum}, not {readable_number(number)}")
    return number


# No exponents ("1e999999999" would fill the memory) and no more digits than a person would type.
_RATIONAL = re.compile(r"\s*[+-]?\d{1,300}(?:/\d{1,300}|\.\d{1,300})?\s*", re.ASCII)


def probability(name: str, value: object) -> mpq:
    """Check a probability that a user gave, as an exact rational strictly between 0 and 1.

    Parameters
    ----------
    name : str
        What the message calls it.
    value : object
        A Fraction, an mpq, or text such as ``"2/5"`` or ``"0.4"`` (read exactly). A float is refused: the number
        that it stands for is not the one that was typed.

    Returns
    -------
    mpq

    Raises
    ------
    TypeError
        A float or anything else that is not an exact rational.
    ValueError
        Text that is no rational, or a number outside of (0, 1).

    Examples
    --------
    >>> probability("heads", "0.4")
    mpq(2,5)
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
        raise TypeError(f"{wanted}, not {value!r} ({type(value).__name__})")
    if not 0 < number < 1:
        raise ValueError(f"{wanted}, not {value}")
    return number
