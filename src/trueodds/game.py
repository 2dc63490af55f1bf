"""Games: positions, moves and outcomes."""

from __future__ import annotations

import dataclasses
import inspect
import numbers
from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Protocol, TypeAlias, get_type_hints

from gmpy2 import mpq, mpz

from .parameters import as_index, check_parameters, list_parameters, parameters_to_json, show

if TYPE_CHECKING:
    from fractions import Fraction

Position = Hashable
Move = Hashable

Integer: TypeAlias = mpz

if TYPE_CHECKING:

    class Rational(Protocol):
        """An exact rational number of any size: gmpy2's `mpq`, for which gmpy2 has no type hints."""

        @property
        def numerator(self) -> Integer:
            """The numerator of the fraction in lowest terms."""

        @property
        def denominator(self) -> Integer:
            """The denominator of the fraction in lowest terms; it is above 0."""

        def __add__(self, other: Rational | Fraction | int, /) -> Rational: ...
        def __radd__(self, other: Rational | Fraction | int, /) -> Rational: ...
        def __sub__(self, other: Rational | Fraction | int, /) -> Rational: ...
        def __rsub__(self, other: Rational | Fraction | int, /) -> Rational: ...
        def __mul__(self, other: Rational | Fraction | int, /) -> Rational: ...
        def __rmul__(self, other: Rational | Fraction | int, /) -> Rational: ...
        def __truediv__(self, other: Rational | Fraction | int, /) -> Rational: ...
        def __rtruediv__(self, other: Rational | Fraction | int, /) -> Rational: ...
        def __pow__(self, other: int, /) -> Rational: ...
        def __neg__(self) -> Rational: ...
        def __abs__(self) -> Rational: ...
        def __lt__(self, other: Rational | Fraction | float, /) -> bool: ...
        def __le__(self, other: Rational | Fraction | float, /) -> bool: ...
        def __gt__(self, other: Rational | Fraction | float, /) -> bool: ...
        def __ge__(self, other: Rational | Fraction | float, /) -> bool: ...
        def __eq__(self, other: object, /) -> bool: ...
        def __hash__(self) -> int: ...
        def __int__(self) -> int: ...
        def __float__(self) -> float: ...
else:
    Rational = mpq


class Outcome(NamedTuple):
    """A possible outcome of a move.

    Attributes
    ----------
    probability : int, Fraction or mpq
        The exact probability, above 0 and at most 1.
    position : Position or None
        The next position; None if the game is over.
    payoff : int, Fraction, mpq or None
        The payoff of seat 0 if the game is over, usually 1 for a win, 0 for a loss and 1/2 for a draw; None if the game
        continues.

    See Also
    --------
    Game : The method `Game.outcomes` returns a sequence of outcomes.

    Examples
    --------
    >>> import trueodds
    >>> trueodds.TheRace(target=1).outcomes((0, 0, 1), 1)[0].probability
    mpq(1,2)
    """

    probability: Rational | Fraction | int
    position: Position | None = None
    payoff: Rational | Fraction | int | None = None


class _ClassName:
    """The default name of a game, its class name; access through the class fails, so dataclasses see no default."""

    def __get__(self, game: object, kind: type) -> str:
        if game is None:
            raise AttributeError(f"class {kind.__name__} does not define a name")
        return kind.__name__


class Game(ABC):
    """A turn-based game of chance for one or two players, with exact probabilities: its rules and nothing else.

    Seat 0 moves first unless the start belongs to seat 1. Payoffs are those of seat 0; seat 1 gets 1 minus the payoff.

    A game that is a frozen dataclass may declare its parameters with fields made by `trueodds.parameters`. The
    constructor checks them; its TypeError or ValueError states the wrong value and the allowed values. A subclass
    that defines ``__post_init__`` must call ``super().__post_init__()`` first.

    See Also
    --------
    Rules : Define a game by functions, without a class.
    Outcome : A possible outcome of a move.

    Examples
    --------
    One player rolls a die once and wins with a six:

    >>> from gmpy2 import mpq
    >>> import trueodds
    >>> class Six(trueodds.Game):
    ...     start = 0
    ...     def moves(self, position):
    ...         return ["roll"]
    ...     def seat(self, position):
    ...         return 0
    ...     def outcomes(self, position, move):
    ...         ends = (mpq(1, 6), 1), (mpq(5, 6), 0)
    ...         return [trueodds.Outcome(chance, payoff=mpq(won)) for chance, won in ends]
    >>> trueodds.solve(Six()).value
    mpq(1,6)
    """

    #: The name that users type, such as ``risk-or-safety``; by default the name of the class.
    name: ClassVar[str] = _ClassName()  # type: ignore[assignment]  # a str on every instance

    #: The class of positions if that is a NamedTuple of whole numbers and bools, otherwise None.
    position_type: ClassVar[Any] = None

    def __post_init__(self) -> None:
        """Check the declared parameters."""
        check_parameters(self)

    @property
    def parameters(self) -> Mapping[str, object]:
        """The parameters of the game, by name: declared ones that are required, always shown, or not at their defaults.

        If a user-defined game declares none, its parameters are those constructor arguments that are text or exact
        rationals and are stored under the same names; attributes that `Game` defines are left out.
        """
        return parameters_to_json(self) if list_parameters(self) else _read_stored_arguments(self)

    @property
    @abstractmethod
    def start(self) -> Position:
        """The position at the start of the game."""

    @property
    def value_seat(self) -> int:
        """The seat whose expected payoff is the value of a solution; 0 by default."""
        return 0

    @property
    def infinite_play(self) -> Rational | Fraction | int | None:
        """The exact payoff to seat 0 if play never ends; None, the default, if the game must end."""
        return None

    @property
    def min_positions(self) -> int:
        """A lower bound on the number of reachable positions; 0 if unknown.

        Solvers with a limit on positions reject the game at once if this bound exceeds the limit.
        """
        return 0

    def position(self, given: Any) -> Any:
        """Convert a sequence to a position of the game, and check it.

        Parameters
        ----------
        given : sequence
            A tuple, a list or a row of an array, with integers of any type; a field that is a bool takes a bool, 0 or
            1. Trailing fields that have defaults may be omitted. Without `position_type`, any object is returned as is.

        Returns
        -------
        position
            An instance of `position_type` whose fields are Python ints and bools. The position may be unreachable.

        Raises
        ------
        ValueError
            The sequence is not a position of this game.
        """
        kind = self.position_type
        if kind is None:
            return given
        types = _list_types(kind)
        position = given if type(given) is kind and tuple(map(type, given)) == types else _read(kind, given)
        reason = self.impossible(position)
        if reason:
            raise ValueError(f"{show(tuple(given))} is not a position: {reason}")
        return position

    def impossible(self, position: Any) -> str:
        """Return why a position of the right type is impossible, or an empty string if it is possible."""
        return ""

    @abstractmethod
    def seat(self, position: Position) -> int:
        """Return the seat of the player to move: 0 or 1."""

    @abstractmethod
    def moves(self, position: Position) -> Sequence[Move]:
        """Return all legal moves; there is at least one."""

    @abstractmethod
    def outcomes(self, position: Position, move: Move) -> Sequence[Outcome]:
        """Return the possible outcomes of a move; their probabilities add up to 1."""


class SeatedGame(Game):
    """A game whose positions have a field ``seat``, the seat of the player to move."""

    @property
    def start(self) -> Any:
        """The start: no points, and seat 0 to move."""
        return self.position_type(*(kind() for kind in _list_types(self.position_type)))

    def seat(self, position: Any) -> int:
        """Return the seat of the player to move: 0 or 1."""
        seat: int = self.position(position).seat
        return seat


def _read_stored_arguments(game: Game) -> dict[str, object]:
    """Return those arguments of a user-defined game's constructor that it stores as text or exact rationals."""
    kind = type(game)
    if kind.__module__.partition(".")[0] == __package__:
        return {}
    values = {name: getattr(game, name, None) for name in inspect.signature(kind).parameters if name not in dir(Game)}
    return {name: value for name, value in values.items() if isinstance(value, (str, numbers.Rational))}


def check_game(game: object) -> None:
    """Raise TypeError unless the object is a game whose name is text and whose parameters are a mapping."""
    if not isinstance(game, Game):
        what = f"the class {game.__name__}" if isinstance(game, type) else f"{game!r} ({type(game).__name__})"
        raise TypeError(f"game must be a Game such as RiskOrSafety(target=20), not {what}")
    for what, value, kind, example in (
        ("name", game.name, str, "text such as 'dice'"),
        ("parameters", game.parameters, Mapping, "a mapping such as {'sides': 6}"),
    ):
        if not isinstance(value, kind):
            raise TypeError(
                f"{type(game).__name__}.{what} must be {example}, not {show(value)} ({type(value).__name__})"
            )


def make_json_parameters(game: Game) -> dict[str, object]:
    """Return the parameters of a game as plain data for JSON, converted by `make_json_value`."""
    return {str(name): make_json_value(value) for name, value in game.parameters.items()}


def make_json_value(value: object) -> object:
    """Return a value as plain data for JSON: bool, int, float, text or None; values of other types become text."""
    if isinstance(value, (bool, str, float, type(None))):
        return value
    number = as_index(value)
    return str(value) if number is None else number


def list_fields(position: object) -> tuple[str, ...]:
    """Return the names of the fields of a data class or named tuple."""
    if dataclasses.is_dataclass(position):
        return tuple(field.name for field in dataclasses.fields(position))
    return tuple(getattr(position, "_fields", ()))


def sort_moves(moves: Iterable[Move]) -> list[Any]:
    """Return moves in a reproducible order."""

    def sort_key(move: Any) -> tuple[str, Any]:
        return str(type(move)), move if isinstance(move, (int, str)) else repr(move)

    return sorted(moves, key=sort_key)


def describe_game(game: Game) -> str:
    """Return the name and parameters of a game as text."""
    return ", ".join(
        (game.name, *(f"{str(name).replace('_', ' ')} {value}" for name, value in game.parameters.items()))
    )


@cache
def _list_types(kind: Any) -> tuple[type, ...]:
    """Return the types of a NamedTuple's fields."""
    return tuple(get_type_hints(kind)[name] for name in kind._fields)


def _read(kind: Any, sequence: Any) -> Any:
    """Convert a sequence of whole numbers to a NamedTuple, or raise ValueError."""
    parts = _list_items(sequence, len(kind._fields))
    if parts is not None and len(parts) + len(kind._field_defaults) >= len(kind._fields):
        types = _list_types(kind)[: len(parts)]
        numbers = [_bool(part) if wanted is bool else as_index(part) for part, wanted in zip(parts, types, strict=True)]
        if None not in numbers:
            return kind(*numbers)
    names = "".join(
        f"{'[' * (name in kind._field_defaults)}, {name}{': 0 or 1' * (wanted is bool)}"
        for name, wanted in zip(kind._fields, _list_types(kind), strict=True)
    ).replace(", ", "", 1)
    names += "]" * len(kind._field_defaults)
    raise ValueError(f"a position must be ({names}) in whole numbers, not {show(sequence)}")


def _list_items(sequence: Any, largest: int) -> list[Any] | None:
    """Return the items of a sequence of up to `largest` items, or None for anything else, including text and bytes."""
    if isinstance(sequence, (str, bytes, bytearray, Mapping)):
        return None
    try:
        size = len(sequence)
        return [sequence[at] for at in range(size)] if size <= largest else None
    except (TypeError, LookupError):
        return None


def _bool(part: object) -> bool | None:
    number = int(part) if isinstance(part, bool) else as_index(part)
    return bool(number) if number in (0, 1) else None


def name_order(game: Game, seat: int = 0) -> str:
    """Return "first" if a seat makes the first move of a game, otherwise "second"."""
    return "first" if game.seat(game.start) == seat else "second"


def check_move(move: Any, legal: range | tuple[str, ...], position: Any) -> Any:
    """Return the legal move that equals `move`, or raise ValueError; `legal` is a range or a few words."""
    chosen = as_index(move) if isinstance(legal, range) else move
    if chosen is None or chosen not in legal:
        choices = legal if len(legal) == 1 or not isinstance(legal, range) else ()
        allowed = " or ".join(map(str, choices)) or f"a whole number from {show(legal[0])} to {show(legal[-1])}"
        raise ValueError(f"the move at {show(tuple(position))} must be {allowed}, not {show(move)}")
    return chosen
