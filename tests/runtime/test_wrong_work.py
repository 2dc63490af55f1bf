"""Each kind of work that goes elsewhere: a chunk that comes back wrong is told and done again, twice is an error."""

from concurrent.futures import Executor, Future
from functools import partial

import pytest

import trueodds
from trueodds.fast.pig import values
from trueodds.oeis.fingerprints import Fingerprints, wrong_fractions
from trueodds.research import linear_systems
from trueodds.runtime.executors import WorkerError
from trueodds.runtime.run import Run
from trueodds.simulation import simulate as simulation
from trueodds.sweep.table import Sweep, make_known, solve_rows


class Elsewhere(Executor):
    """Runs tasks at once; of those of one function some come back changed, from the second one on."""

    def __init__(self, kind, change, times):
        self.kind, self.change, self.times = kind, change, times
        self.before, self.seen = None, 0

    def submit(self, compute, /, own, task):
        sent = compute(own, task)
        future = Future()
        if getattr(own, "func", own).__name__ == self.kind:
            self.seen += 1
            if self.before and self.times:
                self.times -= 1
                future.set_result(self.change(sent, self.before, partial(compute, task=task)))
            self.before = self.before or sent
        if not future.done():
            future.set_result(sent)
        return future


def flip_a_bit(sent, before, compute):
    at = len(sent) * 2 // 3
    return sent[:at] + bytes([sent[at] ^ 16]) + sent[at + 1 :]


CHANGES = {
    "one flipped bit": flip_a_bit,
    "something else, sealed": lambda sent, before, compute: compute(lambda chunk: ["no", "result", "of", chunk]),
    "a number, sealed": lambda sent, before, compute: compute(lambda chunk: 0),
}


def one_value(workers):
    return trueodds.solve(trueodds.RiskOrSafety(300), "start", workers=workers).value


def all_values(workers):
    return trueodds.start_values(200, workers=workers)


def pig(workers):
    return trueodds.solve(trueodds.Pig(50), workers=workers).value


def rows(workers):
    sweep = Sweep("the-race", partial(make_known, "the-race"), {}, {"target": [*range(1, 7)]})
    return solve_rows(sweep, Run(workers))[0]


def games(workers):
    found = trueodds.simulate(trueodds.TheRace(target=3), games=5_000, seed=1, workers=workers)
    return found.counts, found.mean_moves


def checks(workers):
    fractions = [(n, x.numerator, x.denominator) for n, x in enumerate(trueodds.start_values(300), 1)]
    fractions[99] = (100, fractions[99][1] + 1, fractions[99][2])
    return wrong_fractions(Fingerprints(300), fractions, 9, Run(workers))


def claim(workers):
    return linear_systems.compare_all(3, Run(workers))


KINDS = {
    "residues": (one_value, "_push"),
    "residues of all values": (all_values, "_sweep"),
    "residues of Pig": (pig, "numerators_modulo"),
    "rows of a sweep": (rows, "_solve_row"),
    "simulation": (games, "_play_chunk"),
    "checks of files": (checks, "_wrong"),
    "claims": (claim, "compare_some"),
}


@pytest.fixture(autouse=True)
def many_chunks(monkeypatch):
    """Of small computations, too."""
    monkeypatch.setattr(values, "_BLOCKS", 1)
    monkeypatch.setattr(linear_systems, "TOGETHER", 5)
    monkeypatch.setattr(simulation, "_MAX_CHUNK", 1_000)


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
@pytest.mark.parametrize(("work", "kind"), KINDS.values(), ids=KINDS)
def test_once_wrong_is_told_and_computed_again(work, kind, change, caplog):
    elsewhere = Elsewhere(kind, change, 1)
    assert work(elsewhere) == work(1)
    assert elsewhere.seen > 2
    (line,) = [record.getMessage() for record in caplog.records]
    assert " came back wrong" in line
    assert line.endswith("; computed again")


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
@pytest.mark.parametrize(("work", "kind"), KINDS.values(), ids=KINDS)
def test_twice_wrong_is_an_error(work, kind, change):
    with pytest.raises(WorkerError, match=r" came back wrong.*; again, .* came back wrong.*checkpoint"):
        work(Elsewhere(kind, change, 10**9))
