"""Certificates of bounds where moves gain something or play need not end: right ones are accepted, others are not."""

import io
import math
import random
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from gmpy2 import mpq

import trueodds
from trueodds.certificates import check_odds_rewards
from trueodds.certificates.compare import hold_rules
from trueodds.certificates.enclosed import enclosure_certificate, write_enclosure
from trueodds.certificates.write import certificate
from trueodds.solution import NotProved
from trueodds.solver.array_game import ArrayGame
from trueodds.solver.bounds import bound_positions
from trueodds.solver.components import find_components
from trueodds.solver.endless_bounds import bound_endless
from trueodds.solver.general import solve
from trueodds.solver.model import Model, explore
from trueodds.solver.numbered import Numbered
from trueodds.solver.reward_bounds import bound_rewards

from ..solver.test_endless_bounds import random_model as endless_model
from ..solver.test_reward_bounds import large_model
from .conftest import parsed
from .test_rewards import brute_force, random_model, read, worths
from .test_rewards_checks import RIGHT
from .test_tampered import try_changes


def number(text, unit=Fraction(1)):
    return math.inf if text == "infinity" else Fraction(text) * unit


def judge(lines):
    """Hold all that a certificate of bounds says against brute force."""
    game, (head, _, positions) = read(lines), parsed(lines)
    assert math.prod(len(moves) for _, moves in game) < 3000
    values, unit = brute_force(game), Fraction(head["unit"][0])
    for (fields, _), (seat, moves), value in zip(positions, game, values, strict=True):
        assert number(fields[3], unit) <= value <= number(fields[4], unit)
        own = worths(moves, values)
        best = {str(y) for y, worth in enumerate(own) if worth == (min if seat else max)(own)}
        assert best <= set(fields[2].split(","))
    seat, low, high = head["claim"][0].split(" ")
    assert seat == "0"
    assert number(low) <= values[int(head["start"][0])] <= number(high)


def test_bounds_of_random_models_with_rewards_are_accepted(both, seal):
    kinds = set()
    for seed in range(80):
        model = random_model(seed)
        lines = list(enclosure_certificate(model, *bound_rewards(model)))
        judge(lines)
        good, said = both(seal(lines))
        assert good, said
        kinds.add((" infinity infinity " in "\n".join(lines), said.count("infinity") > 1))
    assert len(kinds) == 3
    for seed in range(3):
        model = large_model(seed)
        good, said = both(seal(enclosure_certificate(model, *bound_rewards(model))))
        assert good, said


def test_bounds_of_games_that_need_not_end_are_accepted(both, seal, is_true):
    for seed in range(40):
        model, worth = endless_model(seed, 8)
        lines = list(enclosure_certificate(model, *bound_endless(model, find_components(model), worth)))
        is_true(lines)
        good, said = both(seal(lines))
        assert good, said
        assert f"infinite play being worth {worth}" in said


def test_wide_bounds_and_none_are_accepted_and_true(both, seal):
    for seed in range(40):
        model = random_model(seed)
        low, high = bound_rewards(model)
        luck = np.random.default_rng(seed)
        for lowered, raised in ((low, np.full(len(low), np.inf)), (np.where(low < np.inf, -np.inf, low), high)):
            lines = list(enclosure_certificate(model, lowered, raised))
            judge(lines)
            assert both(seal(lines))[0]
        off = luck.choice([0.5, -0.5], len(low))
        try:
            lines = list(enclosure_certificate(model, low + off, high + off))
        except NotProved:
            continue
        assert both(seal(lines))[0]
        judge(lines)


@pytest.mark.parametrize("seed", [38, 44, 50, 75])
def test_what_is_changed_and_sealed_again_is_refused_or_true(seed, both, seal):
    model = random_model(seed)
    lines = list(enclosure_certificate(model, *bound_rewards(model)))
    refused, _ = try_changes(lines, random.Random(seed), 300, both, seal, judge)
    assert refused > 120


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


# Who tosses for 1 a time may as well stop for 2; before it seat 1 waits for nothing, or goes on there for 2. At the end
# a trap, one who is pushed into it, and one of whom only the lower bound is known. The unit is a half.
BOUNDS = """\
odds 1
game x
kind bounds
given none
infinite infinity
rewards moves
unit 1/2
numbers 5
number 0
number 1/2
number 1
number 2
number 5
positions 5
p 0 1 0,1 3 5 walk
m 1>0,1=0,+2 toss
m 2=3 stop
p 1 2 0,1 7 9 sell
m 2>1 wait
m 2>0,+3 go
p 0 1 0 infinity infinity stay
m 2>2 pass
m 2=0 stop
p 1 2 0,1 infinity infinity pushed
m 1>2,1>0 toss
m 2>3 wait
p 1 7 0,1 0 infinity unknown
m 2>4 wait
m 2=4,+4 stop
start 1
claim 0 7/2 9/2
"""
#: What is changed, and what the checkers in Python and in JavaScript say of it.
CHECKS = [
    ("another kind", "kind bounds", "kind heads", "unknown kind 'heads'|unknown kind heads"),
    ("no unit", "unit 1/2\n", "", "no line 'unit'|a line \"unit\""),
    ("a unit of nothing", "unit 1/2", "unit 0", "the unit must be above 0"),
    ("a unit below", "unit 1/2", "unit -1/2", "the unit must be above 0"),
    ("an infinite unit", "unit 1/2", "unit infinity", "no number a or a/b"),
    ("another unit", "unit 1/2", "unit 1", "is worth something else|worth less than it says"),
    ("not whole", "0,1 3 5 walk", "0,1 5/2 5 walk", "bounds must be whole|bounds are whole"),
    ("not whole above", "0,1 3 5 walk", "0,1 3 11/2 walk", "bounds must be whole|bounds are whole"),
    ("the wrong order", "0,1 3 5 walk", "0,1 5 3 walk", "a lower bound above|the lower first"),
    ("too low above", "0,1 3 5 walk", "0,1 3 3 walk", "is worth something else|worth more than it says"),
    ("too high below", "0,1 3 5 walk", "0,1 5 5 walk", "is worth something else|worth less than it says"),
    ("too much of nothing", "0,1 7 9 sell", "0,1 8 9 sell", "is worth something else|worth less than it says"),
    ("one too few", "0,1 7 9 sell", "1 7 9 sell", "best moves in line"),
    ("one too many", "1 0 infinity infinity", "1 0,1 infinity infinity", "best moves in line"),
    ("who may wait", "0,1 7 9 sell", "0,1 7 8 sell", "the rank does not fall"),
    ("who waits for ever", "7 0,1 0 infinity unknown", "7 0 0 8 unknown", "the rank does not fall"),
    ("no rank", "p 1 2 0,1 7 9", "p 1 1 0,1 7 9", "the rank does not fall"),
    ("a trap that may end", "0 infinity infinity stay", "0 3 infinity stay", "is worth something else|worth less"),
    ("a trap too low", "p 1 2 0,1 infinity", "p 1 1 0,1 infinity", "can last for ever"),
    ("a trap that is none", "7 0,1 0 infinity", "7 0,1 infinity infinity", "is worth something else|worth less"),
    ("another claim", "claim 0 7/2 9/2", "claim 0 7/2 4", "the claim is not what stands"),
    ("another claim below", "claim 0 7/2 9/2", "claim 0 4 9/2", "the claim is not what stands"),
    ("an exact claim", "claim 0 7/2 9/2", "claim 0 7/2", "the claim is not what stands|a game that must end"),
    ("a claim of three", "claim 0 7/2 9/2", "claim 0 7/2 9/2 5", "no number a or a/b"),
    ("a claim of who pays", "claim 0 7/2 9/2", "claim 1 7/2 9/2", "must be of seat 0"),
]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("", ""),
        ("0,1 3 5 walk", "0,1 4 4 walk"),
        ("0,1 7 9 sell", "0,1 6 11 sell"),
        ("7 0,1 0 infinity", "7 0,1 0 20"),
        ("p 1 2 0,1 infinity", "p 1 9 0,1 infinity"),
        ("start 1\nclaim 0 7/2 9/2", "start 3\nclaim 0 infinity infinity"),
        ("start 1\nclaim 0 7/2 9/2", "start 4\nclaim 0 0 infinity"),
    ],
)
def test_the_file_is_right(old, new, both, seal):
    text = BOUNDS.replace(old, new, 1) if old else BOUNDS
    text = text.replace("claim 0 7/2 9/2", "claim 0 3 11/2") if "6 11" in new else text
    good, said = both(seal(text.splitlines()))
    assert good, said
    judge(text.splitlines())


@pytest.mark.parametrize(("old", "new", "words"), [row[1:] for row in CHECKS], ids=[row[0] for row in CHECKS])
def test_each_check_refuses_what_no_other_would(old, new, words, python, in_javascript, seal):
    assert old in BOUNDS
    data = seal(BOUNDS.replace(old, new, 1).split("\n")[:-1])
    ours, _, theirs = words.partition("|")
    for answer, expected in ((python(data), ours), (in_javascript(data), theirs or ours)):
        assert answer[0] is False, expected
        assert expected in answer[1]


def test_infinite_bounds_stand_beside_rewards_alone(both, seal):
    other = BOUNDS.replace("infinite infinity", "infinite 3").replace("rewards moves", "rewards none")
    for text in (other, other.replace(",+2", "").replace(",+3", "").replace(",+4", "")):
        assert not both(seal(text.splitlines()))[0]


def test_numbers_that_are_no_bounds_are_not_written():
    model = random_model(50)
    low, high = bound_rewards(model)
    assert math.inf not in high
    for below, above in ((low + 1, high + 1), (low - 1, high - 1), (np.full(len(low), math.inf), high)):
        with pytest.raises(NotProved):
            list(enclosure_certificate(model, below, above))
    trap = Model.from_arrays([0], [0, 1], [0, 1], [0], [1], [0], [0])
    trap = replace(trap, gains=Numbered([mpq(0)], np.zeros(1, dtype=np.int64)))
    with pytest.raises(NotProved):
        list(enclosure_certificate(trap, np.zeros(1), np.full(1, 1.0)))


def test_small_numbers_beside_large_ones_get_a_finer_unit(both, seal):
    # One after the other seat 0 gets 1, and twice so little that it is nothing beside it.
    model = Model.from_arrays([0] * 3, [0, 1, 2, 3], [0, 1, 2, 3], [1, 2, 3], [1], [0] * 3, [0])
    model = replace(model, gains=Numbered([mpq(1), mpq(1, 10**24)], np.array([0, 1, 1])))
    lines = list(enclosure_certificate(model, *bound_rewards(model)))
    assert both(seal(lines))[0]
    assert any(line.startswith("unit 1/") and len(line) > 30 for line in lines)


def test_it_is_written_and_held_against_the_model(tmp_path):
    model = random_model(50)
    write_enclosure(model, *bound_rewards(model), tmp_path / "a.odds.gz")
    hold_rules(tmp_path / "a.odds.gz", model.game)
    game = ArrayGame(0, model.game.name)
    game.model = replace(model, game=game, gains=Numbered([mpq(1, 7)], model.end_numbers * 0))
    with pytest.raises(Exception, match="gains"):
        hold_rules(tmp_path / "a.odds.gz", game)


def test_the_claim_is_of_the_seat_that_is_asked(both, seal):
    game = trueodds.Coinball(3, value_seat=1)
    model, value = explore(game), trueodds.solve(game).value
    found = bound_positions(model, find_components(model))
    lines = list(enclosure_certificate(model, found.low, found.high))
    seat, low, high = lines[-1].removeprefix("claim ").split(" ")
    assert seat == "1"
    assert Fraction(low) <= value <= Fraction(high)
    assert Fraction(high) - Fraction(low) < Fraction(1, 10**12)
    assert both(seal(lines))[0]


def test_values_are_not_taken_for_bounds(seal):
    with pytest.raises(check_odds_rewards.Refused, match="no line 'unit'"):
        check_odds_rewards.check(io.BytesIO(seal(RIGHT.replace("kind values", "kind bounds").splitlines())))
