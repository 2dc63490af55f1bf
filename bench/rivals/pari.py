"""PARI/GP as a rival: runs `recursion.gp` in a process of its own."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

SCRIPT = Path(__file__).with_name("recursion.gp")


def version() -> str | None:
    """The version of `gp`, None if there is none."""
    if shutil.which("gp") is None:
        return None
    return subprocess.run(["gp", "--version-short"], capture_output=True, text=True, check=True).stdout.strip()


def terms(most: int) -> str:
    """The lines ``n a(n)`` of A387261 for n = 1 … most; the whole process, start and printing included."""
    text = f"N = {most};\n" + SCRIPT.read_text(encoding="ascii")
    return subprocess.run(["gp", "-q", "-f"], input=text, capture_output=True, text=True, check=True).stdout
