"""The positions of any game, explored from its start into flat arrays, its rules checked on the way."""

from __future__ import annotations

import numbers
from array import array
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from gmpy2 import mpq
from numpy.typing import NDArray

from ..game import Game, Move, Outcome, Position
from ..parameters import readable_number
from ..records import Record
from ..runtime.executors import Progress
from .numbered import Identity, Interned, Numbered

#: Positions beyond which a game is refused unless the caller allows more: a GiB or two, half a minute to visit.
MAX_POSITIONS = 1_000_000

#: Moves and outcomes together a position, on the average over as many positions as are allowed; an outcome whose
#: probability has thousands of bits counts as several.
_MAX_OUTCOMES = 20
_BITS = 512

_KEPT = 1 << 14  # distributions that are checked once

#: Powers of two that payoffs may have in floats; so far from the limits, 2^1024 and 2^-1074, nothing is lost.
_COMFORT = 400

_OFTEN = 4096  # positions between two calls of `progress`

_NOTHING = mpq(0)
_MPQ = type(_NOTHING)


@dataclass(frozen=True, eq=False)
class Model(Record):
    """A game as flat arrays; no Python object for an outcome.

    Position x has the moves ``first_move[x]:first_move[x+1]``, and move y the outcomes
    ``first_outcome[y]:first_outcome[y+1]`` that go on and, where it may end the game, ``ends[y]``.

    Memory: besides the names of positions and moves, 20 bytes a position, 12 a move, 8 an outcome that goes on, and the
    tables of what is distinct.

    Attributes
    ----------
    game : Game
        The rules.
    positions : sequence
        The positions that can be reached, the start first; from arrays all there are, by number.
    index : mapping
        From a position to its number.
    seats : int8 array, length positions
        Whose turn it is.
    first_move : int64 array, length positions + 1
    moves : sequence, length moves
        What the game calls each move.
    first_outcome : int64 array, length moves + 1
    targets : int32 array, length outcomes
        The positions in which the game goes on.
    probability_table : list of mpq
        The distinct probabilities.
    probability_numbers : int32 array, length outcomes
        Which of them an outcome has.
    end_table : list of tuples of (mpq, mpq)
        The distinct ways in which a move may end the game: payoff and probability of each outcome.
    end_numbers : int32 array, length moves
        Which of them a move has.
    """

    game: Game
    positions: Sequence[Position]
    index: dict[Position, int] | Identity = field(compare=False)
    seats: NDArray[np.int8]
    first_move: NDArray[np.int64]
    moves: Sequence[Move]
    first_outcome: NDArray[np.int64]
    targets: NDArray[np.int32]
    probability_table: list[Any]
    probability_numbers: NDArray[np.int32]
    end_table: list[tuple[tuple[Any, Any], ...]]
    end_numbers: NDArray[np.int32]

    @cached_property
    def probabilities(self) -> Numbered:
        """The probability of each outcome that goes on."""
        return Numbered(self.probability_table, self.probability_numbers)

    @cached_property
    def ends(self) -> Numbered:
        """For each move payoff and probability of each outcome that ends the game."""
        return Numbered(self.end_table, self.end_numbers)

    @cached_property
    def constants(self) -> Numbered:
        """For each move probability times payoff of the outcomes that end the game, added up."""
        table = [sum((payoff * chance for payoff, chance in over), _NOTHING) for over in self.end_table]
        return Numbered(table, self.end_numbers)

    @cached_property
    def payoffs(self) -> list[Any]:
        """The distinct payoffs, the smallest first."""
        return sorted({payoff for over in self.end_table for payoff, _ in over})

    @staticmethod
    def from_arrays(*args: Any, **options: Any) -> Model:
        """A model from arrays: `solver.flat.model_from_arrays`."""
        from .flat import model_from_arrays  # needs this module

        return model_from_arrays(*args, **options)

    @staticmethod
    def from_matrix(*args: Any, **options: Any) -> Model:
        """A model from a sparse matrix: `solver.flat.model_from_matrix`."""
        from .flat import model_from_matrix  # as above

        return model_from_matrix(*args, **options)

    @property
    def start(self) -> int:
        """The number of the start."""
        return self.find(self.game.start)

    def __repr__(self) -> str:
        counts = f"{len(self.positions)} positions, {len(self.moves)} moves, {len(self.targets)} outcomes"
        return f"<Model of {self.game!r}: {counts}>"

    def payoff_scale(self, infinite_play: Any = None) -> tuple[Any, Any]:
        """A unit in which floats hold all payoffs well, and the largest absolute payoff in this unit.

        The unit is 1, or a power of two where the largest payoff is so large or so small that floats could overflow or
        lose digits. What infinite play is worth is a payoff, too, where there is any.
        """
        largest = max(map(abs, self.payoffs), default=_NOTHING)
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
        an outcome neither ends the game nor goes on; the message names the position and the move.
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
    own = getattr(game, "model", None)
    rules = _Rules(game)
    if isinstance(own, Model):  # arrays from the first
        if len(own.positions) > max_positions:
            raise rules.too_many("positions", max_positions, len(own.positions))
        return own
    start = rules.start()
    positions: list[Position] = [start]
    index: dict[Position, int] = {start: 0}
    numbered = index.setdefault
    seats, first_move, first_outcome = array("b"), array("q", [0]), array("q", [0])
    targets, chances, ends = array("i"), array("i"), array("i")
    moves: list[Move] = []
    for position in positions:  # grows while it is read
        if progress and len(seats) % _OFTEN == 0:
            progress("positions", len(seats), None)
        seats.append(rules.seat(position))
        for move in rules.moves(position, _MAX_OUTCOMES * max_positions):
            goes_on, probabilities, over = rules.outcomes(position, move)
            for after in goes_on:
                number = numbered(after, len(positions))
                if number == len(positions):
                    if number >= max_positions:
                        raise rules.too_many("positions", max_positions, number)
                    positions.append(after)
                targets.append(number)
            chances.extend(probabilities)
            ends.append(over)
            moves.append(move)
            first_outcome.append(len(targets))
            if len(targets) + len(ends) + rules.long > _MAX_OUTCOMES * max_positions:
                raise rules.too_many("moves and outcomes", _MAX_OUTCOMES * max_positions, len(positions))
        first_move.append(len(moves))
    return Model(
        game,
        positions,
        index,
        np.frombuffer(seats, dtype=np.int8),
        np.frombuffer(first_move, dtype=np.int64),
        moves,
        np.frombuffer(first_outcome, dtype=np.int64),
        np.frombuffer(targets, dtype=np.int32),
        rules.probabilities.table,
        np.frombuffer(chances, dtype=np.int32),
        rules.ends.table,
        np.frombuffer(ends, dtype=np.int32),
    )


class _Rules:
    """A game's own functions, each answer checked; what they raise is passed on with the place."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.name = getattr(game, "name", type(game).__name__)
        self.probabilities, self.ends = Interned(), Interned()
        self.long = 0  # how many more moves the long probabilities count as
        self._known: dict[Any, tuple[list[int], int, int]] = {}  # what can follow, but for the positions

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
            legal = list(given)
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

    def outcomes(self, position: Position, move: Move) -> tuple[Collection[Position], list[int], int]:
        """Where the game can go on, the number of the probability of each, and that of how it may end."""
        try:
            given: list[Any] = list(self.game.outcomes(position, move))
        except Exception as error:
            self._note(error, f"outcomes of move {move!r} at {position!r}")
            raise
        # Probabilities and payoffs that came before in the same order are right, and their numbers known.
        after: list[Position] = []
        signs: list[Any] = []
        for outcome in given:
            if type(outcome) is not Outcome or type(outcome[0]) is not _MPQ:
                break
            chance, target, payoff = outcome
            signs.append(chance)
            if target is None and type(payoff) is _MPQ:
                signs.append((payoff,))
            elif payoff is None and target is not None:
                after.append(target)
            else:
                break
        else:
            key = tuple(signs)
            try:
                if len(set(after)) == len(after):
                    if key not in self._known:
                        known = self._numbers(*self._checked(position, move, given))
                        if len(self._known) == _KEPT:
                            self._known.clear()
                        self._known[key] = known
                    chances, over, long = self._known[key]
                    self.long += long
                    return after, chances, over
            except TypeError:
                pass  # something cannot be hashed; told below
        on, ends = self._checked(position, move, given)
        chances, over, long = self._numbers(on, ends)
        self.long += long
        return on, chances, over

    def _numbers(self, on: dict[Position, Any], over: dict[Any, Any]) -> tuple[list[int], int, int]:
        chances = [self.probabilities.number(chance) for chance in on.values()]
        long = sum(chance.denominator.bit_length() // _BITS for chance in on.values())
        return chances, self.ends.number(tuple(over.items())), long

    def _checked(self, position: Position, move: Move, given: list[Any]) -> tuple[dict[Position, Any], dict[Any, Any]]:
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
