"""Chunks whose results are wrong or missing are detected, named and recomputed; a second fault is an error."""

import functools
import os
import pickle
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


def flip(at, sent, before, compute):
    changed = bytearray(sent)
    changed[at * len(sent) // 10] ^= 1 << at % 8
    return bytes(changed)


CHANGES = {
    **{f"a bit at {at}/10": partial(flip, at) for at in (0, 4, 9)},
    "the last byte is missing": lambda sent, before, compute: sent[:-1],
    "nothing": lambda sent, before, compute: b"",
    "another chunk's result": lambda sent, before, compute: before,
    "another type": lambda sent, before, compute: [1, 2, 3],
    "an array of bytes": lambda sent, before, compute: bytearray(sent),
}


def named(caplog):
    """Return the one line that was logged."""
    (line,) = [record.getMessage() for record in caplog.records]
    return line


@pytest.mark.parametrize("change", CHANGES)
def test_once_wrong_is_named_and_computed_again_and_twice_is_an_error(change, caplog):
    assert dict(run_chunks(square, range(12), AtOnce(CHANGES[change], 1))) == RIGHT
    assert named(caplog).startswith("trueodds: chunk")
    assert " wrong result" in named(caplog)
    assert named(caplog).endswith("; recomputing")
    with pytest.raises(WorkerError, match=r"^chunk.* wrong result.*: chunk.*machine.*checkpoint"):
        dict(run_chunks(square, range(12), AtOnce(CHANGES[change], 10**9)))


def one_value(workers):
    return trueodds.solve(trueodds.RiskOrSafety(150), "start", workers=workers).value


def all_values(workers):
    return trueodds.risk_or_safety.start_values(90, workers=workers)


def pig(workers):
    return trueodds.solve(trueodds.Pig(50), workers=workers).value


def rows(workers):
    sweep = Sweep("the-race", trueodds.TheRace, {}, {"target": [*range(1, 7)]})
    return solve_rows(sweep, Run(workers))


def games(workers):
    found = trueodds.simulate(trueodds.TheRace(target=3), games=5_000, seed=1, workers=workers)
    return found.counts, found.mean_moves


def checks(workers):
    fractions = [(n, x.numerator, x.denominator) for n, x in enumerate(trueodds.risk_or_safety.start_values(90), 1)]
    fractions[59] = (60, fractions[59][1] + 1, fractions[59][2])
    return find_wrong_fractions(fingerprints(), fractions, 9, Run(workers))


@functools.cache
def fingerprints():
    return Fingerprints(90)


def claim(workers):
    return linear_systems.compare_all(3, Run(workers))


KINDS = {
    "_push": one_value,
    "_sweep": all_values,
    "numerators_modulo": pig,
    "_solve_row": rows,
    "_play_chunk": games,
    "_find_wrong": checks,
    "compare_some": claim,
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


@pytest.mark.parametrize("instead", [None, 1.5])
@pytest.mark.parametrize("workers", [1, None, AtOnce()])
def test_wrong_values_with_valid_seals_are_detected(workers, instead, caplog):
    assert dict(run_chunks(Failing(instead), range(12), workers, check_square)) == RIGHT
    assert f"{instead!r} is not the square" in caplog.text
    with pytest.raises((ValueError, WorkerError), match="is not the square"):
        dict(run_chunks(Failing(instead, 10**9), range(12), workers, check_square))


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
class TestKilledProcesses:
    def test_one(self, tmp_path, caplog):
        assert dict(run_chunks(partial(die_at, tmp_path / "died", False), range(12), 2)) == RIGHT
        assert "a worker was lost" in caplog.text

    def test_again_and_again(self, tmp_path):
        with pytest.raises(WorkerError, match=r"lost 4 times with .*chunk.*checkpoint.*start again with fewer"):
            dict(run_chunks(partial(die_at, tmp_path / "died", True), range(12), 2))

    def test_in_an_executor_that_the_caller_opened(self, tmp_path):
        with (
            ProcessPoolExecutor(1) as pool,
            pytest.raises(
                WorkerError,
                match=r"executor is broken, .* in the checkpoint, if the run has one; open a new executor and start",
            ),
        ):
            dict(run_chunks(partial(die_at, tmp_path / "died", False), range(12), pool))


class OfAnotherVersion(AtOnce):
    """An executor with another version of the program, which may or may not check versions."""

    def __init__(self, checks):
        super().__init__()
        self.checks = checks

    def submit(self, function, /, own, task):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(executors, "__version__", "0.0.1")
            if not self.checks:
                task_there = pickle.dumps(("0.0.1", *pickle.loads(task)[1:]))
                patch.setattr(executors, "_seal", lambda _, data: seal(task, data))
                return super().submit(function, own, task_there)
            return super().submit(function, own, task)


seal = executors._seal


@pytest.mark.parametrize(
    ("checks", "line"),
    [(True, r"^process .* has trueodds 0\.0\.1, but .*"), (False, r"must be .*, not 0\.0\.1")],
)
def test_versions_that_differ(checks, line):
    with pytest.raises(WorkerError, match=line):
        dict(run_chunks(square, range(12), OfAnotherVersion(checks)))


@pytest.mark.parametrize("change", [lambda results: results[:-1], lambda results: [*results, 0]])
def test_a_result_too_few_or_too_many_is_wrong(change, caplog):
    def recount(sent, before, compute):
        task = compute.keywords["task"]
        *about, results = pickle.loads(sent[executors._DIGEST :])
        data = pickle.dumps((*about, change(results)))
        return seal(task, data) + data

    assert dict(run_chunks(square, range(12), AtOnce(recount, 1))) == RIGHT
    assert " wrong result" in named(caplog)


class Waiting(Executor):
    """An executor that never begins a task."""

    _max_workers = 3

    def __init__(self):
        self.futures = []

    def submit(self, *given):
        self.futures.append(Future())
        if len(self.futures) == 6:
            self.futures[0].set_exception(KeyboardInterrupt())
        return self.futures[-1]


def test_tasks_that_have_not_begun_are_cancelled_at_the_end():
    executor = Waiting()
    with pytest.raises(KeyboardInterrupt):
        dict(run_chunks(square, range(12), executor))
    assert [future.cancelled() for future in executor.futures] == [False] + [True] * 5


def test_only_as_many_tasks_are_sent_as_workers_can_use():
    executor = AtOnce()
    run = run_chunks(slow, iter(range(50)), executor)
    next(run)
    assert len(executor.tasks) == 6
    run.close()
    assert len(executor.tasks) == 6


def slow(number):
    time.sleep(0.02)
    return number


def test_short_chunks_travel_together():
    executor = AtOnce()
    assert dict(run_chunks(square, range(2000), executor)) == {number: number * number for number in range(2000)}
    tasks = [pickle.loads(task)[1:] for task in executor.tasks]
    assert all(chunks[0] == number for number, chunks in tasks)
    sizes = [len(chunks) for _, chunks in tasks]
    assert sum(sizes) == 2000
    assert max(sizes) > 20
    assert len(sizes) < 300
