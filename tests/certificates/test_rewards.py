"""Certificates of random models, with rewards or without an end, compared with all pairs of strategies."""

import math
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from gmpy2 import mpq

from trueodds.certificates import bounds, check
from trueodds.certificates.bounds import format_bounds_certificate
from trueodds.certificates.write import format_certificate, format_values_certificate, write_lines
from trueodds.solution import NotProved
from trueodds.solver import general, numbered
from trueodds.solver.bounds import bound
from trueodds.solver.model import Model

from ..solver import oracle
from ..solver.oracle import ENDING, ENDLESS, REWARDS, draw_model
from .conftest import exact, judge, parsed, seal_lines


def random_model(seed):
    """Return a game with loops, ends that pay, and moves that have rewards."""
    return oracle.draw_model(seed, REWARDS, 4)


def certificates_of(model):
    """Yield certificates by kind: values, bounds, wide bounds, and bounds on one side only."""
    low, high = bound(model).low, bound(model).high
    yield "values", format_certificate(general.solve(model.game))
    lines = list(format_bounds_certificate(model, low, high))
    head, _, positions = parsed(lines)
    unit = Fraction(head["unit"][0])
    for (_, _, _, below, above, *name), _ in positions:  # rounded outward; a name is like ('at', 3)
        assert exact(below) * unit <= low.item(x := int(name[-1].rstrip(")"))) <= high.item(x) <= exact(above) * unit
    yield "bounds", lines
    yield "wide", format_bounds_certificate(model, low - 0.25, high + 0.5)
    if model.gains is not None:
        yield "no upper", format_bounds_certificate(model, low, np.full(len(low), np.inf))
        yield "no lower", format_bounds_certificate(model, np.where(low < np.inf, -np.inf, low), high)


@pytest.mark.parametrize("sort", [REWARDS, ENDLESS, ENDING])
def test_random_models_are_certified(sort, both_all, tmp_path, monkeypatch):
    """Written certificates are accepted, true, and about the right game."""
    files, seen = [], set()
    monkeypatch.setattr(bounds, "_BLOCK", 3)
    for seed in range(60 if sort == REWARDS else 30):
        monkeypatch.setattr(bounds, "_COMMON", 500 * (seed % 2))  # fractions, whole numbers
        model = random_model(seed) if sort == REWARDS else draw_model(seed, sort, 4)
        for kind, lines in certificates_of(model):
            lines = list(lines)
            judge(lines)
            files.append(seal_lines(lines))
            if seed % 10 == 0:
                write_lines(lines, tmp_path / "a.odds.gz")
                check.compare_rules(check.Certificate(tmp_path / "a.odds.gz"), model.game)
            named = [line.split(" ") for line in lines if line.startswith("p ")]
            endless = [words for words in named if "infinity" in words[4:]]
            seen.add((kind, len(endless) > 0, len(endless) < len(named), len({words[2] for words in endless}) > 1))
    for good, said in both_all(files):
        assert good, said
        assert sort == REWARDS or ("with infinite play worth" in said) == (sort == ENDLESS)
    if sort == REWARDS:  # finite and infinite values, also where chance may lead play into a trap
        assert {("values", True, True, False), ("values", True, True, True), ("bounds", True, True, True)} <= seen


@pytest.mark.parametrize("kind", [REWARDS, ENDLESS])
def test_other_solutions_of_bellmans_equation_are_not_written(kind):
    tried = 0
    for seed in range(40):
        drawn = oracle.draw(seed, kind, 4)
        model = oracle.model_of(drawn)
        right, positions = general.solve(model.game).values, range(len(drawn.seats))
        for start in (mpq(0), mpq(7), math.inf if kind == REWARDS else mpq(1)):
            other, last = [start] * len(right), None
            for _ in range(40):
                if other == last:
                    break
                last, best = other, oracle.best_moves(drawn, other)
                other = [oracle.worth(drawn, last, x, best[x][0]) for x in positions]
            if other != last or other == right:
                continue
            tried += 1
            claimed = [value if value == math.inf else mpq(value) for value in other]
            with pytest.raises(NotProved):
                list(format_values_certificate(model, claimed, best))
    assert tried > 6


def test_numbers_that_are_no_bounds_are_not_written():
    model = random_model(50)
    low, high = bound(model).low, bound(model).high
    assert math.inf not in high
    for below, above in ((low + 1, high + 1), (low - 1, high - 1), (np.full(len(low), math.inf), high)):
        with pytest.raises(NotProved):
            list(format_bounds_certificate(model, below, above))
    far = Model.from_arrays([0], [0, 1], [0, 1], [1], [1], [0], [0])  # bounds beyond the range of floats
    for infinite in ((0.0, math.inf), (-math.inf, 0.0)):
        with pytest.raises(NotProved, match="beyond the range of floats"):
            list(format_bounds_certificate(far, *(np.full(1, one) for one in infinite)))
    trap = Model.from_arrays([0], [0, 1], [0, 1], [0], [1], [0], [0])
    trap = replace(trap, gains=numbered.Numbered([mpq(0)], np.zeros(1, dtype=np.int64)))
    with pytest.raises(NotProved):
        list(format_bounds_certificate(trap, np.zeros(1), np.full(1, 1.0)))
    ends = Model.from_arrays([0] * 3, [0, 1, 2, 3], [0, 1, 2, 3], [3] * 3, [1], [0] * 3, [1])
    with pytest.raises(NotProved, match="the bounds at 1 are not valid after rounding outward"):
        list(format_bounds_certificate(ends, *(np.array([1.0, 2.0, 1.0]) for _ in "lh")))


@pytest.mark.parametrize(("digits", "unit"), [(14, 95), (24, 191), (40, 191), (200, 1099)])
def test_small_numbers_next_to_large_ones_get_a_finer_unit(digits, unit, both):
    # Seat 0 gets 1, and then twice an amount too small to change 1 in floats.
    model = Model.from_arrays([0] * 3, [0, 1, 2, 3], [0, 1, 2, 3], [1, 2, 3], [1], [0] * 3, [0])
    model = replace(model, gains=numbered.Numbered([mpq(1), mpq(1, 10**digits), mpq(7)], np.array([0, 1, 1])))
    lines = list(format_bounds_certificate(model, bound(model).low, bound(model).high))
    assert both(seal_lines(lines))[0]
    assert "number 7" not in lines
    assert f"unit 1/{2**unit}" in lines


@pytest.mark.parametrize(("payoff", "power"), [(1, 64), (5, 61), (mpq(1, 2**600), 664)])
def test_the_unit_is_a_power_of_two_near_the_largest_bound(payoff, power):
    model = Model.from_arrays([0], [0, 1], [0, 1], [1], [1], [0], [payoff])
    assert f"unit 1/{2**power}" in format_bounds_certificate(model, *[np.full(1, float(payoff))] * 2)
