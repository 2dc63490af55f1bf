"""What others have published, and the exact value of Pig at 100, which nobody had."""

import hashlib

import numpy as np
import pytest

import trueodds
from trueodds.exact.decimals import decimal
from trueodds.fast.pig.solve import solve
from trueodds.games.pig import Pig

# T. Neller, "Piglet" (2003): heads to go for, rows own score, columns opponent's score.
PIGLET = {
    3: ["133", "222", "111"],
    6: ["222226", "122225", "112224", "111133", "111222", "111111"],
}


def test_first_player_at_one_hundred():
    # T. Neller and C. Presser, "Optimal Play of the Dice Game Pig", UMAP Journal 25 (2004): 0.53059 by value iteration.
    assert decimal(solve(Pig()).value, 5) == "0.53059"


@pytest.mark.parametrize("n", PIGLET)
def test_a_die_of_two_sides_is_piglet(n):
    solution = solve(Pig(2 * n, 2))
    table = [[int(heads) for heads in row] for row in PIGLET[n]]
    assert np.array_equal(solution.hold_at()[::2, ::2], 2 * np.array(table))


@pytest.mark.parametrize(("target", "opponent"), [(1, 1), (7, 7), (12, 5), (5, 12), (40, 40)])
def test_a_die_of_two_sides_is_risk_or_safety(target, opponent):
    value = trueodds.solve(trueodds.RiskOrSafety(target, opponent)).value
    assert solve(Pig(2 * target, 2, 2 * opponent)).value == value
    assert solve(Pig(2 * target - 1, 2, 2 * opponent - 1)).value == value


def test_the_exact_value_at_one_hundred():
    # First found by this package; the residues in test_chain.py come to it by another way.
    value = solve(Pig()).value
    assert value.denominator.bit_length() == 69_277
    assert decimal(value, 50) == "0.53059272527374691132673556257833246513597810725816"
    digest = hashlib.sha256(value.numerator.digits().encode()).hexdigest()
    assert digest == "35e3e8355513fa78b1fd90a799825e4047e0a21a07785ac3211499b9da7d938d"


def test_where_to_hold_at_one_hundred():
    solution = solve(Pig())
    hold, again = solution.hold_at(), solution.roll_again_at()
    assert hold[0, 0] == 21
    needs = np.broadcast_to(np.arange(100, 0, -1)[:, None], (100, 100))
    assert np.array_equal(hold[78:], needs[78:])  # whoever needs 22 or less rolls until it is won,
    assert np.array_equal(hold[:, 84:], needs[:, 84:])  # and so does whoever plays against 16 or less
    assert hold[77, 0] < 23
    assert hold[0, 83] < 100
    # Rolling is not best on an initial segment only: Neller and Presser show the surface overhang.
    assert (again > 0).sum() == 2503
    for saved, opponent in [(0, 0), (8, 83), (70, 0), (99, 99)]:
        ranges = [range(max(r.start, 2), r.stop) for r in solution.hold_totals(saved, opponent) if r.stop > 2]
        need = 100 - saved
        assert hold[saved, opponent] == (ranges[0].start if ranges else need)
        assert again[saved, opponent] == (ranges[0].stop if ranges and ranges[0].stop < need else 0)
