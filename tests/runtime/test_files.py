"""Files appear whole or not at all."""

import os
import stat
import subprocess
import sys
import time

import pytest

from trueodds.runtime.files import atomic_write, temporary_folder


def test_what_is_written_appears_with_unix_line_ends(tmp_path):
    with atomic_write(tmp_path / "a") as file:
        file.write("1\n2\n")
        assert not (tmp_path / "a").exists()
    assert (tmp_path / "a").read_bytes() == b"1\n2\n"
    assert os.listdir(tmp_path) == ["a"]


def fail_half_way(path, error):
    with atomic_write(path) as file:
        file.write("half")
        raise error


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt, SystemExit])
def test_a_failure_leaves_what_was_there(tmp_path, error):
    (tmp_path / "a").write_text("old")
    with pytest.raises(error):
        fail_half_way(tmp_path / "a", error)
    assert (tmp_path / "a").read_text() == "old"
    assert os.listdir(tmp_path) == ["a"]


def test_a_folder_that_is_not_there_is_refused_by_the_users_name(tmp_path):
    with pytest.raises(FileNotFoundError) as refusal, atomic_write(tmp_path / "no" / "a"):
        pass
    assert refusal.value.filename == str(tmp_path / "no" / "a")


def test_a_folder_is_refused(tmp_path):
    with pytest.raises(OSError, match=r"directory|denied"), atomic_write(tmp_path):
        pass


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX permissions and links")
class TestPosix:
    def test_permissions_follow_the_umask_or_the_old_file(self, tmp_path):
        old = os.umask(0o027)
        try:
            with atomic_write(tmp_path / "new") as file:
                file.write("x")
        finally:
            os.umask(old)
        assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o640
        (tmp_path / "new").chmod(0o604)
        with atomic_write(tmp_path / "new") as file:
            file.write("y")
        assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o604

    def test_links_are_written_through(self, tmp_path):
        (tmp_path / "real").write_text("old")
        (tmp_path / "link").symlink_to(tmp_path / "real")
        with atomic_write(tmp_path / "link") as file:
            file.write("new")
        assert (tmp_path / "link").is_symlink()
        assert (tmp_path / "real").read_text() == "new"

    def test_pipes_are_not_replaced(self, tmp_path):
        """A pipe of the test's own: a fault planted here has cost a machine its /dev/null."""
        os.mkfifo(tmp_path / "pipe")
        reader = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
        try:
            with atomic_write(tmp_path / "pipe") as file:
                file.write("x")
            assert os.read(reader, 2) == b"x"
            assert (tmp_path / "pipe").is_fifo()
        finally:
            os.close(reader)


def test_a_dash_is_standard_output(capsys):
    with atomic_write("-") as file:
        file.write("x\n")
    assert capsys.readouterr().out == "x\n"


def left(folder, name="a", age=60):
    """Return the file that a run leaves when it is killed while it writes."""
    code = f"""
import os, sys
from trueodds.runtime.files import atomic_write, temporary_folder
with atomic_write({str(folder / name)!r}) as file:
    file.write("half")
    file.flush()
    os._exit(9)
"""
    subprocess.run([sys.executable, "-c", code], check=False)
    (part,) = [path for path in folder.iterdir() if path.name.startswith(f".{name}.")]
    os.utime(part, (time.time() - age,) * 2)
    return part


def test_the_next_run_removes_what_a_killed_one_left(tmp_path):
    part, other = left(tmp_path), left(tmp_path, "b")
    with atomic_write(tmp_path / "a") as file:
        assert not part.exists()
        file.write("x")
    assert sorted(path.name for path in tmp_path.iterdir()) == [other.name, "a"]


def test_what_is_new_stays(tmp_path):
    part = left(tmp_path, age=1)
    with atomic_write(tmp_path / "a") as file:
        file.write("x")
    assert part.exists()


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


def test_files_of_other_machines_stay(tmp_path):
    part = left(tmp_path)
    parts = part.name.split(".")
    foreign = part.rename(tmp_path / ".".join([*parts[:-3], "00000000", *parts[-2:]]))
    with atomic_write(tmp_path / "a") as file:
        file.write("x")
    assert foreign.exists()


def test_folders_of_runs_that_are_alive_stay(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with temporary_folder() as first:
        os.utime(first, (0, 0))
        empty, new, other = (tmp_path / f"{first.name[:-8]}{name}" for name in ("empty", "new", "other"))
        for one in (empty, new, other):
            one.mkdir()
        (other / "lock").write_text("")
        (other / "model.drn").write_text("large")
        os.utime(empty, (0, 0))
        os.utime(other, (0, 0))
        (tmp_path / "trueodds-notes").mkdir()
        os.utime(tmp_path / "trueodds-notes", (0, 0))
        with temporary_folder() as second:
            assert sorted(tmp_path.iterdir()) == sorted([first, new, second, tmp_path / "trueodds-notes"])
    assert sorted(tmp_path.iterdir()) == sorted([new, tmp_path / "trueodds-notes"])
