"""Fix players' strategies in a game, and compute the statistics of a game played with given strategies.

A given strategy leaves a player one move at each position; the result is again a game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from gmpy2 import mpq

from ..exact.elimination import Equation, solve_block
from ..game import Game, Move, Outcome, Position, Rational, check_game
from ..parameters import format_number
from ..runtime.executors import Progress
from ..runtime.run import check_progress
from ..solution import PlayStatistics, Solution
from .general import GeneralSolution, prove
from .model import MAX_POSITIONS, Model, explore

#: What gives the moves of a player, by position: a function, a mapping, or a solution (see `choose_move`).
Strategy = Callable[[Any], Move] | Mapping[Any, Move] | Solution


class Followed(Game):
    """A game in which `strategies`, a mapping from seats to strategies, determines the moves of one or both seats."""

    parameters: Any = None
    infinite_play: Any = None
    value_seat: int = 0

    def __init__(self, game: Game, strategies: Mapping[int, Strategy]) -> None:
        check_game(game)
        self.game = game
        self.name = f"{game.name}, strategy given"  # type: ignore[misc]  # each game has its own name
        self.parameters, self.infinite_play, self.value_seat = game.parameters, game.infinite_play, game.value_seat
        for strategy in strategies.values():
            if not isinstance(strategy, (Solution, Mapping)) and not callable(strategy):
                raise TypeError(f"a strategy must be a name, a function, a mapping or a solution, not {strategy!r}")
        self._strategies = dict(strategies)

    def __eq__(self, other: object) -> bool:
        if other.__class__ is not self.__class__ or not isinstance(other, Followed):
            return NotImplemented
        this, that = ((game._strategies, game.infinite_play) for game in (self, other))
        return bool(self.game == other.game) and this == that

    def __hash__(self) -> int:
        return hash((type(self), self.name, *self._strategies))

    def __repr__(self) -> str:
        both = len(self._strategies) == 2
        given = "strategies of both seats" if both else f"strategy of seat {', '.join(map(str, self._strategies))}"
        return f"<{self.game!r} with the {given} given>"

    @property
    def given_seats(self) -> tuple[int, ...]:
        """The seats whose strategies are given."""
        return tuple(sorted(self._strategies))

    @property
    def start(self) -> Position:
        """The position in which the game begins."""
        return self.game.start

    def position(self, given: Any) -> Any:
        """Return a position in the game's own form, checked by the game."""
        return self.game.position(given)

    def seat(self, position: Position) -> int:
        """Return the seat whose turn it is."""
        return self.game.seat(position)

    def moves(self, position: Position) -> Sequence[Move]:
        """Return only the move that the mover's strategy gives or, if no such strategy is given, all legal moves."""
        legal = self.game.moves(position)
        seat = self.game.seat(position)
        if seat not in self._strategies:
            return legal
        move = _choose(self.game, position, self._strategies[seat])
        for legal_move in legal:
            if legal_move == move:
                return [legal_move]  # the game's own object, of the type that its rules expect
        raise ValueError(f"the strategy gives {move!r} at {position!r}; legal moves: {', '.join(map(repr, legal))}")

    def outcomes(self, position: Position, move: Move) -> Sequence[Outcome]:
        """Return the outcomes of a move."""
        return self.game.outcomes(position, move)


class WithInfinitePlay(Followed):
    """A game with a given payoff of seat 0 for infinite play.

    >>> import trueodds
    >>> game = trueodds.Rules(start=0, moves=lambda position: ["wait"], outcomes=lambda position, move: [(1, 0)])
    >>> trueodds.solve(WithInfinitePlay(game, 1)).value
    mpq(1,1)
    """

    def __init__(self, game: Game, infinite_play: Any) -> None:
        super().__init__(game, {})
        self.name = game.name  # type: ignore[misc]  # each game has its own name
        self.infinite_play = infinite_play
        self.parameters = {**game.parameters, "infinite_play": str(infinite_play)}

    def __repr__(self) -> str:
        return f"<{self.game!r} with infinite play worth {self.infinite_play}>"

    def __getattr__(self, name: str) -> Any:
        """Return an attribute of the underlying game, whose text functions look up its parameters in this object."""
        # "game" is missing while the object is being copied; the `model` of `self.game` has another `infinite_play`.
        if name.startswith("_") or name == "model" or "game" not in self.__dict__:
            raise AttributeError(name)
        return getattr(self.game, name)

    @property
    def min_positions(self) -> int:
        """The lower bound on the number of positions that the underlying game gives."""
        return self.game.min_positions

    @property
    def words_of(self) -> Game:
        """The game whose text functions describe this one."""
        return self.game


def _choose(game: Game, position: Position, strategy: Strategy) -> Move:
    """Return the move that a strategy gives."""
    if isinstance(strategy, Solution):
        return choose_move(game, position, strategy)
    if isinstance(strategy, Mapping):
        if position not in strategy:
            raise ValueError(f"the strategy has no move at {position!r}")
        return strategy[position]
    return strategy(position)


def choose_move(game: Game, position: Position, solution: Solution) -> Move:
    """Return the move to make at a position if a solution is followed.

    This is the first best move or, if play need not end, the move from `GeneralSolution.move_at`, because the first
    best move might keep play going forever.
    """
    if isinstance(solution, GeneralSolution) and solution.followed is not None:
        return solution.move_at(position)
    best = solution.best_moves_at(position)
    return next(move for move in game.moves(position) if move in best)


def is_one_player(game: Game, followed: Model, max_positions: int | None = None) -> bool:
    """Return whether only seat 0 ever moves in a game; `followed` is its model with both strategies given.

    Unless seat 1 moves in `followed`, the whole game is explored, because a strategy may end every play before seat 1
    moves. If the game is too large to explore, the answer is True.
    """
    if followed.seats.any():
        return False
    try:
        return not explore(game, max_positions=max_positions or MAX_POSITIONS).seats.any()
    except MemoryError:  # too large to decide
        return True


_REACHED = 20  # optimal play of large games reaches at least a 20th of all positions (measured: 20 % to 95 %)


def check_statistics(game: Game, max_positions: int = MAX_POSITIONS) -> None:
    """Raise MemoryError if a game's `min_positions` is too large for `play_statistics`."""
    least = game.min_positions
    if least > _REACHED * max_positions:
        raise MemoryError(
            f"{game.name} has at least {format_number(least)} positions, too many "
            f"for exact play statistics; estimate them with `trueodds simulate`"
        )


def play_statistics(
    solution: Solution, max_positions: int = MAX_POSITIONS, *, progress: Progress | None = None
) -> PlayStatistics:
    """Return the exact distribution of results and the expected length if both players follow a solution.

    Parameters
    ----------
    solution : Solution
        A solution by any method. Of several best moves, the one that the game lists first is made or, if play need
        not end, the one that the ranks prove to attain the value.
    max_positions : int
        The largest number of positions allowed, by default a million.
    progress : callable, optional
        Called with ``("positions", visited so far, None)`` and ``("statistics", done, positions)``.

    Returns
    -------
    PlayStatistics

    Raises
    ------
    TypeError
        `solution` is not a solution.
    MemoryError
        Play reaches more than `max_positions` positions, or `Game.min_positions` is more than 20 times this limit.
    ValueError
        Play may never end (the message states the probability of infinite play), or moves have rewards.
    NotProved
        The best moves are not proved at a position that is reached.

    See Also
    --------
    duel : Compute only the exact value, for any two strategies.
    simulate : Estimate the statistics by playing.

    Examples
    --------
    >>> import trueodds
    >>> trueodds.play_statistics(trueodds.solve(trueodds.RiskOrSafety(target=1)))
    PlayStatistics(results={mpq(1,1): mpq(2,3), mpq(0,1): mpq(1,3)}, moves=mpq(2,1), turns=mpq(2,1), ties=0)
    """
    if not isinstance(solution, Solution):
        raise TypeError(
            f"play_statistics takes a solution, such as the result of solve(game), "
            f"not {solution!r} ({type(solution).__name__})"
        )
    check_progress(progress)
    game = solution.game
    check_statistics(game, max_positions)
    chain = explore(Followed(game, {0: solution, 1: solution}), progress, max_positions=max_positions)
    if chain.endless.any() and (endless := _compute_infinite_play_probability(chain)):
        raise ValueError(
            f"{game.name}: if the solution is followed, the probability of infinite play is {endless}, "
            f"so the expected length is infinite; the value is still exact"
        )
    ties = sum(len(solution.best_moves_at(position)) > 1 for position in chain.positions)
    return compute_chain_statistics(chain, ties, progress)


def compute_chain_statistics(chain: Model, ties: int = 0, progress: Progress | None = None) -> PlayStatistics:
    """Return the play statistics of a game that must end and has one move per position."""
    payoffs = chain.payoffs[::-1]
    rewards = [[dict(over).get(payoff, mpq(0)) for over in chain.ends] for payoff in payoffs]
    seats = chain.seats.tolist()
    ends_turn = []
    for x, over in enumerate(chain.ends):
        outcomes = range(chain.first_outcome[x], chain.first_outcome[x + 1])
        passed = sum((chain.probabilities[z] for z in outcomes if seats[chain.targets[z]] != seats[x]), mpq(0))
        ends_turn.append(passed + sum(chance for _, chance in over))
    everything = [*rewards, [mpq(1)] * len(chain.positions), ends_turn]
    *chances, moves, turns = _solve_rewards(chain, everything, progress)
    return PlayStatistics(dict(zip(payoffs, chances, strict=True)), moves, turns, ties)


def _compute_infinite_play_probability(chain: Model) -> Rational:
    """Return the probability that a game with one move per position never ends."""
    ends = [tuple((mpq(1), chance) for _, chance in over) for over in chain.end_table]
    return 1 - prove(replace(chain, game=WithInfinitePlay(chain.game, 0), end_table=ends)).values[0]


def _solve_rewards(chain: Model, rewards: list[list[Rational]], progress: Progress | None = None) -> list[Rational]:
    """Return, for each list of rewards by position, the expected total reward from the start of a chain."""
    components = chain.graph.components
    targets, first = chain.targets.tolist(), chain.first_outcome.tolist()
    totals: list[dict[int, Rational]] = [{} for _ in rewards]
    for low, high in zip(components.first[:-1], components.first[1:], strict=True):
        members = components.members[low:high].tolist()
        rows = {x: {targets[z]: chain.probabilities[z] for z in range(first[x], first[x + 1])} for x in members}
        if progress:
            progress("statistics", int(low), len(chain.positions))
        for reward, total in zip(rewards, totals, strict=True):
            total.update(solve_block({x: Equation(reward[x], row) for x, row in rows.items()}, total))
    return [total[0] for total in totals]
