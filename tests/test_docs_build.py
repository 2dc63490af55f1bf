"""The docs build without warnings, links are valid, and every public name is documented."""

import importlib
import re
from pathlib import Path

import pytest

import trueodds
from trueodds.catalog.registry import list_games
from trueodds.cli import trueodds as program

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"

#: Files of the project; NAME.py and similar names are files of the reader.
SUFFIXES = (".py", ".pyx", ".pxd", ".h", ".js", ".toml", ".yml")


def public_names():
    """Return all public names of trueodds and of its public submodules."""
    modules = ("claims", "oeis", "risk_or_safety", "two_coins")
    found = {f"{name}.{one}" for name in modules for one in getattr(trueodds, name).__all__}
    return found | set(trueodds.__all__) - {"__version__", *modules}


@pytest.mark.slow
def test_nothing_is_loaded_from_other_sites(site):
    """Links between pages are checked when the docs are built, with warnings as errors."""
    for page in site.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        assert not re.findall(r'<(?:script|img|iframe)[^>]* src="?(?:https?:)?//[^"]*', text), page
        assert not re.findall(r'<link[^>]* rel="?stylesheet"?[^>]* href="?(?:https?:)?//', text), page


@pytest.mark.slow
def test_generated_pages_are_complete(site):
    for name in list_games():
        assert f'src="../../live/{name}.html"' in (site / "games" / name / "index.html").read_text(encoding="utf-8")
        assert (site / "live" / f"{name}.html").stat().st_size > 20_000
    for name in program.list_commands(None):
        command = program.get_command(None, name)
        page = (site / "commands" / name / "index.html").read_text(encoding="utf-8")
        options = [one.opts[0] for one in command.params if not getattr(one, "hidden", True)]  # arguments have none
        assert [one for one in options if one not in page] == []
    reference = "".join(page.read_text(encoding="utf-8") for page in site.glob("reference*/index.html"))
    for name in public_names():
        assert f'id="trueodds.{name}"' in reference, name
        assert f'<td><a href="#trueodds.{name}">' in reference, name  # listed on a page
    architecture = (site / "ARCHITECTURE" / "index.html").read_text(encoding="utf-8")
    assert all(path.name in architecture for path in (ROOT / "src").rglob("*.py*") if path.suffix in (".py", ".pyx"))
    mathematics = (site / "mathematics" / "index.html").read_text(encoding="utf-8")
    assert "<math" in mathematics
    assert "arithmatex" not in mathematics


@pytest.mark.skipif(not (ROOT / "src").exists(), reason="tests of an installed package, without its sources")
def test_files_named_in_the_docs_exist():
    folders = ("src", "tests", "tools", "bench", "docs", "notebooks", ".github")
    files = ["/mkdocs.yml", *(path.as_posix() for folder in folders for path in (ROOT / folder).rglob("*.*"))]
    missing = []
    for page in [*DOCS.glob("*.md"), ROOT / "README.md", ROOT / "CONTRIBUTING.md"]:
        text = page.read_text(encoding="utf-8")
        saved = {"my.py", *re.findall(r"Save\sthis\sas `([^`]+)`", text)}
        for name in re.findall(rf"`([\w./-]+(?:{'|'.join(map(re.escape, SUFFIXES))}))(?:: \w+)?`", text):
            if (
                name not in saved
                and not Path(name).stem.isupper()
                and not any(file.endswith(f"/{name}") for file in files)
            ):
                missing.append((page.name, name))
    assert missing == []


def test_reference_lists_all_public_names():
    pages = (path.read_text(encoding="utf-8") for path in DOCS.glob("reference*.md"))
    named = re.findall(r"^::: trueodds\.(\S+)$", "\n".join(pages), re.MULTILINE)
    assert public_names() <= set(named)
    assert {name for name in named if "." not in name} <= set(trueodds.__all__)


@pytest.fixture
def scripts(monkeypatch):
    """Import a script of docs/ by name."""
    monkeypatch.syspath_prepend(str(DOCS))
    return importlib.import_module


@pytest.mark.slow
def test_the_script_draws_the_figures(scripts, tmp_path):
    pytest.importorskip("matplotlib")
    scripts("figures").draw(tmp_path)
    drawn = {path.name for path in tmp_path.iterdir()}
    kept = {path.name for path in (DOCS / "figures").iterdir()}
    assert kept == drawn | {"explore.png"}  # docs/photograph.py makes it, in a browser
