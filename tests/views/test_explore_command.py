"""`trueodds explore`: where the page goes, and what is refused."""

import re

import pytest

from trueodds.cli import run


def test_a_page_gets_a_name(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run(["explore", "risk-or-safety", "--target", "4"]) == 0
    captured = capsys.readouterr()
    assert captured.out.startswith("risk-or-safety-4.html: 0.1 MB; ")
    assert captured.err == ""
    assert "2236/4165" in (tmp_path / "risk-or-safety-4.html").read_text(encoding="utf-8")


def test_a_name_of_ones_own_and_standard_output(capsys, tmp_path):
    file = tmp_path / "page.html"
    assert run(["explore", "risk-or-safety", "--target", "3", "--heads", "2/5", "-o", str(file)]) == 0
    capsys.readouterr()
    assert run(["explore", "risk-or-safety", "--target", "3", "--heads", "2/5", "-o", "-"]) == 0
    captured = capsys.readouterr()
    data = re.compile('(?s)id="data">(.*?)</script>')
    assert data.findall(captured.out) == data.findall(file.read_text(encoding="utf-8")) != []
    assert captured.err == ""


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["risk-or-safety", "--target", "0"], "'0'"),
        (["risk-or-safety", "--target", "1000"], "at most 250 for a page, not 1000"),
        (["risk-or-safety", "--target", "5", "--heads", "2"], "not 2"),
        (["risk-or-safety", "--target", "5", "-o", "nowhere/page.html"], "nowhere"),
        (["pig", "--target", "300"], "at most 250"),
        (["pig", "--sides", "1"], "--sides must be a whole number from 2, not '1'"),
        (["chess"], "there are risk-or-safety, coinball"),
        (["the-race", "--target", "200"], "a page holds at most 30000"),
    ],
)
def test_what_is_refused(capsys, tmp_path, monkeypatch, arguments, message):
    monkeypatch.chdir(tmp_path)
    assert run(["explore", *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert message in captured.err
    assert captured.err.count("\n") == 1
    assert not list(tmp_path.iterdir())
