"""Certificates of bounds where moves gain rewards or play need not end are written, accepted and true."""

import math
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from gmpy2 import mpq

import trueodds
from trueodds.certificates.bounds import bounds_certificate
from trueodds.certificates.compare import compare_rules
from trueodds.certificates.write import certificate, write_lines
from trueodds.solution import NotProved
from trueodds.solver.array_game import ArrayGame
from trueodds.solver.bounds import bound
from trueodds.solver.general import solve
from trueodds.solver.model import Model, explore
from trueodds.solver.numbered import Numbered

from ..solver.oracle import ENDLESS, REWARDS, draw_model
from .conftest import judge, parsed
from .test_rewards import random_model
from .test_written import solve_again


def bounds_of(model):
    found = bound(model)
    return found.low, found.high


def test_bounds_of_random_models_with_rewards_are_accepted(both, seal):
    kinds = set()
    for seed in range(80):
        model = random_model(seed)
        lines = list(bounds_certificate(model, *bounds_of(model)))
        judge(lines)
        good, said = both(seal(lines))
        assert good, said
        kinds.add((" infinity infinity " in "\n".join(lines), said.count("infinity") > 1))
    assert len(kinds) == 3
    for seed in range(3):
        model = draw_model(seed, REWARDS, 60, math.inf)
        good, said = both(seal(bounds_certificate(model, *bounds_of(model))))
        assert good, said


def test_bounds_of_games_that_need_not_end_are_accepted(both, seal):
    for seed in range(40):
        model = draw_model(seed, ENDLESS, 8, math.inf)
        lines = list(bounds_certificate(model, *bounds_of(model)))
        solve_again(lines)
        good, said = both(seal(lines))
        assert good, said
        assert f"infinite play being worth {model.infinite_play}" in said


def test_wide_bounds_and_none_are_accepted_and_true(both, seal):
    for seed in range(40):
        model = random_model(seed)
        low, high = bounds_of(model)
        luck = np.random.default_rng(seed)
        for lowered, raised in ((low, np.full(len(low), np.inf)), (np.where(low < np.inf, -np.inf, low), high)):
            lines = list(bounds_certificate(model, lowered, raised))
            judge(lines)
            assert both(seal(lines))[0]
        off = luck.choice([0.5, -0.5], len(low))
        try:
            lines = list(bounds_certificate(model, low + off, high + off))
        except NotProved:
            continue
        assert both(seal(lines))[0]
        judge(lines)


def test_values_stand_as_bounds(both, seal):
    """The same values in whole numbers of a unit, for all games whose values are short."""
    tried = 0
    for seed in range(100):
        lines = list(certificate(solve(random_model(seed).game)))
        if "rewards none" in lines:
            continue
        _, _, positions = parsed(lines)
        unit = Fraction(1, math.lcm(*(Fraction(f[3]).denominator for f, _ in positions if f[3] != "infinity"), 1))
        if unit.denominator > 10**6:
            continue
        tried += 1
        found = []
        for line in lines:
            words = line.split(" ", 5)
            if words[0] == "p":
                value = words[4] if words[4] == "infinity" else str(Fraction(words[4]) / unit)
                line = " ".join([*words[:4], value, value, words[5]])
            found.append({"kind values": "kind bounds"}.get(line, line))
            if line == "rewards moves":
                found.append(f"unit {unit}")
        other = [*found[:-1], f"{found[-1]} {found[-1].rpartition(' ')[2]}"]
        judge(other)
        good, said = both(seal(other))
        assert good, said
    assert tried > 60


def test_numbers_that_are_no_bounds_are_not_written():
    model = random_model(50)
    low, high = bounds_of(model)
    assert math.inf not in high
    for below, above in ((low + 1, high + 1), (low - 1, high - 1), (np.full(len(low), math.inf), high)):
        with pytest.raises(NotProved):
            list(bounds_certificate(model, below, above))
    trap = Model.from_arrays([0], [0, 1], [0, 1], [0], [1], [0], [0])
    trap = replace(trap, gains=Numbered([mpq(0)], np.zeros(1, dtype=np.int64)))
    with pytest.raises(NotProved):
        list(bounds_certificate(trap, np.zeros(1), np.full(1, 1.0)))


def test_small_numbers_beside_large_ones_get_a_finer_unit(both, seal):
    # One after the other seat 0 gets 1, and twice so little that it is nothing beside it.
    model = Model.from_arrays([0] * 3, [0, 1, 2, 3], [0, 1, 2, 3], [1, 2, 3], [1], [0] * 3, [0])
    model = replace(model, gains=Numbered([mpq(1), mpq(1, 10**24)], np.array([0, 1, 1])))
    lines = list(bounds_certificate(model, *bounds_of(model)))
    assert both(seal(lines))[0]
    assert any(line.startswith("unit 1/") and len(line) > 30 for line in lines)


def test_it_is_written_and_held_against_the_model(tmp_path):
    model = random_model(50)
    write_lines(bounds_certificate(model, *bounds_of(model)), tmp_path / "a.odds.gz")
    compare_rules(tmp_path / "a.odds.gz", model.game)
    game = ArrayGame(0, model.game.name)
    game.model = replace(model, game=game, gains=Numbered([mpq(1, 7)], model.end_numbers * 0))
    with pytest.raises(Exception, match="gains"):
        compare_rules(tmp_path / "a.odds.gz", game)


def test_the_claim_is_of_the_seat_that_is_asked(both, seal):
    game = trueodds.Coinball(3, value_seat=1)
    model, value = explore(game), trueodds.solve(game).value
    found = bound(model)
    lines = list(bounds_certificate(model, found.low, found.high))
    seat, low, high = lines[-1].removeprefix("claim ").split(" ")
    assert seat == "1"
    assert Fraction(low) <= value <= Fraction(high)
    assert Fraction(high) - Fraction(low) < Fraction(1, 10**12)
    assert both(seal(lines))[0]
