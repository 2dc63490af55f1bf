"""Render results as plain text, for 80-column terminals, pipes and mail."""

from __future__ import annotations

import math
import re
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from gmpy2 import mpq

from ..catalog.narrator import format_position
from ..exact.decimals import describe_decimal, describe_value
from ..game import Game, Rational, describe_game, list_fields, name_order
from ..solution import PlayStatistics, Solution, Table, pluralize
from .parts import describe_best_moves, describe_player, describe_ties, name_payoffs

if TYPE_CHECKING:
    from ..formats.answer import Answer
    from ..play.simulate import Simulation

_LINE = 80
_ROWS, _BAR = 16, 44  # maximum number of rows of a histogram besides "or more", and length of its longest bar


def format_answer(solution: Solution, full: bool = True) -> str:
    """Return the value, the best moves at the start and the proof.

    If `full` is true, long fractions are shown with all digits.
    """
    head = describe_game(solution.game), f"value of the start for {describe_player(solution)}:"
    value = solution.value
    value_lines = ["  infinity"] if value == math.inf else [f"  {_fraction(value, full)}", f"  {describe_value(value)}"]
    details = describe_best_moves(solution), f"proved: {solution.proof}", f"method: {solution.method}"
    return "\n".join([*head, *value_lines, *details])


def format_property_answer(answer: Answer, full: bool = True) -> str:
    """Return the answer for a property of a model; `full` has the same meaning as in `format_answer`."""
    data, solution = answer.data, answer.solution
    if "lower" in data:
        low, high = (end if end == "infinity" else end["decimal"] for end in (data["lower"], data["upper"]))
        value = [low if low == "infinity" else f"from {low} to {high}"]
    elif solution is not None and solution.value != math.inf:
        value = [_fraction(solution.value, full), describe_value(solution.value)]
    else:
        value = [data["value"] if isinstance(data["value"], str) else data["value"]["decimal"]]
    lines = [*format_property_head(answer.game), *(f"  {line}" for line in value)]
    if answer.game.question.comparison:
        lines.append(
            {True: "holds", False: "does not hold", None: "undecided: the limit lies within the bounds"}[answer.holds]
        )
    lines += [describe_best_moves(solution)] if len(value) == 2 else []
    lines += [f"proved: {data['proof']}"] if "proof" in data else []
    lines += [f"note: {data['stalled']}"] if "stalled" in data else []
    return "\n".join([*lines, f"method: {data['method']}"])


def format_property_head(game: Any) -> tuple[str, str]:
    """Return a line with the model and its constants, and a line with the property."""
    parameters = game.parameters
    constants = (f"{constant}={value}" for constant, value in parameters.items() if constant != "property")
    return ", ".join((game.name, *constants)), f"{parameters['property']}:"


_ENDS = 10  # digits shown at both ends of a long number


def _fraction(value: Any, full: bool) -> str:
    """Return a fraction, shortened if it is too long for a line and `full` is false."""
    numbers = value.numerator.digits(), value.denominator.digits()
    if full or len("/".join(numbers)) <= _LINE - 2:
        return "/".join(numbers)
    return " / ".join(
        one if len(one) <= 3 * _ENDS else f"{one[:_ENDS]}…{one[-_ENDS:]} ({len(one):,} digits)" for one in numbers
    )


def format_statistics(statistics: PlayStatistics, one_player: bool = False, first: bool = True) -> list[str]:
    """Return the probability of each result and the expected length of a game.

    Where moves tie, the players make the first best move or, if `first` is false, a best move that achieves the value
    even if it is made every time.
    """
    names = name_payoffs(statistics.results)
    move = "the first best move" if first else "best moves that achieve the value even if always made"
    lines = [f"if {'the player makes' if one_player else 'both players make'} {move}:"]
    for payoff, chance in statistics.results.items():
        lines.append(f"  {names[payoff]} {_short(chance)}")
    lines.append(f"  moves {describe_value(statistics.moves)}, turns {describe_value(statistics.turns)}")
    if statistics.ties:
        lines.append(
            f"  moves tie at {pluralize(statistics.ties, 'position')}; another choice there can change these numbers"
        )
    return lines


def format_claim(claim: Mapping[str, str]) -> list[str]:
    """Return a checked claim in lines of at most 100 characters."""
    verdict = claim["verdict"].upper() if claim["verdict"] == "false" else claim["verdict"]
    head = textwrap.wrap(f"{claim['paper']}, {claim['place']}: {claim['statement']}", 100, subsequent_indent="    ")
    return head + textwrap.wrap(f"{verdict}: {claim['result']}", 100, initial_indent="  ", subsequent_indent="    ")


_LONG = 100  # characters; a claim with a longer result is listed first, like a claim that does not hold


def format_claims(claims: Sequence[Mapping[str, str]], titles: Mapping[str, str]) -> str:
    """Return checked claims in Markdown, grouped by paper."""
    lines = [
        "# Claims of the papers",
        "",
        "This page, written by `trueodds claims`, lists checked statements in the papers, shortened but in the papers'",
        "notation. For each paper, statements that are corrected, open or false, or have a long result, come first.",
    ]
    for paper in dict.fromkeys(claim["paper"] for claim in claims):
        first, then, above = [], [], ""
        for claim in (claim for claim in claims if claim["paper"] == paper):
            place, statement, verdict, result = (claim[key] for key in ("place", "statement", "verdict", "result"))
            if verdict != "holds" or len(result) > _LONG:
                text = re.sub("^[a-z](?=[a-z]*[ :])", lambda first: first[0].upper(), result.removesuffix("."))
                first.append(f"- **{verdict}**, {place}: “{statement}”. {text}.")
            else:
                then += [] if place == above else ["", f"Verified ({place}):", ""]
                stated = all(part in statement for part in result.split(", "))
                suffix = "" if stated else f" ({result})" if result[0] in "=≈" else f": {result}"
                then.append(f"- {statement}{suffix}")
                above = place
        lines += ["", f"## {titles.get(paper, paper)}", ""]
        for line in (*first, *then):
            lines += textwrap.wrap(line, 120, subsequent_indent="  ", break_on_hyphens=False) or [""]
    return "\n".join(lines) + "\n"


def _short(value: Any) -> str:
    """Return a fraction with its decimal, or only the decimal if the fraction is long."""
    text = f"{value.numerator.digits()}/{value.denominator.digits()}"
    return f"{text} {describe_value(value)}" if len(text) <= 60 else describe_value(value)


def format_positions(solution: Solution, rows: Iterable[Sequence[Any]]) -> str:
    """Return positions with best moves and values, one per line.

    `rows` yields (position, best moves, value), with the value for the player to whom the value of `solution` refers.
    """
    entries = list(rows)
    fields = list_fields(entries[0][0])
    same = fields and all(list_fields(position) == fields for position, _, _ in entries)
    heads = f"({', '.join(fields)})" if same else "position"
    lines = [describe_game(solution.game), f"{heads}: best move, value for {describe_player(solution)}"]
    for position, moves, value in entries:
        lines.append(f"{format_position(position)}: {' or '.join(map(str, moves))}  {describe_value(value)}")
    return "\n".join(lines)


def format_states(heads: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """Return the states of a model with best moves and values, one state per line.

    `heads` names the columns: the variables, the steps left if they are bounded, the player, the move, the best moves
    and the value. In a row, the best moves are a list, and the value is text, such as "2/3" or "infinity".
    """
    lines = []
    for row in rows:
        *values, player, move, best_moves, value = row
        texts = (str(value).lower() if isinstance(value, bool) else str(value) for value in values)
        state = ", ".join(f"{name}={text}" for name, text in zip(heads, texts, strict=False))
        others = " or ".join(other for other in best_moves if other != move)
        also = f" (equally good: {others})" if others else ""
        chance = value if value == "infinity" else describe_value(mpq(value))
        lines.append(f"{state}: {f'{player}: ' if player else ''}{move}{also}  {chance}")
    return "\n".join(lines)


def format_table(table: Table) -> str:
    """Return a table with its labels, and at most 10 of its exact ties."""
    cells = table.cells.tolist()
    width = max(len(str(max(map(max, cells)))), *(len(str(table.columns[end])) for end in (0, -1)))
    label = len(str(table.rows[-1]))
    lines = [table.title, f"{table.row_title} (rows), {table.column_title} (columns)"]
    lines.append("  " + " " * label + "".join(f" {column:>{width}}" for column in table.columns))
    for row, numbers in zip(table.rows, cells, strict=True):
        lines.append(f"  {row:>{label}}" + "".join(f" {number:>{width}}" for number in numbers))
    return "\n".join([*lines, *textwrap.wrap(describe_ties(table), 80, subsequent_indent="  ")])


def format_comparison(game: Game, values: Mapping[str, Sequence[Rational]], one_player: bool = False) -> str:
    """Return a table of all duels, with the strategies of seat 0 in rows.

    `values` maps each strategy of seat 0 to its values against all strategies, followed by its average against the
    others in both seats. In a game for one player, `values` maps each strategy to a sequence of one value.
    """
    label = max(map(len, values))
    heads = ["value"] if one_player else [*values, "in both seats"]
    cells = {name: [describe_decimal(value, 6) for value in row] for name, row in values.items()}
    widths = [max(8, *map(len, column)) for column in zip(heads, *cells.values(), strict=True)]
    what = "value of each strategy" if one_player else f"value for the player who moves {name_order(game)} (rows)"
    lines = [f"{describe_game(game)}: {what}"]
    for name, row in {"": heads, **cells}.items():
        lines.append(f"{name:<{label}}" + "".join(f"  {cell:>{w}}" for cell, w in zip(row, widths, strict=True)))
    return "\n".join(lines)


def format_simulation(found: Simulation) -> str:
    """Return the simulated results beside the computed odds, and a histogram of the lengths of games."""
    game, odds, alone = found.game, found.expected, found.one_player
    value = found.expected_value
    first, second = (found.first, found.second) if game.seat(game.start) == 0 else (found.second, found.first)
    lines = [
        describe_game(game),
        f"player: {found.first}" if alone else f"first player: {first}; second player: {second}",
        f"{found.games:,} game{'s' if found.games > 1 else ''}, seed {found.seed}",
        f"value for {describe_player(found)}:",
        f"  simulated {describe_decimal(found.value, 6)} ± {found.standard_error:.3g}",
        f"  exact     {_short(value)}" if odds.value is not None else f"  floats    {value:.12g}",
        f"  z         {found.z:.2f}",
    ]
    names = name_payoffs(found.counts, game.value_seat)
    width = max(12, *map(len, names.values()))
    lines.append(f"{'results:':{width + 2}}           games       share    expected")
    for payoff, count in found.counts.items():
        lines.append(f"  {names[payoff]:{width}}{count:16,}{count / found.games:12.6f}{odds.chances[payoff]:12.6f}")
    exact = f"{odds.mean_moves:.6f}"
    lines += [
        "moves in a game:",
        f"  simulated {float(found.mean_moves):.6f} ± {found.moves_standard_error:.3g}",
        f"  {'exact ' if odds.moves is not None else 'floats'}    {exact}",
        f"  z         {found.moves_z:.2f}",
        f"  shortest {found.quantile(1 / found.games)}, quartiles {found.quantile(1 / 4)}, {found.quantile(1 / 2)}, "
        f"{found.quantile(3 / 4)}, 99 % up to {found.quantile(0.99)}, longest {len(found.lengths) - 1}",
        *_histogram(found),
        "agrees with the odds"
        if found.agrees
        else "DISAGREES with the odds: off by over five standard errors; chance causes this once in a million runs",
    ]
    return "\n".join(lines)


def _histogram(found: Simulation) -> list[str]:
    """Return a histogram of the lengths of games; the longest games share a row."""
    low, high = found.quantile(1 / found.games), found.quantile(0.99)
    step = max(1, math.ceil((high - low + 1) / _ROWS))
    starts = list(range(low, high + 1, step))
    played, odds = (
        [float(weights[at : at + step].sum() / total) for at in starts]
        for weights, total in ((found.lengths, found.games), (found.expected.lengths, 1.0))
    )
    names = [f"{at} - {at + step - 1}" if step > 1 else str(at) for at in starts]
    rest = starts[-1] + step
    if len(found.lengths) > rest:
        names.append(f"{rest} or more")
        played.append(float(found.lengths[rest:].sum() / found.games))
        odds.append(max(0.0, 1 - float(found.expected.lengths[:rest].sum())))
    width = max(5, *map(len, names))
    scale = _BAR / max(played)
    return [f"  {'moves':>{width}}   share expected"] + [
        f"  {name:>{width}} {share:7.4f}  {chance:7.4f} {'#' * round(share * scale)}".rstrip()
        for name, share, chance in zip(names, played, odds, strict=True)
    ]
