"""--workers and --scheduler: refusals in one line, and the same answer."""

import sys

import pytest

from trueodds.cli import run

SOLVE = ["solve", "risk-or-safety", "--target", "30"]


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ([*SOLVE, "--workers", "0"], "--workers must be a whole number from 1, not '0'"),
        ([*SOLVE, "--workers", "2", "--scheduler", "tcp://a:1"], "--workers and --scheduler exclude each other"),
        ([*SOLVE, "--workers", "2", "--executor", "threads"], "--workers and --executor exclude each other"),
        *(
            ([*SOLVE, "--scheduler", one], f"--scheduler must be an address such as tcp://10.0.0.1:8786, not {one!r}")
            for one in ("here", "", "a:1", "http://a:1", "tcp://", "tcp://a", "tcp://a:b", "tcp://a:99999", "tcp://:1")
        ),
        ([*SOLVE, "--workers", "2", "--method", "pairs"], "--workers goes with --method start, not with 'pairs'"),
    ],
)
def test_refusals(words, line, capsys):
    assert run(words) == 2
    assert capsys.readouterr() == ("", f"trueodds: {line}\n")


@pytest.mark.parametrize(
    "words",
    [
        SOLVE,
        ["oeis", "terms", "A387261"],
        ["oeis", "bfile", "A387261"],
        ["oeis", "verify", "b.txt"],
        ["simulate", "pig", "--target", "5"],
        ["claims"],
    ],
    ids=" ".join,
)
def test_without_dask_it_says_what_to_install(words, capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert run([*words, "--workers", "2"]) == 2
    assert capsys.readouterr() == ("", 'trueodds: clusters need Dask: pip install "trueodds[cluster]"\n')


@pytest.mark.filterwarnings("default")
def test_the_same_answer(capsys):
    pytest.importorskip("distributed", reason="distributed is not installed")
    assert run([*SOLVE, "--method", "start"]) == 0
    here = capsys.readouterr().out
    assert run([*SOLVE, "--workers", "1"]) == 0
    assert capsys.readouterr() == (here, "")


def test_an_encrypted_address_needs_certificates(capsys):
    pytest.importorskip("distributed", reason="distributed is not installed")
    assert run([*SOLVE, "--scheduler", "tls://127.0.0.1:9"]) == 2
    told = "tls://127.0.0.1:9 needs certificates: Dask's settings distributed.comm.tls name none"
    assert capsys.readouterr() == ("", f"trueodds: {told}\n")


def test_the_long_claim_has_a_checkpoint(tmp_path, capsys, monkeypatch):
    from trueodds.claims import papers
    from trueodds.claims import risk_or_safety_checks as checks
    from trueodds.research.linear_systems import compare_all

    part, seen = tmp_path / "part", []

    def compare_three(target, checkpoint):
        seen.append((target, checkpoint))
        return compare_all(3, checkpoint)

    monkeypatch.setattr(checks, "compare_all", compare_three)
    monkeypatch.setattr(papers, "check_claims", lambda paper, slow: checks.compare_all_for_five() and [])
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
    monkeypatch.setattr("trueodds.runtime.cluster._CONNECT", 1.0)
    assert run([*SOLVE, "--scheduler", "tcp://127.0.0.1:9"]) == 2
    assert "no scheduler answers at tcp://127.0.0.1:9" in capsys.readouterr().err


OWN = """import trueodds

half = trueodds.game.Rational(1, 2)
game = trueodds.Rules(0, lambda at: ["go"], lambda at, move: [(half, None, 0), (half, None, 1)])
"""


@pytest.fixture
def places(tmp_path, monkeypatch, capsys):
    """A game of one's own, and a model in the files of another tool."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "own.py").write_text(OWN)
    assert run(["export", "pig", "--target", "4", "--format", "tra", "--output", "pig.tra", "--quiet"]) == 0
    capsys.readouterr()


MODEL = ["pig.tra", "--property", '<<1>> Pmax=? [ F "won" ]']


@pytest.mark.parametrize("words", [["own.py:game"], MODEL, [*MODEL, "--bounds"]], ids=["own", "model", "bounds"])
def test_own_games_and_models_go_to_workers(words, places, capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert run(["solve", *words, "--workers", "2"]) == 2
    assert capsys.readouterr() == ("", 'trueodds: clusters need Dask: pip install "trueodds[cluster]"\n')


@pytest.mark.filterwarnings("default")
def test_a_model_has_the_same_bounds_there(places, capsys, monkeypatch):
    pytest.importorskip("distributed", reason="distributed is not installed")
    from trueodds.solver import levels

    assert run(["solve", *MODEL, "--bounds", "--json"]) == 0
    here = capsys.readouterr()
    for name in ("_SHARED", "_SENT", "_PART"):
        monkeypatch.setattr(levels, name, 1)
    assert run(["solve", *MODEL, "--bounds", "--json", "--workers", "1"]) == 0
    assert capsys.readouterr() == here
