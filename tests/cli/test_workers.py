"""Test --workers: refusals in one line, and answers that do not depend on it."""

import sys

import pytest

from trueodds.cli import run

from ..extras import need

SOLVE = ["solve", "risk-or-safety", "--target", "30"]


def test_processes_need_no_extra_and_give_the_same_answer(capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert run([*SOLVE, "--method", "start"]) == 0
    here = capsys.readouterr().out
    for options in (["--method", "start", "--workers", "+1"], ["--workers", "2"]):  # workers need that method
        assert run([*SOLVE, *options]) == 0
        assert capsys.readouterr() == (here, "")


def test_the_long_claim_has_a_checkpoint(tmp_path, capsys, monkeypatch):
    from trueodds.claims import papers
    from trueodds.claims import risk_or_safety_checks as checks
    from trueodds.research.linear_systems import compare_all

    part, seen = tmp_path / "part", []

    def compare_three(target, run):
        seen.append((target, run.checkpoint))
        return compare_all(3, run)

    monkeypatch.setattr(checks, "compare_all", compare_three)
    monkeypatch.setattr(papers, "check_claims", lambda paper, slow, run: checks.compare_all_for_five(run) and [])
    words = ["claims", "--paper", "risk-or-safety", "--json"]
    assert run([*words, "--slow", "--checkpoint", str(part)]) == 0
    assert seen == [(5, str(part))]
    assert not part.exists()


@pytest.mark.filterwarnings("default")
def test_no_scheduler(capsys, monkeypatch):
    need("distributed")
    monkeypatch.setattr("trueodds.runtime.executors._CONNECT_SECONDS", 0.2)
    assert run([*SOLVE, "--workers", "tcp://127.0.0.1:9"]) == 2
    assert "no scheduler answers at tcp://127.0.0.1:9" in capsys.readouterr().err
