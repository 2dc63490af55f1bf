"""One value from pushed mass: how its fractions are added, and what is told on the way."""

import math
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction

import pytest
from gmpy2 import mpq, mpz
from hypothesis import example, given
from hypothesis import strategies as st

from trueodds import RiskOrSafety, solve
from trueodds.exact import pipeline
from trueodds.fast.risk_or_safety import start_values as module
from trueodds.fast.risk_or_safety.denominators import Plan
from trueodds.fast.risk_or_safety.start_values import start_value
from trueodds.risk_or_safety import proved_moves
from trueodds.runtime.run import Run
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
    start_value(plan(60), 60, 60, Run(1, progress=lambda *step: told.append(step)))
    stages = list(dict.fromkeys(stage for stage, *_ in told))
    assert stages == ["residues", "numerators", "sum", "greatest common divisors", "lowest terms"]
    for stage in stages:
        steps = [(done, total) for name, done, total in told if name == stage]
        assert steps == sorted(steps)
        assert steps[-1][0] == steps[-1][1]
    assert [done for stage, done, _ in told if stage == stages[-2]] == list(range(module.PARTS + 1))
    assert told[-3] == ("lowest terms", 0, 2)  # a stage shows itself before its long step


def test_few_primes_or_many_and_short_parts_give_the_same(monkeypatch):
    expected = start_value(plan(150), 150, 149)
    monkeypatch.setattr(pipeline, "_FEW_PRIMES", 0)
    monkeypatch.setattr(module, "PART_BITS", 3_000)
    told = []
    with ProcessPoolExecutor(2) as pool:
        run = Run(pool, progress=lambda *step: told.append(step))
        assert start_value(plan(150), 150, 149, run) == expected
    assert max(done for stage, done, _ in told if stage == "sum") > module.PARTS + 1
    assert ("greatest common divisors", module.PARTS, module.PARTS) in told


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
            value = module._in_lowest_terms(mpz(top), mpz(bottom), list(map(mpz, factors)), toss, 1, Run())
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
        module._in_lowest_terms(mpz(5), mpz(42), list(map(mpz, wrong)), True, 1, Run())
    assert module._in_lowest_terms(mpz(6), mpz(42), [mpz(14), mpz(3)], True, 1, Run()) == mpq(1, 7)


def test_only_residues_are_computed_elsewhere():
    sent = []

    class Counting(Faulty):
        def submit(self, function, /, own, task):
            sent.append(own.func)
            return super().submit(function, own, task)

    start_value(plan(60), 60, 60, Run(Counting(None, 0)))
    assert set(sent) == {module._push}


def test_a_checkpoint_of_another_coin_is_refused(tmp_path):
    """Coins of 1/2, 49/100 and 12/25 have the same strategy up to 3 points, and the same number of primes."""
    plans = {heads: plan(3, heads) for heads in ("1/2", "49/100", "12/25")}
    assert len({(one.kind.tobytes(), one.k_of.tobytes(), one.l_of.tobytes()) for one in plans.values()}) == 1
    for first, second in (("49/100", "12/25"), ("12/25", "1/2"), ("1/2", "49/100")):
        path = tmp_path / f"{first}.part".replace("/", "-")
        value = start_value(plans[first], 3, 3, Run(checkpoint=path))
        kept = path.read_bytes()
        with pytest.raises(ValueError, match="another computation"):
            start_value(plans[second], 3, 3, Run(checkpoint=path))
        assert path.read_bytes() == kept
        assert start_value(plans[first], 3, 3, Run(checkpoint=path)) == value
