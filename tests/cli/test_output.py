"""Commands write to closed streams, pipes and descriptors, in the format that a file's suffix decides."""

import io
import os
import re
import shlex
import subprocess
import sys

import pytest

from trueodds.claims import papers
from trueodds.cli import run, trueodds
from trueodds.runtime.streams import replace_closed_streams

from ..extras import need
from .test_json import LINES

POSIX = pytest.mark.skipif(os.name != "posix", reason="POSIX descriptors")
CLOSED = "trueodds: standard output: Bad file descriptor\n"
MODULE = f"{shlex.quote(sys.executable)} -m trueodds"
EVERY = (
    *("", "--help", "--version", "solve --help", "solve pig --help", "games", "completion bash", "selftest"),
    *(line for line in LINES if "nothing.txt" not in line and line != "games"),
    *(f"{line} --json" for line in ("solve pig --target 4", "games", "oeis list")),
    *("oeis bfile A387261 --terms 3", "oeis draft A387261 --terms 3", "oeis verify -", "plot pig --target 4"),
    *("explore pig --target 4 -o -", "explore pig --target 4 -o page.html"),
    *("play the-race --target 2 --seed 1", "export the-race --target 2 --quiet"),
)


def test_every_command_is_tried():
    tried = {line.split()[0] for line in EVERY if line and not line.startswith("-")}
    assert tried >= set(trueodds.list_commands(None))


@pytest.mark.parametrize("line", EVERY)
def test_closed_standard_output(line, folder, monkeypatch, capsys):
    capsys.readouterr()
    with monkeypatch.context() as patch:
        patch.setattr(sys, "stdout", None)
        replace_closed_streams()
        status = run(shlex.split(line))
    assert (status, capsys.readouterr().err) == (1, CLOSED)


def shell(line, folder):
    """Run a line of Bash; return the status and the output."""
    done = subprocess.run(["bash", "-c", line], cwd=folder, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


def test_each_claim_is_shown_when_it_is_checked(monkeypatch):
    stream, shown, real = io.TextIOWrapper(io.BytesIO(), encoding="utf-8"), [], papers.check_claims
    monkeypatch.setattr(
        papers, "check_claims", lambda *given: (shown.append(stream.buffer.tell()) or claim for claim in real(*given))
    )
    monkeypatch.setattr(sys, "stdout", stream)
    assert run(["claims", "--paper", "two-coins"]) == 0
    assert shown == sorted({*shown})
    assert stream.buffer.getvalue().endswith(b"\nfalse: 1; holds: 8; holds with a correction: 2\n")


@POSIX
def test_closed_streams(tmp_path):
    assert shell(f"{MODULE} solve no-such-game <&- >&-  2>&-", tmp_path) == (2, "", "")
    line = f"{MODULE} play pig <&- >x.txt && {MODULE} solve pig --target 4 -o x.txt <&- >&- 2>&-; head -1 x.txt"
    assert shell(line, tmp_path) == (0, "pig, target 4\n", "")


@POSIX
def test_a_child_process_does_not_print_into_a_file(tmp_path):
    """Otherwise the first file to be opened would get the free descriptor, and child processes would print into it."""
    code = "import os, trueodds\ndef make():\n os.write(2, b'note'); os.system('echo child'); return trueodds.Pig(4)\n"
    code += "assert all(map(os.get_inheritable, range(3)))\n"  # otherwise the first file of a child would be its output
    (tmp_path / "own.py").write_text(code)
    for closed in (">&-", ">&- 2>&-"):
        assert shell(f"{MODULE} solve own.py:make -o x.txt {closed}", tmp_path)[0] == 0
    assert (tmp_path / "x.txt").read_text().startswith("pig, target 4\n")
    assert "child" not in (tmp_path / "x.txt").read_text()


@POSIX
def test_standard_output_as_a_file_is_written_to_and_not_replaced(tmp_path):
    (tmp_path / "link").symlink_to("/dev/stdout")
    (tmp_path / "same").symlink_to("v")
    assert run(["solve", "the-race", "-o", str(tmp_path / "same"), "--certificate", str(tmp_path / "v")]) == 2
    command = f"{MODULE} solve pig --target 4 -o"
    status, out, _ = shell(f"{{ echo one; {command} /dev/stdout; echo two; {command} link; }} > out; cat out", tmp_path)
    answer = out.partition("two\n")[2]
    assert (status, out) == (0, f"one\n{answer}two\n{answer}")
    assert answer.startswith("pig, target 4\n")
    out = shell(f"seq 999 > long; {command} /dev/stdin 0<> long; cat long", tmp_path)[1]
    assert (out.startswith(answer), out.endswith("\n998\n999\n")) == (True, True)


@POSIX
def test_pipes_and_descriptors_are_written_to_and_not_replaced(tmp_path, capsys):
    words = ["solve", "pig", "--target", "4"]
    assert run(words) == 0
    answer = capsys.readouterr().out.encode()
    os.mkfifo(tmp_path / "out.fifo")
    reader = os.open(tmp_path / "out.fifo", os.O_RDONLY | os.O_NONBLOCK)
    reading, writing = os.pipe()
    for source, place in ((reader, tmp_path / "out.fifo"), (reading, f"/dev/fd/{writing}")):
        assert run([*words, "-o", str(place)]) == 0
        assert os.read(source, 10_000) == answer
    for one in (reader, reading, writing):
        os.close(one)
    assert run([*words, "-o", f"/dev/fd/{writing}"]) == 1
    assert capsys.readouterr() == ("", f"trueodds: /dev/fd/{writing}: Bad file descriptor\n")
    (tmp_path / "out").write_bytes(b"before\n")
    with (tmp_path / "out").open("ab") as file:
        place = f"/dev/fd/{file.fileno()}"
        assert run([*words, "-o", place]) == 0
        assert (tmp_path / "out").read_bytes() == b"before\n" + answer
        for word in ("export", "explore"):  # no file beside it, and no remark about a file
            assert run([word, "the-race", "--target", "2", "--quiet", "-o", place]) == 0
    assert capsys.readouterr() == ("", "")


RECORDED = "play the-race --target 2 --seed 1 --record"
ASKED = "--property '<<1>> Pmax=? [ F \"won\" ]'"

#: Every option that takes a file to write, after a command that is otherwise complete, with the suffixes it knows.
WRITERS = {
    "solve pig --target 4 -o": ".txt .json",
    "solve pig --target 4 --certificate": ".odds .odds.gz",
    "solve own.py:game -o": ".txt .json",
    f"solve model.tra {ASKED} -o": ".txt .json",
    f"solve model.tra {ASKED} --strategy": ".csv .jsonl .parquet .json",
    f"solve model.tra {ASKED} --bounds -o": ".txt .json",
    "strategy pig --target 4 -o": ".txt .csv .jsonl .json",
    "strategy own.py:game -o": ".txt .csv .jsonl .json",
    f"strategy model.tra {ASKED} -o": ".txt .csv .jsonl .parquet .json",
    "oeis bfile A387261 --terms 3 -o": ".txt",
    "oeis bfile A387261 --terms 3 --certificate": ".odds .odds.gz",
    "oeis draft A387261 --terms 3 -o": ".txt",
    "claims --paper two-coins -o": ".txt .json .md",
    "explore pig --target 4 -o": ".html .htm",
    RECORDED: ".json",
    "review game.json -o": ".txt .json .html .htm",
    "simulate pig --target 4 --games 10 -o": ".txt .json",
    "compare pig --target 4 optimal -o": ".txt .json",
    "sweep pig --over target=2..3 -o": ".csv .jsonl .json",
    "plot pig --target 4 -o": ".txt",
    "export the-race --target 2 -o": ".prism .nm .pm .sm .smg .tra",
}
LIBRARIES = {".parquet": "pyarrow", ".png": "matplotlib", ".svg": "matplotlib", ".pdf": "matplotlib", ".umb": "umbi"}
OTHERS = {
    "strategy pig --target 4 -o": ".parquet",
    "strategy own.py:game -o": ".parquet",
    "sweep pig --over target=2..3 -o": ".parquet",
    "plot pig --target 4 -o": ".png .svg .pdf",
    "export the-race --target 2 -o": ".umb",
}
KNOWN = [(line, suffix) for lines in (WRITERS, OTHERS) for line, ends in lines.items() for suffix in ends.split()]
KNOWN += [(line, "") for line in WRITERS]


#: How files begin, by their suffix; those of other suffixes begin like one of these.
BEGINNINGS = {
    ".csv": b"[a-z_]+,[a-z_, ]+\n",
    ".htm .html": b"<!DOCTYPE html>",
    ".json": rb"[{\[].*\n\Z|\{\n",
    ".jsonl": rb"\{.*\}\n\{",
    ".md": b"# Claims of the papers",
    ".odds": b"odds 1\n",
    ".odds.gz .umb": b"\x1f\x8b",
    ".parquet": b"PAR1",
    ".pdf": b"%PDF",
    ".png": b"\x89PNG",
    ".prism .nm .pm .sm .smg": b"// the-race, written by trueodds",
    ".svg": rb"<\?xml",
    ".tra": rb"\d+:2 \d+",
    ".txt": b"(?!odds 1|//|# Claims|[a-z_]+,[a-z_, ]+\\n)[%A-Za-z0-9]",
}


@pytest.mark.parametrize(("line", "suffix"), KNOWN)
def test_the_suffix_decides(line, suffix, folder):
    """Without a suffix, the command's first format is used."""
    if suffix in LIBRARIES:
        need(LIBRARIES[suffix])
    upper = suffix in (".csv", ".png", ".tra")
    assert run([*shlex.split(line), f"new{suffix.upper() if upper else suffix}"]) == 0
    (path,) = [one for one in folder.iterdir() if one.name.lower() == f"new{suffix}"]
    assert suffix != ".tra" or {"new.sta", "new.lab"} <= {one.name for one in folder.iterdir()}
    usual = suffix or WRITERS[line].split()[0]
    (begins,) = [begins for ends, begins in BEGINNINGS.items() if usual in ends.split()]
    assert re.match(begins, path.read_bytes())


@pytest.mark.parametrize("line", WRITERS)
def test_an_unknown_suffix_is_refused_before_the_work(line, folder, capsys, monkeypatch):
    import trueodds.dispatch

    monkeypatch.setattr(trueodds.dispatch, "choose_method", lambda *given, **more: pytest.fail("it solves"))
    capsys.readouterr()
    before = sorted(folder.iterdir())
    assert run([*shlex.split(line), "new.xyz"]) == 2
    known = [*WRITERS[line].split(), *OTHERS.get(line, "").split()]
    printed = capsys.readouterr()
    assert (printed.out, printed.err.count("\n")) == ("", 1)
    assert " must end in " in printed.err
    assert printed.err.endswith(", not 'new.xyz'\n")
    listed = printed.err.partition(" must end in ")[2].partition(", not ")[0].replace(" or ", ", ").split(", ")
    assert sorted(listed) == sorted(known)
    assert sorted(folder.iterdir()) == before
