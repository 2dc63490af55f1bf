"""Convert a solution to plain data for pages: moves, outcomes, exact values, and positions by their fields."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from ..game import Game, Position
from ..runtime.executors import Progress
from ..runtime.run import track
from ..solution import Solution
from ..solver.model import Model, explore
from ..solver.numbered import Interned, Numbered, intern
from .rows import find_seat_field, list_field_names, list_field_values, number_levels

#: Maximum number of positions on a page, about as many as a browser shows without a noticeable wait.
MAX_POSITIONS = 30_000

#: Maximum total number of digits in the values on a page; these take about 12 MB when compressed.
MAX_DIGITS = 20_000_000


def check_size(game: Game, more: Sequence[Position] = ()) -> Model:
    """Return the model of a game, with the positions in `more`; raise ValueError if it is too large for a page."""
    try:
        return explore(game, max_positions=MAX_POSITIONS, more=more)
    except MemoryError as error:
        raise ValueError(
            f"{game.name} is too large: a page holds at most {MAX_POSITIONS:,} positions, "
            f"and {20 * MAX_POSITIONS:,} moves and continuing outcomes together"
        ) from error


def flatten_solution(
    solution: Solution,
    more: Iterable[Position] = (),
    progress: Progress | None = None,
    standing: Callable[[Any], str] | None = None,
) -> dict[str, Any]:
    """Return all positions, moves and outcomes as flat lists of indices, and the exact value of every position.

    `more` lists further positions to include; it is ignored if the solution stores its model. `standing` describes a
    position in words. The result is data for JSON, except for the moves in ``names``. Its keys are:

    - ``fields``: the names of the fields of positions; ``seat_field``: the field with the player to move, or ""
    - ``start``: the index of the position where the game starts
    - ``levels``: for each field, its distinct values, sorted
    - ``at``: for each field, its value at each position, as an index into the field's levels
    - ``seats``: a string with the player to move, 0 or 1, at each position
    - ``values``: for each position, its value for the player to move, as a fraction in text
    - ``standing``: for each position, its description; None without `standing`
    - ``counts``: for each position, its number of moves; ``names``: the distinct moves
    - ``moves``: for each move, an index into ``names``; ``best``: a string with 1 for each best move, 0 for others
    - ``sizes``: for each move, its number of outcomes
    - ``chances``, ``payoffs``: the distinct probabilities, and the distinct payoffs of seat 0, as text
    - ``chance``: for each outcome, an index into ``chances``
    - ``after``: for each outcome, the index of the next position, or -1 - n if the game ends with ``payoffs[n]``
    """
    game = solution.game
    others = list(map(game.position, more))
    # The general method solves only the positions that play can reach from the start.
    model: Model = getattr(solution, "model", None) or check_size(game, others)
    if model.gains is not None:
        raise ValueError(f"{game.name} has rewards for moves, which a page cannot show")
    positions = model.positions
    if len(positions) > MAX_POSITIONS:
        raise ValueError(f"{game.name} has {len(positions):,} positions; a page holds at most {MAX_POSITIONS:,}")
    values, best, digits = [], np.zeros(len(model.moves), dtype=np.bool_), 0
    for number, position in enumerate(track("values", positions, progress)):
        values.append(str(solution.value_at(position)))
        digits += len(values[-1])
        if digits > MAX_DIGITS:
            raise ValueError(f"{game.name}: values must have at most {MAX_DIGITS:,} digits in all to fit on a page")
        good = solution.best_moves_at(position)
        move_range = slice(model.first_move[number], model.first_move[number + 1])
        best[move_range] = [move in good for move in model.moves[move_range]]
    fields = list_field_names(positions)
    columns = list(zip(*(list_field_values(fields, position) for position in positions), strict=True))
    if len(set(zip(*columns, strict=True))) < len(positions):  # different positions have the same text
        fields, columns = ["position"], [tuple(f"{number}: {position}" for number, position in enumerate(positions, 1))]
    levels, numbers = number_levels(columns)
    return {
        "start": model.start,
        "fields": fields,
        "levels": levels,
        "at": numbers,
        "seat_field": find_seat_field(game, fields, positions),
        "seats": "".join(map(str, model.seats.tolist())),
        "values": values,
        **_flatten_moves(model),
        "best": "".join(map(str, best.astype(int).tolist())),
        "standing": [standing(position) for position in positions] if standing else None,
    }


def _flatten_moves(model: Model) -> dict[str, Any]:
    """Return the moves and their outcomes as indices into tables of distinct names and numbers."""
    moves, first, chances = intern(model.moves), model.first_outcome.tolist(), Interned()
    payoffs = {payoff: ~at for at, payoff in enumerate(model.payoffs)}
    onward = [chances.number(chance) for chance in model.probability_table]
    ends = [[(chances.number(chance), payoffs[payoff]) for payoff, chance in over] for over in model.end_table]
    chance, after, sizes = [], [], []
    for y, over in enumerate(Numbered(ends, model.end_numbers)):
        reach = slice(first[y], first[y + 1])
        chance += [onward[number] for number in model.probability_numbers[reach].tolist()] + [at for at, _ in over]
        after += model.targets[reach].tolist() + [payoff for _, payoff in over]
        sizes.append(first[y + 1] - first[y] + len(over))
    return {
        "names": moves.table,
        "counts": np.diff(model.first_move).tolist(),
        "moves": moves.numbers.tolist(),
        "sizes": sizes,
        "chances": list(map(str, chances.table)),
        "payoffs": list(map(str, model.payoffs)),
        "chance": chance,
        "after": after,
    }
