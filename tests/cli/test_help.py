"""The examples in help texts can be typed, and every kind of command has its help."""

import shlex

import click
import pytest

from trueodds.cli import run, trueodds


def commands(group, path=()):
    for name, command in group.commands.items():
        yield (*path, name), command
        if isinstance(command, click.Group):
            yield from commands(command, (*path, name))


ALL = dict([((), trueodds), *commands(trueodds)])


@pytest.mark.parametrize("path", [path for path in ALL if len(path) < 2] + [("solve", "pig"), ("oeis", "draft")])
def test_help_fits_80_columns(path, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    assert run([*path, "--help"]) == 0
    text = capsys.readouterr().out
    assert text.startswith(f"Usage: trueodds{''.join(f' {word}' for word in path)}")
    assert all(len(line) <= 80 for line in text.splitlines())


def test_the_examples_can_be_typed():
    lines = {line for command in ALL.values() for line in getattr(command, "examples", ())}
    assert len(lines) > 60
    for words in (shlex.split(line)[1:] for line in lines):
        if "FILE.py:NAME" in words or any(".py:" in word for word in words):
            continue  # the file is not there
        command, context = trueodds, None
        while isinstance(command, click.Group):
            context = click.Context(command, context, words[0])
            command = command.commands[words.pop(0)]
        command.make_context(command.name, words, context)  # complains of what it cannot read


def test_defaults_are_shown(capsys, tmp_path):
    assert run(["solve", "risk-or-safety", "--help"]) == 0
    text = " ".join(capsys.readouterr().out.split())
    for words in ("[default: 20]", "[default: the same as --target]", "[default: 1/2]"):
        assert words in text
    (tmp_path / "own.py").write_text("import trueodds\ndef make(size=5):\n    return trueodds.Pig(size)\n")
    assert run(["solve", f"{tmp_path}/own.py:make", "--help"]) == 0
    assert "[default: 5]" in capsys.readouterr().out
