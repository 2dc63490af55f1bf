"""The lines of a certificate of values or of bounds: the header, the table of numbers, positions, moves and claim."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..game import Game
from ..runtime.interrupts import check_interrupt
from ..solver.given_strategies import Followed
from ..solver.model import Model
from ..solver.numbered import Numbered
from .names import NameBook, line_of_name, parameter_texts, position_name

_OFTEN = 4096  # positions between two looks at Ctrl-C


def sealed(lines: Iterable[str]) -> Iterator[str]:
    r"""Return lines with their ends, and last the SHA-256 of all before it.

    Examples
    --------
    >>> list(sealed(["odds 1"]))[0]
    'odds 1\n'
    """
    digest = hashlib.sha256()
    for line in lines:
        digest.update(line.encode() + b"\n")
        yield line + "\n"
    yield f"sha256 {digest.hexdigest()}\n"


def header(game: Game, kind: str) -> Iterator[str]:
    """The lines that all kinds of certificates begin with."""
    yield "odds 1"
    yield f"game {line_of_name(game.name)}"
    for key, text in parameter_texts(game).items():
        yield f"parameter {key} {text}"
    yield f"kind {kind}"


def text_of(value: Any) -> str:
    """A value as a certificate has it.

    Examples
    --------
    >>> from gmpy2 import mpq
    >>> text_of(mpq(1, 2)), text_of(math.inf)
    ('1/2', 'infinity')
    """
    return "infinity" if value == math.inf else str(value)


def model_certificate(
    model: Model,
    worth: Any,
    unit: Any,
    order: NDArray[np.int64],
    ranks: NDArray[np.int64] | None,
    best: Sequence[str],
    columns: Sequence[Sequence[Any]],
    start: int,
    claim: Sequence[Any],
) -> Iterator[str]:
    """The lines of a certificate, without the seal.

    Parameters
    ----------
    model : Model
        The positions.
    worth : mpq, float or None
        What infinite play is worth to seat 0, ``math.inf`` where moves gain rewards; None if the game must end.
    unit : mpq or None
        What bounds count in; None for values.
    order : int array, length positions
        The positions in the order in which they are written.
    ranks : int array, length positions
        None if the order of the positions is rank enough.
    best : sequence of str
        The best moves of each position, as numbers within its moves.
    columns : sequence of sequences
        Values of all positions, or lower and upper bounds in units.
    start : int
        The number of the start within the model.
    claim : sequence
        What seat 0 gets from the start: the value, or a lower and an upper bound.
    """
    game, given = model.game, "none"
    if isinstance(game, Followed):
        given, game = ",".join(map(str, game.given_seats)) or "none", game.game
    yield from header(game, "values" if unit is None else "bounds")
    yield f"given {given}"
    yield f"infinite {'never' if worth is None else text_of(worth)}"
    yield f"rewards {'moves' if worth == math.inf else 'none'}"
    if unit is not None:
        yield f"unit {unit}"
    text = text_of if worth == math.inf else str
    rank = ["-"] * len(order) if ranks is None else ranks.tolist()
    fields = (f"{rank[x]} {best[x]} {' '.join([text(own[x]) for own in columns])}" for x in order.tolist())
    yield from position_lines(model, order, fields)
    yield f"start {np.flatnonzero(order == start).item()}"
    seat = model.game.value_seat
    yield f"claim {seat} {' '.join(map(text_of, [1 - one for one in reversed(claim)] if seat else claim))}"


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


def position_lines(model: Model, order: NDArray[np.int64], fields: Iterable[str]) -> Iterator[str]:
    """The table of numbers, and positions with their moves.

    Parameters
    ----------
    model : Model
        The positions.
    order : int array, length positions
        The positions in the order in which they are written.
    fields : iterable of str
        For each position, in this order, the text between its seat and its name.
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
    for at, (x, text) in enumerate(zip(order.tolist(), fields, strict=True)):
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
    """The text of each move's reward, behind its outcomes."""
    if model.gains is None:
        return Numbered([""], np.zeros(len(model.moves), dtype=np.int8))
    table = [f",+{book.at[gain]}" if gain and gain in book.at else "" for gain in model.gains.table]
    return Numbered(table, model.gains.numbers)


def _move_names(model: Model) -> list[str]:
    """The names of all moves; those of words and whole numbers are made once."""
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
