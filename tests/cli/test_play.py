"""`trueodds play` and `trueodds review`: at a prompt, from a pipe, interrupted, recorded and reviewed."""

import importlib
import io
import json
import os
import signal
import subprocess
import sys
import time

import pytest

from trueodds.cli import run

from ..command_line import exact

MANY = """
import trueodds

game = trueodds.Rules(0, lambda at: [f"m{{n}}" for n in range(1, {} + 1)], lambda at, move: [(1, None, 1)])
"""


def test_sizes_seats_opponents_and_silence(own, say):
    assert say("play risk-or-safety").startswith("risk-or-safety, target 20. You move first")
    assert say("play super-six").startswith("super-six, sticks 4. You move first")
    line = "play risk-or-safety --target 4 --seat second --opponent 'hold at 1' --no-costs"
    text = say(line, typed="b\n" * 50)
    assert text.startswith('risk-or-safety, target 4. You move second, against "hold at 1".\n')
    assert "Opponent: toss. Heads, 2 open" not in text
    assert "Best" not in text
    assert "That cost" not in text
    assert "Your play: " in text
    assert "You move second" in say("play the-race --target 3")  # the player who has a choice
    text = say("play coinball --tosses 4 --opponent always-rush --seat second")
    assert 'You move second, against "always-rush"' in text
    assert "There is nothing to take back." in say("play two-coins --flips 3", typed="undo\n")
    for last, unclear in ((8, "could be m1 or m2 or m3 or m4 or m5 or m6 or m7 or m8"), (9, "is not a move here")):
        (own / "many.py").write_text(MANY.format(last), encoding="utf-8")
        assert f"'M' {unclear}." in say("play many.py:game", typed="M\n")


def test_bytes_that_are_no_text_are_no_move(own, monkeypatch, capsys):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\xff\nquit\n"), encoding="utf-8"))
    assert run(["play", "two-coins", "--flips", "3"]) == 0
    assert "'\ufffd' is not a move here." in capsys.readouterr().out


SLOW = """
import time, trueodds

def outcomes(at, move):
    time.sleep(0.04)
    return [(1, (at[0] + 1, 1 - at[1]))] if at[0] < 15 else [(1, None, 1)]

game = trueodds.Rules((0, 0), lambda at: ["a", "b"] if at[0] == 0 else ["a"], outcomes, seat=lambda at: at[1])
"""


@pytest.mark.parametrize("quiet", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_play_begins_while_the_game_is_solved(monkeypatch, capsys, tmp_path, quiet):
    """The player is asked at once; the wait comes after the first decision and is explained."""
    path = tmp_path / "slow.py"
    path.write_text(SLOW, encoding="utf-8")
    monkeypatch.setattr(importlib.import_module("trueodds.cli.play"), "_PATIENCE", 0.05)
    monkeypatch.setattr(sys, "stdin", io.StringIO("a\n"))
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    assert run(["play", f"{path}:game", *["--quiet"][:quiet]]) == 0
    captured = capsys.readouterr()
    assert captured.out.startswith("own game. You move first, against the optimal player.\nType help")
    assert "a or b? a\n  Best; b would be equally good.\n" in captured.out
    begun = "solving own game in the background while you play\n"
    assert captured.err.startswith(begun) == (not quiet)
    assert ("solving own game: positions" in captured.err[len(begun) :]) == (not quiet)
    assert quiet == (captured.err == "")


def process(*arguments):
    return subprocess.Popen(
        [sys.executable, "-m", "trueodds", "play", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
def test_ctrl_c_at_the_prompt():
    running = process("two-coins", "--flips", "3")
    seen = b""
    while not seen.endswith(b"coin B for 2? "):
        seen += os.read(running.stdout.fileno(), 1000)
    time.sleep(0.1)  # until it reads again
    running.send_signal(signal.SIGINT)
    output, error = running.communicate(timeout=30)
    assert running.returncode == 130
    assert output == b"\n"
    assert error == b"trueodds: interrupted\n"


def test_a_game_is_kept_and_reviewed(say, own):
    say("play risk-or-safety --target 5 --seed 5 --record 'my game.json'", typed="t\n" * 40)
    text = say("review 'my game.json'")
    assert text.startswith("risk-or-safety, target 5: You moved first, optimal second.\n")
    assert "Mistakes, worst first:" in text
    data = json.loads(say("review 'my game.json' --json"))
    assert exact(data["start"]) + exact(data["skill"]) + exact(data["luck"]) == exact(data["result"])
    assert data["over"] is True
    assert say("review 'my game.json' -o game.html") == ""
    assert (own / "game.html").read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
