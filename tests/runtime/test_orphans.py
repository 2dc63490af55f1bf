"""Processes of a pool end with the program that opened it, also when that is killed outright."""

import subprocess
import sys
import time
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="finds processes through /proc")

PROGRAM = """import time
from trueodds.runtime.executors import run_chunks
for _ in run_chunks(time.sleep, [0.05] * 10000, 2):
    print("done", flush=True)
"""


def state(process):
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return "gone"


def test_no_process_stays():
    with subprocess.Popen([sys.executable, "-c", PROGRAM], stdout=subprocess.PIPE, text=True) as run:
        assert run.stdout.readline() == "done\n"
        tasks = Path(f"/proc/{run.pid}/task").glob("*/children")
        children = [int(one) for task in tasks for one in task.read_text().split()]
        assert children
        run.kill()
    end = time.monotonic() + 60
    while any(state(child) not in ("gone", "Z") for child in children):
        assert time.monotonic() < end
        time.sleep(0.05)
