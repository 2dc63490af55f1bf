"""Lines that certificates of values and of bounds share: the head, the table of numbers, moves; order and ranks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..game import Game
from ..solver.components import find_components
from ..solver.given_strategies import Followed
from ..solver.model import Model
from .names import NameBook, line_of_name, parameter_text, position_name
from .ranks import promised_sides, rank_positions


def header(game: Game, kind: str, worth: Any, unit: Any) -> Iterator[str]:
    """The first lines, up to the table of numbers."""
    given: tuple[int, ...] = ()
    if isinstance(game, Followed):
        given, game = game.given_seats, game.game
    yield "odds 1"
    yield f"game {line_of_name(game.name)}"
    for key, value in game.parameters.items():
        yield f"parameter {key} {parameter_text(value)}"
    yield f"kind {kind}"
    yield f"given {','.join(map(str, given)) or 'none'}"
    yield f"infinite {'never' if worth is None else worth}"
    yield "rewards none"
    if unit is not None:
        yield f"unit {unit}"


class NumberTable:
    """The distinct probabilities and payoffs of a model, by number."""

    def __init__(self, model: Model) -> None:
        found = set(model.probabilities)
        for over in model.ends:
            for pair in over:
                found.update(pair)
        self.numbers = sorted(found)
        self.at = {one: at for at, one in enumerate(self.numbers)}

    def lines(self) -> Iterator[str]:
        """The table."""
        yield f"numbers {len(self.numbers)}"
        for one in self.numbers:
            yield f"number {one}"


def move_lines(model: Model, x: int, number: dict[int, int], book: NumberTable) -> Iterator[str]:
    """The moves of a position, with what can follow them."""
    names = NameBook()
    for y in range(model.first_move[x], model.first_move[x + 1]):
        found = [
            f"{book.at[model.probabilities[z]]}>{number[int(model.targets[z])]}"
            for z in range(model.first_outcome[y], model.first_outcome[y + 1])
        ]
        found += [f"{book.at[chance]}={book.at[payoff]}" for payoff, chance in model.ends[y]]
        yield f"m {','.join(found)} {names.unique(position_name(model.moves[y]))}"


def position_order(model: Model) -> list[int]:
    """The positions, those to which a position leads before it, but for loops."""
    return find_components(model).members.tolist()  # type: ignore[no-any-return]


def position_ranks(
    model: Model, low: list[Any], high: list[Any], best: list[list[int]], worth: Any = None
) -> list[int] | None:
    """Ranks of all positions; None where every move leads forward, so that their order is rank enough.

    Raises
    ------
    NotProved
        There are none.
    """
    components = find_components(model)
    if worth is None and len(components.first) == len(model.positions) + 1:
        rows = model.first_outcome[model.first_move].tolist()
        targets = model.targets.tolist()
        if not any(x in targets[rows[x] : rows[x + 1]] for x in range(len(model.positions))):
            return None
    first_move, first_outcome = model.first_move.tolist(), model.first_outcome.tolist()
    targets, count = model.targets.tolist(), len(model.positions)
    moves = [
        [
            (targets[first_outcome[y] : first_outcome[y + 1]], bool(model.ends[y]))
            for y in range(first_move[x], first_move[x + 1])
        ]
        for x in range(count)
    ]
    if worth is None:
        return rank_positions(moves, [True] * count, [1] * count, best)
    sides, seats = promised_sides(low, high, worth), model.seats.tolist()
    every = [side == (1 if seat else -1) for side, seat in zip(sides, seats, strict=True)]
    return rank_positions(moves, every, sides, best)
