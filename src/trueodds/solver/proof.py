"""Verify Bellman's equation and ranks exactly from a game's rules alone, without trusting any other part."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ..game import Game, Move, Position
from ..solution import NotProved


def best_moves(game: Game, position: Position, value_at: Callable[[Any], Any]) -> frozenset[Move]:
    """Return all best moves at a position, and verify that they attain its claimed value; NotProved otherwise.

    `value_at` returns the claimed exact value of any position for the player to move there.
    """
    seat = game.seat(position)
    claimed = value_at(position)
    found = {}
    for move in game.moves(position):
        total = 0
        for outcome in game.outcomes(position, move):
            if outcome.position is None:
                payoff: Any = outcome.payoff
                gain = payoff if seat == 0 else 1 - payoff
            else:
                after = value_at(outcome.position)
                gain = after if game.seat(outcome.position) == seat else 1 - after
            total += outcome.probability * gain
        found[move] = total
    if max(found.values()) != claimed:
        raise NotProved(f"{position!r}: the value {claimed} is not that of the best move")
    return frozenset(move for move, value in found.items() if value == claimed)


def check_infinite_play(
    game: Game,
    values: Mapping[Any, Any],
    strategies: Mapping[Any, Any],
    ranks: tuple[Mapping[Any, int], Mapping[Any, int]],
) -> None:
    """Verify values, strategies and ranks of a game that need not end; NotProved if they do not prove each other.

    The game must define what infinite play is worth. Three conditions are the whole proof (docs/mathematics.md):
    Bellman's equation holds for seat 0's values at every position that can be reached; the strategies attain it; and
    ranks show that plays end where the values promise a player more than infinite play. From a position with a rank,
    the move of the seat's strategy, and every move of the other seat, must lead with positive probability to an end or
    to a position of lower rank. Seat 0 needs ranks wherever the value is above `infinite_play`, seat 1 wherever it is
    below.

    For example, a loop that promises and never pays: a player may wait, or end the game and get 1/2; infinite play pays
    0.

    >>> from gmpy2 import mpq
    >>> import trueodds
    >>> moves = {"wait": [(1, "here")], "end": [(1, None, mpq(1, 2))]}
    >>> game = trueodds.Rules("here", lambda _: list(moves), lambda _, move: moves[move], infinite_play=0)
    >>> check_infinite_play(game, {"here": mpq(1, 2)}, {"here": "end"}, ({"here": 1}, {}))
    >>> check_infinite_play(game, {"here": mpq(1)}, {"here": "wait"}, ({"here": 1}, {}))
    Traceback (most recent call last):
        ...
    trueodds.solution.NotProved: 'here': after move 'wait' neither an end nor a lower rank of seat 0 can follow
    """
    worth = game.infinite_play
    if worth is None:
        raise NotProved("the game does not define the value of infinite play")
    if game.start not in values:
        raise NotProved(f"{game.start!r}, the start, has no value")
    for position, value in values.items():
        seat, gains = game.seat(position), {}
        for move in game.moves(position):
            outcomes = game.outcomes(position, move)
            total: Any = 0
            for outcome in outcomes:
                if outcome.position is not None and outcome.position not in values:
                    raise NotProved(f"{outcome.position!r}, which can follow {position!r}, has no value")
                after: Any = outcome.payoff if outcome.position is None else values[outcome.position]
                total += outcome.probability * after
            gains[move] = total
            for player in (0, 1):
                rank = ranks[player].get(position)
                if rank is None or (seat == player and move != strategies.get(position)):
                    continue
                lower = [ranks[player].get(outcome.position) for outcome in outcomes if outcome.position is not None]
                if len(lower) == len(outcomes) and not any(other is not None and other < rank for other in lower):
                    raise NotProved(
                        f"{position!r}: after move {move!r} neither an end nor a lower rank of seat {player} can follow"
                    )
        if value != (max if seat == 0 else min)(gains.values()):
            raise NotProved(f"{position!r}: the value {value} is not that of the best move")
        if position not in strategies or gains.get(strategies[position]) != value:
            raise NotProved(f"{position!r}: move {strategies.get(position)!r} of the strategy is not worth the value")
        for player, promises in ((0, value > worth), (1, value < worth)):
            if promises and position not in ranks[player]:
                raise NotProved(
                    f"{position!r}: the value {value} is not infinite play's {worth}, and seat {player} has no rank"
                )
