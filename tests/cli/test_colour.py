"""NO_COLOR is honoured, and nothing but a terminal without --quiet gets colours or, after a second, progress."""

import io
import itertools
import re
from unittest.mock import Mock

import click
import pytest

from trueodds.cli import output, run

from ..extras import need

COLOURED = re.compile(r"\x1b\[(?:[0-9]+;)*3[0-8][;m]")  # sets the colour of the text after it


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.mark.parametrize(
    ("setting", "kind", "quiet", "seconds", "progress", "colour"),
    [
        ("", Terminal, [], 1.5, True, True),
        ("1", Terminal, [], 1.5, True, False),
        ("", Terminal, [], 0.9, False, False),
        ("", Terminal, ["-q"], 1.5, False, False),
        ("", io.StringIO, [], 1.5, False, False),
    ],
)
def test_colours_and_progress(setting, kind, quiet, seconds, progress, colour, monkeypatch):
    monkeypatch.setenv("TERM", "xterm-256color")
    for name in ("NO_COLOR", "FORCE_COLOR", "COLORTERM"):
        monkeypatch.delenv(name, raising=False)
    if setting:
        monkeypatch.setenv("NO_COLOR", setting)
    stream = kind()
    monkeypatch.setattr("sys.stderr", stream)
    monkeypatch.setattr(output.time, "monotonic", itertools.chain([0.0], itertools.repeat(seconds)).__next__)
    command = click.Command("work", params=[output.quiet_option])
    with command.make_context("work", quiet), output.show_progress("solving") as report:
        steps = ("sweeps", 1, 4), ("sweeps", 2, 4), ("sums", 1, 8), ("terms", 7, None), ("terms", 1234, None)
        for step in steps if report else ():
            report(*step)
    text = stream.getvalue()
    for part in ("solving: sweeps", "50%", "solving: sums", "12%", "solving: terms", " 1,234 "):
        assert (part in re.sub(r"\x1b\[[0-9;]*m", "", text)) is progress, part
    assert text.endswith("\x1b[2K") is progress  # the display is erased
    assert bool(COLOURED.search(text)) is colour
    assert progress or text == ""


MODEL = "model.tra --property-file model.props"
STAGES = {
    "bounds": ("plot pig --target 3", "plot pig --target 3 -o map.svg", "strategy pig --target 3"),
    "bounds, rows": ("strategy pig --target 3 -o t.csv",),
    "bounds, values": ("explore pig --target 3",),
    "bounds, duels": ("compare pig --target 3 optimal",),
    "bounds, moves": ("review game.json",),
    "bounds, values, numerators": ("advise pig --target 3 --me 0 --other 0",),
    "bounds, values, numerators, positions, statistics": ("solve pig --target 3 --statistics",),
    "bounds, values, numerators, positions, statistics, games": ("simulate pig --target 3 --games 9",),
    "components, Bellman's equation": (f"solve {MODEL}", f"strategy {MODEL}"),
    "games": ("sweep pig --over target=3",),
    "strategy": ("plot risk-or-safety --kind advantage -o a.svg", "strategy risk-or-safety --statements"),
    "strategy, fingerprints, checks": ("oeis verify b387261.txt b387262.txt",),
    "strategy, residues, numerators, fractions": tuple(
        f"oeis {word} A387261 --terms 3" for word in ("terms", "bfile", "draft", "draft --edit")
    ),
    "strategy, residues, numerators, fractions, fingerprints, checks": ("oeis verify terms.txt",),
}


@pytest.mark.parametrize(("line", "stages"), [(line, stages) for stages, lines in STAGES.items() for line in lines])
def test_every_command_shows_its_stages(line, stages, folder, monkeypatch):
    if "svg" in line:
        need("matplotlib")
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    monkeypatch.setattr(output.time, "monotonic", itertools.count().__next__)
    monkeypatch.setattr("rich.progress.Progress", shown := Mock())
    assert run(line.split()) == ("terms.txt" in line)  # a term in this file is wrong
    assert ", ".join(call.args[0] for call in shown.return_value.add_task.call_args_list) == stages
