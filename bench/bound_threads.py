"""What threads gain for the bounds of Pig, shared level by level: python bench/bound_threads.py [TARGET].

Seconds on the clock and of processor by one thread and by two, in turn; and what the clock would show on two free
cores, from a run in which the parts of each level are done one after the other: of each level the longest part counts.
"""

import sys
import time

import numpy as np
from any_game import SIDES, pig_arrays

import trueodds
from trueodds.solver import sweeps
from trueodds.solver.bounds import bound
from trueodds.solver.graph import order_by_level

THREADS = 2


class OneAfterTheOther:
    """In place of a pool of threads; adds up what is done, and the longest part of each level."""

    done = longest = 0.0

    def __init__(self, threads):
        pass

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass

    def map(self, function, *lists):
        """Call it for each, and note how long it takes."""
        took = []
        for arguments in zip(*lists, strict=True):
            begun = time.thread_time()
            function(*arguments)
            took.append(time.thread_time() - begun)
        OneAfterTheOther.done += sum(took)
        OneAfterTheOther.longest += max(took)
        return []


def main():
    target = int(sys.argv[1]) if sys.argv[1:] else 100
    seats, first_move, first_outcome, targets, weights = pig_arrays(target)
    table = [trueodds.game.Rational(n, SIDES) for n in range(1, SIDES + 1)]
    model = trueodds.Model.from_arrays(seats, first_move, first_outcome, targets, table, weights - 1, [1, 0])
    components, starts = order_by_level(model)
    print(f"{len(model.positions)} positions, {len(components.first) - 1} components in {len(starts) - 1} levels")

    def run(threads):
        sweeps.count_threads = lambda _: threads
        clock, cpu = time.perf_counter(), time.process_time()
        found = bound(model)
        return time.perf_counter() - clock, time.process_time() - cpu, found

    for _ in range(3):
        one, several = run(1), run(THREADS)
        if not (np.array_equal(one[2].low, several[2].low) and np.array_equal(one[2].high, several[2].high)):
            raise SystemExit("the bounds are not the same")
        told = [f"{clock:.2f} s, {cpu:.2f} s of processor" for clock, cpu, _ in (one, several)]
        print(f"one thread: {told[0]}; {THREADS}: {told[1]}")
    sweeps.ThreadPoolExecutor = OneAfterTheOther
    _, cpu, _ = run(THREADS)
    print(f"on {THREADS} free cores: {cpu - OneAfterTheOther.done + OneAfterTheOther.longest:.2f} s")


if __name__ == "__main__":
    main()
