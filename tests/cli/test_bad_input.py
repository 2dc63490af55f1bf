"""Ctrl-C, a reader that goes away, a place that cannot be written to: one line and the right status, and no file."""

import errno
import io
import os
import signal
import subprocess
import sys
import time

import pytest

from trueodds.cli import run


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
@pytest.mark.parametrize(
    "line",
    [
        "strategy risk-or-safety --target 12000 --matrix --output out.csv",
        pytest.param("solve risk-or-safety --target 200 --method reference --output out.txt", marks=pytest.mark.slow),
        pytest.param("simulate risk-or-safety --games 999999999999 --output out.txt", marks=pytest.mark.slow),
    ],
)
def test_ctrl_c_is_answered_at_once_in_one_line_and_leaves_no_file(tmp_path, line):
    process = subprocess.Popen(
        [sys.executable, "-m", "trueodds", *line.split()], cwd=tmp_path, stderr=subprocess.PIPE, stdout=subprocess.PIPE
    )
    while not os.listdir(tmp_path):  # the file that it will write is opened before the work
        assert process.poll() is None
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    output, error = process.communicate(timeout=60)
    assert process.returncode == 130
    assert error.decode() == "trueodds: interrupted\n"
    assert output == b""
    assert os.listdir(tmp_path) == []


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX pipes")
@pytest.mark.parametrize("line", ["strategy risk-or-safety --target 80 --matrix", "play two-coins --flips 300"])
def test_a_closed_pipe_is_not_an_error(line):
    command = f"yes B | {sys.executable} -m trueodds {line} | head -n 1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    assert (done.stderr, done.stdout.count("\n")) == ("", 1)


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="POSIX permissions, which do not bind root")
def test_an_output_that_may_not_be_written_is_refused(tmp_path, capsys):
    tmp_path.chmod(0o500)
    assert run(["strategy", "risk-or-safety", "--target", "3", "--output", str(tmp_path / "x")]) == 2
    assert "Permission denied" in capsys.readouterr().err


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="a device that is always full")
@pytest.mark.parametrize(
    ("tail", "name"), [("> /dev/full", "standard output"), ("--output /dev/full", "/dev/full")], ids=["stdout", "file"]
)
@pytest.mark.parametrize(
    ("command", "buffered"), [("solve risk-or-safety --target 3", False), ("strategy risk-or-safety --target 50", True)]
)
def test_a_full_disk_is_reported_with_its_place(command, buffered, tail, name):
    program = f"{sys.executable} {'' if buffered else '-u'} -m trueodds {command} {tail}"
    known = {key: value for key, value in os.environ.items() if key != "PYTHONUNBUFFERED"}
    done = subprocess.run(program, shell=True, env=known, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr == f"trueodds: {name}: No space left on device\n"


def test_a_full_standard_output_is_named_by_every_command(monkeypatch, capsys):
    class Full(io.StringIO):
        def flush(self):
            raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(sys, "stdout", Full())
    assert run(["games"]) == 1
    assert capsys.readouterr().err == "trueodds: standard output: No space left on device\n"
