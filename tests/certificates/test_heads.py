"""Certificates by needs and numbers of heads: large targets accepted, changed files refused by the mathematics."""

import functools
import gzip
import hashlib
import io
import math
import random
import re
import secrets
import shutil
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import gmpy2
import pytest

import trueodds
from trueodds.certificates import check_odds, check_odds_large
from trueodds.certificates.heads import heads_certificate
from trueodds.fast.risk_or_safety.reference import turn_values

HERE = Path(check_odds_large.__file__).parent
ROOT = Path(__file__).parents[2]

GAMES = [(1, 1, "1/2"), (6, 6, "1/2"), (9, 5, "2/5"), (5, 9, "2/5"), (8, 8, "2/5"), (12, 3, "7/9"), (13, 13, "1/2")]


def lines_of(n, m, heads, claims=None):
    solution = trueodds.solve(trueodds.RiskOrSafety(n, m, heads), "start")
    moves = solution.moves
    if claims is None:
        claims = {(n, m): solution.value}
    return list(heads_certificate(solution.game, (moves.coins, moves.other_coins), moves.ties, claims))


@pytest.fixture(autouse=True)
def long_numbers():
    limit = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(400_000)  # as the checker does where it stands alone
    yield
    sys.set_int_max_str_digits(limit)


@functools.cache
def values_of(n, m, heads):
    """What the player to toss wins with at all needs of either seat, from the rules."""
    values = turn_values(n, m, Fraction(heads))
    return values | turn_values(m, n, Fraction(heads))


def run(*words):
    return subprocess.run([sys.executable, "-m", "trueodds", *map(str, words)], capture_output=True, text=True)


@pytest.fixture
def verdict(both_of_heads, seal):
    """What both checkers say of lines, once sealed."""
    return lambda lines: both_of_heads(seal(lines))


@pytest.fixture
def python_verdict(heads_in_python, seal):
    """What the one in Python says, which a test changes."""
    return lambda lines: heads_in_python(seal(lines))


@pytest.mark.parametrize(("n", "m", "heads"), GAMES)
def test_it_is_accepted_and_says_the_value(n, m, heads, verdict):
    good, said = verdict(lines_of(n, m, heads))
    assert good, said
    value = trueodds.solve(trueodds.RiskOrSafety(n, m, heads), "pairs").value
    assert f"needs {n} against {m} wins with exactly {value} = " in said
    assert re.search(r"chance of an error below 2\^-1[0-9][0-9]|2\^-20[0-9]", said)


@pytest.mark.parametrize(("n", "m", "heads"), [(7, 7, "1/2"), (9, 5, "2/5"), (4, 4, "3/7")])
def test_each_value_of_the_table_can_be_claimed(n, m, heads, verdict):
    values = {needs: value for needs, value in values_of(n, m, heads).items() if min(needs) > 0}
    lines = lines_of(n, m, heads, values)
    good, said = verdict(lines)
    assert good, said
    assert f"the last of {len(values)} such claims" in said
    for at, line in enumerate(lines):
        if line.startswith("claim "):
            i, j, value = line.split(" ")[1:]
            other = Fraction(value) + Fraction(1, 10**9)
            good, said = verdict([*lines[:at], f"claim {i} {j} {other}", *lines[at + 1 :]])
            assert not good
            assert "is not the value" in said


def is_true(lines):
    """All that an accepted file says, held against values from the rules."""
    fields = {line.split(" ")[0]: line.split(" ")[1:] for line in lines}
    n, m = map(int, fields["needs"])
    p = Fraction(fields["heads"][0])
    value = values_of(n, m, p)
    pairs = {}
    for line in lines:
        words = line.split(" ")
        if words[0] == "claim":
            assert Fraction(words[3]) == value[int(words[1]), int(words[2])]
        if words[0] == "tie":
            pairs.setdefault((int(words[1]), int(words[2])), set()).add(int(words[3]))
    columns = [line.split(" ")[1:] for line in lines if line.startswith("column ")]
    for j, column in enumerate(columns, 1):
        for text, turned in zip(column, (False, True), strict=True):
            runs = [map(int, run.split("x")) for run in text.split(",")]
            for i, k in enumerate((k for k, times in runs for _ in range(times)), j):
                mine, other = (j, i) if turned else (i, j)
                passed = 1 - value[other, mine]
                worth = {
                    h: passed + p**h * ((1 if h == mine else 1 - value[other, mine - h]) - passed)
                    for h in range(1, mine + 1)
                }
                best = {h for h, found in worth.items() if found == max(worth.values())}
                assert best == {k} | pairs.get((mine, other), set()), (mine, other)


@pytest.mark.parametrize(("n", "m", "heads"), GAMES)
def test_what_is_changed_and_sealed_again_is_refused_or_true(n, m, heads, verdict):
    lines = lines_of(n, m, heads)
    is_true(lines)
    rng = random.Random(f"{n} {m} {heads}")
    refused = 0
    for _ in range(400):
        other = list(lines)
        at, how = rng.randrange(len(other)), rng.randrange(8)
        words = other[at].split(" ")
        if how == 0:
            del other[at]
        elif how == 1:
            other.insert(at, other[at])
        elif how == 2:
            to = rng.randrange(len(other))
            other[at], other[to] = other[to], other[at]
        elif how == 3:
            del other[at:]
        elif how == 4:
            words[rng.randrange(len(words))] = rng.choice(rng.choice(other).split(" "))
            other[at] = " ".join(words)
        else:
            numbers = list(re.finditer("[0-9]+", other[at]))
            if numbers:
                found = rng.choice(numbers)
                old = int(found[0])
                new = rng.choice([old + 1, old - 1, 2 * old, 0, 1, rng.randrange(12), rng.randrange(10**6)])
                other[at] = other[at][: found.start()] + str(new) + other[at][found.end() :]
        if other == lines:
            continue
        good, said = verdict(other)
        if good:
            is_true(other)
        else:
            refused += 1
            assert said.startswith("line ")
            assert "\n" not in said
    assert refused > 200


def with_coins(lines, column, seat, at, heads):
    """The certificate with another number of heads at one pair of needs."""
    place = [i for i, line in enumerate(lines) if line.startswith("column ")][column - 1]
    words = lines[place].split(" ")
    found = [int(k) for k, times in (run.split("x") for run in words[1 + seat].split(",")) for _ in range(int(times))]
    found[at - column] = heads
    words[1 + seat] = ",".join(f"{k}x1" for k in found)
    return [*lines[:place], " ".join(words), *lines[place + 1 :]]


@pytest.mark.parametrize(("n", "m", "heads"), [(9, 9, "1/2"), (8, 5, "2/5"), (6, 6, "7/9")])
def test_every_other_number_of_heads_is_refused(n, m, heads, verdict):
    solution = trueodds.solve(trueodds.RiskOrSafety(n, m, heads), "start")
    lines = lines_of(n, m, heads)
    tied = {(i, j): best for i, j, best in solution.moves.ties}
    tried = 0
    for j in range(1, m + 1):
        for i in range(j, n + 1):
            for seat, mine, other in ((0, i, j), (1, j, i)):
                for k in range(1, mine + 3):
                    best = {int(solution.coins(seat)[mine - 1, other - 1])} | tied.get((mine, other), set())
                    if k not in best:
                        good, said = verdict(with_coins(lines, j, seat, i, k))
                        assert not good, (i, j, seat, k)
                        assert f"needs {i} and {j}" in said or f"needs {j} and {i}" in said
                        tried += 1
    assert tried > 100


def test_the_best_moves_alone_are_not_enough_far_behind(verdict):
    """A wrong number where the trailing player wins with a probability of 2^-300: bounds must be relative there."""
    lines = lines_of(300, 3, "1/2")
    assert verdict(lines)[0]
    for j, k in ((1, 299), (2, 9), (3, 8)):
        good, said = verdict(with_coins(lines, j, 0, 300, k))
        assert not good
        assert f"needs 300 and {j}" in said


def test_ties_must_be_said_and_must_be_ties(verdict):
    lines = lines_of(9, 5, "2/5")
    at = lines.index("ties 3")
    assert lines[at : at + 4] == ["ties 3", "tie 5 1 3", "tie 7 1 3", "tie 8 1 3"]
    good, said = verdict([*lines[:at], "ties 2", *lines[at + 1 : at + 3], *lines[at + 4 :]])
    assert (good, "needs 8 and 1: 3 heads may be better" in said) == (False, True)
    good, said = verdict([*lines[:at], "ties 4", "tie 9 2 3", *lines[at + 1 :]])
    assert (good, "a tie that is none" in said) == (False, True)
    good, said = verdict([*lines[:at], "ties 4", "tie 5 1 3", *lines[at + 1 :]])
    assert (good, "twice" in said) == (False, True)
    # The other of two tied numbers in the table, and the first as the tie: the same truth.
    other = with_coins(lines, 1, 0, 5, 3)
    assert verdict([*other[: at + 1], "tie 5 1 2", *other[at + 2 :]])[0]


def test_what_bounds_do_not_tell_apart_is_held_by_primes(monkeypatch, python_verdict):
    # Bounds so coarse that they tell nothing apart: everything may be better, and what is said to tie does not.
    lines = lines_of(5, 5, "1/2")
    monkeypatch.setattr(
        check_odds_large.Heads, "one", property(lambda self: 8, lambda self, value: None), raising=False
    )
    good, said = python_verdict(lines)
    assert (good, "may be better" in said) == (False, True)
    everything = [f"tie {i} {j} {k}" for i in range(1, 6) for j in range(1, 6) for k in range(1, i + 1)]
    at = lines.index("ties 0")
    good, said = python_verdict([*lines[:at], f"ties {len(everything)}", *everything, *lines[at + 1 :]])
    assert (good, "heads are no tie" in said) == (False, True)


FAULTY = {
    "version": ("odds 1", "odds 2"),
    "kind": ("kind heads", "kind values"),
    "needs the wrong way round": ("needs 9 5", "needs 5 9"),
    "heads 1": ("heads 2/5", "heads 1/1"),
    "heads 0": ("heads 2/5", "heads 0"),
    "heads not in lowest terms": ("heads 2/5", "heads 4/10"),
    "heads another": ("heads 2/5", "heads 1/2"),
    "needs too large": ("needs 9 5", "needs 99999 5"),
    "no claims": ("claims 1", "claims 0"),
    "a claim of other needs": ("claim 9 5 ", "claim 9 6 "),
    "a negative claim": ("claim 9 5 ", "claim 9 5 -"),
    "a claim over 0": ("claim 9 5 ", "claim 9 5 1/0"),
    "a control character": ("game risk", "game\trisk"),
}


@pytest.mark.parametrize("name", FAULTY)
def test_faulty_headers_are_refused(name, verdict):
    old, new = FAULTY[name]
    text = "\n".join(lines_of(9, 5, "2/5"))
    assert text.count(old) >= 1
    assert not verdict(text.replace(old, new, 1).split("\n"))[0]


def test_a_claim_that_is_a_little_off_at_the_start_is_refused(verdict):
    lines = lines_of(13, 13, "1/2")
    at = next(at for at, line in enumerate(lines) if line.startswith("claim "))
    a, b = map(int, lines[at].split(" ")[3].split("/"))
    for claim in (f"{a + 1}/{b}", f"{a}/{b + 1}", f"{b - a}/{b}", "0", "1", "1/2"):
        assert not verdict([*lines[:at], f"claim 13 13 {claim}", *lines[at + 1 :]])[0]
    assert verdict([*lines[:at], f"claim 13 13 {7 * a}/{7 * b}", *lines[at + 1 :]])[0]


def test_each_changed_byte_breaks_the_seal():
    data = "".join(line + "\n" for line in lines_of(6, 6, "1/2")).encode()
    data += f"sha256 {hashlib.sha256(data).hexdigest()}\n".encode()
    assert check_odds_large.check(io.BytesIO(data))
    for at in range(len(data)):
        with pytest.raises(check_odds_large.Refused):
            check_odds_large.check(io.BytesIO(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]))
    for other in (data[:-1], data + b"\n", data + data, b"", data[:-70], b"\x1f\x8b" + data):
        with pytest.raises(check_odds_large.Refused):
            check_odds_large.check(io.BytesIO(other))


def test_the_size_bound_is_summed_from_the_denominators():
    """Every value times the product of the denominators of its table is whole: what the primes' error rests on."""
    heads = check_odds_large.Heads()
    lines = [f"{line}\n" for line in lines_of(8, 8, "2/5")]
    text = "".join(lines).encode()
    heads.check(text + f"sha256 {hashlib.sha256(text).hexdigest()}\n".encode())
    claim = trueodds.solve(trueodds.RiskOrSafety(8, 8, "2/5")).value
    product, bits = 1, 0
    coins = trueodds.solve(trueodds.RiskOrSafety(8, 8, "2/5"), "start").coins()
    for i in range(1, 9):
        for j in range(1, i + 1):
            k, l = int(coins[i - 1, j - 1]), int(coins[j - 1, i - 1])
            factor = 5 ** (k + l) - (5**k - 2**k) * (5**l - 2**l)
            product, bits = product * factor, bits + factor.bit_length()
    for value in values_of(8, 8, "2/5").values():
        assert (value * product).denominator == 1
    size = max(claim.numerator.bit_length(), claim.denominator.bit_length())
    assert heads.bits == bits + size + 2 + 8 * (5).bit_length()


def test_the_modulus_is_of_four_new_primes_each_time(monkeypatch):
    drawn, draw = [], secrets.randbits
    monkeypatch.setattr(
        check_odds_large.secrets, "randbits", lambda bits: drawn.append((bits, draw(bits))) or drawn[-1][1]
    )
    found = set()
    for _ in range(5):
        drawn.clear()
        found.add(modulus := check_odds_large.Heads().modulus)
        assert all(bits == 60 for bits, _ in drawn)
        primes = [n for n in (1 << 60 | bits | 3 for _, bits in drawn) if gmpy2.is_prime(n)]
        assert len(primes) == 4
        assert modulus == math.prod(primes)
    assert len(found) == 5


def test_a_file_is_written_checked_and_of_the_games_rules(tmp_path):
    for name in ("a.odds", "a.odds.gz"):
        trueodds.solve(trueodds.RiskOrSafety(40, 30), "start").certificate(tmp_path / name)
        done = subprocess.run(
            [sys.executable, "-I", ROOT / "checker" / "check_odds_large.py", tmp_path / name],
            capture_output=True,
            text=True,
        )
        assert (done.returncode, done.stderr) == (0, "")
        assert "best heads proved for needs to 40 and 30" in done.stdout
        if shutil.which("node"):
            words = ["node", ROOT / "checker" / "check_odds_large.js", tmp_path / name]
            assert subprocess.run(words, capture_output=True, text=True).stdout == done.stdout
        told = run("check", tmp_path / name)
        assert told.stdout == done.stdout[:-1] + "; the rules are those of risk-or-safety\n"
    plain = (tmp_path / "a.odds").read_bytes()
    assert gzip.decompress((tmp_path / "a.odds.gz").read_bytes()) == plain
    for old, new, said in (
        ("parameter target 40", "parameter target 41", "the needs: [40, 30], in the game [41, 30]"),
        ("parameter target 40", "parameter target x", "no JSON"),
        ("parameter opponent_target 30", 'parameter heads "1/3"', "the probability of heads: 1/2"),
        ("claim 40 30 ", "claim 30 40 ", "is not the value"),
    ):
        lines = plain.decode().splitlines()[:-1]
        assert sum(old in line for line in lines) == 1
        data = "".join(line.replace(old, new) + "\n" for line in lines).encode()
        data += f"sha256 {hashlib.sha256(data).hexdigest()}\n".encode()
        (tmp_path / "b.odds").write_bytes(data)
        done = run("check", tmp_path / "b.odds")
        assert done.returncode == 1
        assert said in done.stdout


def test_the_other_claim_is_not_of_the_games_start(tmp_path):
    values = {(3, 4): values_of(4, 4, "1/2")[3, 4]}
    data = "".join(line + "\n" for line in lines_of(4, 4, "1/2", values)).encode()
    (tmp_path / "a.odds").write_bytes(data + f"sha256 {hashlib.sha256(data).hexdigest()}\n".encode())
    done = run("check", tmp_path / "a.odds")
    assert (done.returncode, "the needs of the last claim" in done.stdout) == (1, True)


def test_the_other_checker_says_which_one_takes_it(python, in_javascript, seal, verdict):
    data = seal(lines_of(3, 3, "1/2"))
    assert "check_odds_large.py" in python(data)[1]
    assert not in_javascript(data)[0]
    assert "check_odds.py" in verdict(["odds 1", "game a", "kind values"])[1]


def test_it_stands_alone_and_is_the_same_in_two_places():
    text = (HERE / "check_odds_large.py").read_bytes()
    assert text == (ROOT / "checker" / "check_odds_large.py").read_bytes()
    assert (HERE / "check_odds_large.js").read_bytes() == (ROOT / "checker" / "check_odds_large.js").read_bytes()
    lines = text.decode().splitlines()
    imports = {line.split()[1] for line in lines if line.strip().startswith(("import ", "from "))}
    assert imports <= sys.stdlib_module_names
    assert len(lines) < 175
    assert check_odds.Refused is not check_odds_large.Refused
