"""Render solutions as plain text, for terminals of 80 columns, pipes and mail."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from gmpy2 import mpq

from ..catalog.narrator import format_position
from ..exact.decimals import about, in_words
from ..game import Game, Rational, headline
from ..solution import PlayStatistics, Solution, Table, count_of
from .parts import best, payoff_names, tell_ties, whose

if TYPE_CHECKING:
    from ..formats.answer import Answer

_LINE = 80


def answer(solution: Solution, full: bool = True) -> str:
    """Return the odds, the best moves at the start and the proof.

    `full` shows all digits of a fraction that is too long for a line.
    """
    head = headline(solution.game), f"value of the start for {whose(solution)}:"
    value = solution.value
    told = ["  infinity"] if value == math.inf else [f"  {_fraction(value, full)}", f"  {about(value)}"]
    how = best(solution), f"proved: {solution.proof}", f"method: {solution.method}"
    return "\n".join([*head, *told, *how])


def property_answer(found: Answer, full: bool = True) -> str:
    """Return the value of a property of a model, whether the property holds, and the proof.

    `full` is as for `answer`.
    """
    data, solution = found.data, found.solution
    if "lower" in data:
        low, high = (end if end == "infinity" else end["decimal"] for end in (data["lower"], data["upper"]))
        value = [low if low == "infinity" else f"from {low} to {high}"]
    elif solution is not None and solution.value != math.inf:
        value = [_fraction(solution.value, full), about(solution.value)]
    else:
        value = [data["value"] if isinstance(data["value"], str) else data["value"]["decimal"]]
    lines = [*property_head(found.game), *(f"  {one}" for one in value)]
    lines += [] if found.holds is None else ["holds" if found.holds else "does not hold"]
    lines += [best(solution)] if len(value) == 2 else []
    lines += [f"proved: {data['proof']}"] if "proof" in data else []
    lines += [f"note: {data['stalled']}"] if "stalled" in data else []
    return "\n".join([*lines, f"method: {data['method']}"])


def property_head(game: Any) -> tuple[str, str]:
    """Return a line with the model and its constants, and a line with the property."""
    known = game.parameters
    constants = (f"{constant}={value}" for constant, value in known.items() if constant != "property")
    return ", ".join((game.name, *constants)), f"{known['property']}:"


_ENDS = 10  # digits of both ends of a long number


def _fraction(value: Any, full: bool) -> str:
    """Return a fraction; for one that is too long for a line, its first and last digits and their number."""
    numbers = value.numerator.digits(), value.denominator.digits()
    if full or len("/".join(numbers)) <= _LINE - 2:
        return "/".join(numbers)
    return " / ".join(
        one if len(one) <= 3 * _ENDS else f"{one[:_ENDS]}…{one[-_ENDS:]} ({len(one):,} digits)" for one in numbers
    )


def statistics_lines(statistics: PlayStatistics, one_player: bool = False) -> list[str]:
    """Return the probability of each result and the expected length of a game."""
    names = payoff_names(statistics.results)
    lines = [f"if {'the player makes' if one_player else 'both make'} the first best move:"]
    for payoff, chance in statistics.results.items():
        lines.append(f"  {names[payoff]} {_short(chance)}")
    lines.append(f"  moves {about(statistics.moves)}, turns {about(statistics.turns)}")
    if statistics.ties:
        lines.append(
            f"  moves tie at {count_of(statistics.ties, 'position')}; another choice there can change these numbers"
        )
    return lines


def claim_lines(claim: Mapping[str, str]) -> list[str]:
    """Return a checked claim in lines of at most 100 characters."""
    verdict = claim["verdict"].upper() if claim["verdict"] == "false" else claim["verdict"]
    head = textwrap.wrap(f"{claim['paper']}, {claim['place']}: {claim['says']}", 100, subsequent_indent="    ")
    return head + textwrap.wrap(f"{verdict}: {claim['true']}", 100, initial_indent="  ", subsequent_indent="    ")


def _short(value: Any) -> str:
    """Return a short fraction with its decimal, a long one as a decimal only."""
    text = f"{value.numerator.digits()}/{value.denominator.digits()}"
    return f"{text} {about(value)}" if len(text) <= 60 else about(value)


def positions_listing(solution: Solution, rows: Iterable[Sequence[Any]]) -> str:
    """Return positions with their best moves and values, one per line, below the names of their fields.

    `rows` has (position, best moves, value), the values for the player whose value `solution` gives at the start.
    """
    found = list(rows)
    fields = getattr(found[0][0], "_fields", ())
    same = fields and all(getattr(position, "_fields", ()) == fields for position, _, _ in found)
    place = f"({', '.join(fields)})" if same else "position"
    lines = [headline(solution.game), f"{place}: best move, value for {whose(solution)}"]
    for position, moves, value in found:
        lines.append(f"{format_position(position)}: {' or '.join(map(str, moves))}  {about(value)}")
    return "\n".join(lines)


def model_listing(heads: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """Return the states of a model with their moves, one per line.

    `heads` has the names of the variables, then player, move, best moves and probability. In a row the best moves are a
    list, and the probability is a fraction as text.
    """
    lines = []
    for row in rows:
        *state, player, move, best_moves, value = row
        shown = (str(one).lower() if isinstance(one, bool) else str(one) for one in state)
        place = ", ".join(f"{name}={one}" for name, one in zip(heads, shown, strict=False))
        others = " or ".join(one for one in best_moves if one != move)
        also = f" (as good: {others})" if others else ""
        chance = value if value == "infinity" else about(mpq(value))
        lines.append(f"{place}: {f'{player}: ' if player else ''}{move}{also}  {chance}")
    return "\n".join(lines)


def strategy_table(table: Table) -> str:
    """Return a table with its labels, in columns as narrow as the numbers allow, and the exact ties below it."""
    cells = table.cells.tolist()
    width = max(len(str(max(max(row) for row in cells))), len(str(table.columns[-1])))
    label = len(str(table.rows[-1]))
    lines = [table.title, f"{table.row_title} (rows), {table.column_title} (columns)"]
    lines.append("  " + " " * label + "".join(f" {column:>{width}}" for column in table.columns))
    for row, numbers in zip(table.rows, cells, strict=True):
        lines.append(f"  {row:>{label}}" + "".join(f" {number:>{width}}" for number in numbers))
    return "\n".join([*lines, *textwrap.wrap(tell_ties(table), 80, subsequent_indent="  ")])


def comparison(game: Game, values: Mapping[str, Sequence[Rational]], one_player: bool = False) -> str:
    """Return the values of all duels: the first player in rows, the other in columns, the mean of both seats last.

    `values` maps each strategy of the player who moves first to its values against each strategy and the mean of both
    seats, or to one value if the game has one player.
    """
    label = max(map(len, values))
    heads = ["value"] if one_player else [*values, "in both seats"]
    cells = {name: [in_words(value, 6) for value in row] for name, row in values.items()}
    widths = [max(8, *map(len, column)) for column in zip(heads, *cells.values(), strict=True)]
    what = "value of each strategy" if one_player else "value for the player who moves first (rows)"
    lines = [f"{headline(game)}: {what}"]
    for name, row in {"": heads, **cells}.items():
        lines.append(f"{name:<{label}}" + "".join(f"  {one:>{w}}" for one, w in zip(row, widths, strict=True)))
    return "\n".join(lines)
