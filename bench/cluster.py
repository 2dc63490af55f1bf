"""What a cluster costs: throughput of two workers over one, bytes a chunk, overhead a chunk.

Run with ``python bench/cluster.py [TARGET]``, ``python bench/cluster.py all TARGET`` for all values up to a target, or
``python bench/cluster.py bounds`` for the bounds of a game with many components side by side; needs trueodds[cluster],
and for the throughput two cores that nobody else uses; processor times hold besides.
"""

from __future__ import annotations

import itertools
import pickle
import sys
import time
from functools import partial

import numpy as np

from trueodds import Model, proved_moves, start_values
from trueodds.exact.modular import power_product
from trueodds.exact.reconstruction import CHUNK
from trueodds.fast.risk_or_safety.large import all_values
from trueodds.fast.risk_or_safety.large.denominators import Plan, limbs
from trueodds.fast.risk_or_safety.large.start_value import _push
from trueodds.game import Rational
from trueodds.runtime import executors
from trueodds.runtime.cluster import open_cluster
from trueodds.runtime.executors import run_chunks, use_executor
from trueodds.runtime.sealing import __version__, compute_task, make_task
from trueodds.solver.bounds import bound_positions
from trueodds.solver.components import find_components

CHUNKS = 32
ROUNDS = 2
WALKS, STEPS = 40_000, 20


def nothing(chunk):
    return chunk


def measure(function, chunks, client):
    """Seconds from begin to end, processor seconds of the workers, and of this process."""
    next(run_chunks(function, chunks[:1], client))  # the function has gone to the workers
    theirs = sum(client.run(time.process_time).values())
    began, own = time.perf_counter(), time.process_time()
    done = sum(1 for _ in run_chunks(function, chunks, client))
    assert done == len(chunks)
    spent = time.perf_counter() - began, time.process_time() - own
    return spent[0], sum(client.run(time.process_time).values()) - theirs, spent[1]


def main(target):
    moves = proved_moves(target)
    plan = Plan.from_coins(moves.coins, moves.other_coins, moves.heads)
    determinants, _, exponents = plan.longest_paths(target, target)
    primes = list(itertools.islice(plan.primes(), CHUNK * CHUNKS))
    work = [(number, primes[number * CHUNK : (number + 1) * CHUNK]) for number in range(CHUNKS)]
    common = limbs(power_product(determinants, exponents))
    push = partial(_push, plan.runs, (target, target, True), common, plan.ends())
    task = make_task(0, work[:1])
    began = time.process_time()
    back = compute_task(push, __version__, task)
    alone = time.process_time() - began
    print(f"target {target}: a chunk of {CHUNK} primes takes {alone:.2f} s of processor time alone, in this process")
    print(f"bytes: {len(pickle.dumps(push)):,} once; a chunk {len(task):,} there, {len(back):,} back")
    best = {}
    for _, workers in itertools.product(range(ROUNDS), (1, 2)):  # in turn, since others may use the machine
        with open_cluster(workers=workers) as client:
            found = measure(push, work, client)
            best[workers] = min(best.get(workers, found), found)
            empty = measure(nothing, [(number,) for number in range(20_000)], client)
        shown = f"{found[0]:.2f} s, processor time of workers {found[1]:.2f} s, of this process {found[2]:.2f} s"
        print(f"{workers} workers: {len(work)} chunks in {shown}")
        print(f"  20,000 chunks of no work: {1e6 * empty[0] / 20_000:.0f} µs each, many in a task")
    print(f"throughput of 2 workers over 1: {best[1][0] / best[2][0]:.2f}")
    for workers, (_, theirs, own) in best.items():
        over = theirs / len(work) - alone
        here = 1000 * own / len(work)
        print(f"{workers} workers, a chunk: {1000 * over:+.0f} ms of workers besides, {here:.0f} ms here")


def every_value(target):
    """All values up to a target: stages by threads, and by two workers, in turn."""
    all_values.FEW_VALUES = 0
    moved = [0, 0]
    opened = executors.open_result

    def counted(task, sent):
        moved[0] += len(task)
        moved[1] += len(sent)
        return opened(task, sent)

    executors.open_result = counted

    def measured(executor, client):
        spent = {}

        def now():
            theirs = sum(client.run(time.process_time).values())
            return np.array([time.perf_counter(), time.process_time(), theirs, *moved])

        def progress(stage, done, total):
            if done == total:
                spent[stage] = now() - sum(spent.values(), began)

        began = now()
        values = start_values(target, progress=progress, executor=executor)
        return spent, values

    with open_cluster(workers=2) as client:
        start_values(200, executor=client)  # all is opened there
        for _ in range(ROUNDS):
            found = {name: measured(how, client) for name, how in (("threads", "threads"), ("2 workers", client))}
            for name, (spent, _) in found.items():
                for stage in ("residues", "fractions"):
                    clock, own, theirs, there, back = spent[stage]
                    print(
                        f"{name}, {stage}: {clock:.2f} s, processor {own:.2f} s here, {theirs:.2f} s of workers;",
                        end=" ",
                    )
                    print(f"{there / 2**20:.1f} MiB there, {back / 2**20:.1f} MiB back")
            here, there = ([(value.numerator, value.denominator) for value in values] for _, values in found.values())
            if here != there:
                raise SystemExit("the values are not the same")


def bounds():
    """Random walks side by side, which sweeps are slow in: bounds here, by threads, and by workers."""
    over, last = WALKS * STEPS, STEPS - 1
    at, x, first = np.tile(np.arange(STEPS), WALKS), np.arange(over), np.arange(over + 1)
    targets = np.column_stack([np.where(at > 0, x - 1, over), np.where(at < last, x + 1, over + 1)]).ravel()
    half, seats = [Rational(1, 2)], np.zeros(over, dtype=np.int8)
    model = Model.from_arrays(seats, first, 2 * first, targets, half, np.zeros(2 * over, dtype=np.int32), [0, 1])
    components = find_components(model)
    print(f"{WALKS:,} walks of {STEPS} steps: {len(targets):,} outcomes in one level")

    def measured(executor):
        began = time.perf_counter()
        with use_executor(executor):
            found = bound_positions(model, components)
        return time.perf_counter() - began, found

    seconds, here = measured("serial")
    print(f"one thread: {seconds:.1f} s; threads: {measured('threads')[0]:.1f} s")
    for workers in (1, 2):
        with open_cluster(workers=workers) as client:
            seconds, there = measured(client)
        if not (np.array_equal(here.low, there.low) and np.array_equal(here.high, there.high)):
            raise SystemExit("the bounds are not the same")
        print(f"{workers} workers: {seconds:.1f} s")


if __name__ == "__main__":
    if sys.argv[1:] == ["bounds"]:
        bounds()
        sys.exit()
    if sys.argv[1:2] == ["all"]:
        every_value(int(sys.argv[2]))
        sys.exit()
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 4000)
