"""A checkpoint survives whatever moment a run is killed at, and refuses what is not its own."""

import pytest

from trueodds.runtime.checkpoint import Checkpoint

ABOUT = {"n": 7, "what": "test"}
PIECES = {3: b"three", 2**40: b"", 1: bytes(range(256)) * 10}


def written(path):
    with Checkpoint(path, ABOUT) as checkpoint:
        for number, data in PIECES.items():
            checkpoint.add(number, data)
    return path.read_bytes()


def test_cut_off_anywhere_whole_pieces_remain_and_work_goes_on(tmp_path):
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
