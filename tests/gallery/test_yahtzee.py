"""Compare Yahtzee with rules written again, an evaluation of one box in fractions, and published values."""

import itertools
import math
from collections import Counter
from fractions import Fraction
from functools import cache

import numpy as np
import pytest
import yahtzee
from gmpy2 import mpq

from ..command_line import exact
from .conftest import read_results

ROLLS = Counter(tuple(sorted(roll)) for roll in itertools.product(range(1, 7), repeat=5))
UPPER, LOWER = yahtzee.BOXES[:6], yahtzee.BOXES[6:]


def score(roll, box, joker):
    count, total = Counter(roll), sum(roll)
    counts = sorted(count.values())
    if box in UPPER:
        return (UPPER.index(box) + 1) * count[UPPER.index(box) + 1]
    return {
        "three of a kind": total * (counts[-1] >= 3),
        "four of a kind": total * (counts[-1] >= 4),
        "full house": 25 * (joker or counts == [2, 3]),
        "small straight": 30 * (joker or any(all(count[low + i] for i in range(4)) for low in (1, 2, 3))),
        "large straight": 40 * (joker or any(all(count[low + i] for i in range(5)) for low in (1, 2))),
        "yahtzee": 50 * (counts == [5]),
        "chance": total,
    }[box]


def choices(roll, free, rules):
    """Return the boxes that a roll may fill, each with its points; the bonus is not included."""
    joker = False
    allowed = free
    if len(set(roll)) == 1 and "yahtzee" not in free:
        own = UPPER[roll[0] - 1]
        joker = own not in free
        if rules == "forced joker":
            allowed = [own] if own in free else [box for box in LOWER if box in free] or free
    return [(box, score(roll, box, joker)) for box in allowed]


@cache
def subsets(roll):
    return {keep for size in range(6) for keep in itertools.combinations(roll, size)}


@cache
def completions(keep):
    return Counter(tuple(sorted(keep + dice)) for dice in itertools.product(range(1, 7), repeat=5 - len(keep)))


def mean_after(worth):
    common = math.lcm(*(int(number.denominator) for number in worth.values()))
    whole = {roll: int(number * common) for roll, number in worth.items()}

    @cache
    def mean(keep):
        return mpq(sum(ways * whole[roll] for roll, ways in completions(keep).items()), common * 6 ** (5 - len(keep)))

    return mean


@pytest.mark.parametrize("rules", yahtzee.RULES)
def test_every_box_of_every_roll_has_the_points_and_leads_where_the_rules_say(rules):
    for free in (yahtzee.BOXES, LOWER, ("ones", "twos", "chance"), ("threes", "sixes"), ("full house", "fours")):
        filled = yahtzee.ALL - sum(1 << yahtzee.BOXES.index(box) for box in free)
        here, points, to = yahtzee.turn(filled, rules)
        for at, (number, roll) in itertools.product((0, len(here) // 3, len(here) - 1), enumerate(yahtzee.ROLLS)):
            flag, upper, expected = here[at] // 64 % 2, here[at] % 64, {}
            for name, score in choices(roll, list(free), rules):
                box, bonus = yahtzee.BOXES.index(name), 100 * (flag and len(set(roll)) == 1)
                total = min(63, upper + score) if name in UPPER else upper
                fifty = flag or (name == "yahtzee" and score == 50)
                expected[box] = score + bonus, (filled + (1 << box)) * 128 + 64 * fifty + total
            allowed = np.flatnonzero(points[:, number, at] >= 0).tolist()
            assert {box: (points[box, number, at], to[box, number, at]) for box in allowed} == expected


def test_ties_are_those_of_fractions():
    _, counts = yahtzee.solve("forced joker", [yahtzee.YAHTZEE])
    worth = {roll: Fraction(50 if len(set(roll)) == 1 else 0) for roll in ROLLS}
    ties = []
    for _ in range(2):
        mean = mean_after(worth)
        best = {roll: max(mean(keep) for keep in subsets(roll)) for roll in ROLLS}
        ties.append(sum(sum(mean(keep) == best[roll] for keep in subsets(roll)) > 1 for roll in ROLLS))
        worth = best
    assert [counts[f"{which} throws: ties"] for which in ("second", "first")] == [64 * count for count in ties]


def test_the_independent_evaluation_agrees_and_notices_another_value():
    boxes = [3, yahtzee.YAHTZEE]
    solved, _ = yahtzee.solve("forced joker", boxes)
    start = (yahtzee.ALL - sum(1 << number for number in boxes)) * 128
    residue = yahtzee.residue_of_value("forced joker", boxes)
    assert yahtzee.has_residue(solved(start), *residue)
    assert not yahtzee.has_residue(solved(start) + 1, *residue)


@pytest.mark.slow
def test_a_stopped_run_resumes(tmp_path):
    file = tmp_path / "part.npz"
    boxes = [0, yahtzee.YAHTZEE]
    found, counts = yahtzee.solve("forced joker", boxes, file)
    again, counts_again = yahtzee.solve("forced joker", boxes, file)  # from the point at which one box was done
    start = (yahtzee.ALL - sum(1 << number for number in boxes)) * 128
    assert (found(start), counts) == (again(start), counts_again)


def test_close_moves_are_decided_by_exact_comparison():
    """If floats prefer the worse of two moves within the margin, they are overruled; a third one that ties is found."""
    worth = {0: 5, 1: 7, 2: 7}

    def residues(move, *_):
        return np.array([[worth[int(one)]] * len(yahtzee.PRIMES) for one in move]).reshape(-1, len(yahtzee.PRIMES))

    rows, no = np.array([0]), np.array([[False]])
    best = yahtzee.Best(np.array([[1.0 + 1e-14]]), 0, residues)
    for value, move, several in ((1.0, 1, False), (1.0, 2, True), (1.0 + 2e-14, 0, True)):
        best.offer(rows, np.array([[value]]), move, no)
        assert (best.move.item(), best.several.item()) == (1, several)


@pytest.mark.parametrize(("rules", "published"), [("forced joker", "254.5877"), ("free joker", "254.5896")])
def test_results_agree_with_published_ones(rules, published):
    """Verhoeff 1999 and Woodward 2003; 536,320 positions."""
    found = read_results(yahtzee)[rules]
    value = exact(found["value"])
    assert abs(value - Fraction(published)) <= Fraction(1, 20000)
    assert found["positions"] == 536320
    assert 6**195 % value.denominator == 0
