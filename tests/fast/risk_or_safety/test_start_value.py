"""One value from pushed mass: how its fractions are added, and what is told on the way."""

import math
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction

import numpy as np
import pytest
from gmpy2 import mpq, mpz
from hypothesis import example, given
from hypothesis import strategies as st

from trueodds import RiskOrSafety, proved_moves, solve
from trueodds.fast.risk_or_safety.large import start_value as module
from trueodds.fast.risk_or_safety.large.denominators import Plan
from trueodds.fast.risk_or_safety.large.start_value import start_value
from trueodds.runtime.executors import run_chunks
from trueodds.runtime.sealing import WorkerError
from trueodds.solution import NotProved

from ..faulty import Faulty


def plan(n, heads="1/2"):
    moves = proved_moves(n, None, heads)
    return Plan.from_coins(moves.coins, moves.other_coins, moves.heads)


@given(
    st.dictionaries(
        st.tuples(st.integers(1, 40), st.integers(1, 3)),
        st.tuples(st.integers(-(10**9), 10**9), st.sampled_from([3, 5, 9, 15, 17, 45, 513])),
        min_size=1,
    )
)
@example({(1, 1): (1, 3), (3, 1): (1, 9), (9, 1): (1, 513), (1, 2): (1, 9), (3, 2): (1, 3)})
@example({(i, 1): (i, 2**i + 1) for i in range(1, 41)})
def test_folded_fractions_have_the_same_sum(terms):
    given = sum(mpq(top, bottom) for top, bottom in terms.values())
    folded = module._fold({key: [mpz(top), mpz(bottom)] for key, (top, bottom) in terms.items()})
    assert sum(mpq(top, bottom) for top, bottom in folded) == given
    assert len(folded) <= len(terms)


def test_for_a_fair_coin_two_thirds_of_the_fractions_are_left():
    terms = {(i, 1): [mpz(1), mpz(2) ** i + 1] for i in range(1, 301)}
    assert {bottom.bit_length() - 1 for _, bottom in module._fold(terms)} == set(range(101, 301))


def test_several_ends_with_the_same_need_are_kept_apart():
    # Both players go for all at (i, 1), (i, 2), …: many kinds with the same k, one of which divides another or none.
    for heads in ("9/10", "1/2", "2/5"):
        exact = solve(RiskOrSafety(12, heads=heads), "pairs")
        assert start_value(plan(12, heads), 12, 12) == exact.value


def test_every_stage_is_told():
    told = []
    start_value(plan(60), 60, 60, "serial", lambda *step: told.append(step))
    stages = list(dict.fromkeys(stage for stage, *_ in told))
    assert stages == ["residues", "numerators", "sum", "greatest common divisors", "lowest terms"]
    for stage in stages:
        steps = [(done, total) for name, done, total in told if name == stage]
        assert steps == sorted(steps)
        assert steps[-1][0] == steps[-1][1]
    assert [done for stage, done, _ in told if stage == stages[-2]] == list(range(module.PARTS + 1))
    assert told[-3] == ("lowest terms", 0, 2)  # a stage shows itself before its long step


def test_few_primes_or_many_give_the_same(monkeypatch):
    expected = start_value(plan(150), 150, 149)
    monkeypatch.setattr(module, "_FEW_PRIMES", 0)
    assert start_value(plan(150), 150, 149) == expected


def test_numerators_and_sum_by_other_processes(monkeypatch):
    expected = start_value(plan(150), 150, 149)
    monkeypatch.setattr(module, "_FEW_PRIMES", 0)
    monkeypatch.setattr(module, "PART_BITS", 3_000)
    told = []
    with ProcessPoolExecutor(2) as pool:
        assert start_value(plan(150), 150, 149, pool, lambda *step: told.append(step)) == expected
    assert max(done for stage, done, _ in told if stage == "sum") > module.PARTS + 1
    assert ("greatest common divisors", module.PARTS, module.PARTS) in told


@pytest.mark.parametrize(
    ("stage", "given", "words"),
    [
        ("_finish", [], "whole numbers were asked for"),
        ("_add", mpz(1), "is not a fraction"),
        ("_share", None, "NoneType divides no product"),
    ],
)
def test_what_a_worker_gives_is_looked_at(stage, given, words, monkeypatch):
    monkeypatch.setattr(module, stage, lambda *_: given)
    with pytest.raises(NotProved, match=words):
        start_value(plan(60), 60, 60, "serial")


@pytest.mark.parametrize("found", [None, [], [1, 2], [mpz(1)], [mpz(1), mpz(2), mpz(3)], (mpz(1), mpz(2))], ids=str)
def test_what_are_not_numerators_is_refused(found):
    piece = 0, np.zeros((2, 32), dtype=np.uint32)
    with pytest.raises(NotProved, match="2 whole numbers"):
        module._hold_integers(piece, found)
    module._hold_integers(piece, [mpz(1), mpz(2)])


@pytest.mark.parametrize(
    "found", [None, mpz(1), [mpz(1), mpz(2)], (mpz(1),), (mpz(1), 2), (mpz(1), mpz(2), mpz(3))], ids=str
)
def test_what_is_no_fraction_is_refused(found):
    with pytest.raises(NotProved, match="sum of 1 fractions"):
        module._hold_sum((0, [(mpz(1), mpz(2))]), found)
    module._hold_sum((0, [(mpz(1), mpz(2))]), (mpz(1), mpz(2)))


FACTORS = st.lists(st.sampled_from([1, 2, 3, 4, 6, 9, 35, 36, 2**20 + 1, 3**9]), min_size=1, max_size=40)


@given(FACTORS, st.lists(st.sampled_from([2, 3, 5, 7, 17, 61681]), max_size=30), st.integers(0, 10**6), st.booleans())
@example([6] * 12, [2, 3] * 12, 1, True)  # all cancels
@example([6], [], 0, False)
@example([4, 6, 9], [2, 3, 3], 1, True)
def test_lowest_terms_by_parts_of_the_denominator(factors, primes, more, toss):
    bottom, top = math.prod(factors), math.prod(primes)
    top = min(top * max(1, more), bottom) if more else 0
    for bits in (1, 10, 1 << 19):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(module, "_DIVISOR_BITS", bits)
            value = module._in_lowest_terms(mpz(top), mpz(bottom), list(map(mpz, factors)), toss, "serial")
        wanted = Fraction(top if toss else bottom - top, bottom)
        assert (value.numerator, value.denominator) == (wanted.numerator, wanted.denominator)


@given(FACTORS, st.integers(0, 10**30))
def test_what_parts_share_is_a_multiple_of_all_and_not_of_more(factors, number):
    product = math.prod(factors)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "_DIVISOR_BITS", 1)
        shared = module._shared_divisor(mpz(number), list(map(mpz, factors)))
    assert shared % math.gcd(number, product) == 0
    assert product % shared == 0


@pytest.mark.parametrize("n", [2, 9, 150])
def test_in_lowest_terms(n, monkeypatch):
    monkeypatch.setattr(module, "_DIVISOR_BITS", 500)
    value = start_value(plan(n), n, n)
    assert math.gcd(int(value.numerator), int(value.denominator)) == 1


@pytest.mark.parametrize("wrong", [[2, 3, 5], [2, 3], [30, 7], [10**9, 7, 3]])
def test_factors_of_another_denominator_are_refused(wrong):
    with pytest.raises(NotProved, match=r"check of the sum: its denominator is not the product"):
        module._in_lowest_terms(mpz(5), mpz(42), list(map(mpz, wrong)), True, "serial")
    assert module._in_lowest_terms(mpz(6), mpz(42), [mpz(14), mpz(3)], True, "serial") == mpq(1, 7)


@pytest.mark.parametrize("found", [None, 3, mpz(0), mpq(3), mpz(64), (mpz(3),)], ids=str)
def test_what_is_no_divisor_is_refused(found):
    with pytest.raises(NotProved, match="divides no product of 2 numbers"):
        module._hold_divisor((mpz(1), [mpz(7), mpz(5)]), found)
    module._hold_divisor((mpz(1), [mpz(7), mpz(5)]), mpz(35))


class Divisors(Faulty):
    """Computes; some of the divisors that come back are changed, and all counted."""

    def __init__(self, change=None, times=0):
        self.found = []

        def look(result):
            if isinstance(result, mpz):
                self.found.append(result)
                return change(result) if len(self.found) <= times else result
            return result

        super().__init__(look, 10**9)


def test_divisors_go_elsewhere_where_there_are_many_primes(monkeypatch):
    start_value(plan(60), 60, 60, few := Divisors())
    assert few.found == []
    monkeypatch.setattr(module, "_FEW_PRIMES", 0)
    start_value(plan(60), 60, 60, many := Divisors())
    assert len(many.found) == module.PARTS


@pytest.mark.parametrize("change", [int, lambda found: mpz(0), lambda found: found << 10**5], ids=["int", "0", "long"])
def test_a_divisor_that_cannot_be(change, monkeypatch, caplog):
    """Once: it is computed again. Twice: an error."""
    monkeypatch.setattr(module, "_FEW_PRIMES", 0)
    right = start_value(plan(60), 60, 60, Divisors())
    assert start_value(plan(60), 60, 60, Divisors(change, 1)) == right
    assert caplog.text.count("came back wrong") == 1
    with pytest.raises(WorkerError, match=r"came back wrong .* check of the divisors: .*; again, chunk"):
        start_value(plan(60), 60, 60, Divisors(change, 10**9))


def test_what_is_sent_for_divisors_is_as_long_as_the_denominator(monkeypatch):
    monkeypatch.setattr(module, "_FEW_PRIMES", 0)
    sent = []

    def look(function, chunks, executor, check=None):
        if function is module._share:
            sent.extend(chunks := list(chunks))
        return run_chunks(function, chunks, executor, check)

    monkeypatch.setattr(module, "run_chunks", look)
    start_value(plan(60), 60, 60, Divisors())
    assert len(sent) == module.PARTS
    assert all(rest < math.prod(factors) for rest, factors in sent)


def test_a_checkpoint_that_has_the_sum_goes_on_from_there(tmp_path, monkeypatch):
    told = []

    def stop(stage, done, _):
        told.append(stage)
        if stage == "lowest terms":
            raise KeyboardInterrupt

    value = start_value(plan(90), 90, 90, "serial")
    with pytest.raises(KeyboardInterrupt):
        start_value(plan(90), 90, 90, "serial", stop, tmp_path / "c")
    monkeypatch.setattr(module, "_push", None)  # nothing of before is computed again
    assert start_value(plan(90), 90, 90, "serial", checkpoint=tmp_path / "c") == value


def test_a_checkpoint_of_another_coin_is_refused(tmp_path):
    """Coins of 1/2, 49/100 and 12/25 have the same strategy up to 3 points, and the same number of primes."""
    plans = {heads: plan(3, heads) for heads in ("1/2", "49/100", "12/25")}
    assert len({(one.kind.tobytes(), one.k_of.tobytes(), one.l_of.tobytes()) for one in plans.values()}) == 1
    for first, second in (("49/100", "12/25"), ("12/25", "1/2"), ("1/2", "49/100")):
        path = tmp_path / f"{first}.part".replace("/", "-")
        value = start_value(plans[first], 3, 3, checkpoint=path)
        kept = path.read_bytes()
        with pytest.raises(ValueError, match="another computation"):
            start_value(plans[second], 3, 3, checkpoint=path)
        assert path.read_bytes() == kept
        assert start_value(plans[first], 3, 3, checkpoint=path) == value
