"""Chunks that come back wrong, or not at all, are seen, named and computed again; twice wrong is an error."""

import os
import pickle
import signal
import sys
import time
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from functools import partial

import pytest

from trueodds.runtime import executors
from trueodds.runtime.executors import WorkerError, _Task, compute_task, open_answer, run_chunks

RIGHT = {number: number * number for number in range(12)}


def square(number):
    return number * number


class Tampering(Executor):
    """Runs work at once; what comes back is changed so many times."""

    def __init__(self, change, times=1):
        self.change, self.times, self.before = change, times, None

    def submit(self, function, /, *arguments):
        future = Future()
        sent = function(*arguments)
        if self.times and (self.before or self.change is not another):
            self.times -= 1
            future.set_result(self.change(sent, self.before))
        else:
            future.set_result(sent)
        self.before = sent
        return future


def flip(at, sent, before):
    changed = bytearray(sent)
    changed[at * len(sent) // 10] ^= 1 << at % 8
    return bytes(changed)


def another(sent, before):
    return before


CHANGES = {
    **{f"a bit at {at}/10": partial(flip, at) for at in range(10)},
    "the last byte is missing": lambda sent, before: sent[:-1],
    "nothing": lambda sent, before: b"",
    "another chunk's result": another,
    "another type": lambda sent, before: [1, 2, 3],
    "None": lambda sent, before: None,
    "an array of bytes": lambda sent, before: bytearray(sent),
}


@pytest.mark.parametrize("change", CHANGES)
def test_once_wrong_is_named_and_computed_again(change, caplog):
    assert dict(run_chunks(square, range(12), Tampering(CHANGES[change]))) == RIGHT
    (line,) = [record.getMessage() for record in caplog.records]
    assert "trueodds: chunk" in line
    assert "came back wrong" in line
    assert line.endswith("; computed again")


@pytest.mark.parametrize("change", CHANGES)
def test_twice_wrong_is_an_error_that_says_what_to_do(change):
    with pytest.raises(WorkerError, match=r"^chunk.* came back wrong.*; again, chunk.*checkpoint.*start again"):
        dict(run_chunks(square, range(12), Tampering(CHANGES[change], 10**9)))


def test_without_the_seal_a_flipped_bit_would_pass(monkeypatch):
    """The fault is real: the seal alone sees it."""
    monkeypatch.setattr(executors, "_seal", lambda task, data: bytes(executors._DIGEST))

    def change(sent, before):
        return sent.replace(b"K\t", b"K\x01")  # 9, as pickled

    assert dict(run_chunks(square, [3], Tampering(change))) == {3: 1}


def check_square(chunk, result):
    if type(result) is not int or result % 2 != chunk % 2:
        raise ValueError(f"{result!r} is no square of {chunk}")


class Miscomputing:
    """Gives something else the first times."""

    def __init__(self, instead, times=1):
        self.instead, self.times = instead, times

    def __call__(self, number):
        self.times -= 1
        return self.instead if self.times >= 0 else number * number


class AtOnce(Executor):
    def submit(self, function, /, *arguments):
        future = Future()
        try:
            future.set_result(function(*arguments))
        except Exception as error:
            future.set_exception(error)
        return future


@pytest.mark.parametrize("instead", [None, "4", 1.5])
@pytest.mark.parametrize("workers", [1, None, AtOnce()])
def test_what_was_sealed_wrong_is_seen_by_the_check(workers, instead, caplog):
    assert dict(run_chunks(Miscomputing(instead), range(12), workers, check_square)) == RIGHT
    assert f"{instead!r} is no square" in caplog.text
    with pytest.raises((ValueError, WorkerError), match="is no square"):
        dict(run_chunks(Miscomputing(instead, 10**9), range(12), workers, check_square))


class Failing:
    def __init__(self, times):
        self.times = times

    def __call__(self, number):
        self.times -= 1
        if self.times >= 0:
            raise MemoryError("no room here")
        return number * number


def test_a_chunk_that_fails_on_one_worker_is_computed_again(caplog):
    assert dict(run_chunks(Failing(1), range(12), AtOnce())) == RIGHT
    assert "failed with MemoryError: no room here; computed again" in caplog.text
    with pytest.raises(MemoryError, match="no room here"):
        dict(run_chunks(Failing(10**9), range(12), AtOnce()))


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

    def test_in_an_executor_of_somebody_else(self, tmp_path):
        with (
            ProcessPoolExecutor(1) as pool,
            pytest.raises(
                WorkerError,
                match=r"executor is broken, .* in the checkpoint, if there is one: open a new one and start again",
            ),
        ):
            dict(run_chunks(partial(die_at, tmp_path / "died", False), range(12), pool))


class OfAnotherVersion(AtOnce):
    """Computes with another version of the program, which notices it, or with one that does not check."""

    def __init__(self, checks):
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
    ("checks", "line"), [(True, r"^process .* has trueodds 0\.0\.1, but .* is needed"), (False, r"by trueodds 0\.0\.1")]
)
def test_versions_that_differ(checks, line):
    with pytest.raises(WorkerError, match=line):
        dict(run_chunks(square, range(12), OfAnotherVersion(checks)))


class Counting(AtOnce):
    _max_workers = 3

    def __init__(self):
        self.tasks = []

    def submit(self, function, /, *arguments):
        self.tasks.append(arguments)
        return super().submit(function, *arguments)


def test_no_more_is_on_its_way_than_workers_can_use():
    executor = Counting()
    run = run_chunks(slow, iter(range(50)), executor)
    next(run)
    assert len(executor.tasks) == 6
    run.close()
    assert len(executor.tasks) == 6


def slow(number):
    time.sleep(0.02)
    return number


def test_short_chunks_travel_together():
    executor = Counting()
    assert dict(run_chunks(square, range(2000), executor)) == {number: number * number for number in range(2000)}
    sizes = [len(pickle.loads(task)[2]) for _, task in executor.tasks]
    assert sum(sizes) == 2000
    assert max(sizes) > 20
    assert len(sizes) < 300


def test_seals_are_of_one_task_alone():
    first, second = _Task(0, [3]).data, _Task(1, [3]).data
    sent = compute_task(square, first)
    assert open_answer(first, sent).results == [9]
    with pytest.raises(ValueError, match="the checksum is not that of this task"):
        open_answer(second, sent)
