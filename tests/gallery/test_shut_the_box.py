"""Compare Shut the Box for two, with a small box, with an evaluation without the solver; check the stored results."""

from fractions import Fraction
from functools import cache
from itertools import chain, combinations, product

import pytest
import shut_the_box

from ..command_line import exact
from .conftest import read_results

ROLLS = {1: [(face,) for face in range(1, 7)], 2: list(product(range(1, 7), repeat=2))}


def mean_of_best(pay, tiles):
    """Return the highest mean payment for the score of one turn."""

    @cache
    def value(up):
        if not up:
            return pay(0)
        dice = [1, 2] if not {7, 8, 9} & set(up) else [2]
        return max(sum(best(up, sum(roll)) for roll in ROLLS[count]) / Fraction(6**count) for count in dice)

    @cache
    def best(up, roll):
        subsets = chain.from_iterable(combinations(up, count) for count in range(len(up) + 1))
        values = [value(tuple(sorted(set(up) - set(down)))) for down in subsets if down and sum(down) == roll]
        return max(values, default=pay(sum(up)))

    return value(tuple(range(1, tiles + 1)))


@cache
def reply(to_beat, tiles):
    """Return the value for the second player."""
    half = Fraction(1, 2)
    return mean_of_best(lambda score: 1 if score < to_beat else half if score == to_beat else 0, tiles)


@pytest.mark.parametrize("tiles", [3, 4])
def test_values_are_those_of_an_evaluation_turn_by_turn(tiles):
    """Playing for a low score never helps against the best play."""
    _, alone, values = shut_the_box.solve(tiles)
    best = values["both for the win"]
    assert best == mean_of_best(lambda score: 1 - reply(score, tiles) if score else 1, tiles)
    assert -alone.value == -mean_of_best(lambda score: -score, tiles)
    assert values["the first for a low score, the second for the win"] <= best
    assert values["the first for the win, the second for a low score"] >= best


@pytest.mark.slow
@pytest.mark.parametrize("score", [1, 12, 20])
def test_results_have_the_replies_of_an_evaluation_turn_by_turn(score):
    found = read_results(shut_the_box)["value of the second player, by the score to beat"]
    assert exact(found[str(score)]) == reply(score, 9)
