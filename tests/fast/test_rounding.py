"""With rounding up, down and to zero, float kernels give the same answers or leave them unproved."""

import ctypes
import ctypes.util
import platform

import numpy as np
import pytest
from gmpy2 import mpq

from trueodds import NotProved, RiskOrSafety
from trueodds.fast.pig import bounds as pig
from trueodds.fast.pig import boxes
from trueodds.fast.risk_or_safety import bounds as all_bounds
from trueodds.fast.risk_or_safety import pairs, prove, sweeps
from trueodds.fast.risk_or_safety.bounds import Layout
from trueodds.solver import sweeps as solver_sweeps
from trueodds.solver.bounded import solve_moves

MODES = {"down": 0x400, "up": 0x800, "to zero": 0xC00}  # of x86

pytestmark = pytest.mark.skipif(
    platform.machine() not in ("x86_64", "AMD64") or ctypes.util.find_library("m") is None,
    reason="rounding modes are turned through the C library's numbers for x86-64",
)


def turned(kernel, mode):
    """Return a kernel's function, or its class with a method `run`, called in another rounding mode of this thread."""
    if isinstance(kernel, type):
        return type("Turned", (kernel,), {"run": turned(kernel.run, mode)})
    library = ctypes.CDLL(ctypes.util.find_library("m"))

    def call(*given):
        before = library.fegetround()
        assert library.fesetround(MODES[mode]) == 0
        try:
            return kernel(*given)
        finally:
            library.fesetround(before)

    return call


def positions(order, heads):
    found = order(Layout(8, 8), mpq(heads))
    return found.S.tolist(), found.P_min, found.P_max


def moves(heads):
    found = prove.proved_moves(24, heads=heads)
    return (found.coins.tolist(), set(found.ties)), np.zeros(1), np.ones(1)


def pig_bounds():
    found = pig.bound_values(25, 25, 6)
    return found.states.tolist(), found.values[1:, 1:, 0], found.values[1:, 1:, 2]


def any_game():
    bounds = solve_moves(RiskOrSafety(6)).bounds
    return bounds.candidates.tolist(), bounds.low, bounds.high


#: What is computed, and the kernels that compute it.
WORK = {
    **{f"pairs {heads}": (lambda p=heads: positions(all_bounds.bound_by_pairs, p), (pairs, "solve_sum"))
       for heads in ("1/2", "2/5", "9/10")},
    "sweeps": (lambda: positions(all_bounds.bound_by_sweeps, "1/2"), (sweeps, "sweep"), (sweeps, "write")),
    **{f"columns {heads}": (lambda p=heads: moves(p), (prove, "Columns"))
       for heads in ("1/2", "1/3", "9/10", mpq(1, 3) + mpq(1, 2**60))},
    "boxes": (pig_bounds, (boxes, "row")),
    "any game": (any_game, (solver_sweeps, "Tightener")),
}  # fmt: skip


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("work", WORK)
def test_answers_are_the_same_and_bounds_do_not_contradict_each_other(work, mode, monkeypatch):
    compute, *kernels = WORK[work]
    states, low, high = compute()
    for module, name in kernels:
        monkeypatch.setattr(module, name, turned(getattr(module, name), mode))
    try:
        again, other_low, other_high = compute()
    except NotProved:
        assert work.startswith("columns")
        return
    assert again == states
    assert (low <= other_high).all()
    assert (other_low <= high).all()
