"""Numbers from residues, within proved bounds, and multiples of denominators."""

import itertools
import math
from fractions import Fraction
from types import SimpleNamespace

import gmpy2
import pytest
from gmpy2 import mpq, mpz
from hypothesis import example, given
from hypothesis import strategies as st

from trueodds.exact import modular

#: Composite numbers 4k + 3 that are strong probable primes to all prime bases up to 37 except the given one.
PSEUDOPRIMES = {
    2: 65902521626990693588071465106997863742534939775447,
    5: 4469547931915473801725583079077597092687394725137867,
    7: 6100432059522285133313512751846277001618073902620106267,
    11: 53565724183395915530338870836362755142850316375299331,
    13: 3589375869133294014148072190013659969119955317671151,
    17: 3199857215509447874494280290395729405909995524756267,
    19: 16067649038901737773810500256720376646875672749569026491,
    23: 21616999952111627515686142553717453150414769620915128711,
    29: 8041873798995721753916955644408751215288102788640768767,
    31: 248112194591031853802704941589689584210997338478704251,
    37: 29691403359550254631840680700295699411836588038398688211,
}


@given(st.integers(1, 10**60))
@example(1)
@example(2**31)
@example(2**63 - 1)
@example(2**64)
def test_integers_within_the_bound_come_back_and_others_are_refused(bound):
    for moduli in (
        modular.find_primes_beyond(2 * bound + 2),
        [modular.find_prime_power((2 * bound + 2).bit_length() + 1)],
    ):
        for number in (0, -1, bound // 3, bound, -bound):
            assert modular.reconstruct_integer([number % modulus for modulus in moduli], moduli, bound) == number
        for number in (bound + 1, -bound - 1):
            message = rf"^no whole number within the bound \({bound.bit_length()} bits\) has these residues$"
            with pytest.raises(ArithmeticError, match=message):
                modular.reconstruct_integer([number % modulus for modulus in moduli], moduli, bound)
    for modulus, bits in ((7, 3), (8, 4)):
        message = rf"^the modulus \({bits} bits\) must exceed twice the bound \(3 bits\)$"
        with pytest.raises(ArithmeticError, match=message):
            modular.reconstruct_integer([3], [modulus], 4)


@pytest.mark.parametrize("bound", [1, 2**31 - 2, 2**31 - 1, 2**31, 2**62, 2**64, 10**100])
def test_primes_beyond_a_bound_are_just_enough(bound):
    primes = modular.find_primes_beyond(bound)
    assert all(gmpy2.is_prime(prime) and prime < 2**31 for prime in primes)
    assert math.prod(primes[:-1]) <= bound < math.prod(primes)
    assert primes == list(itertools.islice(modular.yield_primes_below(2**31), len(primes)))


@pytest.mark.parametrize(("bits", "given"), [(61, ()), (7, (7,)), (30, (30,)), (62, (62,)), (78, (78,))])
def test_random_primes_are_spread_over_all_of_their_bits(bits, given):
    """With probability 1 - 10^-10, each eighth of the range has some of 200 draws."""
    drawn = [modular.draw_prime(*given) for _ in range(200)]
    assert all(gmpy2.is_prime(prime, 30) and prime.bit_length() == bits for prime in drawn)
    assert len(set(drawn)) == 200 or bits < 61
    assert {prime >> bits - 4 for prime in drawn} == set(range(8, 16))


def test_strong_pseudoprimes_are_not_drawn():
    """3825123056546413051 passes the strong tests to all prime bases below 37."""
    for base, number in PSEUDOPRIMES.items():
        assert [one for one in {3, *PSEUDOPRIMES} if not gmpy2.is_strong_prp(number, one)] == [base]
    drawn = iter([3825123056546413051, *PSEUDOPRIMES.values(), prime := int(gmpy2.next_prime(2**60 + 12345))])
    assert modular.draw_prime(61, SimpleNamespace(getrandbits=lambda bits: next(drawn))) == prime


def test_small_primes_are_split_off():
    assert modular.split_small(mpz(8 * 9 * 25), (2, 3, 7)) == [(2, 3), (3, 2), (25, 1)]
    assert modular.split_small(mpz(18), (2, 3)) == [(2, 1), (3, 2)]


@pytest.mark.parametrize("limit", [0, 1, 2, 3, 4, 5, 6, 8, 30])
def test_primes_below(limit):
    assert list(modular.yield_primes_below(limit)) == [n for n in range(limit - 1, 2, -1) if gmpy2.is_prime(n)]


@pytest.mark.parametrize("bits", [1, 30, 31, 61, 62, 63, 1000, 100_000])
def test_prime_powers_are_long_enough_and_avoid_divisors(bits):
    avoid = mpz(2147483647) * 2147483587
    modulus = modular.find_prime_power(bits, avoid)
    assert bits <= modulus.bit_length() < bits + 31 + bits // 100 + 2
    assert gmpy2.gcd(modulus, avoid) == 1


@given(st.fractions(-3, 3, max_denominator=10**12), st.integers(1, 10**6))
@example(Fraction(3), 1)
@example(Fraction(-3), 7)
def test_the_fraction_comes_back_from_a_multiple_of_its_denominator(value, more):
    multiple = mpz(value.denominator * more)
    modulus = modular.find_prime_power((6 * multiple).bit_length() + 1)
    assert modular.reconstruct_fraction(int(value * multiple) % modulus, modulus, multiple, mpq(3)) == value
    with pytest.raises(ArithmeticError, match=r"in \[-3, 3\] was found"):
        modular.reconstruct_fraction((3 * multiple + 1) % modulus, modulus, multiple, mpq(3))


@given(st.integers(-(10**40), 10**40), st.integers(1, 10**20))
@example(0, 1)
@example(-1, 2**64)
def test_division_modulo_undoes_multiplication(number, divisor):
    modulus = mpz(2**89 - 1) ** 2
    found = modular.divide_modulo(mpz(number), mpz(divisor), modulus, gmpy2.invert(modulus, divisor))
    assert 0 <= found < modulus
    assert found * divisor % modulus == number % modulus


def test_factors_of_parallel_lines_do_not_multiply():
    # Ten numbers with 7 in the denominator, read by one more number: 7^2 on a line, not 7^11.
    parts = [[(mpz(7), 1)]] * 11
    assert modular.find_multiple_of_denominators(parts, [()] * 10 + [range(10)], [10]) == 49


def test_more_factors_than_fit_into_one_table(monkeypatch):
    monkeypatch.setattr(modular, "_TABLE_BYTES", 1)
    primes = [mpz(prime) for prime in range(2, 300) if gmpy2.is_prime(prime)]
    parts = [[(prime, at)] for at, prime in enumerate(primes, 1)]
    reads = [(), *([at] for at in range(len(primes) - 1))]
    found = modular.find_multiple_of_denominators(parts, reads, [len(primes) - 1])
    assert found == math.prod(prime**at for at, prime in enumerate(primes, 1))


@given(st.lists(st.integers(1, 10**6), max_size=6))
@example([12, 18, 35])
def test_a_coprime_base_and_the_growth_of_the_least_common_multiple(numbers):
    base = modular.find_coprime_base(map(mpz, numbers))
    assert all(math.gcd(int(one), int(two)) == 1 for at, one in enumerate(base) for two in base[:at])
    for number in numbers:
        for factor in base:
            number = int(gmpy2.remove(number, factor)[0])
        assert number == 1
    assert math.prod(map(int, modular.find_lcm_growth([mpz(number) for number in numbers]))) == math.lcm(*numbers)


@pytest.mark.parametrize(("value", "residue"), [(mpq(1, 3), 5), (mpq(-2, 5), 1), (mpq(4), 4)])
def test_the_residue_of_a_fraction(value, residue):
    assert [modular.has_residue(value, other, 7) for other in range(7)] == [other == residue for other in range(7)]
    assert not modular.has_residue(mpq(1, 7), residue, 7)
