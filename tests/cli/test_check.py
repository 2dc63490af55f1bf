"""`solve --certificate` and `check`."""

import hashlib
import json

import pytest

from trueodds.certificates.lines import add_checksum
from trueodds.cli import run as run_command


@pytest.fixture
def run(capsys):
    def call(*words):
        capsys.readouterr()
        status = run_command(list(map(str, words)))
        return status, *capsys.readouterr()

    return call


@pytest.fixture
def answer(tmp_path, run):
    path = tmp_path / "answer.odds"
    status, said, complaint = run("solve", "pig", "--target", "6", "--certificate", path)
    assert (status, complaint) == (0, "")
    assert "best move" in said
    return path


def test_an_answer_is_certified_and_checked(answer, run):
    status, said, complaint = run("check", answer)
    assert (status, complaint) == (0, "")
    assert said.startswith("pig target=6: seat 0 gets exactly ")
    assert said.endswith("; the rules are those of pig\n")
    status, said, _ = run("check", answer, "--json")
    assert status == 0
    assert json.loads(said)["proved"] is True


def changed(path, old, new):
    lines = path.read_text().splitlines()[:-1]
    assert any(old in line for line in lines)
    path.write_text("".join(add_checksum(line.replace(old, new) for line in lines)))


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("parameter target 6", "parameter target 7", "outcomes"),
        ("game pig", "game coinball", "unexpected keyword argument 'target'"),
        ("parameter target 6", "parameter target 6\nparameter sides 5", "outcomes"),
        ("parameter target 6", "parameter target 7\nparameter target 6", "parameter target occurs twice"),
        ("parameter target 6", "parameter target 6\u202e", "the line contains an unprintable character"),
        ("roll", "rolls", "moves"),
        ("(0, 0, 0, 0)", "(0, 0, 0, 2)", "called"),
        ("parameter target 6", "parameter target {", "the value of parameter target is not JSON"),
        ("parameter target 6", "parameter target 3: proved; all is fine", "the value of parameter target is not JSON"),
        ("parameter target 6", "parameter target 1e999", "target must be a whole number"),
        ("game pig", "game pig\u3164", "the line contains an unprintable character"),
    ],
)
def test_true_certificates_of_other_rules_are_refused(old, new, reason, answer, run):
    changed(answer, old, new)
    status, said, complaint = run("check", answer)
    assert status in (1, 2)
    assert reason in said + complaint
    assert (said + complaint).count("\n") == 1


@pytest.mark.parametrize("place", ["-", "/dev/stdout"])
def test_an_answer_and_its_certificate_are_not_mixed(place, tmp_path, run):
    status, said, complaint = run("solve", "pig", "--target", "6", "--certificate", place)
    assert (status, said) == (2, "")
    assert "the output and the certificate must be different files, not both '-'" in complaint
    status, said, _ = run("solve", "pig", "--target", "6", "--certificate", place, "--output", tmp_path / "a.txt")
    assert (status, said.startswith("odds 1\n")) == (0, True)
    assert "best move" in (tmp_path / "a.txt").read_text()


def test_a_false_certificate_is_status_1_and_one_line(answer, run):
    answer.write_text(answer.read_text().replace("claim 0 ", "claim 1 "))
    status, said, complaint = run("check", answer)
    assert (status, complaint) == (1, "")
    assert said.startswith("not proved: line ")
    assert json.loads(run("check", answer, "--json")[1])["proved"] is False


def test_a_user_defined_game(own, run):
    assert run("solve", "own.py:game", "--certificate", "own.odds")[0] == 0
    status, said, _ = run("check", "own.odds")
    assert status == 0
    assert "the rules were not compared" in said
    status, said, _ = run("check", "own.odds", "--game", "own.py:game")
    assert status == 0
    assert 'the rules are those of "own game"' in said
    rules = (own / "own.py").read_text()
    (own / "own.py").write_text(rules.replace("(half, 1 - player)]", "(half, None, 0)]", 1))
    assert run("check", "own.odds", "--game", "own.py:game")[0] == 1


def test_options_of_a_user_defined_game(own, run):
    """The certificate of a game with parameters is compared with the game with the same parameters."""
    assert run("solve", "own.py:Race", "--goal", "2", "--certificate", "answer.odds")[0] == 0
    assert run("check", "answer.odds", "--game", "own.py:Race", "--goal", "2")[0] == 0
    (own / "a=b.py").write_text((own / "own.py").read_text())
    assert run("check", "--goal=2", "answer.odds", "--game=a=b.py:Race")[0] == 0
    assert run("check", "answer.odds", "--game", "own.py:Race")[0] == 1
    status, _, complaint = run("check", "answer.odds", "--goal", "2")
    assert (status, "No such option" in complaint) == (2, True)


def test_a_certificate_without_a_parameter_of_its_game_is_not_proved(tmp_path, run):
    path = tmp_path / "answer.odds"
    assert run("solve", "risk-or-safety", "--target", 2, "--certificate", path)[0] == 0
    lines = [line for line in path.read_bytes().splitlines(keepends=True) if not line.startswith(b"parameter ")][:-1]
    path.write_bytes(b"".join(lines) + b"sha256 " + hashlib.sha256(b"".join(lines)).hexdigest().encode() + b"\n")
    status, out, err = run("check", path)
    assert (status, err) == (1, "")
    assert out.startswith(
        "not proved: the rules are not those of risk-or-safety: RiskOrSafety.__init__() missing 1 required"
    )
