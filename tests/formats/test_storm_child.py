"""The process that runs Storm ends with trueodds in every case, and its temporary files are removed."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from trueodds.formats import prism

from ..processes import is_running, until
from .test_limits import LARGE

pytestmark = pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="finds processes through /proc")

WALK = LARGE.replace("N;", "N = 900;")
# The tests may be started with signals ignored: by nohup, or in the background.
PROGRAM = """import signal
for number in (signal.SIGTERM, signal.SIGHUP):
    signal.signal(number, signal.SIG_DFL)
signal.signal(signal.SIGINT, signal.default_int_handler)
from trueodds.__main__ import main
main()
"""
STAGES = {"building": "given.prism", "writing": "model.drn"}


@pytest.fixture
def place(tmp_path, monkeypatch):
    """A model that takes Storm many seconds, and a folder for temporary files."""
    pytest.importorskip("stormpy", reason="stormpy, which builds models of the PRISM language, is not installed")
    (tmp_path / "large.pm").write_text(WALK)
    (tmp_path / "temporary").mkdir()
    monkeypatch.setenv("TMPDIR", str(tmp_path / "temporary"))
    return tmp_path


def start(place, stage):
    """Return a run of trueodds and the process that it has started, at some stage of its work."""
    words = [sys.executable, "-c", PROGRAM, "solve", "large.pm", "--property", "P=? [ F x=900 ]"]
    run = subprocess.Popen(words, cwd=place, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    until(lambda: list((place / "temporary").glob(f"*/{STAGES[stage]}")))
    (child,) = map(int, Path(f"/proc/{run.pid}/task/{run.pid}/children").read_text().split())
    assert is_running(child)
    return run, child


def test_a_signal_leaves_no_process_and_no_file(place):
    run, child = start(place, "building")
    run.send_signal(signal.SIGTERM)
    out, err = run.communicate(timeout=60)
    assert (run.returncode, out, err) == (128 + signal.SIGTERM, "", "trueodds: terminated\n")
    assert not is_running(child)
    assert list((place / "temporary").iterdir()) == []


@pytest.mark.parametrize("stage", ["building", pytest.param("writing", marks=pytest.mark.slow)])
def test_the_child_of_a_killed_run_ends_and_the_next_run_removes_its_files(place, stage):
    run, child = start(place, stage)
    os.kill(child, signal.SIGSTOP)  # so that it cannot notice that the pipe is closed
    run.kill()
    run.communicate(timeout=60)
    until(lambda: not is_running(child))
    (left,) = (place / "temporary").iterdir()
    os.utime(left, (0, 0))
    words = "from trueodds.runtime.files import make_temporary_folder\nwith make_temporary_folder(): pass"
    subprocess.run([sys.executable, "-c", words], check=True)
    assert not left.exists()


def test_closing_the_pipe_ends_the_child(place):
    """Without the system's signal, the child must notice that the parent, this process, closes the pipe."""
    folder = place / "temporary"
    (folder / "model.prism").write_text(WALK)
    job = {"kind": "dtmc", "constants": {}, "memory": 8 * prism._SYSTEM, "rewards": False}
    job |= {"parent": os.getpid(), "limits": {"states": 10**7, "positions": 10**7, "undecided": ""}}
    (folder / "job.json").write_text(json.dumps(job))
    child = Path(prism.__file__).with_name("storm_child.py")
    with subprocess.Popen([sys.executable, "-P", str(child), str(folder)], stdin=subprocess.PIPE) as running:
        until((folder / "given.prism").exists)
        time.sleep(0.5)
        assert running.poll() is None
        assert f" {8 * prism._SYSTEM} " in Path(f"/proc/{running.pid}/limits").read_text()  # bytes of address space
        running.stdin.close()
        assert running.wait(timeout=60) == 1
    assert not (folder / "answer.json").exists()
