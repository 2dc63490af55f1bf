"""All values in one go: against rational arithmetic, one by one, however they are grouped, and in lowest terms."""

import itertools
from concurrent.futures import ProcessPoolExecutor

import gmpy2
import numpy as np
import pytest
from gmpy2 import mpq, mpz

from trueodds import proved_moves
from trueodds.exact.lowest_terms import shared_part
from trueodds.exact.reconstruction import CHUNK, LEAF, Reconstruction
from trueodds.fast.risk_or_safety.large import all_values
from trueodds.fast.risk_or_safety.large.all_values import start_fractions
from trueodds.fast.risk_or_safety.large.denominators import Plan
from trueodds.fast.risk_or_safety.large.start_value import start_value
from trueodds.runtime.sealing import WorkerError
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
    assert start_fractions(plan, "serial") == rational_values(plan)


@pytest.fixture(scope="module")
def far():
    plan = planned(260)
    return plan, start_fractions(plan, "serial")


def test_in_lowest_terms(far):
    assert all(gmpy2.gcd(value.numerator, value.denominator) == 1 for value in far[1])


def test_what_they_share_is_short(monkeypatch):
    """What play never ends at is divided out before; without that, 64 values share some 10,000 bits."""
    bits = []

    def look(numbers, modulus):
        shared = shared_part(numbers, modulus)
        bits.append(shared.bit_length())
        return shared

    monkeypatch.setattr(all_values, "shared_part", look)
    start_fractions(planned(260), "serial")
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
    monkeypatch.setattr(all_values, "TOGETHER", rows)
    found = start_fractions(plan, "threads")
    assert [(value.numerator, value.denominator) for value in found] == [
        (value.numerator, value.denominator) for value in values
    ]


def test_weights_of_fewer_primes(far):
    """From those of more primes, as if made for themselves."""
    reconstruction = Reconstruction(list(itertools.islice(far[0].primes(), CHUNK * (3 * LEAF + 2))))
    levels = [3 * LEAF + 2, 3 * LEAF, 2 * LEAF, LEAF, 3, 2]
    found = all_values._weights(reconstruction, levels)
    assert sorted(found) == sorted(levels)
    for level in levels:
        assert found[level].tolist() == reconstruction.weights(level).tolist()
        assert len(found[level]) == CHUNK * level


def exact(values):
    return [(value.numerator, value.denominator) for value in values]


@pytest.fixture
def few_on_workers(monkeypatch):
    monkeypatch.setattr(all_values, "FEW_VALUES", 0)
    monkeypatch.setattr(all_values, "TOGETHER", 30)


@pytest.mark.parametrize("how", [None, "processes"])
def test_finished_by_other_processes(far, how, few_on_workers):
    plan, values = far
    told = []
    with ProcessPoolExecutor(2) as pool:
        found = start_fractions(plan, how or pool, lambda *step: told.append(step))
    assert exact(found) == exact(values)
    assert [done for stage, done, _ in told if stage == "fractions"][-1] == 260


class Counting(Faulty):
    """How many fractions came back, of all that was computed elsewhere; a change is made of some."""

    def __init__(self, change=None, times=0):
        self.fractions, self.wrong = [], times

        def look(result):
            if isinstance(result, np.ndarray):
                return result
            self.fractions.append(len(result))
            self.wrong -= 1
            return change(result) if self.wrong >= 0 else result

        super().__init__(look, 10**9)


def test_few_are_finished_here_and_many_elsewhere(monkeypatch):
    plan = planned(70)
    monkeypatch.setattr(all_values, "FEW_VALUES", 70)
    start_fractions(plan, here := Counting())
    monkeypatch.setattr(all_values, "FEW_VALUES", 69)
    start_fractions(plan, elsewhere := Counting())
    assert (here.fractions, elsewhere.fractions) == ([], [6, 64])


WRONG = {
    "None": (lambda found: None, "were asked for, and not NoneType"),
    "one less": (lambda found: found[1:], "were asked for"),
    "a tuple": (tuple, "were asked for, and not tuple"),
    "numbers": (lambda found: [top for top, _ in found], "is not a fraction"),
    "one number": (lambda found: [*found[1:], (mpz(1),)], "is not a fraction"),
    "of Python": (lambda found: [*found[1:], (1, mpz(2))], "is not a fraction"),
    "below 0": (lambda found: [*found[1:], (mpz(-1), mpz(2))], r"outside of \[0, 1\]"),
    "above 1": (lambda found: [*found[1:], (mpz(3), mpz(2))], r"outside of \[0, 1\]"),
    "nothing below the line": (lambda found: [*found[1:], (mpz(0), mpz(0))], r"outside of \[0, 1\]"),
}


@pytest.mark.parametrize("change", WRONG)
def test_what_a_worker_gives_is_looked_at(change, few_on_workers, caplog):
    """Once: it is computed again. Twice: an error."""
    plan = planned(70)
    wrong, words = WRONG[change]
    assert exact(start_fractions(plan, Counting(wrong, 1))) == exact(start_fractions(plan, "serial"))
    assert caplog.text.count("came back wrong") == 1
    with pytest.raises(WorkerError, match=rf"came back wrong .* check of the fractions: .*{words}.*; again, chunk"):
        start_fractions(plan, Counting(wrong, 10**9))


@pytest.mark.parametrize("at", [0, 1])
def test_a_fraction_that_only_seems_right(at, few_on_workers):
    """It has the type of one: residues tell."""
    with pytest.raises(NotProved, match=r"^check of V\(\d+, \d+\) modulo"):
        start_fractions(planned(70), Counting(lambda found: [*found[1:], (found[0][0] + at, found[0][1] + 1)], 1))


def test_what_is_computed_here_is_looked_at_too(monkeypatch):
    monkeypatch.setattr(all_values, "_finish", lambda *_: [])
    with pytest.raises(NotProved, match="60 were asked for"):
        start_fractions(planned(60), "serial")


def test_a_group_is_sent_with_its_own_residues_alone(far, few_on_workers, monkeypatch):
    plan, _ = far
    groups = []
    finish = all_values._finish
    monkeypatch.setattr(all_values, "_finish", lambda *given: (groups.append(given[-1]), finish(*given))[1])
    start_fractions(plan, "serial")
    assert [(group.start, group.stop) for group in groups] == [(at, min(at + 30, 261)) for at in range(241, 0, -30)]
    for group in groups:
        assert group.residues.shape == (group.stop - group.start, max(group.levels) * CHUNK)
        assert sorted(group.weights) == sorted(set(group.levels))
        assert len(group.exponents) == len(group.levels) == group.stop - group.start
        assert len(group.last) == group.stop
