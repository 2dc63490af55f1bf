"""Every command has help that fits, examples that work, and options that can be given only once."""

import shlex

import click

from trueodds.cli import output, run, trueodds
from trueodds.cli.games import GameCommands


def commands(group, path=()):
    for name in group.list_commands(None):
        command = group.get_command(None, name)
        yield (*path, name), command
        if isinstance(command, click.Group):
            yield from commands(command, (*path, name))


ALL = dict([((), trueodds), *commands(trueodds)])
LEAVES = {path: command for path, command in ALL.items() if not isinstance(command, click.Group)}
OWN = [click.Command("own", params=list(one.own_options)) for one in ALL.values() if type(one) is GameCommands]


def test_help_fits_80_columns_uses_up_to_100_and_shows_the_examples(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    for path, command in ALL.items():
        assert run([*path, "--help"]) == 0
        text = capsys.readouterr().out
        assert text.startswith(f"Usage: trueodds{''.join(f' {word}' for word in path)}")
        assert all(len(line) <= 80 for line in text.splitlines())
        assert all(f"\n  {line}\n" in text for line in getattr(command, "examples", ()))
        if isinstance(command, click.Group):
            assert (run(path), capsys.readouterr().out) == (2, text)  # the same without --help
    monkeypatch.setenv("COLUMNS", "120")
    assert run(["solve", "pig", "--help"]) == 0
    assert 90 < max(map(len, capsys.readouterr().out.splitlines())) <= 100


def test_the_examples_can_be_typed():
    lines = {line for command in ALL.values() for line in getattr(command, "examples", ())}
    assert len(lines) > 60
    for words in (shlex.split(line)[1:] for line in lines):
        if any(".py:" in word or word.endswith(".prism") for word in words):
            continue  # the file does not exist
        command, context = trueodds, None
        while isinstance(command, click.Group):
            context = click.Context(command, context, words[0])
            command = command.get_command(context, words.pop(0))
        command.make_context(command.name, words, context)  # refuses what it cannot read


def test_every_option_for_an_output_knows_its_suffixes():
    """Checkpoints may have any name, because they are not output."""
    for command in (*LEAVES.values(), *OWN):
        for option in command.params:
            if {"-o", "--output", "--record", "--certificate"} & set(option.opts) and command.name != "verify":
                assert isinstance(option.type, output.OutputFile), (command.name, option.opts)


def test_every_command_refuses_every_repeated_option_that_takes_one_value(capsys):
    single = [
        (path, max(one.opts, key=len), [] if one.is_flag else ["1"])
        for path, command in LEAVES.items()
        for one in command.params
        if isinstance(one, click.Option) and not one.multiple and (not one.is_flag or one.secondary_opts)
    ]
    assert len(single) > 200  # it concerns all games; each command is tried with one of them
    for path, word, value in {(path[:1], word): (path, word, value) for path, word, value in single}.values():
        assert run([*path, *[word, *value] * 2]) == 2
        assert capsys.readouterr().err == f"trueodds: {word} can be given only once\n"
