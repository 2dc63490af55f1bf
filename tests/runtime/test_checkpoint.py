"""A checkpoint survives whatever moment a run is killed at, and refuses what is not its own."""

import os

import pytest

from trueodds.runtime import checkpoint as module
from trueodds.runtime.checkpoint import Checkpoint, fingerprint

ABOUT = {"n": 7, "what": "test"}
PIECES = {3: b"three", 2**40: b"", 1: bytes(range(256)) * 2}


def written(path):
    with Checkpoint(path, ABOUT) as checkpoint:
        for number, data in PIECES.items():
            checkpoint.add(number, data)
    return path.read_bytes()


def test_cut_off_anywhere_whole_pieces_remain_and_work_goes_on(tmp_path, monkeypatch):
    monkeypatch.setattr(module.os, "fsync", lambda number: None)  # thousands of times; what is written is the same
    whole = written(tmp_path / "whole")
    lengths = []
    for size in range(len(whole) + 1):
        path = tmp_path / "cut"
        path.write_bytes(whole[:size])
        with Checkpoint(path, ABOUT) as checkpoint:
            found = dict(checkpoint.pieces())
            assert found.items() <= PIECES.items()
            lengths.append(len(found))
            checkpoint.add(99, b"more")
        with Checkpoint(path, ABOUT) as checkpoint:
            assert dict(checkpoint.pieces()) == found | {99: b"more"}
    assert lengths == sorted(lengths)
    assert lengths[-1] == 3


def test_a_flipped_bit_ends_the_pieces_there(tmp_path):
    whole = bytearray(written(tmp_path / "whole"))
    start = whole.index(b"\n") + 1
    for at in range(start, len(whole), 7):
        damaged = bytearray(whole)
        damaged[at] ^= 4
        (tmp_path / "damaged").write_bytes(damaged)
        with Checkpoint(tmp_path / "damaged", ABOUT) as checkpoint:
            found = dict(checkpoint.pieces())
        assert found.items() <= PIECES.items()
        assert len(found) < 3


@pytest.mark.parametrize(
    "content", [b"something else entirely\n", b'{"n": 8, "trueodds checkpoint": 1, "what": "test"}\n']
)
def test_files_of_others_are_not_touched(tmp_path, content):
    (tmp_path / "other").write_bytes(content)
    with pytest.raises(ValueError, match="checkpoint of another computation, or none: not touched"):
        Checkpoint(tmp_path / "other", ABOUT)
    assert (tmp_path / "other").read_bytes() == content


def test_a_second_writer_is_told_in_one_line(tmp_path):
    with Checkpoint(tmp_path / "c", ABOUT) as first:
        first.add(1, b"one")
        with pytest.raises(ValueError, match=r"c: another run is writing this checkpoint; wait for its end, or give"):
            Checkpoint(tmp_path / "c", ABOUT)
        first.add(2, b"two")
    with Checkpoint(tmp_path / "c", ABOUT) as second:
        assert dict(second.pieces()) == {1: b"one", 2: b"two"}


def test_a_record_counts_in_its_own_file_only(tmp_path):
    whole = written(tmp_path / "one")
    with Checkpoint(tmp_path / "two", ABOUT | {"n": 8}):
        pass
    with (tmp_path / "two").open("ab") as file:
        file.write(whole[whole.index(b"\n") + 1 :])
    with Checkpoint(tmp_path / "two", ABOUT | {"n": 8}) as checkpoint:
        assert dict(checkpoint.pieces()) == {}


def test_another_version_of_the_program_is_refused(tmp_path, monkeypatch):
    written(tmp_path / "c")
    monkeypatch.setattr(module, "__version__", "0.0.0")
    with pytest.raises(ValueError, match="one of another version of trueodds cannot be used either"):
        Checkpoint(tmp_path / "c", ABOUT)


def test_what_is_no_file_is_refused_by_its_kind(tmp_path):
    with pytest.raises(ValueError, match="a checkpoint must be a file, not a folder"):
        Checkpoint(tmp_path, ABOUT)
    with pytest.raises(ValueError, match="a checkpoint must be a file, not a device or a pipe"):
        Checkpoint(os.devnull, ABOUT)


def test_fingerprints_tell_where_one_part_ends():
    assert fingerprint(b"ab", b"c") != fingerprint(b"a", b"bc")
    assert fingerprint(b"ab", b"c") == fingerprint(b"ab", memoryview(b"c"))
