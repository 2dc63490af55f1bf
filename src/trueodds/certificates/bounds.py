"""Certificates of bounds: of all positions, with the moves that they separate, and the start's value exactly."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from typing import Any

from gmpy2 import mpq, mpz

from ..exact.elimination import Equation, eliminate
from ..solution import NotProved, Solution, SolutionOfStart
from ..solver.bounded import BoundedSolution
from ..solver.components import find_components
from ..solver.model import Model
from .lines import NumberTable, header, move_lines, position_ranks
from .names import NameBook, position_name

_BITS = 64  # of the unit, below the largest payoff; the solver's bounds have room for one unit at each move
_COMMON = 500  # bits up to which all probabilities are brought to one denominator


def bounds_certificate(found: BoundedSolution, solution: Solution) -> Iterator[str]:
    """The lines of a certificate of bounds at all positions.

    Parameters
    ----------
    found : BoundedSolution
        The bounds.
    solution : Solution
        Whose value of the start is claimed; `found` itself or another method's.

    Raises
    ------
    NotProved
        The bounds, brought to whole numbers, do not hold together.
    """
    model, game = found.model, found.game
    scale, _ = model.payoff_scale()
    unit = scale / mpz(2) ** _BITS
    low = [_floor(mpq(bound) / unit) for bound in found.bounds.low.tolist()]
    high = [-_floor(mpq(-bound) / unit) for bound in found.bounds.high.tolist()]
    best = separated_moves(model, unit, low, high)
    chain = _only_moves(model, best)
    order = _elimination_order(model, chain) if chain else find_components(model).members.tolist()
    number = {x: at for at, x in enumerate(order)}
    ranks = position_ranks(model, low, high, best)
    book = NumberTable(model)
    yield from header(game, "bounds", None, unit)
    yield from book.lines()
    yield f"positions {len(order)}"
    names = NameBook()
    for x in order:
        rank = "-" if ranks is None else str(ranks[x])
        moves = ",".join(map(str, best[x]))
        name = names.unique(position_name(model.positions[x]))
        yield f"p {model.seats[x]} {rank} {moves} {low[x]} {high[x]} {name}"
        yield from move_lines(model, x, number, book)
    start = model.start
    yield f"start {number[start]}"
    if chain:
        if isinstance(solution, SolutionOfStart) and solution.start_value is None:  # only moves were asked for so far
            solution = solution.with_value()
        value = solution.fraction
        yield f"claim {game.value_seat} {value.numerator}/{value.denominator}"
    else:
        ends = [low[start] * unit, high[start] * unit]
        if game.value_seat:
            ends = [1 - end for end in reversed(ends)]
        yield f"claim {game.value_seat} {ends[0]} {ends[1]}"


def separated_moves(model: Model, unit: Any, low: list[Any], high: list[Any]) -> list[list[int]]:
    """At each position the moves that bounds leave, computed exactly.

    Raises
    ------
    NotProved
        The bounds are none.
    """
    common = mpz(1)
    for one in set(model.probabilities):
        common = math.lcm(common, int(one.denominator))
        if common.bit_length() > _COMMON:
            common = mpz(1)
            break
    weights = {p: p if common == 1 else (p * common).numerator for p in set(model.probabilities)}
    factors = [weights[p] for p in model.probabilities]
    ends = [constant * common / unit for constant in model.constants]
    seats, first_move, first = model.seats.tolist(), model.first_move.tolist(), model.first_outcome.tolist()
    targets = model.targets.tolist()
    found = []
    for x, seat in enumerate(seats):
        lows, highs = [], []
        for y in range(first_move[x], first_move[x + 1]):
            reach = range(first[y], first[y + 1])
            lows.append(ends[y] + sum(factors[z] * low[targets[z]] for z in reach))
            highs.append(ends[y] + sum(factors[z] * high[targets[z]] for z in reach))
        choose = max if seat == 0 else min
        if choose(lows) < low[x] * common or choose(highs) > high[x] * common:
            raise NotProved(f"the bounds at {model.positions[x]!r} do not hold when they are rounded outward")
        if seat == 0:
            found.append([y for y, value in enumerate(highs) if value >= max(lows)])
        else:
            found.append([y for y, value in enumerate(lows) if value <= min(highs)])
    return found


def _only_moves(model: Model, best: list[list[int]]) -> dict[int, int]:
    """The move at each position to which best play comes; empty where bounds leave several at one of them."""
    chain: dict[int, int] = {}
    left = [model.start]
    while left:
        x = left.pop()
        if x in chain:
            continue
        if len(best[x]) > 1:
            return {}
        y = chain[x] = int(model.first_move[x]) + best[x][0]
        left.extend(model.targets[model.first_outcome[y] : model.first_outcome[y + 1]].tolist())
    return chain


def _elimination_order(model: Model, chain: dict[int, int]) -> list[int]:
    """All positions: components in order of dependency, those of best play in each by least fill."""
    components = find_components(model)
    first, order = components.first.tolist(), []
    for begin, end in itertools.pairwise(first):
        members = components.members[begin:end].tolist()
        if len(members) > 1:
            rows = {}
            for x in members:
                if x in chain:
                    reach = range(model.first_outcome[chain[x]], model.first_outcome[chain[x] + 1])
                    terms = {int(model.targets[z]): model.probabilities[z] for z in reach}
                    rows[x] = Equation(model.constants[chain[x]], terms)
            inner = [node for node, _, _ in eliminate(rows)]
            members = inner + [x for x in members if x not in chain]
        order += members
    return order


def _floor(number: Any) -> Any:
    return number.numerator // number.denominator
