"""Pig's value where something is wrong or lost: named, computed again or refused, and never a wrong value."""

import copy
import itertools
import json
import signal
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor

import numpy as np
import pytest

import trueodds
from trueodds import NotProved, Pig
from trueodds.cli import run
from trueodds.exact import pipeline
from trueodds.exact.modular import random_prime
from trueodds.fast.pig import values
from trueodds.fast.pig.bounds import HOLD
from trueodds.fast.pig.solve import solve, solve_moves
from trueodds.fast.pig.values import Strategy
from trueodds.runtime.executors import WorkerError
from trueodds.runtime.run import Run
from trueodds.runtime.store import Store

from ..faulty import Faulty

GAME = Pig(80)
VALUE = solve(GAME).value
LESS = Pig(40)


@pytest.fixture(params=["one chunk", "several chunks"])
def chunks(request, monkeypatch):
    if request.param == "several chunks":
        monkeypatch.setattr(values, "_WORK", 1)


@pytest.fixture
def _small_chunks(monkeypatch):
    monkeypatch.setattr(values, "_WORK", 1)


def flipped(result):
    result[-1, 5] ^= 1
    return result


PLAUSIBLE = {
    "one bit": flipped,
    "all zeros": np.zeros_like,
    "one less everywhere": lambda result: np.where(result > 0, result - 1, 0).astype(np.uint32),
}
IMPOSSIBLE = {
    "int64": lambda result: result.astype(np.int64),
    "a row short": lambda result: result[:-1],
    "not below the primes": lambda result: np.full_like(result, 2**32 - 1),
    "no array": lambda result: result.tolist(),
}


@pytest.mark.usefixtures("chunks")
@pytest.mark.parametrize("times", [1, 10**9])
@pytest.mark.parametrize("fault", PLAUSIBLE)
def test_a_chunk_computed_wrong(fault, times):
    with pytest.raises(NotProved, match=r"^check of (a value|the chunks of residues)"):
        solve(LESS, Run(Faulty(PLAUSIBLE[fault], times)))


@pytest.mark.usefixtures("chunks")
@pytest.mark.parametrize("fault", IMPOSSIBLE)
def test_a_chunk_that_cannot_be(fault, caplog):
    """Once: it is computed again. Twice: an error."""
    change = IMPOSSIBLE[fault]
    assert solve(LESS, Run(Faulty(change))).value == solve(LESS).value
    assert caplog.text.count("wrong result") == 1
    with pytest.raises(WorkerError, match=r"wrong result: .*check of a chunk of residues.*; again, chunk"):
        solve(LESS, Run(Faulty(change, 10**9)))


WRONG_STEPS = {
    "number": (pipeline, "_reconstruct", lambda numbers: [number // 2 for number in numbers]),
    "multiple": (values, "_multiple", lambda multiple: multiple // 5),
}


@pytest.mark.parametrize("step", WRONG_STEPS)
def test_a_wrong_step(monkeypatch, step):
    module, name, change = WRONG_STEPS[step]
    real = getattr(module, name)
    monkeypatch.setattr(module, name, lambda *given: change(real(*given)))
    with pytest.raises(NotProved, match=r"^check of (a value|the chunks of residues)"):
        solve(LESS)


def test_a_wrong_determinant_is_seen_by_the_equations():
    """The second value of a pair is made of the determinant on both ways; only the other equation knows better."""
    strategy = Strategy(solve_moves(LESS).bounds.rolls, 6)
    pairs, numbers = strategy._program(strategy.reachable([(12, 9)]))
    assert len(values._evaluate(pairs, random_prime())) >= len(numbers)
    pairs[-1] = pairs[-1]._replace(determinant=pairs[-1].determinant + 2)
    with pytest.raises(NotProved, match=r"^check of a pair of needs modulo \d+: wrong determinant"):
        values._evaluate(pairs, random_prime())


def test_a_prime_that_divides_a_determinant_is_drawn_again(monkeypatch):
    strategy = Strategy(lambda i, j: bytes([1] * i), 3)
    pairs, _ = strategy._program(strategy.reachable([(3, 3)]))
    determinant = max(int(pair.determinant) for pair in pairs)
    prime = next(p for p in range(determinant, 1, -1) if determinant % p == 0 and all(p % q for q in range(2, p)))
    drawn, value = iter([prime, 2**61 - 1]), solve(Pig(3, 3)).value
    monkeypatch.setattr(pipeline, "random_prime", lambda: next(drawn))
    assert strategy.evaluate([values.value_of(3, 3)]) == [value]
    assert list(drawn) == []


@pytest.mark.parametrize(("move", "total"), [("roll", 6), ("hold", 6), ("roll", 0)])
def test_wrong_moves_are_seen_by_the_bounds(move, total):
    """The recurrence is right for the wrong strategy; the bounds that proved the moves are not of it."""
    solution = copy.deepcopy(solve_moves(LESS))
    solution.bounds.states.flags.writeable = True
    for i, j in [(40, 40)] if total == 0 else itertools.product(range(1, 41), repeat=2):
        solution.bounds.row(i, j)[2:] = HOLD
    with pytest.raises(NotProved, match=rf"^check of {move} at needs 40 and 40, turn total {total}: outside"):
        solution.with_value() if total == 0 else solution._values((move,), total, 40, 40, Run())


def records(path):
    """A finished checkpoint: its header as `about`, and its pieces."""
    solve(GAME, Run(checkpoint=path))
    about = json.loads(path.read_bytes().partition(b"\n")[0])
    del about["trueodds checkpoint"], about["version"]
    with Store(path, about) as store:
        return about, {key: store[key] for key in store.kept}


@pytest.mark.usefixtures("_small_chunks")
@pytest.mark.parametrize("chunks", [1, 5])
def test_interrupted_it_resumes(tmp_path, chunks):
    def interrupt(stage, done, total):
        if stage == "values" and done == chunks:
            raise KeyboardInterrupt

    path = tmp_path / "c"
    with pytest.raises(KeyboardInterrupt):
        solve(GAME, Run(1, path, interrupt))
    before = path.stat().st_size
    with ProcessPoolExecutor(2) as pool:
        assert trueodds.solve(GAME, workers=pool, checkpoint=path).value == VALUE
    assert path.stat().st_size > before
    told = []
    assert solve(GAME, Run(1, path, lambda *step: told.append(step))).value == VALUE
    done = [done for stage, done, _ in told if stage == "values"]
    assert done == list(range(len(done)))
    assert done[-1] == next(total for stage, _, total in told if stage == "values") > 5


FIRST = "residues 0"
WRONG_RECORDS = {
    "one bit": lambda first, second: {FIRST: bytes([first[0] ^ 1]) + first[1:]},
    "zeros": lambda first, second: {FIRST: bytes(len(first))},
    "not below the primes": lambda first, second: {FIRST: b"\xff" * len(first)},
    "too short": lambda first, second: {FIRST: first[:-4]},
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


def test_a_checkpoint_of_another_computation_is_refused(tmp_path):
    """Other targets, another die; the same needs, but another question: what a roll is worth."""
    path = tmp_path / "c"
    solve(GAME, Run(checkpoint=path))
    kept = path.read_bytes()
    for other in (Pig(79), Pig(80, opponent_target=79), Pig(80, sides=5), Pig(80, opponent_target=81)):
        with pytest.raises(ValueError, match="another computation"):
            solve(other, Run(checkpoint=path))
    with pytest.raises(ValueError, match="another computation"):
        solve_moves(GAME)._values(("roll",), 9, 80, 80, Run(1, path))
    assert path.read_bytes() == kept


SMALL = "import sys; from trueodds.fast.pig import values; values._WORK = 1\nfrom trueodds.cli import run\n"


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


@pytest.mark.parametrize("option", ["checkpoint", "workers"])
def test_methods_without_are_refused(option, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run(["solve", "pig", "--target", "8", "--method", "general", f"--{option}", "2"]) == 2
    what = "a checkpoint" if option == "checkpoint" else "workers"
    assert capsys.readouterr() == ("", f"trueodds: {what} can be used with method 'turns', not with 'general'\n")
    assert not list(tmp_path.iterdir())
