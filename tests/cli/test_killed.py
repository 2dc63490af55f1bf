"""A run that is killed when its output is complete, but has no name yet, can be resumed."""

import signal
import subprocess
import sys

import pytest

from trueodds.cli import run

#: Runs a command line, and kills itself in place of giving its output a name.
CHILD = """
import os, signal, sys
from trueodds.cli import run

os.replace = lambda old, new: os.kill(os.getpid(), signal.SIGKILL)
run(sys.argv[1:])
"""


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
def test_killed_just_before_the_output_has_its_name(tmp_path, monkeypatch):
    words = ["solve", "risk-or-safety", "--target", "300", "--json", "--output"]
    assert run([*words, str(tmp_path / "whole")]) == 0
    words += [str(tmp_path / "out"), "--checkpoint", str(tmp_path / "part")]
    assert subprocess.run([sys.executable, "-c", CHILD, *words], check=False).returncode == -signal.SIGKILL
    assert not (tmp_path / "out").exists()
    computed = "trueodds.fast.risk_or_safety.start_values._push"
    monkeypatch.setattr(computed, lambda *given: pytest.fail("what was finished was not kept"))
    assert run(words) == 0
    assert (tmp_path / "out").read_bytes() == (tmp_path / "whole").read_bytes()
    assert not (tmp_path / "part").exists()
