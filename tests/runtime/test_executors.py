"""Blocks give the same results however they are run."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from trueodds.runtime.executors import EXECUTORS, run_chunks


def square(number):
    if number == 13:
        raise KeyError("thirteen")
    return number * number


@pytest.mark.parametrize("executor", EXECUTORS)
def test_every_executor_gives_the_same(executor):
    assert dict(run_chunks(square, range(12), executor)) == {number: number * number for number in range(12)}


def test_an_open_executor_is_used_and_left_open():
    with ThreadPoolExecutor(1) as pool:
        assert dict(run_chunks(square, range(5), pool))[4] == 16
        assert pool.submit(square, 3).result() == 9


@pytest.mark.parametrize("executor", EXECUTORS)
def test_errors_come_through(executor):
    with pytest.raises(KeyError, match="thirteen"):
        dict(run_chunks(square, range(20), executor))


def test_blocks_are_read_only_a_little_ahead():
    read = []

    def source():
        for number in range(1000):
            read.append(number)
            yield number

    next(run_chunks(square, (n for n in source() if n != 13), "threads"))
    assert len(read) < 200


def test_an_unknown_executor_is_refused():
    with pytest.raises(ValueError, match="executor must be one of serial, threads, processes"):
        list(run_chunks(square, [1], "magic"))
