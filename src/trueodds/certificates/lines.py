"""Lines that certificates of values and of bounds share: the head, the table of numbers, positions; order and ranks."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..game import Game
from ..runtime.interrupts import check_interrupt
from ..solver.bounds import Candidates
from ..solver.components import find_components
from ..solver.given_strategies import Followed
from ..solver.model import Model
from ..solver.numbered import Numbered
from .names import NameBook, line_of_name, parameter_key, parameter_text, position_name
from .ranks import promised_sides, rank_positions

_OFTEN = 4096


def header(game: Game, kind: str, worth: Any, unit: Any) -> Iterator[str]:
    """The first lines, up to the table of numbers."""
    given: tuple[int, ...] = ()
    if isinstance(game, Followed):
        given, game = game.given_seats, game.game
    yield "odds 1"
    yield f"game {line_of_name(game.name)}"
    for key, value in game.parameters.items():
        yield f"parameter {parameter_key(key)} {parameter_text(value)}"
    yield f"kind {kind}"
    yield f"given {','.join(map(str, given)) or 'none'}"
    yield f"infinite {'never' if worth is None else told(worth)}"
    yield f"rewards {'moves' if worth == math.inf else 'none'}"
    if unit is not None:
        yield f"unit {unit}"


def told(value: Any) -> str:
    """A value as it stands in a certificate.

    Examples
    --------
    >>> from gmpy2 import mpq
    >>> told(mpq(1, 2)), told(math.inf)
    ('1/2', 'infinity')
    """
    return "infinity" if value == math.inf else str(value)


def claim_of_bounds(game: Game, low: Any, high: Any) -> str:
    """The line that claims bounds of the start, given for seat 0, of the seat that the game's value tells of."""
    ends = [1 - high, 1 - low] if game.value_seat else [low, high]
    return f"claim {game.value_seat} {told(ends[0])} {told(ends[1])}"


def moves_told(best: Candidates) -> list[str]:
    """The moves that are left at each position, as they are written."""
    counts = best.count()
    left = np.flatnonzero(best.left) - np.repeat(best.first_move[:-1], counts)
    words, ends = list(map(str, left.tolist())), np.cumsum(counts)
    return [",".join(words[a:b]) for a, b in zip((ends - counts).tolist(), ends.tolist(), strict=True)]


class NumberTable:
    """The distinct probabilities, payoffs and rewards of a model, by number."""

    def __init__(self, model: Model) -> None:
        found = {model.probability_table[number] for number in np.unique(model.probability_numbers).tolist()}
        for number in np.unique(model.end_numbers).tolist():
            for pair in model.end_table[number]:
                found.update(pair)
        if model.gains is not None:
            found.update(model.gains.table[number] for number in np.unique(model.gains.numbers).tolist())
        self.numbers = sorted(found)
        self.at = {one: at for at, one in enumerate(self.numbers)}

    def lines(self) -> Iterator[str]:
        """The table."""
        yield f"numbers {len(self.numbers)}"
        for one in self.numbers:
            yield f"number {one}"


def position_lines(model: Model, order: NDArray[np.int64], said: Iterable[str]) -> Iterator[str]:
    """The table of numbers, and positions with their moves.

    Parameters
    ----------
    model : Model
        The positions.
    order : int array, length positions
        The positions in the order in which they are written.
    said : iterable of str
        Of each in this order, what stands between its seat and its name.
    """
    book = NumberTable(model)
    yield from book.lines()
    yield f"positions {len(order)}"
    place = np.empty(len(order), dtype=np.int64)
    place[order] = np.arange(len(order))
    targets = place[model.targets].tolist()
    chances = np.array([book.at.get(chance, 0) for chance in model.probability_table], dtype=np.int64)
    numbers = chances[model.probability_numbers].tolist()
    ends: list[list[str]] = [[] for _ in model.end_table]
    for number in np.unique(model.end_numbers).tolist():
        ends[number] = [f"{book.at[chance]}={book.at[payoff]}" for payoff, chance in model.end_table[number]]
    called, gains = _move_names(model), _gains(model, book)
    seats, over = model.seats.data, model.end_numbers.data
    first_move, first = model.first_move.data, model.first_outcome.data
    names = NameBook()
    for at, (x, text) in enumerate(zip(order.tolist(), said, strict=True)):
        if at % _OFTEN == 0:
            check_interrupt()
        yield f"p {seats[x]} {text} {names.unique(position_name(model.positions[x]))}"
        begin, end = first_move[x], first_move[x + 1]
        own = called[begin:end]
        if len(set(own)) < len(own):
            book_here = NameBook()
            own = [book_here.unique(name) for name in own]
        for y, name in zip(range(begin, end), own, strict=True):
            a, b = first[y], first[y + 1]
            outcomes = list(map("%d>%d".__mod__, zip(numbers[a:b], targets[a:b], strict=True)))
            yield f"m {','.join(outcomes + ends[over[y]])}{gains[y]} {name}"


def _gains(model: Model, book: NumberTable) -> Sequence[str]:
    """What stands behind the outcomes of each move, of what it gains."""
    if model.gains is None:
        return Numbered([""], np.zeros(len(model.moves), dtype=np.int8))
    table = [f",+{book.at[gain]}" if gain and gain in book.at else "" for gain in model.gains.table]
    return Numbered(table, model.gains.numbers)


def _move_names(model: Model) -> list[str]:
    """What all moves are called; names of words and of whole numbers are made once."""
    made: dict[Any, str] = {}
    found = []
    for move in model.moves:
        if type(move) in (str, int):  # no other things are equal to them and called otherwise
            name = made.get((type(move), move))
            if name is None:
                name = made[type(move), move] = position_name(move)
        else:
            name = position_name(move)
        found.append(name)
    return found


def position_ranks(
    model: Model, low: Sequence[Any], high: Sequence[Any], best: NDArray[np.bool_], worth: Any = None
) -> NDArray[np.int64] | None:
    """Ranks of all positions; None where every move leads forward, so that their order is rank enough.

    Raises
    ------
    NotProved
        There are none.
    """
    count = len(model.positions)
    if worth is None:
        rows = model.first_outcome[model.first_move]
        alone = len(find_components(model).first) == count + 1
        if alone and not (np.repeat(np.arange(count), np.diff(rows)) == model.targets).any():
            return None
        return rank_positions(model, np.ones(count, dtype=np.bool_), np.ones(count, dtype=np.int8), best)
    sides = promised_sides(low, high, worth)
    return rank_positions(model, sides == np.where(model.seats == 0, -1, 1), sides, best)
