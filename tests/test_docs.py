"""The docs build, links are valid, every public name is documented, and all examples and commands are exact."""

import doctest
import importlib
import io
import pkgutil
import re
import runpy
import shlex
import sys
from pathlib import Path

import pytest

import trueodds
from trueodds.catalog.registry import list_games
from trueodds.cli import run
from trueodds.cli import trueodds as program

from .extras import need, need_for

ROOT = Path(__file__).parents[1]
DOCS, README = ROOT / "docs", ROOT / "README.md"
PAGES = [README, *sorted(DOCS.glob("*.md"))]
OTHERS = {"trueodds.__main__", "trueodds._cython"}  # a command, and a docstring that Cython writes for all kernels
MODULES = {"trueodds", *(module.name for module in pkgutil.walk_packages(trueodds.__path__, "trueodds."))} - OTHERS
SCRIPTS = {path.stem for path in DOCS.glob("*.py")}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Change to an empty folder for imports, and remove its modules afterwards."""
    before = set(sys.modules)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    yield tmp_path
    for name in set(sys.modules) - before:
        if (tmp_path / f"{name}.py").exists():
            del sys.modules[name]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_examples(page, folder, capsys, monkeypatch):
    need_for(page.name)
    text = page.read_text(encoding="utf-8")
    for name, code in re.findall(r"Save this as `([^`]+)`:\n\n```(?:python|text)\n(.*?)```", text, re.DOTALL):
        (folder / name).write_text(code, encoding="utf-8")
    for command, shown in re.findall(r"```console\n\$ trueodds (.*)\n((?:.*\n)*?)```", text):
        command, _, typed = command.partition(" < ")
        if typed:
            monkeypatch.setattr("sys.stdin", io.StringIO((folder / typed).read_text(encoding="utf-8")))
        assert run(shlex.split(command)) == 0
        begins, cut, nothing = shown.partition("…\n")  # lines too wide for the page are cut at the end
        printed = capsys.readouterr().out
        assert printed.startswith(begins) if cut and not nothing else printed == shown
    session = "\n".join(re.findall(r"```py(?:thon|con)\n(>>> .*?)```", text, re.DOTALL))
    assert session or page.name != "README.md"
    found = doctest.DocTestParser().get_doctest(session, {}, page.name, str(page), 0)
    assert doctest.DocTestRunner().run(found).failed == 0


def test_quoted_code_matches_the_source():
    page = next(page for page in PAGES if page.name == "add-a-game.md").read_text(encoding="utf-8")
    places = re.split(r"In\s`(src/trueodds/[\w/]+\.py)`", page)
    pieces = 0
    for name, text in zip(places[1::2], places[2::2], strict=True):
        source = (ROOT / name).read_text(encoding="utf-8")
        for block in re.findall(r"```python\n(?!>>>)(.*?)```", text, re.DOTALL):
            for piece in block.split("    # …\n"):
                assert piece in source, f"{name} has no such lines:\n{piece}"
                pieces += 1
    assert pieces >= 7


@pytest.mark.parametrize("name", [*sorted(MODULES), *sorted(SCRIPTS)])
def test_examples_in_docstrings(name, monkeypatch):
    need_for(f"docs/{name}.py" if name in SCRIPTS else name)
    monkeypatch.syspath_prepend(str(DOCS))
    doctest.linecache.clearcache()  # each docstring looks for changes of all files in it
    assert doctest.testmod(importlib.import_module(name)).failed == 0


TEXT = README.read_text(encoding="utf-8")
#: Commands whose output is not shown, and the first one, which follows the installation.
FIRST = re.search(r"```sh\n([^`]* oeis bfile [^`]*)\n```", TEXT).group(1)
LINES = [line for block in re.findall(r"```sh\n(trueodds .*?)```", TEXT, re.DOTALL) for line in block.splitlines()]


@pytest.mark.parametrize("line", [FIRST, *LINES])
def test_commands_of_the_readme(line, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.StringIO(""))  # `play` stops at the end of its input
    for command in line.split("&&"):
        words = shlex.split(command, comments=True)
        if not words[0].endswith("trueodds"):
            continue
        if re.search(r" plot .*\.(png|svg|pdf)\b", command):
            need("matplotlib")
        assert run(words[1:]) == 0
        if "--output" in words:
            assert Path(words[words.index("--output") + 1]).stat().st_size > 200
    said = capsys.readouterr()
    assert said.err.count("trueodds: ") == 0
    assert line != FIRST or ("b387261.txt" in said.out and Path("b387261.txt").read_text().count("\n") == 80)


def test_a_package_index_gets_no_relative_link(monkeypatch):
    for name in ("Cython", "setuptools"):
        pytest.importorskip(name, reason=f"no {name}, which builds the package")
    monkeypatch.chdir(ROOT)
    text = runpy.run_path("setup.py")["readme"]()
    links = re.findall(r"(!?)\[[^]]*\]\(([^)]*)\)", text)
    assert len(links) == len(re.findall(r"\]\(", TEXT)) > 10
    assert all(target.startswith("https://") for _, target in links)
    assert all("/raw/" in target for image, target in links if image)
    assert re.sub(r"https://[^)]*/(raw|blob)/main/", "", text) == TEXT


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
            of_the_reader = name in saved or Path(name).stem.isupper()
            if not (of_the_reader or any(file.endswith(f"/{name}") for file in files)):
                missing.append((page.name, name))
    assert missing == []


def test_reference_lists_all_public_names():
    pages = (path.read_text(encoding="utf-8") for path in DOCS.glob("reference*.md"))
    named = re.findall(r"^::: trueodds\.(\S+)$", "\n".join(pages), re.MULTILINE)
    assert public_names() <= set(named)
    assert {name for name in named if "." not in name} <= set(trueodds.__all__)


@pytest.mark.slow
def test_the_script_draws_the_figures(tmp_path, monkeypatch):
    pytest.importorskip("matplotlib")
    monkeypatch.syspath_prepend(str(DOCS))
    importlib.import_module("figures").draw(tmp_path)
    drawn = {path.name for path in tmp_path.iterdir()}
    kept = {path.name for path in (DOCS / "figures").iterdir()}
    assert kept == drawn | {"explore.png"}  # docs/photograph.py makes it, in a browser
