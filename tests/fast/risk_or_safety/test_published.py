"""Published hold tables; `tests/claims` has every statement of the paper, `tests/oeis` the published sequences."""

import pytest

from trueodds import RiskOrSafety, solve

# T. Neller, Piglet hold tables (2003): heads to go for; rows own score 0 … n-1, columns the opponent's score 0 … n-1
PIGLET = {
    3: "1 3 3 / 2 2 2 / 1 1 1",
    6: "2 2 2 2 2 6 / 1 2 2 2 2 5 / 1 1 2 2 2 4 / 1 1 1 1 3 3 / 1 1 1 2 2 2 / 1 1 1 1 1 1",
}


@pytest.mark.parametrize("n", PIGLET)
def test_piglet_hold_tables(n):
    published = [[int(hold) for hold in row.split()] for row in PIGLET[n].split("/")]
    solution = solve(RiskOrSafety(n))
    found = [[min(solution.best_moves_at((0, mine, other))) for other in range(n)] for mine in range(n)]
    assert found == published
