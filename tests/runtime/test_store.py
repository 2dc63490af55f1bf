"""A store survives a kill at any moment, names changed records, and refuses foreign files."""

import errno
import json
import os
import subprocess
import sys
import textwrap
from unittest.mock import Mock

import pytest

from trueodds.runtime import store as module
from trueodds.runtime.executors import WorkerError
from trueodds.runtime.store import Codec, Store, compute_chunks, open_store, recheck_chunks

from .test_wrong_chunks import AtOnce, check_square, named, square

ABOUT = {"game": "test", "n": 7}
RECORDS = {"3": b"three", "a longer key ü": b"", "1": bytes(range(48))}


def written(path, records=RECORDS, about=ABOUT):
    with Store(path, about) as store:
        for key, data in records.items():
            store.add(key, data)
    return path.read_bytes()


def contents(store):
    return {key: store[key] for key in store.kept}


def reopened(path, key):
    """Open a damaged store, add a record and open it again; return the records found, and whether any was dropped."""
    with Store(path, ABOUT) as store:
        found = contents(store)
        assert found.items() <= RECORDS.items()
        store.add(key, b"more")
        assert (store[key], key in store, "4" in store) == (b"more", True, False)
    with Store(path, ABOUT) as again:
        assert (contents(again), again.dropped) == (found | {key: b"more"}, [])  # what was dropped is named only once
    return found, bool(store.dropped)


def test_cut_off_anywhere_whole_records_remain_and_work_resumes(tmp_path, monkeypatch):
    monkeypatch.setattr(module.os, "fsync", lambda number: None)
    monkeypatch.setattr(module, "lock", lambda handle: None)  # the file system has no locks
    whole, path, lengths = written(tmp_path / "whole"), tmp_path / "cut", set()
    for size in {*range(0, len(whole), 4), *range(len(whole) - 110, len(whole) + 1)}:
        path.write_bytes(whole[:size])
        found, dropped = reopened(path, "99")
        lengths.add(len(found))
        assert not dropped
    assert lengths == {0, 1, 2, 3}
    monkeypatch.setattr(Store, "_digest", Mock(side_effect=OSError(errno.ENOSPC, "full")))
    with pytest.raises(OSError, match="full") as refused:
        Store(path, ABOUT)
    assert refused.value.filename == str(path)


def test_a_flipped_bit_drops_its_record_and_no_wrong_one_is_read(tmp_path, monkeypatch):
    monkeypatch.setattr(module.os, "fsync", lambda number: None)
    whole, path, head = written(tmp_path / "whole"), tmp_path / "damaged", module._HEAD
    for at in range(start := whole.index(b"\n") + 1, len(whole), 3):
        damaged = bytearray(whole)
        damaged[at] ^= 1 << at % 8
        path.write_bytes(damaged)
        assert len(reopened(path, "3")[0]) < 3
    name, data = head.unpack_from(whole, start)  # the same bytes, with another end of the key or of the record
    for more, kept, dropped in ((-1, 2, True), (0, 0, True), (1 << 40, 0, False)):
        path.write_bytes(whole[:start] + head.pack(name + 1, data + more) + whole[start + head.size :])
        assert (len((found := reopened(path, "99"))[0]), found[1]) == (kept, dropped)


@pytest.mark.parametrize("content", [b"something else entirely\n", b'{"n": 8, "trueodds checkpoint": 1}\n', b"x"])
def test_files_of_others_are_not_changed(tmp_path, content):
    (tmp_path / "other").write_bytes(content)
    with pytest.raises(ValueError, match="belongs to another computation or another version of trueodds, or is not a"):
        Store(tmp_path / "other", ABOUT)
    assert (tmp_path / "other").read_bytes() == content


def test_what_cannot_be_a_checkpoint_is_refused(tmp_path, monkeypatch):
    """A file of another version, a file that another run writes, a folder and a device."""
    with Store(tmp_path / "c", ABOUT) as first:
        first.add("1", b"one")
        with pytest.raises(ValueError, match="c: another run is writing this file; wait until it ends, or use another"):
            Store(tmp_path / "c", ABOUT)
        first.add("2", b"two")
    with Store(tmp_path / "c", ABOUT) as second:
        assert contents(second) == {"1": b"one", "2": b"two"}
    head = (tmp_path / "c").read_bytes().partition(b"\n")[0]
    assert json.loads(head) == {"trueodds checkpoint": 1, "version": module.__version__, **ABOUT}
    monkeypatch.setattr(module, "__version__", "0.0.0")
    for path, message in (
        (tmp_path / "c", "another version of trueodds"),
        (tmp_path, "a checkpoint must be a file, not a folder"),
        (os.devnull, "a checkpoint must be a file, not a device or a pipe"),
    ):
        with pytest.raises(ValueError, match=message):
            Store(path, ABOUT)


def test_records_reach_the_disk_within_a_second(tmp_path, monkeypatch):
    now, synced = [100.0], []
    monkeypatch.setattr(module.time, "monotonic", lambda: now[0])
    monkeypatch.setattr(module.os, "fsync", synced.append)
    with Store(tmp_path / "c", ABOUT) as store:
        for seconds in (0.5, 0.4, 0.2, 0.9, 0.2):
            now[0] += seconds
            store.add(str(seconds), b"")
            assert (tmp_path / "c").read_bytes().endswith(str(seconds).encode())  # written at once
            assert len(synced) == (now[0] > 101) + (now[0] > 102.1)
    assert set(synced) == {synced[0]}


def test_a_record_counts_in_its_own_file_only(tmp_path, caplog):
    whole = written(tmp_path / "one")
    written(tmp_path / "two", {}, ABOUT | {"n": 8})
    with (tmp_path / "two").open("ab") as file:
        file.write(whole[whole.index(b"\n") + 1 :])
    with Store(tmp_path / "two", ABOUT | {"n": 8}) as store:
        assert contents(store) == {}
        compute_chunks(square, [], print, 1, None, store, NUMBERS)
    lines = [
        f"trueodds: {tmp_path / 'two'}: record {key} was changed after it was written; recomputing" for key in RECORDS
    ]
    assert caplog.messages == lines


@pytest.mark.skipif(sys.platform == "win32", reason="limits of POSIX")
def test_a_full_disk_is_one_line_and_keeps_earlier_output(tmp_path):
    """A limit on the size of files simulates a full disk: the write fails in the middle of a record."""
    code = """
        import resource, signal, sys
        from trueodds.runtime.store import Store
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, -1))
        try:
            with Store(sys.argv[1], {"n": 7}) as store:
                for number in range(100):
                    store.add(str(number), bytes(1_000))
        except OSError as error:
            print(error.errno, error.filename)
        resource.setrlimit(resource.RLIMIT_FSIZE, (-1, -1))
    """
    path = tmp_path / "c"
    words = [sys.executable, "-c", textwrap.dedent(code), str(path)]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == (f"{errno.EFBIG} {path}\n", "")
    with Store(path, {"n": 7}) as store:
        assert sorted(map(int, store.kept)) == list(range(len(store.kept)))
        assert len(store.kept) > 15


NUMBERS = Codec(str, lambda chunk, result: str(result).encode(), lambda chunk, data: int(data))


def computed(store):
    """Return the results, and the chunks that were computed for them."""
    found, done = {}, []

    def compute(number):
        done.append(number)
        return square(number)

    compute_chunks(compute, range(8), found.__setitem__, 1, check_square, store, NUMBERS)
    return found, done


def test_what_was_finished_before_a_failure_is_not_computed_again(tmp_path):
    def fail(number):
        if number == 3:
            raise WorkerError("gone")
        return square(number)

    right = {number: number * number for number in range(8)}
    with open_store(tmp_path / "c", ABOUT) as store, pytest.raises(WorkerError):
        compute_chunks(fail, range(8), lambda *found: None, 1, None, store, NUMBERS)
    with open_store(tmp_path / "c", ABOUT) as store:
        assert computed(store) == (right, [3, 4, 5, 6, 7])
    with open_store(None, ABOUT) as store:
        assert store is None
        assert computed(store) == (right, [*range(8)])


@pytest.mark.parametrize(
    ("wrong", "line"),
    [
        (b"8", "record 5 is invalid (8 is not the square of 5); recomputing"),
        (b"nonsense", "record 5 is invalid (invalid literal for int() with base 10: b'nonsense'); recomputing"),
        (None, "record 5 was changed after it was written; recomputing"),
    ],
)
def test_a_wrong_record_is_named_and_computed_again_and_those_behind_it_are_kept(wrong, line, tmp_path, caplog):
    """A record is written wrong, or changed."""
    path, squares = tmp_path / "c", {str(number): b"%d" % number**2 for number in range(8)}
    whole = written(path, squares | ({} if wrong is None else {"5": wrong}))
    path.write_bytes(whole.replace(b"525", b"524"))  # the key 5, then 25
    for done in ([5], []):
        with open_store(path, ABOUT) as store:
            assert computed(store) == ({number: number**2 for number in range(8)}, done)
    assert named(caplog) == f"trueodds: {path}: {line}"


@pytest.mark.parametrize("error", [ValueError, TypeError, KeyError, IndexError, ArithmeticError])
def test_a_record_that_cannot_be_read_is_computed_again(error, tmp_path, caplog):
    written(tmp_path / "c", {"5": b"25"})
    codec, found = NUMBERS._replace(unpack=Mock(side_effect=error(7))), {}
    with open_store(tmp_path / "c", ABOUT) as store:
        compute_chunks(Mock(side_effect=[8, 25]), [5], found.__setitem__, 1, check_square, store, codec)
    lines = f"{tmp_path / 'c'}: record 5 is invalid (7)", "chunk 0: wrong result: 8 is not the square of 5"
    assert (found, caplog.messages) == ({5: 25}, [f"trueodds: {line}; recomputing" for line in lines])


def test_wrong_stored_chunks_are_named_and_replaced(tmp_path, caplog):
    written(tmp_path / "c", {"2": b"4", "3": b"11", "4": b"16"})
    with open_store(tmp_path / "c", ABOUT) as store:
        found, done = computed(store)
        assert found[3] == 11
        assert done == [0, 1, 5, 6, 7]
        done.clear()
        assert recheck_chunks(lambda n: done.append(n) or square(n), range(8), 1, store, NUMBERS)
        assert done == [2, 3, 4]
        assert computed(store)[0][3] == 9
    assert named(caplog).endswith("record 3 is wrong; replacing it")
    with open_store(tmp_path / "c", ABOUT) as store:
        assert store["3"] == b"9"
        assert not recheck_chunks(square, range(8), elsewhere := AtOnce(), store, NUMBERS)
        assert elsewhere.tasks
