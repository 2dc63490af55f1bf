"""Recorded sessions: after ``=== NAME``, lines ``$ COMMAND``, each followed by what it shows."""

import re
from pathlib import Path


def read_sessions(path):
    """Return the text of each session by its name."""
    parts = re.split(r"^=== ", Path(path).read_text(encoding="utf-8"), flags=re.MULTILINE)
    return dict(part.split("\n", 1) for part in parts[1:])


def replay(name, recorded, run, folder):
    """Run the commands of a recorded session again, and return the new session; `run` returns what a command shows.

    The session is also written to ``session.txt`` in `folder`. After an intended change, read the difference and copy
    the new session over the old one.
    """
    found = "".join(f"$ {command}\n{run(command)}" for command in re.findall(r"^\$ (.*)$", recorded, re.MULTILINE))
    (folder / "session.txt").write_text(f"=== {name}\n{found}", encoding="utf-8")
    return found
