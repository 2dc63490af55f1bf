"""Published values, each with its source; `tests/claims` has every other statement of the paper."""

from pathlib import Path

import numpy as np
import pytest
from gmpy2 import mpq

from trueodds import RiskOrSafety, solve
from trueodds.fast.risk_or_safety.large import start_values
from trueodds.fast.risk_or_safety.solution import METHODS

# OEIS A387261 and A387262 (R. Jehn, 2025): numerator and denominator for n = 1 to 15
A387261 = (
    2, 4, 6, 2236, 1026, 275848876, 649346842, 61550866190068, 2737872156886, 5556238701119487884,
    33857036312840796476194, 3393041394611453189295265268, 218370486707916654640780231642,
    112630244896738642814653528498087299988, 14364898791782224577113184680141626682,
)  # fmt: skip
A387262 = (
    3, 7, 11, 4165, 1925, 521145625, 1231278125, 117192622421875, 5225432428125, 10634368774326171875,
    64913928515324560546875, 6519012951936493553466796875, 420117998909827688127861328125,
    217038092253876925088545128021240234375, 27711032758513212360715995025634765625,
)  # fmt: skip

# T. Neller, Piglet hold tables (2003): heads to go for; rows own score 0 … n-1, columns the opponent's score 0 … n-1
PIGLET = {
    3: "1 3 3 / 2 2 2 / 1 1 1",
    6: "2 2 2 2 2 6 / 1 2 2 2 2 5 / 1 1 2 2 2 4 / 1 1 1 1 3 3 / 1 1 1 2 2 2 / 1 1 1 1 1 1",
}


def test_the_fifteen_fractions_of_the_oeis():
    values = list(start_values(15))
    assert tuple(value.numerator for value in values) == A387261
    assert tuple(value.denominator for value in values) == A387262


@pytest.mark.parametrize("method", [*METHODS, "start"])
def test_every_method_gives_the_published_fractions(method):
    for n in (1, 2, 3, 6, 9, 11 if method == "reference" else 15):
        assert solve(RiskOrSafety(n), method).value == mpq(A387261[n - 1], A387262[n - 1])


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
