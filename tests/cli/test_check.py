"""`check` refuses changed certificates in one line; ``recorded.txt`` has those that it accepts."""

import json

import pytest

from trueodds.certificates.lines import add_checksum
from trueodds.cli import run


def changed(path, old, new):
    """Replace a text in the lines of a certificate, and renew the checksum."""
    lines = path.read_text().splitlines()[:-1]
    assert any(old in line for line in lines)
    path.write_text("".join(add_checksum(line.replace(old, new) for line in lines)))


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("claim 0 ", "claim 1 ", "not proved: line "),
        ("parameter target 6", "parameter target 7", "outcomes"),
        ("game pig", "game coinball", "not proved: the rules are not those of coinball: Coinball.__init__() got "),
        ("parameter target 6", "parameter target 6\nparameter sides 5", "outcomes"),
        ("parameter target 6", "parameter target 7\nparameter target 6", "parameter target occurs twice"),
        ("parameter target 6", "parameter target 6\u202e", "the line contains an unprintable character"),
        ("roll", "rolls", "moves"),
        ("(0, 0, 0, 0)", "(0, 0, 0, 2)", "called"),
        ("parameter target 6", "parameter target {", "the value of parameter target is not JSON"),
        ("parameter target 6", "parameter target 3: proved; all is fine", "the value of parameter target is not JSON"),
        ("parameter target 6", "parameter target 1e999", "target must be a whole number"),
        ("parameter target 6", "parameter target 0", "not those of pig: target must be at least 1, not 0\n"),
        ("parameter target 6", f"parameter {'x' * 300} 6", f"unexpected keyword argument '{'x' * 149}\n"),
        ("game pig", "game pig\u3164", "the line contains an unprintable character"),
    ],
)
def test_false_certificates_and_those_of_other_rules_are_refused(own, say, capsys, old, new, reason):
    say("solve pig --target 6 --certificate answer.odds")
    changed(own / "answer.odds", old, new)
    assert run(["check", "answer.odds"]) == 1
    said, complaint = capsys.readouterr()
    assert (reason in said, said.count("\n"), complaint) == (True, 1, "")
    assert run(["check", "answer.odds", "--json"]) == 1
    expected = {"file": "answer.odds", "proved": False, "reason": said.removeprefix("not proved: ").strip()}
    assert json.loads(capsys.readouterr().out) == expected


def test_long_probabilities_are_refused_before_solving_and_only_if_the_certificate_is_by_needs(say, monkeypatch):
    monkeypatch.setattr("trueodds.certificates.heads.MAX_BITS", 5)
    line = "solve risk-or-safety --target 3 --certificate a.odds"
    assert "6/11" in say(line)
    monkeypatch.setattr("trueodds.dispatch.solve", None)
    for option in ("--method start", "--checkpoint a.part", "--workers 2"):
        said = say(f"{line} {option}", status=2)
        assert "a denominator of 2 bits, a certificate covers targets of at most 2, not 3" in said
