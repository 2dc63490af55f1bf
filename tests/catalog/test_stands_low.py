"""Opening entries, as help texts do, imports no solver, no view and no numpy."""

import subprocess
import sys

HEAVY = ("numpy", "scipy", "rich", "matplotlib")
HIGH = tuple(f"trueodds.{folder}" for folder in ("solver", "fast", "research", "views", "play", "dispatch", "drawing"))
CODE = """
import io, sys
sys.stdout = io.StringIO()
from trueodds.cli import run
run(["solve", "pig", "--help"])
assert "trueodds.games.pig" in sys.modules
assert "trueodds.games.greed" not in sys.modules
for call in ("--help", "solve --help", "advise risk-or-safety --help", "claims --help", "games"):
    run(call.split())
from trueodds.catalog.registry import entries
entries()
print(*sys.modules, file=sys.stderr)
"""


def test_help_and_entries_open_little():
    done = subprocess.run([sys.executable, "-W", "error", "-c", CODE], capture_output=True, text=True, check=True)
    loaded = done.stderr.split()
    assert not {name for name in loaded if name.startswith(HIGH) or name.partition(".")[0] in HEAVY}
