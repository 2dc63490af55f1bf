"""What a game is: positions, moves, outcomes. Everything else depends on this module."""

from __future__ import annotations

import inspect
import numbers
from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, ClassVar, NamedTuple, TypeAlias, get_type_hints

from gmpy2 import mpq, mpz

from .parameters import as_index, check_parameters, parameters_to_json, show

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

    See Also
    --------
    Game : Its `outcomes` returns these.

    Examples
    --------
    >>> import trueodds
    >>> trueodds.TheRace(target=1).outcomes((0, 0, 1), 1)[0].probability
    mpq(1,2)
    """

    probability: Rational
    position: Position | None = None
    payoff: Rational | None = None


class _ClassName:
    """Default name: the class name. Hidden on the class so that dataclasses do not read it as a default."""

    def __get__(self, game: object, kind: type) -> str:
        if game is None:
            raise AttributeError(f"class {kind.__name__} has no name of its own")
        return kind.__name__


#: One-entry cache of the last validated position, with its game.
_latest: tuple[Any, Any] = (None, None)


class Game(ABC):
    """A turn-based two-player game of chance with exact probabilities: its rules and nothing else.

    Seat 0 is the player who moves first, seat 1 the other. Payoffs are seat 0's; the game is zero-sum.

    A game that is a frozen dataclass may declare its parameters by the fields of `trueodds.parameters`. They are
    checked when it is made: TypeError or ValueError names a wrong value and what is allowed. (A ``__post_init__`` of
    its own calls this one first.) `parameters` has them.

    See Also
    --------
    Rules : A game made of functions, without a class.
    Outcome : What can follow a move.

    Examples
    --------
    One player rolls a die, once, and wins with a six:

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

    #: What users type, e.g. ``risk-or-safety``; the name of the class if a game says nothing.
    name: ClassVar[str] = _ClassName()  # type: ignore[assignment]  # a str as soon as there is a game

    #: The NamedTuple of whole numbers (and bools) that positions are; None if they are anything else.
    position_type: ClassVar[Any] = None

    def __post_init__(self) -> None:
        """Check the declared parameters."""
        check_parameters(self)

    @property
    def parameters(self) -> Mapping[str, object]:
        """The parameters that differ from the game's defaults, those that have none, and its main size; for JSON.

        A class of your own that declares none shows what it was made with, where it keeps that under the same names.
        """
        return parameters_to_json(self) or _made_with(self)

    @property
    @abstractmethod
    def start(self) -> Position:
        """The position in which the game begins."""

    @property
    def value_seat(self) -> int:
        """The seat whose odds the value of a solution tells: 0 unless a game has an option for it."""
        return 0

    @property
    def infinite_play(self) -> Rational | None:
        """What seat 0 gets from a play that never ends, exactly; None, which is usual, if the game must end."""
        return None

    @property
    def min_positions(self) -> int:
        """Lower bound on the number of positions that can be reached from the start; 0 if unknown.

        A game of more positions than are allowed is then refused before any is visited.
        """
        return 0

    def position(self, given: Any) -> Any:
        """A position in the game's own form, checked.

        Parameters
        ----------
        given : sequence
            A tuple, list, row of an array, … of things with ``__index__`` (for a bool: of bools, 0 or 1); what has a
            default may be left out at the end. A game without `position_type` takes any position as it is.

        Returns
        -------
        position
            Of `position_type`, in Python's own ints and bools.

        Raises
        ------
        ValueError
            Not a position of this game, though perhaps one that no play reaches.
        """
        global _latest
        kind = self.position_type
        if kind is None:
            return given
        game, latest = _latest
        if latest is given and game is self:
            return given
        types = _types(kind)
        position = given if type(given) is kind and tuple(map(type, given)) == types else _read(kind, given)
        wrong = self.impossible(position)
        if wrong:
            raise ValueError(f"{show(tuple(given))} is not a position: {wrong}")
        if position is given:
            _latest = self, position
        return position

    def impossible(self, position: Any) -> str:
        """What rules out a position of the right type, as the end of a sentence; nothing if it is allowed."""
        return ""

    @abstractmethod
    def seat(self, position: Position) -> int:
        """Whose turn it is: 0 or 1."""

    @abstractmethod
    def moves(self, position: Position) -> Sequence[Move]:
        """All legal moves, never none."""

    @abstractmethod
    def outcomes(self, position: Position, move: Move) -> Sequence[Outcome]:
        """What can follow a move; the probabilities add to 1."""


class SeatedGame(Game):
    """A game whose positions have a field ``seat`` that says whose turn it is."""

    def seat(self, position: Any) -> int:
        """Whose turn it is."""
        seat: int = self.position(position).seat
        return seat


def _made_with(game: Game) -> dict[str, object]:
    """What the constructor of a user's own class takes, as far as the game has plain values of the same names."""
    kind = type(game)
    if kind.__module__.partition(".")[0] == __package__:
        return {}
    known = {name: getattr(game, name, None) for name in inspect.signature(kind).parameters if name not in dir(Game)}
    return {name: value for name, value in known.items() if isinstance(value, (str, numbers.Rational))}


def check_game(game: object) -> None:
    """Raise TypeError unless this is a game whose name and parameters can be shown."""
    if not isinstance(game, Game):
        raise TypeError(f"game must be a Game such as RiskOrSafety(target=20), not {game!r} ({type(game).__name__})")
    for what, value, kind, example in (
        ("name", game.name, str, "'dice'"),
        ("parameters", game.parameters, Mapping, "{'sides': 6}"),
    ):
        if not isinstance(value, kind):
            raise TypeError(
                f"{type(game).__name__}.{what} must be such as {example}, not {show(value)} ({type(value).__name__})"
            )


def json_parameters(game: Game) -> dict[str, object]:
    """The parameters of a game, also of one's own, as JSON can write them: numbers and text; rationals as text."""
    return {str(name): json_value(value) for name, value in game.parameters.items()}


def json_value(value: object) -> object:
    """A parameter or a move as JSON can write it: numbers and text as they are, all else as text.

    Examples
    --------
    >>> json_value(mpz(3)), json_value("roll"), json_value(mpq(1, 2)), json_value((1, 2))
    (3, 'roll', '1/2', '(1, 2)')
    """
    if isinstance(value, (bool, str, float, type(None))):
        return value
    number = as_index(value)
    return str(value) if number is None else number


def sorted_moves(moves: Iterable[Move]) -> list[Any]:
    """Moves in an order that is always the same: numbers and text by size, all else by how it is printed.

    Examples
    --------
    >>> sorted_moves({"b", 10, 9, "a", (2, "x")})
    [9, 10, 'a', 'b', (2, 'x')]
    """

    def place(move: Any) -> tuple[str, Any]:
        return str(type(move)), move if isinstance(move, (int, str)) else repr(move)

    return sorted(moves, key=place)


def headline(game: Game) -> str:
    """The game and its parameters, as a person reads them."""
    return ", ".join(
        (game.name, *(f"{str(name).replace('_', ' ')} {value}" for name, value in game.parameters.items()))
    )


@cache
def _types(kind: Any) -> tuple[type, ...]:
    """The types of a NamedTuple's fields."""
    return tuple(get_type_hints(kind)[name] for name in kind._fields)


def _read(kind: Any, given: Any) -> Any:
    """Return a NamedTuple made from any sequence of whole numbers."""
    parts = _parts(given, len(kind._fields))
    if len(parts) + len(kind._field_defaults) >= len(kind._fields):
        types = _types(kind)[: len(parts)]
        numbers = [_flag(part) if wanted is bool else as_index(part) for part, wanted in zip(parts, types, strict=True)]
        if None not in numbers:
            return kind(*numbers)
    names = "".join(f"[, {name}" if name in kind._field_defaults else f", {name}" for name in kind._fields)[2:]
    raise ValueError(f"a position is ({names}{']' * len(kind._field_defaults)}) in whole numbers, not {show(given)}")


def _parts(given: Any, largest: int) -> list[Any]:
    """Return the items of a sequence of at most `largest`; none if it is not a sequence."""
    if isinstance(given, (str, bytes, bytearray, Mapping)):
        return []
    try:
        size = len(given)
        return [given[at] for at in range(size)] if size <= largest else []
    except (TypeError, LookupError):
        return []


def _flag(part: object) -> bool | None:
    number = int(part) if isinstance(part, bool) else as_index(part)
    return bool(number) if number in (0, 1) else None


def legal_move(move: Any, legal: range | tuple[str, ...], position: Any) -> Any:
    """Return a move as the game has it; raise ValueError if it is none of the legal ones, a range or a few words.

    Examples
    --------
    >>> legal_move(mpz(3), range(1, 5), (0, 2, 3))
    3
    """
    chosen = as_index(move) if isinstance(legal, range) else move
    if chosen is None or chosen not in legal:
        allowed = f"{show(legal[0])} to {show(legal[-1])}" if isinstance(legal, range) else " or ".join(legal)
        raise ValueError(f"move {show(move)} at {show(tuple(position))}: allowed: {allowed}")
    return chosen
