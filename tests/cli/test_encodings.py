"""Every command prints plain characters if the output is not UTF-8, and never a traceback."""

import io
import json
import shlex
import sys
from pathlib import Path

import pytest

import trueodds
from trueodds.cli import run
from trueodds.cli.encoding import to_encodable


@pytest.fixture
def typed(own, monkeypatch):
    """Run a command line whose standard streams have an encoding; return the status, the output and the errors."""
    monkeypatch.setenv("COLUMNS", "80")

    def type_in(words, encoding):
        streams = [io.TextIOWrapper(io.BytesIO(), encoding=encoding, write_through=True) for _ in "oe"]
        with monkeypatch.context() as patch:
            patch.setattr(sys, "stdin", io.StringIO(""))
            patch.setattr(sys, "stdout", streams[0])
            patch.setattr(sys, "stderr", streams[1])
            status = run(words)
        return status, *(stream.buffer.getvalue() for stream in streams)

    return type_in


LINES = (
    *("solve risk-or-safety --target 3", "solve risk-or-safety --target 3 --json", "solve pig --help"),
    *("solve two-coins --flips 5 --heads 2/5", "simulate coinball --tosses 4 --games 20", "plot pig --target 12"),
    *("oeis list --json", "oeis verify nothing.txt", "oeis draft A387261 --terms 3"),
    "solve risk-or-safety --target 9000000000000000000000000000000000000000000000000…",
)


@pytest.mark.parametrize("encoding", ["us-ascii", "cp1252", "cp932"])
@pytest.mark.parametrize("line", LINES)
def test_plain_is_utf8_with_other_characters(typed, line, encoding):
    words = shlex.split(line) + (["--seed", "1"] if "simulate" in line else [])
    status, said, errors = typed(words, "utf-8")
    other = typed(words, encoding)
    assert other[0] == status
    if "--json" in line:
        assert json.loads(other[1].decode(encoding)) == json.loads(said)
    elif "simulate" not in line:  # which prints the time that it took
        assert other[1].decode(encoding) == to_encodable(said.decode(), encoding)
    assert other[2].decode(encoding) == to_encodable(errors.decode(), encoding)


@pytest.mark.parametrize(
    ("text", "encoding", "expected"),
    [
        ("≈ 0.5 ≤ 1 ≥ 0 ± … ½ ≠ ∞ µ", "ascii", "~ 0.5 <= 1 >= 0 +- ... 1/2 != infinity u"),
        ("→ ← ε δ Π Σ ∼", "ascii", "-> <- epsilon delta product sum ~"),
        ("·•×⋅∙ ‐‑‒–—―− ‘’“”„‚«»", "ascii", "***** ------- ''''''''"),
        ("2ⁿ, x⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿ", "ascii", "2^n, x^0123456789+-n"),
        ("n² + 10¹⁴", "latin-1", "n² + 10^14"),  # Latin-1 has only the superscripts 1, 2 and 3
        ("1 − 2 – 3 — 4; n² + 10⁻¹²", "ascii", "1 - 2 - 3 - 4; n^2 + 10^-12"),
        ("1 − 2 – 3 — 4 …", "cp1252", "1 - 2 – 3 — 4 …"),
        ("a·b×c √π Rüdiger “x” 骰", "ascii", "a*b*c sqrtpi Rudiger 'x' ?"),
        ("Rüdiger ≈", "latin-1", "Rüdiger ~"),
    ],
)
def test_plain(text, encoding, expected):
    assert to_encodable(text, encoding) == expected


def test_every_character_of_the_program_has_a_plain_one():
    for path in Path(trueodds.__file__).parent.rglob("*.py"):
        letters = {one for one in path.read_text(encoding="utf-8") if not one.isascii() and one.isprintable()}
        assert not [one for one in letters if to_encodable(one, "ascii") == "?"], path


def test_files_and_pages_stay_utf8(typed, tmp_path):
    status, said, errors = typed(["solve", "risk-or-safety", "--target", "3", "--output", "here.txt"], "cp1252")
    assert (status, said, errors) == (0, b"", b"")
    assert "≈" in (tmp_path / "here.txt").read_text(encoding="utf-8")
    for line in (
        "solve own.py:told --value Zoé --json",
        "solve own.py:told --value Zoé --certificate a.odds -o here.json",
        "check a.odds --json",
    ):
        status, said, errors = typed(line.split(), "cp932")
        assert (status, errors) == (0, b"")
        assert not said or "Zoé" in str(json.loads(said.decode("cp932")))
    assert "Zoé" in (tmp_path / "here.json").read_text(encoding="utf-8")
    page = typed(["explore", "pig", "--target", "5", "-o", "-"], "cp1252")[1].decode("utf-8")
    assert '<meta charset="utf-8">' in page
    assert "⁰¹²³⁴⁵⁶⁷⁸⁹⁻" in page
