"""Pig's value from a checkpoint: killed, interrupted, tampered with, of another game; through other executors."""

import json
import signal
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor

import pytest

import trueodds
from trueodds import Pig
from trueodds.cli import run
from trueodds.fast.pig import many_primes
from trueodds.fast.pig.solve import solve, solve_moves
from trueodds.runtime.run import Run
from trueodds.runtime.store import Store

GAME = Pig(80)
VALUE = solve(GAME).value


@pytest.fixture
def _small_chunks(monkeypatch):
    monkeypatch.setattr(many_primes, "_WORK", 1)


def records(path):
    """A finished checkpoint: its header as `about`, and its pieces."""
    solve(GAME, Run(checkpoint=path))
    about = json.loads(path.read_bytes().partition(b"\n")[0])
    del about["trueodds checkpoint"], about["version"]
    with Store(path, about) as store:
        return about, {key: store[key] for key in store.kept}


@pytest.mark.usefixtures("_small_chunks")
@pytest.mark.parametrize("chunks", [1, 2, 5])
def test_interrupted_it_goes_on(tmp_path, chunks):
    def interrupt(stage, done, total):
        if stage == "values" and done == chunks:
            raise KeyboardInterrupt

    path = tmp_path / "c"
    with pytest.raises(KeyboardInterrupt):
        solve(GAME, Run(1, path, interrupt))
    told = []
    assert solve(GAME, Run(1, path, lambda *step: told.append(step))).value == VALUE
    done = [done for stage, done, _ in told if stage == "values"]
    assert done == list(range(len(done)))
    assert done[-1] == next(total for stage, _, total in told if stage == "values") > 5
    told.clear()
    assert solve(GAME, Run(1, path, lambda *step: told.append(step))).value == VALUE
    assert [done for stage, done, total in told if stage == "values"] == done


FIRST = "residues 0"
WRONG_RECORDS = {
    "one bit": lambda first, second: {FIRST: bytes([first[0] ^ 1]) + first[1:]},
    "zeros": lambda first, second: {FIRST: bytes(len(first))},
    "not below the primes": lambda first, second: {FIRST: b"\xff" * len(first)},
    "too short": lambda first, second: {FIRST: first[:-4]},
    "too long": lambda first, second: {FIRST: first + b"1234"},
    "nothing": lambda first, second: {FIRST: b""},
    "exchanged": lambda first, second: {FIRST: second, "residues 1": first},
    "of no chunk": lambda first, second: {"residues 99": first},
}


@pytest.mark.usefixtures("_small_chunks")
@pytest.mark.parametrize("fault", WRONG_RECORDS)
def test_a_wrong_record_with_the_right_checksum_is_named_and_computed_again(fault, tmp_path, caplog):
    about, pieces = records(tmp_path / "c")
    assert len(pieces) > 5
    wrong = WRONG_RECORDS[fault](pieces[FIRST], pieces["residues 1"])
    with Store(tmp_path / "wrong", about) as store:
        for key, data in (pieces | wrong).items():
            store.add(key, data)
    assert solve(GAME, Run(checkpoint=tmp_path / "wrong")).value == VALUE
    named = {record.getMessage().partition("record ")[2][: len(FIRST)] for record in caplog.records}
    assert named == {key for key in wrong if key in pieces}
    caplog.clear()
    assert solve(GAME, Run(checkpoint=tmp_path / "wrong")).value == VALUE
    assert not caplog.records


@pytest.mark.usefixtures("_small_chunks")
def test_a_torn_record_is_computed_again(tmp_path):
    path = tmp_path / "c"
    records(path)
    whole = path.read_bytes()
    path.write_bytes(whole[:-1])
    assert solve(GAME, Run(checkpoint=path)).value == VALUE
    assert len(path.read_bytes()) == len(whole)


@pytest.mark.parametrize("other", [Pig(79), Pig(80, opponent_target=79), Pig(80, sides=5), Pig(80, opponent_target=81)])
def test_a_checkpoint_of_another_game_is_refused(tmp_path, other):
    path = tmp_path / "c"
    solve(GAME, Run(checkpoint=path))
    kept = path.read_bytes()
    with pytest.raises(ValueError, match="another computation"):
        solve(other, Run(checkpoint=path))
    assert path.read_bytes() == kept


def test_a_checkpoint_of_other_moves_is_refused(tmp_path):
    """The same needs, another question: what a roll is worth."""
    path = tmp_path / "c"
    solve(GAME, Run(checkpoint=path))
    solution = solve_moves(GAME)
    with pytest.raises(ValueError, match="another computation"):
        solution._values(("roll",), 9, 80, 80, Run(1, path))


def test_through_processes(tmp_path, monkeypatch):
    monkeypatch.setattr(many_primes, "_WORK", 1)
    with ProcessPoolExecutor(2) as pool:
        assert trueodds.solve(GAME, workers=pool, checkpoint=tmp_path / "c").value == VALUE
    assert solve(GAME, Run(checkpoint=tmp_path / "c")).value == VALUE


SMALL = "import sys; from trueodds.fast.pig import many_primes; many_primes._WORK = 1\nfrom trueodds.cli import run\n"


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
@pytest.mark.parametrize("stop", ["SIGKILL", pytest.param("SIGINT", marks=pytest.mark.slow)])
def test_stopped_again_and_again(tmp_path, stop):
    """As soon as there are some records more than before: the last run writes the same bytes as one run alone."""
    part, out, whole = tmp_path / "part", tmp_path / "out", tmp_path / "whole"
    words = ["solve", "pig", "--target", "100", "--workers", "1", "--json", "--quiet"]
    assert run([*words, "--output", str(whole)]) == 0
    code = SMALL + f"sys.exit(run({[*words, '--output', str(out), '--checkpoint', str(part)]}))"
    stopped, size = 0, 0
    for _ in range(9):
        with subprocess.Popen([sys.executable, "-c", code], stderr=subprocess.DEVNULL) as process:
            while process.poll() is None and (not part.exists() or part.stat().st_size < size + 5_000):
                time.sleep(0.001)
            process.send_signal(signal.Signals[stop])
        stopped += process.returncode != 0
        if out.exists():
            break
        assert part.stat().st_size > size
        size = part.stat().st_size
    assert stopped > 1
    assert out.read_bytes() == whole.read_bytes()
    part.unlink(missing_ok=True)  # stopped after the answer


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (
            ["--method", "general", "--checkpoint", "c"],
            "a checkpoint can be used with method 'turns', not with 'general'",
        ),
        (["--method", "general", "--workers", "2"], "workers can be used with method 'turns', not with 'general'"),
    ],
)
def test_methods_without_are_refused(words, line, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run(["solve", "pig", "--target", "8", *words]) == 2
    assert capsys.readouterr() == ("", f"trueodds: {line}\n")
    assert not list(tmp_path.iterdir())
