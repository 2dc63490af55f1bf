"""A real cluster of processes on this machine: the same answers, whatever happens to workers and scheduler."""

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from trueodds import RiskOrSafety, simulate, solve, start_values
from trueodds.cli import run
from trueodds.fast.risk_or_safety.large import all_values
from trueodds.research.linear_systems import compare_all
from trueodds.runtime.cluster import ClusterWorkers, open_cluster
from trueodds.runtime.executors import run_chunks, use_executor
from trueodds.runtime.sealing import WorkerError
from trueodds.runtime.workers import TasksLostError

distributed = pytest.importorskip("distributed", reason="distributed is not installed")
cloudpickle = pytest.importorskip("cloudpickle")
pytestmark = pytest.mark.filterwarnings("default")  # of Dask's own


def slow_square(number):
    time.sleep(0.3)
    return number * number


cloudpickle.register_pickle_by_value(sys.modules[__name__])  # workers cannot import this file
RIGHT = {number: number * number for number in range(12)}


@pytest.fixture(scope="module")
def client():
    with open_cluster(workers=2) as opened:
        yield opened


def test_nobody_else_can_reach_it(client):
    assert client.scheduler.address.startswith("tcp://127.0.0.1:")
    assert all(address.startswith("tcp://127.0.0.1:") for address in client.nthreads())


def test_the_same_answers(client):
    assert solve(RiskOrSafety(200), "start", executor=client).value == solve(RiskOrSafety(200), "start").value
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(all_values, "FEW_VALUES", 0)
        assert start_values(150, executor=client) == start_values(150)
    here, there = (simulate(RiskOrSafety(5), games=10**6, seed=4, executor=how) for how in ("serial", client))
    assert here.counts == there.counts
    with use_executor(client):
        found = compare_all(4)
    assert found == compare_all(4)
    assert found.systems == 3_011


def test_the_executor_that_a_client_gives(client):
    assert dict(run_chunks(slow_square, range(3), client.get_executor())) == {0: 0, 1: 1, 2: 4}


def test_a_worker_that_sends_what_is_wrong(client, caplog):
    wrong, right = client.nthreads()
    change = "import trueodds.runtime.sealing as s; s.kept = s._seal; s._seal = lambda task, data: bytes(32)"
    client.run(exec, change, workers=[wrong])
    try:
        assert dict(run_chunks(slow_square, range(4), client)) == {0: 0, 1: 1, 2: 4, 3: 9}
        assert caplog.text.count("came back wrong") >= 1
        client.run(exec, change, workers=[right])
        with pytest.raises(WorkerError, match="again, chunk"):
            dict(run_chunks(slow_square, range(4), client))
    finally:
        client.run(exec, "import trueodds.runtime.sealing as s; s._seal = getattr(s, 'kept', s._seal)")


def test_a_task_for_workers_that_are_gone_is_given_up(client):
    workers = ClusterWorkers(client, slow_square)
    gone = "tcp://127.0.0.1:1"
    future = client.submit(slow_square, 3, key="gone", workers=[gone])  # which waits for it for ever
    workers._futures["gone"], workers._elsewhere["gone"] = future, {gone}
    future.add_done_callback(lambda done: workers._done.put(done.key))
    until = time.monotonic() + 30
    while not workers.wait(["gone"], 0.2):
        assert time.monotonic() < until
    with pytest.raises(TasksLostError):
        workers.fetch("gone")
    workers.close()


def test_another_version(client):
    worker = next(iter(client.nthreads()))
    change = "import trueodds; trueodds.__version__ = {!r}"
    before = client.run(eval, "__import__('trueodds').__version__", workers=[worker])[worker]
    client.run(exec, change.format("9.9"), workers=[worker])
    try:
        with pytest.raises(WorkerError, match=rf"worker {worker} has trueodds 9\.9, and here is .*; install the same"):
            ClusterWorkers(client, slow_square)
    finally:
        client.run(exec, change.format(before), workers=[worker])


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
def test_a_worker_is_killed_and_one_joins(client):
    found = {}
    for chunk, result in run_chunks(slow_square, range(12), client):
        found[chunk] = result
        if len(found) == 2:
            os.kill(next(iter(client.run(os.getpid).values())), signal.SIGKILL)
            client.cluster.scale(3)
    assert found == RIGHT


@pytest.fixture
def processes():
    """A scheduler and a worker as one starts them by hand; gives the scheduler's process and address."""
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

    with (
        open_cluster(scheduler=address) as client,
        pytest.raises(WorkerError, match=rf"scheduler at {address} is lost.*checkpoint.*run the same command again$"),
    ):
        solve(game, "start", lose, executor=client, checkpoint=path)
    assert not caplog.records  # Dask's own traceback would stand before that line
    kept = path.read_bytes()
    done = []
    value = solve(game, "start", lambda *step: done.append(step), checkpoint=path).value
    assert path.read_bytes().startswith(kept)
    assert min(step[1] for step in done if step[0] == "residues") >= 1  # what was kept is told first
    assert value == solve(game, "start").value


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
def test_the_driver_is_killed(tmp_path):
    words = [sys.executable, "-m", "trueodds", "solve", "risk-or-safety", "--target", "1500"]
    words += ["--workers", "2", "--output", str(tmp_path / "out"), "--checkpoint", str(tmp_path / "part")]
    process = subprocess.Popen(words)
    while not (tmp_path / "part").exists() or (tmp_path / "part").stat().st_size < 10**6:
        assert process.poll() is None
        time.sleep(0.02)
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert not (tmp_path / "out").exists()
    subprocess.run(words, check=True)
    assert not (tmp_path / "part").exists()
    assert run(["solve", "risk-or-safety", "--target", "1500", "--output", str(tmp_path / "here")]) == 0
    assert (tmp_path / "out").read_bytes() == (tmp_path / "here").read_bytes()


@pytest.mark.long
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks at processes as Linux shows them")
@pytest.mark.parametrize("wait", [3, 8])
def test_ctrl_c_as_a_terminal_sends_it(wait, tmp_path):
    """To all processes: this one alone answers, in one line, and no other is left."""
    words = [sys.executable, "-m", "trueodds", "solve", "risk-or-safety", "--target", "4000", "--workers", "2"]
    process = subprocess.Popen(
        [*words, "--checkpoint", str(tmp_path / "part")],
        stderr=subprocess.PIPE,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    time.sleep(wait)
    os.killpg(process.pid, signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert err.endswith(b"trueodds: interrupted\n")
    assert b"Traceback" not in err
    until = time.monotonic() + 10
    while any(session(path) == process.pid for path in Path("/proc").glob("[0-9]*/stat")):
        assert time.monotonic() < until
        time.sleep(0.1)


def session(path):
    """Of a process; None of one that has just ended."""
    try:
        return int(path.read_text().rpartition(")")[2].split()[3])
    except OSError:
        return None


def test_the_checkpoint_of_another_way_of_computing_goes_on(client, tmp_path):
    whole = solve(RiskOrSafety(150), "start", executor="serial", checkpoint=tmp_path / "a").value
    kept = (tmp_path / "a").read_bytes()
    (tmp_path / "b").write_bytes(kept[: len(kept) // 2])
    assert solve(RiskOrSafety(150), "start", executor=client, checkpoint=tmp_path / "b").value == whole
