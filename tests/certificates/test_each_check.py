"""For each check a file that is right except for it, which this check and no other refuses."""

import functools
import json
import re
import shutil
import subprocess
import unicodedata
from pathlib import Path

import pytest

import trueodds
from trueodds.certificates import check_odds
from trueodds.certificates.write import certificate

from .conftest import JAVASCRIPT, in_python, judge, seal_lines
from .test_heads import lines_of

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
# Seat 0 tosses for 2 a time until it ends, or comes to a trap with seat 1, who may leave it without end.
REWARDS = """\
odds 1
game x
parameter a 1
kind values
given none
infinite infinity
rewards moves
numbers 4
number 0
number 1/2
number 1
number 2
positions 5
p 0 1 0 4 walk
m 1>0,1=0,+3 toss
m 2=0 stop
p 1 2 1 5 sell
m 2>3,+3 wait
m 2>0,+2 go
p 0 1 0 infinity stay
m 2>2 pass
m 2=0 stop
p 1 2 0,1 infinity pushed
m 1>2,1>0 toss
m 2>3 wait
p 0 2 0 infinity fall
m 1>3,1>2 toss
m 2>0 pass
start 1
claim 0 5
"""


@functools.cache
def heads():
    return "".join(line + "\n" for line in lines_of(9, 5, "2/5"))


BASES = {"values": lambda: VALUES, "bounds": lambda: BOUNDS, "rewards": lambda: REWARDS, "heads": heads}
CLAIM = "the claim differs from the value of the start"
#: The right file, what is changed in it, and the message.
CHECKS = [
    ("values", "number 1\n", "number +1\n", "not a number a or a/b: +1"),
    ("values", "number 1/2", "number 1/02", "not a number a or a/b: 1/02"),
    ("values", "0 1/2 first", "0 infinity first", "not a number a or a/b: infinity"),
    ("rewards", "number 2", "number infinity", "not a number a or a/b: infinity"),
    ("rewards", "0 4 walk", "0 Infinity walk", "not a number a or a/b: Infinity"),
    ("heads", "claim 9 5 ", "claim 9 5 0", "not a number a or a/b: 0"),
    ("values", "positions 2", "positions 02", "02 is not a whole number from 0 to 9999999"),
    ("values", "start 1", "start 2", "2 is not a whole number from 0 to 1"),
    ("values", "p 0 - 0 3/4", "p 2 - 0 3/4", "2 is not a whole number from 0 to 1"),
    ("values", "claim 0", "claim 2", "2 is not a whole number from 0 to 1"),
    ("values", "positions 2", "positions 10000000", "10000000 is not a whole number from 0 to 9999999"),
    ("values", "numbers 3", "numbers 1000000", "1000000 is not a whole number from 0 to 999999"),
    ("values", "p 0 - 0", "p 0 1000000000 0", "1000000000 is not a whole number from 0 to 999999999"),
    ("rewards", ",+3 toss", ",+4 toss", "4 is not a whole number from 0 to 3"),
    ("rewards", ",+3 toss", ",+3,+3 toss", '"3,+3" is not a whole number from 0 to 3'),
    ("heads", "needs 9 5", "needs 10001 5", "10001 is not a whole number from 1 to 10000"),
    ("heads", "needs 9 5", "needs 9 0", "0 is not a whole number from 1 to 10000"),
    ("heads", "claims 1", "claims 0", "0 is not a whole number from 1 to 10000"),
    ("values", "infinite never", "infinity never", "expected a line infinite of 2 words"),
    ("values", "claim 0 3/4", "claim 3/4", "expected a line claim of 3 words"),
    ("values", "parameter a 1", "parameter  1", "expected a line parameter of 3 words"),
    ("values", "game x", "game ", "expected a line game of 2 words"),
    ("rewards", "kind values", "kind bounds", "expected a line unit of 2 words"),
    ("heads", "game risk", "column 1x1 1x1\ngame risk", "expected a line game of 2 words"),
    ("values", "odds 1", "odds 2", "only version 1 is known"),
    ("values", "kind values", "kind guess", "unknown kind guess"),
    ("values", "parameter a 1", "parameter a 1\nparameter b 2\nparameter a 3", "a second parameter a"),
    ("values", "given none", "given 2", "given must be none, 0, 1 or 0,1"),
    ("values", "rewards none", "rewards steps", "rewards must be none or moves"),
    ("rewards", "infinite infinity", "infinite never", "infinite play must be worth infinity if moves have rewards"),
    ("rewards", "rewards moves", "rewards none", "infinite play must be worth infinity if moves have rewards"),
    ("bounds", "unit 1/8", "unit 0", "the unit must be above 0"),
    ("bounds", "unit 1/8", "unit -1/8", "the unit must be above 0"),
    ("values", "3/4 second", "3/4 first", "a second position first"),
    ("bounds", "4 5 first", "4/1 5 first", "bounds must be whole numbers"),
    ("bounds", "4 5 first", "4 11/2 first", "bounds must be whole numbers"),
    ("bounds", "5 7 second", "7 5 second", "a lower bound above the upper"),
    ("values", "2>0 pass", "2>0 toss", "a second move toss"),
    ("values", "m 1>0,1=2 toss\nm 2>0 pass\n", "", "no move, or more than the given one"),
    ("values", "given none", "given 0", "no move, or more than the given one"),
    ("values", "given none", "given 0,1", "no move, or more than the given one"),
    ("values", "m 2>0 pass", "m 2<0 pass", 'not a list of outcomes: "2<0"'),
    ("values", "m 2>0 pass", "m 2>000000000 pass", 'not a list of outcomes: "2>000000000"'),
    ("values", "m 2>0 pass", "m 2>0,+0 pass", 'not a list of outcomes: "2>0,+0"'),
    ("rewards", "1>0,1=0,+3 toss", "+3,1>0,1=0 toss", 'not a list of outcomes: "+3,1>0,1=0"'),
    ("values", "m 2>0 pass", "m 3>0 pass", 'a number or position that does not exist: "3>0"'),
    ("values", "m 2>0 pass", "m 2>2 pass", 'a number or position that does not exist: "2>2"'),
    ("values", "m 2=2 pay", "m 2=3 pay", 'a number or position that does not exist: "2=3"'),
    ("values", "m 2>0 pass", "m 2>0,0=1 pass", "a probability that is not above 0"),
    ("values", "m 2=2 pay", "m 2=2,1=2 pay", "probabilities that do not add to 1"),
    ("values", "m 2=2 pay", "m 1=2 pay", "probabilities that do not add to 1"),
    ("rewards", "number 2", "number -2", "a reward below 0"),
    ("values", "0 1/2 first", "0 2/3 first", "the position of line 13 is worth less than it says"),
    ("values", "0 1/2 first", "0 1/3 first", "the position of line 13 is worth more than it says"),
    ("bounds", "p 1 - 0 4 5", "p 1 - 0 5 5", "the position of line 13 is worth less than it says"),
    ("bounds", "p 0 - 0 5 7", "p 0 - 0 5 6", "the position of line 16 is worth more than it says"),
    ("values", "p 0 - 0 3/4", "p 0 - 1 3/4", "the best moves in line 16 are [0]"),
    ("values", "p 1 - 0 1/2", "p 1 - 0,1 1/2", "the best moves in line 13 are [0]"),
    ("rewards", "1 0 infinity stay", "1 0,1 infinity stay", "the best moves in line 20 are [0]"),
    ("values", "p 0 - 0 3/4", "p 0 0 0 3/4", "the position of line 16 ends: its rank does not fall"),
    ("rewards", "0 infinity stay", "0 9 stay", "the position of line 20 ends: its rank does not fall"),
    ("rewards", "p 0 1 0 infinity stay", "p 0 2 0 infinity stay", "the position of line 23 can last for ever"),
    ("rewards", "p 0 2 0 infinity fall", "p 0 0 0 infinity fall", "the position of line 26 can last for ever"),
    ("values", "claim 0 3/4", "claim 0 2/3", CLAIM),
    ("values", "claim 0 3/4", "claim 1 3/4", CLAIM),
    ("bounds", "claim 0 3/4", "claim 0 5/8 6/8", CLAIM),
    ("bounds", "claim 0 3/4", "claim 1 5/8 7/8", CLAIM),
    ("values", "claim 0 3/4", "claim 0 3/4 3/4", CLAIM),
    ("rewards", "claim 0 5", "claim 0 infinity", CLAIM),
    ("rewards", "claim 0 5", "claim 1 -4", "the claim must be for seat 0, who gets the rewards"),
    ("bounds", "infinite never", "infinite 1/3", "an exact claim besides bounds needs a game that must end"),
    ("bounds", "claim 0 3/4", "claim 0 5/7", "the claim is not the start's value"),
    ("heads", "heads 2/5", "heads 0/1", "heads must be between 0 and 1"),
    ("heads", "heads 2/5", "heads 5/5", "heads must be between 0 and 1"),
    ("heads", "needs 9 5", "needs 5 9", "needs must be the larger first"),
    ("heads", "heads 2/5", f"heads 2/{10**4000 + 1}", "and not too large"),
    ("heads", "column 1x1,", "column 1y1,", "not numbers of heads for 9 needs"),
    ("heads", "column 1x1,", "column ", "not numbers of heads for 9 needs"),
    ("heads", "column 1x1,", "column 1x0,1x1,", "not numbers of heads for 9 needs"),
    ("heads", "column 1x1,", "column 2x1,", "more heads than are needed for needs 1 and 1"),
    ("heads", "3x1 1x9\n", "3x1 2x9\n", "more heads than are needed for needs 1 and 1"),
    ("heads", "ties 3\n", "ties 4\ntie 5 1 3\n", "a second line for the same tie"),
    ("heads", "claims 1\n", "claims 2\nclaim 9 5 1/2\n", "a second claim for the same needs"),
    ("heads", "ties 3\n", "ties 4\ntie 6 1 4\n", "a tie that is not one"),
    ("heads", "ties 3\ntie 5 1 3\n", "ties 2\n", "for needs 5 and 1, 3 heads may be better"),
    ("heads", "claims 1\n", "claims 2\nclaim 6 6 1/2\n", "a claim for needs outside the table"),
    ("heads", "claims 1\n", "claims 2\nclaim 9 4 1/2\n", "the claim for needs 9 and 4 is not the value"),
    ("heads", "claims 1\n", "claims 2\nclaim 4 9 1/2\n", "the claim for needs 4 and 9 is not the value"),
]
ALLOWED = [
    ("values", "p 0 - 0 3/4", "p 0 7 0 3/4"),
    ("values", "number 1\n", "number 2/2\n"),
    ("values", "numbers 3", "# numbers 9\nnumbers 3"),
    ("values", "odds 1\n", "odds 1\n" + "#\n" * 120),
    ("values", "claim 0 3/4", "claim 1 1/4"),
    ("values", "given none", "given 1"),
    ("bounds", "claim 0 3/4", "claim 0 5/8 7/8"),
    ("bounds", "claim 0 3/4", "claim 0 6/8"),
    ("bounds", "claim 0 3/4", "claim 1 1/8 3/8"),
    ("rewards", "p 0 2 0 infinity fall", "p 0 - 0 infinity fall"),
    ("rewards", "p 1 2 1 5", "p 1 9 1 5"),
    ("rewards", "start 1\nclaim 0 5", "start 4\nclaim 0 infinity"),
    ("heads", "odds 1\n", "odds 1\n" + "#\n" * 120),
    ("heads", "heads 2/5", "heads 4/10"),
]


def sealed(text):
    return seal_lines(text.split("\n")[:-1])


@pytest.mark.parametrize(("base", "old", "new"), [(base, "", "") for base in BASES] + ALLOWED)
def test_the_files_are_right(base, old, new, both):
    text = BASES[base]()
    assert old in text
    text = text.replace(old, new, 1) if new != "given 1" else text.replace("m 2=2 pay\n", "").replace(old, new)
    good, said = both(sealed(text))
    assert good, said
    if base != "heads":
        judge(text.split("\n")[:-1])


@pytest.mark.parametrize(("base", "old", "new", "words"), CHECKS, ids=[row[3][:40] for row in CHECKS])
def test_each_check_refuses_what_no_other_would(base, old, new, words, both):
    text = BASES[base]()
    assert old in text
    good, said = both(sealed(text.replace(old, new, 1)))
    assert not good
    assert words in said


def test_a_chain_that_branches(both):
    wide = BOUNDS.replace("4 5 first", "4 8 first").replace("0 5 7 second", "0,1 5 8 second")
    assert both(sealed(wide.replace("claim 0 3/4", "claim 0 5/8 1")))[0]
    assert "bounds leave several moves at position 1" in both(sealed(wide))[1]


def test_the_seal(both):
    data = sealed(VALUES)
    lines = data.decode().splitlines(keepends=True)
    for other, words in (
        (data[:-1], "the file ends before its seal"),
        ("".join(lines[:-1]).encode(), "the file ends before its seal"),
        (data + b"#\n", "something follows the seal"),
        (data + b"x", "something follows the seal"),
        (data.replace(b"game x", b"game y"), "the seal does not match"),
        ("".join([*lines[:-1], lines[-1].replace("sha256 ", "sha256 0")]).encode(), "the seal does not match"),
        (data.replace(b"game x", b"game \xff"), "not UTF-8"),
        (data.replace(b"game x", b"game \xed\xa0\x80"), "not UTF-8"),
        (sealed(VALUES.replace("start", f"sha256 {'0' * 64}\nstart")), "the seal does not match"),
    ):
        good, said = both(other)
        assert not good
        assert words in said


DOCS = Path(__file__).parents[2] / "docs" / "certificates.md"


#: Characters of format that are seen: signs around numbers.
SEEN = {*range(0x600, 0x606), 0x6DD, 0x70F, 0x890, 0x891, 0x8E2, 0x110BD, 0x110CD}
#: Letters and signs that show nothing, or are in a block of others that do.
UNSEEN = {0x115F, 0x1160, 0x2800, 0x3164, 0xFFA0, 0xFFFC, 0x1D159, *range(0x1D16A, 0x1D16D), *range(0x13441, 0x13447)}


def test_all_of_unicode_is_refused_alike(both_all):
    """The ranges are those of docs/certificates.md, in both checkers, and hold all that misleads but no letters."""
    text = DOCS.read_text(encoding="utf-8").partition("They are U+")[2].partition(". A checker")[0]
    ends = [one.split("–") for one in re.split(r", | and |,\n|\n", text)]
    ranges = [(int(one[0], 16), int(one[-1], 16)) for one in ends]
    refused = {code for low, high in ranges for code in range(low, high + 1)}
    assert set(map(ord, check_odds.UNPRINTABLE.findall("".join(map(chr, range(0x110000)))))) == refused
    kinds = {code: unicodedata.category(chr(code)) for code in set(range(0x40000)) - {32} - SEEN - UNSEEN}
    assert refused >= {code for code, kind in kinds.items() if kind in ("Cc", "Cf", "Co", "Cs", "Me", "Zl", "Zp", "Zs")}
    assert not refused & {code for code, kind in kinds.items() if kind[0] in "LNPS"}
    assert refused >= UNSEEN
    places = ("game x{}y", "game {}", "game x\n#{}", "game x\nparameter a{} 1", 'game x\nparameter b "{}"')
    tried = [code for low, high in ranges for code in (low - 1, low, high, high + 1)]
    tried = [code for code in tried if 0 <= code < 0x110000 and not 0xD800 <= code < 0xE000]
    files = [VALUES.replace("game x", places[at % 5].format(chr(code)), 1) for at, code in enumerate(tried)]
    for code, (good, said) in zip(tried, both_all([sealed(file) for file in files]), strict=True):
        assert good != (code in refused), hex(code)
        assert good or "a character that cannot be printed" in said
    if shutil.which("node") is None:
        return
    source = re.search(r"const UNPRINTABLE = (new RegExp\([^;]*);", JAVASCRIPT.read_text(encoding="utf-8"))[1]
    code = f"const codes = [...Array(0x110000).keys()], refused = {source};"
    code += "console.log(JSON.stringify(codes.filter((code) => refused.test(String.fromCodePoint(code)))))"
    assert set(json.loads(subprocess.run(["node", "-e", code], capture_output=True, text=True).stdout)) == refused


GOOD_JSON = r'0 -0 -12.50e+03 1E999 "" "\"\\\/\b\f\n\r\t\u00e9\ud800" "é٣:" true null'
MORE_GOOD = ["9" * 400, f'"{"é" * 9998}{chr(0x1F3B2)}\\n"', '" a b "']
BAD_JSON = r"""٣ 1٣ NaN Infinity -Infinity +1 01 - .5 5. 1e 1e1234 0x1 [] [1] {} {"a":1,"a":2} True 'a' " "a "a"" "\"
    "\x41" "\u12" "\u12g4" "a""b" "\U0001f3b2" 1_0 nul truefalse "a";proved"""
MORE_BAD = ["9" * 401, f'"{"a" * 10_001}"', " 1", "1 ", "1 2", '"a" "b"', "proved; all is fine"]


def test_parameters_are_json(both_all, luck):
    """Both checkers take the same values, those that Python and its json module take within the limits."""
    made = ["".join(luck.choices('019-+.eE"\\/un d8truefalsnl[,]{:}', k=luck.randrange(1, 8))) for _ in range(2000)]
    made += [f'"{text}"' for text in made] + [repr(luck.uniform(-1, 1) * 10 ** luck.randrange(30)) for _ in range(50)]
    good_ones = GOOD_JSON.split() + MORE_GOOD
    known = good_ones + BAD_JSON.split() + MORE_BAD
    texts = known + made
    verdicts = both_all([sealed(VALUES.replace("parameter a 1", f"parameter a {text}")) for text in texts])
    for at, (text, (good, said)) in enumerate(zip(texts, verdicts, strict=True)):
        try:
            value = json.loads(text, parse_constant=int)
            expected = not isinstance(value, (list, dict)) and text == text.strip() and len(text) <= 10_002
        except ValueError:
            expected = False
        assert good == (expected if at >= len(known) else at < len(good_ones)), text
        assert f" a={text}: seat 0 gets" in said if good else "is not JSON" in said or "expected a line" in said


def test_a_name_cannot_pass_for_a_verdict(both):
    name = 'pig target=6: seat 0 gets exactly 1/2; proved at "9" positions'
    text = VALUES.replace("game x", f"game {name}")
    text = text.replace("parameter a 1", 'parameter a: "b: \\\\ c"\nparameter é "2/5"')
    good, said = both(sealed(text))
    assert good
    before, after = said.split(": seat 0 gets exactly 3/4 = ")
    quoted = re.sub(r'"(?:[^"\\]|\\.)*"', "q", before)
    assert quoted == "q q=q q=q"
    assert "1/2" not in after


def test_the_size_of_a_file_is_limited(monkeypatch):
    data = sealed(VALUES)
    monkeypatch.setattr(check_odds, "MAX_BYTES", len(data))
    assert in_python(data)[0]
    monkeypatch.setattr(check_odds, "MAX_BYTES", len(data) - 1)
    assert "longer than a certificate may be" in in_python(data)[1]
    data = sealed(heads())
    monkeypatch.setattr(check_odds, "MAX_BYTES", len(data))
    monkeypatch.setattr(check_odds, "MAX_HEADS_BYTES", len(data) - 1)
    assert "longer than a certificate may be" in in_python(data)[1]


def test_a_prime_that_divides_a_pivot(monkeypatch):
    data = sealed(BOUNDS)
    for primes, words in ((10**9 + 7, ""), (2, "a random prime divides"), (3, "")):
        monkeypatch.setattr(check_odds, "four_primes", lambda primes=primes: primes)
        good, said = in_python(data)
        assert good == (not words)
        assert words in said


@pytest.fixture
def altered():
    """The verdict of the JavaScript checker with something changed in its text."""
    if shutil.which("node") is None:
        pytest.skip("node is not installed")

    def ask(data, old, new):
        text = JAVASCRIPT.read_text(encoding="utf-8").partition("if (typeof module")[0]
        assert text.count(old) == 1
        code = f"{text.replace(old, new)} console.log(checkOdds(new Uint8Array(Buffer.from('{data.hex()}', 'hex'))));"
        done = subprocess.run(["node"], input=code, capture_output=True, text=True)
        return done.stdout + done.stderr

    return ask


def test_the_limits_in_javascript(altered):
    pig = seal_lines(certificate(trueodds.solve(trueodds.Pig(6), "start")))
    assert "takes too long" in altered(pig, "work: 1e9", "work: 10")
    assert "seat 0 gets exactly" in altered(pig, "work: 1e9", "work: 1e6")
    assert "longer than a certificate may be" in altered(pig, "bytes: 2 ** 29", f"bytes: {len(pig) - 1}")
    assert "seat 0 gets exactly" in altered(pig, "bytes: 2 ** 29", f"bytes: {len(pig)}")
    data = sealed(heads())
    assert "longer than a certificate may be" in altered(data, "headsBytes: 2 ** 26", f"headsBytes: {len(data) - 1}")
    assert "wins with exactly" in altered(data, "headsBytes: 2 ** 26", f"headsBytes: {len(data)}")
    primes = "let modulus = 1n;", "let modulus = 2n; if (modulus) return modulus;"
    assert "a random prime divides" in altered(sealed(BOUNDS), *primes)


def with_false_ties(text):
    ties = [f"tie {i} {j} {k}\n" for i in range(1, 10) for j in range(1, 10) for k in range(1, i + 1)]
    return sealed(re.sub("ties 3\n(tie .*\n)*", f"ties {len(ties)}\n" + "".join(ties), text))


def test_ties_that_are_not_ties_are_refused_by_primes(monkeypatch, altered):
    # With bounds so coarse that they separate nothing, primes decide.
    data = with_false_ties(heads())
    coarse = property(lambda self: 8, lambda self, value: None)
    monkeypatch.setattr(check_odds.Heads, "one", coarse, raising=False)
    assert re.search(r"for needs \d and \d, \d heads do not tie", in_python(data)[1])
    assert "may be better" in in_python(sealed(heads()))[1]
    assert "heads do not tie" in altered(data, "1n << BigInt(128 + bits(up[n] / down[n]))", "8n")
