"""What bounds leave open is decided by exact values."""

from dataclasses import replace

import pytest
from gmpy2 import mpq

from trueodds.fast.risk_or_safety.all.bounds import UNKNOWN, by_pairs
from trueodds.fast.risk_or_safety.all.exact import pair_values
from trueodds.fast.risk_or_safety.layout import Layout


@pytest.mark.parametrize("heads", ["1/2", "2/5", "3/4"])
def test_a_choice_that_bounds_leave_open_is_made_by_exact_values(heads):
    """Bounds of one pair of needs forgotten for one player: one more number of heads, and all to be compared."""
    layout, heads = Layout(5, 5), mpq(heads)
    found = by_pairs(layout, heads)
    expected = pair_values(found, heads)
    tried = 0
    for at in range(layout.size):
        states = found.S.copy()
        states[at] = UNKNOWN
        assert pair_values(replace(found, S=states), heads) == expected
        tried += states[at] != found.S[at]
    assert tried > 30
