"""Runs with --workers or --checkpoint give the answers of other runs; a killed run is resumed."""

import signal
import subprocess
import sys
from unittest.mock import MagicMock

import pytest

import trueodds
from trueodds import parameter_sweep as module
from trueodds.cli import run
from trueodds.fast.risk_or_safety import start_values as all_values
from trueodds.oeis.games import find_family
from trueodds.risk_or_safety import start_values
from trueodds.runtime.run import Run

from ..command_line import output
from ..extras import need

SOLVE = ["solve", "risk-or-safety", "--target", "30"]
SHARED = [" ".join(SOLVE), "sweep pig --over target=2", "simulate pig --target 3 --games 9", "oeis verify b387261.txt"]
SHARED += [f"oeis {word} A387261 --terms 30" for word in ("terms", "bfile")]
SWEEP = ["sweep", "risk-or-safety", "--over", "heads=1/4..3/4:1/4", "--over", "target=1..4"]


def stopped_after(monkeypatch, count, words):
    """Run until some games are solved; return the exit status (None after Ctrl-C) and the solved games."""
    solved, real = [], module.solve

    def solve(game, *given, **how):
        if len(solved) == count:
            raise KeyboardInterrupt
        solved.append(game)
        return real(game, *given, **how)

    with monkeypatch.context() as patch:
        patch.setattr(module, "solve", solve)
        try:
            return run(list(map(str, words))), solved
        except KeyboardInterrupt:
            return None, solved


def test_a_run_resumes_from_its_checkpoint_also_with_other_ranges(tmp_path, monkeypatch, caplog):
    status, games = stopped_after(monkeypatch, 100, [*SWEEP, "--output", tmp_path / "whole.csv"])
    every = [trueodds.RiskOrSafety(n, heads=p) for p in ("1/4", "1/2", "3/4") for n in range(1, 5)]
    assert (status, games) == (0, every)
    words = [*SWEEP, "--output", tmp_path / "t.csv", "--checkpoint", tmp_path / "part"]
    status, first = stopped_after(monkeypatch, 5, words)
    assert (status, (tmp_path / "t.csv").exists()) == (None, False)
    kept = (tmp_path / "part").read_bytes()
    assert stopped_after(monkeypatch, 0, [*words, "--method", "start"])[0] == 2
    ranges = ["--over", "heads=1/4,1/3", "--over", "target=2..5"]
    assert len(stopped_after(monkeypatch, 100, [*SWEEP[:2], *ranges, *words[-4:]])[1]) == 8 - 3
    assert not (tmp_path / "part").exists()
    for data in (kept, kept.replace(b"true}", b"null}", 1)):
        (tmp_path / "part").write_bytes(data)
        status, second = stopped_after(monkeypatch, 100, words)
        assert (status, len(second), set(first) & set(second)) == (0, 7 + (data != kept), set(second[:-7]))
        assert (tmp_path / "t.csv").read_bytes() == (tmp_path / "whole.csv").read_bytes()
    assert "was changed after it was written; recomputing" in caplog.text


def test_rows_of_rules_that_were_edited_are_not_used(own, say, monkeypatch):
    words = ["sweep", "own.py:Dice", "--over", "sides=2..4", "--output", "t.csv", "--checkpoint", "part"]
    assert stopped_after(monkeypatch, 1, words)[0] is None
    with (own / "own.py").open("a") as file:
        file.write("# edited\n")
    assert "belongs to another computation" in say(words, status=2)
    (own / "part").unlink()
    assert stopped_after(monkeypatch, 1, [*words, "--infinite-play", "0"])[0] is None
    assert "belongs to another computation" in say([*words, "--infinite-play", "1"], status=2)


def test_a_killed_run_resumes_from_its_checkpoint(capsys, tmp_path, monkeypatch):
    part, words = tmp_path / "part", ("oeis", "bfile", "A387261", "--terms", 150, "--quiet")

    def stop(stage, done, total):
        if stage == "residues" and done == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        start_values(150, progress=stop, workers=1, checkpoint=part)
    sweep = MagicMock(wraps=all_values._sweep)
    monkeypatch.setattr(all_values, "_sweep", sweep)
    found = output(capsys, *words, "--max-digits", 0, "--checkpoint", part)
    assert not part.exists()
    resumed = sweep.call_count
    find_family("risk-or-safety")._values.clear()
    assert found == output(capsys, *words, "--max-digits", 0)
    assert resumed == sweep.call_count - resumed - 3
    # of fewer terms, which are not in the checkpoint
    paths = ("--checkpoint", part, "--output", tmp_path / "b", "--certificate", tmp_path / "b.odds")
    said = "trueodds: A387261: 23 terms written; a(24) has more than 99 digits\n"
    output(capsys, *words, "--max-digits", 99, *paths, err=said)
    assert (tmp_path / "b.odds").exists()


#: Runs a command line, and kills itself in place of giving its output a name.
CHILD = """
import os, signal, sys
from trueodds.cli import run

os.replace = lambda old, new: os.kill(os.getpid(), signal.SIGKILL)
run(sys.argv[1:])
"""


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
def test_killed_just_before_the_output_has_its_name(tmp_path, monkeypatch):
    words = ["solve", "risk-or-safety", "--target", "300", "--json", "--output"]
    assert run([*words, str(tmp_path / "whole")]) == 0
    words += [str(tmp_path / "out"), "--checkpoint", str(tmp_path / "part")]
    assert subprocess.run([sys.executable, "-c", CHILD, *words], check=False).returncode == -signal.SIGKILL
    assert not (tmp_path / "out").exists()
    computed = "trueodds.fast.risk_or_safety.start_values._push"
    monkeypatch.setattr(computed, lambda *given: pytest.fail("what was finished was not kept"))
    assert run(words) == 0
    assert (tmp_path / "out").read_bytes() == (tmp_path / "whole").read_bytes()
    assert not (tmp_path / "part").exists()


def test_processes_need_no_extra_and_give_the_same_answer(capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    here = output(capsys, *SOLVE, "--method", "start")
    for options in (["--method", "start", "--workers", "+1"], ["--workers", "2"]):  # workers need that method
        assert output(capsys, *SOLVE, *options) == here


def test_the_long_claim_has_a_checkpoint(tmp_path, capsys, monkeypatch):
    from trueodds.claims import papers
    from trueodds.claims import risk_or_safety_checks as checks
    from trueodds.research.linear_systems import compare_all

    part = tmp_path / "part"
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    compare_three = MagicMock(side_effect=lambda target, run: compare_all(3, Run(1, run.checkpoint)))
    monkeypatch.setattr(checks, "compare_all", compare_three)
    monkeypatch.setattr(papers, "check_claims", lambda _, slow, run: slow and checks.compare_all_for_five(run) and [])
    words = ["claims", "--paper", "risk-or-safety", "--json"]
    assert run([*words, "--slow", "--checkpoint", str(part), "--workers", "2"]) == 0
    target, used = compare_three.call_args.args
    assert (target, used.workers, used.checkpoint, callable(used.progress)) == (5, 2, str(part), True)
    assert not part.exists()


def test_the_certificate_of_terms_has_the_workers_and_the_progress_of_the_run(say, monkeypatch):
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    monkeypatch.setattr("trueodds.oeis.certificate.certify", certify := MagicMock())
    say("oeis bfile A387262 --terms 3 --max-digits 1 --workers 1 --checkpoint part --certificate b.odds")
    sequence, *given, used = certify.call_args.args
    found = (sequence.number, *given, used.workers, used.checkpoint, callable(used.progress))
    assert found == ("A387262", 2, "b.odds", 1, None, True)


@pytest.mark.parametrize("line", [*SHARED, "oeis verify b387261.txt b387262.txt"])
def test_one_worker_uses_no_threads(line, say, monkeypatch):
    for name in ("387261", "387262"):
        say(f"oeis bfile A{name} --terms 30 -o b{name}.txt")
    find_family("risk-or-safety")._values.clear()
    monkeypatch.setattr("trueodds.runtime.executors._run_threads", lambda *given: pytest.fail("it uses threads"))
    say(f"{line} --workers 1")


@pytest.mark.filterwarnings("default")
@pytest.mark.parametrize("stand_in", [False, True])
@pytest.mark.parametrize("line", SHARED)
def test_no_scheduler(line, stand_in, say, monkeypatch):
    say("oeis bfile A387261 --terms 30 -o b387261.txt")
    find_family("risk-or-safety")._values.clear()
    if stand_in:
        monkeypatch.setitem(sys.modules, "distributed", MagicMock(**{"Client.side_effect": OSError}, __spec__="here"))
    need("distributed")
    monkeypatch.setattr("trueodds.runtime.executors._CONNECT_SECONDS", 0.2)
    said = say(f"{line} --workers tcp://127.0.0.1:9", status=2)
    assert said.startswith("no scheduler answers at tcp://127.0.0.1:9 (OSError); check that")
