"""--workers: refusals in one line, and the same answer."""

import sys

import pytest

from trueodds.cli import run

SOLVE = ["solve", "risk-or-safety", "--target", "30"]
ADDRESS = "tcp://127.0.0.1:9"
COMMANDS = [
    SOLVE,
    ["oeis", "terms", "A387261"],
    ["oeis", "bfile", "A387261"],
    ["oeis", "verify", "b.txt"],
    ["simulate", "pig", "--target", "5"],
    ["sweep", "pig", "--over", "target=2..3"],
    ["claims"],
]
WRONG = [
    "0",
    "-1",
    "1.5",
    "here",
    "",
    "a:1",
    "http://a:1",
    "tcp://",
    "tcp://a",
    "tcp://a:b",
    "tcp://a:99999",
    "tcp://:1",
]


@pytest.mark.parametrize(("words", "wrong"), [*((SOLVE, one) for one in WRONG), *((one, "0") for one in COMMANDS[1:])])
def test_nonsense_is_refused(words, wrong, capsys):
    assert run([*words, "--workers", wrong]) == 2
    line = f"--workers must be a number from 1 or an address such as tcp://10.0.0.1:8786, not {wrong!r}"
    assert capsys.readouterr() == ("", f"trueodds: {line}\n")


@pytest.mark.parametrize("option", [["--workers", "2"], ["--checkpoint", "c"]])
def test_methods_without_chunks_refuse_them(option, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run([*SOLVE, "--method", "pairs", *option]) == 2
    what = "workers" if option[0] == "--workers" else "a checkpoint"
    assert capsys.readouterr() == ("", f"trueodds: {what} can be used with method 'start', not with 'pairs'\n")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_without_dask_it_says_what_to_install(words, capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert run([*words, "--workers", ADDRESS]) == 2
    assert capsys.readouterr() == ("", 'trueodds: a cluster needs Dask: pip install "trueodds[cluster]"\n')


def test_processes_need_nothing_else_and_give_the_same_answer(capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert run([*SOLVE, "--method", "start"]) == 0
    here = capsys.readouterr().out
    for workers in ("1", "2"):
        assert run([*SOLVE, "--method", "start", "--workers", workers]) == 0
        assert capsys.readouterr() == (here, "")
    assert run([*SOLVE, "--workers", "2"]) == 0  # which needs that method
    assert capsys.readouterr() == (here, "")


def test_an_encrypted_address_needs_certificates(capsys):
    pytest.importorskip("distributed", reason="distributed is not installed")
    assert run([*SOLVE, "--workers", "tls://127.0.0.1:9"]) == 2
    line = "tls://127.0.0.1:9 needs certificates: Dask's settings distributed.comm.tls name none"
    assert capsys.readouterr() == ("", f"trueodds: {line}\n")


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
    capsys.readouterr()
    assert run([*words, "--checkpoint", str(part)]) == 2
    assert capsys.readouterr() == ("", "trueodds: --checkpoint goes with --slow, all other checks are short\n")


@pytest.mark.filterwarnings("default")
def test_no_scheduler(capsys, monkeypatch):
    pytest.importorskip("distributed", reason="distributed is not installed")
    monkeypatch.setattr("trueodds.runtime.executors._CONNECT", 1.0)
    assert run([*SOLVE, "--workers", ADDRESS]) == 2
    assert "no scheduler answers at tcp://127.0.0.1:9" in capsys.readouterr().err
