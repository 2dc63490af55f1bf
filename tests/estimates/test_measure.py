"""Growth measured and continued."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trueodds.estimates import measure as module
from trueodds.estimates.measure import Growth, measure


@given(st.floats(0.5, 6), st.floats(0.01, 1), st.integers(50, 5000))
def test_a_power_is_continued(exponent, factor, size):
    sizes = [10, 14, 20, 28]
    found = Growth(sizes, [factor * own**exponent for own in sizes])
    assert found.exponent == pytest.approx(exponent, abs=0.001)
    assert found.at(size) == pytest.approx(factor * size**exponent, rel=0.01)
    assert found.at(17) == pytest.approx(factor * 17**exponent, rel=0.01)


def test_a_quick_computation_is_measured_whole_and_a_slow_one_is_not(monkeypatch):
    """With a clock of our own: size² microseconds."""
    monkeypatch.setattr(module, "time_once", lambda run, size: run(size) or size**2 * 1e-6)
    done = []
    assert measure(done.append, 100).sizes[-1] == 100
    done.clear()
    found = measure(done.append, 10**6)
    assert max(done) < 2000
    assert sum(size**2 * 1e-6 for size in done) < 3
    assert found.at(10**6) == pytest.approx(10**6, rel=0.01)


def test_sizes_that_there_are_not_are_left_out(monkeypatch):
    def run(size):
        if size % 2:
            raise ValueError("odd")

    monkeypatch.setattr(module, "time_once", lambda run, size: run(size) or size * 1e-3)
    assert all(size % 2 == 0 for size in measure(run, 1000).sizes)
    with pytest.raises(ValueError, match="odd"):
        measure(lambda size: run(1), 3)
