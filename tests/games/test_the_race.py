"""The Race: rules, the published value, hostile input."""

from fractions import Fraction

import trueodds
from trueodds.exact.decimals import decimal


def test_published_value():
    # Project Euler, problem 232: to eight places 0.83648556.
    assert decimal(trueodds.solve(trueodds.TheRace(100)).value, 8) == "0.83648556"


def test_race_to_one_by_hand():
    # The first tosses, then the second, who needs one head: the second wins with 1/4 + 1/16 + … = 1/3.
    assert trueodds.solve(trueodds.TheRace(1)).value == Fraction(1, 3)


def test_more_tosses_than_enough_are_never_better():
    """The rules leave them out; a game that allows them is worth the same."""

    class Longer(trueodds.TheRace):
        def moves(self, position):
            legal = super().moves(position)
            return legal if self.seat(position) == 0 else range(1, legal[-1] + 4)

        def outcomes(self, position, move):
            if move in super().moves(position):
                return super().outcomes(position, move)
            chance = Fraction(1, 2**move)
            return [(chance, None, 0), (1 - chance, position._replace(seat=0))]

    for target in range(1, 9):
        assert trueodds.solve(Longer(target)).value == trueodds.solve(trueodds.TheRace(target)).value
