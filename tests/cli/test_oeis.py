"""`trueodds oeis …`: default lengths of b-files, and a run that is killed; ``recorded.txt`` has the rest."""

import pytest

from trueodds.fast.risk_or_safety import start_values as all_values
from trueodds.oeis.games import find_family
from trueodds.risk_or_safety import start_values

from ..command_line import output


def test_bfile_stops_before_a_thousand_digits_and_reports_it(capsys):
    said = "trueodds: A387262: 82 terms written; a(83) has more than 999 digits\n"
    text = output(capsys, "oeis", "bfile", "A387262", err=said)
    assert text == output(capsys, "oeis", "bfile", "A387262", "--terms", 90, err=said)
    longer = output(capsys, "oeis", "bfile", "A387262", "--terms", 90, "--max-digits", 0).splitlines()
    assert (len(longer), longer[:82]) == (90, text.splitlines())
    assert len(longer[81].split()[1]) <= 999 < len(longer[82].split()[1])


def test_a_killed_run_resumes_from_its_checkpoint(capsys, tmp_path, monkeypatch):
    part, words = tmp_path / "part", ("oeis", "bfile", "A387261", "--terms", 150, "--quiet")

    def stop(stage, done, total):
        if stage == "residues" and done == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        start_values(150, progress=stop, workers=1, checkpoint=part)
    done = []

    def sweep(*given):
        done.append(1)
        return real(*given)

    real = all_values._sweep
    monkeypatch.setattr(all_values, "_sweep", sweep)
    found = output(capsys, *words, "--max-digits", 0, "--checkpoint", part)
    assert not part.exists()
    resumed = len(done)
    find_family("risk-or-safety")._values.clear()
    assert found == output(capsys, *words, "--max-digits", 0)
    assert resumed == len(done) - resumed - 3
    # of fewer terms, which are not in the checkpoint
    paths = ("--checkpoint", part, "--output", tmp_path / "b", "--certificate", tmp_path / "b.odds")
    said = "trueodds: A387261: 23 terms written; a(24) has more than 99 digits\n"
    output(capsys, *words, "--max-digits", 99, *paths, err=said)
    assert (tmp_path / "b.odds").exists()
