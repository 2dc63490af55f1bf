"""Changed files: both checkers give the same line, and what they accept is true."""

import gzip
import io
import re
import zlib

import pytest

import trueodds
from trueodds.certificates import check_odds
from trueodds.certificates.bounds import bounds_certificate
from trueodds.certificates.write import certificate
from trueodds.solver.bounded import solve_moves
from trueodds.solver.bounds import bound
from trueodds.solver.general import solve

from ..solver.oracle import ENDLESS, draw_model
from .conftest import in_python, judge, parsed, seal_lines
from .test_heads import is_true, lines_of
from .test_rewards import random_model


def of_model(model, bounds):
    found = bound(model)
    return bounds_certificate(model, found.low, found.high) if bounds else certificate(solve(model.game))


FILES = {
    "values": lambda: certificate(trueodds.solve(trueodds.RiskOrSafety(1, 2), "general")),
    "values with ranks": lambda: certificate(trueodds.solve(trueodds.Pig(2, sides=2), "general")),
    "values of the other seat": lambda: certificate(trueodds.solve(trueodds.Coinball(2, value_seat=1))),
    "bounds": lambda: certificate(solve_moves(trueodds.RiskOrSafety(1, 2))),
    "bounds with ranks": lambda: certificate(solve_moves(trueodds.Pig(2, sides=2))),
    "bounds with a tie": lambda: certificate(solve_moves(trueodds.Coinball(2))),
    **{f"values without end {n}": lambda n=n: of_model(draw_model(n, ENDLESS, 3), False) for n in (1, 2)},
    **{f"bounds without end {n}": lambda n=n: of_model(draw_model(n, ENDLESS, 3), True) for n in (1, 2)},
    **{f"rewards {seed}": lambda seed=seed: of_model(random_model(seed), False) for seed in (3, 8, 17)},
    **{f"bounds of rewards {seed}": lambda seed=seed: of_model(random_model(seed), True) for seed in (38, 44, 50)},
    "heads": lambda: lines_of(3, 3, "1/2"),
    "heads with ties": lambda: lines_of(5, 2, "2/5"),
}
NUMBERS = ["-1", "00", "1/0", "infinity", "9" * 30, "-", "1e5", "0x1", "٣", "1_0", "1.5", "1/2", "10000", "1000000000"]
CHARACTERS = list("\x00\t\x7f\x9b\xad\u2028\u202e\ufeff\U000e0041\xa0é\U0001f3b2 #")


def changed(lines, luck):
    """One change of structure: of a line, a field, a number or a character."""
    lines = list(lines)
    at, how = luck.randrange(len(lines)), luck.randrange(11)
    words = lines[at].split(" ")
    if how == 0:
        del lines[at]
    elif how == 1:
        lines.insert(luck.choice((at, luck.randrange(len(lines)))), lines[at])
    elif how == 2:
        to = luck.randrange(len(lines))
        lines[at], lines[to] = lines[to], lines[at]
    elif how == 3:
        del lines[max(1, at) :]
    elif how == 4 and len(words) > 2:
        one, two = luck.sample(range(1, len(words)), 2)
        words[one], words[two] = words[two], words[one]
        lines[at] = " ".join(words)
    elif how == 5:
        words[luck.randrange(len(words))] = luck.choice(luck.choice(lines).split(" "))
        lines[at] = " ".join(words)
    elif how == 6:
        words[luck.randrange(len(words))] = luck.choice(NUMBERS)
        lines[at] = " ".join(words)
    elif how == 7:
        place = luck.randrange(len(lines[at]) + 1)
        lines[at] = lines[at][:place] + luck.choice(CHARACTERS) + lines[at][place:]
    else:  # a whole number somewhere in the line
        numbers = list(re.finditer("[0-9]+", lines[at]))
        if numbers:
            found = luck.choice(numbers)
            old = int(found[0])
            new = luck.choice([old + 1, old - 1, 2 * old, 0, 1, luck.randrange(12), luck.randrange(10**6)])
            lines[at] = lines[at][: found.start()] + str(new) + lines[at][found.end() :]
    return lines


@pytest.mark.parametrize("name", FILES)
def test_what_is_changed_and_sealed_again_is_refused_or_true(name, luck, both_all):
    lines = list(FILES[name]())
    true = is_true if name.startswith("heads") else judge
    true(lines)
    assert in_python(seal_lines(lines))[0]
    others = [changed(lines, luck) for _ in range(150)]
    others += [changed(other, luck) for other in others[:50]]
    others = [other for other in others if other != lines]
    refused = 0
    for other, (good, said) in zip(others, both_all([seal_lines(other) for other in others]), strict=True):
        if good:
            true(other)
        else:
            refused += 1
            assert said.startswith("line ")
            assert len(said) < 300
    assert refused > 100


def relabelled(lines, luck):
    """The same certificate with its positions in another order, ranks written out."""
    count = len(parsed(lines)[2])
    place = luck.sample(range(count), count)
    first = next(at for at, line in enumerate(lines) if line.startswith("p "))
    blocks, at = [], -1
    for line in lines[first:-2]:
        words = line.split(" ")
        if words[0] == "p":
            at += 1
            words[2] = str(at) if words[2] == "-" else words[2]
            blocks.append([" ".join(words)])
        else:
            words[1] = re.sub(">([0-9]+)", lambda found: f">{place[int(found[1])]}", words[1])
            blocks[-1].append(" ".join(words))
    ordered = [line for _, block in sorted(zip(place, blocks, strict=True)) for line in block]
    return [*lines[:first], *ordered, f"start {place[int(lines[-2].split(' ')[1])]}", lines[-1]]


@pytest.mark.parametrize(
    "game", [trueodds.RiskOrSafety(3), trueodds.Pig(4, sides=3), trueodds.SuperSix(1)], ids=lambda game: game.name
)
def test_any_order_of_positions_proves_the_same(game, luck, both_all):
    """A certificate of bounds whose chain is eliminated in another order is as true, if slower to check."""
    lines = list(certificate(solve_moves(game)))
    others = [relabelled(lines, luck) for _ in range(60)]
    for good, said in both_all([seal_lines(other) for other in others]):
        assert good, said
        assert f"exactly {trueodds.solve(game).value} = " in said


@pytest.mark.parametrize("name", ["values", "heads"])
def test_changed_bytes_are_refused(name, luck, both_all):
    data = seal_lines(FILES[name]())
    others = []
    for at in range(len(data)):
        other = bytearray(data)
        other[at] ^= 1 << luck.randrange(8)
        others.append(bytes(other))
    others += [data[:at] for at in range(0, len(data), 7)]
    others += [bytes(luck.randrange(256) for _ in range(luck.randrange(300))) for _ in range(30)]
    others += [data + extra for extra in (b"\n", b"#\n", b"x", data)] + [b"\xef\xbb\xbf" + data, b""]
    assert not any(good for good, _ in both_all(others))


HEAD = "odds 1\ngame x\nkind values\ngiven none\ninfinite never\nrewards none\n"
HEADS = "odds 1\ngame x\nkind heads\nheads 1/2\n"
START = "start 0\nclaim 0 1/2\n"
HOSTILE = {
    "other line ends": "odds 1\r\n",
    "no end": "odds 1\ngame " + "x" * 100,
    "no end of a long line": "odds 1\ngame " + "x" * (1 << 22),
    "a long line": "odds 1\ngame " + "x" * (1 << 22),
    "a long comment": f"odds 1\n#{'x' * 2**21}\n",
    "many comments": "odds 1\n" + "#\n" * 100_000,
    "a billion positions": HEAD + "numbers 0\npositions 1000000000\n",
    "a million positions promised": HEAD + "numbers 0\npositions 1000000\n",
    "a billion numbers": HEAD + "numbers 1000000000\n",
    "digits without end": HEAD + "numbers 1\nnumber " + "9" * 500_000 + "\n",
    "as many digits as allowed": HEAD + f"numbers 1\nnumber -{'9' * 400_000}/{'9' * 400_000}\n",
    "one digit more": HEAD + f"numbers 1\nnumber -{'9' * 400_001}/{'9' * 400_000}\n",
    "no table": HEAD + "numbers 0\npositions 1\np 0 - 0 1/2 a\nm 0=0 a\n" + START,
    "no move": HEAD + "numbers 1\nnumber 1\npositions 1\np 0 - 0 1 a\n" + START,
    "no position": HEAD + "numbers 0\npositions 0\n" + START,
    "a large value": HEAD + f"numbers 1\nnumber 1\npositions 1\np 0 - 0 {'9' * 99_999} a\nm 0=0 a\n" + START,
    "a billion needs": HEADS + "needs 1000000000 1\n",
    "large powers": f"odds 1\ngame x\nkind heads\nheads 1/{10**4000}\nneeds 1000 1\n",
    "a billion heads": HEADS + "needs 2 1\nties 0\nclaims 1\nclaim 1 1 1/2\ncolumn 1x99999 1x1\n",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_files_are_refused_in_one_line(name, both):
    text = HOSTILE[name].encode()
    good, said = both(text if name.startswith("no end") else text + f"sha256 {'0' * 64}\n".encode())
    assert not good
    assert said.startswith("line ")
    assert len(said) < 300


def test_packed_files(luck, in_javascript):
    """Both checkers accept the same packed files, and refuse the others."""
    data = seal_lines(FILES["values"]())
    packed = gzip.compress(data, mtime=0)
    two = gzip.compress(data[:100]) + gzip.compress(data[100:])
    cases = [(data, True), (packed, True), (two, True), (packed + b"\0", False), (packed + b"x", False)]
    cases += [(packed + b"\x1f\x8b", False), (packed + gzip.compress(b"#\n"), False)]
    cases += [(b"\x1f\x8b", False), (b"", False)]
    cases += [(packed[: luck.randrange(1, len(packed))], False) for _ in range(60)]
    for at in luck.sample(range(10, len(packed)), 200):
        cases.append((packed[:at] + bytes([packed[at] ^ 1 << luck.randrange(8)]) + packed[at + 1 :], False))
    for raw, good in cases:
        found, said = in_python(raw)
        assert found == good, raw
        assert said.startswith("line ") or good
        if in_javascript:
            (found, said), *_ = in_javascript(raw)
            assert found == good, raw
        assert "\n" not in said


def test_a_packed_file_may_be_of_any_length(monkeypatch):
    """Blocks of input and output end anywhere."""
    lines = list(certificate(trueodds.solve(trueodds.RiskOrSafety(2))))
    data = seal_lines([*lines[:2], *(f"# {zlib.crc32(b'%d' % k)} {'0' * k}" for k in range(300)), *lines[2:]])
    for block in (1, 7, 64, 1 << 16):
        monkeypatch.setattr(check_odds, "BLOCK", max(2, block))
        for level in (1, 9):
            assert check_odds.check(io.BytesIO(gzip.compress(data, level)))
        assert check_odds.check(io.BytesIO(data))
    monkeypatch.setattr(check_odds, "MAX_BYTES", 1 << 20)
    bomb = gzip.compress(b"odds 1\n" + b"# nothing\n" * (1 << 18))
    assert "longer than a certificate may be" in in_python(bomb)[1]


def test_elimination_in_a_bad_order_is_bounded(monkeypatch):
    lines = list(certificate(trueodds.solve(trueodds.Pig(6), "start")))
    assert in_python(seal_lines(lines))[0]
    monkeypatch.setattr(check_odds, "MAX_WORK", 10)
    assert "takes too long" in in_python(seal_lines(lines))[1]


def test_a_caller_that_allows_only_short_numbers_gets_a_refusal():
    text = HEAD + f"numbers 1\nnumber {'9' * 5000}\n"
    with pytest.raises(check_odds.Refused, match="not readable"):
        check_odds.check(io.BytesIO(text.encode()))
