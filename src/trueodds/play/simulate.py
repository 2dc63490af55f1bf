"""Simulate games between two strategies and compare the results with the odds.

Games are played in chunks. Each chunk has its own stream of random words, which the seed and the chunk's number
determine, and returns integers that are added up. The result therefore does not depend on the executor.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import numpy as np
from gmpy2 import mpq
from numpy.typing import NDArray

from ..catalog.rules import OPTIMAL
from ..dispatch import solve, solve_moves
from ..exact.decimals import format_decimal, number_to_json
from ..game import Game, check_game, make_json_parameters
from ..parameters import check_whole_number
from ..records import Record
from ..runtime.executors import Progress, connect, run_chunks
from ..runtime.run import Run
from ..solution import Solution
from ..solver.given_strategies import Followed, Strategy, is_one_player
from ..solver.model import MAX_POSITIONS, Model, explore
from ..strategies import check_was_legal, find_players
from .chain import Chain, compile_chain
from .expected import Expected, compute_expected

#: Maximum deviation of a mean from the odds, in standard errors; by chance, one mean in 1.7 million deviates more.
SIGMA = 5

_CHUNK = 1 << 21  # approximate number of moves in a chunk, which take a few hundredths of a second
_MAX_CHUNK = 1 << 18  # maximum number of games in a chunk
_FEW = 5  # a deviation that this number of games could cause is accepted, however small the standard error


@dataclass(frozen=True, eq=False)
class Simulation(Record):
    """The results of simulated games, and the expected results.

    Attributes
    ----------
    game : Game
        The rules.
    first, second : str
        The names of the strategies of seats 0 and 1.
    seed : int
        The seed; the same seed gives the same games.
    counts : mapping of mpq to int
        The number of games with each payoff of seat 0.
    lengths : int64 array
        ``lengths[m]`` games took m moves.
    expected : Expected
        The results that the odds predict.
    one_player : bool
        Whether seat 1 never moves or, if the game is too large to explore, never moves with these strategies.
    """

    game: Game
    first: str
    second: str
    seed: int
    counts: Mapping[Any, int]
    lengths: NDArray[np.int64] = field(repr=False)
    expected: Expected = field(repr=False)
    one_player: bool = field(repr=False)

    @property
    def games(self) -> int:
        """The number of games."""
        return sum(self.counts.values())

    @property
    def value(self) -> mpq:
        """The mean payoff of the seat ``game.value_seat``, by default 0."""
        mean = sum((payoff * count for payoff, count in self.counts.items()), mpq(0)) / self.games
        return self._of_seat(mean)

    @property
    def expected_value(self) -> Any:
        """The expected `value`: an mpq, or a float if the game is too large for exact odds."""
        return self._of_seat(self.expected.mean if self.expected.value is None else self.expected.value)

    @property
    def standard_error(self) -> float:
        """The standard error of `value`, from the expected results."""
        return self.expected.deviation / math.sqrt(self.games)

    @property
    def z(self) -> float:
        """The number of standard errors by which `value` exceeds `expected_value`."""
        return _standardize(float(self.value - mpq(self.expected_value)), self.standard_error)

    @property
    def mean_moves(self) -> mpq:
        """The mean number of moves in the simulated games."""
        return mpq(int(self.lengths @ np.arange(len(self.lengths)))) / self.games

    @property
    def moves_standard_error(self) -> float:
        """The standard error of `mean_moves`, from the expected lengths."""
        return self.expected.deviation_moves / math.sqrt(self.games)

    @property
    def moves_z(self) -> float:
        """The number of standard errors by which `mean_moves` exceeds the expected number of moves."""
        return _standardize(float(self.mean_moves - mpq(self.expected.mean_moves)), self.moves_standard_error)

    @property
    def agrees(self) -> bool:
        """Whether the value and the mean length are within five standard errors of their expectations.

        A deviation that five games could cause is also accepted, because a single very rare result can shift the mean.
        """
        payoffs = [float(payoff) for payoff in self.expected.chances]
        return _close(self.z, self.standard_error, (max(payoffs) - min(payoffs)) / self.games) and _close(
            self.moves_z, self.moves_standard_error, len(self.lengths) / self.games
        )

    def quantile(self, share: float) -> int:
        """Return the smallest number of moves that at least this share of the games did not exceed."""
        return int(np.searchsorted(np.cumsum(self.lengths), share * self.games))

    def to_json(self) -> dict[str, Any]:
        """Return the result as plain data for JSON."""
        expected, expected_value = self.expected, self.expected_value
        return {
            "game": self.game.name,
            "parameters": make_json_parameters(self.game),
            "first": self.first,
            "second": self.second,
            "games": self.games,
            "seed": self.seed,
            "value": None if expected.value is None else number_to_json(expected_value),
            "expected": format_decimal(mpq(expected_value)),
            "simulated": number_to_json(self.value),
            "standard_error": self.standard_error,
            "z": _finite(self.z),
            "results": {
                str(payoff): {"games": count, "expected": expected.chances[payoff]}
                for payoff, count in self.counts.items()
            },
            "moves": {
                "value": None if expected.moves is None else number_to_json(expected.moves),
                "expected": format_decimal(mpq(expected.mean_moves)),
                "simulated": number_to_json(self.mean_moves),
                "standard_error": self.moves_standard_error,
                "z": _finite(self.moves_z),
                "lengths": {str(moves): int(self.lengths[moves]) for moves in np.flatnonzero(self.lengths)},
            },
            "agrees": self.agrees,
        }

    def _of_seat(self, payoff: Any) -> Any:
        return payoff if self.game.value_seat == 0 else 1 - payoff


def simulate(
    game: Game,
    first: str | Strategy = OPTIMAL,
    second: str | Strategy = OPTIMAL,
    games: int = 1_000_000,
    seed: int | None = None,
    *,
    workers: int | str | Executor | None = None,
    progress: Progress | None = None,
    max_positions: int | None = None,
) -> Simulation:
    """Simulate a game many times, and compare the results with the odds.

    Parameters
    ----------
    game : Game
        The rules.
    first, second : str, callable, mapping or Solution, default "optimal"
        The strategies of seats 0 and 1, such as ``"hold at 20"``, in any form that `best_response` accepts.
    games : int, default 1,000,000
        The number of games, at least 1.
    seed : int, optional
        The seed, at least 0; equal seeds give equal games. By default, each call uses a random seed.
    workers, progress
        As for `solve`; the workers play chunks of games.
    max_positions : int, optional
        The maximum number of positions reached by the strategies, or solved by a general method; by default 1,000,000.

    Returns
    -------
    Simulation

    Raises
    ------
    TypeError, ValueError
        A number, rule or strategy is invalid, games may last too long, or payoffs are too large or too small.
    MemoryError
        The game is too large.
    NotProved
        The game may never end with these strategies.

    See Also
    --------
    duel : Compute the exact value of two strategies against each other.
    play_statistics : Compute the exact probability of each result, and the expected length, under best play.

    References
    ----------
    A. J. Walker, An efficient method for generating discrete random variables with general distributions, ACM
    Transactions on Mathematical Software 3, 1977.

    Examples
    --------
    >>> import trueodds
    >>> found = trueodds.simulate(trueodds.RiskOrSafety(target=5), second="always 1", games=100_000, seed=1)
    >>> found.agrees, found.games
    (True, 100000)
    """
    check_game(game)
    games = check_whole_number("games", games)
    seed = np.random.SeedSequence().generate_state(1).item() if seed is None else check_whole_number("seed", seed, 0)
    run = Run(workers, None, progress, max_positions)
    with connect(workers) as connected:
        model, expected = prepare(game, first, second, progress, max_positions)
        run = replace(run, workers=connected)
        counts, lengths = walk_games(compile_chain(model), games, seed, expected.mean_moves, run)
    one_player = is_one_player(game, model, max_positions)
    return Simulation(game, _in_words(first), _in_words(second), seed, counts, lengths, expected, one_player)


def prepare(
    game: Game,
    first: str | Strategy = OPTIMAL,
    second: str | Strategy = OPTIMAL,
    progress: Progress | None = None,
    max_positions: int | None = None,
) -> tuple[Model, Expected]:
    """Return the game between two strategies as a model with one move at each position, and its expected results."""
    optimal = first == second == OPTIMAL  # then the simulated game has the value of the solution
    players: list[Any] = find_players(game, (first, second), progress, max_positions, solve if optimal else solve_moves)
    model = explore(Followed(game, dict(enumerate(players))), progress, max_positions or MAX_POSITIONS)
    check_was_legal(players)
    if model.payoff_scale()[0] != 1:
        raise ValueError(f"{game.name}: a simulated game's largest absolute payoff must be 0 or from 2^-400 to 2^400")
    value = None
    if optimal:
        value = players[0].value if game.value_seat == 0 else 1 - players[0].value
    return model, compute_expected(model, value, progress)


def _in_words(strategy: str | Strategy) -> str:
    if isinstance(strategy, str):
        return " ".join(strategy.split())
    return "solution" if isinstance(strategy, Solution) else getattr(strategy, "__name__", type(strategy).__name__)


def walk_games(
    chain: Chain,
    games: int,
    seed: int,
    moves: float,
    run: Run = Run(),
) -> tuple[dict[Any, int], NDArray[np.int64]]:
    """Walk a chain `games` times; return the number of games for each payoff of seat 0 and for each length.

    `moves`, roughly the mean length of a game, determines the size of the chunks and thus which games are played.
    """
    size = max(1, min(_MAX_CHUNK, int(_CHUNK / moves)))
    blocks = ((number, min(size, games - number * size)) for number in range(-(-games // size)))
    results, lengths = np.zeros(len(chain.payoffs), dtype=np.int64), np.zeros(1, dtype=np.int64)
    done = 0
    for (_, played), (ends, long) in run_chunks(partial(_play_chunk, chain, seed), blocks, run.workers, _check_chunk):
        results += ends
        if len(long) > len(lengths):
            lengths, long = long, lengths
        lengths[: len(long)] += long
        done += played
        run.report("games", done, games)
    return dict(zip(chain.payoffs, results.tolist(), strict=True)), lengths


def _play_chunk(chain: Chain, seed: int, chunk: tuple[int, int]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Play a chunk of games; return the number of games for each payoff and for each length."""
    from .walk import walk

    number, games = chunk
    generator = np.random.SFC64(np.random.SeedSequence(seed, spawn_key=(number,)))
    results, moves = np.empty(games, dtype=np.uint16), np.empty(games, dtype=np.uint32)
    walk(chain.table, chain.start, generator, results, moves)
    return np.bincount(results, minlength=len(chain.payoffs)), np.bincount(moves)


def _check_chunk(chunk: tuple[int, int], result: Any) -> None:
    """Raise ValueError if a result cannot be that of its chunk."""
    for counts in result:
        if not isinstance(counts, np.ndarray) or counts.dtype.kind != "i" or counts.ndim != 1 or counts.min() < 0:
            raise ValueError("counts of games must be nonnegative integers")
        if counts.sum() != chunk[1]:
            raise ValueError(f"the number of games must be {chunk[1]:,}, not {counts.sum():,}")


def _standardize(difference: float, error: float) -> float:
    if error == 0:
        return 0.0 if difference == 0 else math.copysign(math.inf, difference)
    return difference / error


def _finite(z: float) -> float | None:
    """Return a number, or None for infinity, which JSON cannot represent."""
    return z if math.isfinite(z) else None


def _close(z: float, error: float, one_game: float) -> bool:
    return abs(z) <= SIGMA or abs(z) * error <= _FEW * one_game
