"""The rules by which pairs are decided that floats leave open: each condition matters, on moves made for it."""

from types import SimpleNamespace

import pytest
from gmpy2 import mpq

from trueodds import RiskOrSafety, solve
from trueodds.fast.risk_or_safety.decide import Decisions, ExactPairs, FirstColumn, compare_products

BEST = {(1, 1): (1, 1), (2, 1): (2, 1), (2, 2): (2, 2), (3, 1): (3, 1), (3, 2): (3, 2)}  # of a fair coin


def decisions(moves, heads="1/2", candidates=(None, None), guess=(1, 1)):
    """Decisions over moves given by trailing and leading need."""
    columns = SimpleNamespace(candidates=candidates, guess=guess, error=2.0**-99)
    return Decisions(mpq(heads), columns, lambda i, j: moves[i, j])


def test_coins_are_exchanged_if_each_is_best_after_the_other():
    assert decisions({(3, 1): (2, 1), (2, 1): (1, 1)}).exchange(4, 1, [1, 2], 1)


@pytest.mark.parametrize("moves", [{(3, 1): (3, 1), (2, 1): (1, 1)}, {(3, 1): (2, 1), (2, 1): (2, 1)}])
def test_coins_are_not_exchanged_if_one_is_not_best_after_the_other(moves):
    assert not decisions(moves).exchange(4, 1, [1, 2], 1)


def test_coins_are_not_exchanged_if_the_opponent_goes_another_way():
    """The opponent goes for both points here, and for one after the other further on."""
    moves = {(3, 2): (2, 1), (3, 1): (2, 1), (2, 2): (1, 1), (2, 1): (1, 1)}
    assert not decisions(moves).exchange(4, 2, [1, 2], 2)


def test_coins_are_not_exchanged_over_what_is_undecided():
    found = decisions({(3, 1): (2, 1), (2, 1): (1, 1)})
    found.undecided[2, 1] = frozenset((1, 2))
    assert not found.exchange(4, 1, [1, 2], 1)


def test_products_are_compared_with_the_chance_of_all_that_the_opponent_needs():
    """Against two points y = 4/25, c = 4/21, so to split two points is better; against one it would not be."""
    found = decisions({(2, 1): (2, 1)}, "2/5")
    assert found.least_product(2, 2, [1, 2]) == [1]
    assert compare_products(2 << 32, 1 << 64, mpq(4, 21), mpq(2, 5)) < 0
    assert compare_products(2 << 32, 1 << 64, mpq(2, 3), mpq(2, 5)) > 0


def test_products_say_nothing_if_the_opponent_does_not_go_for_all():
    assert decisions({(2, 1): (1, 1)}, "2/5").least_product(2, 2, [1, 2]) == []


def test_all_of_the_smallest_products_are_best():
    assert decisions({(2, 1): (2, 1), (3, 1): (2, 1)}, "2/5").least_product(3, 1, [1, 1]) == [1, 1]


@pytest.mark.parametrize(("guess", "found"), [((1, 2), True), ((3, 2), False)])
def test_products_count_only_where_the_guess_was_one_of_the_best(guess, found):
    moves = {(2, 1): (2, 1), (2, 2): (1, 2)}
    by_products = decisions(moves, "2/5", guess=guess).by_products(3, 2, [1, 2, 3], [2])
    assert (by_products is not None) == found


def test_candidates_mean_nothing_if_the_guess_is_not_one_of_the_best_among_them():
    """At (3, 3) one coin is best; the kernel's candidates are others, with a guess that is not among them."""
    found = decisions(BEST, candidates=([2, 3], [2, 3]), guess=(1, 1))
    assert found.decide(3, 3) == (1, 1)
    assert found.count == 1


def test_fractions_decide_what_is_small():
    assert decisions(BEST, guess=(2, 2)).decide(3, 3) == (1, 1)


def test_exact_pairs_find_what_is_best_against_each_other():
    mine, theirs = ExactPairs(mpq(1, 2), lambda i, j: BEST[i, j]).best(3, 2, range(1, 4), range(1, 3))
    assert (mine, theirs) == ([3], [2])


@pytest.mark.parametrize("heads", ["2/5", "1/3", "12/25", "1/2", "4/9", "9/20"])
def test_the_first_column_is_that_of_all_partitions(heads):
    p = mpq(heads)
    c, n = p / (1 - p), 11
    least, best = [mpq(1)], [frozenset()]
    for i in range(1, n + 1):
        products = {k: (c + p**k) * least[i - k] for k in range(1, i + 1)}
        least.append(min(products.values()))
        best.append(frozenset(k for k, product in products.items() if product == least[i]))
    assert FirstColumn(n, p).best == best


@pytest.mark.parametrize("heads", ["1/2", "2/5", "4/5"])
def test_all_numbers_of_heads_compared_exactly_leave_the_best(heads):
    n, p = 9, mpq(heads)
    exact = solve(RiskOrSafety(n, heads=p), "reference")
    coins = exact.coins()
    pairs = ExactPairs(p, lambda i, j: (int(coins[i - 1, j - 1]), int(coins[j - 1, i - 1])))

    def best(i, j):
        passed = 1 - exact.values[0, j, i]
        gains = [p**k * (1 - exact.values[0, j, i - k] - passed) for k in range(1, i + 1)]
        return [k for k, gain in enumerate(gains, 1) if gain == max(gains)]

    for i in range(1, n + 1):
        for j in range(1, i + 1):
            found = pairs.best(i, j, range(1, i + 1), range(1, j + 1))
            assert found == (best(i, j), best(j, i))
