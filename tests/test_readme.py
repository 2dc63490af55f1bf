"""Every example in the README gives what it shows, and its commands are those that are tested."""

import doctest
import re
from pathlib import Path

import pytest

from trueodds.cli import run

README = Path(__file__).parents[1] / "README.md"
TEXT = README.read_text(encoding="utf-8")
SESSIONS = re.findall(r"```console\n\$ trueodds (.*)\n((?:.*\n)*?)```", TEXT)


def test_python_examples():
    failed, attempted = doctest.testfile(str(README), module_relative=False, encoding="utf-8")
    assert attempted > 4
    assert failed == 0


@pytest.mark.parametrize(("command", "shown"), SESSIONS)
def test_command_line_examples(command, shown, capsys):
    assert run(command.split()) == 0
    assert capsys.readouterr().out == shown


def test_the_first_command_runs_the_main_job(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    first = re.search(r"```sh\n(.* oeis bfile .*)\n```", TEXT).group(1)
    commands = [part.split() for part in first.split("&&") if "trueodds" in part]
    assert len(commands) == 2
    for command in commands:
        assert run(command[1:]) == 0
    assert (tmp_path / "b387261.txt").read_text().count("\n") == 80
    assert "b387261.txt" in capsys.readouterr().out


def test_there_are_sessions():
    assert len(SESSIONS) >= 4
