"""A whole solution as plain data for pages and pictures: positions by fields, moves, outcomes and exact values."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from ..game import Game, Position, json_value
from ..runtime.executors import Progress
from ..solution import Solution
from ..solver.model import Model, explore

#: The most positions of a page: about as many as a browser can hold and a reader waits for.
MAX_POSITIONS = 30_000

#: The most digits of all values of a page together: about 12 MB.
MAX_DIGITS = 20_000_000

_OFTEN = 256  # positions between two calls of `progress`


def check_size(game: Game) -> Model:
    """Explore a game; ValueError, before it is solved, if it has more positions than a page holds."""
    try:
        return explore(game, max_positions=MAX_POSITIONS)
    except MemoryError as error:
        raise ValueError(
            f"{game.name} is too large: a page holds at most {MAX_POSITIONS} positions, "
            f"and {20 * MAX_POSITIONS} moves and outcomes"
        ) from error


def field_names(game: Game, positions: Sequence[Any]) -> list[str]:
    """Return the names of the fields of positions: those of a named tuple, ``part_1``, ``part_2``, … for plain tuples.

    If positions are not all tuples of one kind, the only name is ``"position"``.
    """
    names = getattr(positions[0], "_fields", None)
    if names and all(getattr(position, "_fields", None) == names for position in positions):
        return list(names)
    if all(type(position) is tuple and len(position) == len(positions[0]) > 0 for position in positions):
        return [f"part_{number}" for number in range(1, len(positions[0]) + 1)]
    return ["position"]


def field_values(names: Sequence[str], position: Any) -> list[Any]:
    """Return the fields of a position as JSON values; fields that are not numbers or text as they print."""
    parts = [position] if list(names) == ["position"] else position
    return [json_value(part) for part in parts]


def seat_field(game: Game, names: Sequence[str], positions: Sequence[Any]) -> str:
    """Return the name of the field with the player to move; empty if there is none."""
    return "seat" if "seat" in names and all(one.seat == game.seat(one) for one in positions) else ""


def graph(
    solution: Solution,
    more: Iterable[Position] = (),
    progress: Progress | None = None,
    standing: Callable[[Any], str] | None = None,
) -> dict[str, Any]:
    """Return all positions, moves and outcomes as flat lists of indices, and the exact value of every position.

    The reader computes the exact values of moves as Σ probability · value. `more` are further positions, from which
    play leads to those reachable from the start; `standing` describes a position in words. ValueError for more
    positions or digits than a page holds.

    The keys of the result, JSON except for the moves in ``names``:

    - ``fields``: names; ``levels``: the distinct values of each field, sorted; ``at``: for each field, an index for
      each position; ``seat_field``
    - ``seats``; ``values``: fractions as text, for the player to move; ``standing``: descriptions, or None
    - ``names``: the distinct moves; ``counts``: moves per position; ``moves``: indices into ``names``; ``best``: 1 for
      each best move, otherwise 0, as text
    - ``sizes``: outcomes per move; ``chances``, ``payoffs``: the distinct ones, as text; ``chance``: an index for each
      outcome; ``after``: its position, or -1, -2, … for payoff 0, 1, …
    """
    game = solution.game
    model: Model = getattr(solution, "model", None) or check_size(game)
    positions = list(dict.fromkeys([*model.positions, *map(game.position, more)]))
    if len(positions) > MAX_POSITIONS:
        raise ValueError(f"{game.name} has {len(positions)} positions; a page holds at most {MAX_POSITIONS}")
    values, right, digits = [], [], 0
    flow = _Flow(model)
    for number, position in enumerate(positions):
        if progress and number % _OFTEN == 0:
            progress("values", number, len(positions))
        values.append(str(solution.value_at(position)))
        digits += len(values[-1])
        if digits > MAX_DIGITS:
            raise ValueError(f"the exact values of {game.name} have more than {MAX_DIGITS} digits, too many for a page")
        if number >= len(model.positions):
            flow.add(position)
        right.append(solution.best_moves_at(position))
    names, moves = list(flow.names), iter(flow.moves)
    best = [
        "01"[names[next(moves)] in good] for good, count in zip(right, flow.counts, strict=True) for _ in range(count)
    ]
    fields = field_names(game, positions)
    columns = list(zip(*(field_values(fields, position) for position in positions), strict=True))
    if len(set(zip(*columns, strict=True))) < len(positions):  # some are printed alike
        fields, columns = ["position"], [tuple(f"{number}: {one}" for number, one in enumerate(positions, 1))]
    levels = [sorted(set(column), key=_place) for column in columns]
    numbers = [{value: number for number, value in enumerate(level)} for level in levels]
    return {
        "fields": fields,
        "levels": levels,
        "at": [[known[value] for value in column] for known, column in zip(numbers, columns, strict=True)],
        "seat_field": seat_field(game, fields, positions),
        "seats": "".join(str(int(game.seat(position))) for position in positions),
        "values": values,
        "names": names,
        "counts": flow.counts,
        "moves": flow.moves,
        "best": "".join(best),
        "sizes": flow.sizes,
        "chances": [str(one) for one in flow.chances],
        "payoffs": [str(one) for one in flow.payoffs],
        "chance": flow.chance,
        "after": flow.after,
        "standing": [standing(position) for position in positions] if standing else None,
    }


class _Flow:
    """Moves and their outcomes, with indices for all that is distinct; a model's are entered first."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.names: dict[Any, int] = {}
        self.chances: dict[Any, int] = {one: at for at, one in enumerate(model.probability_table)}
        self.payoffs: dict[Any, int] = {one: at for at, one in enumerate(model.payoffs)}
        self.chance: list[int] = []
        self.after: list[int] = []
        self.sizes: list[int] = []
        self.moves = [self.names.setdefault(move, len(self.names)) for move in model.moves]
        self.counts = np.diff(model.first_move).tolist()
        first, targets = model.first_outcome.tolist(), model.targets.tolist()
        numbers, ends = model.probability_numbers.tolist(), model.end_numbers.tolist()
        table = [self._ends(over) for over in model.end_table]
        for y in range(len(self.moves)):
            over = table[ends[y]]
            self.chance += numbers[first[y] : first[y + 1]] + [probability for probability, _ in over]
            self.after += targets[first[y] : first[y + 1]] + [payoff for _, payoff in over]
            self.sizes.append(first[y + 1] - first[y] + len(over))

    def _ends(self, over: Iterable[tuple[Any, Any]]) -> list[tuple[int, int]]:
        return [
            (self.chances.setdefault(chance, len(self.chances)), -1 - self.payoffs[payoff]) for payoff, chance in over
        ]

    def add(self, position: Any) -> None:
        """Add a position from which play leads to those of the model."""
        game = self.model.game
        legal = game.moves(position)
        for move in legal:
            self.moves.append(self.names.setdefault(move, len(self.names)))
            outcomes = game.outcomes(position, move)
            self.sizes.append(len(outcomes))
            for outcome in outcomes:
                self.chance.append(self.chances.setdefault(outcome.probability, len(self.chances)))
                if outcome.position is None:
                    self.after.append(-1 - self.payoffs[outcome.payoff])
                else:
                    self.after.append(self.model.find(outcome.position))
        self.counts.append(len(legal))


def _place(value: Any) -> tuple[str, Any]:
    """Return a sort key: numbers by size, text by the alphabet, for any mixture in a field."""
    if isinstance(value, (int, float)):
        return ("", value)
    return (type(value).__name__, str(value))
