"""Computed terms of sequences equal the published ones, computed once."""

from dataclasses import replace
from pathlib import Path
from unittest.mock import Mock

import pytest
from gmpy2 import mpq

from trueodds.fast.risk_or_safety import large
from trueodds.oeis import fingerprints
from trueodds.oeis.certificate import certify
from trueodds.oeis.games import find_family
from trueodds.oeis.layouts import TableLayout
from trueodds.oeis.pair import _compute, verify_pair
from trueodds.oeis.registry import find
from trueodds.oeis.verification import verify
from trueodds.runtime.run import Run

from ..fast.greed.greed_reference import move_values


@pytest.mark.parametrize(
    ("number", "stage"), [("A387260", "terms"), ("hog-moves", "terms"), ("coinball-numerators", "tosses")]
)
def test_progress_counts_terms_that_are_done(number, stage):
    find_family("hog")._solved.clear()
    find_family("coinball")._values.clear()
    reported = []
    find(number).terms(4, None, Run(1, None, lambda *progress: reported.append(progress)))
    assert reported == [(stage, done, 4) for done in range(4)]


def test_settings_are_passed_on_and_the_end_of_each_stage_is_reported(tmp_path, monkeypatch):
    monkeypatch.setattr(large, "start_values", values := Mock(wraps=large.start_values))
    monkeypatch.setattr(fingerprints, "run_chunks", checks := Mock(wraps=fingerprints.run_chunks))
    for game in ("risk-or-safety", "greed", "pig"):
        find_family(game)._values.clear()
    names, ended = [str(Path(__file__).with_name("data") / f"b38726{half}.txt") for half in (1, 2)], []
    run = Run(1, None, lambda stage, done, total: ended.append(stage) if done == total else None)
    for number in ("A394776", "risk-or-safety-against-two", "greed-numerators", "pig-numerators"):
        find(number).terms(2, None, run)
    certify(find("A387261"), 2, tmp_path / "v.odds", replace(run, checkpoint=tmp_path / "part"))
    verify(names[0], None, run)
    verify_pair(*names, 15, run)
    assert _compute(2, run) == mpq(4, 7)
    assert [[*call.kwargs.values()][:2] for call in values.call_args_list] == [[1, tmp_path / "part"], [1, None]]
    assert [call.args[2] for call in checks.call_args_list] == [1, 1]
    terms = ["strategy", "strategy", "last turn", "normal turns", "bounds", *["values", "numerators"] * 2]
    fractions, checks = ["strategy", "residues", "numerators", "fractions"], ["strategy", "fingerprints", "checks"]
    last = ["sum", "greatest common divisors", "lowest terms"]
    assert ended == [*terms, "strategy", *fractions * 2, *checks * 2, *fractions[:3], *last]


def test_the_least_of_equally_good_numbers_of_dice_counts():
    found = move_values(7, 6)
    values = [found[7 - i, 7 - j, False] for i in range(1, 8) for j in range(1, 8)]
    reported, run = [], Run(progress=lambda *progress: reported.append(progress))
    assert find("greed-dice").terms(49, TableLayout("rows", 1, 7), run) == [one.index(max(one)) for one in values]
    assert reported
    assert any(one.count(max(one)) > 1 for one in values)


def test_fractions_are_computed_once_for_both_sequences(monkeypatch):
    find_family("risk-or-safety")._values.clear()
    find("A387261").terms(12)
    monkeypatch.setattr("trueodds.fast.risk_or_safety.large.start_values", None)
    assert find("A387262").terms(12)[:2] == [3, 7]
