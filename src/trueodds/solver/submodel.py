"""Derive a model with fewer positions or moves, with merged end components, or with one move per position."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
from gmpy2 import mpq
from numpy.typing import NDArray
from scipy.sparse import csr_array
from scipy.sparse.csgraph import breadth_first_order

from .graph import find_end_components
from .model import Model
from .numbered import Identity, Numbered


def compute_offsets(sizes: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the offsets at which consecutive runs of the given sizes begin and the last run ends."""
    starts = np.zeros(len(sizes) + 1, dtype=np.int64)
    np.cumsum(sizes, out=starts[1:])
    return starts


def list_elements(first: NDArray[np.int64], rows: NDArray[Any]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the elements of the given rows, row by row, and the offsets at which rows begin and the last row ends.

    Row y has the elements ``first[y]:first[y+1]``.
    """
    begin = first[rows]
    sizes = first[rows + 1] - begin
    starts = compute_offsets(sizes)
    return np.arange(starts[-1]) + np.repeat(begin - starts[:-1], sizes), starts


def _select(
    model: Model, kept: NDArray[np.int64], first_move: NDArray[np.int64], place: NDArray[Any], **fields: Any
) -> Model:
    """Return the model with only the moves in `kept`, in the order given; `place` holds each position's new number."""
    outcomes, first_outcome = list_elements(model.first_outcome, kept)
    return replace(
        model,
        first_move=first_move,
        first_outcome=first_outcome,
        targets=place[model.targets[outcomes]].astype(np.int32),
        probability_numbers=model.probability_numbers[outcomes],
        end_numbers=model.end_numbers[kept],
        gains=None if model.gains is None else Numbered(model.gains.table, model.gains.numbers[kept]),
        **fields,
    )


class Restricted(NamedTuple):
    """A part of a model."""

    model: Model  # the remaining positions and moves
    positions: NDArray[np.int64]  # the number of each position in the whole model
    moves: NDArray[np.int64]  # the number of each move in the whole model


def restrict(model: Model, inside: NDArray[np.bool_] | None, allowed: NDArray[np.bool_] | None = None) -> Restricted:
    """Return the part of a model inside a set of positions, without the moves that may lead outside.

    `inside` marks the set, `allowed` the moves that may be made; None stands for all. Each position of the set must
    have an allowed move that cannot lead outside.
    """
    count = len(model.positions)
    kept = np.ones(len(model.moves), dtype=np.bool_) if allowed is None else allowed
    names: dict[str, Any] = {}
    positions = np.arange(count)
    if inside is not None:
        kept = kept & inside[model.graph.owners] & ~model.graph.may_lead(~inside[model.targets])
        positions = np.flatnonzero(inside)
        position_names = [model.positions[x] for x in positions.tolist()]
        names = {"positions": position_names, "index": {name: x for x, name in enumerate(position_names)}}
    moves = np.flatnonzero(kept)
    first_move = np.searchsorted(moves, np.append(model.first_move[positions], model.first_move[-1]))
    place = np.zeros(count, dtype=np.int32)
    place[positions] = np.arange(len(positions), dtype=np.int32)
    names["moves"] = Numbered(model.moves, moves)
    part = _select(model, moves, first_move, place, seats=model.seats[positions], **names)
    return Restricted(part, positions, moves)


def merge_end_components(model: Model, seat: int) -> tuple[Model, NDArray[np.int64]]:
    """Merge each maximal end component into one position, in a game in which only `seat` has a choice.

    The merged position keeps the moves that do not belong to the component, and an additional move ends the game with
    the value of infinite play. If moves have rewards, components consist of moves without a reward, and the additional
    move is omitted: `seat` is then 1, and a play that never ends costs it an infinite amount. The second result gives,
    for each old position, its number in the new game.
    """
    free = None
    if model.gains is not None:
        free = np.array([gain == 0 for gain in model.gains.table], dtype=np.bool_)[model.gains.numbers]
    numbers, stays = find_end_components(model, free)
    merged = int(numbers.max()) + 1
    unmerged = numbers < 0
    place = np.where(unmerged, merged + np.cumsum(unmerged) - 1, numbers)
    moves = np.flatnonzero(~stays)
    owners = place[model.graph.owners[moves]]
    if free is None:
        wait = len(model.moves)  # an additional move, to stay forever
        model = replace(
            model,
            first_outcome=np.append(model.first_outcome, model.first_outcome[-1]),
            end_table=[*model.end_table, ((model.infinite_play, mpq(1)),)],
            end_numbers=np.append(model.end_numbers, np.int32(len(model.end_table))),
        )
        moves = np.concatenate([moves, np.full(merged, wait)])
        owners = np.concatenate([owners, np.arange(merged)])
    count = merged + int(unmerged.sum())
    order = np.argsort(owners, kind="stable")
    first_move = compute_offsets(np.bincount(owners, minlength=count))
    seats = np.full(count, seat, dtype=np.int8)  # the other seat's positions have one move
    names = {"positions": range(count), "index": Identity(count), "moves": range(len(moves))}
    return _select(model, moves[order], first_move, place, seats=seats, **names), place


def follow_moves(
    model: Model, choice: NDArray[np.int64], start: int, first: int | None = None
) -> tuple[Model, NDArray[np.int64]]:
    """Return the chain of positions to which given moves lead from `start`, and each position's number in the model.

    `choice` is the move at each position, by its number in the model. If `first` is given, play begins with this move,
    at an extra position numbered ``len(model.positions)``.
    """
    count = len(model.positions)
    made = choice if first is None else np.append(choice, first)
    at, rows = list_elements(model.first_outcome, made)
    graph = csr_array((np.ones(len(at), dtype=np.int8), model.targets[at], rows), shape=(len(made), len(made)))
    begin = start if first is None else count
    order = breadth_first_order(graph, begin, return_predecessors=False).astype(np.int64)
    place = np.zeros(len(made), dtype=np.int32)
    place[order] = np.arange(len(order), dtype=np.int32)
    seats = np.zeros(len(order), dtype=np.int8)  # nobody has a choice
    names = {"positions": range(len(order)), "index": Identity(len(order)), "moves": range(len(order))}
    chain = _select(model, made[order], np.arange(len(order) + 1, dtype=np.int64), place, seats=seats, **names)
    return chain, order
