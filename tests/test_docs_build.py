"""The docs are built without a warning, name every public function, and their figures are there."""

import importlib.util
import re
import subprocess
import sys
from pathlib import Path

import pytest

import trueodds

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
TOOLS = ("mkdocs", "mkdocstrings", "mkdocstrings_handlers.python", "pymdownx")


def missing():
    for name in TOOLS:
        try:
            if importlib.util.find_spec(name) is None:
                return name
        except ModuleNotFoundError:
            return name
    return None


@pytest.mark.skipif(missing() is not None, reason=f"{missing()} is not installed: pip install 'trueodds[docs]'")
def test_built_with_warnings_as_errors(tmp_path):
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    reference = (tmp_path / "reference" / "index.html").read_text(encoding="utf-8")
    for name in trueodds.__all__:
        if name != "__version__":
            assert f'id="trueodds.{name}"' in reference, name
    assert "Fraction" in reference  # signatures and text, not headings alone


def test_the_reference_names_all_that_is_public():
    named = re.findall(r"^::: trueodds\.(\w+)$", (DOCS / "reference.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted([*named, "__version__"]) == sorted(trueodds.__all__)


def test_every_page_has_its_place():
    places = re.findall(r"[\w-]+\.md", (ROOT / "mkdocs.yml").read_text(encoding="utf-8"))
    assert sorted(places) == sorted(path.name for path in DOCS.glob("*.md"))


def test_figures_are_small_and_those_that_the_script_draws(tmp_path):
    pytest.importorskip("matplotlib")
    specification = importlib.util.spec_from_file_location("figures", DOCS / "figures.py")
    figures = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(figures)
    figures.draw(tmp_path)
    drawn = {path.name for path in tmp_path.iterdir()}
    assert {path.name for path in (DOCS / "figures").iterdir()} == drawn
    assert all((DOCS / "figures" / name).stat().st_size < 100_000 for name in drawn)
    shown = {name for page in DOCS.glob("*.md") for name in re.findall(r"\(figures/([^)]+)\)", page.read_text("utf-8"))}
    assert shown == drawn
