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
    assert bool(COLOURED.search(text)) is colour
    assert progress or text == ""


LAST = dict.fromkeys(("plot", "plot -o map.svg", "strategy"), "bounds") | {"strategy -o t.csv": "rows"}
LAST |= {"solve --statistics": "statistics", "advise --me 0 --other 0": "numerators", "oeis verify terms.txt": "checks"}
LAST |= {"explore": "values", "compare optimal": "duels", "simulate --games 9": "games", "review game.json": "moves"}
LAST |= {"sweep pig --over target=3": "games", "plot risk-or-safety --kind advantage -o a.svg": "strategy"}
LAST |= {f"oeis {word} A387261 --terms 3": "fractions" for word in ("terms", "bfile", "draft")}


@pytest.mark.parametrize("line", LAST)
def test_every_command_shows_its_first_and_its_last_stage(line, folder, monkeypatch):
    if "svg" in line:
        need("matplotlib")
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    monkeypatch.setattr(output.time, "monotonic", itertools.count().__next__)
    monkeypatch.setattr("rich.progress.Progress", shown := Mock())
    command, *words = line.split()
    words = words if {"pig", "oeis", "game.json", "advantage"} & {command, *words} else ["pig", "--target", "3", *words]
    assert run([command, *words]) == ("verify" in line)  # a term in the file is wrong
    found = [call.args[0] for call in shown.return_value.add_task.call_args_list]
    first = "games" if command == "sweep" else "strategy" if command == "oeis" or "advantage" in words else "bounds"
    assert (found[0], found[-1]) == (first, LAST[line])
