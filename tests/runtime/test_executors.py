"""Chunks give the same results on any workers, and nonsense is refused at the boundary."""

import operator
import os
import signal
import subprocess
import sys
import textwrap
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from trueodds.runtime import executors
from trueodds.runtime.executors import _Processes, check_workers, run_chunks
from trueodds.runtime.run import Run

from ..processes import is_running, until


def square(number):
    if number == 13:
        raise KeyError("thirteen")
    return number * number


@pytest.mark.parametrize("workers", [None, 1, 2])
def test_chunks_are_read_only_a_little_ahead_and_errors_come_through(workers):
    source = iter(range(1000))
    run = run_chunks(square, source, workers)
    next(run)
    assert operator.length_hint(source) > 800  # what was not read
    with pytest.raises(KeyError, match="thirteen"):
        dict(run)


NONSENSE = [0, -1, "", "2", "a:1", "http://a:1", "tcp://", "tcp://a", "tcp://a:b", "tcp://:1", "tcp://a:1/x"]


@pytest.mark.parametrize("workers", [*NONSENSE, True, 2.0, [2], print])
def test_invalid_values_are_refused_with_the_allowed_ones(workers):
    message = r"^workers must be a whole number from 1 to 10,000, an address such as .* an Executor, not "
    with pytest.raises(ValueError if type(workers) in (int, str) else TypeError, match=message):
        check_workers(workers)


def test_every_scheme_of_an_address_is_known():
    assert all(executors._is_address(f"{scheme}://a:1/") for scheme in ("tcp", "tls", "ucx", "ws", "wss"))


def test_a_run_is_a_value():
    assert Run(2, "c") == Run(2, "c") != Run(1, "c")
    with pytest.raises(AttributeError):
        Run().workers = 3
    with ThreadPoolExecutor(1) as pool:
        assert [Run(workers).is_distributed for workers in (None, 1, 2, pool)] == [False, False, True, True]
    for name, wrong in (("checkpoint", ""), ("checkpoint", b"c"), ("checkpoint", 3), ("progress", 3)):
        with pytest.raises(TypeError, match=f"{name} must be (the path of a file|a function of stage)"):
            Run(**{name: wrong})
    assert Run(checkpoint=Path("c"), max_positions=1).max_positions == 1


def pids(seconds):
    time.sleep(seconds)
    return os.getpid()


def test_a_number_is_that_many_processes_which_end_at_once_if_interrupted(monkeypatch):
    found = {pid for _, pid in run_chunks(pids, [0.05] * 12, 3)}
    assert 1 < len(found) <= 3
    assert [_Processes(count, pids).count() for count in (3, 5)] == [3, 5]
    assert os.getpid() not in found
    assert {pid for _, pid in run_chunks(pids, [0, 0, 0], 1)} == {os.getpid()}
    began = time.monotonic()
    run = run_chunks(pids, [0.01, 60, 60], 2)
    next(run)
    run.close()
    assert time.monotonic() - began < 30
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    monkeypatch.setattr(executors, "_TASKS_PER_WORKER", 30)
    done = []
    run = run_chunks(lambda number: (time.sleep(0.05), done.append(number)), range(99))  # in threads
    next(run)
    run.close()
    assert len(done) < 60


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks at processes as Linux shows them")
def test_processes_end_with_their_parent_even_if_it_is_killed():
    code = """
        import os, time
        from trueodds.runtime.executors import run_chunks
        def work(number):
            os.write(1, f"{os.getpid()}\\n".encode())  # in one piece
            time.sleep(60)
        dict(run_chunks(work, [1, 2], 2))
    """
    with subprocess.Popen([sys.executable, "-c", textwrap.dedent(code)], stdout=subprocess.PIPE, text=True) as process:
        children = [int(process.stdout.readline()) for _ in range(2)]
        process.send_signal(signal.SIGKILL)
    until(lambda: not any(map(is_running, children)), seconds=30)
