"""Explore any game from its start, check its rules, and store its positions as flat arrays."""

from __future__ import annotations

from array import array
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from gmpy2 import mpq
from numpy.typing import NDArray

from ..game import Game, Move, Position
from ..parameters import check_whole_number, show
from ..records import Record
from ..runtime.executors import Progress
from ..runtime.run import check_progress, track
from ..solution import pluralize
from .array_game import ArrayGame
from .arrays import export_arrays, read_arrays, read_matrix, read_rationals
from .checked_rules import CheckedRules, read_infinite_play
from .graph import Graph, find_endless
from .numbered import Identity, Numbered

#: Default limit on the number of positions; this many, with two moves each, take 0.3 GiB and half a minute to explore.
MAX_POSITIONS = 1_000_000

#: Limit on moves plus outcomes that continue the game, as a multiple of the limit on positions. An outcome counts once
#: more for every 512 bits of its probability's denominator.
_MAX_OUTCOMES = 20
#: Payoffs are scaled if the binary exponent of the largest absolute payoff exceeds this in absolute value. The limit is
#: far from 1024 and -1074, so that nothing over- or underflows in floats.
_MAX_EXPONENT = 400


_NOTHING = mpq(0)


@dataclass(frozen=True, eq=False)
class Model(Record):
    """A game as flat arrays, without a Python object per outcome.

    Position x has the moves ``first_move[x]:first_move[x+1]``. Move y has the outcomes
    ``first_outcome[y]:first_outcome[y+1]`` that continue the game and, if it may end the game, ``ends[y]``.

    Memory: 9 bytes per position, 12 per move (16 with gains) and 8 per outcome that continues the game, besides the
    names of positions and moves and the tables of distinct numbers.

    Attributes
    ----------
    game : Game
        The rules.
    positions : sequence
        The reachable positions, the start first; in a model made from arrays, all positions in the given order.
    index : mapping
        The number of each position.
    seats : int8 array, length positions
        The seat whose turn it is.
    first_move : int64 array, length positions + 1
        The first move of each position; the last entry is the number of moves.
    moves : sequence, length moves
        The game's name for each move.
    first_outcome : int64 array, length moves + 1
        The first of each move's outcomes that continue the game; the last entry is the number of all such outcomes.
    targets : int32 array, length outcomes
        The positions in which the game continues.
    probability_table : list of mpq
        The distinct probabilities.
    probability_numbers : int32 array, length outcomes
        For each outcome, the index of its probability in `probability_table`.
    end_table : list of tuples of (mpq, mpq)
        The distinct ways for moves to end the game, as tuples of pairs (payoff, probability); ``()`` is "not at all".
    end_numbers : int32 array, length moves
        For each move, the index in `end_table` of its way to end the game.
    gains : Numbered or None
        Seat 0's gain from each move, in addition to the payoff at the end of the game; None in a game without gains.

    See Also
    --------
    solve : Solve the game of a model made by `Model.from_arrays` or `Model.from_matrix`.
    Rules : A game made of functions.

    Examples
    --------
    >>> import trueodds
    >>> from fractions import Fraction
    >>> model = trueodds.Model.from_arrays(  # win with probability 1/3, lose with 1/2, otherwise repeat
    ...     seats=[0], first_move=[0, 1], first_outcome=[0, 3], targets=[0, 1, 2],
    ...     probabilities=[Fraction(1, 6), Fraction(1, 3), Fraction(1, 2)], which=[0, 1, 2], payoffs=[1, 0])
    >>> model.targets.tolist(), trueodds.solve(model.game).value
    ([0], mpq(2,5))
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
    gains: Numbered | None = None

    @cached_property
    def graph(self) -> Graph:
        """The graph of possible moves, with everything derived from it alone."""
        return Graph(self.first_move, self.first_outcome, self.targets)

    @cached_property
    def endless(self) -> NDArray[np.bool_]:
        """For each position, whether the players together can keep play in its component forever."""
        return find_endless(self)

    @cached_property
    def may_end(self) -> NDArray[np.bool_]:
        """For each move, whether it may end the game."""
        return np.array([bool(over) for over in self.end_table], dtype=np.bool_)[self.end_numbers]

    @cached_property
    def probabilities(self) -> Numbered:
        """The probability of each outcome that continues the game."""
        return Numbered(self.probability_table, self.probability_numbers)

    @cached_property
    def ends(self) -> Numbered:
        """The payoff and the probability of each outcome that ends the game, by move."""
        return Numbered(self.end_table, self.end_numbers)

    @cached_property
    def constants(self) -> Numbered:
        """The constant part of each move's value: its gain plus its expected payoff from ending the game."""
        table = [sum((payoff * chance for payoff, chance in over), _NOTHING) for over in self.end_table]
        if self.gains is None:
            return Numbered(table, self.end_numbers)
        pairs = self.end_numbers * np.int64(len(self.gains.table)) + self.gains.numbers
        distinct, which = np.unique(pairs, return_inverse=True)
        parts = [divmod(pair, len(self.gains.table)) for pair in distinct.tolist()]
        return Numbered([table[end] + self.gains.table[gain] for end, gain in parts], which.astype(np.int32))

    @cached_property
    def payoffs(self) -> list[Any]:
        """The distinct payoffs, the smallest first."""
        return sorted({payoff for over in self.end_table for payoff, _ in over})

    @cached_property
    def infinite_play(self) -> Any:
        """The payoff of seat 0 for infinite play, an mpq; None if the game does not define it."""
        return read_infinite_play(self.game)

    @classmethod
    def from_arrays(
        cls,
        seats: Any,
        first_move: Any,
        first_outcome: Any,
        targets: Any,
        probabilities: Sequence[Any],
        which: Any,
        payoffs: Sequence[Any],
        *,
        start: int = 0,
        name: str = "game from arrays",
        infinite_play: Any = None,
        positions: Sequence[Hashable] | None = None,
        moves: Sequence[Hashable] | None = None,
        gains: Sequence[Any] | None = None,
        parameters: Mapping[str, object] | None = None,
        value_seat: int = 0,
    ) -> Model:
        """Return the model of a game given as arrays, after checking them.

        Parameters
        ----------
        seats : int array, length positions
            The seat whose turn it is: 0 or 1.
        first_move : int array, length positions + 1
            Position x has the moves ``first_move[x]`` to ``first_move[x+1] - 1``, at least one.
        first_outcome : int array, length moves + 1
            Move y has the outcomes ``first_outcome[y]`` to ``first_outcome[y+1] - 1``.
        targets : int array, length outcomes
            The position in which the game continues or, if it ends with ``payoffs[k]``, the number of positions plus k.
        probabilities : sequence of int, Fraction or mpq
            The distinct probabilities, above 0 and at most 1.
        which : int array, length outcomes
            For each outcome, the index of its probability in `probabilities`. `from_matrix` takes numerators and
            denominators instead.
        payoffs : sequence of int, Fraction or mpq
            The payoffs of seat 0 at the ends of the game.
        start : int
            The number of the position in which the game begins; 0 by default.
        name : str
            The name of the game, used in messages; "game from arrays" by default.
        infinite_play : int, Fraction or mpq, optional
            The payoff of seat 0 for a play that never ends. By default, the game must end unless it has gains.
        positions, moves : sequences, optional
            The names of positions and moves, by default numbers. No two positions may have the same name, nor may two
            moves of one position.
        gains : sequence of int, Fraction or mpq, length moves, optional
            Seat 0's gain from each move, at least 0, in addition to the payoff at the end of the game.
        parameters : mapping, optional
            The parameters of the game, shown with its name and in JSON; by default, the counts of positions and moves.
        value_seat : int
            The seat whose expected payoff is the value of a solution; 0 by default. It must be 0 in a game with gains.

        Returns
        -------
        Model
            A model that `trueodds.solve` accepts in place of a game; pass its `game` to other functions.

        Raises
        ------
        TypeError
            An array does not consist of whole numbers, a number is not an exact rational, or a name is not hashable.
        ValueError
            Lengths do not match, numbers are out of range, names clash, a position has no move, a move has the same
            target twice, the probabilities of a move do not add up to 1, or `infinite_play` or a `value_seat` of 1
            is given with gains.
        MemoryError
            The memory needed, estimated in advance, is not free; or there are more than 2^31 - 1 moves, or more than
            2^31 - 1 positions and payoffs in total.

        Notes
        -----
        Cost: a few passes over the arrays. Memory: during the call, up to about three times that of the `Model`.

        Examples
        --------
        Two players take turns tossing a coin; the first to toss heads wins:

        >>> import trueodds
        >>> from fractions import Fraction
        >>> model = trueodds.Model.from_arrays(
        ...     seats=[0, 1], first_move=[0, 1, 2], first_outcome=[0, 2, 4], targets=[2, 1, 3, 0],
        ...     probabilities=[Fraction(1, 2)], which=[0, 0, 0, 0], payoffs=[1, 0])
        >>> trueodds.solve(model).value
        mpq(2,3)
        """
        arrays = (seats, first_move, first_outcome, targets, probabilities, which, payoffs)
        first, fields = read_arrays(arrays, (positions, moves), gains, start)
        infinite_payoff = None if infinite_play is None else read_rationals("infinite_play", [infinite_play])[0]
        if type(name) is not str or value_seat not in (0, 1):
            raise ValueError(f"name must be a string and value_seat 0 or 1, not {show(name)} and {show(value_seat)}")
        if gains is not None and infinite_payoff is not None:
            raise ValueError("a game with gains must not have infinite_play: its infinite play is worth infinity")
        if gains is not None and value_seat:
            raise ValueError("value_seat must be 0 in a game with gains, because only seat 0 gets them")
        game = ArrayGame(first, name, infinite_payoff, parameters, value_seat)
        game.model = model = cls(game, *fields)
        return model

    @classmethod
    def from_matrix(
        cls, seats: Any, first_move: Any, matrix: Any, denominators: Any, payoffs: Sequence[Any], **options: Any
    ) -> Model:
        """Return the model of a game given as a SciPy sparse matrix with one row per move.

        Parameters
        ----------
        seats, first_move, payoffs, options
            As in `from_arrays`; `options` are its keyword-only arguments.
        matrix : scipy.sparse array of whole numbers, shape (moves, positions + ends)
            The probability of each target times the denominator of the row.
        denominators : int or int array, length moves
            The denominator of each row, or one for all rows.

        Returns
        -------
        Model
            See `from_arrays`.

        Raises
        ------
        TypeError, ValueError, MemoryError
            See `from_arrays`; TypeError also if `matrix` is not a sparse matrix.

        Examples
        --------
        >>> import numpy as np, trueodds
        >>> from scipy.sparse import csr_array
        >>> chances = csr_array(np.array([[0, 1, 1, 0], [1, 0, 0, 1]]))
        >>> trueodds.solve(trueodds.Model.from_matrix([0, 1], [0, 1, 2], chances, 2, [1, 0])).value
        mpq(2,3)
        """
        return cls.from_arrays(*read_matrix(seats, first_move, matrix, denominators, payoffs), **options)

    def to_arrays(self) -> dict[str, Any]:
        """Return the arguments from which `from_arrays` rebuilds the model, except names and the game's parameters."""
        return export_arrays(self)

    @property
    def start(self) -> int:
        """The number of the start position."""
        return self.find(self.game.start)

    def __repr__(self) -> str:
        counts = {"position": len(self.positions), "move": len(self.moves), "outcome": len(self.targets)}
        return f"<Model of {self.game!r}: {', '.join(pluralize(number, thing) for thing, number in counts.items())}>"

    def payoff_scale(self) -> tuple[Any, Any]:
        """Return a power of two as the unit of payoffs in floats, and the largest absolute payoff in this unit.

        Gains of moves and the value of infinite play also count as payoffs.
        """
        gains = self.gains.table if self.gains is not None else []
        infinite_payoffs = [] if self.infinite_play is None else [self.infinite_play]
        largest = max(map(abs, [*self.payoffs, *gains, *infinite_payoffs]), default=_NOTHING)
        power = largest.numerator.bit_length() - largest.denominator.bit_length()
        unit = mpq(1) if largest == 0 or abs(power) <= _MAX_EXPONENT else mpq(2) ** power
        return unit, largest / unit

    def find(self, position: Position) -> int:
        """Return the number of a position in any form that the game accepts; raise ValueError if the model lacks it."""
        try:
            return self.index[position]
        except (KeyError, TypeError):
            pass  # it may be in another form; this slower check is last, because strategies look up positions often
        try:
            return self.index[self.game.position(position)]
        except (KeyError, TypeError, ValueError):
            raise ValueError(f"{position!r} is not a position reachable from the start") from None


def limit_positions(count: int) -> int:
    """Return the largest number of positions to explore in a game that has `count` positions according to a file."""
    return max(MAX_POSITIONS, 64 * count)


def explore_again(game: Game, count: int) -> Model:
    """Explore a game that must have `count` positions."""
    try:
        model = explore(game, max_positions=limit_positions(count))
    except MemoryError as error:
        raise ValueError(getattr(error, "what", str(error))) from None  # nobody can raise the limit here
    if len(model.positions) != count:
        raise ValueError(f"the number of positions of {game.name} is {len(model.positions):,}, not {count:,}")
    return model


def explore(
    game: Game,
    progress: Progress | None = None,
    max_positions: int = MAX_POSITIONS,
    more: Iterable[Position] = (),
) -> Model:
    """Visit every position reachable from the start or from `more`, breadth first, and check the rules there.

    Raise ValueError or TypeError if the rules are invalid, and MemoryError if there are more than `max_positions`
    positions, or if moves and continuing outcomes together exceed 20 times this limit.

    Cost: about one call each of `seat` and `moves` per position, and one of `outcomes` per move. Memory: about 0.3 KiB
    per position with two moves, and 1.3 KiB with twenty.

    >>> import trueodds
    >>> model = explore(trueodds.RiskOrSafety(target=2))
    >>> len(model.positions), len(model.moves), len(model.targets)
    (8, 12, 16)
    """
    check_progress(progress)
    check_whole_number("max_positions", max_positions)
    array_model = getattr(game, "model", None)
    rules = CheckedRules(game, max_positions, _MAX_OUTCOMES * max_positions)
    if isinstance(array_model, Model):  # a game made from arrays
        if len(array_model.positions) > max_positions:
            raise rules.make_size_error("positions", max_positions, f" ({len(array_model.positions):,})")
        return array_model
    rules.begin(more)
    seats, first_move = array("b"), array("q", [0])
    moves: list[Move] = []
    for position in track("positions", iter(rules.positions), progress):  # the list grows during the loop
        seats.append(rules.seat(position))
        legal = rules.moves(position)
        rules.follow(position, legal)
        moves.extend(legal)
        first_move.append(len(moves))
    follower = rules.follower
    model = Model(
        game,
        rules.positions,
        rules.index,
        np.frombuffer(seats, dtype=np.int8),
        np.frombuffer(first_move, dtype=np.int64),
        moves,
        np.frombuffer(follower.ends, dtype=np.int64),
        np.frombuffer(follower.targets, dtype=np.int32),
        rules.probabilities.table,
        np.frombuffer(follower.numbers, dtype=np.int32),
        rules.ends.table,
        np.frombuffer(follower.over, dtype=np.int32),
    )
    rules.check_repeatable(model)
    return model
