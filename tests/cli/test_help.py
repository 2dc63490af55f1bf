"""What the help texts say: whole sentences, and examples that can be typed."""

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


@pytest.mark.parametrize("path", ALL, ids=" ".join)
def test_nothing_is_cut_off_on_80_columns(path, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    assert run([*path, "--help"]) == 0
    text = capsys.readouterr().out
    assert "..." not in text.replace("[ARGS]...", "").replace("FILE...", "").replace("RULE...", "")
    assert all(len(line) <= 80 for line in text.splitlines())


@pytest.mark.parametrize("path", ALL, ids=" ".join)
def test_paragraphs_are_not_indented_further_than_the_first(path, capsys):
    assert run([*path, "--help"]) == 0
    text = capsys.readouterr().out.partition("Options:")[0]
    assert not [line for line in text.splitlines() if line.startswith("      ")]


@pytest.mark.parametrize("path", ALL, ids=" ".join)
def test_the_examples_can_be_typed(path):
    lines = [line.strip() for line in (ALL[path].help or "").splitlines()]
    for words in (shlex.split(line)[1:] for line in lines if line.startswith("trueodds ")):
        command, context = trueodds, None
        while isinstance(command, click.Group):
            context = click.Context(command, context, words[0])
            command = command.commands[words.pop(0)]
        command.make_context(command.name, words, context)  # complains of what it cannot read
