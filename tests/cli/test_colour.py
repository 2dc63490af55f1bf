"""NO_COLOR is honoured, and nothing but a terminal without --quiet gets colours or, after a second, progress."""

import io
import itertools
import re

import click
import pytest

from trueodds.cli import output

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
