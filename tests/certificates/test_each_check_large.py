"""For each check of the checker of kind heads a file that is right but for this: it and no other refuses."""

import functools
import hashlib
import io
import shutil
import subprocess
from pathlib import Path

import pytest

import trueodds
from trueodds.certificates import check_odds_large
from trueodds.certificates.heads import heads_certificate

HERE = Path(check_odds_large.__file__).parent


@functools.cache
def right():
    """Risk or Safety to 9 and 5 with a coin of 2/5, where some numbers of heads tie."""
    solution = trueodds.solve(trueodds.RiskOrSafety(9, 5, "2/5"), "start")
    moves = solution.moves
    lines = heads_certificate(solution.game, (moves.coins, moves.other_coins), moves.ties, {(9, 5): solution.value})
    return "".join(line + "\n" for line in lines)


def sealed(text):
    data = text.encode()
    return data + f"sha256 {hashlib.sha256(data).hexdigest()}\n".encode()


@pytest.fixture
def verdict(both_of_heads):
    """What both checkers say."""
    return lambda text, is_sealed=True: both_of_heads(sealed(text) if is_sealed else text.encode())


@pytest.fixture
def python_verdict(heads_in_python):
    """What the one in Python says, which a test changes."""
    return lambda text: heads_in_python(sealed(text))


CLAIM = "claim 9 5 "
CHECKS = [
    ("a sign", CLAIM, "claim 9 5 +", "no number a or a/b"),
    ("a leading zero", CLAIM, "claim 9 5 0", "no number a or a/b"),
    ("less than 0", CLAIM, "claim 9 5 -", "no number a or a/b"),
    ("a count with a leading zero", "needs 9 5", "needs 09 5", "is no count from 1"),
    ("no needs", "needs 9 5", "needs 9 0", "is no count from 1"),
    ("too many needs", "needs 9 5", "needs 10001 5", "is no count from 1"),
    ("no claim", "claims 1", "claims 0", "'0' is no count from 1"),
    ("runs that are none", "column 1x1,", "column 1y1,", "not for 9 needs"),
    ("runs too short", "column 1x1,", "column ", "not for 9 needs"),
    ("a run of none", "column 1x1,", "column 1x0,1x1,", "not for 9 needs"),
    ("a tab", "game risk", "game\trisk", "too long, or no text"),
    ("delete", "game risk", "game risk\x7f", "too long, or no text"),
    ("another version", "odds 1", "odds 2", "only version 1"),
    ("another kind", "kind heads", "kind values", "checks other kinds"),
    ("another keyword", "needs 9 5", "heeds 9 5", "no line 'needs'"),
    ("a part too few", "needs 9 5", "needs 9", "no line 'needs'"),
    ("an empty part", "needs 9 5", "needs  9 5", "no line 'needs'"),
    ("an empty name", "game risk-or-safety", "game ", "no line 'game'"),
    ("heads never", "heads 2/5", "heads 0/1", "heads must be between 0 and 1"),
    ("heads surely", "heads 2/5", "heads 1/1", "heads must be between 0 and 1"),
    ("not in lowest terms", "heads 2/5", "heads 4/10", "in lowest terms"),
    ("the wrong way round", "needs 9 5", "needs 5 9", "the larger first"),
    ("too long powers", "heads 2/5", f"heads 2/{10**4000 + 1}", "not above what this checker takes"),
    ("a tie twice", "ties 3\n", "ties 4\ntie 5 1 3\n", "a tie or a claim twice"),
    ("a tie that is none", "ties 3\n", "ties 4\ntie 6 1 4\n", "a tie that is none"),
    ("a tie left out", "ties 3\ntie 5 1 3\n", "ties 2\n", "needs 5 and 1: 3 heads may be better"),
    ("a claim beyond the table", "claims 1\n", "claims 2\nclaim 6 6 1/2\n", "a claim for no needs in the table"),
    ("another claim", "claims 1\n", "claims 2\nclaim 9 4 1/2\n", "the claim for needs (9, 4) is not the value"),
    ("another claim of the leader", "claims 1\n", "claims 2\nclaim 4 9 1/2\n", "for needs (4, 9) is not the value"),
]


@pytest.mark.parametrize(("old", "new", "words"), [row[1:] for row in CHECKS], ids=[row[0] for row in CHECKS])
def test_each_check_refuses_what_no_other_would(old, new, words, verdict):
    text = right()
    assert verdict(text)[0]
    assert old in text
    good, said = verdict(text.replace(old, new, 1))
    assert not good
    assert words in said


def test_a_claim_twice(verdict):
    claim = next(line for line in right().splitlines() if line.startswith("claim "))
    good, said = verdict(right().replace("claims 1\n", f"claims 2\n{claim}\n"))
    assert (good, "a tie or a claim twice" in said) == (False, True)


def test_more_heads_than_are_needed(verdict):
    # Who needs 1 is said to toss 2: in the table of the trailing player, and of the leader.
    lines = right().splitlines()
    at = next(at for at, line in enumerate(lines) if line.startswith("column "))
    for seat in (1, 2):
        words = lines[at].split(" ")
        first, *rest = words[seat].split(",")
        times = int(first.split("x")[1]) - 1
        words[seat] = ",".join(["2x1", *([f"1x{times}"] if times else []), *rest])
        good, said = verdict("\n".join([*lines[:at], " ".join(words), *lines[at + 1 :]]) + "\n")
        assert (good, "more heads than are needed" in said) == (False, True)


def test_a_line_too_many(verdict):
    good, said = verdict(right() + "column 1x1 1x1\n")
    assert (good, "a line too many" in said) == (False, True)
    assert verdict(right() + "# a comment\n")[0]


def test_the_seal_and_what_cannot_be_read(monkeypatch, verdict, python_verdict):
    text = right()
    for other, is_sealed, words in (
        (text, False, "no seal, or not that of the file"),
        (text + "sha256 " + "0" * 64 + "\n", False, "no seal, or not that of the file"),
        (text.replace("game", "# \udcff\ngame").encode("utf-8", "surrogatepass").decode("latin-1"), True, ""),
    ):
        good, said = verdict(other, is_sealed)
        assert good == (words == "")
        assert words in said
    raw = text.replace("odds 1\n", "odds 1\n# ?\n").encode().replace(b"?", b"\xff")
    with pytest.raises(check_odds_large.Refused, match="line 0: not readable"):
        check_odds_large.check(io.BytesIO(raw + f"sha256 {hashlib.sha256(raw).hexdigest()}\n".encode()))
    monkeypatch.setattr(check_odds_large, "MAX_BYTES", 100)
    good, said = python_verdict(text)
    assert (good, "too long, or no text" in said) == (False, True)


def test_a_prime_that_divides_a_denominator():
    heads = check_odds_large.Heads()
    heads.down, heads.up, heads.modulus = [1, 1, 1], [1, 2, 4], 3 * 5 * 7  # 2^2 - 1 divides it
    with pytest.raises(check_odds_large.Refused, match="a prime drawn divides a denominator"):
        heads.pair(1, 1)
    heads.modulus = 5 * 7
    assert heads.pair(1, 1)[:2] == (3, 12)


def with_false_ties():
    ties = [f"tie {i} {j} {k}\n" for i in range(1, 10) for j in range(1, 10) for k in range(1, i + 1)]
    return right().replace("ties 3\ntie 5 1 3\ntie 7 1 3\ntie 8 1 3\n", f"ties {len(ties)}\n" + "".join(ties))


def test_what_is_no_tie_but_is_said_to_be_one(monkeypatch, python_verdict):
    # Bounds so coarse that nothing is told apart: then it is the primes that refuse.
    monkeypatch.setattr(
        check_odds_large.Heads, "one", property(lambda self: 8, lambda self, value: None), raising=False
    )
    good, said = python_verdict(with_false_ties())
    assert (good, "heads are no tie" in said) == (False, True)


def test_the_same_in_javascript(tmp_path):
    if shutil.which("node") is None:
        pytest.skip("node is not installed: the JavaScript checker is not tried")
    text = (HERE / "check_odds_large.js").read_text()
    assert text.count("const one = 1n << BigInt(128 + bits(up[n] / down[n]));") == 1
    coarse = text.replace("const one = 1n << BigInt(128 + bits(up[n] / down[n]));", "const one = 8n;")
    (tmp_path / "check_odds_large.js").write_text(coarse)
    shutil.copy(HERE / "check_odds.js", tmp_path)
    (tmp_path / "a.odds").write_bytes(sealed(with_false_ties()))
    done = subprocess.run(
        ["node", tmp_path / "check_odds_large.js", tmp_path / "a.odds"], capture_output=True, text=True
    )
    assert (done.returncode, "heads are no tie" in done.stderr) == (1, True)
