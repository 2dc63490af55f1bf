"""A command line typed in an empty folder, and games that users might write."""

import io
import itertools
import shlex
import shutil
import sys
from pathlib import Path

import pytest

from trueodds.claims import papers
from trueodds.cli import run
from trueodds.oeis.games import find_family


@pytest.fixture(autouse=True)
def nothing_computed():
    find_family("risk-or-safety")._values.clear()


@pytest.fixture
def own(tmp_path, monkeypatch):
    """Make the test's folder, which contains ``own.py``, the current one."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)  # so that Python creates no folder for compiled files
    shutil.copy(Path(__file__).with_name("own_games.py"), tmp_path / "own.py")
    return tmp_path


@pytest.fixture
def say(own, monkeypatch, capsys):
    """Run a command line; return what it prints or, if the status is not 0, its one line on standard error."""

    def typed(line, *, typed="", status=0):
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        assert run(shlex.split(line) if isinstance(line, str) else list(map(str, line))) == status
        said = capsys.readouterr()
        if status == 0:
            return said.out
        assert (said.out, said.err.count("\n")) == ("", 1)
        assert said.err.startswith("trueodds: ")
        return said.err.removeprefix("trueodds: ").rstrip("\n")

    return typed


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    """A folder with a certificate, a recorded game, a model and a file of terms."""
    made = tmp_path_factory.mktemp("written")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(made)
        patch.setattr(sys, "stdin", io.StringIO("r\nh\n" * 10))
        assert run(["solve", "the-race", "--target", "2", "-o", "x.txt", "--certificate", "answer.odds"]) == 0
        assert run(["play", "pig", "--target", "3", "--seed", "1", "--record", "game.json"]) == 0
        assert run(["export", "the-race", "--target", "2", "--quiet", "-o", "model.tra"]) == 0
    (made / "terms.txt").write_text("# A387261\n1 2\n2 5\n", encoding="utf-8")
    for number, terms in (("261", "2 4 6"), ("262", "3 7 11")):
        (made / f"b387{number}.txt").write_text("".join(f"{n} {term}\n" for n, term in enumerate(terms.split(), 1)))
    return made


@pytest.fixture
def folder(written, own, monkeypatch):
    """A copy of that folder, with ``own.py``, as the current folder; only the first claim is checked."""
    real = papers.check_claims
    monkeypatch.setattr(papers, "check_claims", lambda *given: itertools.islice(real(*given), 1))
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO()))
    return shutil.copytree(written, own, dirs_exist_ok=True)
