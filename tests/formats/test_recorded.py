"""Sessions of commands on models print, on both streams, exactly what is recorded in ``recorded.txt``.

``$ write FILE LINE …`` writes a file, ``$ change FILE OLD NEW`` replaces a text in it, and ``$ remove FILE …`` removes
files; LONG is a number of 5,000 digits, and BYTE a byte that is not UTF-8. Each command begins with unchanged copies of
the files in ``models``, unless one of these three precedes it. Lines on standard error begin with ``!``; a status
other than 0 is shown in brackets.
"""

import shlex
import shutil
from pathlib import Path

import pytest

from trueodds.cli import run

from ..sessions import read_sessions, replay
from .conftest import MODELS

SESSIONS = read_sessions(Path(__file__).with_name("recorded.txt"))


@pytest.fixture
def shown(tmp_path, monkeypatch, capfd):
    """Return what a command prints."""
    monkeypatch.chdir(shutil.copytree(MODELS, tmp_path / "models"))

    def show(line):
        line = line.replace("LONG", "9" * 5000).replace("BYTE", "\udcff")
        command, *words = [word.replace("\\n", "\n") for word in shlex.split(line)]
        if command == "write":
            Path(words[0]).write_text("".join(f"{word}\n" for word in words[1:]), errors="surrogateescape")
        elif command == "change":
            text = Path(words[0]).read_text()
            assert words[1] in text
            Path(words[0]).write_text(text.replace(*words[1:], 1))
        elif command == "remove":
            for word in words:
                Path(word).unlink()
        else:
            status = run([command, *words])
            said = capfd.readouterr()
            shutil.copytree(MODELS, ".", dirs_exist_ok=True)
            return said.out + "".join(f"! {one}\n" for one in said.err.splitlines()) + f"[{status}]\n" * (status != 0)
        return ""

    return show


@pytest.mark.parametrize("session", SESSIONS)
def test_commands_on_models_print_what_is_recorded(session, shown, tmp_path_factory):
    assert replay(session, SESSIONS[session], shown, tmp_path_factory.mktemp("recorded")) == SESSIONS[session]
