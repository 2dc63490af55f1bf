"""A run that is killed at any moment while it writes can be resumed, with the same bytes in the end."""

import itertools
import signal
import subprocess
import sys

import pytest

#: Runs a command line and kills itself at one of the moments, counted from 1, around everything that it writes.
CHILD = """
import os, signal, sys
from trueodds.cli import run
from trueodds.runtime.store import Store

left = int(sys.argv[1])

def reach():
    global left
    left -= 1
    if left == 0:
        os.kill(os.getpid(), signal.SIGKILL)
    return left == 1

add, replace = Store.add, os.replace

def torn(self, number, data):
    before = os.fstat(self._file.fileno()).st_size
    if reach():  # the next moment is in the middle of this piece
        add(self, number, data)
        os.truncate(self.path, (before + os.fstat(self._file.fileno()).st_size) // 2)
        reach()
    reach()
    add(self, number, data)
    reach()

def rename(old, new):
    reach()
    replace(old, new)
    reach()

Store.add, os.replace = torn, rename
sys.exit(run(sys.argv[2:]))
"""


def run_until(folder, moment):
    """Run with a checkpoint until killed at a moment (never at moment 0); return the exit status."""
    options = ["--target", "300", "--json", "--output", str(folder / "out"), "--checkpoint", str(folder / "part")]
    words = ["solve", "risk-or-safety", "--method", "start", "--workers", "1", *options]
    return subprocess.run([sys.executable, "-c", CHILD, str(moment), *words], check=False).returncode


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
def test_killed_before_within_and_after_every_kind_of_write(tmp_path):
    """Kill before, within and after the first record, within the second, and around the renaming."""
    (tmp_path / "whole").mkdir()
    assert run_until(tmp_path / "whole", 0) == 0
    statuses, sizes, moments = [], [], itertools.cycle([1, 2, 3, 5])
    while not statuses or statuses[-1]:
        statuses.append(run_until(tmp_path, next(moments)))
        assert statuses[-1] in (0, -signal.SIGKILL)
        sizes.append((tmp_path / "part").stat().st_size if statuses[-1] else None)
        assert len(statuses) < 60
    assert len(statuses) > 4  # so it was killed at each of the four moments
    assert sizes[0] < sizes[2] < sizes[3]  # finished work is kept
    assert (tmp_path / "out").read_bytes() == (tmp_path / "whole" / "out").read_bytes()
    assert not (tmp_path / "part").exists()
