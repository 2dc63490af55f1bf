"""The number of strategies agrees with published terms, an enumeration, and two methods for new terms."""

import itertools
import tracemalloc

import pytest

from trueodds.oeis.programs import STRATEGIES
from trueodds.research import counting
from trueodds.research.counting import count_strategies, strategies

# OEIS A387260
PUBLISHED = [1, 3, 31, 3011, 5755251, 357035589531, 1083405447699558411, 225169880906832718920306075]

# Terms beyond the entry, on which both methods agree.
A9 = 4254997693808069953021966034022854491
A10 = 9349209078133965366469905872060579431603437840923


def count_by_points(n):
    """Return the program of the draft for the OEIS, which shares nothing with `count_strategies`."""
    exec("\n".join(STRATEGIES), found := {})
    return found["a"](n)


@pytest.mark.parametrize("method", [count_strategies, count_by_points])
def test_published_terms(method):
    assert [method(n) for n in range(1, 9)] == PUBLISHED


@pytest.mark.slow
@pytest.mark.parametrize("n", [9, 10, 11])
def test_both_methods_agree_further(n):
    found = count_strategies(n)
    assert found == count_by_points(n) == {9: A9, 10: A10}.get(n, found)


def closed(strategy, n):
    """Return the pairs that a strategy reaches, by the rules: fail or bank, then the other player tosses."""
    reached, waiting = set(), [(n, n)]
    while waiting:
        i, j = waiting.pop()
        if (i, j) not in reached:
            reached.add((i, j))
            waiting.append((j, i))
            if strategy[i, j] < i:
                waiting.append((j, i - strategy[i, j]))
    return reached


@pytest.mark.parametrize("n", [1, 2, 3])
def test_strategies_have_moves_exactly_where_they_lead(n):
    listed = [tuple(sorted(strategy.items())) for strategy in strategies(n)]
    pairs = list(itertools.product(range(1, n + 1), repeat=2))
    restricted = set()
    for choice in itertools.product(*(range(1, i + 1) for i, _ in pairs)):
        whole = dict(zip(pairs, choice, strict=True))
        restricted.add(tuple(sorted((pair, whole[pair]) for pair in closed(whole, n))))
    assert set(listed) == restricted
    assert len(listed) == PUBLISHED[n - 1]


@pytest.mark.parametrize("target", [60, 10**9, 10**300])
def test_too_large_is_refused_before_memory_is_taken(target):
    with pytest.raises(
        MemoryError, match=r" points: about .* of memory is needed, .* free; up to \d+ points would fit\Z"
    ):
        count_strategies(target)


@pytest.mark.parametrize("n", [6, 7])
def test_the_estimate_covers_the_memory_taken(n, monkeypatch):
    asked = []
    monkeypatch.setattr(counting, "require_memory", lambda *given: asked.append(given))
    tracemalloc.start()
    count_strategies(n)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    [(needed, _, fits)] = asked
    assert peak - 2**16 < needed < 2 * peak  # Python itself takes some
    assert (fits(needed), fits(needed - 1)) == (f"up to {n} points", f"up to {n - 1} points")
