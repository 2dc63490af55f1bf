"""A solution as plain text, for a terminal of 80 columns, a pipe, or a mail."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from gmpy2 import mpq

from ..exact.decimals import decimal
from ..game import Game, Rational, headline
from ..solution import PlayStatistics, Solution, Table, count_of
from .parts import best, tell_ties, whose

_LINE = 80


def answer(solution: Solution, full: bool = True) -> str:
    """The odds, the best moves at the start, and how that is proved.

    Parameters
    ----------
    solution : Solution
        Of any game.
    full : bool
        Whether a fraction that is too long for a line is shown with all its digits.

    Examples
    --------
    >>> import trueodds
    >>> print(answer(trueodds.solve(trueodds.RiskOrSafety(target=3))))
    risk-or-safety, target 3
    value of the start for the player who moves first:
      6/11
      ≈ 0.545454545454545
    best move: 1
    proved: exact Bellman equality at 18 positions over 39 moves, no ties; 9 positions decided by bounds, 0 exactly
    method: rigorous bounds pair by pair, then rational elimination
    """
    value = solution.fraction
    if value == math.inf:
        told: tuple[str, ...] = ("  infinity",)
    else:
        told = (f"  {_fraction(value, full)}", f"  {'=' if value.denominator == 1 else '≈'} {decimal(value)}")
    return "\n".join(
        (
            headline(solution.game),
            f"value of the start for {whose(solution)}:",
            *told,
            best(solution),
            f"proved: {solution.proof}",
            f"method: {solution.method}",
        )
    )


def property_answer(solution: Solution, holds: bool | None, full: bool = True) -> str:
    """The probability that is asked of a model, whether the property holds, and the same as `answer` says.

    Parameters
    ----------
    solution : Solution
        Whose game has among its parameters the property.
    holds : bool or None
        None if the probability itself is asked.
    full : bool
        As for `answer`.
    """
    value, known = solution.value, solution.game.parameters
    if value == math.inf:
        return told_answer(solution.to_json(), holds)
    constants = ", ".join((solution.game.name, *(f"{name}={one}" for name, one in known.items() if name != "property")))
    return "\n".join(
        (
            constants,
            f"{known['property']}:",
            f"  {_fraction(value, full)}",
            f"  {'=' if value.denominator == 1 else '≈'} {decimal(value)}",
            *(() if holds is None else ("holds" if holds else "does not hold",)),
            best(solution),
            f"proved: {solution.proof}",
            f"method: {solution.method}",
        )
    )


def told_answer(answer: Mapping[str, Any], holds: bool | None) -> str:
    """The same as `property_answer` from the data for JSON: infinite rewards, chances of 1, and bounds."""
    known = answer["parameters"]
    constants = ", ".join((answer["game"], *(f"{name}={one}" for name, one in known.items() if name != "property")))
    if "lower" in answer:
        ends = answer["lower"], answer["upper"]
        value = ends[0] if ends == ("infinity",) * 2 else "from {} to {}".format(*ends)
    else:
        value = answer["value"] if isinstance(answer["value"], str) else answer["value"]["decimal"]
    told = () if holds is None else ("holds" if holds else "does not hold",)
    proof = (f"proved: {answer['proof']}",) if "proof" in answer else ()
    stalled = (f"note: {answer['stalled']}",) if "stalled" in answer else ()
    method = f"method: {answer['method']}"
    return "\n".join((constants, f"{known['property']}:", f"  {value}", *told, *proof, *stalled, method))


_ENDS = 10  # digits of both ends of a long number


def _fraction(value: Any, full: bool) -> str:
    """A fraction; one that is too long for a line by its ends and its numbers of digits."""
    numbers = value.numerator.digits(), value.denominator.digits()
    if full or len("/".join(numbers)) <= _LINE - 2:
        return "/".join(numbers)
    return " / ".join(
        one if len(one) <= 3 * _ENDS else f"{one[:_ENDS]}…{one[-_ENDS:]} ({len(one):,} digits)" for one in numbers
    )


def statistics_lines(statistics: PlayStatistics, one_player: bool = False) -> list[str]:
    r"""The chances of each result, and the length of a game, which may be one for a single player.

    Examples
    --------
    >>> import trueodds
    >>> print("\n".join(statistics_lines(trueodds.play_statistics(trueodds.solve(trueodds.RiskOrSafety(target=2))))))
    if both play by the first best move:
      win 4/7 ≈ 0.571428571428571
      loss 3/7 ≈ 0.428571428571429
      moves ≈ 4, turns ≈ 4
    """
    # Else 0 need be no loss; nor where it is all that best play ever comes to.
    chances = all(2 * payoff in (0, 1, 2) for payoff in statistics.results) and any(statistics.results)
    names = {1: "win", 0: "loss", mpq(1, 2): "draw"} if chances else {}
    lines = [f"if {'the player plays' if one_player else 'both play'} by the first best move:"]
    for payoff, chance in statistics.results.items():
        lines.append(f"  {names.get(payoff, f'payoff {payoff}')} {_short(chance)}")
    lines.append(f"  moves ≈ {decimal(statistics.moves)}, turns ≈ {decimal(statistics.turns)}")
    if statistics.ties:
        lines.append(
            f"  moves tie at {count_of(statistics.ties, 'position')}; another choice there can change these numbers"
        )
    return lines


def claim_lines(claim: Mapping[str, str]) -> list[str]:
    r"""A checked claim on lines of at most 100 characters.

    Examples
    --------
    >>> claim = {"paper": "greed", "place": "section 1", "says": "2 + 2 = 5", "true": "4", "verdict": "false"}
    >>> print("\n".join(claim_lines(claim)))
    greed, section 1: 2 + 2 = 5
      FALSE: 4
    """
    verdict = claim["verdict"].upper() if claim["verdict"] == "false" else claim["verdict"]
    head = textwrap.wrap(f"{claim['paper']}, {claim['place']}: {claim['says']}", 100, subsequent_indent="    ")
    return head + textwrap.wrap(f"{verdict}: {claim['true']}", 100, initial_indent="  ", subsequent_indent="    ")


def _short(value: Any) -> str:
    """A fraction in full where it is short, and as a decimal."""
    text = f"{value.numerator.digits()}/{value.denominator.digits()}"
    return f"{text} ≈ {decimal(value)}" if len(text) <= 60 else f"≈ {decimal(value)}"


def positions_listing(rows: Iterable[Sequence[Any]]) -> str:
    """Positions with their best moves and odds, one a line.

    Parameters
    ----------
    rows : iterable of (position, best moves, value)

    Examples
    --------
    >>> from gmpy2 import mpq
    >>> print(positions_listing([((0, 1), ["roll", "hold"], mpq(2, 3))]))
    (0, 1): roll or hold  ≈ 0.666666666666667
    """
    return "\n".join(
        f"{_plain(position)}: {' or '.join(map(str, moves))}  ≈ {decimal(value)}" for position, moves, value in rows
    )


def model_listing(heads: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """The states of a model with the moves to make, one a line.

    Parameters
    ----------
    heads : sequence of str
        The names of the variables, and after them player, move, best moves, probability.
    rows : iterable of sequences
        As many; the best moves are a list, the probability is a fraction as text.

    Examples
    --------
    >>> heads = ("x", "done", "player", "move", "best moves", "probability")
    >>> print(model_listing(heads, [(3, False, "P1", "roll", ["hold", "roll"], "2/3")]))
    x=3, done=false: P1: roll (as good: hold)  ≈ 0.666666666666667
    """
    lines = []
    for row in rows:
        *state, player, move, best_moves, value = row
        shown = (str(one).lower() if isinstance(one, bool) else str(one) for one in state)
        place = ", ".join(f"{name}={one}" for name, one in zip(heads, shown, strict=False))
        others = " or ".join(one for one in best_moves if one != move)
        also = f" (as good: {others})" if others else ""
        about = value if value == "infinity" else f"≈ {decimal(mpq(value))}"
        lines.append(f"{place}: {f'{player}: ' if player else ''}{move}{also}  {about}")
    return "\n".join(lines)


def _plain(position: Any) -> str:
    return str(tuple(position)) if isinstance(position, tuple) else str(position)


def strategy_table(table: Table) -> str:
    """A table with its labels, columns as narrow as the numbers allow; exact ties are told below it.

    Examples
    --------
    >>> import trueodds
    >>> print(strategy_table(trueodds.solve(trueodds.RiskOrSafety(target=3)).tables()[0]))
    Coins to toss
    I need (rows), the opponent needs (columns)
        1 2 3
      1 1 1 1
      2 2 2 2
      3 3 3 1
    """
    cells = table.cells.tolist()
    width = max(len(str(max(max(row) for row in cells))), len(str(table.columns[-1])))
    label = len(str(table.rows[-1]))
    lines = [table.title, f"{table.row_title} (rows), {table.column_title} (columns)"]
    lines.append("  " + " " * label + "".join(f" {column:>{width}}" for column in table.columns))
    for row, numbers in zip(table.rows, cells, strict=True):
        lines.append(f"  {row:>{label}}" + "".join(f" {number:>{width}}" for number in numbers))
    return "\n".join([*lines, *textwrap.wrap(tell_ties(table), 80, subsequent_indent="  ")])


def comparison(game: Game, values: Mapping[str, Sequence[Rational]], one_player: bool = False) -> str:
    r"""The values of all duels: the first player in rows, the other in columns; at the end the mean of both seats.

    Parameters
    ----------
    game : Game
        The rules.
    values : mapping of str to sequence of mpq
        By the strategy of the player who moves first: the values against each strategy, and the mean of both seats.
    one_player : bool
        Each strategy has one value alone.

    Examples
    --------
    >>> from gmpy2 import mpq
    >>> import trueodds
    >>> values = {"bold": (mpq(1, 2), mpq(2, 3), mpq(5, 8)), "safe": (mpq(5, 12), mpq(1, 2), mpq(3, 8))}
    >>> print(comparison(trueodds.RiskOrSafety(target=5), values))
    risk-or-safety, target 5: value for the player who moves first (rows)
              bold      safe  in both seats
    bold       0.5  0.666667          0.625
    safe  0.416667       0.5          0.375
    """
    label = max(map(len, values))
    heads = ["value"] if one_player else [*values, "in both seats"]
    cells = {name: [decimal(value, 6) for value in row] for name, row in values.items()}
    widths = [max(8, *map(len, column)) for column in zip(heads, *cells.values(), strict=True)]
    what = "value of each strategy" if one_player else "value for the player who moves first (rows)"
    lines = [f"{headline(game)}: {what}"]
    for name, row in {"": heads, **cells}.items():
        lines.append(f"{name:<{label}}" + "".join(f"  {one:>{w}}" for one, w in zip(row, widths, strict=True)))
    return "\n".join(lines)
