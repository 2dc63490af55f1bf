"""Every mistake gets one clear line and the right exit status, and leaves no half-written file."""

import os
import signal
import subprocess
import sys
import time

import pytest

from trueodds.cli import run

SOLVE = ("solve", "risk-or-safety", "--target")


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        ((*SOLVE, "0"), "--target must be a whole number from 1, not '0'"),
        ((*SOLVE, "-3"), "--target must be a whole number from 1, not '-3'"),
        ((*SOLVE, "2.5"), "--target must be a whole number from 1, not '2.5'"),
        ((*SOLVE, "x"), "--target must be a whole number from 1, not 'x'"),
        ((*SOLVE, ""), "--target must be a whole number from 1, not ''"),
        ((*SOLVE, "٣"), "--target must be a whole number from 1"),
        ((*SOLVE, "9" * 5000), "--target must be a whole number from 1"),
        ((*SOLVE, "1000000000"), "would fit"),
        ((*SOLVE, "9" * 3000), "would fit"),
        ((*SOLVE, "5", "--opponent-target", "0"), "--opponent-target must be a whole number from 1, not '0'"),
        ((*SOLVE, "5", "--heads", "0"), "heads must be an exact rational between 0 and 1, such as 2/5, not 0"),
        ((*SOLVE, "5", "--heads", "1"), "heads must be an exact rational between 0 and 1"),
        ((*SOLVE, "5", "--heads", "7/5"), "heads must be an exact rational between 0 and 1, such as 2/5, not 7/5"),
        ((*SOLVE, "5", "--heads", "1e-999999999"), "heads must be an exact rational"),
        ((*SOLVE, "5", "--heads", "1/0"), "division by zero"),
        ((*SOLVE, "5", "--method", "magic"), "'magic' is not one of 'pairs', 'sweeps', 'twin', 'start'"),
        (("solve", "chess"), "solve chess: no such game; there are risk-or-safety"),
        (("slove",), "trueodds: slove: no such command, did you mean solve? there are solve, strategy"),
        (("pig",), "trueodds: pig: no such command, did you mean 'solve pig'? there are"),
        (("solve", "Pig"), "trueodds: solve Pig: no such game, did you mean pig? there are risk-or-safety"),
        (("play", "risk_or_safety"), "play risk_or_safety: no such game, did you mean risk-or-safety?"),
        (("oeis", "trems"), "trueodds: oeis trems: no such command, did you mean terms? there are list"),
        (("oeis", "terms", "A38726"), "unknown sequence 'A38726', did you mean A38726"),
        (("solve", "pig", "--traget", "3"), "No such option '--traget'. Did you mean '--target'?"),
        (("dance",), "trueodds: dance: no such command; there are solve, strategy, compare, simulate, sweep"),
        ((*SOLVE, "3", "--frobnicate"), "No such option"),
        (
            ("strategy", "risk-or-safety", "--target", "3", "--matrix", "--json"),
            "--matrix and --json exclude each other",
        ),
        (("strategy", "risk-or-safety", "--target", "3", "--seat", "third"), "'third' is not one of"),
        (("strategy", "risk-or-safety", "--target", "3", "--output", "/no/such/place"), "/no/such/place: No such file"),
        (("strategy", "the-race", "--target", "3", "--table", "1"), "--table 1: this game has no tables"),
        (
            ("strategy", "risk-or-safety", "--target", "3", "--seat", "second", "--statements"),
            "--statements tells of both players; leave --seat second out",
        ),
        ((*SOLVE, "3", "--output", ""), "'': a file needs a name"),
        (
            ("strategy", "risk-or-safety", "--target", "99999999", "--statements"),
            "n, the larger target, must be at most 65535, not 99999999",
        ),
        (
            ("strategy", "risk-or-safety", "--target", "3", "--heads", "1/99999999999999999999", "--statements"),
            "heads must be from 2^-64 to 1 - 2^-64",
        ),
        ((*SOLVE, "3", "--output", "./v", "--checkpoint", "v"), "must be two files, not both 'v'"),
    ],
)
def test_one_line_and_exit_status_2(capsys, arguments, part):
    assert run(arguments) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("trueodds: ")
    assert captured.err.count("\n") == 1
    assert part in captured.err


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
@pytest.mark.parametrize(
    "arguments",
    [
        ("solve", "risk-or-safety", "--target", "60", "--method", "sweeps"),
        ("strategy", "risk-or-safety", "--target", "12000", "--matrix", "--output", "out.csv"),
        ("solve", "risk-or-safety", "--target", "200", "--method", "twin"),
    ],
)
def test_ctrl_c_is_answered_at_once_in_one_line_and_leaves_no_file(tmp_path, arguments):
    process = subprocess.Popen(
        [sys.executable, "-m", "trueodds", *arguments], cwd=tmp_path, stderr=subprocess.PIPE, stdout=subprocess.PIPE
    )
    time.sleep(1.5)
    process.send_signal(signal.SIGINT)
    began = time.monotonic()
    output, error = process.communicate(timeout=30)
    assert process.returncode == 130
    assert error.decode() == "trueodds: interrupted\n"
    assert output == b""
    assert time.monotonic() - began < 5
    assert os.listdir(tmp_path) == []


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX pipes")
def test_a_reader_that_goes_away_is_no_error():
    command = f"{sys.executable} -m trueodds strategy risk-or-safety --target 80 --matrix | head -n 1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert done.stdout.count("\n") == 1


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
def test_a_full_disk_is_told_with_its_place(command, buffered, tail, name):
    program = f"{sys.executable} {'' if buffered else '-u'} -m trueodds {command} {tail}"
    known = {key: value for key, value in os.environ.items() if key != "PYTHONUNBUFFERED"}
    done = subprocess.run(program, shell=True, env=known, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr == f"trueodds: {name}: No space left on device\n"
