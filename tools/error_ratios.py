"""Compare the actual errors of the float kernels with their stated bounds.

    python tools/error_ratios.py

For values with an error bound, print the largest error divided by the bound; this ratio must be below 1. For lower and
upper bounds, print the least distance of an exact value from either bound, divided by the distance between the bounds;
this ratio must not be negative.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from gmpy2 import mpq

from trueodds import Hog, RiskOrSafety, SuperSix, solve
from trueodds.fast.pig.bounds import bound_values as pig_bounds
from trueodds.fast.pig.values import Strategy, make_value_form
from trueodds.fast.risk_or_safety.bounds import Layout, bound_by_pairs
from trueodds.risk_or_safety import proved_moves
from trueodds.solver.bounded import solve_moves


def nearest_end(found: Iterable[tuple[float, float, mpq]]) -> str:
    """Describe the least distance of an exact value from its bounds, in multiples of the width of the bounds."""
    least, count = mpq(1), 0
    for low, high, value in found:
        if low < high:
            below, above, width = value - mpq(low), mpq(high) - value, mpq(high) - mpq(low)
            least, count = min(least, below / width, above / width), count + 1
    if least < 0:
        raise SystemExit("an exact value is outside its bounds")
    return f"{count} values; the least distance from a bound is {float(least):.1e} of the width"


def columns(n: int) -> None:
    """Compare the double words of the sweep for large targets with exact values, at equal needs."""
    for heads in ("1/2", "2/5", "9/10", "99/100"):
        moves, exact = proved_moves(n, heads=heads), solve(RiskOrSafety(n, heads=heads), "pairs").values
        worst = mpq(0)
        for i in range(1, n + 1):
            value = mpq(float(moves.equal[0, i])) + mpq(float(moves.equal[1, i]))
            worst = max(worst, abs(value / exact[0, i, i] - 1) / (mpq(moves.error) * 2 * i))
        if worst >= 1:
            raise SystemExit("an error exceeds its bound")
        print(f"columns, heads {heads}, needs up to {n}: at most {float(worst):.1e} of the bound")


def pairs(n: int) -> None:
    """Compare the bounds for each pair of needs with exact values, at positions with open points."""
    for heads in ("1/2", "2/5", "9/10"):
        layout, p = Layout(n, n), mpq(heads)
        found, exact = bound_by_pairs(layout, p), solve(RiskOrSafety(n, heads=heads), "pairs").values

        def all_values(layout=layout, p=p, found=found, exact=exact):  # type: ignore[no-untyped-def]
            for i in range(2, n + 1):
                for j in range(1, n + 1):
                    passed, value = 1 - exact[0, j, i], mpq(1)
                    for a in range(i - 1, 0, -1):
                        value = max((1 - p) * passed + p * value, 1 - exact[0, j, i - a])
                        at = layout.index(a, i, j)
                        yield float(found.P_min[at]), float(found.P_max[at]), value

        print(f"pairs, heads {heads}, needs up to {n}: {nearest_end(all_values())}")


def boxes(n: int) -> None:
    """Compare the bounds (boxes) of Pig's values with exact values, at the starts of turns."""
    for sides in (2, 6, 20):
        found = pig_bounds(n, n, sides)
        needs = list(found.needs())
        values = Strategy(found.rolls, sides).evaluate([make_value_form(*pair) for pair in needs])
        ends = ((*found.value(*pair), value) for pair, value in zip(needs, values, strict=True))
        print(f"boxes, {sides} sides, needs up to {n}: {nearest_end(ends)}")


def tighten() -> None:
    """Compare the bounds of the general method with exact values."""
    for game in (RiskOrSafety(9), Hog(25), SuperSix(3)):
        exact, found = solve(game, "general"), solve_moves(game).bounds
        ends = zip(found.low.tolist(), found.high.tolist(), exact.values, strict=True)
        print(f"tighten, {game.name}: {nearest_end(ends)}; widest {np.max(found.high - found.low):.1e}")


if __name__ == "__main__":
    columns(60)
    pairs(16)
    boxes(25)
    tighten()
