"""Prepare the explore page of Risk or Safety for targets with too many positions to list.

Let V(i, j) be the probability that the player to toss wins, needing i against j. Let p be the probability of heads, k
and l the proved best numbers of heads of this player and of the opponent, P = p^k and Q = p^l. Then V(i, 0) = 0 and
V(i, j) = (P (1 - V(j, i-k)) + (1-P) Q V(i, j-l)) / (P + (1-P) Q). This is a weighted mean of numbers between 0 and 1,
so each step adds an error of less than one unit to a bound in units of 2^-bits. These bounds decide the positions with
open points that floats left undecided, except ties. Exact values, which are stored only if short, decide ties.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from gmpy2 import mpq, mpz
from numpy.typing import NDArray

from ...games.risk_or_safety import RiskOrSafety
from ..by_needs import make_needs_data
from .bounds import CONTINUE, STOP, UNKNOWN, Layout, bound_by_pairs
from .exact import TIE
from .solution import solve

_SHORT = 4000  # maximum number of bits in the denominator of a stored exact value; these values decide ties

Enclosed = tuple[Any, Any, Any]  # bounds in units of 2^-bits, and the exact value or None


def make_page_data(game: RiskOrSafety, solution: Any) -> dict[str, Any]:
    """Return the data of a game's page, from the solution of the game in which both players have the larger target."""
    n, heads = solution.game.target, game.heads
    bits = 1024 + 2 * n * int(max(1 / heads, 1 / (1 - heads))).bit_length()
    values = _bound_values(solution.coins().tolist(), heads, bits)
    states, details = getattr(solution, "states", None), ""
    if states is None:
        states, details = _decide(n, heads, bits, values)
    if states is None or solution.proof.undecided:  # possibly a tie, which only long fractions can decide
        return make_page_data(game, solve(solution.game, method="pairs"))
    layout, rows = Layout(n, n), []
    for a in range(1, n):
        first = layout.index(a, a + 1, 1)
        rows.append(states[first : first + (n - a) * n])
    order = [values[i, j] for i in range(1, n + 1) for j in range(1, n + 1)]
    enclosed = ((mpq(low, mpz(1) << bits), mpq(high, mpz(1) << bits)) for low, high, _ in order)
    targets, exact = (game.target, game.opponent_target), [value for _, _, value in order]
    return make_needs_data(solution.game, targets, "open", enclosed, exact, rows, CONTINUE, TIE) | {
        "names": [f"go for {k}" for k in range(1, n + 1)],
        "brief": [str(k) for k in range(1, n + 1)],
        "numbers": list(range(1, n + 1)),
        "map": [1, 2],
        "heads": str(heads),
        "options": "" if heads == mpq(1, 2) else f" --heads {heads}",
        "proof": f"{solution.proof}{details}",
    }


def _bound_values(coins: Sequence[Sequence[int]], heads: Any, bits: int) -> dict[tuple[int, int], Enclosed]:
    """Return, for all needs, bounds on V(i, j) in units of 2^-bits and the exact value (None if that is too long)."""
    n, one = len(coins), mpz(1) << bits
    top, bottom = ([mpz(part) ** k for k in range(n + 1)] for part in (heads.numerator, heads.denominator))
    values: dict[tuple[int, int], Enclosed] = {(i, 0): (mpz(0), mpz(0), mpq(0)) for i in range(1, n + 1)}
    for total in range(2, 2 * n + 1):
        for i in range(max(1, total - n), min(n, total - 1) + 1):
            j = total - i
            k, l = coins[i - 1][j - 1], coins[j - 1][i - 1]
            after_success, after_answer = values[j, i - k], values[i, j - l]
            won, lost = top[k] * bottom[l], (bottom[k] - top[k]) * top[l]
            low = (won * (one - after_success[1]) + lost * after_answer[0]) // (won + lost)
            high = -(-(won * (one - after_success[0]) + lost * after_answer[1]) // (won + lost))
            exact = None
            if after_success[2] is not None and after_answer[2] is not None:
                exact = (won * (1 - after_success[2]) + lost * after_answer[2]) / mpq(won + lost)
                exact = exact if exact.denominator.bit_length() <= _SHORT else None
            values[i, j] = low, high, exact
    return values


def _decide(
    n: int, heads: Any, bits: int, values: Mapping[tuple[int, int], Enclosed]
) -> tuple[NDArray[np.int8] | None, str]:
    """Return the states of positions with open points (None if any is undecided), and a string with counts by method.

    With `a` open points, the best k ≥ `a` has the largest p^k (V(j, i) - V(j, i-k)); see `exact.prove`.
    """
    layout = Layout(n, n)
    states = bound_by_pairs(layout, heads).S.copy()
    left = defaultdict(list)
    for a in range(1, n):
        first = layout.index(a, a + 1, 1)
        for row, column in np.argwhere(states[first : first + (n - a) * n].reshape(n - a, n) == UNKNOWN).tolist():
            left[a + 1 + row, column + 1].append(a)
    weights = [mpz(heads.numerator) ** k * mpz(heads.denominator) ** (n - k) for k in range(n + 1)]
    by_bits = exactly = 0
    for (i, j), places in left.items():
        here, top = values[j, i], (weights[i] * values[j, i][0], weights[i] * values[j, i][1])
        chain = [values[j, i - k] for k in range(i + 1)]
        for a in range(i - 1, places[0] - 1, -1):
            stop = weights[a] * (here[0] - chain[a][1]), weights[a] * (here[1] - chain[a][0])
            if a in places:
                state = STOP if stop[0] > top[1] else CONTINUE if stop[1] < top[0] else None
                by_bits += state is not None
                if state is None:
                    exact = [value for _, _, value in (here, *chain[a:])]
                    if None in exact:
                        return None, ""
                    gains = [
                        weights[k] * (exact[0] - value) for k, value in zip(range(a, i + 1), exact[1:], strict=True)
                    ]
                    further_gain = max(gains[1:])
                    state = STOP if gains[0] > further_gain else CONTINUE if gains[0] < further_gain else TIE
                    exactly += 1
                states[layout.index(a, i, j)] = state
            top = max(top[0], stop[0]), max(top[1], stop[1])
    by_floats = layout.size - by_bits - exactly
    details = f"{by_floats} positions by float bounds, {by_bits} by {bits}-bit bounds, {exactly} exactly"
    return states, f"; with open points, {details}"
