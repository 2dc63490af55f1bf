"""User-defined games and models: what goes wrong in their files, what other programs read, and what is not opened."""

import os
import shlex
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.shell_completion import ShellComplete

import trueodds
from trueodds.cli import run
from trueodds.cli import trueodds as program
from trueodds.formats.answer import MAX_BOUNDED

from ..extras import need


def test_a_picture_in_a_file_is_that_of_plain_characters(say, own, monkeypatch):
    """A stand-in for matplotlib writes the titles."""
    drawn = SimpleNamespace(draw_figure=list, save=lambda found, path: Path(path).write_text(found[0].title))
    monkeypatch.setitem(sys.modules, "trueodds.views.plot", drawn)
    for options in ("", "--kind odds", "--at part_3=1", "--fields part_1,part_3 --at 'part_2 = 1'"):
        say(f"plot own.py:Race {options} -o map.svg")
        assert say(f"plot own.py:Race {options}").startswith((own / "map.svg").read_text() + "\n")


@pytest.mark.parametrize(
    ("line", "parts"),
    [
        ("solve own.py:broken", ["ZeroDivisionError", "raised by", "player / 0", "outcomes of move 'go' at 0"]),
        ("solve wrong.py:game", ["SyntaxError", "x = = 5", "raised by wrong.py"]),
        ("solve ends.py:game", ["trueodds: ends.py cannot be loaded: it raised SystemExit(0)\n"]),
        ("solve empty.py:game", ["trueodds: empty.py has no 'game'\n"]),
        ("solve cli.py:game", ["trueodds: cli.py: no such file\n"]),
        ("solve own.py:Dice --sides x --chance 1/3", ["TypeError", "called with sides='x', chance=Fraction(1, 3)\n"]),
        ("sweep own.py:Dice --over sides=12..14", ["at sides=13: no die has 13 sides", "Dice called with sides=13\n"]),
    ],
)
def test_what_their_code_raises_comes_with_its_own_traceback(own, capsys, line, parts):
    (own / "wrong.py").write_text("x = = 5\n", encoding="utf-8")
    (own / "ends.py").write_text("import sys; sys.exit(0)\n", encoding="utf-8")
    (own / "cli.py").mkdir()
    (own / "empty.py").touch()
    assert run(line.split()) == 2
    printed = capsys.readouterr().err
    assert all(part in printed for part in parts), printed
    assert "solver/model.py" not in printed  # only frames of the user's code
    assert "importlib" not in printed


def test_a_certificate_of_rules_that_were_changed_is_not_proved(say, own):
    say("solve own.py:game --certificate own.odds")
    rules = (own / "own.py").read_text()
    (own / "a=b.py").write_text(rules)
    assert 'the rules are those of "own game"' in say("check own.odds --game=a=b.py:game")
    (own / "own.py").write_text(rules.replace("(half, 1 - player)]", "(half, None, 0)]", 1))
    assert run(["check", "own.odds", "--game", "own.py:game"]) == 1


@pytest.mark.skipif(os.name != "posix", reason="this system allows no colon in the name of a folder")
def test_a_folder_may_have_a_colon_as_a_drive_has(say, own):
    own.joinpath("a:b").mkdir()
    own.joinpath("own.py").rename(own / "a:b/own.py")
    assert "\n2,1/4," in say("sweep a:b/own.py:Dice --over sides=2")
    assert "from own import Take" in say("oeis draft a:b/own.py:Take-numerators --terms 3")


@pytest.mark.parametrize("stand_in", [False, True])
def test_games_of_openspiel(stand_in, own, say, capsys, monkeypatch):
    def load(name, infinite_play=None):
        game = trueodds.Rules(name, lambda at: [1, 2], lambda at, move: [(1, None, 1)])
        game.remark = f"infinite play is worth {infinite_play}"
        return game

    if stand_in:
        monkeypatch.setattr("trueodds.formats.openspiel.load_openspiel", load)
    else:
        need("pyspiel")
    assert run(["solve", "openspiel:nim(pile_sizes=1;1)", "--infinite-play", "1/4"]) == 0
    assert "infinite play is worth 1/4" in capsys.readouterr().err
    printed = say("play 'openspiel:nim(pile_sizes=1;2)' --seed 5 --record game.json", typed="1\n" * 40)
    command = shlex.split(printed.splitlines()[-1].partition("trueodds ")[2])
    for words in (command, ["review", "game.json"]):
        assert "moved first" in say(words)


@pytest.mark.parametrize(
    ("options", "asked"),
    [
        ("", ("", {"steps": "7", "colour": "5"}, None, None, MAX_BOUNDED)),
        ("--property A", ("A", {}, None, None, None)),
        ("--property A --bounds", ("A", {}, None, None, MAX_BOUNDED)),
        ("--property A --max-positions 7", ("A", {}, None, None, 7)),
        ("--property A --bounds --max-positions 7", ("A", {}, None, None, 7)),
        ("--property A --format prism --nearest 9", ("A", {}, "prism", 9, None)),
        ("--property A --const N=1,M=2 --const K=3", ("A", {"N": "1", "M": "2", "K": "3"}, None, None, None)),
        ("--property-file a:b.props:two --const N=1,M=2", ('"two": P=? [ F x=2 ]', {"N": "1"}, None, None, None)),
        ("--property-file a:b.props:one", ('"one": P=? [ F x=1 ]', {}, None, None, None)),
        ("--property-file one.props", ('"one": P=? [ F x=1 ]', {}, None, None, None)),
    ],
)
def test_the_reader_of_a_model_gets_all_options(say, own, monkeypatch, options, asked):
    def read(place, *given, format=None, nearest=None, max_positions):
        raise ValueError(repr((*given, format, nearest, max_positions)))

    (own / "m.tra").touch()
    (own / "a:b.props").write_text('const int M;\n"one": P=? [ F x=1 ];\n"two": P=? [ F x=M ];\n')
    (own / "one.props").write_text('"one": P=? [ F x=1 ];\n')
    monkeypatch.setattr("trueodds.formats.read.read_model", read)
    say("solve own.py:Steps --steps 7 --colour 5 --certificate a.odds")
    assert say(f"solve m.tra {options}" if options else "check a.odds --game m.tra", status=2) == repr(asked)


def test_completion_opens_no_file(own, capsys):
    (own / "loud.py").write_text("print('opened')\nimport trueodds\n", encoding="utf-8")
    for words in (["solve", "loud.py:game"], ["check", "a.odds", "--game", "loud.py:game"]):
        found = ShellComplete(program, {}, "trueodds", "_X").get_completions(words, "--")
        assert "--json" in {one.value for one in found}
    assert "opened" not in capsys.readouterr().out
