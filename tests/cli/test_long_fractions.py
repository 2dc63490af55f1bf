"""A fraction too long for a line: by its ends on a terminal; in full in a pipe, in a file, or if asked for."""

import sys

import trueodds
from trueodds.cli import run
from trueodds.views.text import answer

LONG = ["solve", "risk-or-safety", "--target", "40"]
VALUE = trueodds.solve(trueodds.RiskOrSafety(40)).value
FULL = f"  {VALUE.numerator}/{VALUE.denominator}"


def third_line(capsys):
    return capsys.readouterr().out.splitlines()[2]


class Terminal:
    """What is written goes where it went, but to someone who looks at it."""

    def __init__(self, stream):
        self.stream = stream

    def __getattr__(self, name):
        return getattr(self.stream, name)

    def isatty(self):
        return True


def test_on_a_terminal(capsys, monkeypatch):
    monkeypatch.setattr("sys.stdout", Terminal(sys.stdout))
    assert run(LONG) == 0
    top, bottom = str(VALUE.numerator), str(VALUE.denominator)
    shown = third_line(capsys)
    assert shown == (
        f"  {top[:10]}…{top[-10:]} ({len(top)} digits) / {bottom[:10]}…{bottom[-10:]} ({len(bottom)} digits)"
    )
    assert len(shown) <= 80
    assert run(["solve", "pig"]) == 0
    assert max(map(len, capsys.readouterr().out.splitlines()[:4])) <= 80


def test_all_of_it(capsys, monkeypatch):
    monkeypatch.setattr("sys.stdout", Terminal(sys.stdout))
    assert run([*LONG, "--full"]) == 0
    assert third_line(capsys) == FULL


def test_in_a_pipe_and_in_a_file(capsys, tmp_path):
    assert run(LONG) == 0
    assert third_line(capsys) == FULL
    assert run([*LONG, "--output", str(tmp_path / "a")]) == 0
    assert (tmp_path / "a").read_text(encoding="utf-8").splitlines()[2] == FULL


def test_short_ones_stay(capsys, monkeypatch):
    monkeypatch.setattr("sys.stdout", Terminal(sys.stdout))
    assert run(["solve", "risk-or-safety", "--target", "3"]) == 0
    assert third_line(capsys) == "  6/11"
    solution = trueodds.solve(trueodds.RiskOrSafety(40))
    assert answer(solution).splitlines()[2] == FULL
