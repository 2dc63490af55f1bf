"""`trueodds play`: at a prompt, from a pipe, and when it is interrupted."""

import importlib
import io
import os
import signal
import subprocess
import sys
import time

import pytest

from trueodds.cli import run

OWN = """
from fractions import Fraction
import trueodds

half = Fraction(1, 2)
outcomes = lambda at, move: [(half, None, at[0])] * 2 if move == "stop" else [(half, (at[0] + 1,)), (half, None, 0)]
game = trueodds.Rules((0,), lambda at: ["go on", "stop"] if at[0] < 3 else ["stop"], outcomes)
"""


@pytest.fixture
def played(monkeypatch, capsys):
    def play(typed, *arguments):
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        assert run(["play", *arguments]) == 0
        captured = capsys.readouterr()
        assert captured.err == ""
        return captured.out

    return play


def test_a_game_with_all_that_can_be_typed(played):
    typed = "x\nodds\nt\nb\nhelp\nu\nt\nquit\n"
    assert (
        played(typed, "risk-or-safety", "--target", "5", "--seed", "3")
        == """\
risk-or-safety, target 5. You move first, against the optimal player.
Type help for a list of commands.
You: toss. Heads, 1 open.
You have 0 + 1 open, the opponent 0 (to win: 5).
bank or toss? x
'x' is not a move here. Type help for a list of commands.
bank or toss? odds
    bank  59.84 % (97921/163625)
  * toss  59.9 % (1153/1925)
bank or toss? t
  Best.
You: toss. Heads, 2 open.
You have 0 + 2 open, the opponent 0 (to win: 5).
bank or toss? b
  Best.
You: bank. 2 points saved, 2 now.
Opponent: toss. Tails.
You: toss. Heads, 1 open.
You have 2 + 1 open, the opponent 0 (to win: 5).
bank or toss? help
Toss a coin. Heads is an open point; tails loses all open points and the turn.
Bank them, or toss again.
Type a move, its beginning, or its place in the list. Also:
  odds  what each move is worth (* marks the best)
  undo  take your last decision back; chance repeats
  help  this text
  quit  stop (so does the end of input)
bank or toss? u
You have 0 + 2 open, the opponent 0 (to win: 5).
bank or toss? t
  That cost 7.013 percentage points (27/385); best was bank.
You: toss. Tails, 2 points lost.
Opponent: toss. Tails.
You: toss. Heads, 1 open.
You have 0 + 1 open, the opponent 0 (to win: 5).
bank or toss? quit
Your play: 2 decisions, 1 best; given away 7.013 percentage points (27/385); 1
  taken back
"""
    )


def test_sizes_that_people_play_need_not_be_given(played):
    assert played("", "risk-or-safety").startswith("risk-or-safety, target 20. You move first")
    assert played("", "super-six").startswith("super-six, sticks 4. You move first")


def test_seats_opponents_and_silence(played):
    text = played(
        "b\n" * 50, "risk-or-safety", "--target", "4", "--seat", "second", "--opponent", "hold at 1", "--no-costs"
    )
    assert text.startswith('risk-or-safety, target 4. You move second, against "hold at 1".\n')
    assert "Opponent: toss. Heads, 2 open" not in text
    assert "Best" not in text
    assert "That cost" not in text
    assert "Your play: " in text
    assert "You move second" in played("", "the-race", "--target", "3")  # who has a choice
    assert 'You move second, against "always-rush"' in played(
        "", "coinball", "--tosses", "4", "--opponent", "always-rush", "--seat", "second"
    )


def test_there_is_nothing_to_take_back_at_first(played):
    assert "There is nothing to take back." in played("undo\n", "two-coins", "--flips", "3")


def test_a_game_of_ones_own(played, tmp_path):
    path = tmp_path / "own.py"
    path.write_text(OWN, encoding="utf-8")
    text = played("odds\ns\n", f"{path}:game")
    assert text.startswith("own game. For one player.\nType help")
    assert "(0,)\ngo on or stop? odds\n  * go on  0.5 (1/2)\n    stop   0\n" in text
    assert text.endswith("You get 0.\nYour play: 1 decision, 0 best; given away 0.5 (1/2)\n")


SLOW = """
import time, trueodds

def outcomes(at, move):
    time.sleep(0.04)
    return [(1, (at[0] + 1, 1 - at[1]))] if at[0] < 15 else [(1, None, 1)]

game = trueodds.Rules((0, 0), lambda at: ["a", "b"] if at[0] == 0 else ["a"], outcomes, seat=lambda at: at[1])
"""


@pytest.mark.parametrize("quiet", [False, True])
def test_a_game_begins_while_it_is_solved(monkeypatch, capsys, tmp_path, quiet):
    """People are asked at once; the wait comes after their first decision, and says what it is for."""
    path = tmp_path / "own.py"
    path.write_text(SLOW, encoding="utf-8")
    monkeypatch.setattr(importlib.import_module("trueodds.cli.play"), "_PATIENCE", 0.05)
    monkeypatch.setattr(sys, "stdin", io.StringIO("a\n"))
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    assert run(["play", f"{path}:game", *["--quiet"][:quiet]]) == 0
    captured = capsys.readouterr()
    assert captured.out.startswith("own game. You move first, against the optimal player.\nType help")
    assert "a or b? a\n  Best; b exactly as good.\n" in captured.out
    begun = "solving own game; it goes on while you read and decide\n"
    assert captured.err.startswith(begun) == (not quiet)
    assert ("solving own game: positions" in captured.err[len(begun) :]) == (not quiet)
    assert quiet == (captured.err == "")


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (("pig", "--opponent", "hold"), "the opponent must be one of: optimal, hold at N"),
        (("greed", "--opponent", "hold at 2"), "the opponent must be one of: optimal, stop at N"),
        (("two-coins", "--seat", "second"), "two-coins is for one player"),
        (("two-coins", "--opponent", "human"), "two-coins is for one player"),
        (("pig", "--opponent", "human", "--seat", "first"), "--opponent human asks both players"),
        (("two-coins", "--opponent", "always A"), "the opponent must be one of: optimal; not 'always A'"),
        (("pig", "--seed", "-1"), "--seed must be a whole number from 0, not '-1'"),
        (("pig", "--seat", "third"), "'third' is not one of"),
        (("risk-or-safety", "--target", "0"), "--target must be a whole number from 1, not '0'"),
        (("chess",), "play chess: no such game; there are risk-or-safety"),
        (("/no/such/file.py:game",), "/no/such/file.py: no such file"),
    ],
)
def test_bad_input_is_refused_in_one_line(capsys, arguments, part):
    assert run(["play", *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert part in captured.err


def process(*arguments):
    return subprocess.Popen(
        [sys.executable, "-m", "trueodds", "play", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def test_bytes_that_are_no_text_are_no_move():
    output, error = process("two-coins", "--flips", "1").communicate(b"\xff\xfe\nB\n", timeout=30)
    assert "is not a move here" in output.decode()
    assert "Your play: 1 decision" in output.decode()
    assert error == b""


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
def test_ctrl_c_at_the_prompt():
    running = process("two-coins", "--flips", "3")
    seen = b""
    while not seen.endswith(b"coin B for 2? "):
        seen += os.read(running.stdout.fileno(), 1000)
    time.sleep(0.1)  # until it reads
    running.send_signal(signal.SIGINT)
    output, error = running.communicate(timeout=30)
    assert running.returncode == 130
    assert output == b"\n"
    assert error == b"trueodds: interrupted\n"


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX pipes")
def test_a_reader_that_goes_away_is_no_error():
    command = f"yes B | {sys.executable} -m trueodds play two-coins --flips 300 | head -n 1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    assert (done.stderr, done.stdout) == ("", "two-coins, flips 300. For one player.\n")
