"""`solve … --course`: what would take months is refused before the work, what takes minutes is told."""

import sys
import time

import pytest

from trueodds.cli import run


@pytest.mark.parametrize("words", [["pig", "--target", "2000"], ["risk-or-safety", "--target", "5000"]])
def test_far_too_large_is_refused_early(words, capsys):
    began = time.process_time()
    assert run(["solve", *words, "--course"]) == 2
    assert time.process_time() - began < 10
    captured = capsys.readouterr()
    assert captured.out == ""
    assert f"play statistics at target {words[2]} " in captured.err
    assert f"leave --course out, or let `trueodds simulate {words[0]}` play" in captured.err
    assert captured.err.count("\n") == 1


def test_what_is_long_is_told_and_done(capsys, monkeypatch):
    monkeypatch.setattr(sys.modules["trueodds.cli.solve"], "_LONG", 0.001)
    assert run(["solve", "risk-or-safety", "--target", "51", "--course"]) == 0
    captured = capsys.readouterr()
    assert captured.err.startswith("trueodds: note: play statistics at target 51 take about ")
    assert "turns" in captured.out


def test_of_what_is_quick_nothing_is_said(capsys):
    assert run(["solve", "risk-or-safety", "--target", "52", "--course"]) == 0
    assert capsys.readouterr().err == ""


def test_plan_tells_it(capsys):
    assert run(["plan", "solve", "risk-or-safety", "--target", "20", "--course"]) == 0
    assert "play statistics" in capsys.readouterr().out
