"""An option that takes one value is refused when it is given twice, whatever the command."""

import click
import pytest

from trueodds.cli import run, trueodds

OWN = "import trueodds\ndef game(size=3):\n    return trueodds.Pig(target=size)\n"


def commands(group, path=()):
    """Each command with the words that name it."""
    for name, command in group.commands.items():
        if isinstance(command, click.Group):
            yield from commands(command, (*path, name))
        else:
            yield (*path, name), command


def repeat(option, times):
    """The words of an option, with some value if it takes one."""
    word = max(option.opts, key=len)
    return [word] * times if option.is_flag else [word, "1"] * times


def is_single(option):
    return not option.multiple and (not option.is_flag or bool(option.secondary_opts))


OPTIONS = [
    (path, one) for path, command in commands(trueodds) for one in command.params if isinstance(one, click.Option)
]


def test_every_command_refuses_every_option_that_takes_one_value(capsys):
    single = [(path, one) for path, one in OPTIONS if is_single(one)]
    assert len(single) > 200
    for path, one in single:
        for times, often in ((2, "twice"), (3, "3 times")):
            assert run([*path, *repeat(one, times)]) == 2
            message = f"trueodds: {max(one.opts, key=len)} is given {often}; give it once\n"
            assert capsys.readouterr().err == message


@pytest.mark.parametrize(
    ("words", "name"),
    [
        (("solve", "{game}", "--size", "2", "--size=3"), "--size"),
        (("solve", "m.prism", "--property", "a", "--property", "b"), "--property"),
        (("strategy", "m.tra", "--property-file", "a", "--property-file", "b"), "--property-file"),
        (("solve", "pig", "-o", "a", "--output=b"), "--output"),
        (("solve", "pig", "-oa", "--target", "3", "-ob"), "--output"),
        (("play", "pig", "--costs", "--no-costs"), "--costs"),
    ],
)
def test_every_spelling_and_every_kind_of_game(words, name, capsys, tmp_path):
    (tmp_path / "own.py").write_text(OWN)
    assert run([word.format(game=f"{tmp_path / 'own.py'}:game") for word in words]) == 2
    assert capsys.readouterr().err == f"trueodds: {name} is given twice; give it once\n"


def test_what_may_be_repeated_still_may(capsys):
    assert run(["solve", "pig", "--target", "2", "--json", "--json", "--quiet", "--quiet"]) == 0
    capsys.readouterr()
    assert run(["solve", "pig", "--target", "2", "--nonsense", "--target", "3"]) == 2
    assert "--nonsense" in capsys.readouterr().err
    assert run(["solve", "pig", "--", "--target", "--target"]) == 2
    assert "twice" not in capsys.readouterr().err
    assert run(["solve", "no.prism", "--const", "N=1", "--const", "M=2", "--property", "P=? [ F true ]"]) == 2
    assert "twice" not in capsys.readouterr().err
