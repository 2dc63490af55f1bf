"""Compare turns with all sequences of rolls, and exact values with plain fractions, in both forms of the kernel."""

import itertools
from fractions import Fraction

import numpy as np
import pytest
from gmpy2 import mpq, mpz
from hypothesis import example, given
from hypothesis import strategies as st

import trueodds
from trueodds.exact.modular import yield_primes_below
from trueodds.fast.pig import bounds, residues, values
from trueodds.fast.pig.turns import Distribution, cut_unreached, find_distribution
from trueodds.fast.pig.values import LinearForm, Strategy, make_value_form, subtract

PRIMES = list(itertools.islice(yield_primes_below(values.LIMIT), 2 * residues.WIDTH))


def all_sequences(rolls, sides, total, chance=Fraction(1)):
    """Yield every sequence of rolls from a total: (how it ends, probability)."""
    for face in range(1, sides + 1):
        after = total + face
        if face == 1:
            yield "fail", chance / sides
        elif after >= len(rolls):
            yield "win", chance / sides
        elif not rolls[after]:
            yield after, chance / sides
        else:
            yield from all_sequences(rolls, sides, after, chance / sides)


@given(st.lists(st.integers(0, 1), min_size=1, max_size=9), st.integers(2, 5), st.data())
@example([1, 0, 1, 1, 0, 0, 1, 1], 3, None)
@example([1], 2, None)
def test_a_turn_is_the_sum_of_its_sequences(rolls, sides, data):
    begin = data.draw(st.integers(0, len(rolls) - 1)) if data else 0
    turn = find_distribution(bytes(rolls), sides, begin)
    expected = {}
    for end, chance in all_sequences(rolls, sides, begin):
        expected[end] = expected.get(end, 0) + chance
    weights = {"fail": turn.fail, "win": turn.win, **dict(zip(turn.totals, turn.weights, strict=True))}
    assert {end: Fraction(int(w), int(turn.scale)) for end, w in weights.items() if w} == expected
    assert sum(weights.values()) == turn.scale
    begun = bytes([1, *rolls[1:]])
    assert find_distribution(cut_unreached(begun, sides), sides) == find_distribution(begun, sides)


def strategy_to(most, sides):
    return Strategy(bounds.bound_values(most, most, sides).rolls, sides)


@given(
    st.lists(st.tuples(st.integers(-50, 50), st.integers(1, 12), st.integers(1, 12)), max_size=20), st.integers(-9, 9)
)
def test_sums_with_weights_of_either_sign(terms, constant):
    strategy = strategy_to(12, 6)
    scale = mpz(1 + abs(constant) + sum(abs(weight) for weight, *_ in terms))
    terms = [*terms, (0, 12, 12)]
    ask = LinearForm(scale, mpz(constant), tuple((mpz(weight), (i, j)) for weight, i, j in terms))
    pairs = [(7, 8), *((i, j) for _, i, j in terms)]
    known = dict(zip(pairs, strategy.evaluate([make_value_form(*pair) for pair in pairs]), strict=True))
    expected = (constant + sum(w * known[i, j] for w, i, j in terms)) / mpq(scale)
    asks = [ask, subtract(make_value_form(*terms[0][1:]), strategy.hold(4, 12, 7))]
    assert strategy.evaluate(asks) == [expected, known[terms[0][1:]] - 1 + known[7, 8]]


def program(most, sides):
    strategy = strategy_to(most, sides)
    pairs, numbers = strategy._program(strategy.list_reachable([(most, most)]))
    return values._make_arrays(pairs, list(numbers.values()), mpz(5) ** 99)


def found_by(own, vectors):
    found = np.empty((len(own.wanted), len(PRIMES)), dtype=np.uint32)
    residues.compute_values(np.array(PRIMES, dtype=np.uint32), *own, found, vectors=vectors)
    return found


@pytest.mark.parametrize(("most", "sides"), [(1, 2), (2, 6), (60, 2), (60, 6), (45, 25)])
def test_vectors_and_plain_c_give_the_same(most, sides):
    own = program(most, sides)
    assert np.array_equal(found_by(own, True), found_by(own, False))


@pytest.mark.parametrize("vectors", [True, False])
def test_turns_that_save_many_totals(vectors):
    """Some hundred products for one value, all of the largest size: sums of eight must not overflow."""
    many = 301
    weights = tuple(mpz(PRIMES[0] - 1 - int(k)) for k in np.random.default_rng(5).integers(0, 3, many))
    whole = sum(weights) + 7
    one, two = (Distribution(mpz(whole), mpz(3), mpz(4), (), own) for own in ((), weights))
    pairs = [values._Pair(one, one, (), (), 0, True)] * many
    pairs.append(values._Pair(two, two, tuple(range(0, 2 * many, 2)), (), 0, True))
    base = mpq(whole, whole + 3)
    value = (1 - base * sum(weights) / mpq(whole)) / (1 + mpq(3, whole)) * 7
    expected = [int(value.numerator * pow(int(value.denominator), -1, p) % p) for p in PRIMES]
    assert found_by(values._make_arrays(pairs, [2 * many], mpz(7)), vectors)[0].tolist() == expected


@pytest.mark.parametrize("at", [3, 40])
@pytest.mark.parametrize("less", [0, 1])
def test_a_prime_of_no_use_is_refused_by_the_kernel(at, less):
    """The prime divides the scale (`less` is 0) or the determinant (`less` is 1)."""
    with pytest.raises(ValueError, match="a prime divides a scale or a determinant"):
        found_by(program(2, PRIMES[at] - less), True)


@pytest.mark.parametrize("sides", [2**30 - 36, 2**30 - 35])
def test_a_prime_that_divides_a_denominator_is_not_used(sides):
    """The first of the primes, 2^30 - 35, divides the determinant in the first case and the scale in the second."""
    assert trueodds.solve(trueodds.Pig(2, sides=sides)).value == Fraction(sides, sides + 1)


def test_the_multiple_is_one_of_all_denominators_below():
    strategy = strategy_to(40, 3)
    pairs, numbers = strategy._program(strategy.list_reachable([(40, 40)]))
    multiple = values._find_multiple(pairs, [numbers[40, 40] // 2])
    below = strategy.evaluate([make_value_form(*needs) for needs in numbers])
    assert all(multiple % value.denominator == 0 for value in below)
    # It is not much larger than it must be.
    assert multiple.bit_length() < 1.1 * below[list(numbers).index((40, 40))].denominator.bit_length() + 50


@pytest.mark.parametrize("sign", [1, -1])
def test_a_sum_out_of_range_is_detected(sign):
    strategy, weight = strategy_to(10, 6), ((mpz(sign), (10, 10)),)
    assert strategy.evaluate([LinearForm(mpz(1), mpz(sign), ((mpz(0), (10, 10)),))]) == [sign]
    with pytest.raises(trueodds.NotProved, match=r"^a value lies outside \[-1, 1\], so nothing is proved$"):
        strategy.evaluate([make_value_form(9, 10), LinearForm(mpz(1), mpz(sign), weight)])
