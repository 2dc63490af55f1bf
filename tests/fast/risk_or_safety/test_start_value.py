"""One value from pushed mass: how its fractions are added, and what is told on the way."""

from concurrent.futures import ProcessPoolExecutor

import numpy as np
import pytest
from gmpy2 import mpq, mpz
from hypothesis import example, given
from hypothesis import strategies as st

from trueodds import RiskOrSafety, proved_moves, solve
from trueodds.fast.risk_or_safety.large import start_value as module
from trueodds.fast.risk_or_safety.large.denominators import Plan
from trueodds.fast.risk_or_safety.large.start_value import start_value
from trueodds.solution import NotProved


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
    assert stages == ["residues", "numerators", "sum", "lowest terms: greatest common divisor"]
    for stage in stages:
        steps = [(done, total) for name, done, total in told if name == stage]
        assert steps == sorted(steps)
        assert steps[-1][0] == steps[-1][1]
    assert told[-3][1] == 0  # the stage shows itself before its long step


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


@pytest.mark.parametrize(
    ("stage", "given", "words"),
    [("_finish", [], "whole numbers were asked for"), ("_add", mpz(1), "is not a fraction")],
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
