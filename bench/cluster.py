"""Measure the cost of workers: the times of one and of two processes, and the bytes and the overhead per chunk.

    python bench/cluster.py [TARGET] [tcp://SCHEDULER]

Two cores should be idle. With an address, the workers of that Dask cluster are measured.
"""

from __future__ import annotations

import itertools
import pickle
import sys
import time
from functools import partial

from gmpy2 import mpz

from trueodds.exact.modular import multiply_powers
from trueodds.exact.reconstruction import CHUNK
from trueodds.fast.risk_or_safety.denominators import Plan
from trueodds.fast.risk_or_safety.start_values import _join_limbs, _push
from trueodds.risk_or_safety import proved_moves
from trueodds.runtime.executors import _Task, compute_task, connect, run_chunks

CHUNKS = 32
ROUNDS = 2


def nothing(chunk):
    return chunk


def measure(function, chunks, workers):
    """Return the elapsed seconds, and the processor seconds of this process."""
    began, own = time.perf_counter(), time.process_time()
    assert sum(1 for _ in run_chunks(function, chunks, workers)) == len(chunks)
    return time.perf_counter() - began, time.process_time() - own


def main(target, *addresses):
    moves = proved_moves(target)
    plan = Plan.from_coins(moves.coins, moves.other_coins, moves.heads)
    determinants, _, exponents = plan.find_multiplicities(target, target)
    primes = list(itertools.islice(plan.yield_primes(), CHUNK * CHUNKS))
    work = [(number, primes[number * CHUNK : (number + 1) * CHUNK]) for number in range(CHUNKS)]
    ends = plan.list_ends()
    factors = _join_limbs([mpz(1), multiply_powers(determinants, exponents), *[mpz(1)] * len(ends)])
    push = partial(_push, plan.runs, (target, target, True), *factors, ends)
    task = _Task(0, work[:1]).data
    began = time.process_time()
    back = compute_task(push, task)
    print(f"target {target}: a chunk of {CHUNK} primes takes {time.process_time() - began:.2f} s in this process")
    print(f"bytes: {len(pickle.dumps(push)):,} once; per chunk {len(task):,} sent, {len(back):,} returned")
    for _, workers in itertools.product(range(ROUNDS), addresses or (1, 2)):  # alternating, because other load varies
        with connect(workers) as connected:
            clock, own = measure(push, work, connected)
            empty, _ = measure(nothing, [(number,) for number in range(20_000)], connected)
        print(f"{workers} workers: {len(work)} chunks in {clock:.2f} s, processor time of this process {own:.2f} s")
        print(f"  20,000 empty chunks: {1e6 * empty / 20_000:.0f} µs each")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 4000, *sys.argv[2:])
