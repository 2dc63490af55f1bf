"""Write a solution as a certificate: its positions, values, best moves and ranks as lines of an .odds file."""

from __future__ import annotations

import gzip
import io
import math
import os
from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..runtime.files import atomic_write
from ..solution import Solution, SolutionOfStart
from ..solver import bounded, general
from ..solver.bounded import BoundedSolution
from ..solver.checked_rules import worth_of_infinite_play
from ..solver.general import GeneralSolution, RewardSolution
from ..solver.model import Model, explore
from .bounds import bounds_certificate
from .lines import model_certificate, sealed
from .ranks import position_ranks

#: Positions up to which exact values of all are written: of a solution that has them, and if they are to be computed.
MAX_VALUES, MAX_COMPUTED = 40_000, 3_000


def write_certificate(solution: Solution, path: str | os.PathLike[str]) -> None:
    """Write a solution as a certificate: a text file that proves the answer without this package.

    Parameters
    ----------
    solution : Solution
        Of any game and method.
    path : path
        The file, written whole or not at all; packed by gzip if its name ends in ``.gz``.

    Raises
    ------
    MemoryError
        The game has too many positions to be written down.
    NotProved
        The solution does not hold together; nothing is written.

    Examples
    --------
    >>> import tempfile, pathlib, trueodds
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "answer.odds")
    ...     write_certificate(trueodds.solve(trueodds.RiskOrSafety(target=1)), path)
    ...     print(path.read_text().splitlines()[0])
    odds 1
    """
    write_lines(certificate(solution), path)


def write_lines(lines: Iterable[str], path: str | os.PathLike[str]) -> None:
    """Seal the lines of a certificate and write them, as `write_certificate` does."""
    with atomic_write(path) as file:
        if str(path).endswith(".gz"):
            # No name and no time inside, so that the same answer is the same file.
            with (
                gzip.GzipFile("", "wb", 6, file.buffer, mtime=0) as packed,
                io.TextIOWrapper(packed, "utf-8", newline="\n") as text,
            ):
                text.writelines(sealed(lines))
        else:
            file.writelines(sealed(lines))


def certificate(solution: Solution, model: Model | None = None) -> Iterator[str]:
    """The lines of a solution's certificate, without the seal; give the model if the game has been explored.

    Raises
    ------
    MemoryError, NotProved
        As for `write_certificate`.
    """
    worth = worth_of_infinite_play(solution.game)
    if isinstance(solution, RewardSolution):
        return values_certificate(solution.model, solution.values, solution.best, math.inf, solution.model.start)
    if isinstance(solution, GeneralSolution):
        return values_certificate(solution.model, solution.values, solution.best, worth, solution.model.start)
    if isinstance(solution, BoundedSolution):
        return bounds_certificate(solution.model, solution.bounds.low, solution.bounds.high, solution)
    model = model or explore(solution.game)
    if len(model.positions) > (MAX_VALUES if solution.values_everywhere else MAX_COMPUTED):
        found_bounds = bounded.bound_moves(model).bounds
        return bounds_certificate(model, found_bounds.low, found_bounds.high, solution)
    if solution.values_everywhere:
        values, best = _own_values(model, solution)
        return values_certificate(model, values, best, worth)
    found = general.solve(solution.game)
    if isinstance(solution, SolutionOfStart) and solution.start_value is None:  # only moves were asked for so far
        solution = solution.with_value()
    if found.value != solution.value:
        raise AssertionError("two methods disagree: please report this")
    return values_certificate(found.model, found.values, found.best, worth)


def _own_values(model: Model, solution: Solution) -> tuple[list[Any], list[list[int]]]:
    """The values of a solution at all positions for seat 0, and its best moves by number."""
    values, best = [], []
    for x, position in enumerate(model.positions):
        value, good = solution.value_at(position), solution.best_moves_at(position)
        values.append(value if model.seats[x] == 0 else 1 - value)
        moves = model.moves[model.first_move[x] : model.first_move[x + 1]]
        best.append([y for y, move in enumerate(moves) if move in good])
    return values, best


def values_certificate(
    model: Model, values: list[Any], best: list[list[int]], worth: Any = None, start: int = 0
) -> Iterator[str]:
    """The lines of a certificate of the values of all positions.

    Parameters
    ----------
    model : Model
        The positions.
    values : list of mpq
        The value of each for seat 0; ``math.inf`` where it gets infinitely many rewards.
    best : list of lists of int
        The best moves of each, as numbers within its moves.
    worth : mpq, optional
        What infinite play is worth to seat 0, ``math.inf`` where moves gain rewards; without it the game must end.
    start : int
        The number of the start within the model.

    Raises
    ------
    NotProved
        As for `position_ranks`: the values may be others.
    """
    ranks = position_ranks(model, values, values, _marked(model, best), worth)
    order = model.graph.components.members  # those to which a position leads before it, except in loops
    texts = [",".join(map(str, own)) for own in best]
    return model_certificate(model, worth, None, order, ranks, texts, [values], start, [values[start]])


def _marked(model: Model, best: list[list[int]]) -> NDArray[np.bool_]:
    """Best moves, given by number at each position, as marks on all moves."""
    found = np.zeros(len(model.moves), dtype=np.bool_)
    for first, own in zip(model.first_move.tolist(), best, strict=False):
        for y in own:
            found[first + y] = True
    return found
