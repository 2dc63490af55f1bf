"""Check by computation the statements of the Riddler puzzle of two coins and of its solution by dynamic programming."""

from __future__ import annotations

import itertools
from functools import lru_cache
from typing import Any

from gmpy2 import bincoef, mpq

from ..dispatch import solve
from ..exact.decimals import describe_value, format_decimal
from ..games.two_coins import TwoCoins
from ..research.two_coins_curve import compute_curve_points
from .claim import CORRECTED, FALSE, HOLDS, Claim, Finding, number, rounding, universal

_FLIPS = 100
_GAINS = -2, -1, 1, 2


@lru_cache(maxsize=1)
def _solution() -> Any:
    return solve(TwoCoins(_FLIPS))


def _one_coin() -> Any:
    """Return the probability of more heads than tails in 100 flips of a fair coin, by counting."""
    return mpq(sum(bincoef(_FLIPS, heads) for heads in range(_FLIPS // 2 + 1, _FLIPS + 1)), 2**_FLIPS)


def _least_heads() -> int:
    return next(heads for heads in range(_FLIPS + 1) if heads - (_FLIPS - heads) > 0)


def _simulation() -> Finding:
    """Compare the printed share of wins in 100,000 games with the exact probability, in standard errors."""
    exact, seen, games = _one_coin(), mpq(46086, 100000), 100000
    squared = (seen - exact) ** 2 / (exact * (1 - exact) / games)
    return Finding(
        HOLDS if squared < 25 else FALSE,
        f"the exact probability is {format_decimal(exact, 6)}, {float(squared) ** 0.5:.2f} standard errors away",
    )


def _improvement() -> Finding:
    gain = _solution().value - _one_coin()
    near = mpq(19, 100) <= gain <= mpq(20, 100)
    return Finding(
        HOLDS if near else CORRECTED if mpq(15, 100) <= gain <= mpq(25, 100) else FALSE,
        f"the probability of winning rises by {format_decimal(100 * gain, 3)} percentage points "
        f"({format_decimal(100 * gain / _one_coin(), 3)} % more wins)",
    )


def _score_range() -> Finding:
    scores, first = {0}, None
    for flips in range(1, _FLIPS + 1):
        scores = {score + gain for score in scores for gain in _GAINS}
        outside = sorted((score for score in scores if not 0 <= score <= 200), key=abs)
        if outside and first is None:
            first = f"{outside[0]} after {flips} flip{'s' if flips > 1 else ''}"
    true = f"the score ranges from {min(scores)} to {max(scores)}"
    return Finding(HOLDS, true) if first is None else Finding(FALSE, f"{true}; the smallest counterexample is {first}")


def _too_far() -> Any:
    """Return 10 if a score of 10 is possible after two flips, otherwise None."""
    return 10 if 10 in {one + two for one in _GAINS for two in _GAINS} else None


def _check_published() -> Finding:
    value, claimed = _solution().value, "0.6403174472759772"
    right = format_decimal(value, 16)
    if right == claimed:
        return Finding(HOLDS, describe_value(value, 25))
    close = abs(mpq(claimed) - value) < mpq(1, 10**15)
    return Finding(
        CORRECTED if close else FALSE,
        f"the exact value is {value} ≈ {format_decimal(value, 25)}; "
        "rounding errors of floats made the last printed digit wrong",
    )


def _more_sure() -> Any:
    """Return the first P(heads) = k/100 at which coin A gives no better odds than at (k - 1)/100, or None."""
    points = compute_curve_points(_FLIPS, 101)
    return next((str(p) for (_, before), (p, value) in itertools.pairwise(points) if value <= before), None)


def _not_the_larger() -> Any:
    """Return the first state (last 10 flips, scores -12 to 12) whose value is not that of the better coin, or None."""
    solution = _solution()
    states = itertools.product(range(_FLIPS - 10, _FLIPS), range(-12, 13))
    return next((at for at in states if solution.value_at(at) != max(solution.move_values(at).values())), None)


def claims() -> list[Claim]:
    """Return the claims to check: statements of the puzzle and its solution."""
    return [
        rounding("summary", "we win roughly 64 % of games", "64 %", lambda: 100 * _solution().value),
        rounding("summary", "with a single fair coin, one wins 46 % of games", "46 %", lambda: 100 * _one_coin()),
        number("summary", "with a single coin, a win takes at least 51 winning flips", 51, _least_heads),
        Claim("summary", "in 100,000 simulated games with a single coin, the share of wins was 0.46086", _simulation),
        Claim("summary", "choosing between the coins improves the odds by nearly 20 %", _improvement),
        Claim("the state", "the score falls between 0 and 200", _score_range),
        universal(
            "the state",
            "a score of 10 is impossible after two flips",
            _too_far,
            "scores then range from -4 to 4",
        ),
        number("the program", "GameState(99, 0) is worth 0.5", mpq(1, 2), lambda: _solution().value_at((99, 0))),
        Claim("the program", "GameState(0, 0) is worth 0.6403174472759772", _check_published),
        universal(
            "the program",
            "the value of every state is the larger of the values of the two coins",
            _not_the_larger,
            "verified exactly for the last 10 flips and scores from -12 to 12",
        ),
        universal(
            "extra credit",
            "when coin A becomes more of a sure thing, the odds of winning increase",
            _more_sure,
            "verified exactly for coin A with P(heads) = 0, 0.01, …, 1",
        ),
    ]
