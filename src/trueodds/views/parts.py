"""Parts that several views share: best moves in words, shortened tables, colours and names."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from ..game import name_order, sort_moves
from ..solution import Solution, Table

if TYPE_CHECKING:
    from ..play.simulate import Simulation

LABELS_SHOWN = 40  # maximum number of rows, and of columns, of a table in a notebook or in LaTeX


def name_axes(*axes: tuple[str, str, int, int]) -> str:
    """Describe axes, given as (title, "rows" or "columns", number of labels shown, number of labels)."""
    return "; ".join(
        f"{title}: {name}" + (f", {shown} of {count}" if shown < count else "") for title, name, shown, count in axes
    )


def shorten(table: Table) -> Table:
    """Return a table with at most 40 rows and 40 columns, those with labels nearest to 0; its title names the axes."""
    rows, columns = _nearest(table.rows), _nearest(table.columns)
    axes = name_axes(
        (table.row_title, "rows", len(rows), len(table.rows)),
        (table.column_title, "columns", len(columns), len(table.columns)),
    )
    kept = [table.rows[row] for row in rows], [table.columns[column] for column in columns]
    ties = [tie for tie in table.ties if tie[0] in kept[0] and tie[1] in kept[1]]
    title, cells = f"{table.title} ({axes})", table.cells[np.ix_(rows, columns)]
    return replace(table, title=title, rows=kept[0], columns=kept[1], cells=cells, ties=ties)


def describe_ties(table: Table, longest: int = 10) -> str:
    """Return a line that lists at most `longest` of the exact ties that a table hides."""
    if not table.ties:
        return ""
    if len(table.ties) == 1:
        [(row, column, moves)] = table.ties
        labels = f"{table.row_title} {row}, {table.column_title} {column}"
        return f"tie (exactly equal moves) at {labels}: {_join_moves(moves)}"
    places = [f"({row}, {column}) {_join_moves(moves)}" for row, column, moves in table.ties[:longest]]
    more = len(table.ties) - longest
    return f"ties (exactly equal moves) at ({table.row_title}, {table.column_title}): {'; '.join(places)}" + (
        f"; and at {more} other place{'s' * (more > 1)}" if more > 0 else ""
    )


def _join_moves(moves: Sequence[Any]) -> str:
    """Return moves joined by "or", or the ends of a long range of numbers."""
    if len(moves) > 3 and list(moves) == list(range(moves[0], moves[0] + len(moves))):
        return f"{moves[0]} to {moves[-1]}"
    return " or ".join(map(str, moves))


def _nearest(labels: Sequence[int]) -> list[int]:
    return sorted(sorted(range(len(labels)), key=lambda at: abs(labels[at]))[:LABELS_SHOWN])


_HALF = 0.179  # the relative luminance at which black and white text are equally legible (WCAG)


def choose_text_colour(red: float, green: float, blue: float) -> str:
    """Return the more legible text colour, black or white, for a background with these sRGB components from 0 to 1."""
    light = sum(
        share * (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4)  # the sRGB transfer function
        for share, part in ((0.2126, red), (0.7152, green), (0.0722, blue))
    )
    return "black" if light > _HALF else "white"


def describe_player(solution: Solution | Simulation) -> str:
    """Describe the player to whom the value refers."""
    if solution.one_player and solution.game.value_seat == 0:
        return "the only player to move"
    return f"the player who moves {name_order(solution.game, solution.game.value_seat)}"


def describe_best_moves(solution: Solution) -> str:
    """Return the best moves at the start in words; if there are several, note that they are exactly equal."""
    moves = [str(move) for move in sort_moves(solution.best_moves)]
    return f"best move: {moves[0]}" if len(moves) == 1 else f"best moves: {' or '.join(moves)} (exactly equal)"


def name_payoffs(payoffs: Collection[Any], seat: int = 0) -> dict[Any, str]:
    """Map seat 0's payoffs to their names for a seat, such as "win" or "payoff 2"."""
    chances = all(2 * payoff in (0, 1, 2) for payoff in payoffs) and any(payoffs)
    words = ("loss", "draw", "win")[:: 1 - 2 * seat]
    return {payoff: words[int(2 * payoff)] if chances else f"payoff {payoff}" for payoff in payoffs}
