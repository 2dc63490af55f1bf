"""The positions of any game, explored from its start into flat arrays, its rules checked on the way."""

from __future__ import annotations

import itertools
import numbers
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from gmpy2 import mpq
from numpy.typing import NDArray

from ..game import Game, Move, Outcome, Position
from ..parameters import readable_number
from ..records import Record
from ..runtime.executors import Progress
from ..runtime.interrupts import check_interrupt

#: Positions beyond which a game is refused unless the caller allows more: a GiB or two, half a minute to visit.
MAX_POSITIONS = 1_000_000

#: Moves and outcomes together a position, on the average over as many positions as are allowed; an outcome whose
#: probability has thousands of bits counts as several.
_MAX_OUTCOMES = 20
_BITS = 512

#: Powers of two that payoffs may have in floats; so far from the limits, 2^1024 and 2^-1074, nothing is lost.
_COMFORT = 400

_MAX_ITERATED = 1_000_000  # moves, or outcomes, of an iterator, which may be endless
_ASKED_TWICE = 64  # positions, and of their moves
_MOVES_ASKED_TWICE = 4

_OFTEN = 4096  # positions between two calls of `progress`

_NOTHING = mpq(0)
_MPQ = type(_NOTHING)


@dataclass(frozen=True, eq=False)
class Model(Record):
    """A game as flat arrays.

    Position x has the moves ``first_move[x]:first_move[x+1]``, and move y the outcomes
    ``first_outcome[y]:first_outcome[y+1]`` that go on and, where it may end the game, a constant.

    Attributes
    ----------
    game : Game
        The rules.
    positions : list
        The positions that can be reached, the start first.
    index : dict
        From a position to its number.
    seats : int8 array, length positions
        Whose turn it is.
    first_move : int64 array, length positions + 1
    moves : list, length moves
        What the game calls each move.
    constants : list of mpq, length moves
        Probability times payoff of the outcomes that end the game, added up.
    first_outcome : int64 array, length moves + 1
    targets : int64 array, length outcomes
        The positions in which the game goes on.
    probabilities : list of mpq, length outcomes
    ends : list of tuples of (mpq, mpq), length moves
        Payoff and probability of each outcome that ends the game.
    """

    game: Game
    positions: list[Position]
    index: dict[Position, int] = field(compare=False)
    seats: NDArray[np.int8]
    first_move: NDArray[np.int64]
    moves: list[Move]
    constants: list[Any]
    first_outcome: NDArray[np.int64]
    targets: NDArray[np.int64]
    probabilities: list[Any]
    ends: list[tuple[tuple[Any, Any], ...]]

    def __repr__(self) -> str:
        counts = f"{len(self.positions)} positions, {len(self.moves)} moves, {len(self.targets)} outcomes"
        return f"<Model of {self.game!r}: {counts}>"

    def payoff_scale(self, infinite_play: Any = None) -> tuple[Any, Any]:
        """A unit in which floats hold all payoffs well, and the largest absolute payoff in this unit.

        The unit is 1, or a power of two where the largest payoff is so large or so small that floats could overflow or
        lose digits. What infinite play is worth is a payoff, too, where there is any.
        """
        largest = max((abs(payoff) for over in self.ends for payoff, _ in over), default=_NOTHING)
        largest = largest if infinite_play is None else max(largest, abs(infinite_play))
        power = largest.numerator.bit_length() - largest.denominator.bit_length()
        unit = mpq(1) if largest == 0 or abs(power) <= _COMFORT else mpq(2) ** power
        return unit, largest / unit

    def find(self, position: Position) -> int:
        """The number of a position, in any form that the game takes.

        Raises
        ------
        ValueError
            It is none, or cannot be reached from the start.
        """
        try:
            return self.index[position]
        except (KeyError, TypeError):
            pass  # perhaps in another form; not tried first, for strategies that are followed ask often
        try:
            return self.index[self.game.position(position)]
        except (KeyError, TypeError, ValueError):
            raise ValueError(f"{position!r} is no position that can be reached from the start") from None


def explore(game: Game, progress: Progress | None = None, max_positions: int = MAX_POSITIONS) -> Model:
    """Visit every position that can be reached from the start, breadth first, and check the rules there.

    Cost: one call of `seat` and `moves` a position, of `outcomes` a move. Memory: about 1 KiB a position of few moves.

    Parameters
    ----------
    game : Game
        The rules.
    progress : callable, optional
        Gets ``("positions", found so far, None)``.
    max_positions : int
        Refuse games of more positions.

    Returns
    -------
    Model

    Raises
    ------
    ValueError
        A position has no move, a move twice, or no seat, probabilities are not exact, not positive, or do not add to 1,
        an outcome neither ends the game nor goes on, the rules answer otherwise when they are asked again (some
        positions are); the message names the position and the move.
    TypeError
        A probability or payoff is no exact rational (floats are refused), or a position or a move cannot be hashed.
    MemoryError
        There are more than `max_positions` positions, or than twenty times as many moves and outcomes.

    Notes
    -----
    An error raised by the game's own functions is passed on with a note that names the position.

    Examples
    --------
    >>> import trueodds
    >>> model = explore(trueodds.RiskOrSafety(target=2))
    >>> len(model.positions), len(model.moves), len(model.targets)
    (8, 12, 16)
    """
    rules = _Rules(game)
    start = rules.start()
    positions: list[Position] = [start]
    index: dict[Position, int] = {start: 0}
    seats: list[int] = []
    first_move, first_outcome, targets = [0], [0], []
    moves: list[Move] = []
    constants: list[Any] = []
    probabilities: list[Any] = []
    ends: list[tuple[tuple[Any, Any], ...]] = []
    size = 0  # moves, and long probabilities
    for position in positions:  # grows while it is read
        if len(seats) % _OFTEN == 0:
            check_interrupt()
        if progress and len(seats) % _OFTEN == 0:
            progress("positions", len(seats), None)
        seats.append(rules.seat(position))
        for move in rules.moves(position, _MAX_OUTCOMES * max_positions):
            goes_on, over = rules.outcomes(position, move, _MAX_OUTCOMES * max_positions)
            size += 1
            for after, chance in goes_on.items():
                number = index.setdefault(after, len(positions))
                if number == len(positions):
                    if number >= max_positions:
                        raise rules.too_many("positions", max_positions, number)
                    positions.append(after)
                targets.append(number)
                probabilities.append(chance)
                size += chance.denominator.bit_length() // _BITS
            if len(targets) + size > _MAX_OUTCOMES * max_positions:
                raise rules.too_many("moves and outcomes", _MAX_OUTCOMES * max_positions, len(positions))
            moves.append(move)
            constants.append(sum((payoff * chance for payoff, chance in over.items()), _NOTHING))
            ends.append(tuple(over.items()))
            first_outcome.append(len(targets))
        first_move.append(len(moves))
    model = Model(
        game,
        positions,
        index,
        np.array(seats, dtype=np.int8),
        np.array(first_move, dtype=np.int64),
        moves,
        constants,
        np.array(first_outcome, dtype=np.int64),
        np.array(targets, dtype=np.int64),
        probabilities,
        ends,
    )
    rules.ask_again(model, _MAX_OUTCOMES * max_positions)
    return model


class _Rules:
    """A game's own functions, each answer checked; what they raise is passed on with the place."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.name = getattr(game, "name", type(game).__name__)

    def start(self) -> Position:
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
        try:
            seat = self.game.seat(position)
        except Exception as error:
            self._note(error, f"seat at {position!r}")
            raise
        if seat not in (0, 1):
            raise ValueError(f"{self.name}: the seat at {position!r} must be 0 or 1, not {seat!r}")
        return int(seat)

    def moves(self, position: Position, max_moves: int) -> list[Move]:
        try:
            given = self.game.moves(position)
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
        return legal

    def outcomes(self, position: Position, move: Move, max_outcomes: int) -> tuple[dict[Position, Any], dict[Any, Any]]:
        """Probabilities by position, where the game goes on, and by payoff, where it ends."""
        try:
            answer = self.game.outcomes(position, move)
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

    def ask_again(self, model: Model, limit: int) -> None:
        """Ask a few positions once more: rules that are not functions are noticed where they are sampled."""
        for x in range(0, len(model.positions), -(-len(model.positions) // _ASKED_TWICE)):
            position, first = model.positions[x], int(model.first_move[x])
            own = model.moves[first : model.first_move[x + 1]]
            same = self.seat(position) == model.seats[x] and self.moves(position, limit) == own
            for y, move in enumerate(own[:_MOVES_ASKED_TWICE] if same else (), first):
                outcomes = range(model.first_outcome[y], model.first_outcome[y + 1])
                on = {model.positions[model.targets[z]]: model.probabilities[z] for z in outcomes}
                same = same and self.outcomes(position, move, limit) == (on, dict(model.ends[y]))
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

    def too_many(self, what: str, allowed: int, positions: int | None) -> MemoryError:
        found = "" if positions is None else f"; positions found so far: {positions}"
        return MemoryError(
            f"{self.name} has more than {readable_number(allowed)} {what}, which is what is allowed{found}"
        )

    def _note(self, error: Exception, place: str) -> None:
        error.add_note(f"raised by the rules of {self.name}: {place}")

    def _not_hashable(self, position: Position, error: TypeError) -> TypeError:
        return TypeError(f"{self.name}: a position must be hashable, such as a tuple, not {position!r} ({error})")


def _place(position: Position, move: Move) -> str:
    return f"of move {move!r} at {position!r}"
