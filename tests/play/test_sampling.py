"""Luck is drawn with exactly the probabilities of the rules."""

from collections import Counter
from fractions import Fraction
from random import Random

import pytest
from gmpy2 import mpq

import trueodds
from trueodds import Outcome
from trueodds.play.match import draw


class Counting(Random):
    """Gives the number it was made with, and remembers below what it had to be."""

    def __init__(self, number):
        super().__init__()
        self.number = number

    def randrange(self, bottom):
        self.bottom = bottom
        return self.number


@pytest.mark.parametrize(
    "outcomes",
    [
        [Outcome(mpq(2, 5), "heads"), Outcome(mpq(3, 5), "tails")],
        [Outcome(Fraction(1, 6), "a"), Outcome(mpq(1, 10), "b"), Outcome(Fraction(11, 15), None, 1)],
        [Outcome(1, "sure")],
        trueodds.Greed(20).outcomes((3, 5), 3),
    ],
)
def test_every_number_once_is_each_outcome_by_its_probability(outcomes):
    first = Counting(0)
    draw(outcomes, first)
    found = Counter(draw(outcomes, Counting(number)) for number in range(first.bottom))
    assert [Fraction(found[k], first.bottom) for k in range(len(outcomes))] == [o.probability for o in outcomes]


def test_probabilities_too_small_for_floats():
    tiny = mpq(1, 2**2000)
    outcomes = [Outcome(tiny, "never"), Outcome(1 - tiny, "always")]
    assert draw(outcomes, Counting(0)) == 0
    assert draw(outcomes, Counting(1)) == 1


def test_what_does_not_add_up_is_refused():
    with pytest.raises(ValueError, match="do not add to 1"):
        draw([Outcome(mpq(1, 4), "a"), Outcome(mpq(1, 2), "b")], Counting(3))
