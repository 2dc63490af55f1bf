"""Test `trueodds completion SHELL`, and the completions that shells receive."""

import shutil
import subprocess
import sys

import pytest
from click.shell_completion import ShellComplete

from trueodds.catalog.registry import find_by_name, list_games
from trueodds.cli import run, trueodds


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("s", ["solve", "strategy", "simulate", "sweep", "selftest"]),
        ("solve ", [*list_games()]),
        ("solve pig --target 3 --target 4 --o", ["--opponent-target", "--output"]),
        ("solve pig --ta", ["--target"]),
        ("solve coinball --opponent always-r", ["always-rush"]),
        ("completion f", ["fish"]),
        ("--version so", ["solve"]),
        # choices that click does not know
        ("oeis terms A3872", ["A387260", "A387261", "A387262"]),
        ("oeis verify --sequence pig-d", ["pig-denominators"]),
        ("plot greed --kind ", ["strategy", "normal", "last", "odds"]),
        ("claims --paper co", ["coinball"]),
        *((f"compare pig {word}h", ["hold-at-20"]) for word in ("", "optimal ")),
        ("simulate pig --second o", ["optimal"]),
        *((f"{word} --method g", ["general"]) for word in ("solve pig", "sweep pig", "solve own.py:game")),
        ("play own.py:game --opponent h", ["human"]),
        ("play pig --opponent h", ["hold-at-20", "human"]),
        ("simulate coinball --first always-", ["always-rush", "always-pass"]),
        # files where nothing else fits
        ("simulate own.py:game --first opt", ["file,opt"]),
        ("oeis verify b38", ["file,b38"]),
        ("solve own.p", ["file,own.p"]),
        ("plot pig -o ", ["file,"]),
        # nothing, and no message, for a wrong line
        ("no-such-command ", []),
        ("solve no-such-game --ta", []),
    ],
)
def test_what_bash_receives(words, found, monkeypatch, capsys):
    monkeypatch.setenv("_TRUEODDS_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", f"trueodds {words}")
    monkeypatch.setenv("COMP_CWORD", str(len(words.split(" "))))
    assert run() == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    assert [line.removeprefix("plain,") for line in captured.out.splitlines()] == found


def test_zsh_and_fish_show_what_each_word_means():
    complete = ShellComplete(trueodds, {}, "trueodds", "_X").get_completions
    assert [found.help for found in complete(["solve"], "pi")] == [find_by_name("pig").summary]
    assert [found.help for found in complete([], "sol")] == ["Compute the exact odds and the best moves at the start."]


@pytest.mark.parametrize("request_of", ["bash_source", "tcsh_complete", ""])
def test_what_asks_for_no_completion_is_an_ordinary_command(request_of, monkeypatch, capsys):
    monkeypatch.setenv("_TRUEODDS_COMPLETE", request_of)
    monkeypatch.setattr(sys, "argv", ["trueodds", "--version"])
    assert run() == 0
    assert capsys.readouterr().out.startswith("trueodds ")


@pytest.mark.skipif(shutil.which("bash") is None or sys.platform == "win32", reason="there is no bash")
def test_bash_itself(tmp_path):
    """A real Bash reads the script and then completes `trueodds sol`."""
    version = ["bash", "-c", "echo ${BASH_VERSINFO[0]} ${BASH_VERSINFO[1]}"]
    printed = subprocess.run(version, capture_output=True, text=True, check=True).stdout.split()
    if tuple(map(int, printed)) < (4, 4):
        pytest.skip(f"the script needs Bash 4.4, not {'.'.join(printed)}")
    program = tmp_path / "trueodds"
    program.write_text(f"#!{sys.executable}\nfrom trueodds.__main__ import main\nmain()\n", encoding="utf-8")
    program.chmod(0o755)
    script = (
        'eval "$(trueodds completion bash)" && complete -p trueodds && '
        "COMP_WORDS=(trueodds sol) COMP_CWORD=1 && _trueodds_completion trueodds && echo ${COMPREPLY[@]}"
    )
    variables = {"PATH": f"{tmp_path}:/usr/bin:/bin"}
    done = subprocess.run(["bash", "-c", script], env=variables, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["complete -o nosort -F _trueodds_completion trueodds", "solve"]


@pytest.mark.skipif(shutil.which("zsh") is None, reason="there is no zsh")
def test_zsh_itself(tmp_path, capsys):
    """A zsh without any settings reads the script silently."""
    assert run(["completion", "zsh"]) == 0
    (tmp_path / "script").write_text(capsys.readouterr().out, encoding="utf-8")
    command = ["zsh", "-f", "-c", "source ./script && echo $_comps[trueodds]"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert (done.stdout, done.stderr) == ("_trueodds_completion\n", "")
