"""`trueodds advise`: a line, JSON, and what is refused."""

import json

import pytest
from gmpy2 import mpq

import trueodds
from trueodds.cli import run

from ..command_line import output


def out(capsys, *arguments):
    return output(capsys, "advise", *arguments)


def test_the_line_says_what_the_solution_says(capsys):
    text = out(capsys, "risk-or-safety", "--me", "12", "--other", "7", "--open", "1")
    assert text == "bank: 90.5 %; toss again, once: 89.85 %, that is 0.6461 percentage points less\n"
    solution = trueodds.solve(trueodds.RiskOrSafety(20))
    bank, *more = solution.move_values((1, 12, 7)).values()
    assert [round(float(value), 6) for value in (bank, max(more), bank - max(more))] == [0.905008, 0.898547, 0.006461]


def test_the_position_is_told_from_my_side(capsys):
    arguments = ("risk-or-safety", "--target", "7", "--opponent-target", "3", "--heads", "2/5", "--json")
    data = json.loads(out(capsys, *arguments, "--me", "1", "--other", "2"))
    assert data["parameters"] == {"target": 7, "opponent_target": 3, "heads": "2/5"}
    assert data["position"] == {"me": 1, "other": 2, "open": 0}
    expected = trueodds.solve(trueodds.RiskOrSafety(7, 3, "2/5")).move_values((0, 1, 2, 0))
    assert {move["move"]: mpq(move["value"]) for move in data["moves"]} == expected


def test_coinball_against_a_fixed_opponent_whoever_is_to_call(capsys):
    for done in (6, 7):
        arguments = ("coinball", "--tosses", "10", "--tosses-done", str(done), "--lead", "-2", "--json")
        data = json.loads(out(capsys, *arguments, "--opponent", "always-rush"))
        game = trueodds.Coinball(10, opponent="always-rush", value_seat=done % 2)
        expected = trueodds.solve(game).move_values((done, -2, done % 2))
        assert {move["move"]: mpq(move["value"]) for move in data["moves"]} == expected
        assert len(expected) == 2


def test_a_game_of_ones_own(capsys, tmp_path):
    path = tmp_path / "own.py"
    path.write_text("import trueodds\ngame = trueodds.TheRace(2)\n", encoding="utf-8")
    place = f"{path}:game"
    assert out(capsys, place, "--position", "(0, 0, 1)").startswith("1 toss: 65.19 %; 2 tosses: 64.44 %, that is ")
    data = json.loads(out(capsys, place, "--position", "(0,0,1)", "--json"))
    assert data["best_moves"] == [1]
    assert out(capsys, place) == "1 toss: 47.41 %, the only move\n"
    assert run(["advise", place, "--position", "nowhere"]) == 2
    assert "printed as 'nowhere'; the start is (0, 0, 0)" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        ("risk-or-safety --me 20 --other 7", "(0, 20, 7) is not a position: with targets 20 and 20"),
        ("risk-or-safety --me -1 --other 7", "--me must be a whole number from 0, not '-1'"),
        ("risk-or-safety --other 7", "Missing option '--me'"),
        ("pig --me 30 --other 41 --turn-total 70", "is not a position"),
        ("greed --me 101 --other 0", "is not a position"),
        ("coinball --tosses-done 100 --lead 0", "is not a position"),
        ("coinball --tosses-done 5 --lead x", "--lead must be a whole number, not 'x'"),
        ("two-coins --flips-done 3 --score 7", "is not a position"),
        ("the-race --me 3 --other 100", "is not a position"),
        ("super-six --me 0 --other 3 --filled 3", "--me must be a whole number from 1, not '0'"),
        ("super-six --me 1 --other 3 --filled 6", "is not a position"),
        ("coinball --tosses-done 5 --lead 1.5", "--lead must be a whole number, not '1.5'"),
        ("coinball --tosses-done 5 --lead ٣", "--lead must be a whole number, not"),
        ("two-coins --flips-done 5 --score x", "--score must be a whole number, not 'x'"),
        ("chess", "advise chess: no such game; there are"),
    ],
)
def test_bad_input_is_refused_in_one_line(capsys, arguments, part):
    assert run(["advise", *arguments.split()]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert part in captured.err
