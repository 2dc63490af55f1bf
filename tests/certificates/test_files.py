"""Files are read correctly: seals, characters, parameters, compression, limits, and damaged or hostile files."""

import gzip
import io
import itertools
import json
import re
import shutil
import subprocess
import sys
import zlib
from fractions import Fraction
from pathlib import Path
from unittest.mock import Mock

import gmpy2
import pytest

import trueodds
from trueodds.certificates import check, check_odds, embedded, write
from trueodds.certificates.write import format_certificate

from .conftest import JAVASCRIPT, in_python, seal_lines
from .test_changes import BOUNDS, VALUES
from .test_heads import PSEUDOPRIME, lines_of

HEADS_OF_9 = lines_of(9, 5, "2/5")


def sealed(text):
    return seal_lines(text.split("\n")[:-1])


def test_an_exact_claim_needs_one_move_left_at_each_position_of_best_play(both):
    wide = BOUNDS.replace("0 4 5 first", "0 0 8 first").replace("0 5 7 second", "0,1 4 8 second")
    for text in (wide, wide.replace("s 2", "s 3").replace("start 1", "p 0 - 0 4 8 third\nm 3>1 on\nstart 2")):
        good, said = both(sealed(text))
        assert not good
        assert said.endswith("the bounds leave several moves at position 1, which best play reaches")
    assert both(sealed(wide.replace("claim 0 3/4", "claim 0 1/2 1")))[0]


@pytest.mark.parametrize("power", [700, 13_000])
def test_long_probabilities(power, both_all):
    """Beyond the range of floats; from 20,000 bits on, the checkers do not compute a common denominator."""
    rare = Fraction(1, 3**power)
    game = trueodds.Rules(0, lambda at: [0], lambda at, move: [(rare, None, 1), (1 - rare, None, 0)])
    lines = list(format_certificate(trueodds.solve(game)))
    one, two = (str(gmpy2.mpq(top, 3**power)) for top in (1, 2))
    wrong = [line.replace(one, two) if line.startswith(("p", "claim")) else line for line in lines]
    chances, which = [rare, 1 - rare, 1], [0, 1, 2]
    paid = trueodds.Model.from_arrays([0, 0], [0, 1, 2], [0, 2, 3], [0, 1, 1], chances, which, [0], gains=[1, 1]).game
    endless = list(format_certificate(trueodds.solve(paid)))
    half = Fraction(1, 2)
    even = trueodds.Rules(
        0, lambda at: [0], lambda at, move: [(rare, None, 1), (half, None, half), (half - rare, None, 0)]
    )
    files = [seal_lines(each) for each in (lines, endless, format_certificate(trueodds.solve(even)), wrong)]
    assert [good for good, _ in both_all(files)] == [True, True, True, False]


def test_a_file_may_be_longer_than_a_line(both):
    long = "".join(f'parameter {name} "{"x" * 10**4}"\n' for name in range(220))
    assert both(sealed(VALUES.replace("parameter a 1\n", long)))[0]
    assert both(sealed(VALUES.replace("game", f"#{'x' * (2**21 - 2)}\ngame")))[0]


def test_changed_bytes_are_refused(luck, both_all):
    data = sealed(VALUES)
    others = []
    for at in range(len(data)):
        other = bytearray(data)
        other[at] ^= 1 << luck.randrange(8)
        others.append(bytes(other))
    others += [data[:at] for at in range(0, len(data), 7)]
    others += [bytes(luck.randrange(256) for _ in range(luck.randrange(300))) for _ in range(30)]
    others += [data + extra for extra in (b"\n", b"#\n", b"x", data)] + [b"\xef\xbb\xbf" + data, b"\x1f" + data, b""]
    others += [data.replace(b"game x", b"game " + name) for name in (b"y", b"\xff", b"\xed\xa0\x80")]
    others += [data.replace(b"\nsha256 ", b"\nsha256 0"), sealed(VALUES.replace("start", f"sha256 {'0' * 64}\nstart"))]
    found = both_all([*others, data[:-1], data + b"#\n", data.replace(b"game x", b"game y")])
    assert not any(good for good, _ in found)
    told = ("the file ends without a checksum", "the file continues after the checksum", "the checksum does not match")
    for words, (_, said) in zip(told, found[-3:], strict=True):
        assert words in said
    # The message differs from that for a certificate that is damaged or of another version.
    others = [b"1 2\n2 4\n", b"", b"\x89PNG\r\n\x1a\n", b"odds\n", b"\xff\n"]
    others += [b"odds 2\ngame x\n", b"odds 1\n", data[:-2]]
    starts = ["damaged or not a certificate: line "] * 5 + ["line "] * 3
    assert all(said.startswith(start) for (_, said), start in zip(both_all(others), starts, strict=True))


HEAD = "odds 1\ngame x\nkind values\ngiven none\ninfinite never\nrewards none\n"
HEADS = "odds 1\ngame x\nkind heads\nheads 1/2\n"
START = "start 0\nclaim 0 1/2\n"
HOSTILE = {
    "other line ends": "odds 1\r\n",
    "no end of a long line": "odds 1\ngame " + "x" * (1 << 22),
    "a long comment": f"odds 1\n#{'x' * 2**21}\n",
    "one byte too long": f"odds 1\n{'x' * 2**21}\n",
    "long text of long characters": f"odds 1\ngame x\nkind {'🎲' * 50}\n",
    "many comments": "odds 1\n" + "#\n" * 100_000,
    "a million positions promised": HEAD + "numbers 0\npositions 1000000\n",
    "a billion numbers": HEAD + "numbers 1000000000\n",
    "digits without end": HEAD + "numbers 1\nnumber " + "9" * 500_000 + "\n",
    "as many digits as allowed": HEAD + f"numbers 1\nnumber -{'9' * 400_000}/{'9' * 400_000}\n",
    "one digit more": HEAD + f"numbers 1\nnumber -{'9' * 400_001}/{'9' * 400_000}\n",
    "one digit more below": HEAD + f"numbers 1\nnumber 1/{'9' * 400_001}\n",
    "no move": HEAD + "numbers 1\nnumber 1\npositions 1\np 0 - 0 1 a\n" + START,
    "no position": HEAD + "numbers 0\npositions 0\n" + START,
    "a large value": HEAD + f"numbers 1\nnumber 1\npositions 1\np 0 - 0 {'9' * 99_999} a\nm 0=0 a\n" + START,
    "a billion needs": HEADS + "needs 1000000000 1\n",
    "large powers": f"odds 1\ngame x\nkind heads\nheads 1/{10**4000}\nneeds 1000 1\n",
    "as large powers as allowed": f"odds 1\ngame x\nkind heads\nheads 1/{1 << 999}\nneeds 100 1\n",
    "a little larger powers": f"odds 1\ngame x\nkind heads\nheads 1/{1 << 1000}\nneeds 100 1\n",
    "a billion heads": HEADS + "needs 2 1\nties 0\nclaims 1\nclaim 1 1 1/2\ncolumn 1x99999 1x1\n",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_files_are_refused_in_one_line(name, both):
    text = HOSTILE[name].encode()
    good, said = both(text if name.startswith("no end") else text + f"sha256 {'0' * 64}\n".encode())
    assert not good
    assert re.match("(damaged or not a certificate: )?line ", said)
    assert len(said) < 300


def test_what_is_long_is_shortened(both):
    text = HEAD + "numbers 2\nnumber 1\nnumber {0}\npositions 1\np 0 - {1} {0} a\n{2}start 0\nclaim 0 {0}\n"
    for size, full in ((10**60 - 1, True), (10**60, False)):
        for value in (size, -size, f"1/{size}"):
            good, said = both(sealed(text.format(value, 0, "m 0=1 go\n")))
            assert good
            assert (f"exactly {value} = " in said) == full != ("(denominator of" in said)
    moves = "".join(f"m 0=1 {k}\n" for k in range(12))
    assert "are [0, 1, 2, 3, 4, 5, 6, 7, 8], not those listed" in both(sealed(text.format(2, 0, moves)))[1]


def test_packed_files(luck, in_javascript):
    """Both checkers accept the same compressed files and refuse all others."""
    data = sealed(VALUES)
    packed = gzip.compress(data, mtime=0)
    two = gzip.compress(data[:100]) + gzip.compress(data[100:])
    long = sealed(VALUES.replace("game", f"#{'x' * 10**6}\n#{'y' * 10**6}\ngame"))
    again = f"#{luck.randbytes(10_000).hex()}\n" * 2  # a repetition at a distance of 20,000 bytes
    far = sealed(VALUES.replace("game", f"{again}game"))
    cases = [
        (data, True),
        (packed, True),
        (gzip.compress(long), True),
        (two, True),
        (gzip.compress(far[:100]) + gzip.compress(far[100:]), True),
        (packed + b"\0", False),
        (packed + b"x", False),
    ]
    cases += [(packed + b"\x1f\x8b", False), (packed + gzip.compress(b"#\n"), False)]
    cases += [(b"\x1f\x8b", False), (b"", False)]
    cases += [(packed[: luck.randrange(1, len(packed))], False) for _ in range(30)]
    for at in luck.sample(range(10, len(packed)), 100):
        cases.append((packed[:at] + bytes([packed[at] ^ 1 << luck.randrange(8)]) + packed[at + 1 :], False))
    for raw, good in cases:
        found, said = in_python(raw)
        assert found == good, raw
        assert good or re.match("(damaged or not a certificate: )?line ", said)
        if in_javascript:
            (found, said), *_ = in_javascript(raw)
            assert found == good, raw
        assert "\n" not in said


def test_a_packed_file_may_be_of_any_length(monkeypatch):
    """Blocks of input and output may end at any byte."""
    lines = list(format_certificate(trueodds.solve(trueodds.RiskOrSafety(2))))
    data = seal_lines([*lines[:2], *(f"# {zlib.crc32(b'%d' % k)} {'0' * k}" for k in range(100)), *lines[2:]])
    for block in (1, 7, 64, 1 << 16):
        monkeypatch.setattr(check_odds, "BLOCK", max(2, block))
        for level in (1, 9):
            assert check_odds.check(io.BytesIO(gzip.compress(data, level)))
        assert check_odds.check(io.BytesIO(data))
    monkeypatch.setattr(check_odds, "MAX_BYTES", 1 << 20)
    bomb = gzip.compress(b"odds 1\n" + b"# nothing\n" * (1 << 18))
    assert "the line or the file is too long" in in_python(bomb)[1]


def test_a_caller_that_allows_only_short_numbers_gets_a_refusal(tmp_path):
    text = (HEAD + f"numbers 1\nnumber {'9' * 5000}\n").encode()
    sys.set_int_max_str_digits(before := sys.get_int_max_str_digits() + 1)
    assert "ends without a checksum" in in_python(text)[1]
    (tmp_path / "a.odds").write_bytes(text)
    with pytest.raises(check_odds.Refused, match="ends without a checksum"):
        check.check_file(tmp_path / "a.odds")
    assert sys.get_int_max_str_digits() == before
    with pytest.raises(check_odds.Refused, match="not readable"):
        check_odds.check(io.BytesIO(text))
    sys.set_int_max_str_digits(before - 1)


def test_a_file_that_cannot_be_read_to_its_end_is_refused():
    with pytest.raises(check_odds.Refused, match=r"^line 3: not readable \(OSError\)$"):
        check_odds.check(Mock(read=Mock(side_effect=[b"odds 1\ngame x\n", OSError])))


DOCS = Path(__file__).parents[2] / "docs" / "certificates.md"


def test_all_of_unicode_is_treated_alike(both_all):
    """Both checkers refuse exactly the characters in the ranges of docs/certificates.md."""
    words = DOCS.read_text(encoding="utf-8").split()
    text = " ".join(words).partition("in comments: U+")[2].partition(". A checker")[0]
    ends = [one.split("–") for one in re.split(", | and ", text)]
    ranges = [(int(one[0], 16), int(one[-1], 16)) for one in ends]
    refused = {code for low, high in ranges for code in range(low, high + 1)}
    assert set(map(ord, check_odds.UNPRINTABLE.findall("".join(map(chr, range(0x110000)))))) == refused
    places = ("game x{}y", "game {}", "game x\n#{}", "game x\nparameter a{} 1", 'game x\nparameter b "{}"')
    tried = [code for low, high in ranges[::7] for code in (low - 1, low, high, high + 1)]
    tried = [code for code in tried if 0 <= code < 0x110000 and not 0xD800 <= code < 0xE000]
    files = [VALUES.replace("game x", places[at % 5].format(chr(code)), 1) for at, code in enumerate(tried)]
    for code, (good, said) in zip(tried, both_all([sealed(file) for file in files]), strict=True):
        assert good != (code in refused), hex(code)
        assert good or "the line contains an unprintable character" in said
    if shutil.which("node") is None:
        return
    source = re.search(r"const UNPRINTABLE = (new RegExp\([^;]*);", JAVASCRIPT.read_text(encoding="utf-8"))[1]
    code = f"const codes = [...Array(0x110000).keys()], refused = {source};"
    code += "console.log(JSON.stringify(codes.filter((code) => refused.test(String.fromCodePoint(code)))))"
    assert set(json.loads(subprocess.run(["node", "-e", code], capture_output=True, text=True).stdout)) == refused


GOOD_JSON = r'0 -0 -12.50e+03 1E999 "" "\"\\\/\b\f\n\r\t\u00e9\ud800" "é٣:" true null'
MORE_GOOD = ["9" * 400, "0." + "3" * 399, f'"{"é" * 9998}{chr(0x1F3B2)}\\n"', '" a b "']
BAD_JSON = r"""٣ 1٣ NaN Infinity -Infinity +1 01 - .5 5. 1e 1e1234 0x1 [] [1] {} {"a":1,"a":2} True 'a' " "a "a"" "\"
    "\x41" "\u12" "\u12g4" "a""b" "\U0001f3b2" 1_0 nul truefalse "a";proved"""
MORE_BAD = ["9" * 401, "0." + "3" * 400, f'"{"a" * 10_001}"', " 1", "1 ", "1 2", '"a" "b"', "proved; all is fine"]


def test_parameters_are_json(both_all, luck):
    """Both checkers accept the same values: those that Python's json module accepts, within the limits."""
    made = ["".join(luck.choices('019-+.eE"\\/un d8truefalsnl[,]{:}', k=luck.randrange(1, 8))) for _ in range(800)]
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
    text = VALUES.replace("game x", 'game pig target=6: seat 0 gets exactly 1/2; proved at "9" positions')
    good, said = both(sealed(text.replace("parameter a 1", 'parameter a: "b: \\\\ c"\nparameter é "2/5"')))
    assert good
    before, after = said.split(": seat 0 gets exactly 3/4 = ")
    assert re.sub(r'"(?:[^"\\]|\\.)*"', "q", before) == "q q=q q=q"
    assert "1/2" not in after


def test_the_chance_of_an_error(both_all):
    """The chance of an error is below (b' / 60 / 2^53)^4 (docs/certificates.md); it jumps with longer numbers."""

    def exponent(one, claim):
        numbers = (0, Fraction(1, 4), Fraction(1, 2), 1, one)
        row = 2 * sum(n.denominator.bit_length() for n in numbers) + int(2 + max(map(abs, numbers))).bit_length()
        bits = 2 * row + max(claim.numerator.bit_length(), claim.denominator.bit_length()) + 1  # of two rows
        return 4 * ((bits // 60 + 1).bit_length() - 53)

    text = BOUNDS.replace("numbers 4\n", "numbers 5\n").replace("number 1\n", "number 1\nnumber {0}\n")
    text, wanted, files = text.replace("1/8", "{1}").replace("claim 0 3/4", "claim 0 {2}/{3}"), [], []
    for base, paid in ((2, False), (-2, False), (Fraction(1, 2), False), (2, True), (Fraction(1, 2), True)):
        powers = [Fraction(base) ** k for k in range(200)]
        claims = [Fraction(3, 4) * (one if paid else 1) for one in powers]
        for at, (before, after) in enumerate(itertools.pairwise(map(exponent, powers, claims))):
            for k in (at, at + 1) if before != after else ():
                parts = claims[k].numerator << 99, claims[k].denominator << 99  # reduced by the checkers
                own = text.replace("=3", "=4") if paid else text
                files.append(sealed(own.format(powers[k], claims[k] / 6, *parts)))
                wanted.append(exponent(powers[k], claims[k]))
    assert len(files) > 10
    for one, (good, said) in zip(wanted, both_all(files), strict=True):
        assert good, said
        assert f"below 2^{one})" in said


def test_a_prime_that_divides_a_pivot(monkeypatch, request):
    data = sealed(BOUNDS)
    for primes, words in ((2, "a random prime divides"), (3, "")):
        monkeypatch.setattr(check_odds, "draw_modulus", lambda primes=primes: primes)
        good, said = in_python(data)
        assert good == (not words)
        assert words in said
    divides = "let modulus = 1n;", "let modulus = 2n; if (modulus) return modulus;"
    assert "a random prime divides" in request.getfixturevalue("altered")((data, *divides))[0]


def test_limits_of_size_and_of_work(request, monkeypatch):
    """What is as large as allowed is accepted, and what is larger is refused."""
    pig, heads = seal_lines(format_certificate(trueodds.solve(trueodds.Pig(6), "start"))), seal_lines(HEADS_OF_9)
    cases = {
        (pig, "WORK", "work: 1e9", 2): "takes too long",
        (pig, "WORK", "work: 1e9", 236): "takes too long",
        (pig, "WORK", "work: 1e9", 237): "seat 0 gets exactly",
        (pig, "BYTES", "bytes: 2 ** 29", len(pig) - 1): "file is too long",
        (pig, "BYTES", "bytes: 2 ** 29", len(pig)): "seat 0 gets exactly",
        (heads, "HEADS_BYTES", "headsBytes: 2 ** 26", len(heads) - 1): "file is too long",
        (heads, "HEADS_BYTES", "headsBytes: 2 ** 26", len(heads)): "wins with exactly",
    }
    for (data, name, _, limit), words in cases.items():
        with monkeypatch.context() as patch:
            patch.setattr(check_odds, f"MAX_{name}", limit)
            assert words in in_python(data)[1]
    changed = [(data, old, f"{old.partition(' ')[0]} {limit}") for data, _, old, limit in cases]
    for said, words in zip(request.getfixturevalue("altered")(*changed), cases.values(), strict=True):
        assert words in said


def test_the_modulus_in_javascript_is_of_four_new_primes(altered):
    shown = "if (passes) modulus *= n;", "if (passes) { modulus *= n; console.log(`${n}`); }"
    first = "const n = (1n", f"const n = (globalThis.drawn ||= []).push(0) === 1 ? {PSEUDOPRIME}n : (1n"
    file = BOUNDS.replace("numbers 4", "numbers 5").replace("number 1\n", "number 1\nnumber 1/149491\n")  # a factor
    *primes, said, other = altered((sealed(BOUNDS), *shown), (sealed(file), *first))
    primes = set(map(int, primes))
    assert len(primes) == 4
    assert all(gmpy2.is_prime(prime) and prime.bit_length() == 61 for prime in primes)
    assert any((prime ^ prime >> 32) % 2**28 // 4 for prime in primes)  # two words are drawn for each
    assert said.count("seat 0 gets exactly 3/4") == other.count("seat 0 gets exactly 3/4") == 1


def test_the_limits_are_the_same():
    """Both checkers have the limits of docs/certificates.md; JavaScript allows fewer bytes."""
    text = re.search(r"const LIMIT = (\{[^}]*\})", JAVASCRIPT.read_text(encoding="utf-8"))[1]
    limits = {name: int(eval(value)) for name, value in re.findall(r"(\w+): ([^,}\n]+?)\s*[,}\n]", text)}
    assert (limits.pop("bytes"), limits.pop("digits")) == (2**29, 400_000)
    assert "maxOutputLength: 2 ** 29," in JAVASCRIPT.read_text(encoding="utf-8")
    names = ("LINE", "POSITIONS", "TABLE", "WORK", "HEADS_BYTES", "NEEDS", "BITS")
    assert list(limits.values()) == [getattr(check_odds, f"MAX_{name}") for name in names]
    words = " ".join(DOCS.read_text(encoding="utf-8").split())
    bits = check_odds.MAX_BYTES.bit_length() - 1
    assert f"files of up to $2^{{{bits}}}$ uncompressed bytes ($2^{{29}}$ in" in words
    assert f"at most {write.MAX_VALUES:,} positions if another method computed all values, and at most" in words
    assert f"and at most {write.MAX_COMPUTED:,} if it did not" in words
    megabytes = embedded.MAX_BYTES / 10**6
    assert f"at most {embedded.MAX_POSITIONS:,} positions and, compressed, at most {megabytes:g} MB" in words


def test_ties_that_are_not_ties_are_refused_by_primes(monkeypatch, altered):
    # With bounds so coarse that they separate nothing, primes decide.
    ties = [f"tie {i} {j} {k}\n" for i in range(1, 10) for j in range(1, 10) for k in range(1, i + 1)]
    text = "\n".join([*HEADS_OF_9, ""])
    data = sealed(re.sub("ties 3\n(tie .*\n)*", f"ties {len(ties)}\n" + "".join(ties), text))
    monkeypatch.setattr(check_odds.Heads, "one", property(lambda self: 8, lambda self, value: None), raising=False)
    assert re.search(r"for needs \d and \d, the number of heads \d does not tie", in_python(data)[1])
    assert "may be better" in in_python(seal_lines(HEADS_OF_9))[1]
    assert "does not tie" in altered((data, "1n << BigInt(128 + bits(up[n] / down[n]))", "8n"))[0]
