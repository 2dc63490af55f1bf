"""Write a solution as a certificate: its positions, values, best moves and ranks as lines of an .odds file."""

from __future__ import annotations

import gzip
import os
from collections.abc import Iterable, Iterator
from typing import Any

from ..runtime.files import atomic_write
from ..solution import Solution, SolutionOfStart
from ..solver import bounded, general
from ..solver.bounded import BoundedSolution
from ..solver.general import GeneralSolution, RewardSolution
from ..solver.graph import mark_moves
from ..solver.model import Model, explore
from .bounds import format_bounds_certificate
from .lines import add_checksum, format_model_certificate

#: Maximum numbers of positions in a certificate of exact values: the first if all values are known, the second if they
#: must be computed. Solutions by the general method have no limit.
MAX_VALUES, MAX_COMPUTED = 40_000, 3_000


def write_lines(lines: Iterable[str], path: str | os.PathLike[str]) -> None:
    """Write the lines of a certificate and their checksum to a file."""
    with atomic_write(path) as file:
        if str(path).endswith(".gz"):
            # The file stores no name and no time, so that equal answers give equal files.
            with gzip.GzipFile("", "wb", 6, file.buffer, mtime=0) as packed:
                packed.writelines(line.encode() for line in add_checksum(lines))
        else:
            file.writelines(add_checksum(lines))


def format_certificate(solution: Solution, model: Model | None = None) -> Iterator[str]:
    """Return the lines of a solution's certificate, without the checksum."""
    if isinstance(solution, (RewardSolution, GeneralSolution)):
        return format_values_certificate(solution.model, solution.values, solution.best)
    if isinstance(solution, BoundedSolution):
        return format_bounds_certificate(solution.model, solution.bounds.low, solution.bounds.high, solution)
    model = model or explore(solution.game)
    if len(model.positions) > (MAX_VALUES if solution.values_everywhere else MAX_COMPUTED):
        found_bounds = bounded.bound_moves(model).bounds
        return format_bounds_certificate(model, found_bounds.low, found_bounds.high, solution)
    if solution.values_everywhere:
        return format_values_certificate(model, *_own_values(model, solution))
    general_solution = general.solve(solution.game)
    if isinstance(solution, SolutionOfStart) and solution.start_value is None:  # only the moves are known so far
        solution = solution.with_value()
    if general_solution.value != solution.value:
        raise AssertionError("two methods disagree; please report this")
    return format_values_certificate(general_solution.model, general_solution.values, general_solution.best)


def _own_values(model: Model, solution: Solution) -> tuple[list[Any], list[list[int]]]:
    """Return the values for seat 0 at all positions, and the best moves as indices into each position's moves."""
    values, best = [], []
    for x, position in enumerate(model.positions):
        value, best_here = solution.value_at(position), solution.best_moves_at(position)
        values.append(value if model.seats[x] == 0 else 1 - value)
        moves = model.moves[model.first_move[x] : model.first_move[x + 1]]
        best.append([y for y, move in enumerate(moves) if move in best_here])
    return values, best


def format_values_certificate(model: Model, values: list[Any], best: list[list[int]]) -> Iterator[str]:
    """Return the lines of a certificate that states the values of all positions, without the checksum.

    `values` are for seat 0; `best` holds the best moves of each position, as indices into its moves.
    """
    marks = mark_moves(model, best)
    return format_model_certificate(model, None, marks, marks, [values], [values[model.start]])
