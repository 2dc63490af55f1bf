"""NO_COLOR is honoured, and colours and progress appear only on terminals."""

import io
import itertools
import re

import pytest

from trueodds.cli import output

COLOURED = re.compile(r"\x1b\[(?:[0-9]+;)*3[0-8][;m]")  # sets the colour of the text that follows


class Terminal(io.StringIO):
    def isatty(self):
        return True


def shown(monkeypatch, stream):
    monkeypatch.setattr("sys.stderr", stream)
    monkeypatch.setattr(output.time, "monotonic", itertools.chain([0.0], itertools.repeat(2.0)).__next__)
    with output.show_progress(quiet=False) as progress:
        if progress is not None:
            progress("sweeps", 1, 2)
            progress("sweeps", 2, 2)
    return stream.getvalue()


@pytest.mark.parametrize(
    ("setting", "stream", "coloured"), [("", Terminal, True), ("1", Terminal, False), ("", io.StringIO, None)]
)
def test_colours_and_progress(setting, stream, coloured, monkeypatch):
    monkeypatch.setenv("TERM", "xterm-256color")
    for name in ("NO_COLOR", "FORCE_COLOR", "COLORTERM"):
        monkeypatch.delenv(name, raising=False)
    if setting:
        monkeypatch.setenv("NO_COLOR", setting)
    text = shown(monkeypatch, stream())
    assert ("sweeps" in text) is (coloured is not None)
    assert bool(COLOURED.search(text)) is bool(coloured)
