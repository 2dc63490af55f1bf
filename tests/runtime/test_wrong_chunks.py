"""Chunks whose results are wrong or missing are detected, named and recomputed; a second fault is an error."""

import functools
import os
import pickle
import re
import signal
import sys
import time
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from functools import partial

import pytest

import trueodds
from trueodds.fast.pig import values
from trueodds.oeis.fingerprints import Fingerprints, find_wrong_fractions
from trueodds.parameter_sweep import Sweep, solve_rows
from trueodds.play import simulate as simulation
from trueodds.research import linear_systems
from trueodds.runtime import executors
from trueodds.runtime.executors import WorkerError, run_chunks
from trueodds.runtime.run import Run

RIGHT = {number: number * number for number in range(12)}


def square(number):
    return number * number


class AtOnce(Executor):
    """An executor that runs tasks at once and, from the second on, changes some results of one function, or of any."""

    _max_workers = 3

    def __init__(self, change=None, times=0, kind=None):
        self.change, self.times, self.kind = change, times, kind
        self.before, self.tasks = None, []

    def submit(self, compute, /, own, task):
        future = Future()
        self.tasks.append(task)
        try:
            sent = compute(own, task)
            if self.kind in (None, getattr(getattr(own, "func", own), "__name__", None)):
                if self.before and self.times:
                    self.times -= 1
                    sent = self.change(sent, self.before, partial(compute, task=task))
                self.before = self.before or sent
            future.set_result(sent)
        except Exception as error:
            future.set_exception(error)
        return future


def flip(at, sent, before=None, compute=None):
    changed = bytearray(sent)
    changed[at * len(sent) // 10] ^= 1 << at % 8
    return bytes(changed)


def reseal(change, sent, before, compute):
    """Change the parts of an answer before it is sealed."""
    *about, results = pickle.loads(sent[executors._DIGEST :])
    data = pickle.dumps(change(*about, results))
    return executors._seal(compute.keywords["task"], data) + data


CHANGES = [
    *(("the checksum does not match", partial(flip, at)) for at in (0, 9)),
    ("the checksum does not match", lambda sent, before, compute: b""),
    ("the checksum does not match", lambda sent, before, compute: before),  # another chunk's result
    ("an answer must be bytes, not list", lambda sent, before, compute: [1, 2, 3]),
    ("an answer must be bytes, not bytearray", lambda sent, before, compute: bytearray(sent)),
    ("shorter than", partial(reseal, lambda *parts: (*parts[:-1], parts[-1][:-1]))),
    ("longer than", partial(reseal, lambda *parts: (*parts[:-1], [*parts[-1], 0]))),
    (r"its version of trueodds must be .*, not 0\.0\.1", partial(reseal, lambda version, *parts: ("0.0.1", *parts))),
]


def named(caplog):
    """Return the one line that was logged."""
    (line,) = [record.getMessage() for record in caplog.records]
    return line


@pytest.mark.parametrize(("why", "change"), CHANGES)
def test_once_wrong_is_named_and_computed_again_and_twice_is_an_error(why, change, caplog):
    assert dict(run_chunks(square, range(12), AtOnce(change, 1))) == RIGHT
    assert re.fullmatch(f"trueodds: chunk.* wrong result: .*{why}.*; recomputing", named(caplog))
    with pytest.raises(WorkerError, match=r"^chunk.* wrong result.*: chunk.*machine.*checkpoint"):
        dict(run_chunks(square, range(12), AtOnce(change, 10**9)))


make_prints = functools.cache(Fingerprints)


def find_wrong(workers):
    """Check fractions of which one is wrong."""
    fractions = [(n, x.numerator, x.denominator) for n, x in enumerate(trueodds.risk_or_safety.start_values(90), 1)]
    fractions[59] = (60, fractions[59][1] + 1, fractions[59][2])
    return find_wrong_fractions(make_prints(90), fractions, 9, Run(workers))


SWEEP = Sweep("the-race", trueodds.TheRace, {}, {"target": [*range(1, 7)]})
#: Work by the name of the function of its chunks.
KINDS = {
    "_push": lambda workers: trueodds.solve(trueodds.RiskOrSafety(150), "start", workers=workers).value,
    "_sweep": lambda workers: trueodds.risk_or_safety.start_values(90, workers=workers),
    "numerators_modulo": lambda workers: trueodds.solve(trueodds.Pig(50), workers=workers).value,
    "_solve_row": lambda workers: solve_rows(SWEEP, Run(workers)),
    "_play_chunk": lambda workers: trueodds.simulate(trueodds.TheRace(3), games=5_000, seed=1, workers=workers).counts,
    "_find_wrong": find_wrong,
    "compare_some": lambda workers: linear_systems.compare_all(3, Run(workers)),
}
#: One flipped bit; something else, sealed.
SEALED = partial(flip, 7), lambda sent, before, compute: compute(lambda chunk: ["no", "result", "of", chunk])


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_of_work(kind, caplog, monkeypatch):
    monkeypatch.setattr(values, "_BLOCKS", 1)  # many chunks of small computations
    monkeypatch.setattr(linear_systems, "TOGETHER", 5)
    monkeypatch.setattr(simulation, "_MAX_CHUNK", 1_000)
    work = KINDS[kind]
    right = work(1)
    for change in SEALED:
        caplog.clear()
        elsewhere = AtOnce(change, 1, kind)
        assert work(elsewhere) == right
        assert len(elsewhere.tasks) > 2
        assert " wrong result" in named(caplog)
    with pytest.raises(WorkerError, match=r" wrong result.*: .* wrong result.*checkpoint"):
        work(AtOnce(change, 10**9, kind))


def check_square(chunk, result):
    if type(result) is not int or result % 2 != chunk % 2:
        raise ValueError(f"{result!r} is not the square of {chunk}")


class Failing:
    """A function that at first returns, or raises, something else."""

    def __init__(self, instead, times=1):
        self.instead, self.times = instead, times

    def __call__(self, number):
        self.times -= 1
        if self.times >= 0 and isinstance(self.instead, Exception):
            raise self.instead
        return self.instead if self.times >= 0 else number * number


@pytest.mark.parametrize("workers", [1, None, AtOnce()])
def test_wrong_values_with_valid_seals_are_detected(workers, caplog):
    assert dict(run_chunks(Failing(1.5), reversed(range(12)), workers, check_square)) == RIGHT
    number, chunk = re.search(r"chunk (\d+)\b.* 1\.5 is not the square of (\d+); recomputing", caplog.text).groups()
    assert int(number) + int(chunk) == 11
    with pytest.raises((ValueError, WorkerError), match="is not the square"):
        dict(run_chunks(Failing(1.5, 10**9), range(12), workers, check_square))


def test_a_chunk_that_fails_on_one_worker_is_computed_again(caplog):
    short = MemoryError("no room here")
    assert dict(run_chunks(Failing(short), range(12), AtOnce())) == RIGHT
    assert "failed with MemoryError: no room here; recomputing" in caplog.text
    with pytest.raises(MemoryError, match="no room here"):
        dict(run_chunks(Failing(short, 10**9), range(12), AtOnce()))


def die_at(path, always, number):
    if number == 5 and (always or not os.path.exists(path)):
        open(path, "x" if not always else "w").close()
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
def test_killed_processes(tmp_path, caplog):
    """A killed process is replaced; a task that kills each process is given up, as is the caller's broken executor."""
    assert dict(run_chunks(partial(die_at, tmp_path / "died", False), range(12), 2)) == RIGHT
    assert "a worker was lost" in caplog.text
    with pytest.raises(WorkerError, match=r"lost 4 times while computing .*chunk.*checkpoint.*start again with fewer"):
        dict(run_chunks(partial(die_at, tmp_path / "died", True), range(12), 2))
    with ProcessPoolExecutor(1) as pool:
        assert dict(run_chunks(square, range(12), pool)) == RIGHT
        assert pool.submit(square, 3).result() == 9  # it is left open
    broken = r"executor is broken, .* in the checkpoint, if the run has one; open a new executor and start"
    with ProcessPoolExecutor(1) as pool, pytest.raises(WorkerError, match=broken):
        dict(run_chunks(partial(die_at, tmp_path / "died", True), range(12), pool))


@pytest.mark.parametrize("other", ["0.0.1", "9.9.9"])
def test_a_task_of_another_version_is_refused_and_not_tried_again(other):
    with pytest.raises(WorkerError, match=rf"^process .* has trueodds .*, but {other} is needed; install that version"):
        executors.compute_task(square, pickle.dumps((other, 0, [3])))
    with pytest.raises(WorkerError, match="gone"):
        dict(run_chunks(Failing(WorkerError("gone")), range(12), AtOnce()))


def test_tasks_that_have_not_begun_are_cancelled_at_the_end(monkeypatch):
    executor, futures = AtOnce(), []

    def submit(*given):
        futures.append(Future())
        if len(futures) == 6:
            futures[0].set_exception(KeyboardInterrupt())
        return futures[-1]

    monkeypatch.setattr(executor, "submit", submit)
    with pytest.raises(KeyboardInterrupt):
        dict(run_chunks(square, range(12), executor))
    assert [future.cancelled() for future in futures] == [False] + [True] * 5


def test_only_as_many_tasks_are_sent_as_workers_can_use():
    executor = AtOnce()
    run = run_chunks(lambda number: time.sleep(0.02), iter(range(50)), executor)
    next(run)
    assert len(executor.tasks) == 6
    run.close()
    assert len(executor.tasks) == 6


def test_short_chunks_travel_together_and_every_result_is_checked(caplog, monkeypatch):
    monkeypatch.setattr(executors, "_MAX_CHUNKS", 48)
    executor, checked = AtOnce(), []

    def check(*pair):
        checked.append(pair)
        if len(checked) == 1000:
            raise ValueError("no")

    found = dict(run_chunks(square, range(2000), executor, check))
    assert found == {number: number * number for number in range(2000)}
    assert dict(checked) == found
    (number, chunks), *_ = (pickle.loads(task)[1:] for task in executor.tasks if executor.tasks.count(task) == 2)
    assert named(caplog).startswith(f"trueodds: chunks {number} to {chunks[-1]} from process {os.getpid()} on ")
    tasks = [pickle.loads(task)[1:] for task in dict.fromkeys(executor.tasks)]
    assert all(chunks[0] == number for number, chunks in tasks)
    sizes = [len(chunks) for _, chunks in tasks]
    assert sum(sizes) == 2000
    assert 20 < max(sizes) <= 48
    assert len(sizes) < 300
