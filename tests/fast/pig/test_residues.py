"""The recurrence modulo many primes against plain fractions, and both forms of the kernel against each other."""

import itertools

import numpy as np
import pytest
from gmpy2 import mpq, mpz
from hypothesis import given
from hypothesis import strategies as st

from trueodds.exact.modular import primes_below
from trueodds.fast.pig import many_primes, residues, values
from trueodds.fast.pig.bounds import bounds
from trueodds.fast.pig.many_primes import Program
from trueodds.fast.pig.turns import Distribution
from trueodds.fast.pig.values import Ask, Strategy, value_of
from trueodds.runtime.run import Run

PRIMES = np.array(list(itertools.islice(primes_below(many_primes.LIMIT), residues.WIDTH)), dtype=np.uint32)


def plain_values(strategy, needs):
    """The reference implementation: both equations of each pair in fractions, as the rules have them."""
    found = {}
    for i, j in strategy.reachable(needs):
        one, two = strategy.turn(i, j), strategy.turn(j, i)
        fail, other_fail = mpq(one.fail, one.scale), mpq(two.fail, two.scale)
        gained = 1 - sum(w / mpq(one.scale) * found[j, i - t] for t, w in zip(one.totals, one.weights, strict=True))
        lost = 1 - sum(w / mpq(two.scale) * found[i, j - t] for t, w in zip(two.totals, two.weights, strict=True))
        if i == j:
            found[i, i] = gained / (1 + fail)
        else:
            found[i, j] = (gained - fail * lost) / (1 - fail * other_fail)
            found[j, i] = lost - other_fail * found[i, j]
    return found


def strategy_to(most, sides):
    return Strategy(bounds(most, most, sides).rolls, sides)


@pytest.mark.parametrize("sides", [2, 3, 6, 40])
@pytest.mark.parametrize("work", [1, 1 << 27])
@pytest.mark.parametrize("workers", [1, None])
def test_all_values_are_those_of_plain_fractions(sides, work, workers, monkeypatch):
    monkeypatch.setattr(many_primes, "_WORK", work)
    strategy = strategy_to(30, sides)
    needs = list(strategy.reachable([(30, 30)]))
    needs += [(j, i) for i, j in needs]
    expected = plain_values(strategy, needs)
    found = strategy.evaluate([value_of(*pair) for pair in needs], Run(workers))
    assert dict(zip(needs, found, strict=True)) == {pair: expected[pair] for pair in needs}


@given(
    st.lists(st.tuples(st.integers(-50, 50), st.integers(1, 12), st.integers(1, 12)), max_size=20), st.integers(-9, 9)
)
def test_weights_of_either_sign(terms, constant):
    """More than eight terms are reduced in parts; weights may be 0."""
    strategy = strategy_to(12, 6)
    scale = mpz(1 + abs(constant) + sum(abs(weight) for weight, *_ in terms))
    terms = [*terms, (0, 12, 12)]
    ask = Ask(scale, mpz(constant), tuple((mpz(weight), (i, j)) for weight, i, j in terms))
    known = plain_values(strategy, [(i, j) for _, i, j in terms])
    assert strategy.evaluate([ask]) == [(constant + sum(w * known[i, j] for w, i, j in terms)) / mpq(scale)]


def program(most, sides, asks):
    strategy = strategy_to(most, sides)
    pairs, numbers = strategy._program(strategy.reachable([(most, most)]))
    return values._arrays(pairs, [(weights, [numbers[needs] for needs in read]) for weights, read in asks])


def sums(own, primes=PRIMES, words=None, **how):
    found = np.empty((own.asks, residues.WIDTH), dtype=np.uint32)
    work = np.full(own.words if words is None else words, 0xFFFFFFFF, dtype=np.uint32)  # it need not be clean
    residues.sums(primes, **vars(own), work=work, found=found, **how)
    return found


@pytest.mark.parametrize(("most", "sides"), [(1, 2), (2, 6), (60, 2), (60, 6), (45, 25)])
def test_vectors_and_plain_c_give_the_same(most, sides):
    own = program(most, sides, [([mpz(0), mpz(1)], [(most, most)]), ([mpz(-3), mpz(-(5**99))], [(most, most)])])
    assert np.array_equal(sums(own), sums(own, vectors=False))


def test_turns_that_save_many_totals():
    """Some hundred products for one value, all of the largest size: sums of eight must not overflow."""
    rng = np.random.default_rng(5)
    many = 301
    weights = tuple(mpz(int(PRIMES[0]) - 1 - int(k)) for k in rng.integers(0, 3, many))
    whole = sum(weights) + 7
    turns = [Distribution(mpz(whole), mpz(3), mpz(4), (), ()), Distribution(mpz(whole), mpz(3), mpz(4), (), weights)]
    pairs = [(0, ())] * many + [(1, tuple(range(0, 2 * many, 2)))]
    own = Program.make(turns, [(0, 0, True), (1, 1, True)], pairs, [([mpz(0), mpz(1)], [2 * many])])
    base = mpq(whole, whole + 3)
    value = (1 - base * sum(weights) / mpq(whole)) / (1 + mpq(3, whole))
    expected = [int(value.numerator * pow(int(value.denominator), -1, int(p)) % int(p)) for p in PRIMES]
    for vectors in (True, False):
        assert sums(own, vectors=vectors)[0].tolist() == expected


@pytest.mark.parametrize("sides", [int(PRIMES[3]), int(PRIMES[3]) - 1])
def test_a_prime_of_no_use_is_told(sides):
    """It divides the scale; the determinant."""
    own = program(2, sides, [([mpz(0), mpz(1)], [(2, 2)])])
    with pytest.raises(ValueError, match="a prime divides a scale or a determinant"):
        sums(own)


def test_too_little_room_is_told():
    own = program(5, 6, [([mpz(0), mpz(1)], [(5, 5)])])
    with pytest.raises(ValueError, match="not enough room"):
        sums(own, words=own.words // 2)
