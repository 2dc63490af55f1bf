"""Changed certificates are refused, by the seal, and if they are sealed again by the mathematics; or they are true."""

import random
import re
from fractions import Fraction

import pytest

import trueodds
from trueodds.certificates.write import certificate
from trueodds.solver.bounded import solve_moves as solve_bounded

HALF = Fraction(1, 2)
GAMES = {
    "risk or safety": trueodds.RiskOrSafety(3),
    "coinball": trueodds.Coinball(3),
    "two coins": trueodds.TwoCoins(3),
    "pig": trueodds.Pig(4, sides=3),
    "super six": trueodds.SuperSix(1),
    "greed": trueodds.Greed(3, 2),
}


def standoff(seat, move):
    """To wait is free; an end is bad for who makes it, and worse the longer play may last."""
    if move == "wait":
        return [(1, 1 - seat)]
    return [(HALF, None, 1 - seat), (HALF, None, 0 if seat == 0 else HALF / 2)]


def walk(x, move):
    """Up or down between two ends; seat 1 may stay where it is for ever."""
    steps = {"stay": [(1, x)], "walk": [(HALF, x - 1), (HALF, x + 1)], "up": [(HALF, x + 1), (HALF, None, HALF)]}
    return [(one[0], None, one[1] // 4) if len(one) == 2 and one[1] in (0, 4) else one for one in steps[move]]


#: Games that need not end: values only, for the package writes no bounds of these.
LOOPS = {
    "standoff": trueodds.Rules(0, lambda x: ["wait", "end"], standoff, lambda x: x, "standoff", HALF),
    "walk": trueodds.Rules(
        2, lambda x: ["walk", "stay"] if x == 1 else ["walk", "up"], walk, lambda x: x % 2, "walk", HALF / 2
    ),
}


def bounded(lines):
    """The same certificate as one of bounds, which are the values in a unit in which they are whole."""
    found = []
    for line in lines:
        words = line.split(" ", 5)
        if words[0] == "p":
            value = Fraction(words[4]) * 2**10
            assert value.denominator == 1
            line = " ".join([*words[:4], str(value), str(value), words[5]])
        found.append({"kind values": "kind bounds"}.get(line, line))
        if line == "rewards none":
            found.append(f"unit 1/{2**10}")
    return [*found[:-1], f"{found[-1]} {found[-1].rpartition(' ')[2]}"]


def lines_of(name, kind):
    if name in LOOPS:
        lines = list(certificate(trueodds.solve(LOOPS[name])))
        return lines if kind == "values" else bounded(lines)
    game = GAMES[name]
    return list(certificate(trueodds.solve(game, "general") if kind == "values" else solve_bounded(game)))


def changed(lines, rng):
    """One change: of a number, a word, or the order of lines."""
    lines = list(lines)
    at, how = rng.randrange(len(lines)), rng.randrange(9)
    words = lines[at].split(" ")
    if how == 0:
        del lines[at]
    elif how == 1:
        lines.insert(at, lines[at])
    elif how == 2:
        to = rng.randrange(len(lines))
        lines[at], lines[to] = lines[to], lines[at]
    elif how == 3:
        del lines[at:]
    elif how == 4 and len(words) > 2:
        one, two = rng.sample(range(1, len(words)), 2)
        words[one], words[two] = words[two], words[one]
        lines[at] = " ".join(words)
    elif how == 5:
        other = rng.choice(lines).split(" ")
        words[rng.randrange(len(words))] = rng.choice(other)
        lines[at] = " ".join(words)
    else:  # a whole number somewhere in the line
        numbers = list(re.finditer("[0-9]+", lines[at]))
        if numbers:
            found = rng.choice(numbers)
            old = int(found[0])
            new = rng.choice([old + 1, old - 1, 2 * old, 0, 1, rng.randrange(12), rng.randrange(10**6)])
            lines[at] = lines[at][: found.start()] + str(new) + lines[at][found.end() :]
    return lines


def try_changes(lines, rng, times, both, seal, judge):
    """Seal changed files again: how many the checkers refuse, in a line, and how many they take, which are judged."""
    refused = accepted = 0
    for _ in range(times):
        other = changed(lines, rng)
        if other == lines:
            continue
        good, said = both(seal(other))
        if good:
            accepted += 1
            judge(other)
        else:
            refused += 1
            assert said.startswith("line ")
            assert "\n" not in said
    return refused, accepted


@pytest.mark.parametrize("kind", ["values", "bounds"])
@pytest.mark.parametrize("name", [*GAMES, *LOOPS])
def test_what_is_changed_and_sealed_again_is_refused_or_true(name, kind, both, seal, is_true):
    lines = lines_of(name, kind)
    refused, accepted = try_changes(lines, random.Random(f"{name} {kind}"), 400, both, seal, is_true)
    assert refused > 4 * accepted


def test_each_changed_byte_breaks_the_seal(python, seal):
    data = bytearray(seal(lines_of("pig", "values")))
    rng = random.Random(2)
    for at in range(len(data)):
        other = bytearray(data)
        other[at] ^= 1 << rng.randrange(8)
        assert not python(bytes(other))[0], at


def field_changes(lines):
    """One change for each kind of field, which makes the certificate false."""
    # A position with two moves, one better than the other: with one move the seat does not matter.
    first = next(
        at
        for at, line in enumerate(lines)
        if line.startswith("p ") and lines[at + 2].startswith("m ") and "," not in line.split(" ")[3]
    )
    p, m = lines[first].split(" ", 5), lines[first + 1].split(" ", 2)

    def put(at, line):
        return [*lines[:at], line, *lines[at + 1 :]]

    yield "seat", put(first, " ".join([p[0], str(1 - int(p[1])), *p[2:]]))
    yield "best", put(first, " ".join([*p[:3], "7", *p[4:]]))
    yield "no best", put(first, " ".join([*p[:3], "-", *p[4:]]))
    yield "value", put(first, " ".join([*p[:4], "1/7", p[5]]))
    yield "outcome twice", put(first + 1, " ".join([m[0], m[1] + "," + m[1], m[2]]))
    for at, line in enumerate(lines):
        if line.startswith("number ") and line not in ("number 0", "number 1"):
            yield "probability or payoff", put(at, "number 3/11")
        if line.startswith("start "):
            yield "start", put(at, "start 0")
        if line.startswith("positions "):
            yield "count", put(at, f"positions {int(line[10:]) - 1}")
            yield "count", put(at, f"positions {int(line[10:]) + 1}")
    yield "claim", [*lines[:-1], "claim 0 1/3"]
    yield "claim", [*lines[:-1], lines[-1].replace("claim 0", "claim 1")]


@pytest.mark.parametrize("name", ["risk or safety", "pig", "super six"])
def test_each_field_counts(name, both, seal):
    lines = lines_of(name, "values")
    tried = set()
    for what, other in field_changes(lines):
        good, said = both(seal(other))
        assert not good, (what, said)
        tried.add(what)
    assert len(tried) == 9


def test_ranks_are_needed(both, seal):
    lines = lines_of("pig", "values")
    ranked = [at for at, line in enumerate(lines) if line.startswith("p ") and line.split(" ")[2] not in ("-", "1")]
    assert ranked
    for at in ranked:
        p = lines[at].split(" ", 3)
        good, said = both(seal([*lines[:at], f"p {p[1]} 0 {p[3]}", *lines[at + 1 :]]))
        assert not good
        assert "rank" in said


@pytest.mark.parametrize("value", ["6/11", "1/2", "0", "1", "-3"])
def test_only_the_value_is_accepted_as_claim_beside_bounds(value, both, seal):
    lines = lines_of("risk or safety", "bounds")
    assert lines[-1] == "claim 0 6/11"
    assert both(seal([*lines[:-1], f"claim 0 {value}"]))[0] == (value == "6/11")
