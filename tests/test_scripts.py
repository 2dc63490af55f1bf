"""Scripts can be imported, and every name that they import from the package exists."""

import importlib.util
import pkgutil
import re
import sys
from pathlib import Path
from unittest.mock import MagicMock

import pytest

from .extras import need_for

ROOT = Path(__file__).parents[1]
FOLDERS = ("bench", "bench/rivals", "tools", "docs", "notebooks")
SCRIPTS = [path for folder in FOLDERS for path in sorted((ROOT / folder).glob("*.py"))]
#: Libraries that need not be installed: bench/requirements.txt, tools/sample_mutants.py
PACKAGES = ("coverage", "numba", "sympy", "sympy.polys.matrices")

pytestmark = pytest.mark.skipif(not SCRIPTS, reason="tests of an installed package, without its scripts")


def names(text):
    """Yield all names that a script imports from the package, also in functions and in programs that it runs."""
    for module, several in re.findall(r"\bfrom (trueodds[\w.]*) import (\([^)]*\)|[\w, ]+)", text):
        yield from (
            f"{module}.{name.split(' as ')[0].strip()}" for name in several.strip("()").split(",") if name.strip()
        )
    yield from re.findall(r"\bimport (trueodds[\w.]*)", text)


def missing(text):
    """Return the imported names that do not exist."""
    found = []
    for name in names(text):
        try:
            pkgutil.resolve_name(name)
        except (ImportError, AttributeError):
            found.append(name)
    return found


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_a_script_can_be_imported(path, monkeypatch):
    need_for(path.relative_to(ROOT).as_posix())
    monkeypatch.syspath_prepend(path.parent)
    spec = importlib.util.spec_from_file_location(f"script_{path.stem}", path)
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, spec.name, module)  # dataclasses look their module up there
    for name in PACKAGES:
        monkeypatch.setitem(sys.modules, name, MagicMock())
    spec.loader.exec_module(module)
    assert missing(path.read_text(encoding="utf-8")) == []
