"""NO_COLOR is honoured, and nothing that is not a terminal is given colours or progress."""

import io
import itertools
import re

import pytest

from trueodds.cli import output

COLOURED = re.compile(r"\x1b\[(?:[0-9]+;)*3[0-8][;m]")  # sets the colour of what follows


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


@pytest.fixture(autouse=True)
def _a_plain_terminal(monkeypatch):
    monkeypatch.setenv("TERM", "xterm-256color")
    for name in ("NO_COLOR", "FORCE_COLOR", "COLORTERM"):
        monkeypatch.delenv(name, raising=False)


def test_progress_has_colours_on_a_terminal(monkeypatch):
    text = shown(monkeypatch, Terminal())
    assert "sweeps" in text
    assert COLOURED.search(text)


def test_no_color(monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    text = shown(monkeypatch, Terminal())
    assert "sweeps" in text
    assert not COLOURED.search(text)


def test_a_pipe_gets_nothing(monkeypatch):
    assert shown(monkeypatch, io.StringIO()) == ""
