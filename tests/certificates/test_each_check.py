"""For each check of the checkers of values and bounds a file that is right but for this: it and no other refuses."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

import trueodds
from trueodds.certificates import check_odds
from trueodds.certificates.write import certificate

VALUES = """\
odds 1
game x
parameter a 1
kind values
given none
infinite never
rewards none
numbers 3
number 0
number 1/2
number 1
positions 2
p 1 - 0 1/2 first
m 1=0,1=2 toss
m 2=2 pay
p 0 - 0 3/4 second
m 1>0,1=2 toss
m 2>0 pass
start 1
claim 0 3/4
"""
BOUNDS = """\
odds 1
game x
kind bounds
given none
infinite never
rewards none
unit 1/8
numbers 3
number 0
number 1/2
number 1
positions 2
p 1 - 0 4 5 first
m 1=0,1=2 toss
m 2=2 pay
p 0 - 0 5 7 second
m 1>0,1=2 toss
m 2>0 pass
start 1
claim 0 3/4
"""
WIDE = BOUNDS.replace("4 5 first", "4 8 first").replace("0 5 7 second", "0,1 5 8 second").replace("0 3/4", "0 5/8 1")
# In turns both may pass or end it: seat 0 at 3/4, seat 1 at 1/4; never to end is worth 1/2.
LOOP = """\
odds 1
game x
kind values
given none
infinite 1/2
rewards none
numbers 3
number 3/4
number 1/4
number 1
positions 2
p 0 1 0 3/4 first
m 2=0 end
m 2>1 pass
p 1 1 0 1/4 second
m 2=1 end
m 2>0 pass
start 0
claim 0 3/4
"""
#: Name, the right file, what is changed in it, and what the checkers in Python and in JavaScript say of it.
CHECKS = [
    ("a sign", VALUES, "number 1\n", "number +1\n", "no number a or a/b"),
    ("a leading zero", VALUES, "number 1/2", "number 1/02", "no number a or a/b"),
    ("digits without end", VALUES, "number 1\n", f"number {'9' * 400_001}/{'9' * 400_001}\n", "no number a or a/b"),
    ("a leading zero in a count", VALUES, "positions 2", "positions 02", "is no whole number"),
    ("a position too many for its list", VALUES, "start 1", "start 2", "'2' is no whole number|2 is no whole number"),
    ("a third seat", VALUES, "p 0 - 0 3/4", "p 2 - 0 3/4", "'2' is no whole number|2 is no whole number"),
    ("a seat of the claim", VALUES, "claim 0", "claim 2", "'2' is no whole number|2 is no whole number"),
    ("too many positions", VALUES, "positions 2", "positions 10000000", "is no whole number"),
    ("too many numbers", VALUES, "numbers 3", "numbers 1000000", "is no whole number"),
    ("too high a rank", VALUES, "p 0 - 0", "p 0 1000000000 0", "is no whole number"),
    ("a long line", VALUES, "odds 1\n", f"odds 1\n#{'x' * 2**21}\n", "longer than a certificate may be"),
    ("a bell", VALUES, "game x", "game \a", "a control character"),
    ("delete", VALUES, "game x", "game \x7f", "a control character"),
    ("another keyword", VALUES, "infinite never", "infinity never", "no line 'infinite'|a line \"infinite\""),
    ("a part too few", VALUES, "claim 0 3/4", "claim 3/4", "no line 'claim'|a line \"claim\""),
    ("an empty part", VALUES, "parameter a 1", "parameter  1", "no line 'parameter'|a line \"parameter\""),
    ("an empty name", VALUES, "game x", "game ", "no line 'game'|a line \"game\""),
    ("another version", VALUES, "odds 1", "odds 2", "only version 1"),
    ("another kind", VALUES, "kind values", "kind guess", "unknown kind"),
    ("strategies given to nobody", VALUES, "given none", "given 2", "given must be"),
    ("rewards", VALUES, "rewards none", "rewards steps", "rewards must be none"),
    ("no unit", BOUNDS, "unit 1/8", "unit 0", "unit must be above 0"),
    ("a negative unit", BOUNDS, "unit 1/8", "unit -1/8", "unit must be above 0"),
    ("a name twice", VALUES, "3/4 second", "3/4 first", "a second position"),
    ("no whole bounds", BOUNDS, "4 5 first", "4/1 5 first", "whole numbers"),
    ("bounds the wrong way round", BOUNDS, "5 7 second", "7 5 second", "above the upper|the lower first"),
    ("a move twice", VALUES, "2>0 pass", "2>0 toss", "a second move"),
    ("no move", VALUES, "m 1>0,1=2 toss\nm 2>0 pass\n", "", "no move, or more|a position has moves"),
    ("more moves than are given", VALUES, "given none", "given 0", "no move, or more|a position has moves"),
    ("no outcomes", VALUES, "m 2>0 pass", "m 2<0 pass", "no outcomes"),
    ("outcomes too long", VALUES, "m 2>0 pass", "m 2>000000000 pass", "no outcomes"),
    ("no such probability", VALUES, "m 2>0 pass", "m 3>0 pass", "no such number|3 is no whole number"),
    ("no such position", VALUES, "m 2>0 pass", "m 2>2 pass", "no such number|2 is no whole number"),
    ("no such payoff", VALUES, "m 2=2 pay", "m 2=3 pay", "no such number|3 is no whole number"),
    ("probability 0", VALUES, "m 2>0 pass", "m 2>0,0=1 pass", "a probability that is not above 0"),
    ("a negative probability", VALUES.replace("number 0", "number -1"), "2=2 pay", "2=2,2=2,0=2 pay", "not above 0"),
    ("more than 1", VALUES, "m 2=2 pay", "m 2=2,1=2 pay", "do not add to 1"),
    ("less than 1", VALUES, "m 2=2 pay", "m 1=2 pay", "do not add to 1"),
    ("less than it says", VALUES, "0 1/2 first", "0 2/3 first", "is worth something else|worth less than it says"),
    ("more than it says", VALUES, "0 1/2 first", "0 1/3 first", "is worth something else|worth more than it says"),
    ("a lower bound too high", BOUNDS, "p 1 - 0 4 5", "p 1 - 0 5 5", "is worth something else|worth less than it says"),
    ("an upper bound too low", BOUNDS, "p 0 - 0 5 7", "p 0 - 0 5 6", "is worth something else|worth more than it says"),
    ("another best move", VALUES, "p 0 - 0 3/4", "p 0 - 1 3/4", "best moves in line"),
    ("one best move too many", VALUES, "p 1 - 0 1/2", "p 1 - 0,1 1/2", "best moves in line"),
    ("no rank", VALUES, "p 0 - 0 3/4", "p 0 0 0 3/4", "the rank does not fall"),
    ("another claim", VALUES, "claim 0 3/4", "claim 0 2/3", "the claim is not what stands"),
    ("a claim of the other seat", VALUES, "claim 0 3/4", "claim 1 3/4", "the claim is not what stands"),
    ("other bounds", BOUNDS, "claim 0 3/4", "claim 0 5/8 6/8", "the claim is not what stands"),
    ("bounds of exact values", VALUES, "claim 0 3/4", "claim 0 3/4 3/4", "the claim is not what stands"),
    ("an exact start where play need not end", BOUNDS, "infinite never", "infinite 1/3", "must end"),
    ("a chain that branches", WIDE, "claim 0 5/8 1", "claim 0 3/4", "several moves at position"),
    ("another value by primes", BOUNDS, "claim 0 3/4", "claim 0 5/7", "not the start's"),
    ("a rank that does not fall at the other's move", LOOP, "infinite 1/2", "infinite 0", "the rank does not fall"),
    ("a position above, of seat 1", LOOP, "infinite 1/2", "infinite -1", "the rank does not fall"),
]
ALLOWED = {
    VALUES: [
        ("p 0 - 0 3/4", "p 0 7 0 3/4"),
        ("number 1\n", "number 2/2\n"),
        ("numbers 3", "# numbers 9\nnumbers 3"),
        ("claim 0 3/4", "claim 1 1/4"),
    ],
    BOUNDS: [("claim 0 3/4", "claim 0 5/8 7/8"), ("claim 0 3/4", "claim 0 6/8"), ("claim 0 3/4", "claim 1 1/8 3/8")],
    WIDE: [],
    LOOP: [("infinite 1/2", "infinite 3/4"), ("infinite 1/2", "infinite 1/4")],
}


@pytest.mark.parametrize("text", ALLOWED, ids=["values", "bounds", "wide", "loop"])
def test_the_files_are_right(text, both, seal):
    for old, new in [("", ""), *ALLOWED[text]]:
        assert old in text
        good, said = both(seal(text.replace(old, new, 1).splitlines() if old else text.splitlines()))
        assert good, said


@pytest.mark.parametrize(("text", "old", "new", "words"), [row[1:] for row in CHECKS], ids=[row[0] for row in CHECKS])
def test_each_check_refuses_what_no_other_would(text, old, new, words, python, in_javascript, seal):
    assert old in text
    data = seal(text.replace(old, new, 1).split("\n")[:-1])
    ours, _, theirs = words.partition("|")
    for answer, expected in ((python(data), ours), (in_javascript(data), theirs or ours)):
        assert answer[0] is False
        assert expected in answer[1]


def test_the_seal(python, in_javascript, seal):
    data = seal(VALUES.splitlines())
    lines = data.decode().splitlines(keepends=True)
    for other, words in (
        (data[:-1], "the file ends before its seal"),
        ("".join(lines[:-1]).encode(), "the file ends before its seal"),
        (data + b"#\n", "something follows the seal"),
        (data + b"\n", "something follows the seal"),
        (data.replace(b"game x", b"game y"), "the seal is not that of the lines before it"),
        ("".join([*lines[:-1], lines[-1].upper().lower().replace("sha256 ", "sha256 0")]).encode(), "the seal is not"),
        (data.replace(b"game x", b"game \xff"), "not readable"),
    ):
        for ask in (python, in_javascript):
            good, said = ask(other)
            assert not good
            assert words in said


def test_the_size_of_a_file_is_limited(python, monkeypatch, seal):
    data = seal(VALUES.splitlines())
    monkeypatch.setattr(check_odds, "MAX_BYTES", len(data))
    assert python(data)[0]
    monkeypatch.setattr(check_odds, "MAX_BYTES", len(data) - 1)
    assert "longer than a certificate may be" in python(data)[1]
    node = shutil.which("node")
    if node is not None:  # an array of so many bytes need not be there to be refused
        code = "require(process.argv[1]).checkOdds({ length: 2 ** 29 + 1 })"
        place = str(check_odds.__file__).removesuffix("py") + "js"
        done = subprocess.run([node, "-e", code, place], capture_output=True, text=True)
        assert "longer than a certificate may be" in done.stderr


@pytest.fixture
def program():
    """The checker's text, and a way to run such a text by node."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed: the JavaScript checker is not tried")
    text = Path(str(check_odds.__file__).removesuffix("py") + "js").read_text(encoding="utf-8")
    return text, lambda code: subprocess.run([node, "-e", code], capture_output=True, text=True)


def test_a_prime_that_divides_a_pivot_is_no_answer(program):
    text, run = program
    code = "const inverse = (() => { MODULO; INVERSE; return inverse; })(); console.log(inverse(6n, 9n));"
    parts = {
        "MODULO": text[text.index("  const modulo = ") : text.index("  function number(")],
        "INVERSE": text[text.index("  function inverse(") : text.index("  function power(")],
    }
    for name, part in parts.items():
        code = code.replace(f"{name};", part)
    code = text[text.index("  function require_(") : text.index("  // ---- SHA-256")] + code
    assert "a prime divides a pivot" in run(code).stderr


def test_elimination_in_a_bad_order_is_bounded(program, seal):
    text, run = program
    lines = list(certificate(trueodds.solve(trueodds.Pig(6), "start")))
    for limit, words in (("1e9", "seat 0 gets exactly"), ("10", "takes too long")):
        code = text[: text.index("if (typeof module")].replace("work: 1e9", f"work: {limit}")
        done = run(f"{code} console.log(checkOdds({json.dumps(seal(lines).decode())}));")
        assert words in done.stdout + done.stderr
