"""The examples in the README and the pages of docs/ are exact."""

import doctest
import io
import re
import shlex
import sys
from pathlib import Path

import pytest

from trueodds.cli import run

from .extras import need_for

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


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
    runner = doctest.DocTestRunner()
    runner.run(doctest.DocTestParser().get_doctest(session, {}, page.name, str(page), 0))
    assert runner.failures == 0


def test_quoted_code_matches_the_source():
    page = next(page for page in PAGES if page.name == "add-a-game.md").read_text(encoding="utf-8")
    places = re.split(r"In\s`(src/trueodds/[\w/]+\.py)`", page)
    pieces = 0
    for name, text in zip(places[1::2], places[2::2], strict=True):
        source = (Path(__file__).parents[1] / name).read_text(encoding="utf-8")
        for block in re.findall(r"```python\n(?!>>>)(.*?)```", text, re.DOTALL):
            for piece in block.split("    # …\n"):
                assert piece in source, f"{name} has no such lines:\n{piece}"
                pieces += 1
    assert pieces >= 7
