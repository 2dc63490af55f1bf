"""Own games that need not end, on the command line: --infinite-play."""

import json

import pytest

from trueodds.cli import run

GAME = """
from fractions import Fraction
import trueodds

HALF = Fraction(1, 2)


def outcomes(seat, move):
    if move == "pass":
        return [(1, 1 - seat)]
    return [(HALF, None, 1 - seat), (HALF, None, 0 if seat == 0 else Fraction(1, 4))]


game = trueodds.Rules(0, lambda seat: ["pass", "toss"], outcomes, lambda seat: seat, name="standoff")
draw = trueodds.Rules(0, lambda seat: ["pass", "toss"], outcomes, lambda seat: seat, "standoff", Fraction(1, 2))
"""


@pytest.fixture(autouse=True)
def file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "standoff.py").write_text(GAME, encoding="utf-8")


def solved(capsys, *arguments):
    assert run(["solve", *arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_the_option_says_it_and_overrides_what_the_file_says(capsys):
    # Seat 1 tosses for 1/8 whatever infinite play is worth above that; seat 0 can have 1/2 at once.
    found = solved(capsys, "standoff.py:game", "--infinite-play", "1/2")
    assert (found["value"]["numerator"], found["value"]["denominator"]) == ("1", "2")
    assert found["best_moves"] == ["toss"]
    assert found["parameters"] == {"infinite_play": "1/2"}
    assert found == solved(capsys, "standoff.py:draw")
    assert "infinite play is worth 1/2: ranks at" in found["proof"]
    assert solved(capsys, "standoff.py:draw", "--infinite-play", "0.25")["parameters"] == {"infinite_play": "1/4"}


def test_without_it_one_line_names_it(capsys):
    assert run(["solve", "standoff.py:game"]) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.count("\n") == 1
    assert "--infinite-play P" in told.err


@pytest.mark.parametrize("wrong", ["half", "1/0", "0x1", "1e3", "", "1/2/3", "٣"])
def test_what_is_no_exact_number_is_refused_in_one_line(capsys, wrong):
    assert run(["solve", "standoff.py:game", "--infinite-play", wrong]) == 2
    assert capsys.readouterr().err == (
        f"trueodds: --infinite-play must be an exact number such as 1/2, not {wrong!r}\n"
    )


def test_all_commands_for_own_games_take_it(capsys):
    more = ["standoff.py:game", "--infinite-play", "1/2", "--quiet"]
    assert run(["strategy", *more]) == 0
    assert "toss" in capsys.readouterr().out
    assert run(["advise", *more]) == 0
    assert "toss" in capsys.readouterr().out
    assert run(["simulate", *more, "--games", "1000", "--seed", "1"]) == 0
    assert "1000" in capsys.readouterr().out.replace(",", "").replace(" ", "")


def test_a_play_that_never_ends_is_not_simulated_and_has_no_statistics(capsys):
    more = ["standoff.py:game", "--infinite-play", "-1", "--quiet"]
    assert run(["solve", *more, "--statistics"]) == 0  # seat 0 tosses
    passes = ["--first", "always pass", "--second", "always pass"]
    assert run(["simulate", "standoff.py:game", "--infinite-play", "1/2", *passes]) == 1
    told = capsys.readouterr().err
    assert "cannot be simulated with these strategies" in told
    assert told.count("\n") == 1


def test_a_match_that_can_only_go_on_for_ever_is_over(capsys, monkeypatch):
    """Here seat 1 passes for ever, and the player, too, has nothing else."""
    with open("standoff.py", "a", encoding="utf-8") as file:
        file.write("stuck = trueodds.Rules(0, lambda seat: ['pass'], outcomes, lambda seat: seat)\n")
    assert run(["play", "standoff.py:stuck", "--infinite-play", "1/2", "--quiet"]) == 0
    assert "A draw." in capsys.readouterr().out


def test_a_certificate_has_the_ranks_and_is_checked(capsys):
    assert run(["solve", "standoff.py:game", "--infinite-play", "1/2", "--certificate", "answer.odds"]) == 0
    with open("answer.odds", encoding="utf-8") as file:
        assert "infinite 1/2\n" in file
    capsys.readouterr()
    assert run(["check", "answer.odds"]) == 0
    assert "infinite play being worth 1/2; proved at 2 positions" in capsys.readouterr().out
    for own in ("game", "draw"):  # one says nothing of it; solved with the option, and the other without
        assert run(["check", "answer.odds", "--game", f"standoff.py:{own}"]) == 0
        assert capsys.readouterr().out.endswith("; the rules are those of standoff\n")
    assert run(["solve", "standoff.py:draw", "--certificate", "draw.odds"]) == 0
    assert run(["check", "draw.odds", "--game", "standoff.py:draw"]) == 0
    with open("standoff.py", "a", encoding="utf-8") as file:
        file.write("other = trueodds.Rules(0, draw.moves, outcomes, draw.seat, 'standoff', Fraction(1, 3))\n")
    capsys.readouterr()
    assert run(["check", "draw.odds", "--game", "standoff.py:other"]) == 1
    assert "infinite play is worth 1/2 in the file, 1/3 in the game" in capsys.readouterr().out
