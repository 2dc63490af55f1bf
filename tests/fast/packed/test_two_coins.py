"""Two coins by layers against a slow reference implementation and the published answer."""

from fractions import Fraction
from functools import cache

import pytest
from gmpy2 import mpq
from hypothesis import example, given
from hypothesis import strategies as st

import trueodds
from trueodds.exact.decimals import decimal
from trueodds.fast.packed import layers
from trueodds.fast.packed.two_coins import solve
from trueodds.games.coinball import Coinball
from trueodds.games.two_coins import TwoCoins


def reference(flips, p_a, p_b, v_a, v_b, threshold):
    """What each coin is worth, straight from the rules."""

    @cache
    def coins(done, score):
        return [
            p * expected(done + 1, score + v) + (1 - p) * expected(done + 1, score - v)
            for p, v in ((p_a, v_a), (p_b, v_b))
        ]

    @cache
    def expected(done, score):
        return Fraction(score >= threshold) if done == flips else max(coins(done, score))

    return coins


PROBABILITIES = st.fractions(Fraction(1, 50), Fraction(49, 50), max_denominator=50)


@given(
    st.integers(1, 9),
    PROBABILITIES,
    PROBABILITIES,
    st.integers(1, 4),
    st.integers(1, 4),
    st.integers(-36, 36),
)
@example(9, Fraction(1, 2), Fraction(1, 2), 1, 2, 1)
@example(1, Fraction(1, 3), Fraction(1, 2), 1, 2, -2)  # no position is open
@example(5, Fraction(1, 3), Fraction(2, 7), 2, 1, 10)  # heads only
@example(5, Fraction(1, 3), Fraction(2, 7), 2, 1, -10)
@example(6, Fraction(49, 50), Fraction(1, 49), 4, 4, 0)
def test_every_value_is_that_of_the_reference(flips, p_a, p_b, v_a, v_b, threshold):
    most = flips * max(v_a, v_b)
    threshold = max(-most, min(most, threshold))
    solution = solve(TwoCoins(flips, p_a, p_b, v_a, v_b, threshold))
    coins = reference(flips, p_a, p_b, v_a, v_b, threshold)
    (table,) = solution.tables()
    cells = table.cells.tolist()
    shown = 0
    for done in range(flips):
        reach = done * max(v_a, v_b)
        for score in range(-reach, reach + 1):
            a, b = coins(done, score)
            assert solution.move_values((done, score)) == {"A": a, "B": b}
            assert solution.value_at((done, score)) == max(a, b)
            cell = cells[done][score - table.columns[0]] if score in table.columns else 0
            shown += cell != 0
            left = (flips - done) * max(v_a, v_b)
            certain = not -left <= score - threshold < left
            assert cell == (0 if certain else 3 if a == b else 1 if a > b else 2)
    assert shown == sum(cell != 0 for row in cells for cell in row)
    assert solution.proof.positions == shown


def test_published_answer():
    # The column's program prints 0.6403174472759772 (floats; the last digit is theirs).
    value = solve(TwoCoins()).value
    assert abs(value - mpq("0.6403174472759772")) < mpq(1, 10**16)
    assert decimal(value, 16) == "0.6403174472759771"
    assert value == mpq(811698796376000066208208781649, 2**100)  # the exact value: this program's


@pytest.mark.parametrize("q", [2**63 + 1, 2**63 + 5, 2**64 - 1])
def test_a_slot_has_one_bit_more_than_a_win_is_long(q):
    """A win is worth q, a number of 64 bits; one more bit shows which coin is better."""
    game = TwoCoins(1, Fraction(1, q), Fraction(q - 1, q))
    general = trueodds.solve(game, "general")
    assert solve(game).value == general.value == mpq(q - 1, q)
    assert solve(game).best_moves == general.best_moves == {"B"}


@pytest.mark.parametrize("flips", [20, 60, 150])
def test_the_estimate_of_memory_covers_the_layers(flips, monkeypatch):
    estimates = []
    monkeypatch.setattr(layers, "require_memory", lambda needed, what: estimates.append(needed))
    made, make = [], layers.Layers.__init__
    monkeypatch.setattr(layers.Layers, "__init__", lambda self, *given: made.append(self) or make(self, *given))
    solve(TwoCoins(flips))
    bytes_taken = sum(layer.bit_length() for one in made for layer in one._layers) // 8
    assert bytes_taken <= sum(estimates) < 100 * bytes_taken


TOO_LARGE = [
    *(Coinball(10**9), Coinball(10**40), Coinball(100, 1, 10**9)),
    *(TwoCoins(10**9), TwoCoins(10**40), TwoCoins(100, value_a=10**9), TwoCoins(10**4, mpq(1, 10**290))),
]


@pytest.mark.parametrize("game", TOO_LARGE, ids=range(len(TOO_LARGE)))
def test_a_game_that_does_not_fit_is_refused_in_one_line(game):
    with pytest.raises(MemoryError, match=r"\A[^\n]* turns of up to [^\n]* of memory needed, [^\n]*\Z"):
        trueodds.solve(game)


@pytest.mark.parametrize("game", [Coinball(40), TwoCoins(40)])
def test_progress_is_reported(game):
    steps = []
    trueodds.solve(game, progress=lambda *step: steps.append(step))
    assert steps == [("layers", done, 40) for done in (8, 24, 40)]
