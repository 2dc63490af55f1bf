"""`trueodds sweep` resumes a run from its checkpoint; ``recorded.txt`` has its rows, options and refusals."""

import trueodds
from trueodds import parameter_sweep as module
from trueodds.cli import run

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
    assert (status, games) == (
        0,
        [trueodds.RiskOrSafety(n, heads=p) for p in ("1/4", "1/2", "3/4") for n in range(1, 5)],
    )
    words = [*SWEEP, "--output", tmp_path / "t.csv", "--checkpoint", tmp_path / "part"]
    status, first = stopped_after(monkeypatch, 5, words)
    assert (status, (tmp_path / "t.csv").exists()) == (None, False)
    kept = (tmp_path / "part").read_bytes()
    ranges = ["--over", "heads=1/4,1/3", "--over", "target=2..5"]
    assert len(stopped_after(monkeypatch, 100, [*SWEEP[:2], *ranges, *words[-4:]])[1]) == 8 - 3
    assert not (tmp_path / "part").exists()
    for data in (kept, kept.replace(b'"value": "4/7"', b'"value": "5/7"', 1)):
        (tmp_path / "part").write_bytes(data)
        status, second = stopped_after(monkeypatch, 100, words)
        assert (status, len(second), set(first) & set(second)) == (0, 7 + (data != kept), set(second[:-7]))
        assert (tmp_path / "t.csv").read_bytes() == (tmp_path / "whole.csv").read_bytes()
    assert "was changed after it was written; recomputing" in caplog.text


def test_rows_of_rules_that_were_edited_are_not_used(own, capsys, monkeypatch):
    words = ["sweep", "own.py:Dice", "--over", "sides=2..4", "--output", "t.csv", "--checkpoint", "part"]
    assert stopped_after(monkeypatch, 1, words)[0] is None
    with (own / "own.py").open("a") as file:
        file.write("# edited\n")
    assert run(words) == 2
    assert "belongs to another computation" in capsys.readouterr().err
    (own / "part").unlink()
    assert stopped_after(monkeypatch, 1, [*words, "--infinite-play", "0"])[0] is None
    assert run([*words, "--infinite-play", "1"]) == 2
    assert "belongs to another computation" in capsys.readouterr().err
