"""Chunks of residues: what is none is refused, from whatever ran it and from a checkpoint; a run goes on."""

import os
from functools import partial

import numpy as np
import pytest

from trueodds import NotProved
from trueodds.cli import run
from trueodds.fast.prime_chunks import check_chunk, compute_residues, cut_primes, open_checkpoint

PRIMES = [101, 103, 107, 109, 113]
NUMBERS = [5, 10**9, 12345678901234567890]
EXPECTED = [[number % prime for prime in PRIMES] for number in NUMBERS]


def residues(done, chunk):
    done.append(chunk[0])
    return np.array([[number % prime for prime in chunk[1]] for number in NUMBERS], dtype=np.uint32)


def compute(function, kept=None, progress=None):
    return compute_residues(function, cut_primes(PRIMES, 2), len(NUMBERS), "serial", "some", progress, kept)


def test_chunks_come_to_their_places_and_are_told():
    told, done = [], []
    assert compute(partial(residues, done), None, lambda *step: told.append(step)).tolist() == EXPECTED
    assert told == [("some", 0, 3), ("some", 1, 3), ("some", 2, 3), ("some", 3, 3)]
    assert sorted(done) == [0, 1, 2]


def test_what_is_kept_is_not_computed_again(tmp_path):
    done = []

    def killed(chunk):
        if chunk[0] == 2:
            raise KeyboardInterrupt
        return residues(done, chunk)

    with open_checkpoint(tmp_path / "c", {}) as kept, pytest.raises(KeyboardInterrupt):
        compute(killed, kept)
    first, done[:] = set(done), []
    told = []
    with open_checkpoint(tmp_path / "c", {}) as kept:
        assert compute(partial(residues, done), kept, lambda *step: told.append(step)).tolist() == EXPECTED
    assert told[0] == ("some", len(first), 3)
    assert set(done) == {0, 1, 2} - first
    assert first


def test_no_checkpoint_is_none():
    with open_checkpoint(None, {}) as kept:
        assert kept is None


@pytest.mark.parametrize("record", [(3, b"0" * 24), (0, b"0" * 20), (2, b"0" * 24), (1, b"\xff" * 24)])
def test_records_that_are_no_residues_are_refused(record, tmp_path):
    with open_checkpoint(tmp_path / "c", {}) as kept:
        kept.add(*record)
        with pytest.raises(NotProved, match=r"^check of (the checkpoint: it has a record|a chunk of residues: one is)"):
            compute(partial(residues, []), kept)


def test_a_record_that_stands_twice_is_refused(tmp_path):
    with open_checkpoint(tmp_path / "c", {}) as kept:
        for _ in range(2):
            kept.add(0, residues([], (0, PRIMES[:2])).astype("<u4").tobytes())
        with pytest.raises(NotProved, match="it has a record 0 of 24 bytes"):
            compute(partial(residues, []), kept)


@pytest.mark.parametrize(
    "wrong",
    [
        [[100, 102]],
        np.array([[100, 102]], dtype=np.int64),
        np.array([[100, 102], [0, 0]], dtype=np.uint32),
        np.array([[101, 0]], dtype=np.uint32),
        np.array([[0, 103]], dtype=np.uint32),
    ],
    ids=["a list", "int64", "a row more", "the first prime", "the second prime"],
)
def test_a_chunk_is_held_against_type_shape_and_range(wrong):
    right = np.array([[100, 102]], dtype=np.uint32)
    assert check_chunk(1, (0, [101, 103]), right) is right
    with pytest.raises(NotProved, match=r"^check of a chunk of residues: "):
        check_chunk(1, (0, [101, 103]), wrong)


@pytest.mark.parametrize("game", ["risk-or-safety", "pig"])
@pytest.mark.parametrize("place", ["pipe", "."])
def test_a_checkpoint_must_be_a_file(game, place, capsys, tmp_path, monkeypatch):
    """A finished run deletes its checkpoint: so nothing of the machine's own is named here."""
    monkeypatch.chdir(tmp_path)
    if place == "pipe" and hasattr(os, "mkfifo"):
        os.mkfifo(place)
    elif place == "pipe":
        pytest.skip("no named pipes on this system")
    assert run(["solve", game, "--target", "30", "--checkpoint", place]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert f"{place}: a checkpoint must be a file, not a " in captured.err
