"""After every small change to small certificates, both checkers print the same line and accept only true claims."""

import re

import pytest

import trueodds
from trueodds.certificates import check_odds
from trueodds.certificates.bounds import format_bounds_certificate
from trueodds.certificates.write import format_certificate
from trueodds.solver import bounded, bounds
from trueodds.solver.general import solve

from ..solver.oracle import ENDLESS, draw_model
from .conftest import judge, seal_lines
from .test_heads import PRIME, is_true, lines_of, values_of
from .test_rewards import random_model

VALUES = """\
odds 1
game x
parameter a 1
kind values
given none
infinite never
rewards none
numbers 4
number 0
number 1/4
number 1/2
number 1
positions 2
p 1 - 0 1/2 first
m 2=0,2=3 toss
m 3=3 pay
p 0 - 0 3/4 second
m 1>0,1>0,2=3 toss
m 3>0 pass
start 1
claim 0 3/4
"""
BOUNDS = VALUES.replace("parameter a 1\n", "").replace("values", "bounds").replace("none\nn", "none\nunit 1/8\nn")
BOUNDS = BOUNDS.replace("0 1/2 first", "0 4 5 first").replace("0 3/4 second", "0 5 7 second")


def bounds_of(model):
    return format_bounds_certificate(model, bounds.bound(model).low, bounds.bound(model).high)


FILES = {
    "values": lambda: VALUES.split("\n")[:-1],
    "bounds": lambda: BOUNDS.split("\n")[:-1],
    "values of rewards": lambda: format_certificate(solve(random_model(1137).game)),  # of either seat, also infinite
    "values of the other seat": lambda: format_certificate(trueodds.solve(trueodds.Coinball(1, value_seat=1))),
    "bounds with ranks": lambda: format_certificate(bounded.solve_moves(trueodds.Pig(2, sides=2))),
    "bounds without end": lambda: bounds_of(draw_model(1, ENDLESS, 3)),
    "bounds of rewards": lambda: bounds_of(random_model(38)),
    "heads": lambda: lines_of(3, 3, "1/2", {(i, j): values_of(3, 3, "1/2")[i, j] for i, j in ((2, 1), (3, 3))}),
    "heads with ties": lambda: lines_of(5, 1, "2/5"),
}
NUMBERS = ["-1", "0", "1", "-", "2/4", "infinity", "never", "0,1", "1,0"]
SPELLED = ["00", "1/0", "1/3", "+1", "1e5", "٣", "9" * 70, f"-1/{'9' * 70}", "1000000000"]
WORDS = ["none", "moves", "0", "1", "0,1", "x", "infinity", "bounds", "heads"]


def changes(lines):
    """Yield files with one change of structure, in a line, a field or a number."""
    for at, line in enumerate(lines):
        before, after = lines[:at], lines[at + 1 :]
        yield before + after
        yield [*before, line, line, *after]
        yield [*before, *after[:1], line, *after[1:]]
        yield [*before, "# numbers 9", line, *after]
        words = line.split(" ")
        for place, word in enumerate(words):
            first, rest = words[:place], words[place + 1 :]
            yield [*before, " ".join(first + rest), *after]
            yield [*before, " ".join([*first, "", word, *rest]), *after]
            yield [*before, " ".join([*first, word, word, *rest]), *after]
            yield [*before, " ".join([*first, *rest[:1], word, *rest[1:]]), *after]
            spelled = SPELLED[(at + place) % 3 :: 3]
            for other in NUMBERS + spelled if re.fullmatch("[-0-9/,]+|infinity|never", word) else WORDS:
                yield [*before, " ".join([*first, other, *rest]), *after]
        for found in re.finditer("[0-9]+", line):
            for new in {*range(4), int(found[0]) + 1, int(found[0]) - 1, 10**7}:
                yield [*before, f"{line[: found.start()]}{new}{line[found.end() :]}", *after]
        for found in re.finditer("[>=,x]", line) if words[0] in ("m", "column") else ():
            for new in (">", "=", ",", ",+", "x", ""):
                yield [*before, f"{line[: found.start()]}{new}{line[found.end() :]}", *after]
        if listed := re.fullmatch("(number|tie|claim)s ([0-9]+)", line):  # one more of them
            more = {one for one in lines if one.startswith(f"{listed[1]} ")}
            at_numbers = [(one, found.span()) for one in more for found in re.finditer("[0-9]+", one)]
            more |= {f"{one[:begin]}{new}{one[end:]}" for one, (begin, end) in at_numbers for new in range(6)}
            for one in sorted(more):
                yield [*before, f"{listed[1]}s {int(listed[2]) + 1}", one, *after]


@pytest.mark.parametrize("name", FILES)
def test_every_change_is_refused_or_true(name, both_all, monkeypatch):
    monkeypatch.setattr(check_odds, "draw_modulus", lambda: PRIME)  # new primes for each file take most of the time
    lines = list(FILES[name]())
    others = list(dict.fromkeys([tuple(lines), *map(tuple, changes(lines))]))
    found = both_all([seal_lines(other) for other in others])
    assert found[0][0]
    for other, (good, said) in zip(others, found, strict=True):
        if good:
            (is_true if name.startswith("heads") else judge)(list(other))
        else:
            assert said.removeprefix("damaged or not a certificate: ").startswith("line ")
            assert len(said) < 300
