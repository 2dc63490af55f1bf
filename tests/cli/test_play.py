"""`trueodds play`: from a pipe, and while the game is still being solved; see ``recorded.txt``."""

import importlib
import io
import sys
from unittest.mock import Mock

import pytest

from trueodds.cli import run


def test_what_is_typed_at_a_terminal_is_not_repeated(say, monkeypatch):
    monkeypatch.setattr(io, "StringIO", type("Terminal", (io.StringIO,), {"isatty": lambda stream: True}))
    assert "\nm1 or m2? 'x' is not a move here." in say("play own.py:many --last 2", typed="x\nquit\n")


def test_bytes_that_are_no_text_are_no_move(own, monkeypatch, capsys):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\xff\nquit\n"), encoding="utf-8"))
    monkeypatch.setattr(importlib.import_module("trueodds.cli.play"), "_PATIENCE", 0)
    monkeypatch.setattr("trueodds.play.solving.Solving.stop", stop := Mock())
    assert run(["play", "two-coins", "--flips", "3"]) == 0
    out, err = capsys.readouterr()
    assert "'\ufffd' is not a move here." in out
    assert (err, stop.call_count) == ("", 1)  # no remark that it is still being solved, which is then no longer needed


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
    for stream in (sys.stdout, sys.stderr):
        monkeypatch.setattr(stream, "isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    assert run(["play", f"{path}:game", *["--quiet"][:quiet]]) == 0
    captured = capsys.readouterr()
    assert captured.out.startswith("own game. You move first, against the optimal player.\nType help")
    assert "a or b? a\n  Best; b would be equally good.\n" in captured.out
    begun = "solving own game in the background while you play\n"
    assert captured.err.startswith(begun) == (not quiet)
    assert ("solving own game: positions" in captured.err[len(begun) :]) == (not quiet)
    assert quiet == (captured.err == "")
