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


def test_a_disturbed_clock_is_asked_again(monkeypatch):
    """The largest size takes three times as long when it is first measured."""
    times = []

    def time_once(run, size):
        first = size not in times
        times.append(size)
        return size**2 * 1e-4 * (3 if first and size > 50 else 1)

    monkeypatch.setattr(module, "time_once", time_once)
    found = measure(lambda size: None, 10**6)
    assert found.exponent == pytest.approx(2, abs=0.01)
    assert found.at(10**6) == pytest.approx(10**8, rel=0.1)


def test_what_was_kept_is_not_taken_for_quick(monkeypatch):
    done = set()

    def time_once(run, size):
        known = size in done
        done.add(size)
        return 1e-6 if known else size**2 * 1e-4

    monkeypatch.setattr(module, "time_once", time_once)
    assert measure(lambda size: None, 10**6).at(10**6) == pytest.approx(10**8, rel=0.1)
