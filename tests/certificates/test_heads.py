"""Certificates by needs and numbers of heads: large targets are accepted, other numbers, ties and claims refused."""

import functools
import itertools
import math
import re
import secrets
from fractions import Fraction

import gmpy2
import pytest
from gmpy2 import mpq

import trueodds
from trueodds.certificates import check_odds
from trueodds.certificates.heads import check_game, format_heads_certificate
from trueodds.dispatch import solve_moves
from trueodds.fast.risk_or_safety.reference import compute_turn_values

from ..exact.test_modular import PSEUDOPRIMES
from .conftest import in_python, seal_lines

PRIME = (1 << 241) + 261  # in place of four random primes
PSEUDOPRIME = 3825123056546413051  # passes for all prime bases below 37


def lines_of(n, m, heads, claims=None):
    solution = trueodds.solve(trueodds.RiskOrSafety(n, m, heads), "start")
    moves = solution.moves
    if claims is None:
        claims = {(n, m): solution.value}
    return list(format_heads_certificate(solution.game, (moves.coins, moves.other_coins), moves.ties, claims))


@functools.cache
def values_of(n, m, heads):
    """Return the probability of winning for the player to toss, at all needs of both seats, from the rules."""
    return compute_turn_values(n, m, Fraction(heads)) | compute_turn_values(m, n, Fraction(heads))


def is_true(lines):
    """Compare all claims of an accepted file with values from the rules."""
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
                after = {h: 1 if h == mine else 1 - value[other, mine - h] for h in range(1, mine + 1)}
                worth = {h: passed + p**h * (chance - passed) for h, chance in after.items()}
                best = {h for h, found in worth.items() if found == max(worth.values())}
                assert best == {k} | pairs.get((mine, other), set()), (mine, other)


def is_best(lines):
    """Return whether the numbers of heads in a file are the best ones."""
    try:
        is_true(lines)
    except AssertionError:
        return False
    return True


@pytest.mark.parametrize(("n", "m", "heads"), [(1, 1, "1/2"), (4, 6, "3/7"), (9, 2, "7/9")])
def test_each_value_of_the_table_can_be_claimed(n, m, heads, both_all):
    values = {needs: value for needs, value in values_of(n, m, heads).items() if min(needs) > 0}
    lines = lines_of(n, m, heads, values)
    is_true(lines)
    files, claims = [lines], []
    for at, line in enumerate(lines):
        if line.startswith("claim "):
            i, j, value = line.split(" ")[1:]
            a, b = map(int, value.split("/"))
            others = (Fraction(value) + Fraction(1, 10**9), f"{a + 1}/{b}", f"-{a}/{b}", f"{b - a}/{b}")
            for other in (others[at % 4], f"{7 * a}/{7 * b}"):
                files.append([*lines[:at], f"claim {i} {j} {other}", *lines[at + 1 :]])
                claims.append((i, j, Fraction(other) == Fraction(value)))
    (good, said), *verdicts = both_all(list(map(seal_lines, files)))
    assert good, said
    *_, (i, j) = values
    assert f"needs {i} against {j} wins with exactly {values[i, j]} = " in said
    assert (f"the last of {len(values)} such claims" in said) == (len(values) > 1)
    assert re.search(r"chance of an error below 2\^-(1[5-9][0-9]|20[0-9])\)", said)
    for (i, j, true), (good, said) in zip(claims, verdicts, strict=True):
        assert good == true
        assert good or f"the claim for needs {i} and {j} is false" in said


def with_coins(lines, column, seat, at, heads):
    """Return the certificate with another number of heads at one pair of needs."""
    place = [i for i, line in enumerate(lines) if line.startswith("column ")][column - 1]
    words = lines[place].split(" ")
    found = [int(k) for k, times in (run.split("x") for run in words[1 + seat].split(",")) for _ in range(int(times))]
    found[at - column] = heads
    words[1 + seat] = ",".join(f"{k}x1" for k in found)
    return [*lines[:place], " ".join(words), *lines[place + 1 :]]


def test_bounds_are_relative_far_behind(both):
    """A wrong number is detected even where the trailing player wins with a probability of 2^-300."""
    lines = lines_of(300, 3, "1/2")
    assert both(seal_lines(lines))[0]
    for j, k in ((1, 299), (2, 9), (3, 8)):
        good, said = both(seal_lines(with_coins(lines, j, 0, 300, k)))
        assert not good
        assert f"needs 300 and {j}" in said


def test_a_number_that_is_better_by_little_more_than_the_rounding_errors(both):
    heads = "280872113201593643025044281994925713767477/696898287454081973172991196020261297061888"
    assert both(seal_lines(lines_of(2, 2, heads)))[0]
    heads = "548578346096862584033289613271339284707/1361129467683753853853498429727072845824"  # by a little less
    assert "may be better" in both(seal_lines(lines_of(2, 2, heads)))[1]


def test_tied_numbers_can_be_exchanged_between_the_table_and_the_list(both):
    lines = lines_of(9, 5, "2/5")
    assert both(seal_lines([line.replace("tie 5 1 3", "tie 5 1 2") for line in with_coins(lines, 1, 0, 5, 3)]))[0]
    lines = with_coins(lines_of(22, 22, "8/9"), 21, 1, 22, 11)
    assert both(seal_lines([line.replace("tie 21 22 11", "tie 21 22 10") for line in lines]))[0]


def test_coins_of_which_the_probability_is_long(both):
    assert both(seal_lines(lines_of(2, 2, mpq(2**1998 + 1, 2**2000))))[0]


@pytest.mark.parametrize(("needs", "heads", "tie"), [(22, "8/9", "tie 21 22 11"), (19, "7/8", "tie 19 19 10")])
def test_ties_of_the_leader_and_at_equal_needs_must_be_listed(both, needs, heads, tie, monkeypatch):
    lines = lines_of(needs, needs, heads)
    assert both(seal_lines(lines))[0]
    monkeypatch.setattr(check_odds, "draw_modulus", lambda: PRIME)
    assert in_python(seal_lines(lines))[0]
    count = sum(line.startswith("tie ") for line in lines)
    unlisted = [line.replace(f"ties {count}", f"ties {count - 1}") for line in lines if line != tie]
    assert len(unlisted) == len(lines) - 1
    assert not both(seal_lines(unlisted))[0]


def test_a_number_is_not_skipped_if_units_are_very_fine(both):
    lines = lines_of(200, 4, "1/2", {(1, 1): mpq(2, 3)})
    assert both(seal_lines(lines))[0]
    assert "needs 5 and 4, the number of heads 2 may be better" in both(seal_lines(with_coins(lines, 4, 0, 5, 1)))[1]


def test_coins_that_nearly_always_fall_alike(both_all):
    """The best numbers are accepted, and others refused, also where values differ from 0 or 1 by less than 2^-128."""
    tables = [["1x3 1x3", "1x2 1x2", "1x1 1x1"], ["1x1,2x1,3x1 1x3", "2x1,3x1 2x2", "3x1 3x1"]]
    near = [Fraction(1, 10**size) for size in range(15, 75, 15)]
    files = []
    for p, table in itertools.product([*near, *(1 - small for small in near)], tables):
        head = ["odds 1", "game x", "kind heads", f"heads {p}", "needs 3 3", "ties 0", "claims 1"]
        files.append([*head, f"claim 1 1 {1 / (2 - p)}", *map("column ".__add__, table)])
    for file, (good, said) in zip(files, both_all([seal_lines(file) for file in files]), strict=True):
        assert good == is_best(file), said


def test_a_coin_that_nearly_makes_a_tie(both):
    """The bounds separate values that differ by a billionth of a billionth."""
    for change in (Fraction(0), Fraction(1, 10**18), -Fraction(1, 10**18)):
        lines = lines_of(6, 5, str(Fraction(2, 5) + change))
        is_true(lines)
        assert both(seal_lines(lines))[0]


def test_the_chance_of_an_error(both_all):
    """The error bound counts the bits of the longest claim and of all denominators, and jumps as a claim gets longer.

    Every value times the product of all denominators is an integer; the bound relies on that.
    """
    values, coins = values_of(8, 5, "2/5"), trueodds.solve(trueodds.RiskOrSafety(8, 8, "2/5"), "start").coins()
    product, bits = 1, 2 + 8 * (5).bit_length()
    for j, i in (pair for pair in itertools.combinations_with_replacement(range(1, 9), 2) if pair[0] <= 5):
        k, l = int(coins[i - 1, j - 1]), int(coins[j - 1, i - 1])
        factor = 5 ** (k + l) - (5**k - 2**k) * (5**l - 2**l)
        product, bits = product * factor, bits + factor.bit_length()
    assert all((value * product).denominator == 1 for value in values.values())
    claims = {needs: values[needs] for needs in ((8, 5), (2, 1))}
    text, files, wanted = "\n".join(lines_of(8, 5, "2/5", claims)), [], []
    for (i, j), value in claims.items():
        sizes = [max(values[8, 5].denominator.bit_length(), value.denominator.bit_length() + k) for k in range(2000)]
        chances = [
            4 * (((bits + size) // 60 + 1).bit_length() - 53) + (2 + text.count("tie ")).bit_length() for size in sizes
        ]
        for k, (before, after) in enumerate(itertools.pairwise(chances)):
            for scale in (k, k + 1) if before != after else ():  # a claim that is not in lowest terms
                other = f"claim {i} {j} {value.numerator << scale}/{value.denominator << scale}"
                files.append(seal_lines(re.sub(f"claim {i} {j} .*", other, text).split("\n")))
                wanted.append(chances[scale])
    assert len(files) > 6
    for one, (good, said) in zip(wanted, both_all(files), strict=True):
        assert good
        assert f"below 2^{one})" in said


def test_the_modulus_is_of_four_new_primes_each_time(monkeypatch):
    drawn, draw, known = [], secrets.randbits, (PSEUDOPRIME, *PSEUDOPRIMES.values())
    monkeypatch.setattr(
        check_odds.secrets,
        "randbits",
        lambda bits: drawn.append((bits, (*known, draw(bits))[min(len(drawn), len(known))])) or drawn[-1][1],
    )
    found = set()
    for _ in range(5):
        drawn.clear()
        found.add(modulus := check_odds.draw_modulus())
        assert all(bits == 60 for bits, _ in drawn)
        primes = [n for n in (1 << 60 | bits | 3 for _, bits in drawn) if gmpy2.is_prime(n)]
        assert len(primes) == 4
        assert modulus == math.prod(primes)
    assert len(found) == 5


def test_needs_above_the_limit_of_the_checkers_are_refused(tmp_path):
    for targets in ((10_001, 1), (1, 10_001)):
        with pytest.raises(ValueError, match="targets of at most 10,000, not 10,001"):
            solve_moves(trueodds.RiskOrSafety(*targets)).certificate(tmp_path / "a.odds")
    long = trueodds.RiskOrSafety(2, 101, heads=mpq(2**989 + 1, 2**990))
    with pytest.raises(ValueError, match="991 bits, a certificate covers targets of at most 100, not 101"):
        solve_moves(long, "start").certificate(tmp_path / "a.odds")
    solve_moves(trueodds.RiskOrSafety(2, 101, heads=mpq(2**988 + 1, 2**989)), "start").certificate(tmp_path / "a.odds")
    assert in_python((tmp_path / "a.odds").read_bytes())[0]
    check_game(trueodds.RiskOrSafety(10_000, heads="1/1023"))
    check_game(trueodds.RiskOrSafety(10_000, heads="1/1024"), by_needs=False)
    with pytest.raises(ValueError, match=r"^a certificate covers targets of at most 10,000, not 10,001$"):
        check_game(trueodds.RiskOrSafety(1, 10_001, heads="1/1024"), by_needs=False)


def test_every_other_number_of_heads_is_refused(monkeypatch, both_all, luck, request):
    """Both checkers agree and no wrong number passes, even with units so coarse that rounding errors decide."""
    tables = []
    for n, m, heads in [(3, 3, "1/2"), (5, 1, "2/5"), (4, 3, "2/3"), (6, 1, "1/2"), (6, 3, "2/5"), (6, 2, "61/100")]:
        lines = lines_of(n, m, heads, {(1, 1): values_of(n, m, heads)[1, 1]})  # which depends on no other number
        for j in range(1, m + 1):
            for i, (seat, own, other) in itertools.product(range(j, n + 1), ((0, None, j), (1, j, None))):
                own, other = own or i, other or i
                for k in range(1, own + 2):
                    changed = with_coins(lines, j, seat, i, k)
                    tables.append((seal_lines(changed), k <= own and is_best(changed), own, other, k > own))
    found = both_all([data for data, *_ in tables])
    for (_, true, own, other, too_large), (good, said) in zip(tables, found, strict=True):
        assert good == true
        assert good or f"needs {own} and {other}" in said or f"needs {other} and {own}" in said
        assert ("exceeds the need" in said) == too_large
    monkeypatch.setattr(check_odds, "draw_modulus", lambda: PRIME)
    passed, cases = 0, []
    for size in (2, 3, 4, 5, 7, 9, 12, 15):
        coarse = property(lambda self, one=1 << size: one, lambda self, one: None)
        monkeypatch.setattr(check_odds.Heads, "one", coarse, raising=False)
        for data, true, *_ in tables:
            good, said = in_python(data)
            assert true or not good
            passed += good
            cases.append(((data, "1n << BigInt(128 + bits(up[n] / down[n]))", f"{1 << size}n"), said))
    assert passed > 30
    picked = [*luck.sample(cases, 100), *cases[:: len(tables)]]  # the latter: the best numbers with each unit
    assert request.getfixturevalue("altered")(*(case for case, _ in picked)) == [said for _, said in picked]
