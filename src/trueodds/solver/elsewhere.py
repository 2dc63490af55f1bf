"""Components whose bounds other processes tighten: what goes there, and what comes back.

A part is some components of one level, so that it leads to positions alone whose bounds are done. It goes as arrays of
its own: its positions numbered in the order in which they are swept, then those outside that it leads to, with their
bounds. Outcomes keep their order, and so every sum its roundings: bounds are the same to the last bit, wherever they
are tightened.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..runtime.executors import run_chunks
from ..solution import NotProved
from .components import Components
from .flat_chain import runs
from .model import Model
from .numbered import Identity
from .sweeps import Sweeps

#: Takes a game, its components, and sweeps that have begun some of them; comes back when these are done.
Finish = Callable[[Model, Components, Sweeps], None]

#: What a part gives: bounds of its positions, and which of their moves are left; None if floats cannot bound it.
Found = tuple[NDArray[np.float64], NDArray[np.uint8]] | None


class Part(NamedTuple):
    """Some components as arrays of their own; numbers of probabilities and ends are those of the game's tables.

    Attributes
    ----------
    begin, end : int
        Which components of the game they are; the latter is left out.
    first : int64 array
        Where each begins, among their positions, and at last the number of these.
    seats, first_move, first_outcome, targets, probability_numbers, end_numbers : array
        As in `Model`; the positions outside have no moves.
    outside : float64 array, shape (positions outside, 2)
        Their bounds.
    """

    begin: int
    end: int
    first: NDArray[np.int64]
    seats: NDArray[np.int8]
    first_move: NDArray[np.int64]
    first_outcome: NDArray[np.int64]
    targets: NDArray[np.int32]
    probability_numbers: NDArray[np.int32]
    end_numbers: NDArray[np.int32]
    outside: NDArray[np.float64]


class Sender:
    """Has parts of a game bounded by whatever runs chunks, and puts what they give into the game's sweeps.

    Parameters
    ----------
    model, components, sweeps : Model, Components, Sweeps
        The game.
    finish : callable
        A function of a module, since it goes along.
    executor : str, Executor or distributed.Client
        See `runtime.executors.run_chunks`.
    """

    def __init__(self, model: Model, components: Components, sweeps: Sweeps, finish: Finish, executor: Any) -> None:
        self._model, self._components, self._sweeps = model, components, sweeps
        self._finish, self._executor = finish, executor
        self._places = np.empty(len(components.members), dtype=np.int64)
        self._places[components.members] = np.arange(len(components.members))

    def send(self, cuts: Iterable[tuple[int, int]]) -> None:
        """Have components bounded that do not lead to each other.

        Parameters
        ----------
        cuts : iterable of (int, int)
            The components of each part: the first, and the one after the last.

        Raises
        ------
        NotProved
            Floats cannot bound some component.
        WorkerError
            See `run_chunks`.
        """
        model, sweeps = self._model, self._sweeps
        function = partial(bound_part, model.probability_table, model.end_table, self._finish)
        for part, found in run_chunks(function, map(self._cut, cuts), self._executor, check_part):
            if found is None:  # it says here which position it is
                sweeps.begin(self._components.first, part.begin, part.end)
                self._finish(model, self._components, sweeps)
                continue
            members = self._members(part.begin, part.end)
            sweeps.bounds[members], sweeps.left[runs(model.first_move, members)[0]] = found

    def _members(self, begin: int, end: int) -> NDArray[np.int64]:
        first = self._components.first
        return self._components.members[first[begin] : first[end]]

    def _cut(self, cut: tuple[int, int]) -> Part:
        begin, end = cut
        model, first = self._model, self._components.first
        members = self._members(begin, end)
        moves, first_move = runs(model.first_move, members)
        outcomes, first_outcome = runs(model.first_outcome, moves)
        targets = model.targets[outcomes]
        places = self._places[targets] - first[begin]
        out = places < 0  # all that a part leads to comes before it
        outside, which = np.unique(targets[out], return_inverse=True)
        places[out] = len(members) + which
        return Part(
            begin,
            end,
            first[begin : end + 1] - first[begin],
            np.concatenate([model.seats[members], np.zeros(len(outside), dtype=np.int8)]),
            np.concatenate([first_move, np.full(len(outside), first_move[-1])]),
            first_outcome,
            places.astype(np.int32),
            model.probability_numbers[outcomes],
            model.end_numbers[moves],
            self._sweeps.bounds[outside],
        )


def bound_part(probabilities: list[Any], ends: list[Any], finish: Finish, part: Part) -> Found:
    """Tighten the bounds of a part, wherever this runs; the tables are the game's."""
    count = len(part.seats)
    model = Model(
        game=None,  # type: ignore[arg-type]  # rules do not travel
        positions=range(count),
        index=Identity(count),
        seats=part.seats,
        first_move=part.first_move,
        moves=range(len(part.end_numbers)),
        first_outcome=part.first_outcome,
        targets=part.targets,
        probability_table=probabilities,
        probability_numbers=part.probability_numbers,
        end_table=ends,
        end_numbers=part.end_numbers,
    )
    own = int(part.first[-1])
    first = np.append(part.first, count)  # those outside are one more component, which is never begun
    components = Components(np.arange(count), first, np.repeat(np.arange(len(first) - 1), np.diff(first)))
    sweeps = Sweeps(model, components)
    sweeps.bounds[own:] = part.outside
    sweeps.begin(first, 0, len(first) - 2)
    try:
        finish(model, components, sweeps)
    except NotProved:
        return None
    return sweeps.bounds[:own], sweeps.left


def check_part(part: Part, found: Any) -> None:
    """Refuse what cannot be what a part gives.

    Raises
    ------
    ValueError
        It is something else.
    """
    if found is None:
        return
    shapes = [("float64", (int(part.first[-1]), 2)), ("uint8", (len(part.end_numbers),))]
    if [(getattr(one, "dtype", None), getattr(one, "shape", None)) for one in found] != shapes:
        raise ValueError(f"bounds of {part.first[-1]} positions and {len(part.end_numbers)} moves were asked for")
    bounds, left = found
    if not (bounds[:, 0] <= bounds[:, 1]).all() or not (left <= 1).all():
        raise ValueError("a lower bound is above the upper one, or a move neither left nor out")


def cut_evenly(work: NDArray[np.int64], begin: int, end: int, size: int) -> Iterator[tuple[int, int]]:
    """Components from one to another in parts of about so much work.

    Parameters
    ----------
    work : int64 array, length components + 1
        What there is to do before each component.
    begin, end : int
        The components; the latter is left out.
    size : int
        Work of a part.

    Examples
    --------
    >>> list(cut_evenly(np.array([0, 1, 2, 3, 9, 10]), 0, 5, 2))
    [(0, 2), (2, 4), (4, 5)]
    """
    while begin < end:
        upto = min(max(begin + 1, int(np.searchsorted(work, work[begin] + size))), end)
        yield begin, upto
        begin = upto
