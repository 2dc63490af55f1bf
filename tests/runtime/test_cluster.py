"""A real cluster of processes on this machine gives the same answers, whatever happens to workers and scheduler."""

import logging
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from trueodds import RiskOrSafety, risk_or_safety, simulate, solve
from trueodds.research.linear_systems import compare_all
from trueodds.runtime.executors import WorkerError, run_chunks
from trueodds.runtime.run import Run

from ..processes import read_state, until

distributed = pytest.importorskip("distributed", reason="distributed is not installed")
cloudpickle = pytest.importorskip("cloudpickle")
pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("default")]  # warnings of Dask's own


def slow_square(number):
    time.sleep(0.3)
    return number * number


cloudpickle.register_pickle_by_value(sys.modules[__name__])  # workers cannot import this file
RIGHT = {number: number * number for number in range(12)}


@pytest.fixture(scope="module")
def cluster():
    """Two workers on this machine."""
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=None, memory_limit=0
    ) as opened:
        yield opened


@pytest.fixture
def client(cluster):
    with distributed.Client(cluster.scheduler_address, set_as_default=False) as opened:
        opened.wait_for_workers(2)
        yield opened


def test_the_same_answers_and_checkpoints(cluster, tmp_path):
    game, path, workers = RiskOrSafety(200), tmp_path / "part", cluster.scheduler_address
    value = solve(game, "start", workers=1, checkpoint=path).value
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    assert solve(game, "start", workers=workers, checkpoint=path).value == value
    assert solve(game, "start", workers=workers).value == value
    assert risk_or_safety.start_values(150, workers=workers) == risk_or_safety.start_values(150)
    here, there = (simulate(RiskOrSafety(5), games=10**6, seed=4, workers=how) for how in (1, workers))
    assert here.counts == there.counts
    found = compare_all(4, Run(workers))
    assert found == compare_all(4)
    assert found.systems == 3_011


def test_a_worker_that_returns_wrong_results(client, caplog):
    wrong, _ = client.nthreads()
    change = "import trueodds.runtime.executors as s; s.kept = s._seal; s._seal = lambda task, data: bytes(32)"
    client.run(exec, change, workers=[wrong])
    try:
        assert dict(run_chunks(slow_square, range(4), client.get_executor())) == {0: 0, 1: 1, 2: 4, 3: 9}
        assert caplog.text.count("wrong result") >= 1
    finally:
        client.run(exec, "import trueodds.runtime.executors as s; s._seal = getattr(s, 'kept', s._seal)")


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
def test_a_worker_is_killed_and_one_joins(cluster, client):
    found = {}
    for chunk, result in run_chunks(slow_square, range(12), client.get_executor()):
        found[chunk] = result
        if len(found) == 2:
            os.kill(next(iter(client.run(os.getpid).values())), signal.SIGKILL)
            cluster.scale(3)
    assert found == RIGHT


@pytest.fixture
def processes():
    """A scheduler and a worker as started by hand; gives the scheduler's process and address."""
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{free.getsockname()[1]}"
    host = ["--host", "127.0.0.1", "--no-dashboard"]
    words = [sys.executable, "-m", "distributed.cli.dask_scheduler", *host, "--port", address.rpartition(":")[2]]
    scheduler = subprocess.Popen(words, **quiet)
    words = [sys.executable, "-m", "distributed.cli.dask_worker", address, *host, "--nthreads", "1", "--no-nanny"]
    worker = subprocess.Popen(words, **quiet)
    yield scheduler, address
    for process in (worker, scheduler):
        process.kill()
        process.wait()


def test_the_scheduler_is_lost(processes, tmp_path, caplog):
    scheduler, address = processes
    game, path = RiskOrSafety(400), tmp_path / "part"

    def lose(stage, done, total):
        if stage == "residues" and done:
            scheduler.kill()
            scheduler.wait()

    with pytest.raises(
        WorkerError, match=rf"scheduler at {address} cannot be reached.*checkpoint.*run the same command again$"
    ):
        solve(game, "start", progress=lose, workers=address, checkpoint=path)
    shown = [record for record in caplog.records if record.levelno >= logging.WARNING]
    assert not shown  # Dask's own traceback would stand before that line
    kept = path.read_bytes()
    done = []
    value = solve(game, "start", progress=lambda *step: done.append(step), checkpoint=path).value
    assert path.read_bytes().startswith(kept)
    assert value == solve(game, "start").value


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks at processes as Linux shows them")
def test_ctrl_c_as_a_terminal_sends_it(tmp_path):
    """A terminal sends it to all processes: only the main one answers, in one line, and none is left."""
    words = [sys.executable, "-m", "trueodds", "solve", "risk-or-safety", "--target", "20000", "--workers", "2"]
    words += ["--checkpoint", str(tmp_path / "part")]
    how = {"stderr": subprocess.PIPE, "start_new_session": True}
    how["preexec_fn"] = lambda: signal.signal(signal.SIGINT, signal.default_int_handler)
    process = subprocess.Popen(words, **how)
    time.sleep(4)
    os.killpg(process.pid, signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert err.endswith(b"trueodds: interrupted\n")
    assert b"Traceback" not in err
    every = Path("/proc").glob
    until(lambda: not any(read_state(one.name)[3] == str(process.pid) for one in every("[0-9]*")), seconds=10)
