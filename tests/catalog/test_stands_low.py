"""Entries stand low: opening them, as help texts do, opens no solver, no view and no array."""

import subprocess
import sys

HEAVY = ("numpy", "scipy", "rich", "matplotlib")
HIGH = tuple(f"trueodds.{room}" for room in ("solver", "fast", "research", "views", "play", "dispatch", "drawing"))


def opened_after(statement):
    code = f"import sys, io; sys.stdout = io.StringIO(); {statement}; print(*sys.modules, file=sys.stderr)"
    done = subprocess.run([sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, check=True)
    return {name for name in done.stderr.split() if name.startswith(HIGH) or name.partition(".")[0] in HEAVY}


def test_the_entries_of_all_games():
    assert opened_after("from trueodds.catalog.registry import entries; entries()") == set()


def test_help_texts():
    calls = ("--help", "solve --help", "solve pig --help", "advise risk-or-safety --help", "claims --help", "games")
    assert opened_after(f"from trueodds.cli import run; [run(call.split()) for call in {calls!r}]") == set()


def test_a_command_line_opens_the_games_that_it_names():
    code = "from trueodds.cli import run; run(['solve', 'pig', '--help']); import sys; "
    code += "assert 'trueodds.games.pig' in sys.modules; assert 'trueodds.games.greed' not in sys.modules"
    assert opened_after(code) == set()
