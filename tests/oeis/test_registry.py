"""Computed terms of sequences equal the published ones, computed once."""

import pytest

from trueodds.oeis.games import find_family
from trueodds.oeis.layouts import TableLayout
from trueodds.oeis.registry import find
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
