"""A game's own functions, each answer checked, and what can follow moves, numbered."""

from __future__ import annotations

import itertools
import numbers
from array import array
from typing import Any

from gmpy2 import mpq

from ..game import Game, Move, Outcome, Position
from ..parameters import readable_number
from .follow import KEPT, Follower, Known
from .numbered import Interned

_BITS = 512  # a probability that is so many times as long counts as so many outcomes more
_MAX_ITERATED = 1_000_000  # moves, or outcomes, of an iterator, which may be endless
_ASKED_TWICE = 64  # positions, and of their moves
_MOVES_ASKED_TWICE = 4
_NOTHING = mpq(0)
_MPQ = type(_NOTHING)
_OUTCOMES, _EXACT, _EXACT_OR_NONE = {Outcome}, {_MPQ}, {_MPQ, type(None)}


class TooLargeError(MemoryError):
    """A game or a model has more positions than are allowed.

    Attributes
    ----------
    what : str
        What is too large, and the limit, without the advice.
    """

    def __init__(self, what: str) -> None:
        super().__init__(f"{what}; raise the limit with max_positions")
        self.what = what

    def __reduce__(self) -> tuple[type[TooLargeError], tuple[str]]:
        return TooLargeError, (self.what,)


def _with_commas(number: int) -> str:
    return f"{number:,}" if number < 10**15 else readable_number(number)


class CheckedRules:
    """A game's own functions, each answer checked; what they raise is passed on with the place."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.name = getattr(game, "name", type(game).__name__)
        self.probabilities, self.ends = Interned(), Interned()
        self._known: dict[Any, Known] = {}
        self._latest_moves: tuple[object, list[Move]] = object(), []

    def start(self) -> Position:
        """Where the game begins."""
        try:
            start = self.game.start
        except Exception as error:
            self._note(error, "start")
            raise
        try:
            hash(start)
        except TypeError as error:
            raise self._not_hashable(start, error) from None
        return start

    def seat(self, position: Position) -> int:
        """Whose turn it is."""
        try:
            seat = self.game.seat(position)
        except Exception as error:
            self._note(error, f"seat at {position!r}")
            raise
        if seat not in (0, 1):
            raise ValueError(f"{self.name}: the seat at {position!r} must be 0 or 1, not {seat!r}")
        return int(seat)

    def moves(self, position: Position, max_moves: int) -> list[Move]:
        """The legal moves, at most so many."""
        try:
            given = self.game.moves(position)
            if given is self._latest_moves[0] and len(given) <= max_moves:
                return self._latest_moves[1]
            if hasattr(given, "__len__") and len(given) > max_moves:
                raise self.too_many(f"moves at {position!r}", max_moves)
            if not hasattr(given, "__len__"):
                max_moves = min(max_moves, _MAX_ITERATED)
            legal = list(itertools.islice(given, max_moves + 1))
            if len(legal) > max_moves:
                raise self.too_many(f"moves at {position!r}", max_moves)
        except MemoryError:
            raise
        except Exception as error:
            self._note(error, f"moves at {position!r}")
            raise
        if not legal:
            raise ValueError(f"{self.name}: position {position!r} has no move")
        try:
            different = len(legal) if isinstance(given, range) else len(set(legal))
        except TypeError as error:
            raise TypeError(
                f"{self.name}: a move must be hashable, such as a tuple, unlike one of those at {position!r} ({error})"
            ) from None
        if different < len(legal):
            twice = next(move for at, move in enumerate(legal) if move in legal[:at])
            raise ValueError(f"{self.name}: position {position!r} has two moves that are equal, {twice!r}")
        if type(given) is tuple:  # which many games have one of for most positions; it cannot change
            self._latest_moves = given, legal
        return legal

    def follower(
        self,
        index: dict[Position, int],
        positions: list[Position],
        arrays: tuple[Any, ...],
        max_positions: int,
        max_outcomes: int,
    ) -> Follower:
        """What writes down where moves lead, and in which numbers; arguments as those of `Follower`."""

        def note(error: Exception, position: Position, move: Move) -> None:
            self._note_outcomes(error, position, move)

        def look(position: Position, move: Move, answer: Any) -> tuple[bytes, Known, bool]:
            return self._look(position, move, self._listed(position, move, answer, max_outcomes), index, positions)

        limits = max_positions, max_outcomes
        return Follower(self.game.outcomes, note, look, index, positions, arrays, Outcome, _MPQ, limits)

    def _look(
        self, position: Position, move: Move, given: list[Any], index: dict[Position, int], positions: list[Position]
    ) -> tuple[bytes, Known, bool]:
        """The positions in which the game can go on, by number, the rest, and whether it may be known from now on.

        Positions that are new get the next numbers in `index` and stand in `positions` then.
        """
        on, ends = self._check_outcomes(position, move, given)
        targets = array("i")
        for after in on:
            targets.append(index.setdefault(after, len(positions)))
            if targets[-1] == len(positions):
                positions.append(after)
        key = _plain(given)
        if key is None or len(on) < key[1].count(None):  # two outcomes are one
            return targets.tobytes(), self._numbers((), (), on, ends), False
        known = self._known.get(key)
        if known is None:
            if len(self._known) == KEPT:
                self._known.clear()
            known = self._known[key] = self._numbers(key[0], key[1], on, ends)
        return targets.tobytes(), known, True

    def _given(self, position: Position, move: Move, max_outcomes: int) -> list[Any]:
        try:
            answer = self.game.outcomes(position, move)
        except Exception as error:
            self._note_outcomes(error, position, move)
            raise
        return self._listed(position, move, answer, max_outcomes)

    def _listed(self, position: Position, move: Move, answer: Any, max_outcomes: int) -> list[Any]:
        try:
            if type(answer) is list and len(answer) <= max_outcomes:
                return answer
            if not hasattr(answer, "__len__"):
                max_outcomes = min(max_outcomes, _MAX_ITERATED)
            given: list[Any] = list(itertools.islice(answer, max_outcomes + 1))
            if len(given) > max_outcomes:
                raise self.too_many(f"outcomes {_place(position, move)}", max_outcomes)
        except Exception as error:
            self._note_outcomes(error, position, move)
            raise
        return given

    def _note_outcomes(self, error: Exception, position: Position, move: Move) -> None:
        if not isinstance(error, MemoryError):
            self._note(error, f"outcomes of move {move!r} at {position!r}")

    def _numbers(
        self, chances: tuple[Any, ...], payoffs: tuple[Any, ...], on: dict[Position, Any], over: dict[Any, Any]
    ) -> Known:
        numbers = array("i", [self.probabilities.number(chance) for chance in on.values()])
        long = sum(chance.denominator.bit_length() // _BITS for chance in on.values())
        return Known(chances, payoffs, numbers.tobytes(), self.ends.number(tuple(over.items())), long)

    def _check_outcomes(
        self, position: Position, move: Move, given: list[Any]
    ) -> tuple[dict[Position, Any], dict[Any, Any]]:
        """Probabilities by position, where the game goes on, and by payoff, where it ends."""
        on: dict[Position, Any] = {}
        over: dict[Any, Any] = {}
        total = _NOTHING
        for outcome in given:
            if not (isinstance(outcome, tuple) and 2 <= len(outcome) <= 3):
                raise TypeError(
                    f"{self.name}: an outcome {_place(position, move)} must be an Outcome or a tuple "
                    f"(probability, position, payoff), not {outcome!r}"
                )
            chance, after, payoff = outcome if len(outcome) == 3 else Outcome(*outcome)
            chance = self._exact("the probability", chance, position, move)
            if not 0 < chance <= 1:
                raise ValueError(
                    f"{self.name}: the probability {chance} {_place(position, move)} must be above 0 and at most 1"
                )
            total += chance
            if (after is None) == (payoff is None):
                raise ValueError(
                    f"{self.name}: each outcome {_place(position, move)} needs a position or a payoff, and not both"
                )
            if after is None:
                payoff = self._exact("the payoff", payoff, position, move)
                over[payoff] = over[payoff] + chance if payoff in over else chance
            else:
                try:
                    on[after] = on[after] + chance if after in on else chance
                except TypeError as error:
                    raise self._not_hashable(after, error) from None
        if total != 1:
            raise ValueError(f"{self.name}: the probabilities {_place(position, move)} add to {total}, not to 1")
        return on, over

    def ask_again(self, model: Any, limit: int) -> None:
        """Ask a few positions once more: rules that are not functions are noticed where they are sampled."""
        for x in range(0, len(model.positions), -(-len(model.positions) // _ASKED_TWICE)):
            position, first = model.positions[x], int(model.first_move[x])
            own = model.moves[first : model.first_move[x + 1]]
            same = self.seat(position) == model.seats[x] and self.moves(position, limit) == own
            for y, move in enumerate(own[:_MOVES_ASKED_TWICE] if same else (), first):
                outcomes = range(model.first_outcome[y], model.first_outcome[y + 1])
                on = {model.positions[model.targets[z]]: model.probabilities[z] for z in outcomes}
                given = self._given(position, move, limit)
                same = same and self._check_outcomes(position, move, given) == (on, dict(model.ends[y]))
            if not same:
                raise ValueError(f"{self.name}: the rules gave another answer at the second call, at {position!r}")

    def _exact(self, what: str, value: object, position: Position, move: Move) -> Any:
        if type(value) is _MPQ:
            return value
        if isinstance(value, numbers.Rational) and not isinstance(value, bool):
            return mpq(int(value.numerator), int(value.denominator))
        raise TypeError(
            f"{self.name}: {what} {value!r} ({type(value).__name__}) {_place(position, move)} must be an exact "
            f"rational: an int, a Fraction or an mpq"
        )

    def check_min_positions(self, max_positions: int) -> None:
        """Refuse a game that says itself that it is too large."""
        if (least := self.game.min_positions) > max_positions:
            raise self.too_many("positions", max_positions, f" (at least {readable_number(least)})")

    def too_many(self, what: str, allowed: int, known: str = "") -> TooLargeError:
        """Return the refusal of a game that is too large."""
        return TooLargeError(f"{self.name} has more than {_with_commas(allowed)} {what}{known}")

    def _note(self, error: Exception, place: str) -> None:
        error.add_note(f"raised by the rules of {self.name}: {place}")

    def _not_hashable(self, position: Position, error: TypeError) -> TypeError:
        return TypeError(f"{self.name}: a position must be hashable, such as a tuple, not {position!r} ({error})")


def _place(position: Position, move: Move) -> str:
    return f"of move {move!r} at {position!r}"


def _plain(given: list[Any]) -> Any:
    """Probabilities and payoffs, where all are what they should be and nothing derived from it; else None.

    Of mpq and None alone, so what is equal is the same.
    """
    if set(map(type, given)) != _OUTCOMES:
        return None
    chances, _, payoffs = zip(*given, strict=True)
    is_plain = set(map(type, chances)) == _EXACT and _EXACT_OR_NONE.issuperset(map(type, payoffs))
    return (chances, payoffs) if is_plain else None
