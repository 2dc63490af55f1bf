"""The number of strategies agrees with published terms; `test_linear_systems` counts the strategies themselves."""

import tracemalloc

import pytest

from trueodds.oeis import programs, registry
from trueodds.research import counting
from trueodds.research.counting import count_strategies

# Terms beyond the entry, on which both methods agree.
A9 = 4254997693808069953021966034022854491
A10 = 9349209078133965366469905872060579431603437840923


def count_by_points(n):
    """Return the program of the draft for the OEIS, which shares nothing with `count_strategies`."""
    exec("\n".join(programs.STRATEGIES), found := {})
    return found["a"](n)


@pytest.mark.parametrize("method", [count_strategies, count_by_points])
def test_published_terms(method):
    assert [method(n) for n in range(1, 9)] == list(registry.find("A387260").published)


@pytest.mark.slow
@pytest.mark.parametrize("n", [9, 10, 11])
def test_both_methods_agree_further(n):
    found = count_strategies(n)
    assert found == count_by_points(n) == {9: A9, 10: A10}.get(n, found)


@pytest.mark.parametrize("target", [60, 10**9, 10**300])
def test_too_large_is_refused_before_memory_is_taken(target):
    message = r" strategies for .{2,50} points: about .* of memory is needed, .* free; up to \d+ points would fit\Z"
    with pytest.raises(MemoryError, match=message):
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
