"""The commands in the README work; `test_docs` compares their output."""

import io
import re
import runpy
import shlex
from pathlib import Path

import pytest

from trueodds.cli import run

from .extras import need_for_command

README = Path(__file__).parents[1] / "README.md"
TEXT = README.read_text(encoding="utf-8")


def test_the_first_command_runs_the_main_job(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    first = re.search(r"```sh\n([^`]* oeis bfile [^`]*)\n```", TEXT).group(1)
    commands = [part.split() for part in first.split("&&") if "trueodds" in part]
    assert len(commands) == 2
    for command in commands:
        assert run(command[1:]) == 0
    assert (tmp_path / "b387261.txt").read_text().count("\n") == 80
    assert "b387261.txt" in capsys.readouterr().out


def shell_lines():
    blocks = re.findall(r"```sh\n(trueodds .*?)```", TEXT, re.DOTALL)
    return [line for block in blocks for line in block.splitlines()]


@pytest.mark.parametrize("line", shell_lines())
def test_other_commands_run(line, tmp_path, monkeypatch, capsys):
    need_for_command(line)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.StringIO(""))  # `play` stops at the end of its input
    words = shlex.split(line, comments=True)
    assert run(words[1:]) == 0
    if "--output" in words:
        assert Path(words[words.index("--output") + 1]).stat().st_size > 200
    assert "trueodds: " not in capsys.readouterr().err


def test_a_package_index_gets_no_relative_link(monkeypatch):
    for name in ("Cython", "setuptools"):
        pytest.importorskip(name, reason=f"no {name}, which builds the package")
    monkeypatch.chdir(README.parent)
    text = runpy.run_path("setup.py")["readme"]()
    links = re.findall(r"(!?)\[[^]]*\]\(([^)]*)\)", text)
    assert len(links) == len(re.findall(r"\]\(", TEXT)) > 10
    assert all(target.startswith("https://") for _, target in links)
    assert all("/raw/" in target for image, target in links if image)
    assert re.sub(r"https://[^)]*/(raw|blob)/main/", "", text) == TEXT
