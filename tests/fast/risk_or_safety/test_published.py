"""Published values, each with its source; `tests/claims` has every other statement of the paper."""

from pathlib import Path

import numpy as np
import pytest
from gmpy2 import mpq

from trueodds import RiskOrSafety, solve
from trueodds.fast.risk_or_safety.large import start_values
from trueodds.fast.risk_or_safety.solution import METHODS
from trueodds.oeis.entries import KNOWN

#: OEIS A387261 and A387262 (R. Jehn, 2025): numerators and denominators for n = 1 to 15.
FRACTIONS = [
    mpq(*pair) for pair in zip(*(one.published for one in KNOWN if one.number in ("A387261", "A387262")), strict=True)
]

# T. Neller, Piglet hold tables (2003): heads to go for; rows own score 0 … n-1, columns the opponent's score 0 … n-1
PIGLET = {
    3: "1 3 3 / 2 2 2 / 1 1 1",
    6: "2 2 2 2 2 6 / 1 2 2 2 2 5 / 1 1 2 2 2 4 / 1 1 1 1 3 3 / 1 1 1 2 2 2 / 1 1 1 1 1 1",
}


@pytest.mark.parametrize("method", [*METHODS, "start"])
def test_every_method_gives_the_published_fractions(method):
    assert start_values(15) == FRACTIONS
    for n in (1, 2, 3, 6, 9, 11 if method == "reference" else 15):
        assert solve(RiskOrSafety(n), method).value == FRACTIONS[n - 1]


@pytest.mark.parametrize("method", ["pairs", "sweeps", "start"])
def test_table_1_of_the_paper(method):
    published = np.loadtxt(Path(__file__).parent / "data" / "table1.txt", dtype=int)  # R. Jehn (2026), Table 1
    solution = solve(RiskOrSafety(20), method)
    assert published.shape == (19, 19)
    assert np.array_equal(solution.coins()[1:, 1:], published)
    assert np.array_equal(solve(RiskOrSafety(20)).table1(), published)


@pytest.mark.parametrize("n", PIGLET)
def test_piglet_hold_tables(n):
    published = [[int(hold) for hold in row.split()] for row in PIGLET[n].split("/")]
    solution = solve(RiskOrSafety(n))
    found = [[min(solution.best_moves_at((0, mine, other))) for other in range(n)] for mine in range(n)]
    assert found == published
