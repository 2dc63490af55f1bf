"""Games of one's own without a name, with odd parameters, with moves of any type: every command works with them."""

import io
import json
from fractions import Fraction

import pytest

import trueodds
from trueodds.cli import run

FILE = '''
from fractions import Fraction

import trueodds


class Bare(trueodds.Game):
    """No name; parameters that JSON knows nothing of; a position and a move that is no number and no text."""

    start = (0, 0)
    parameters = {"p": Fraction(1, 3), "faces": {1}, 3: None}

    def seat(self, position):
        return position[1]

    def moves(self, position):
        return ["wait", 1, Fraction(1, 2), frozenset({2})]

    def outcomes(self, position, move):
        points, seat = position
        if points == 2:
            return [trueodds.Outcome(Fraction(1), None, Fraction(1, 2))]
        won = Fraction(1, 2) if move == "wait" else Fraction(1, 3)
        after = (points + 1, 1 - seat)
        return [trueodds.Outcome(won, None, Fraction(1 - seat)), trueodds.Outcome(1 - won, after)]
'''
COMMANDS = {
    "solve": "Bare, p 1/3, faces {1}, 3 None",
    "solve --json": '"parameters": {"p": "1/3", "faces": "{1}", "3": null}',
    "solve --statistics": "if both play by the first best move",
    "strategy": "(0, 0): wait",
    "strategy --json": '"best_moves": ["wait", 1, "1/2", "frozenset({2})"]',
    "advise": "wait: ",
    "simulate --games 100 --seed 1": "Bare, p 1/3",
}


@pytest.fixture
def place(tmp_path):
    file = tmp_path / "odd.py"
    file.write_text(FILE, encoding="utf-8")
    return f"{file}:Bare"


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command(command, place, capsys):
    name, *options = command.split()
    assert run([name, place, *options]) == 0
    out = capsys.readouterr().out
    assert COMMANDS[command] in out
    if "--json" in options:
        assert json.loads(out)["game"] == "Bare"


def test_views(place):
    from trueodds.cli.own import load_game

    solution = trueodds.solve(load_game(place))
    assert "Bare, p 1/3" in solution._repr_html_()
    assert r"faces \{1\}" in solution._repr_latex_()
    assert solution.best_moves_at((2, 0)) == {"wait", 1, Fraction(1, 2), frozenset({2})}
    with pytest.raises(ValueError, match="Bare: there is no picture of it, for its positions have no two fields"):
        solution.plot()


def test_play(place, capsys, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO("wait\n" * 5))
    assert run(["play", place]) == 0
    assert "You move first" in capsys.readouterr().out


def test_a_class_made_of_functions_is_named_after_it():
    class Climb(trueodds.Rules):
        pass

    assert Climb(0, lambda at: ["go"], lambda at, move: [(1, None, 1)]).name == "Climb"
    assert trueodds.Rules(0, lambda at: ["go"], lambda at, move: [(1, None, 1)]).name == "own game"


def test_a_class_that_declares_nothing_shows_what_it_was_made_with():
    class Stairs(trueodds.Game):
        start = 0

        def __init__(self, top=3, up=Fraction(1, 2), *, start=0, colours=(), name="red"):
            self.top, self.up, self.colours = top, up, colours

        def seat(self, position):
            return 0

        def moves(self, position):
            return ["go"]

        def outcomes(self, position, move):
            return [(self.up, None, 1), (1 - self.up, None, 0)]

    solution = trueodds.solve(Stairs(top=5))
    assert solution.to_json()["parameters"] == {"top": 5, "up": "1/2"}
    assert repr(solution.game.parameters) == "{'top': 5, 'up': Fraction(1, 2)}"
