"""The best strategies and exact values of one component: strategy iteration in floats, then exactly.

Exactly, in Hoffman and Karp's order: seat 1 improves until it is a best response to seat 0's strategy, then seat 0
switches to better moves, and so on. Every pair of strategies ends the game with probability 1, so each pair has unique
values, every switch makes them better for the player who switches, and no strategy comes twice. Floats only guess where
to begin; what counts is the exact iteration, which ends when no move of either player is better than the value:
Bellman's equation at every position of the component over all its legal moves. A move whose worth in floats is below
the value by more than all roundings together is worse for certain; all others are compared exactly.

Cost: an elimination for each pair of strategies that is looked at exactly, mostly one, and the exact value of
the moves that floats cannot exclude.

Error bound of a move's worth in floats: `block` has it, relative to the sum of all absolute values, which is at most
twice the scale; eight times that is taken, and `MARGIN` at the least. Values must be far from the limits of floats:
`Model.payoff_scale` gives the unit.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..exact.elimination import Equation, solve_block
from .block import UNIT, Block, Floats

_ROUNDS = 1000  # of floats; rounding could let them go in circles
_SLACK = 2.0**-46  # relative; below this floats cannot tell which move is better
MARGIN = 2.0**-31  # of the largest absolute value


class Action(NamedTuple):
    """A move inside a block, exactly: its known part, and its positions inside.

    Attributes
    ----------
    known : mpq
        Ends, and positions outside of the block.
    inside : dict from int to mpq
        Probability of each position of the block, numbered from 0.
    """

    known: Any
    inside: dict[int, Any]


class Actions(dict[int, Action]):
    """The moves of a block exactly, by number, each made when it is first asked for."""

    def __init__(self, make: Callable[[int], Action]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, move: int) -> Action:
        found = self[move] = self._make(move)
        return found


def solve_component(block: Block, actions: Actions, scale: float) -> list[Any]:
    """Return the exact value of each position of a component of a game that must end.

    Parameters
    ----------
    scale : float
        No value of the game is larger in absolute value.
    """
    _, choice = float_strategies(block, block.first[:-1])
    while True:
        exact = _exact_values([actions[y] for y in choice.tolist()])
        best, moves = best_moves(block, exact, actions, scale)
        wrong = [x for x, value in enumerate(best) if value != exact[x]]
        if not wrong:
            return exact
        for x in [x for x in wrong if block.sign[x] < 0] or wrong:
            choice[x] = moves[x][0]


def best_moves(block: Block, values: list[Any], actions: Actions, scale: float) -> tuple[list[Any], list[list[int]]]:
    """Return the best moves by the exact values of a pair of strategies: what they are worth, and all of them.

    Parameters
    ----------
    values : list of mpq
        One for each position.

    Returns
    -------
    tuple of (list of mpq, list of lists of int)
        At each position the worth of the best moves, and the moves, counted through the block.
    """

    def worth(y: int) -> Any:
        action = actions[y]
        return action.known + sum(chance * values[x] for x, chance in action.inside.items())

    near = np.array([float(value) for value in values])
    scale = max(scale, float(np.abs(near).max()), float(np.abs(block.known).max()))  # gains can add up to more
    slack = max(MARGIN, 8 * float(block.error.max())) * scale
    about = block.sign[block.owners] * (block.worths(near) - near[block.owners])
    maybe = np.flatnonzero(about >= -slack)
    ends = np.searchsorted(maybe, block.first[1:]).tolist()
    best, moves, begin = [], [], 0
    for sign, end in zip(block.sign.tolist(), ends, strict=True):
        exact = {y: worth(y) for y in maybe[begin:end].tolist()}
        top = max(exact.values()) if sign > 0 else min(exact.values())
        best.append(top)
        moves.append([y for y, value in exact.items() if value == top])
        begin = end
    return best, moves


def _exact_values(chosen: list[Action]) -> list[Any]:
    if len(chosen) == 1:
        (action,) = chosen
        return [action.known / (1 - action.inside[0]) if action.inside else action.known]
    found = solve_block({x: Equation(action.known, action.inside) for x, action in enumerate(chosen)}, {})
    return [found[x] for x in range(len(chosen))]


def float_strategies(block: Block, choice: NDArray[np.int64], push: float = 0.0) -> tuple[Floats, NDArray[np.int64]]:
    """Return the values of a block, and its moves, as far as floats can tell: strategy iteration.

    Seat 0 answers before seat 1 changes anything. Where seat 1 then changes what is worth less, a game that ended by
    its moves still ends.

    Parameters
    ----------
    block : Block
        Components that do not lead to each other.
    choice : int64 array, length positions
        The moves to begin with, counted through the block; by them the game must end.
    push : float
        By how many times its error each move gains more than it does; less if negative.

    Returns
    -------
    tuple of (float64 array, int64 array), length positions
        Values, not finite where floats find the equations singular; and a move for each.
    """
    choice = choice.copy()
    values, settled = np.zeros(len(choice)), block.matrix is None or not push
    for _ in range(_ROUNDS):
        # Small values of the solution of linear equations are off by as much as large ones.
        level = UNIT * np.abs(values).max()
        pushed = block.known if not push else block.known + push * (block.errors(values) + level)
        values = block.values_of(choice, pushed[choice])
        if not np.isfinite(values).all():
            break
        worths = pushed if block.matrix is None else pushed + block.matrix @ values
        best = block.best(worths)
        better = block.sign * (best - values) > _SLACK * np.abs(values) + 4 * level
        if (better & (block.sign > 0)).any():
            better &= block.sign > 0
        if not better.any():
            if settled:
                break
            settled = True  # once more, with what these values are off by
            continue
        choice = np.where(better, block.first_best(worths, best), choice)
    return values, choice
