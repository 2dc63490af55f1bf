"""Long checks are estimated by some of their own work."""

import time

import pytest

from trueodds.cli import run
from trueodds.estimates.checks import estimate_files, estimate_systems
from trueodds.oeis import fingerprints
from trueodds.oeis.together import verify_together
from trueodds.research import linear_systems


@pytest.fixture
def make_files(tmp_path, capsys):
    def make(count):
        paths = [str(tmp_path / f"b{number}.txt") for number in (387261, 387262)]
        for path in paths:
            words = [path[-11:-4].replace("b", "A"), "--terms", str(count), "--max-digits", "0", "--output", path]
            assert run(["oeis", "bfile", *words, "--quiet"]) == 0
        capsys.readouterr()
        return paths

    return make


def test_batches_are_those_of_the_run(make_files, monkeypatch):
    paths = make_files(300)
    told = estimate_files(*paths).stages[-1]
    batches = []
    run_chunks = fingerprints.run_chunks

    def count(function, chunks, *others):
        chunks = list(chunks)
        batches.extend(chunks)
        return run_chunks(function, chunks, *others)

    monkeypatch.setattr(fingerprints, "run_chunks", count)
    assert all(verdict.ok for verdict in verify_together(*paths).values())
    assert told.place == "workers"
    assert 0.5 <= told.chunks / len(batches) <= 1.5
    bits = sum(top.bit_length() + bottom.bit_length() for batch in batches for _, top, bottom in batch)
    assert 0.8 < told.chunks * told.sent / (bits / 8) < 1.25


@pytest.mark.long  # it is a matter of time, and of what else the machine does
def test_files_within_a_factor_of_two(make_files):
    paths = make_files(700)
    ratios = []
    for _ in range(3):
        told = sum(stage.seconds for stage in estimate_files(*paths).stages)
        began = time.process_time()
        verify_together(*paths)
        ratios.append(told / (time.process_time() - began))
        if 1 / 2 <= ratios[-1] <= 2:
            return
    pytest.fail(str(ratios))


@pytest.mark.long  # so, too
def test_systems_within_a_factor_of_two():
    ratios = []
    for _ in range(3):
        told = estimate_systems(4).stages[0]
        assert told.chunks == 31
        began = time.process_time()
        linear_systems.compare_all(4)
        ratios.append(told.seconds / (time.process_time() - began))
        if 1 / 2 <= ratios[-1] <= 2:
            return
    pytest.fail(str(ratios))


def test_the_long_claim_is_told(capsys):
    assert run(["plan", "claims", "--slow", "--workers", "10"]) == 0
    first, second, *_ = capsys.readouterr().out.splitlines()
    assert first == "5,755,251 linear systems for 5 points"
    assert second.split()[-3:] == ["57,553", "chunks", "workers"]
