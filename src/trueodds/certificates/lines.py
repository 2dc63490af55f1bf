"""Format the lines of a certificate: names, header, table of numbers, positions, moves, claim and checksum."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..game import Game, make_json_parameters
from ..runtime.interrupts import check_interrupt
from ..solver.given_strategies import Followed
from ..solver.model import Model
from ..solver.numbered import make_distinct
from .check_odds import JSON, UNPRINTABLE
from .ranks import find_infinite_value, rank_positions

_MAX_NAME = 400  # a longer name is cut to this number of characters, and a hash follows


def format_name(text: str) -> str:
    """Convert text to a printable name on one line."""
    text = UNPRINTABLE.sub(lambda match: match[0].encode("unicode_escape").decode(), text)
    if len(text) > _MAX_NAME:
        text = f"{text[:_MAX_NAME]} {hashlib.sha256(text.encode()).hexdigest()[:16]}"
    return text if text.strip(" ") else "?"


def format_position(thing: object) -> str:
    """Return a printable name of a position or a move."""
    if isinstance(thing, str):
        return format_name(thing)
    return format_name(repr(tuple(thing)) if isinstance(thing, tuple) else repr(thing))


def format_parameters(game: Game) -> dict[str, str]:
    """Return a game's parameters: keys as words, values as JSON that the format allows."""
    texts = {}
    for name, value in make_json_parameters(game).items():
        text = json.dumps(value).replace("\x7f", "\\u007f")
        if not JSON.fullmatch(text):
            text = json.dumps(format_name(str(value)))
        texts[format_name(name).replace(" ", "_")] = text
    return texts


def add_checksum(lines: Iterable[str]) -> Iterator[str]:
    """Yield each line with a line feed added, then a last line with the SHA-256 of all lines before it."""
    digest = hashlib.sha256()
    for line in lines:
        digest.update(line.encode() + b"\n")
        yield line + "\n"
    yield f"sha256 {digest.hexdigest()}\n"


def format_header(game: Game, kind: str) -> Iterator[str]:
    """Yield the lines with which every kind of certificate begins."""
    yield "odds 1"
    yield f"game {format_name(game.name)}"
    for key, text in format_parameters(game).items():
        yield f"parameter {key} {text}"
    yield f"kind {kind}"


def format_exact(value: Any) -> str:
    """Return a number as text, or ``infinity`` if it is infinite."""
    return "infinity" if value == math.inf else str(value)


def format_model_certificate(
    model: Model,
    unit: Any,
    best: NDArray[np.bool_],
    keeps: NDArray[np.bool_],
    columns: Sequence[Sequence[Any]],
    claim: Sequence[Any],
) -> Iterator[str]:
    """Yield the lines of a certificate, without the checksum.

    `unit` is the unit of the bounds, or None for exact values. `best` marks the best moves, or those that the bounds do
    not exclude; `keeps` is an argument of `rank_positions`. `columns` holds one column, of values for seat 0 at all
    positions, or two, of lower and upper bounds on these values in units. `claim` holds the value of the start for
    seat 0, or two bounds on it, not in units.
    """
    ranks = rank_positions(model, columns[0], columns[-1], keeps, unit or 1)
    infinite_value, game, given_seats = find_infinite_value(model), model.game, "none"
    if isinstance(game, Followed):
        given_seats, game = ",".join(map(str, game.given_seats)) or "none", game.game
    yield from format_header(game, "values" if unit is None else "bounds")
    yield f"given {given_seats}"
    yield f"infinite {'never' if infinite_value is None else format_exact(infinite_value)}"
    yield f"rewards {'moves' if infinite_value == math.inf else 'none'}"
    if unit is not None:
        yield f"unit {unit}"
    numbers = _numbers(model)
    yield f"numbers {len(numbers)}"
    yield from (f"number {number}" for number in numbers)
    order = model.graph.components.members  # except within components, positions lead only to earlier positions
    yield f"positions {len(order)}"
    left = np.flatnonzero(best)
    words = list(map(str, (left - model.first_move[model.graph.owners[left]]).tolist()))
    first_word = np.searchsorted(left, model.first_move).tolist()
    text = format_exact if infinite_value == math.inf else str
    outcomes, names = (
        _outcomes(model, order, numbers),
        make_distinct(format_position(model.positions[x]) for x in order),
    )
    seats, steps = model.seats.data, None if ranks is None else ranks.data
    first, called = model.first_move.tolist(), lru_cache(None)(format_position)
    for x in order.tolist():
        check_interrupt()
        values = " ".join([text(column[x]) for column in columns])
        best_text = ",".join(words[first_word[x] : first_word[x + 1]])
        yield f"p {seats[x]} {'-' if steps is None else steps[x]} {best_text} {values} {next(names)}"
        # Only names of strings and integers are cached, because True and 1 are equal but have different names.
        moves = model.moves[first[x] : first[x + 1]]
        labels = [called(move) if type(move) in (str, int) else format_position(move) for move in moves]
        for y, name in enumerate(labels if len(set(labels)) == len(labels) else make_distinct(labels), first[x]):
            yield f"m {outcomes(y)} {name}"
    yield f"start {np.flatnonzero(order == model.start).item()}"
    seat = model.game.value_seat
    yield f"claim {seat} {' '.join(map(format_exact, [1 - bound for bound in reversed(claim)] if seat else claim))}"


def _numbers(model: Model) -> dict[Any, int]:
    """Return the distinct probabilities, payoffs and rewards in use, in increasing order, each with its index."""
    table = {model.probability_table[number] for number in np.unique(model.probability_numbers).tolist()}
    table.update(value for number in np.unique(model.end_numbers) for pair in model.end_table[number] for value in pair)
    if model.gains is not None:
        table.update(model.gains.table[number] for number in np.unique(model.gains.numbers).tolist())
    return {value: at for at, value in enumerate(sorted(table))}


def _outcomes(model: Model, order: NDArray[np.int64], at: dict[Any, int]) -> Any:
    """Return a function that formats the outcomes and the reward of the move with a given number."""
    number = np.empty(len(order), dtype=np.int64)
    number[order] = np.arange(len(order))
    targets = number[model.targets].tolist()
    table = np.array([at.get(chance, 0) for chance in model.probability_table], dtype=np.int64)
    chances, first, over = table[model.probability_numbers].tolist(), model.first_outcome.data, model.end_numbers.data
    used = np.unique(model.end_numbers).tolist()
    ends = {number: [f"{at[chance]}={at[payoff]}" for payoff, chance in model.end_table[number]] for number in used}
    gains = model.gains

    def write(y: int) -> str:
        a, b = first[y], first[y + 1]
        onward = list(map("%d>%d".__mod__, zip(chances[a:b], targets[a:b], strict=True)))
        text = ",".join(onward + ends[over[y]])
        return text if gains is None or not gains[y] else f"{text},+{at[gains[y]]}"

    return write
