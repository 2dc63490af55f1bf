"""Chunks that come back wrong, or not at all, are seen, named and computed again; twice wrong is an error."""

import os
import signal
import sys
import time
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from functools import partial

import pytest

from trueodds.runtime import sealing
from trueodds.runtime.executors import run_chunks
from trueodds.runtime.sealing import WorkerError, WrongResultError, make_task, open_result

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
    monkeypatch.setattr(sealing, "_seal", lambda task, data: bytes(sealing._SEAL))

    def change(sent, before):
        return sent.replace(b"K\t", b"K\x01")  # 9, as pickled

    assert dict(run_chunks(square, [3], Tampering(change))) == {3: 1}


def hold(chunk, result):
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
@pytest.mark.parametrize("executor", ["serial", "threads", AtOnce()])
def test_what_was_sealed_wrong_is_seen_by_the_check(executor, instead, caplog):
    assert dict(run_chunks(Miscomputing(instead), range(12), executor, hold)) == RIGHT
    assert f"{instead!r} is no square" in caplog.text
    with pytest.raises((ValueError, WorkerError), match="is no square"):
        dict(run_chunks(Miscomputing(instead, 10**9), range(12), executor, hold))


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
        assert dict(run_chunks(partial(die_at, tmp_path / "died", False), range(12), "processes")) == RIGHT
        assert "a worker was lost" in caplog.text

    def test_again_and_again(self, tmp_path):
        with pytest.raises(WorkerError, match=r"lost 4 times with .*chunk.*checkpoint.*start again with fewer"):
            dict(run_chunks(partial(die_at, tmp_path / "died", True), range(12), "processes"))

    def test_in_an_executor_of_somebody_else(self, tmp_path):
        with (
            ProcessPoolExecutor(1) as pool,
            pytest.raises(WorkerError, match="open a new one and start again: what is done is in the checkpoint"),
        ):
            dict(run_chunks(partial(die_at, tmp_path / "died", False), range(12), pool))


class OfAnotherVersion(AtOnce):
    def submit(self, function, /, own, version, task):
        return super().submit(function, own, "0.0.1", task)


def test_versions_that_differ():
    with pytest.raises(WorkerError, match=r"trueodds 0\.0\.1 asks, but process \d+ on .* has trueodds .*; install the"):
        dict(run_chunks(square, range(12), OfAnotherVersion()))


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


def test_short_chunks_go_together_and_the_last_are_shared_out():
    executor = Counting()
    assert dict(run_chunks(square, range(2000), executor)) == {number: number * number for number in range(2000)}
    sizes = [len(sealing.pickle.loads(task)[1]) for _, _, task in executor.tasks]
    assert sum(sizes) == 2000
    assert max(sizes) > 20
    assert sizes[-6:] == [1] * 6
    assert len(sizes) < 300


def test_seals_are_of_one_task_alone():
    first, second = make_task(0, [3]), make_task(1, [3])
    sent = sealing.compute_task(square, sealing.__version__, first)
    assert open_result(first, sent).results == [9]
    with pytest.raises(WrongResultError):
        open_result(second, sent)
