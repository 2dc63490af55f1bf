"""Turns as distributions against all sequences of rolls; exact sums of values; the multiple of denominators."""

from fractions import Fraction

import pytest
from gmpy2 import mpz
from hypothesis import example, given
from hypothesis import strategies as st

import trueodds
from trueodds import NotProved
from trueodds.fast.pig import values
from trueodds.fast.pig.bounds import bounds
from trueodds.fast.pig.turns import distribution, mark_reached
from trueodds.fast.pig.values import Ask, Strategy, difference, value_of
from trueodds.runtime.run import Run


def all_sequences(rolls, sides, total, chance=Fraction(1)):
    """Every sequence of rolls from a total: (how it ends, probability)."""
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
    turn = distribution(bytes(rolls), sides, begin)
    expected = {}
    for end, chance in all_sequences(rolls, sides, begin):
        expected[end] = expected.get(end, 0) + chance
    found = {total: Fraction(int(w), int(turn.scale)) for total, w in zip(turn.totals, turn.weights, strict=True)}
    found |= {"fail": Fraction(int(turn.fail), int(turn.scale)), "win": Fraction(int(turn.win), int(turn.scale))}
    assert {end: chance for end, chance in found.items() if chance} == expected
    assert turn.fail + turn.win + sum(turn.weights) == turn.scale
    if begin == 0:
        assert distribution(mark_reached(bytes([1, *rolls[1:]]), sides), sides) == distribution(
            bytes([1, *rolls[1:]]), sides
        )


def strategy_to(most, sides):
    found = bounds(most, most, sides)
    return Strategy(found.rolls, sides)


def test_the_multiple_is_one_of_all_denominators_below():
    strategy = strategy_to(40, 3)
    pairs, numbers = strategy._program(strategy.reachable([(40, 40)]))
    multiple = values._multiple(pairs, [numbers[40, 40] // 2])
    below = strategy.evaluate([value_of(*needs) for needs in numbers])
    assert all(multiple % value.denominator == 0 for value in below)
    # It is not much larger than it must be.
    assert multiple.bit_length() < 1.1 * below[list(numbers).index((40, 40))].denominator.bit_length() + 50


def test_the_multiple_at_equal_needs_is_made_of_one_equation():
    """Whoever needs a point wins unless a one is rolled: 1 / (1 + 1/6)."""
    strategy = strategy_to(1, 6)
    pairs, _ = strategy._program(strategy.reachable([(1, 1)]))
    assert values._multiple(pairs, [0]) == 7


def test_a_sum_out_of_range_is_noticed():
    with pytest.raises(NotProved, match=r"^check of a value's size: it came out outside of \[-1, 1\]"):
        strategy_to(10, 6).evaluate([Ask(mpz(1), mpz(2), ((mpz(1), (10, 10)),))])


def test_progress_goes_to_the_end():
    told = []
    strategy_to(60, 6).evaluate([value_of(60, 60)], Run(progress=lambda *news: told.append(news)))
    steps = [step for step in told if step[0] == "values"]
    assert steps[-1][1] == steps[-1][2] > 0
    assert [done for _, done, _ in steps] == sorted(done for _, done, _ in steps)
    assert told[-1] == ("numerators", 1, 1)


@pytest.mark.parametrize("sides", [2**30 - 36, 2**30 - 35])
def test_a_prime_that_divides_a_denominator_is_not_used(sides):
    """The first of the primes is 2^30 - 35: of the determinant here, of the scale there."""
    assert trueodds.solve(trueodds.Pig(2, sides=sides)).value == Fraction(sides, sides + 1)


def test_a_difference_is_that_of_its_values():
    strategy = strategy_to(12, 6)
    one, two = strategy.roll(4, 12, 7), strategy.hold(4, 12, 7)
    less, first, second = strategy.evaluate([difference(one, two), one, two])
    assert less == first - second != 0
    assert strategy.evaluate([difference(value_of(5, 9), value_of(9, 5))]) == [
        strategy.evaluate([value_of(5, 9)])[0] - strategy.evaluate([value_of(9, 5)])[0]
    ]
