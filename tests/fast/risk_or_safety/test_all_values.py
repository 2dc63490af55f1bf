"""All values in one go: against rational arithmetic, one by one, however they are grouped, and in lowest terms."""

import itertools

import gmpy2
import pytest
from gmpy2 import mpq

from trueodds.exact.lowest_terms import shared_part
from trueodds.exact.reconstruction import CHUNK, LEAF, Reconstruction
from trueodds.fast.risk_or_safety import start_values
from trueodds.fast.risk_or_safety.denominators import Plan
from trueodds.fast.risk_or_safety.start_values import start_fractions, start_value
from trueodds.risk_or_safety import proved_moves
from trueodds.runtime.run import Run
from trueodds.solution import NotProved

from ..faulty import Faulty


def planned(target, heads="1/2"):
    moves = proved_moves(target, None, heads)
    return Plan.from_coins(moves.coins, moves.other_coins, moves.heads)


def rational_values(plan):
    """V(n, n) from the two equations of each pair, in rationals; the reference."""
    coins, heads = plan.coins[0], plan.heads
    x, y = {}, {}
    for j in range(1, plan.smaller + 1):
        for i in range(j, plan.smaller + 1):
            k, l = int(coins[i - 1, j - 1]), int(plan.coins[1][j - 1, i - 1])
            left = i - k
            b = mpq(1) if left <= 0 else y[left, j] if left >= j else 1 - x[j, left]
            a = x[i, j - l] if l < j else mpq(0)
            p, q = heads**k, heads**l
            # X = (1-p) Y + p B and Y = (1-q) X + q A
            y[i, j] = ((1 - q) * p * b + q * a) / (p + q - p * q)
            x[i, j] = (1 - p) * y[i, j] + p * b
    return [x[n, n] for n in range(1, plan.smaller + 1)]


@pytest.mark.parametrize(("target", "heads"), [(90, "1/2"), (40, "2/5"), (25, "9/10"), (30, "1/10"), (1, "1/2")])
def test_as_in_rationals(target, heads):
    plan = planned(target, heads)
    assert start_fractions(plan, Run(1)) == rational_values(plan)


@pytest.fixture(scope="module")
def far():
    plan = planned(260)
    return plan, start_fractions(plan, Run(1))


def test_in_lowest_terms(far):
    assert all(gmpy2.gcd(value.numerator, value.denominator) == 1 for value in far[1])


def test_what_they_share_is_short(monkeypatch):
    """What play never ends at is divided out before; without that, 64 values share some 10,000 bits."""
    bits = []

    def look(numbers, modulus):
        shared = shared_part(numbers, modulus)
        bits.append(shared.bit_length())
        return shared

    monkeypatch.setattr(start_values, "shared_part", look)
    start_fractions(planned(260), Run(1))
    assert len(bits) == 5
    assert max(bits) < 500


@pytest.mark.parametrize("n", [1, 63, 64, 65, 127, 128, 131, 200, 260])
def test_as_one_by_one(far, n):
    plan, values = far
    value = start_value(plan, n, n)
    assert (value.numerator, value.denominator) == (values[n - 1].numerator, values[n - 1].denominator)


@pytest.mark.parametrize("rows", [1, 7, 300])
def test_however_they_are_grouped(far, rows, monkeypatch):
    plan, values = far
    monkeypatch.setattr(start_values, "TOGETHER", rows)
    found = start_fractions(plan)
    assert [(value.numerator, value.denominator) for value in found] == [
        (value.numerator, value.denominator) for value in values
    ]


def test_weights_of_fewer_primes(far):
    """From those of more primes, as if made for themselves."""
    reconstruction = Reconstruction(list(itertools.islice(far[0].primes(), CHUNK * (3 * LEAF + 2))))
    levels = [3 * LEAF + 2, 3 * LEAF, 2 * LEAF, LEAF, 3, 2]
    found = start_values._weights(reconstruction, levels)
    assert sorted(found) == sorted(levels)
    for level in levels:
        assert found[level].tolist() == reconstruction.weights(level).tolist()
        assert len(found[level]) == CHUNK * level


def exact(values):
    return [(value.numerator, value.denominator) for value in values]


def test_only_residues_are_computed_elsewhere(far):
    plan, values = far
    sent = []

    class Counting(Faulty):
        def submit(self, function, /, own, task):
            sent.append(own.func)
            return super().submit(function, own, task)

    assert exact(start_fractions(plan, Run(Counting(None, 0)))) == exact(values)
    assert set(sent) == {start_values._sweep}


def test_a_value_that_is_no_probability_is_refused(monkeypatch):
    monkeypatch.setattr(start_values, "reduce_fraction", lambda *given: mpq(3, 2))
    with pytest.raises(NotProved, match=r"^check of the fractions: a probability came out outside of \[0, 1\]"):
        start_fractions(planned(60), Run(1))
