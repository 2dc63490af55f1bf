"""Solve Pig from arrays, without rules in Python; print the seconds of each stage as JSON.

python bench/any_game.py [TARGET] [--value] [--threads N]
"""

import argparse
import json
import resource
import time

import numpy as np

import trueodds
from trueodds.solver import sweeps
from trueodds.solver.bounds import bound
from trueodds.solver.graph import check_ends

SIDES = 6


def pig_arrays(target):
    """Return Pig as arrays; a position is (seat, score, opponent's score, turn total), and no score or total is 1.

    The first move is to roll; the second, if the turn total is positive, is to hold. The first payoff is for a win by
    seat 0, and the second for a win by seat 1.
    """
    score = np.delete(np.arange(target), 1)
    seat, mine, other, turn = (a.ravel() for a in np.meshgrid([0, 1], score, score, score, indexing="ij"))
    kept = mine + turn < target
    seat, mine, other, turn = seat[kept], mine[kept], other[kept], turn[kept]
    count = len(seat)
    number = np.full((2, target, target, target), -1, dtype=np.int32)
    number[seat, mine, other, turn] = np.arange(count)
    # The outcomes of each position: a 1, which passes the turn; faces 2 to 6; one end for all winning faces; the hold.
    targets = np.full((count, SIDES + 2), -1, dtype=np.int32)
    weights = np.zeros((count, SIDES + 2), dtype=np.int8)
    targets[:, 0], weights[:, 0] = number[1 - seat, other, mine, 0], 1
    for face in range(2, SIDES + 1):
        continues = mine + turn + face < target
        targets[continues, face - 1] = number[seat, mine, other, turn + face * continues][continues]
        weights[continues, face - 1] = 1
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
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("target", nargs="?", type=int, default=100)
    parser.add_argument("--value", action="store_true", help="also compute the exact value of the start")
    parser.add_argument("--threads", type=int, help="number of threads for the bounds [default: all cores]")
    options = parser.parse_args()
    seats, first_move, first_outcome, targets, weights = pig_arrays(options.target)
    table = [trueodds.game.Rational(n, SIDES) for n in range(1, SIDES + 1)]
    if options.threads:
        sweeps.count_threads = lambda _: options.threads
    now, cpu, found = time.perf_counter(), time.process_time(), {}

    def took(stage):
        nonlocal now, cpu
        clock, used = time.perf_counter() - now, time.process_time() - cpu
        now, cpu = time.perf_counter(), time.process_time()
        found[stage], found[f"{stage}, on the clock"] = used, clock

    model = trueodds.Model.from_arrays(seats, first_move, first_outcome, targets, table, weights - 1, [1, 0])
    took("build")
    components = model.graph.components
    check_ends(model)
    took("ends")
    bounds = bound(model)
    took("bounds")
    wide, several = float((bounds.high - bounds.low).max()), int((bounds.candidates.count() > 1).sum())
    found |= {"positions": len(model.positions), "moves": len(model.moves), "components": len(components.first) - 1}
    found |= {"widest": wide, "undecided": several, "value": float(bounds.low[0])}
    if options.value:
        took("")
        value = trueodds.solve(model.game, "start").value
        took("exact")
        found |= {"bits": value.denominator.bit_length(), "value": float(value)}
    found["MB"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
    print(json.dumps({name: value for name, value in found.items() if name and not name.startswith(",")}))


if __name__ == "__main__":
    main()
