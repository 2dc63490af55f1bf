"""Build the arrays of a game from those states of a model that play can reach before it is decided."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from scipy.sparse.csgraph import breadth_first_order

from ..runtime.interrupts import check_interrupt
from ..runtime.memory import require_memory
from ..solver.model import Model
from ..solver.numbered import Numbered
from ..solver.submodel import list_elements
from .transitions import Transitions

_UNDECIDED = -1
_BYTES = 120  # bytes of memory for each position and each outcome while layers of steps are built
_MOST_LAYERED = 1 << 26  # maximum number of positions in all layers; building that many takes half a minute

_Ints = NDArray[np.int64]


def flatten(
    transitions: Transitions,
    seats: _Ints,
    decided: _Ints,
    lasting: int,
    steps: int | None,
    name: str,
) -> tuple[Model, _Ints]:
    """Return the arrays of the game in which play ends in the decided states of a model and at the step bound, if any.

    `decided` is the payoff, 0 or 1, of states where play is decided, and -1 elsewhere; `lasting` is the payoff of play
    still undecided at the step bound. The second result is the number in `transitions` of each move of the game, or -1
    for a move that is not in `transitions`.
    """
    states = transitions.states
    start = transitions.start
    if decided[start] != _UNDECIDED or steps == 0:
        payoff = lasting if decided[start] == _UNDECIDED else int(decided[start])
        position = states[start] if steps is None else (*states[start], steps)
        arrays = ([int(seats[start])], [0, 1], [0, 1], [1], [1], [0], [payoff])
        return Model.from_arrays(*arrays, name=name, positions=[position], moves=["end"]), np.array([-1])
    layers = _reached(transitions, decided, start) if steps is None else _layers(transitions, decided, steps)
    order = np.concatenate(layers)
    level = np.repeat(np.arange(len(layers)), [len(layer) for layer in layers])
    moves, first_move = list_elements(transitions.first_move, order)
    outcomes, first_outcome = list_elements(transitions.first_outcome, moves)
    targets = transitions.targets[outcomes]
    count = len(order)
    if steps is None:
        number = np.zeros(len(transitions), dtype=np.int64)
        number[order] = np.arange(count)
        after = number[targets]
        over = decided[targets] != _UNDECIDED
        positions = [states[x] for x in order.tolist()]
    else:
        after, over = _find_successors(layers, level, first_outcome[first_move], targets, decided, len(transitions))
        steps_left = (steps - level).tolist()
        positions = [(*states[x], more) for x, more in zip(order.tolist(), steps_left, strict=True)]
    # The ends of a move get different numbers, because no target may appear twice in a move.
    pays = np.where(decided[targets] == _UNDECIDED, lasting, decided[targets])
    row = np.repeat(np.arange(len(moves)), np.diff(first_outcome))
    before = np.cumsum(over) - over
    index_in_move = before - before[first_outcome[:-1]][row]
    code = np.where(over, count + 2 * index_in_move + pays, after)
    pairs = int(index_in_move[over].max(initial=-1)) + 1
    model = Model.from_arrays(
        seats[order],
        first_move,
        first_outcome,
        code,
        transitions.table,
        transitions.which[outcomes],
        [0, 1] * pairs,
        name=name,
        positions=positions,
        moves=Numbered(transitions.moves.table, transitions.moves.numbers[moves]),
    )
    return model, moves


def _reached(transitions: Transitions, decided: _Ints, start: int) -> list[_Ints]:
    """Return the states that play can reach before it is decided, in breadth-first order, as one layer."""
    owner, targets = transitions.owner_of_outcome, transitions.targets
    continues = (decided[owner] == _UNDECIDED) & (decided[targets] == _UNDECIDED)
    rows = np.concatenate([[0], np.cumsum(continues)])[transitions.rows]
    count = len(transitions)
    graph = csr_array((np.ones(int(rows[-1]), dtype=np.int8), targets[continues], rows), shape=(count, count))
    return [breadth_first_order(graph, start, return_predecessors=False).astype(np.int64)]


def _layers(transitions: Transitions, decided: _Ints, steps: int) -> list[_Ints]:
    """Return, as layers, the undecided states reached in exactly 0, 1, …, `steps` - 1 steps, until none remain."""
    layers = [np.array([transitions.start])]
    total, expected = 1, 0
    largest = int(np.diff(transitions.rows).max())
    seen = {layers[0].tobytes(): 0}
    for done in range(1, steps):
        check_interrupt()
        outcomes, _ = list_elements(transitions.rows, layers[-1])
        after = np.unique(transitions.targets[outcomes])
        after = after[decided[after] == _UNDECIDED]
        if not len(after):
            break
        total += after.size
        if not expected and (before := seen.setdefault(after.tobytes(), done)) != done:  # the layers repeat from here
            round_trip = sum(layer.size for layer in layers[before:])
            expected = total + round_trip * ((steps - 1 - done) // (done - before))
        what = f"{steps:,} steps of {transitions.name}"
        if max(total, expected) > _MOST_LAYERED:
            raise MemoryError(f"{what} need more than {_MOST_LAYERED:,} pairs of a state and a number of steps left")
        require_memory(max(total, expected) * _BYTES * (1 + largest), what)
        layers.append(after)
    return layers


def _find_successors(
    layers: list[_Ints], level: _Ints, rows: _Ints, targets: _Ints, decided: _Ints, count: int
) -> tuple[_Ints, NDArray[np.bool_]]:
    """Return, for each outcome, the next position's number (undefined if the game ends), and whether the game ends."""
    keys = np.concatenate([at * count + layer for at, layer in enumerate(layers)])  # sorted, because each layer is
    levels = np.repeat(level, np.diff(rows))
    over = (decided[targets] != _UNDECIDED) | (levels == len(layers) - 1)
    return np.searchsorted(keys, (levels + 1) * count + targets), over
