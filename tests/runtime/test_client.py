"""A simulated cluster in this process, seen through its client; `test_cluster` has real ones."""

import logging
import pickle
import sys
import threading
import types
from concurrent.futures import CancelledError, Future
from functools import partial
from unittest.mock import Mock

import pytest

from trueodds.runtime import executors
from trueodds.runtime.executors import WorkerError, connect, run_chunks

from .test_wrong_chunks import flip, square

RIGHT = {number: number * number for number in range(40)}
ADDRESS = "tcp://127.0.0.1:8786"


class KilledWorkerError(Exception):
    """The error that Dask raises."""


class Client:
    """The workers of a cluster, which compute at once; `answer` may change or refuse what one sends."""

    def __init__(self, workers=("a", "b"), answer=lambda worker, sent: sent):
        self.workers, self.answer, self.status = list(workers), answer, "running"
        self.versions = dict.fromkeys(workers, executors.__version__)
        self.scheduler = types.SimpleNamespace(address=ADDRESS)
        self.sent, self.made, self.by, self.cancelled, self.closed, self.waiting = [], [], [], [], [], []

    def wait_for_workers(self, count, timeout):
        assert (count, timeout) == (1, executors._MAX_IDLE)

    def run(self, function, text, on_error):
        assert (function(text), on_error) == (executors.__version__, "return")
        return self.versions

    def nthreads(self):
        return dict.fromkeys(self.workers, 1)

    def scatter(self, function, broadcast, hash):
        assert (broadcast, hash) == (True, False)
        self.sent.append(types.SimpleNamespace(function=function))
        return self.sent[-1]

    def submit(self, compute, sent, task, pure, workers):
        assert pure is False
        assert sent is self.sent[-1]
        assert workers is None or workers == sorted(set(workers) & set(self.workers)) != []
        allowed, future = workers or self.workers, Future()
        worker = allowed[len(self.made) % len(allowed)] if allowed else "nobody"
        self.made.append(future)
        self.by.append((worker, pickle.loads(task)[1]))

        def work():
            try:
                future.set_result(self.answer(worker, compute(sent.function, task)))
            except (Exception, CancelledError) as error:
                future.set_exception(error)

        if worker in self.workers:
            work()
        else:
            self.waiting.append(work)
        return future

    def who_has(self, futures):
        return {str(id(one)): (self.by[self.made.index(one)][0],) for one in futures}

    def cancel(self, futures, force):
        assert force
        self.cancelled += futures

    def get_executor(self):
        return types.SimpleNamespace(_client=self)

    def close(self, timeout):
        self.closed.append(timeout)


@pytest.fixture(autouse=True)
def dask(monkeypatch):
    """A simulated Dask: `Client` takes an address, and `Security` has no certificates."""
    clients = []

    def open_client(address, timeout, set_as_default):
        assert (timeout, set_as_default) == (executors._CONNECT_SECONDS, False)
        clients.append(Client())
        return clients[-1]

    context = {"client": None, "scheduler": "a context"}
    security = types.SimpleNamespace(get_connection_args=lambda role: {"ssl_context": context[role]})
    module = types.ModuleType("distributed")
    module.Client, module.Security, module.clients, module.context = open_client, lambda: security, clients, context
    scheduler = types.ModuleType("distributed.scheduler")
    scheduler.KilledWorker = KilledWorkerError
    for one in (module, scheduler):
        monkeypatch.setitem(sys.modules, one.__name__, one)
    monkeypatch.setattr(executors, "_POLL_SECONDS", 0.01)
    monkeypatch.setattr(executors, "_CACHE_SECONDS", 0.0)
    monkeypatch.setattr(executors, "_TASK_SECONDS", 1e-9)  # one chunk per task
    return module


def compute(client, chunks=RIGHT):
    return dict(run_chunks(square, chunks, client.get_executor()))


def once(worker, change):
    """Return a function that changes the first answer of a worker and leaves all others unchanged."""
    left = [worker]

    def answer(by, sent):
        if by in left:
            left.remove(by)
            return change(sent)
        return sent

    return answer


def fail(error, sent=None):
    raise error


@pytest.mark.parametrize("workers", ["a", "abc"])
def test_what_came_back_wrong_goes_to_another_worker_and_twice_wrong_is_an_error(workers, caplog):
    client = Client(workers, once("a", partial(flip, 9)))
    assert compute(client) == RIGHT
    (again,) = {number for _, number in client.by if [one for _, one in client.by].count(number) == 2}
    first, second = (worker for worker, number in client.by if number == again)
    assert first == "a"
    assert (second == "a") == (workers == "a")
    assert {worker for worker, _ in client.by} == {*workers}
    assert len(client.sent) == 1
    assert client.cancelled == []
    assert f"chunk {again}: wrong result: the checksum" in caplog.text
    client = Client(workers, answer=lambda worker, sent: flip(9, sent))
    with pytest.raises(WorkerError, match=r"^chunk 0: wrong result.*: chunk 0: wrong result"):
        compute(client)
    assert client.cancelled
    assert set(client.cancelled) <= set(client.made)


@pytest.mark.parametrize("error", [CancelledError(), KilledWorkerError("worker a")])
def test_with_a_lost_worker_the_function_is_sent_again(error, caplog):
    client = Client(answer=once("a", partial(fail, error)))
    assert compute(client) == RIGHT
    assert len(client.sent) == 2
    assert "a worker was lost while computing chunk 0; recomputing" in caplog.text


def test_a_task_that_is_always_lost_is_given_up():
    client = Client(answer=lambda worker, sent: fail(KilledWorkerError("no memory")))
    with pytest.raises(WorkerError, match=r"4 times while computing chunk [01], .* memory \(no memory\).*checkpoint"):
        compute(client, [1])
    assert len(client.made) == 4


@pytest.mark.parametrize("error", [CancelledError, ValueError])
def test_a_scheduler_that_is_lost(error):
    def lose(worker, sent):
        client.status = "closed"
        raise error

    client = Client(answer=lose)
    line = rf"^the scheduler at {ADDRESS} cannot be reached or has no workers \(closed\); .*check"
    with pytest.raises(WorkerError, match=line):
        compute(client)
    assert client.cancelled == []  # nobody would hear it


@pytest.mark.parametrize("method", ["wait_for_workers", "run", "nthreads", "scatter", "submit", "who_has"])
def test_every_request_that_fails_is_a_lost_scheduler(method, monkeypatch):
    client = Client(answer=once("a", partial(flip, 9)))
    monkeypatch.setattr(client, method, lambda *given, **more: fail(OSError("reset")))
    with pytest.raises(
        WorkerError, match=rf"^the scheduler at {ADDRESS} cannot be reached or has no workers \(reset\)"
    ):
        compute(client)


@pytest.mark.parametrize("error", [OSError, ValueError, TypeError])
def test_a_scheduler_that_does_not_answer(error, dask):
    dask.Client = Mock(side_effect=error)
    with pytest.raises(WorkerError, match=rf"^no scheduler .* {ADDRESS} \({error.__name__}\)"), connect(ADDRESS):
        pass


def test_workers_that_return_in_time_are_waited_for(monkeypatch):
    client = Client(workers=())

    def join():
        client.workers.append("c")
        for work in client.waiting:
            work()

    threading.Timer(0.1, join).start()
    assert compute(client) == RIGHT
    monkeypatch.setattr(executors, "_MAX_IDLE", 0.05)
    line = rf"^the cluster at {ADDRESS} has had no worker for 0 seconds; .*start workers"
    with pytest.raises(WorkerError, match=line):
        compute(Client(workers=()))


@pytest.mark.parametrize("others", [["b"], ["b", "c"]])
def test_only_a_task_whose_workers_are_all_gone_is_cancelled_and_computed_by_others(others, monkeypatch):
    client, real, waiting = Client(["a", *others], once("a", partial(flip, 9))), Client.submit, Future()

    def submit(*given, workers, **more):
        if workers != others:
            return real(client, *given, workers=workers, **more)
        client.workers = ["a", "c"]  # b, which was to compute again what a sent, is gone
        result = real(client, *given, workers=["c"], **more).result()
        client.made[-1], client.by[-1] = waiting, ("b", client.by[-1][1])
        threading.Timer(0.5, lambda: waiting.done() or waiting.set_result(result)).start()
        return waiting

    monkeypatch.setattr(client, "submit", submit)
    assert compute(client) == RIGHT
    assert waiting.cancelled() == (others == ["b"])


@pytest.mark.parametrize(("found", "said"), [("9.9", r"trueodds 9\.9"), (ImportError("none"), r"no trueodds \(none\)")])
def test_workers_of_another_version_are_refused(found, said):
    client = Client()
    client.versions["b"] = found
    with pytest.raises(WorkerError, match=f"worker b has {said}; install"):
        compute(client)


def test_a_connection_is_closed_and_what_dask_logs_is_shown_again(dask, monkeypatch):
    loggers = [logging.getLogger(name) for name in executors._DASK_LOGGERS]
    for logger in loggers:
        monkeypatch.setattr(logger, "level", 17)
    with connect(ADDRESS) as executor:
        (client,) = dask.clients
        assert executor._client is client
        assert [logger.level for logger in loggers] == [logging.CRITICAL] * 2
        assert client.closed == []
    assert client.closed == [executors._CONNECT_SECONDS]
    assert [logger.level for logger in loggers] == [17, 17]
    assert dict(run_chunks(square, [3, 4], ADDRESS)) == {3: 9, 4: 16}
    assert dask.clients[1].closed
    for method in ("close", "cancel"):
        monkeypatch.setattr(Client, method, Mock(side_effect=OSError))
    with pytest.raises(KeyError, match="thirteen"):  # and no error of Dask
        dict(run_chunks(fail, [KeyError("thirteen")], ADDRESS))
    assert Client.close.called == Client.cancel.called is True


@pytest.mark.parametrize("address", ["tls://127.0.0.1:1", "wss://127.0.0.1:1"])
def test_encrypted_addresses_need_certificates(address, dask):
    with pytest.raises(ValueError, match=f"^{address} needs TLS certificates"), connect(address):
        pass
    dask.context.update(client="a context", scheduler=None)
    with connect(address):
        assert dask.clients


def test_a_moment_without_workers_is_no_reason_to_end(monkeypatch):
    monkeypatch.setattr(executors.time, "monotonic", now := Mock(return_value=0.0))
    pool = executors._Cluster(client := Client(), square)
    for now.return_value, client.workers in ((70.0, ["a"]), (129.0, [])):
        pool.check()
    now.return_value = 131.0
    with pytest.raises(WorkerError, match="has had no worker for 60 seconds"):
        pool.check()
