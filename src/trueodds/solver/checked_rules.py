"""A game's own functions, each answer checked, and what can follow moves, numbered."""

from __future__ import annotations

import itertools
import numbers
from typing import Any, NamedTuple

from gmpy2 import mpq

from ..game import Game, Move, Outcome, Position
from ..parameters import readable_number
from .follow import follow
from .numbered import Interned

_BITS = 512  # a probability that is so many times as long counts as so many outcomes more
_MAX_ITERATED = 1_000_000  # moves, or outcomes, of an iterator, which may be endless
_ASKED_TWICE = 64  # positions, and of their moves
_MOVES_ASKED_TWICE = 4
_KEPT = 1 << 14  # distributions that are checked once
_NOTHING = mpq(0)
_MPQ = type(_NOTHING)
_OUTCOMES, _EXACT, _EXACT_OR_NONE = {Outcome}, {_MPQ}, {_MPQ, type(None)}


class _Known(NamedTuple):
    """What can follow a move, but for the positions: checked once."""

    chances: tuple[Any, ...]
    payoffs: tuple[Any, ...]
    numbers: list[int]  # of the probabilities, where the game goes on
    over: int  # the number of how it may end
    long: int


class CheckedRules:
    """A game's own functions, each answer checked; what they raise is passed on with the place."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.name = getattr(game, "name", type(game).__name__)
        self.probabilities, self.ends = Interned(), Interned()
        self.long = 0  # how many more moves the long probabilities count as
        self._known: dict[Any, _Known] = {}
        self._latest: dict[Move, _Known] = {}
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
                raise self.too_many(f"moves at {position!r}", max_moves, None)
            if not hasattr(given, "__len__"):
                max_moves = min(max_moves, _MAX_ITERATED)
            legal = list(itertools.islice(given, max_moves + 1))
            if len(legal) > max_moves:
                raise self.too_many(f"moves at {position!r}", max_moves, None)
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

    def outcomes(
        self, position: Position, move: Move, max_outcomes: int, index: dict[Position, int], positions: list[Position]
    ) -> tuple[list[int], list[int], int]:
        """The positions in which the game can go on, by number, the number of each probability, that of how it may end.

        Positions that are new get the next numbers in `index` and stand in `positions` then.
        """
        given = self._given(position, move, max_outcomes)
        latest = self._latest.get(move)  # most moves do what they did before, and hashes of fractions are slow
        if latest is not None:
            found = follow(given, latest.chances, latest.payoffs, index, positions, Outcome, _MPQ)
            if found is not None:
                self.long += latest.long
                return found, latest.numbers, latest.over
        key = _plain(given)
        known = None if key is None else self._known.get(key)
        if known is not None:
            if len(self._latest) == _KEPT:
                self._latest.clear()
            self._latest[move] = known
            found = follow(given, known.chances, known.payoffs, index, positions, Outcome, _MPQ)
            if found is not None:
                self.long += known.long
                return found, known.numbers, known.over
        on, ends = self._check_outcomes(position, move, given)
        numbers, over, long = self._numbers(on, ends)
        self.long += long
        if key is not None and known is None and len(on) == key[1].count(None):  # no two outcomes are one
            if len(self._known) == _KEPT:
                self._known.clear()
            self._known[key] = _Known(key[0], key[1], numbers, over, long)
        targets = []
        for after in on:
            targets.append(index.setdefault(after, len(positions)))
            if targets[-1] == len(positions):
                positions.append(after)
        return targets, numbers, over

    def _given(self, position: Position, move: Move, max_outcomes: int) -> list[Any]:
        try:
            answer = self.game.outcomes(position, move)
            if type(answer) is list and len(answer) <= max_outcomes:
                return answer
            if not hasattr(answer, "__len__"):
                max_outcomes = min(max_outcomes, _MAX_ITERATED)
            given: list[Any] = list(itertools.islice(answer, max_outcomes + 1))
            if len(given) > max_outcomes:
                raise self.too_many(f"outcomes {_place(position, move)}", max_outcomes, None)
        except MemoryError:
            raise
        except Exception as error:
            self._note(error, f"outcomes of move {move!r} at {position!r}")
            raise
        return given

    def _numbers(self, on: dict[Position, Any], over: dict[Any, Any]) -> tuple[list[int], int, int]:
        chances = [self.probabilities.number(chance) for chance in on.values()]
        long = sum(chance.denominator.bit_length() // _BITS for chance in on.values())
        return chances, self.ends.number(tuple(over.items())), long

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
            raise self.too_many("positions", max_positions, None, f"; it has at least {readable_number(least)}")

    def too_many(self, what: str, allowed: int, positions: int | None, known: str = "") -> MemoryError:
        """The refusal of a game that is too large, to be raised."""
        found = known if positions is None else f"; positions found so far: {positions}"
        return MemoryError(
            f"{self.name} has more than {readable_number(allowed)} {what}, which is what is allowed{found}"
        )

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
