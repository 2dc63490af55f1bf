"""`import trueodds` loads nothing large."""

import subprocess
import sys

import pytest

import trueodds


def loaded_after(statement):
    code = f"import sys; {statement}; print(*sorted(sys.modules))"
    done = subprocess.run([sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_import_loads_nothing_large():
    assert loaded_after("import trueodds").isdisjoint({"numpy", "gmpy2", "rich", "click", "matplotlib", "dask"})


def test_solving_loads_no_view():
    loaded = loaded_after("import trueodds; trueodds.solve(trueodds.RiskOrSafety(5))")
    assert loaded.isdisjoint({"rich", "click", "matplotlib", "dask", "trueodds.views.html", "trueodds.oeis"})


def test_public_names_exist():
    for name in trueodds.__all__:
        assert getattr(trueodds, name) is not None
    assert set(trueodds.__all__) <= set(dir(trueodds))
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        trueodds.nothing  # noqa: B018


def test_solve_is_a_function_after_any_import():
    assert "trueodds.dispatch" in loaded_after("import trueodds.dispatch, trueodds; assert callable(trueodds.solve)")
