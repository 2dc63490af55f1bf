"""`trueodds simulate`."""

import json
import signal
import subprocess
import sys
import time

import pytest

from trueodds.cli import run
from trueodds.simulation.simulate import Simulation

from ..command_line import output

OWN = """
from fractions import Fraction
import trueodds

half = Fraction(1, 2)
toss = lambda player, move: [(half, None, 1 - player), (half, 1 - player)]
game = trueodds.Rules(0, lambda player: ["toss"], toss, lambda player: player)
"""


def out(capsys, *arguments):
    return output(capsys, "simulate", *arguments)


def test_rules_and_a_file(capsys, tmp_path):
    path = tmp_path / "found.json"
    options = ("risk-or-safety", "--target", "5", "--second", "always 1", "--games", "9999", "--seed", "4", "--json")
    assert out(capsys, *options, "--output", str(path)) == ""
    data = json.loads(path.read_text(encoding="utf-8"))
    assert (data["first"], data["second"]) == ("optimal", "always 1")
    assert data == json.loads(out(capsys, *options))


def test_own_game(capsys, tmp_path):
    path = tmp_path / "own.py"
    path.write_text(OWN, encoding="utf-8")
    data = json.loads(out(capsys, f"{path}:game", "--games", "5000", "--seed", "1", "--json"))
    assert data["value"]["exact"] == "2/3"
    assert run(["simulate", f"{path}:game", "--max-positions", "1"]) == 2
    assert "more than 1 positions" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("pig", "--first", "hold at"), "a strategy must be optimal, or a rule: always MOVE"),
        (("coinball", "--tosses", "3", "--first", "always jump"), "there are rush, pass"),
        (("pig", "--games", "0"), "--games must be a whole number from 1, not '0'"),
        (("pig", "--seed", "-1"), "--seed must be a whole number from 0, not '-1'"),
        (("chess",), "simulate chess: no such game; there are risk-or-safety, "),
    ],
)
def test_refused_in_one_line(arguments, message, capsys):
    assert run(["simulate", *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert message in captured.err


def test_a_disagreement_is_status_1(capsys, monkeypatch):
    monkeypatch.setattr(Simulation, "agrees", property(lambda self: False))
    assert run(["simulate", "risk-or-safety", "--target", "3", "--games", "100"]) == 1
    assert "DISAGREES" in capsys.readouterr().out


@pytest.mark.skipif(sys.platform == "win32", reason="signals are POSIX's")
def test_ctrl_c_is_answered_at_once(tmp_path):
    path = tmp_path / "found.txt"
    command = [sys.executable, "-m", "trueodds", "simulate", "risk-or-safety", "--target", "20", "--games", "9" * 12]
    running = subprocess.Popen([*command, "--output", str(path)], stderr=subprocess.PIPE, text=True)
    try:
        time.sleep(3)
        running.send_signal(signal.SIGINT)
        began = time.monotonic()
        _, told = running.communicate(timeout=20)
    finally:  # it would play for ever
        running.kill()
        running.communicate()
    assert (running.returncode, told) == (130, "trueodds: interrupted\n")
    assert time.monotonic() - began < 3
    assert list(tmp_path.iterdir()) == []
