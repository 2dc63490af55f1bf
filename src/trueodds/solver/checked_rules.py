"""Call a game's own functions, check each answer, and record the outcomes of moves as numbers."""

from __future__ import annotations

import itertools
import numbers
from array import array
from collections.abc import Iterable
from typing import Any

from gmpy2 import mpq

from ..game import Game, Move, Outcome, Position
from ..parameters import format_number, show
from .follow import Follower, Known
from .numbered import Interned

_BITS = 512  # number of bits of a probability's denominator that count as an additional outcome
_MAX_ITERATED = 1_000_000  # maximum number of moves or outcomes read from an iterator, which may be endless
_REPEATED_POSITIONS = 64  # maximum number of positions at which the rules are called a second time
_REPEATED_MOVES = 4  # maximum number of moves at each of these positions
_NOTHING = mpq(0)
_MPQ = type(_NOTHING)
_OUTCOMES, _EXACT, _EXACT_OR_NONE = {Outcome}, {_MPQ}, {_MPQ, type(None)}


class TooLargeError(MemoryError):
    """A game or model is larger than allowed; `what` is the message without the advice."""

    def __init__(self, what: str) -> None:
        super().__init__(f"{what}; raise the limit with max_positions")
        self.what = what

    def __reduce__(self) -> tuple[type[TooLargeError], tuple[str]]:
        return TooLargeError, (self.what,)


def to_rational(value: object) -> Any:
    """Return an exact rational as an mpq, or None for any other value."""
    if type(value) is _MPQ:
        return value
    if isinstance(value, numbers.Rational) and not isinstance(value, bool):
        return mpq(int(value.numerator), int(value.denominator))
    return None


def _require_rational(name: str, what: str, value: object, *where: Any) -> Any:
    """Return an exact rational as an mpq; error messages name `what` and `where`."""
    if (rational := to_rational(value)) is not None:
        return rational
    description = " ".join([what, f"{value!r} ({type(value).__name__})", *([_locate(*where)] if where else [])])
    raise TypeError(f"{name}: {description} must be an exact rational: an int, a Fraction or an mpq")


def read_infinite_play(game: Game) -> Any:
    """Return seat 0's payoff for infinite play, or None if the game does not define it."""
    payoff = game.infinite_play
    return None if payoff is None else _require_rational(game.name, "infinite_play", payoff)


class CheckedRules:
    """A game's own functions with every answer checked.

    `positions` are those found so far, the start first; `index` holds their numbers. `follower` holds the outcomes of
    the moves as indices into `positions`, `probabilities` and `ends`.
    """

    def __init__(self, game: Game, max_positions: int, max_outcomes: int) -> None:
        self.game, self.name = game, game.name
        self.max_positions, self.max_outcomes = max_positions, max_outcomes
        self.probabilities, self.ends = Interned(), Interned()
        self._latest_moves: tuple[object, list[Move]] = object(), []

    def begin(self, more: Iterable[Position] = ()) -> None:
        """Add the start and the positions `more`."""
        if (min_positions := self.game.min_positions) > self.max_positions:
            raise self.make_size_error("positions", self.max_positions, f" (at least {format_number(min_positions)})")
        try:
            start = self.game.start
        except Exception as error:
            self._annotate(error, "start")
            raise
        try:
            self.index: dict[Position, int] = {position: x for x, position in enumerate(dict.fromkeys([start, *more]))}
        except TypeError as error:
            raise self._not_hashable(start, error) from None
        self.positions: list[Position] = list(self.index)
        rules = self.game.outcomes, self._annotate_outcomes, self._check_answer
        limits = self.max_positions, self.max_outcomes
        self.follower = Follower(*rules, self.index, self.positions, Outcome, _MPQ, *limits)

    def seat(self, position: Position) -> int:
        """Return the seat whose turn it is."""
        try:
            seat = self.game.seat(position)
        except Exception as error:
            self._annotate(error, f"seat at {position!r}")
            raise
        if seat not in (0, 1):
            raise ValueError(f"{self.name}: the seat at {position!r} must be 0 or 1, not {seat!r}")
        return int(seat)

    def moves(self, position: Position) -> list[Move]:
        """Return the legal moves."""
        try:
            answer = self.game.moves(position)
            if answer is self._latest_moves[0]:
                return self._latest_moves[1]
            legal = self._to_list(answer, position)
        except Exception as error:
            self._annotate(error, f"moves at {position!r}")
            raise
        if not legal:
            raise ValueError(f"{self.name}: position {position!r} has no move")
        try:
            different = len(legal) if isinstance(answer, range) else len(set(legal))
        except TypeError as error:
            raise TypeError(
                f"{self.name}: a move must be hashable, for example a tuple of numbers; a move at {position!r} is not "
                f"({error})"
            ) from None
        if different < len(legal):
            twice = next(move for at, move in enumerate(legal) if move in legal[:at])
            raise ValueError(f"{self.name}: position {position!r} has two equal moves, {twice!r}")
        if type(answer) is tuple:  # many games return one tuple for most positions; it cannot change
            self._latest_moves = answer, legal
        return legal

    def follow(self, position: Position, moves: list[Move]) -> None:
        """Record the outcomes of moves in `follower`."""
        beyond = self.follower.follow(position, moves)
        if beyond == 1:
            last = show(self.positions[-1], nested=True)
            raise self.make_size_error("positions", self.max_positions, f" (last found: {last})")
        if beyond == 2:
            raise self.make_size_error(
                "moves and outcomes together", self.max_outcomes, f" (positions: {len(self.positions):,})"
            )

    def _check_answer(self, position: Position, move: Move, answer: Any) -> tuple[bytes, Known, bool]:
        """Check the outcomes of a move, and number new positions.

        Return the positions' numbers, the other facts, and whether these facts can be reused for answers with equal
        probabilities and payoffs. They can if each outcome is an `Outcome` whose numbers are mpq, and no two outcomes
        that continue the game have been merged.
        """
        try:
            outcomes = self._to_list(answer, position, move)
        except Exception as error:
            self._annotate_outcomes(error, position, move)
            raise
        on, ends = self._check_outcomes(position, move, outcomes)
        targets = array("i")
        for after in on:
            targets.append(self.index.setdefault(after, len(self.positions)))
            if targets[-1] == len(self.positions):
                self.positions.append(after)
        chances: tuple[Any, ...] = ()
        payoffs: tuple[Any, ...] = ()
        plain = set(map(type, outcomes)) == _OUTCOMES
        if plain:
            chances, _, payoffs = zip(*outcomes, strict=True)
            plain = set(map(type, chances)) == _EXACT and _EXACT_OR_NONE.issuperset(map(type, payoffs))
        numbers = array("i", [self.probabilities.number(chance) for chance in on.values()])
        long_count = sum(chance.denominator.bit_length() // _BITS for chance in on.values())
        facts = Known(chances, payoffs, numbers.tobytes(), self.ends.number(tuple(ends.items())), long_count)
        return targets.tobytes(), facts, plain and len(on) == payoffs.count(None)

    def _to_list(self, answer: Any, position: Position, *move: Move) -> list[Any]:
        """Return the moves at a position, or the outcomes of a move, as a list."""
        sized = hasattr(answer, "__len__")
        limit = self.max_outcomes if sized else min(self.max_outcomes, _MAX_ITERATED)
        items: list[Any] = [] if sized and len(answer) > limit else list(itertools.islice(answer, limit + 1))
        if len(items) > limit or (sized and len(answer) > limit):
            what = f"outcomes {_locate(position, *move)}" if move else f"moves at {position!r}"
            if not sized and limit == _MAX_ITERATED:
                raise MemoryError(f"{self.name}: an iterator yields over {limit:,} {what}; if it ends, return a list")
            raise self.make_size_error(what, limit)
        return items

    def _check_outcomes(
        self, position: Position, move: Move, outcomes: list[Any]
    ) -> tuple[dict[Position, Any], dict[Any, Any]]:
        """Check outcomes; return the probability of each position that may follow, and that of each payoff."""
        on: dict[Position, Any] = {}
        over: dict[Any, Any] = {}
        total = _NOTHING
        for outcome in outcomes:
            if not (isinstance(outcome, tuple) and 2 <= len(outcome) <= 3):
                raise TypeError(
                    f"{self.name}: an outcome {_locate(position, move)} must be an Outcome or a tuple "
                    f"(probability, position[, payoff]), not {outcome!r}"
                )
            chance, after, payoff = outcome if len(outcome) == 3 else Outcome(*outcome)
            chance = _require_rational(self.name, "the probability", chance, position, move)
            if not 0 < chance <= 1:
                raise ValueError(
                    f"{self.name}: a probability {_locate(position, move)} must be above 0 and at most 1, not {chance}"
                )
            total += chance
            if (after is None) == (payoff is None):
                raise ValueError(
                    f"{self.name}: each outcome {_locate(position, move)} must have a position or a payoff, not both"
                )
            if after is None:
                payoff = _require_rational(self.name, "the payoff", payoff, position, move)
                over[payoff] = over[payoff] + chance if payoff in over else chance
            else:
                try:
                    on[after] = on[after] + chance if after in on else chance
                except TypeError as error:
                    raise self._not_hashable(after, error) from None
        if total != 1:
            raise ValueError(f"{self.name}: the probabilities {_locate(position, move)} add up to {total}, not to 1")
        return on, over

    def check_repeatable(self, model: Any) -> None:
        """Verify at some positions that a second call of the rules gives the same answers."""
        for x in range(0, len(model.positions), -(-len(model.positions) // _REPEATED_POSITIONS)):
            position, first = model.positions[x], int(model.first_move[x])
            legal = model.moves[first : model.first_move[x + 1]]
            same = self.seat(position) == model.seats[x] and self.moves(position) == legal
            for y, move in enumerate(legal[:_REPEATED_MOVES] if same else (), first):
                outcomes = range(model.first_outcome[y], model.first_outcome[y + 1])
                on = {model.positions[model.targets[z]]: model.probabilities[z] for z in outcomes}
                try:
                    repeated = self._to_list(self.game.outcomes(position, move), position, move)
                except Exception as error:
                    self._annotate_outcomes(error, position, move)
                    raise
                same = same and self._check_outcomes(position, move, repeated) == (on, dict(model.ends[y]))
            if not same:
                raise ValueError(f"{self.name}: the rules gave different answers in two calls at {position!r}")

    def make_size_error(self, what: str, allowed: int, detail: str = "") -> TooLargeError:
        """Return the error for a game that is too large."""
        noun = "position" if what == "positions" and allowed == 1 else what
        return TooLargeError(f"{self.name} has more than {format_number(allowed)} {noun}{detail}")

    def _annotate(self, error: Exception, where: str) -> None:
        if not isinstance(error, MemoryError):
            error.add_note(f"raised by the rules of {self.name}: {where}")

    def _annotate_outcomes(self, error: Exception, position: Position, move: Move) -> None:
        self._annotate(error, f"outcomes {_locate(position, move)}")

    def _not_hashable(self, position: Position, error: TypeError) -> TypeError:
        return TypeError(
            f"{self.name}: a position must be hashable, for example a tuple of numbers; {position!r} is not ({error})"
        )


def _locate(position: Position, move: Move) -> str:
    return f"of move {move!r} at {position!r}"
