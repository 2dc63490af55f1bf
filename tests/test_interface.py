"""What Python offers besides `solve`: sweeps, models, checked certificates, and what a solution writes."""

import sys
from fractions import Fraction

import pytest

import trueodds

from .extras import need

GAME = trueodds.RiskOrSafety(3)


def test_a_sweep_is_what_solve_says_and_resumes(tmp_path):
    over, path = {"heads": [Fraction(1, 3), "1/2"], "target": range(1, 4)}, tmp_path / "rows"
    rows = trueodds.sweep(trueodds.RiskOrSafety, over, {"opponent_target": 2}, checkpoint=path)
    assert [(row["heads"], row["target"]) for row in rows] == [(p, n) for p in ("1/3", "1/2") for n in (1, 2, 3)]
    for row in rows:
        solution = trueodds.solve(trueodds.RiskOrSafety(row["target"], 2, row["heads"]))
        assert (row["value"], row["best_moves"]) == (str(solution.value), sorted(solution.best_moves))
    told = []
    more = over | {"target": range(1, 5)}
    again = trueodds.sweep(
        trueodds.RiskOrSafety,
        more,
        {"opponent_target": 2},
        workers=2,
        checkpoint=path,
        progress=lambda *at: told.append(at),
    )
    assert [row for row in again if row["target"] < 4] == rows
    assert told[-1] == ("games", 8, 8)


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ((20, {}), TypeError, "game must be the class of a game, or a function that returns one, not 20"),
        ((trueodds.Pig, {"target": [5, 0]}), ValueError, "target must be a whole number from 1, not 0"),
        ((trueodds.Pig, {"target": [5]}, {"magic": 1}), TypeError, "magic"),
    ],
)
def test_a_wrong_sweep_is_refused(arguments, error, message):
    with pytest.raises(error, match=message):
        trueodds.sweep(*arguments)


def test_certificates_are_checked_and_compared(tmp_path):
    path = tmp_path / "answer.odds"
    trueodds.solve(GAME).certificate(path)
    assert "exactly 6/11" in trueodds.check_certificate(path) == trueodds.check_certificate(path, GAME)
    with pytest.raises(trueodds.NotProved, match="the parameters are"):
        trueodds.check_certificate(path, trueodds.RiskOrSafety(4))
    path.write_text(path.read_text(encoding="utf-8").replace("6/11", "7/11"), encoding="utf-8")
    with pytest.raises(trueodds.NotProved):
        trueodds.check_certificate(path)


def test_models_are_read_by_their_suffix(tmp_path):
    path = tmp_path / "coin.tra"
    path.write_text("3 4\n0 1 0.25\n0 2 0.75\n1 1 1\n2 2 1\n", encoding="utf-8")
    assert trueodds.solve(trueodds.read_model(path, "P=? [ F state=1 ]")).value == Fraction(1, 4)
    renamed = path.rename(tmp_path / "coin.txt")
    assert trueodds.solve(trueodds.read_model(renamed, "P=? [ F state=2 ]", format="tra")).value == Fraction(3, 4)
    for options, message in (
        ({}, "format must be one of prism, tra, umb, not None"),
        ({"format": "magic"}, "not 'magic'"),
        ({"format": "tra", "constants": {"N": 3}}, "constants apply only to models in the PRISM language"),
        ({"format": "prism", "nearest": 9}, "nearest applies only to .tra and .umb files"),
    ):
        with pytest.raises(ValueError, match=message):
            trueodds.read_model(renamed, "P=? [ F state=2 ]", **options)


def test_what_a_solution_writes(tmp_path, monkeypatch):
    solution = trueodds.solve(GAME)
    assert (solution.decimal(), solution.decimal(4)) == ("0.545454545454545", "0.5455")
    with pytest.raises(ValueError, match="digits must be a whole number from 1, not 0"):
        solution.decimal(0)
    assert r"\frac{6}{11}" in solution.to_latex()
    solution.to_html(tmp_path / "page.html")
    assert (tmp_path / "page.html").read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ImportError, match="to_dataframe needs pandas: pip install"):
        solution.to_dataframe()


def test_a_dataframe_has_the_records():
    need("pandas")
    solution = trueodds.solve(GAME)
    assert solution.to_dataframe().to_dict("records") == solution.records()
