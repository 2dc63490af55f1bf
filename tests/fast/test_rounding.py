"""With rounding up, down and to zero, float kernels give the same answers or leave them unproved."""

import ctypes
import ctypes.util
import platform
from contextlib import contextmanager

import numpy as np
import pytest
from gmpy2 import mpq

from trueodds import NotProved, RiskOrSafety, solve
from trueodds.fast.pig import bounds as pig
from trueodds.fast.pig import boxes
from trueodds.fast.risk_or_safety import bounds as all_bounds
from trueodds.fast.risk_or_safety import pairs, prove, sweeps
from trueodds.fast.risk_or_safety.bounds import Layout
from trueodds.solver import sweeps as solver_sweeps
from trueodds.solver.bounded import solve_moves
from trueodds.solver.tighten import Tightener

MODES = {"down": 0x400, "up": 0x800, "to zero": 0xC00}  # of x86

pytestmark = pytest.mark.skipif(
    platform.machine() not in ("x86_64", "AMD64") or ctypes.util.find_library("m") is None,
    reason="rounding modes are turned through the C library's numbers for x86-64",
)


@contextmanager
def rounding(mode):
    """Set another rounding mode in this thread."""
    library = ctypes.CDLL(ctypes.util.find_library("m"))
    before = library.fegetround()
    assert library.fesetround(MODES[mode]) == 0
    try:
        yield
    finally:
        library.fesetround(before)


def turned(function, mode):
    """Return a kernel's function, called in another rounding mode."""

    def call(*given):
        with rounding(mode):
            return function(*given)

    return call


@pytest.mark.parametrize("mode", MODES)
def test_the_mode_is_turned(mode):
    with rounding(mode):
        third = np.float64(1.0) / np.float64(3.0)
        other = np.float64(-1.0) / np.float64(3.0)
    assert (mpq(float(third)) > mpq(1, 3)) == (mode == "up")
    assert (mpq(float(other)) < -mpq(1, 3)) == (mode == "down")


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("heads", ["1/2", "2/5", "9/10"])
def test_bounds_of_all_positions(heads, mode, monkeypatch):
    layout, heads = Layout(8, 8), mpq(heads)
    orders = [all_bounds.by_pairs] if heads != mpq(1, 2) else [all_bounds.by_pairs, all_bounds.by_sweeps]
    exact = solve(RiskOrSafety(8, heads=heads), "reference")
    clean = [order(layout, heads).S for order in orders]
    monkeypatch.setattr(pairs, "solve_sum", turned(pairs.solve_sum, mode))
    monkeypatch.setattr(sweeps, "sweep", turned(sweeps.sweep, mode))
    monkeypatch.setattr(sweeps, "write", turned(sweeps.write, mode))
    for order, states in zip(orders, clean, strict=True):
        found = order(layout, heads)
        assert np.array_equal(found.S, states)
        value, at = exact.value_at(RiskOrSafety(8).start), layout.index(1, 8, 8)
        assert found.P_min[at] > 0
        assert mpq(found.P_min[at]) <= max(value, mpq(found.P_max[at]))


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("heads", ["1/2", "1/3", "9/10", mpq(1, 3) + mpq(1, 2**60)])
def test_moves_of_large_targets(heads, mode, monkeypatch):
    clean = prove.proved_moves(24, heads=heads)
    real = prove.Columns

    class Turned(real):
        def run(self, *given):
            with rounding(mode):
                return super().run(*given)

    monkeypatch.setattr(prove, "Columns", Turned)
    try:
        found = prove.proved_moves(24, heads=heads)
    except NotProved:
        return
    assert np.array_equal(found.coins, clean.coins)
    assert set(found.ties) == set(clean.ties)


@pytest.mark.parametrize("mode", MODES)
def test_boxes(mode, monkeypatch):
    clean = pig.bounds(25, 25, 6)
    monkeypatch.setattr(boxes, "row", turned(boxes.row, mode))
    found = pig.bounds(25, 25, 6)
    assert np.array_equal(found.states, clean.states)
    low, high = found.values[1:, 1:, 0], found.values[1:, 1:, 2]
    assert (low <= clean.values[1:, 1:, 2]).all()
    assert (clean.values[1:, 1:, 0] <= high).all()


class Turned:
    """A tightener that sweeps in another rounding mode."""

    def __init__(self, tightener, mode):
        self.tightener, self.run = tightener, turned(tightener.run, mode)

    def __getattr__(self, name):
        return getattr(self.tightener, name)


@pytest.mark.parametrize("mode", MODES)
def test_bounds_of_any_game(mode, monkeypatch):
    game = RiskOrSafety(6)
    exact = solve(game, "general")
    monkeypatch.setattr(solver_sweeps, "Tightener", lambda *given: Turned(Tightener(*given), mode))
    found = solve_moves(game)
    for at, value in enumerate(exact.values):
        assert mpq(found.bounds.low.item(at)) <= value <= mpq(found.bounds.high.item(at))
        assert set(exact.best[at]) <= set(found.bounds.candidates[at])
