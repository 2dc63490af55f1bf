"""Files appear completely or not at all."""

import contextlib
import errno
import os
import stat
import sys
import time
from unittest.mock import Mock

import pytest

from trueodds.runtime import files
from trueodds.runtime.files import atomic_write, find_descriptor, is_regular, lock, make_temporary_folder


@pytest.mark.parametrize("error", [None, ValueError, KeyboardInterrupt])
def test_a_file_is_replaced_when_it_is_complete_and_kept_after_a_failure(tmp_path, monkeypatch, error):
    path = tmp_path / ("a" * (1 if sys.platform == "win32" else 255))
    path.write_text("old")
    synced = []
    monkeypatch.setattr(os, "fsync", lambda handle: synced.append((os.fstat(handle).st_size, path.read_text())))
    with pytest.raises(error) if error else contextlib.nullcontext(), atomic_write(path) as file:
        file.write("1\n2\n")
        assert path.read_text() == "old"
        if error:
            raise error
    assert path.read_bytes() == (b"old" if error else b"1\n2\n")
    assert synced == ([] if error else [(4, "old")])
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("path", ["", "no/a", ".", *["/dev/fd/999"] * os.path.exists("/dev/fd")])
def test_a_refusal_names_the_file_as_it_was_given(path, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(OSError, match=r"directory|denied|empty|descriptor") as refusal, atomic_write(path):
        pass
    assert refusal.value.filename == (path or "''")
    assert os.listdir(tmp_path) == []


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX permissions and links")
def test_permissions_follow_the_umask_or_the_old_file_and_links_are_written_through(tmp_path):
    (tmp_path / "link").symlink_to(tmp_path / "real")
    old = os.umask(0o027)
    try:
        for mode in (0o640, 0o707):
            with atomic_write(tmp_path / "link") as file:
                file.write(str(mode))
                assert stat.S_IMODE(os.fstat(file.fileno()).st_mode) & ~mode == 0  # no one else can read it meanwhile
            assert (tmp_path / "link").is_symlink()
            assert (tmp_path / "real").read_text() == str(mode)
            assert stat.S_IMODE((tmp_path / "real").stat().st_mode) == mode
            (tmp_path / "real").chmod(0o707)
    finally:
        os.umask(old)


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX pipes")
def test_pipes_are_not_replaced(tmp_path):
    """The test uses its own pipe: a fault planted here once deleted a machine's /dev/null."""
    os.mkfifo(tmp_path / "pipe")
    reader = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    try:
        with atomic_write(tmp_path / "pipe") as file:
            file.write("x")
        for name in ("pipe", "file"):
            with pytest.raises(OSError, match="full") as refused, atomic_write(tmp_path / name):
                raise OSError(errno.ENOSPC, "full")
            assert refused.value.filename == str(tmp_path / name)
        assert os.read(reader, 2) == b"x"
        assert (tmp_path / "pipe").is_fifo()
    finally:
        os.close(reader)


@pytest.fixture
def part(tmp_path):
    """The name of the file that a run leaves if it is killed while writing a file `[a]`."""
    with atomic_write(tmp_path / "[a]"):
        [found] = tmp_path.iterdir()
    (tmp_path / "[a]").unlink()
    return found.name


def leave(place, age=60):
    """Make a file of this age, in seconds."""
    place.write_text("half")
    os.utime(place, (time.time() - age,) * 2)
    return place


def test_only_old_files_of_killed_runs_of_this_machine_are_removed(tmp_path, part, monkeypatch):
    old, new = leave(tmp_path / part), leave(tmp_path / part.replace(".part", "0.part"), age=1)
    other = leave(tmp_path / part.replace(".[a].", ".a."))
    foreign = leave(tmp_path / part.replace(part.split(".")[2], "00000000"))
    gone = tmp_path / part.replace(".part", "1.part")  # as if another run had just removed it
    gone.symlink_to("nowhere")
    with atomic_write(tmp_path / "[a]") as file:
        assert not old.exists()
        file.write("x")
    monkeypatch.setattr(files, "_is_abandoned", tried := Mock(side_effect=PermissionError))
    with atomic_write(tmp_path / "[a]"):
        assert tried.called
    assert sorted(tmp_path.iterdir()) == sorted([tmp_path / "[a]", new, other, foreign, gone])


def test_what_another_run_writes_stays(tmp_path):
    with atomic_write(tmp_path / "a") as first:
        first.write("first")
        (part,) = tmp_path.iterdir()
        os.utime(part, (0, 0))
        with atomic_write(tmp_path / "a") as second:
            second.write("second")
        assert part.exists()
    assert (tmp_path / "a").read_text() == "first"
    assert len(list(tmp_path.iterdir())) == 1


def test_folders_of_runs_that_are_alive_stay(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    left_open = lambda: [number for number in range(200) if os.path.exists(f"/dev/fd/{number}")]  # noqa: E731
    before = left_open()
    with pytest.raises(OSError, match="full") as refusal, make_temporary_folder() as first:
        raise OSError(errno.ENOSPC, "full")
    assert refusal.value.filename == str(first)
    with make_temporary_folder() as first:
        empty, new, other, gone = (tmp_path / f"{first.name[:-8]}{name}" for name in ("empty", "new", "other", "gone"))
        notes = tmp_path / "trueodds-notes"
        for one in (empty, new, other, notes):
            one.mkdir()
        leave(other / "lock")
        leave(other / "model.drn")
        gone.symlink_to("nowhere")
        for one in (first, empty, other, notes):
            os.utime(one, (0, 0))
        with make_temporary_folder() as second:
            assert sorted(tmp_path.iterdir()) == sorted([first, new, second, notes, gone])
    monkeypatch.setattr(files, "_is_abandoned", tried := Mock(side_effect=PermissionError))
    with make_temporary_folder():
        assert tried.called
    assert sorted(tmp_path.iterdir()) == sorted([new, notes, gone])
    assert left_open() == before


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX locks")
@pytest.mark.parametrize(
    ("number", "found"), [(errno.EWOULDBLOCK, False), (errno.EACCES, False), (errno.EINVAL, None), (errno.ENOLCK, None)]
)
def test_a_lock_is_free_taken_or_unknown(tmp_path, part, monkeypatch, number, found):
    """If a file system has no locks, files are written, and no file of another run is removed."""
    left = leave(tmp_path / part)
    with (tmp_path / "b").open("w") as one, (tmp_path / "b").open("w") as other:
        assert lock(one.fileno()) is True
        assert lock(other.fileno()) is False
        monkeypatch.setattr("fcntl.flock", Mock(side_effect=OSError(number, "no")))
        assert lock(one.fileno()) is found
    with atomic_write(tmp_path / "[a]") as file:
        file.write("x")
    assert (tmp_path / "[a]").read_text() == "x"
    assert left.exists()


def test_a_file_that_must_not_be_written_is_refused(tmp_path, monkeypatch):
    (tmp_path / "a").write_text("old")
    monkeypatch.setattr(os, "access", lambda path, how: how != os.W_OK)
    with pytest.raises(PermissionError) as refusal, atomic_write(tmp_path / "a"):
        pass
    assert (refusal.value.errno, refusal.value.filename) == (errno.EACCES, str(tmp_path / "a"))
    with atomic_write(tmp_path / "new") as file:
        file.write("x")
    assert sorted(os.listdir(tmp_path)) == ["a", "new"]


DISK = {errno.ENOSPC, errno.EFBIG, errno.EIO, errno.EBADF, getattr(errno, "EDQUOT", errno.EBADF)}


@pytest.mark.parametrize("number", sorted(DISK | {errno.ENOENT, errno.EPIPE}))
@pytest.mark.parametrize("known", [None, "there"])
def test_errors_of_a_disk_get_the_name_of_the_place(number, known):
    with pytest.raises(OSError, match="failed") as raised, files.name_file_in_errors("here"):
        raise OSError(number, "failed", known)
    assert raised.value.filename == (known or ("here" if number in DISK else None))


@pytest.mark.skipif(not os.path.exists("/dev/fd"), reason="no /dev/fd")
def test_paths_that_name_a_descriptor(tmp_path):
    near = tmp_path / "near"
    near.symlink_to("/dev/stdout")
    (tmp_path / "far").symlink_to("near")
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "1").write_text("")
    numbers = {"/dev/stdout": 1, "/dev/stderr": 2, "/dev/fd/63": 63, f"/proc/{os.getpid()}/fd/7": 7}
    numbers |= {near: 1, tmp_path / "far": 1, "/proc/thread-self/fd/7": 7}
    others = (tmp_path / "loop", tmp_path / "1", tmp_path / "none", os.devnull, "/dev/fd", "/dev/fd/x")
    for path, number in (numbers | dict.fromkeys(others)).items():
        assert find_descriptor(path) == number, path
    assert [is_regular(path) for path in (near, "/dev/fd/63", os.devnull, tmp_path, "/dev/fd/0")] == [False] * 5
    assert [is_regular(tmp_path / name) for name in ("1", "none")] == [True] * 2
