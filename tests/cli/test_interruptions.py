"""After Ctrl-C, a closed pipe or on a full disk: one line, the right status, and no file."""

import os
import signal
import subprocess
import sys
import time

import pytest

from trueodds.cli import run


def start(*words, **how):
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    return subprocess.Popen([sys.executable, "-m", "trueodds", *words], **pipes, **how)


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
    process = start(*line.split(), cwd=tmp_path)
    while not os.listdir(tmp_path):  # the output file is opened before the work
        assert process.poll() is None
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    assert process.communicate(timeout=60) == (b"", b"trueodds: interrupted\n")
    assert (process.returncode, os.listdir(tmp_path)) == (130, [])


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
def test_ctrl_c_at_the_prompt():
    running = start("play", "two-coins", "--flips", "3")
    seen = b""
    while not seen.endswith(b"coin B for 2? "):
        seen += os.read(running.stdout.fileno(), 1000)
    time.sleep(0.1)  # until it reads again
    running.send_signal(signal.SIGINT)
    assert running.communicate(timeout=30) == (b"\n", b"trueodds: interrupted\n")
    assert running.returncode == 130


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX pipes")
@pytest.mark.parametrize(
    ("line", "reader", "lines"), [("play two-coins --flips 300", "head -n 1", 1), ("games", "true", 0)]
)
def test_a_closed_pipe_is_not_an_error(line, reader, lines):
    command = f"(yes B | {sys.executable} -m trueodds {line}; echo $? >&2) | {reader}"
    buffered = {**os.environ, "PYTHONUNBUFFERED": ""}
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False, env=buffered)
    assert (done.stderr, done.stdout.count("\n")) == ("141\n", lines)


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="a device that is always full")
@pytest.mark.parametrize("line", ["solve risk-or-safety --target 3", "strategy risk-or-safety --target 50", "games"])
def test_a_full_disk_is_reported_with_its_place(line, capsys, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(sys, "stdout", open("/dev/full", "w"))  # noqa: SIM115 - the program closes it
        assert run(line.split()) == 1
        sys.stdout.close()
    assert capsys.readouterr().err == "trueodds: standard output: No space left on device\n"
    if line != "games":
        assert run([*line.split(), "--output", "/dev/full"]) == 1
        assert capsys.readouterr().err == "trueodds: /dev/full: No space left on device\n"
