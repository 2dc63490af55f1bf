"""The rules that decide pairs left undecided by floats, each compared with its definition on moves drawn at random."""

import itertools
import random
from types import SimpleNamespace

import pytest
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

from trueodds import RiskOrSafety, solve
from trueodds.fast.risk_or_safety import decide
from trueodds.fast.risk_or_safety.decide import Decisions, ExactPairs, FirstColumn

MOST = 5
PAIRS = [(i, j) for i in range(1, MOST + 1) for j in range(1, i + 1)]


def decisions(moves, heads="1/2", candidates=(None, None), guess=(1, 1)):
    """Return decisions for moves given by trailing and leading need."""
    columns = SimpleNamespace(candidates=candidates, guess=guess, error=2.0**-99)
    return Decisions(mpq(heads), columns, lambda i, j: moves[i, j])


def played(seed):
    """Return moves that depend mostly on the player's own need, so that walks agree; some are undecided or not tied."""
    rng = random.Random(seed)
    usual = {need: rng.randint(1, rng.randint(1, need)) for need in range(1, MOST + 1)}
    moves = {
        pair: tuple(rng.randint(1, need) if rng.random() < 0.1 else usual[need] for need in pair) for pair in PAIRS
    }
    found = decisions(moves)
    for own, other in itertools.product(range(1, MOST + 1), repeat=2):
        k = moves[own, other][0] if own >= other else moves[other, own][1]
        tied = frozenset(t for t in range(1, own + 1) if t == k or rng.random() < 0.9)
        if len(tied) > 1:
            found.ties[own, other] = tied
        if rng.random() < 0.02:
            found.undecided[own, other] = tied
    return moves, found


def walk(moves, found, own, other):
    """Return what the opponent tosses on the way from `other` to 0, and the best moves against each need met."""
    tossed, best = [], []
    while other:
        k, l = moves[own, other] if own >= other else moves[other, own][::-1]
        best.append(set() if (own, other) in found.undecided else found.ties.get((own, other), {k}))
        tossed.append(l)
        other -= l
    return tossed, best


def may_be_exchanged(moves, found, own, other, k, first, l):
    """Return whether k and `first` are ties by the definition in `decide`."""
    if own in (k, first):
        return False
    needs = (own, other - l), (own - first, other), (own - k, other)
    here, after_first, after_k = (walk(moves, found, *pair) for pair in needs)
    return (
        [l, *here[0]] == after_first[0] == after_k[0]
        and all({k, first} <= set(best) for best in here[1])
        and all(k in best for best in after_first[1])
        and all(first in best for best in after_k[1])
    )


@pytest.mark.parametrize("seed", range(20))
def test_ties_by_exchange_are_those_of_the_definition(seed):
    moves, found = played(seed)
    for own, other in itertools.product(range(1, MOST + 1), repeat=2):
        for l, size in itertools.product(range(1, other + 1), (1, 2, 3)):
            for coins in itertools.combinations(range(1, own + 1), size):
                expected = all(may_be_exchanged(moves, found, own, other, k, coins[0], l) for k in coins[1:])
                assert found.can_exchange(own, other, list(coins), l) == expected

    for i, j in PAIRS:
        for mine, theirs in itertools.product(*(itertools.combinations(range(1, need + 1), 2) for need in (i, j))):
            if i == j:
                expected = (mine, mine) if found.can_exchange(i, i, mine, mine[0]) else None
                assert found.decide_by_exchange(i, j, mine, mine) == expected
            else:
                tied = found.can_exchange(i, j, mine, theirs[0]), found.can_exchange(j, i, theirs, mine[0])
                assert found.decide_by_exchange(i, j, mine, theirs) == ((mine, theirs) if all(tied) else None)


def chance_against_all_in(parts, heads, other):
    """Return the chance of a player who goes for these numbers in turns if the other always goes for all."""
    x, y = mpq(1), heads**other
    for at, k in enumerate(reversed(parts)):
        after = (1 - y) * x if at else x
        x = heads**k * after / (1 - (1 - heads**k) * (1 - y))
    return x


@given(st.data(), st.sampled_from(["1/2", "2/5", "1/3", "3/4"]))
def test_products_find_the_best_first_moves_against_all_in(data, heads):
    p, moves = mpq(heads), {}
    for i, j in PAIRS:  # which mostly go for all
        k, l = data.draw(st.integers(1, i)), data.draw(st.integers(1, j))
        moves[i, j] = (k if data.draw(st.booleans()) else i), (l if data.draw(st.integers(0, 3)) == 0 else j)
    own, other = data.draw(st.integers(1, MOST)), data.draw(st.integers(1, MOST))
    candidates = sorted(data.draw(st.sets(st.integers(1, own), min_size=1)))
    worth, all_in = {}, True
    for k in candidates:
        parts, left = [k], own - k
        while left:
            part, l = moves[left, other] if left >= other else moves[other, left][::-1]
            all_in &= l == other
            parts, left = [*parts, part], left - part
        worth[k] = chance_against_all_in(parts, p, other)
    expected = [k for k in candidates if worth[k] == max(worth.values())] if all_in else []
    found = decisions(moves, heads, guess=(candidates[0], other))
    assert found.find_least_product(own, other, candidates) == expected
    if own > other:
        mine = found.decide_by_products(own, other, candidates, [other])
        assert mine == ((expected, [other]) if candidates[0] in expected else None)
        if other > 1 and candidates[0] != own:
            assert found.decide_by_products(own, other, candidates[:1], [1]) is None
    if own < other:
        found = decisions(moves, heads, guess=(other, candidates[0]))
        theirs = found.decide_by_products(other, own, [other], candidates)
        if candidates == [own]:  # both go for all
            assert theirs == ([other], [own])
        else:
            assert theirs == (([other], expected) if candidates[0] in expected else None)


BEST = {(1, 1): (1, 1), (2, 1): (2, 1), (2, 2): (2, 2), (3, 1): (3, 1), (3, 2): (3, 2)}  # for a fair coin


def test_candidates_count_only_if_the_guess_is_among_the_best():
    """At (3, 3) one coin is best, but the kernel has other candidates, and a guess that is not among them."""
    found = decisions(BEST, candidates=([2, 3], [2, 3]), guess=(1, 1))
    assert found.decide(3, 3) == (1, 1)
    assert found.count == 1
    assert decisions(BEST, guess=(2, 2)).decide(3, 3) == (1, 1)


@pytest.mark.parametrize(("most", "decided"), [(72, 1), (71, 0)])
def test_long_fractions_are_left_undecided(most, decided, monkeypatch):
    """At (3, 3) with a denominator of two bits, the estimate compared with the limit is 6² · 2 = 72."""
    monkeypatch.setattr(decide, "_EXACT", most)
    found = decisions(BEST, candidates=([1, 3], None), guess=(2, 2))
    assert found.decide(3, 3) == ((1, 1) if decided else (2, 2))
    assert (found.count, found.ties, found.undecided) == (decided, {}, {} if decided else {(3, 3): frozenset((1, 3))})


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
def test_exact_pairs_find_all_best_moves(heads):
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
            assert pairs.find_best(i, j, range(1, i + 1), range(1, j + 1)) == (best(i, j), best(j, i))
