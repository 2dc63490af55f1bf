"""`trueodds games`, and the commands for games other than the first and for games of one's own."""

import json

import pytest
from gmpy2 import mpq

import trueodds
from trueodds.cli import run
from trueodds.cli import trueodds as trueodds_group
from trueodds.cli.games import usage
from trueodds.cli.options import declared_options
from trueodds.parameters import declared_parameters

from ..command_line import output
from ..small import ENTRIES

OWN = """
from fractions import Fraction
import trueodds

half = Fraction(1, 2)
toss = lambda player, move: [(half, None, 1 - player), (half, 1 - player)]
game = trueodds.Rules(0, lambda player: ["toss"], toss, lambda player: player)
made = lambda: game
floats = trueodds.Rules(0, lambda player: ["toss"], lambda player, move: [(0.5, 1)])
endless = trueodds.Rules(0, lambda player: ["go"], lambda player, move: [(1, 1 - player)])
endless_end = trueodds.Rules(0, lambda player: ["go"], lambda player, move: [(half, player + 1), (half, None, 1)])
broken = trueodds.Rules(0, lambda player: ["go"], lambda player, move: player / 0)
needs_more = lambda number: game
no_list = trueodds.Rules(0, lambda player: ["go"], lambda player, move: None)


def out_of_memory():
    def moves(player):
        raise MemoryError

    return trueodds.Rules(0, moves, moves)


class Unfinished(trueodds.Game):
    pass


number = 5
"""


@pytest.fixture
def own(tmp_path):
    path = tmp_path / "own.py"
    path.write_text(OWN, encoding="utf-8")
    return path


def test_games_are_listed_with_their_options(capsys):
    text = output(capsys, "games")
    for entry in ENTRIES:
        assert " ".join(f"{entry.name} {usage(entry)} {entry.summary}".split()) in " ".join(text.split())
    assert all(len(line) <= 80 for line in text.splitlines())
    assert {row["name"] for row in json.loads(output(capsys, "games", "--json"))} == {entry.name for entry in ENTRIES}


def test_statistics_of_a_game(capsys):
    data = json.loads(output(capsys, "solve", "the-race", "--target", "1", "--statistics", "--json"))
    assert data["statistics"]["results"] == {"1": "2/3", "0": "1/3"}
    text = output(capsys, "solve", "the-race", "--target", "1", "--statistics")
    assert "value of the start for the player who moves second:\n  1/3\n" in text
    assert "  win 2/3 " in text


def test_strategy_position_by_position(capsys):
    text = output(capsys, "strategy", "the-race", "--target", "2")
    assert text.startswith(
        "the-race, target 2\n(first, second, seat): best move, value for the player who moves second\n(0, 0, 0): 1  ≈ "
    )
    assert len(text.splitlines()) == 10
    assert "(1, 0, 1): 2  = 0.4\n" in text
    data = json.loads(output(capsys, "strategy", "the-race", "--target", "2", "--json"))
    assert len(data["positions"]) == 8
    assert data["positions"][0]["best_moves"] == [1]


def test_own_game(own, capsys):
    for name in ("game", "made"):
        data = json.loads(output(capsys, "solve", f"{own}:{name}", "--json"))
        assert mpq(data["value"]["numerator"]) / mpq(data["value"]["denominator"]) == mpq(2, 3)
    assert output(capsys, "strategy", f"{own}:game") == (
        "own game\nposition: best move, value for the player who moves first\n"
        "0: toss  ≈ 0.666666666666667\n1: toss  ≈ 0.333333333333333\n"
    )
    assert output(capsys, "solve", f"{own}:game").startswith("own game\n")


@pytest.mark.parametrize(
    ("name", "options", "status", "message"),
    [
        (
            "nothing",
            (),
            2,
            "has no 'nothing'; games there: game, made, floats, endless, endless_end, broken, no_list, "
            "out_of_memory, Unfinished",
        ),
        ("number", (), 2, "is not a trueodds.Game, such as trueodds.Rules makes, but int"),
        ("floats", (), 2, "the probability 0.5 (float) of move 'toss' at 0 must be an exact rational"),
        ("endless", (), 1, "the game can go on for ever"),
        ("endless_end", ("--max-positions", "50"), 2, "more than 50 positions"),
        ("", (), 2, "your own game is FILE.py:NAME"),
        ("two words", (), 2, "your own game is FILE.py:NAME"),
    ],
)
def test_own_games_that_are_none(own, capsys, name, options, status, message):
    assert run(["solve", f"{own}:{name}", *options]) == status
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert captured.err.startswith("trueodds: ")
    assert message in captured.err


def test_no_such_file(capsys):
    assert run(["solve", "/no/such/file.py:game"]) == 2
    assert capsys.readouterr().err == "trueodds: /no/such/file.py: no such file\n"


def test_what_the_users_code_raises_comes_with_its_own_traceback(own, capsys):
    assert run(["solve", f"{own}:broken"]) == 2
    told = capsys.readouterr().err
    assert told.startswith("Traceback")
    assert "ZeroDivisionError" in told
    assert "raised by" in told
    assert "player / 0" in told
    assert "outcomes of move 'go' at 0" in told
    assert "solver/model.py" not in told  # no frames but theirs


@pytest.mark.parametrize(
    ("name", "part"),
    [
        ("needs_more", "missing 1 required positional argument: 'number'; raised by"),
        ("Unfinished", "Can't instantiate abstract class Unfinished"),
        ("no_list", "'NoneType' object is not iterable; raised by the rules of own game: outcomes of move 'go' at 0"),
        ("out_of_memory", "out of memory"),
    ],
)
def test_a_mistake_that_no_line_of_theirs_raised_takes_one_line(own, capsys, name, part):
    assert run(["solve", f"{own}:{name}"]) == 2
    told = capsys.readouterr().err
    assert told.startswith("trueodds: ")
    assert told.count("\n") == 1
    assert part in told


@pytest.mark.parametrize("status", [0, 3])
def test_a_file_that_ends_python_is_no_answer(tmp_path, capsys, status):
    path = tmp_path / "ends.py"
    path.write_text(f"import sys; sys.exit({status})\n", encoding="utf-8")
    assert run(["solve", f"{path}:game"]) == 2
    assert capsys.readouterr().err == f"trueodds: {path} ended Python by SystemExit({status}) when it was opened\n"


def test_a_file_with_a_mistake_comes_with_its_own_traceback(tmp_path, capsys):
    path = tmp_path / "wrong.py"
    path.write_text("x = = 5\n", encoding="utf-8")
    assert run(["solve", f"{path}:game"]) == 2
    told = capsys.readouterr().err
    assert "SyntaxError" in told
    assert "importlib" not in told  # no frames but theirs
    assert "x = = 5" in told


def test_methods_give_the_same(capsys):
    game = trueodds.RiskOrSafety(6)
    for method in trueodds.methods(game):
        data = json.loads(output(capsys, "solve", "risk-or-safety", "--target", "6", "--method", method, "--json"))
        assert mpq(data["value"]["numerator"]) / mpq(data["value"]["denominator"]) == trueodds.solve(game).value


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.name)
def test_one_usual_size_in_all_commands(entry):
    """No command asks for a game's size, and none has another one than the rules or the entry say."""
    parameters = {one.name: one for one in declared_options(entry.game)}
    for verb in ("solve", "strategy", "plot", "explore", "play", "simulate", "advise"):
        taken = {one.name: one for one in trueodds_group.commands[verb].commands[entry.name].params}
        for name in declared_parameters(entry.game).keys() & taken.keys():
            assert not taken[name].required
            assert taken[name].default == entry.usual.get(name, parameters[name].default)
