"""The best strategies and exact values of one component: strategy iteration in floats, then exactly.

Hoffman and Karp's order: seat 1 improves until it is a best response to seat 0's strategy, then seat 0 switches
to better moves, and so on. Every pair of strategies ends the game with probability 1, so each pair has unique values,
every switch makes them better for who switches, and in exact arithmetic no strategy comes twice. Floats only guess
where to begin; what counts is the exact iteration, which ends when no move of either player is better than
the value: Bellman's equation at every position of the component over all its legal moves. A move whose worth in floats
is below the value by more than all roundings together is worse for certain; all others are compared exactly.

Cost: an elimination for each pair of strategies that is looked at exactly, mostly one, and the exact value of
the moves that floats cannot exclude. Memory: dense floats up to `_DENSE` positions, sparse beyond.

Error bound of a move's worth in floats: with k outcomes, each a product of two numbers converted with relative error
2^-52 and rounded once, and k additions, it is off by less than (k + 8)·2^-52·(largest absolute value), which
is below `MARGIN` for k + 8 ≤ 2^20; for moves of more outcomes twice the bound itself is taken. Values must be far from
the limits of floats: `Model.payoff_scale` gives the unit.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array, identity
from scipy.sparse.linalg import splu

from ..exact.elimination import Equation, solve_block

_DENSE = 300
_ROUNDS = 200  # of floats; rounding could let them go in circles
_SLACK = 1e-12  # relative; below this floats cannot tell which move is better
MARGIN = 2.0**-31  # of the largest absolute value; twice the error of a million outcomes


class Action(NamedTuple):
    """A move inside a component, exactly: its known part, and its positions inside.

    Attributes
    ----------
    known : mpq
        Ends, and positions outside of the component.
    inside : dict from int to mpq
        Probability of each position of the component, numbered from 0.
    """

    known: Any
    inside: dict[int, Any]


@dataclass(frozen=True)
class Block:
    """A component, ready to be solved.

    Attributes
    ----------
    seats : list of int
        Whose turn it is at each position: seat 0 wants large values, seat 1 small ones.
    first : list of int, length positions + 1
        Position x has the moves first[x] … first[x+1]-1.
    known : float64 array, length moves
        The known part of each move, nearly.
    inside : list of (move, position, float)
        Probabilities within the component, nearly.
    action : callable
        A move, exactly.
    scale : float
        No value of the game is larger in absolute value.
    outcomes : int
        No move has more.
    leaves : list of bool, length moves
        Whether a move may end the game or leave the component; only needed where play can go on for ever.
    """

    seats: list[int]
    first: list[int]
    known: NDArray[np.float64]
    inside: list[tuple[int, int, float]]
    action: Callable[[int], Action]
    scale: float = 1.0
    outcomes: int = 0
    leaves: Sequence[bool] = ()


def solve_component(block: Block) -> tuple[list[Any], list[list[int]]]:
    """Solve a component exactly.

    Returns
    -------
    tuple of (list of mpq, list of lists of int)
        The value of each position, and all its best moves, counted from its first: those that are worth exactly the
        value.

    Examples
    --------
    Two players toss a coin in turns; who throws heads wins. The first may also give up for 1/4:

    >>> from gmpy2 import mpq
    >>> half = mpq(1, 2)
    >>> actions = [Action(half, {1: half}), Action(mpq(1, 4), {}), Action(mpq(0), {0: half})]
    >>> solve_component(Block([0, 1], [0, 2, 3], np.array([.5, .25, 0]), [(0, 1, .5), (2, 0, .5)], actions.__getitem__))
    ([mpq(2,3), mpq(1,3)], [[0], [0]])
    """
    matrix = _matrix(block)
    choice = _guess(block, matrix)
    actions: dict[int, Action] = {}
    while True:
        for y in choice:
            actions.setdefault(y, block.action(y))
        values = _exact_values([actions[y] for y in choice])
        best, moves = best_moves(block, matrix, values, actions)
        wrong = [x for x, value in enumerate(best) if value != values[x]]
        if not wrong:
            return values, [[y - start for y in own] for own, start in zip(moves, block.first, strict=False)]
        for x in [x for x in wrong if block.seats[x] == 1] or wrong:
            choice[x] = moves[x][0]


def best_moves(
    block: Block, matrix: Any, values: list[Any], actions: dict[int, Action]
) -> tuple[list[Any], list[list[int]]]:
    """The best moves by the exact values of a pair of strategies: what they are worth, and all of them.

    Parameters
    ----------
    block : Block
        The component.
    matrix : float array or sparse array
        Its `inside_matrix`.
    values : list of mpq
        One for each position.
    actions : dict from int to Action
        The moves that are known exactly; gets those that are looked at here.

    Returns
    -------
    tuple of (list of mpq, list of lists of int)
        At each position the worth of the best moves, and the moves, counted through the component.
    """

    def worth(y: int) -> Any:
        action = actions.get(y) or actions.setdefault(y, block.action(y))
        return action.known + sum(chance * values[x] for x, chance in action.inside.items())

    near = np.array([float(value) for value in values])
    about = block.known + (matrix @ near if block.inside else 0.0)
    scale = max(block.scale, float(np.abs(near).max()), float(np.abs(block.known).max()))  # gains can add up to more
    slack = max(MARGIN, (block.outcomes + 8) * 2.0**-51) * scale
    best, moves = [], []
    for x, seat in enumerate(block.seats):
        own = about[block.first[x] : block.first[x + 1]]
        maybe = np.flatnonzero(own >= near[x] - slack if seat == 0 else own <= near[x] + slack)
        exact = {block.first[x] + y: worth(block.first[x] + y) for y in maybe.tolist()}
        top = max(exact.values()) if seat == 0 else min(exact.values())
        best.append(top)
        moves.append([y for y, value in exact.items() if value == top])
    return best, moves


def _exact_values(chosen: list[Action]) -> list[Any]:
    if len(chosen) == 1:
        (action,) = chosen
        return [action.known / (1 - action.inside[0]) if action.inside else action.known]
    found = solve_block({x: Equation(action.known, action.inside) for x, action in enumerate(chosen)}, {})
    return [found[x] for x in range(len(chosen))]


def _guess(block: Block, matrix: Any) -> list[int]:
    """A best move at each position, as far as floats can tell."""
    choice, _ = float_strategies(block.seats, block.first, block.known, matrix if block.inside else None, _SLACK)
    return choice.tolist()  # type: ignore[no-any-return]


def float_strategies(
    seats: list[int],
    starts: list[int],
    known: NDArray[np.float64],
    matrix: Any,
    slack: float,
    min_gain: float = 0.0,
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Strategy iteration in floats.

    Parameters
    ----------
    seats, starts, known
        As in `Block` (`first` is `starts`).
    matrix : float array or sparse array, shape (moves, positions), or None
        Probabilities within the component; None if there are none.
    slack : float
        A move is better if it is so by this part of the value.
    min_gain : float
        And by so much; below what rounding does, floats may go in circles where a value is near 0 and others are not.

    Returns
    -------
    tuple of (int array, float array), length positions
        A move for each position, counted through all moves, and the values of these moves; not finite where floats
        find the equations singular.
    """
    first = np.array(starts)
    minimizes = np.array(seats) == 1
    sign = np.where(minimizes, -1.0, 1.0)
    owner = np.repeat(np.arange(len(seats)), np.diff(first))
    choice = first[:-1].copy()
    for _ in range(_ROUNDS):
        values = _solve(matrix, known, choice) if matrix is not None else known[choice]
        if not np.isfinite(values).all():
            break
        worth = (known + (matrix @ values if matrix is not None else 0.0)) * sign[owner]
        best = np.maximum.reduceat(worth, first[:-1])
        better = best > values * sign + slack * np.abs(values) + min_gain
        if (better & minimizes).any():
            better &= minimizes
        if not better.any():
            break
        is_best = np.flatnonzero(worth == best[owner])
        _, at = np.unique(owner[is_best], return_index=True)  # the first of the best moves of each position
        choice = np.where(better, is_best[at], choice)
    return choice, values


def _matrix(block: Block) -> Any:
    return inside_matrix(block.inside, len(block.known), len(block.seats))


def inside_matrix(inside: list[tuple[int, int, float]], moves: int, count: int) -> Any:
    """Probabilities within a component as a matrix, sparse if it is large."""
    rows, columns, chances = zip(*inside, strict=True) if inside else ((), (), ())
    if count > _DENSE:
        return csr_array((chances, (rows, columns)), shape=(moves, count))
    matrix = np.zeros((moves, count))
    np.add.at(matrix, (rows, columns), chances)  # a move may lead to a position in several ways
    return matrix


def _solve(matrix: Any, known: NDArray[np.float64], choice: NDArray[np.int64]) -> NDArray[np.float64]:
    """Values of a pair of strategies; not finite where floats find the equations singular."""
    return solve_linear(matrix[choice], known[choice])


def solve_linear(own: Any, known: NDArray[np.float64]) -> NDArray[np.float64]:
    """The solution of ``x = known + own x``, dense or sparse; not finite where floats find it singular."""
    try:
        if isinstance(own, np.ndarray):
            return np.asarray(np.linalg.solve(np.eye(len(known)) - own, known), dtype=np.float64)
        return np.asarray(splu((identity(len(known)) - own).tocsc()).solve(known), dtype=np.float64)
    except (np.linalg.LinAlgError, RuntimeError):  # RuntimeError: SuperLU's word for singular
        return np.full(len(known), np.nan)
