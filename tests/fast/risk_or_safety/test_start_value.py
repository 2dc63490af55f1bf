"""One value from pushed mass: how its fractions are added, and what is told on the way."""

import pytest
from gmpy2 import mpq, mpz
from hypothesis import example, given
from hypothesis import strategies as st

from trueodds import RiskOrSafety, proved_moves, solve
from trueodds.fast.risk_or_safety.large import start_value as module
from trueodds.fast.risk_or_safety.large.denominators import Plan
from trueodds.fast.risk_or_safety.large.start_value import start_value


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
