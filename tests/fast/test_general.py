"""Compare the fast methods with the general solver, at every position and move of random games."""

from gmpy2 import mpq
from hypothesis import example, given
from hypothesis import strategies as st

import trueodds
from trueodds import Coinball, Greed, Pig, RiskOrSafety, TwoCoins

SMALL = st.integers(1, 4)
CHANCES = st.fractions("1/50", "49/50", max_denominator=50)
CALLS = st.sampled_from(["optimal", "always-rush", "always-pass"])


def two_coins(flips, heads_a, heads_b, value_a, value_b, threshold):
    most = flips * max(value_a, value_b)
    return TwoCoins(flips, heads_a, heads_b, value_a, value_b, max(-most, min(most, threshold)))


GAMES = st.one_of(
    st.builds(RiskOrSafety, st.integers(1, 6), st.integers(1, 6), CHANCES),
    st.builds(Pig, st.integers(1, 9), st.integers(2, 9), st.integers(1, 9)),
    st.builds(Greed, st.integers(1, 9), st.integers(1, 14)),
    st.builds(Coinball, st.integers(1, 9), st.integers(1, 5), st.integers(1, 5), CALLS, st.sampled_from([0, 1])),
    st.builds(two_coins, st.integers(1, 9), CHANCES, CHANCES, SMALL, SMALL, st.integers(-36, 36)),
)


@given(GAMES)
@example(RiskOrSafety(9, 7, "2/5"))
@example(Pig(2, 17, 12))
@example(Greed(1, 1))
@example(Greed(12, 1))  # nothing depends on chance, so moves tie everywhere
@example(Greed(14, 3))
@example(Greed(7, 10**6))  # nearly every roll exceeds the limit
@example(Greed(3, 10**200))  # probabilities are below all floats
@example(Coinball(1, 1, 2, "optimal", 1))
@example(Coinball(6, 3, 1, "always-pass", 0))
@example(TwoCoins(9, "1/2", "1/2", 1, 2, 1))
@example(TwoCoins(1, "1/3", "1/2", 1, 2, -2))  # no position is open
@example(TwoCoins(5, "1/3", "2/7", 2, 1, 10))  # heads only
@example(TwoCoins(6, "49/50", "1/49", 4, 4, 0))
@example(TwoCoins(1, mpq(1, 2**63 + 1), 1 - mpq(1, 2**63 + 1)))  # a win is worth 64 bits, and one more compares coins
@example(TwoCoins(1, mpq(1, 2**63 + 5), 1 - mpq(1, 2**63 + 5)))
@example(TwoCoins(1, mpq(1, 2**64 - 1), 1 - mpq(1, 2**64 - 1)))
def test_every_value_move_and_tie_is_that_of_the_general_solver(game):
    fast, general = trueodds.solve(game), trueodds.solve(game, "general")
    assert fast.value == general.value
    for number, position in enumerate(general.model.positions):
        assert fast.best_moves_at(position) == general.best_moves_at(position)
        if game.name != "pig" or number % 29 == 0:  # each requires one evaluation
            assert fast.value_at(position) == general.value_at(position)
            assert fast.move_values(position) == general.move_values(position)
