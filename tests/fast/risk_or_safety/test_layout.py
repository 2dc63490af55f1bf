"""Sizes are known before memory is allocated."""

import tracemalloc

import pytest

from trueodds import RiskOrSafety, solve
from trueodds.fast.risk_or_safety.bounds import all_positions_bytes, all_values_bytes, check_size, start_bytes
from trueodds.fast.risk_or_safety.large import start_values
from trueodds.runtime import memory


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
