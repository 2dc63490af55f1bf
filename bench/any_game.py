"""Pig from arrays, no rules in Python: checks, components, bounds, and the start's exact value; seconds and MB.

python bench/any_game.py [TARGET] [--value]
"""

import resource
import sys
import time

import numpy as np

import trueodds
from trueodds.solver.bounds import bound
from trueodds.solver.graph import check_ends

SIDES = 6


def pig_arrays(target):
    """Pig's positions by seat, own score, opponent's, turn total; scores and totals of 1 never come up.

    Moves: roll, then hold where there is a turn total. Ends: seat 0 wins, seat 1 wins.
    """
    score = np.delete(np.arange(target), 1)
    seat, mine, other, turn = (a.ravel() for a in np.meshgrid([0, 1], score, score, score, indexing="ij"))
    kept = mine + turn < target
    seat, mine, other, turn = seat[kept], mine[kept], other[kept], turn[kept]
    count = len(seat)
    number = np.full((2, target, target, target), -1, dtype=np.int32)
    number[seat, mine, other, turn] = np.arange(count)
    # Of each position: the pass, faces 2 to 6, one end for all faces that win, then the hold.
    targets = np.full((count, SIDES + 2), -1, dtype=np.int32)
    weights = np.zeros((count, SIDES + 2), dtype=np.int8)
    targets[:, 0], weights[:, 0] = number[1 - seat, other, mine, 0], 1
    for face in range(2, SIDES + 1):
        goes_on = mine + turn + face < target
        targets[goes_on, face - 1] = number[seat, mine, other, turn + face * goes_on][goes_on]
        weights[goes_on, face - 1] = 1
    wins = np.clip(SIDES + 1 - np.maximum(target - mine - turn, 2), 0, None)
    targets[wins > 0, SIDES] = count + seat[wins > 0]
    weights[:, SIDES] = wins
    holds = turn > 0
    targets[holds, SIDES + 1] = number[1 - seat, other, (mine + turn) * holds, 0][holds]
    weights[holds, SIDES + 1] = SIDES
    used = targets >= 0
    rolled = used[:, : SIDES + 1].sum(axis=1)
    sizes = np.stack([rolled, holds.astype(np.int64)], axis=1).ravel()
    first_outcome = np.concatenate([[0], np.cumsum(sizes[sizes > 0])])
    first_move = np.concatenate([[0], np.cumsum(1 + holds)])
    return seat, first_move, first_outcome, targets[used], weights[used]


def main():
    target = int(sys.argv[1]) if sys.argv[1:] else 100

    def report(what, begun):
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        print(f"{what}: {time.perf_counter() - begun:.2f} s, {time.process_time() - cpu:.2f} s of processor, {peak} MB")
        return time.perf_counter()

    cpu, now = time.process_time(), time.perf_counter()
    seats, first_move, first_outcome, targets, weights = pig_arrays(target)
    now, cpu = report("arrays by numpy", now), time.process_time()
    table = [trueodds.game.Rational(n, SIDES) for n in range(1, SIDES + 1)]
    model = trueodds.Model.from_arrays(seats, first_move, first_outcome, targets, table, weights - 1, [1, 0])
    now, cpu = report("checked", now), time.process_time()
    print(f"{len(model.positions)} positions, {len(model.moves)} moves, {len(model.targets)} outcomes that go on")
    components = model.graph.components
    now, cpu = report(f"{len(components.first) - 1} components", now), time.process_time()
    check_ends(model)
    now, cpu = report("must end", now), time.process_time()
    found = bound(model)
    now, cpu = report("bounds", now), time.process_time()
    several = int((found.candidates.count() > 1).sum())
    print(f"widest {(found.high - found.low).max():.1e}, undecided {several}, start {found.low[0]!r}")
    if "--value" in sys.argv:
        value = trueodds.solve(model.game, "start").value
        report("all again, with the start's exact value", now)
        print(f"{value.denominator.bit_length()} bits, {float(value)!r}")


if __name__ == "__main__":
    main()
