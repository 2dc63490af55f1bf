"""Scripts and notebooks run and use names that exist; the stub for type checkers agrees with the registry."""

import importlib.util
import json
import os
import pkgutil
import re
import subprocess
import sys
from pathlib import Path
from unittest.mock import MagicMock

import pytest

import trueodds
from trueodds.catalog.registry import list_entries
from trueodds.dispatch import solve_moves

from .extras import need_for
from .small import ENTRIES, GAMES

ROOT = Path(__file__).parents[1]
FOLDERS = ("bench", "bench/rivals", "tools", "docs", "notebooks")
SCRIPTS = [path for folder in FOLDERS for path in sorted((ROOT / folder).glob("*.py"))]
#: Libraries that need not be installed: bench/requirements.txt, tools/sample_mutants.py
PACKAGES = ("coverage", "numba", "sympy", "sympy.polys.matrices")

pytestmark = pytest.mark.skipif(not SCRIPTS, reason="tests of an installed package, without its scripts")


def names(text):
    """Yield all names that a script imports from the package, also in functions and in programs that it runs."""
    for module, several in re.findall(r"\bfrom (trueodds[\w.]*) import (\([^)]*\)|[\w, ]+)", text):
        each = (name.split(" as ")[0].strip() for name in several.strip("()").split(","))
        yield from (f"{module}.{name}" for name in each if name)
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


def load(path):
    """Import a script as a module."""
    spec = importlib.util.spec_from_file_location(f"script_{path.stem}", path)
    module = importlib.util.module_from_spec(spec)
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, spec.name, module)  # dataclasses look their module up there
        patch.syspath_prepend(path.parent)
        spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_a_script_can_be_imported(path, monkeypatch):
    need_for(path.relative_to(ROOT).as_posix())
    for name in PACKAGES:
        monkeypatch.setitem(sys.modules, name, MagicMock())
    load(path)
    assert missing(path.read_text(encoding="utf-8")) == []


@pytest.fixture(scope="module")
def tool():
    return load(ROOT / "tools" / "make_stubs.py")


def test_the_stub_is_that_of_the_registry(tool):
    assert tool.STUB.read_text(encoding="utf-8") == tool.make(), "python tools/make_stubs.py"


def test_a_game_that_is_added_is_in_the_stub(tool, monkeypatch):
    added = list_entries()[0].__class__(type("Added", (trueodds.Game,), {"name": "added"}), "One more.")
    monkeypatch.setattr(tool, "list_entries", lambda: (*list_entries(), added))
    assert re.search(r"game: [\w |]*Added[\w |]*,\s+method: Literal\[\"general\"\] \| None = None", tool.make())


def test_declared_return_types_are_correct(tool):
    for entry, game in zip(ENTRIES, GAMES, strict=True):
        for name, method in entry.all_methods.items():
            assert isinstance(solve_moves(game, name), tool.returns(method)), f"{entry.name}, {name}"


@pytest.mark.slow
def test_types_seen_by_a_type_checker(tmp_path):
    pytest.importorskip("mypy", reason="mypy is not installed")
    cases = {
        "trueodds.solve(trueodds.Pig(20))": "trueodds.fast.pig.solution.PigSolution",
        'trueodds.solve(trueodds.Pig(20), "general")': "trueodds.solver.general.GeneralSolution",
        "trueodds.solve(trueodds.Hog())": "trueodds.solver.general.GeneralSolution",
        'trueodds.solve(trueodds.RiskOrSafety(3), "start")': "trueodds.fast.risk_or_safety.large.LargeTargetSolution",
        "trueodds.solve(game_of_some_kind)": "trueodds.solution.Solution",
        "trueodds.methods(trueodds.Pig(20))": "tuple[str, ...]",
        "1 - trueodds.solve(trueodds.Pig(20)).value / 2": "trueodds.game.Rational",
        "trueodds.solve(trueodds.Pig(20)).move_values((0, 0, 0))": (
            "typing.Mapping[typing.Hashable, trueodds.game.Rational]"
        ),
        "trueodds.load('pig.npz')": "trueodds.solution.Solution",
        "trueodds.risk_or_safety.start_values(3)": "list[trueodds.game.Rational]",
    }
    wrong = "x: int = trueodds.solve(trueodds.Pig(20)).value"
    file = tmp_path / "typed.py"
    lines = ["import trueodds", "def typed(game_of_some_kind: trueodds.Game) -> None:"]
    lines += [*(f"    reveal_type({code})" for code in cases), f"    {wrong}"]
    file.write_text("\n".join(lines), encoding="utf-8")
    # In a separate folder, because users do not have the project's settings.
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path / "cache"), str(file)]
    place = Path(trueodds.__file__).parents[1]
    environment = os.environ | ({} if place.name == "site-packages" else {"MYPYPATH": str(place)})
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    found = re.findall(r'Revealed type is "(.*)"', done.stdout.replace("builtins.", ""))  # which some versions write
    assert found == list(cases.values()), done.stdout + done.stderr
    [error] = re.findall(r": error: (.*)", done.stdout)
    assert 'assignment (expression has type "Rational", variable has type "int")' in error


FOLDER = ROOT / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


def code_cells(notebook):
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


def shown(cell):
    """Return the output of a cell without the bytes of pictures, which depend on matplotlib and fonts."""
    outputs = json.loads(json.dumps(cell["outputs"]))
    for output in outputs:
        if "text" in output:
            output["text"] = "".join(output["text"])
        for kind, data in output.get("data", {}).items():
            output["data"][kind] = "picture" if kind.startswith("image/") else "".join(data)
    return outputs


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")  # of the notebook software
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_reproduces_its_output(path, tmp_path, monkeypatch):
    for tool in ("nbclient", "ipykernel", "matplotlib"):
        pytest.importorskip(tool)
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path))
    monkeypatch.setenv("JUPYTER_RUNTIME_DIR", str(tmp_path))
    before = json.loads(path.read_text(encoding="utf-8"))
    after = load(FOLDER / "execute.py").execute(path)
    for old, new in zip(code_cells(before), code_cells(after), strict=True):
        assert shown(new) == shown(old), "".join(old["source"])
