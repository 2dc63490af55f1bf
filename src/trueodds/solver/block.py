"""Set up equations in floats for a block of a model's positions, given the values of all positions outside it.

The value of move y is ``known[y] + matrix[y] @ values``, where `values` are those of the block's positions. If k
outcomes of the move continue the game, the error of this value in floats is below ``error[y]`` times the sum of the
absolute values of its terms, plus `UNDERFLOW`. Here ``error[y]`` is (k + 4) 2^-53: each of the k + 1 terms is rounded
at most twice, and there are k additions. If a probability is below 2^-1022, the smallest normal float, the error of its
float may be as large as the float itself; ``error[y]`` is then 2.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array, identity
from scipy.sparse.linalg import splu

from .graph import Graph
from .model import Model
from .rounding import round_nearest
from .submodel import compute_offsets, list_elements

UNIT, UNDERFLOW = 2.0**-53, 2.0**-1000
_LEAST = 2.0**-1074  # the smallest float above 0
_DENSE = 300  # maximum number of positions of a block whose matrix is dense

Floats = NDArray[np.float64]


class Blocks:
    """A model from which blocks can be cut; payoffs and gains are divided by `unit`."""

    def __init__(self, model: Model, unit: Any) -> None:
        self.model = model
        chances = [max(round_nearest(p), _LEAST) for p in model.probability_table]  # 0 times infinity is undefined
        self.chances = np.array(chances)[model.probability_numbers]
        constants = model.constants
        self.constants = np.array([round_nearest(constant / unit) for constant in constants.table])[constants.numbers]
        self._place: NDArray[np.int32] = np.full(len(model.positions), -1, dtype=np.int32)

    def cut(self, members: NDArray[np.int64], values: Floats) -> Block:
        """Return the equations of the positions `members`, given the values of those outside."""
        model = self.model
        moves, first = list_elements(model.first_move, members)
        outcomes, rows = list_elements(model.first_outcome, moves)
        self._place[members] = np.arange(len(members))
        targets, chances = model.targets[outcomes], self.chances[outcomes]
        place = self._place[targets]
        self._place[members] = -1
        inside, count, sizes = place >= 0, len(moves), np.diff(rows)
        movers = np.repeat(np.arange(count), sizes)
        constants = self.constants[moves]
        others = ~inside
        outside, of_move = chances[others] * values[targets[others]], movers[others]
        block = Block()
        block.members, block.moves, block.first = members, moves, first
        block.owners = np.repeat(np.arange(len(members)), np.diff(first))
        block.sign = np.where(model.seats[members] == 1, -1.0, 1.0)
        block.known = constants + np.bincount(of_move, outside, count)
        block.size = np.abs(constants) + np.bincount(of_move, np.abs(outside), count)
        block.error = np.where(np.bincount(movers, chances < 2.0**-1022, count) > 0, 2.0, (sizes + 4) * UNIT)
        block.rows, block.columns, block.chances = movers[inside], place[inside], chances[inside]
        block.leaves = model.may_end[moves] | (np.bincount(block.rows, minlength=count) < sizes)
        return block


class Block:
    """The equations of a block of positions, in which positions and moves are numbered from 0."""

    members: NDArray[np.int64]  # the numbers of the positions in the model
    moves: NDArray[np.int64]  # the numbers of their moves in the model
    first: NDArray[np.int64]  # position x has the moves first[x] to first[x + 1] - 1
    owners: NDArray[np.int64]  # the position of each move
    sign: Floats  # 1 for each position whose player maximizes, -1 for all others
    known: Floats  # each move's gain plus the contribution of ends and of positions outside
    size: Floats  # the sum of the absolute values of the terms of `known`
    error: Floats  # the error of each move's value, relative to the sum of the absolute values of all its terms
    rows: NDArray[np.int64]  # the move of each outcome inside the block
    columns: NDArray[np.int32]  # the position to which each of these outcomes leads
    chances: Floats  # the probability of each of these outcomes
    leaves: NDArray[np.bool_]  # for each move, whether it may end the game or lead outside

    @cached_property
    def matrix(self) -> Any:
        """The probabilities of outcomes inside the block, one row per move; None if there are no such outcomes."""
        if not len(self.rows):
            return None
        shape = moves, count = len(self.moves), len(self.members)
        if count > _DENSE:
            return csr_array((self.chances, (self.rows, self.columns)), shape=shape)
        # A move may lead to a position in several ways.
        return np.bincount(self.rows * count + self.columns, self.chances, moves * count).reshape(shape)

    @cached_property
    def graph(self) -> Graph:
        """The graph of the positions and outcomes inside the block."""
        return Graph(self.first, compute_offsets(np.bincount(self.rows, minlength=len(self.moves))), self.columns)

    def move_values(self, values: Floats) -> Floats:
        """Return the value of each move."""
        return self.known if self.matrix is None else self.known + self.matrix @ values

    def bound_errors(self, values: Floats) -> Floats:
        """Return a bound on the error of each move's value."""
        size = self.size if self.matrix is None else self.size + self.matrix @ np.abs(values)
        bounds: Floats = self.error * size + UNDERFLOW
        return bounds

    def best(self, move_values: Floats) -> Floats:
        """Return the best move's value at each position."""
        values: Floats = self.sign * np.maximum.reduceat(self.sign[self.owners] * move_values, self.first[:-1])
        return values

    def solve_values(self, choice: NDArray[np.int64], known: Floats, inside: NDArray[np.bool_] | None = None) -> Floats:
        """Return the positions' values if one chosen move is made at each.

        `known` is the part of each chosen move's value that does not depend on the block's values. At positions that
        are not `inside`, it is the whole value.
        """
        if self.matrix is None:
            return known
        rows = self.matrix[choice]
        if inside is not None:
            rows = rows * inside[:, None] if isinstance(rows, np.ndarray) else rows.multiply(inside[:, None]).tocsr()
        try:
            if isinstance(rows, np.ndarray):
                return np.asarray(np.linalg.solve(np.eye(len(known)) - rows, known), dtype=np.float64)
            return np.asarray(splu((identity(len(known)) - rows).tocsc()).solve(known), dtype=np.float64)
        except (np.linalg.LinAlgError, RuntimeError):  # SuperLU raises RuntimeError if the matrix is singular
            return np.full(len(known), np.nan)
