"""Every position has one place, the places leave no gap, and sizes are known before memory is allocated."""

import tracemalloc

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from trueodds import RiskOrSafety, solve
from trueodds.fast.risk_or_safety.bounds import Layout, all_positions_bytes, all_values_bytes, check_size, start_bytes
from trueodds.fast.risk_or_safety.large import start_values
from trueodds.runtime import memory


@given(st.integers(1, 15), st.integers(1, 15))
@example(1, 1)
@example(15, 1)
def test_places_are_all_different_and_leave_no_gap(first, second):
    layout = Layout(max(first, second), min(first, second))
    places = [
        layout.index(a, i, j)
        for a in range(1, layout.larger)
        for i in range(a + 1, layout.larger + 1)
        for j in range(1, layout.width(i) + 1)
    ]
    assert places == list(range(layout.size))
    assert layout.rows[-1] == sum(layout.width(i) for i in range(1, layout.larger + 1))
    assert Layout(first, first).size == first * first * (first - 1) // 2  # paper, section 4


def test_a_lopsided_target_counts_both():
    with pytest.raises(MemoryError, match="targets 1000000000 and 2: about"):
        solve(RiskOrSafety(2, 10**9), "pairs")


def test_all_start_values_need_more_memory_than_the_last_one(monkeypatch):
    monkeypatch.setattr(memory, "memory_available", lambda: all_values_bytes(1000, 1000) - 1)
    check_size(1000, 1000, start_bytes)
    with pytest.raises(MemoryError, match=r"^target 1000: about"):
        start_values(1000)


@pytest.mark.parametrize("needed", [all_positions_bytes, start_bytes, all_values_bytes])
def test_the_largest_that_fits_fits_and_the_next_does_not(monkeypatch, needed):
    monkeypatch.setattr(memory, "memory_available", lambda: 10**8)
    with pytest.raises(MemoryError) as refusal:
        check_size(10**6, 10**6, needed)
    fits = int(str(refusal.value).split("up to ")[1].split()[0])
    check_size(fits, fits, needed)
    with pytest.raises(MemoryError):
        check_size(fits + 1, fits + 1, needed)


@pytest.mark.parametrize(
    ("compute", "n", "estimate"),
    [(lambda n: solve(RiskOrSafety(n), "start").value, 500, start_bytes), (start_values, 200, all_values_bytes)],
)
def test_the_estimate_is_near_the_memory_of_the_arrays(compute, n, estimate):
    """Small targets take some hundred kilobytes more; long numbers are not traced."""
    compute(30)
    tracemalloc.start()
    try:
        compute(n)
        most = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert most / 2 < estimate(n, n) < 3 * most
