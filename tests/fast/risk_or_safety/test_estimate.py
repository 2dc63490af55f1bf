"""How many chunks of primes a value will take, foreseen from a smaller one."""

import pytest

from trueodds import RiskOrSafety, proved_moves
from trueodds.exact.modular import power_product
from trueodds.exact.reconstruction import chunks_of_primes
from trueodds.fast.risk_or_safety.large.denominators import Plan
from trueodds.fast.risk_or_safety.large.estimate import _chunks, estimate_start


def planned(larger, smaller, heads):
    moves = proved_moves(larger, smaller, heads)
    return Plan.from_coins(moves.coins, moves.other_coins, moves.heads)


@pytest.mark.parametrize(
    ("larger", "smaller", "heads", "times"),
    [(700, 700, "1/2", 4), (700, 700, "1/2", 1), (600, 300, "1/2", 3), (200, 200, "2/5", 4), (200, 1, "1/2", 3)],
)
def test_chunks_are_foreseen(larger, smaller, heads, times):
    far = planned(times * larger, times * smaller, heads)
    factors, _, last = far.longest_paths(times * larger, times * smaller)
    needed = max(2, chunks_of_primes(power_product(factors, last).bit_length()))
    assert abs(_chunks(planned(larger, smaller, heads), times) - needed) <= max(1, needed // 25)


def test_at_ten_thousand():
    """131 chunks, for 129,465 bits: what `longest_paths` says there, which takes seconds."""
    residues = estimate_start(RiskOrSafety(10_000)).stages[1]
    assert residues.name == "residues"
    assert 126 <= residues.chunks <= 136
