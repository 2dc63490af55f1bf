"""Render a solution or a comparison as a fragment of HTML, for notebooks."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from ..exact.decimals import describe_decimal, describe_value, shorten_number
from ..game import Game, Rational, describe_game, name_order
from ..solution import Solution, Table
from .parts import choose_text_colour, describe_best_moves, describe_player, describe_ties, shorten


def render_solution(solution: Solution) -> str:
    """Return the value, the best moves, the strategy tables and the proof as HTML."""
    value = solution.value
    if value == math.inf:
        text = "infinity"
    else:
        text = (
            f"{_digits(value.numerator)}/{_digits(value.denominator)} {describe_value(value).replace('≈', '&asymp;')}"
        )
    tables = [_table(table) for table in solution.tables()]
    parts = [
        *([_style()] if any("<table" in table for table in tables) else []),
        f"<p><b>{escape(describe_game(solution.game))}</b></p>",
        f"<p>{escape(describe_player(solution))}: {text}; {escape(describe_best_moves(solution))}</p>",
        *tables,
        f"<p><small>proved: {escape(str(solution.proof))}</small></p>",
        f"<p><small>method: {escape(solution.method)}</small></p>",
    ]
    return "\n".join(parts)


def _digits(number: Any) -> str:
    digits, count = shorten_number(number)
    return f"{digits} <small>({count})</small>" if count else digits


_LIGHT, _DARK = (0.93, 0.96, 1.0), (0.03, 0.25, 0.5)  # colours of the smallest and the largest number
_SHADES = 10


def _style() -> str:
    """Return the style of the tables: a class for each shade, with a legible text colour."""
    rules = ["table.trueodds{border-collapse:collapse;text-align:right}", ".trueodds caption{text-align:left}"]
    rules.append(".trueodds td,.trueodds th{padding:1px 6px;text-align:right;min-width:1.5em}")
    for level in range(_SHADES):
        colour = [low + (high - low) * level / (_SHADES - 1) for low, high in zip(_LIGHT, _DARK, strict=True)]
        parts = ",".join(str(round(255 * part)) for part in colour)
        rules.append(f".trueodds td.s{level}{{background:rgb({parts});color:{choose_text_colour(*colour)}}}")
    return f"<style>{''.join(rules)}</style>"


def _level(share: float) -> int:
    return min(_SHADES - 1, max(0, round(share * (_SHADES - 1))))


def _table(table: Table) -> str:
    """Render a table, with cells shaded by the rank of their numbers."""
    part = shorten(table)
    numbers = sorted(set(part.cells.ravel().tolist()))
    if len(numbers) == 1 and part.cells.size > 1 and not table.ties:
        return f"<p>{escape(part.title)}: {numbers[0]} everywhere</p>"
    levels = {number: _level(at / max(1, len(numbers) - 1)) for at, number in enumerate(numbers)}
    body = "".join(
        f'<tr><th scope="row">{row}</th>'
        + "".join(
            f'<td class="s{levels[number]}">{number}{"*" if star else ""}</td>'
            for number, star in zip(cells, tied, strict=True)
        )
        + "</tr>"
        for row, cells, tied in zip(part.rows, part.cells.tolist(), part.tied.tolist(), strict=True)
    )
    note = f"<p><small>* {escape(describe_ties(table))}</small></p>" if table.ties else ""
    return _frame(part.title, list(map(str, part.columns)), body) + note


def _frame(caption: str, heads: list[str], body: str) -> str:
    head = "".join(f'<th scope="col">{escape(title)}</th>' for title in heads)
    # A wide table scrolls separately from the page.
    return (
        f'<div style="overflow-x: auto"><table class="trueodds"><caption>{escape(caption)}</caption>'
        f"<tr><td></td>{head}</tr>{body}</table></div>"
    )


def render_comparison(game: Game, values: Mapping[str, Sequence[Rational]], one_player: bool = False) -> str:
    """Return the values of all duels as a table, with the strategies of seat 0 in rows.

    `values` maps each strategy of seat 0 to its values against all strategies, followed by its average against the
    others in both seats. In a game for one player, `values` maps each strategy to a sequence of one value.
    """
    body = "".join(
        f'<tr><th scope="row">{escape(name)}</th>{"".join(map(_chance, row))}</tr>' for name, row in values.items()
    )
    if one_player:
        return _style() + "\n" + _frame(f"{describe_game(game)}: value of each strategy", ["value"], body)
    who = f"the player who moves {name_order(game)}"
    caption = f"{describe_game(game)}: value for {who} (rows) against the opponent (columns)"
    return _style() + "\n" + _frame(caption, [*values, "in both seats"], body)


def _chance(value: Any) -> str:
    exact = str(value)
    title = f' title="{exact}"' if len(exact) <= 60 else ""
    return f'<td class="s{_level(float(value))}"{title}>{describe_decimal(value, 6)}</td>'
