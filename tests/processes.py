"""Waiting for other processes, and their states as Linux shows them."""

import time
from pathlib import Path


def until(condition, seconds=60):
    """Wait until a condition holds; return its value."""
    end = time.monotonic() + seconds
    while not (found := condition()):
        assert time.monotonic() < end, f"not within {seconds} seconds"
        time.sleep(0.02)
    return found


def read_state(process):
    """Return what Linux shows after a process's name: its state, "Z" if it has ended, its parent, group and session."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:  # it is gone
        return ["Z", None, None, None]


def is_running(process):
    return read_state(process)[0] != "Z"
