"""Modules are imported only when they are used; public names exist."""

import subprocess
import sys

import pytest

import trueodds

_PARTS = ("solver", "fast", "research", "views", "play", "dispatch", "drawing")
_HEAVY = (*(f"trueodds.{part}" for part in _PARTS), "numpy", "scipy", "rich", "matplotlib")
_LIGHT = ("--help", "solve --help", "advise risk-or-safety --help", "claims --help", "games")

#: Statements of one program, and what is still not imported after each: help texts and entries import little.
STEPS = {
    "import trueodds": ("numpy", "gmpy2", "click"),
    "from trueodds.cli import run; run(['solve', 'pig', '--help'])": (
        *_HEAVY,
        "trueodds.games.greed",
        "trueodds.cli.strategy",
    ),
    **dict.fromkeys((f"run({line.split()})" for line in _LIGHT), _HEAVY),
    "from trueodds.catalog.registry import list_entries; list_entries()": _HEAVY,
    "import trueodds.dispatch; assert callable(trueodds.solve)": ("numpy",),
    "run(['oeis', 'list'])": ("numpy", "trueodds.solver"),
    "run(['solve', 'risk-or-safety', '--target', '10'])": (
        *("distributed", "rich", "matplotlib", "trueodds.play", "trueodds.claims", "trueodds.runtime.store"),
        *("trueodds.views.plot", "trueodds.views.page", "trueodds.views.html"),
        *(f"trueodds.fast.risk_or_safety.{name}" for name in ("large", "columns", "residues", "start_values")),
    ),
}


def test_nothing_is_imported_before_it_is_used():
    code = "".join(f"{step}; print(*sys.modules, file=sys.stderr)\n" for step in STEPS)
    command = [sys.executable, "-W", "error", "-c", f"import sys\n{code}"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    for loaded, unused in zip(done.stderr.splitlines(), STEPS.values(), strict=True):
        assert not [name for name in loaded.split() if name.startswith(unused)]
    assert "trueodds.fast.risk_or_safety.exact" in loaded.split()


def test_public_names_exist():
    for name in trueodds.__all__:
        assert getattr(trueodds, name) is not None
    assert set(trueodds.__all__) <= set(dir(trueodds))
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        trueodds.nothing  # noqa: B018
