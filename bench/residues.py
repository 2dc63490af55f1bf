"""Measure the residue kernels of Risk or Safety, in nanoseconds per pair of needs and prime, by instruction set.

python bench/residues.py [TARGET] [OPPONENT_TARGET] [HEADS]

Both kernels compute residues modulo one block of 32 primes, for the proved strategy. Times are processor times, the
least of five alternating runs.
"""

import itertools
import sys
import time

from trueodds.fast.risk_or_safety import residues
from trueodds.fast.risk_or_safety.denominators import Plan
from trueodds.risk_or_safety import proved_moves

ROUNDS = 5


def main(larger, smaller, heads):
    moves = proved_moves(larger, smaller, heads)
    plan = Plan.from_coins(moves.coins, moves.other_coins, moves.heads)
    runs = plan.runs
    block = list(itertools.islice(plan.yield_primes(), residues.WIDTH))
    count, square = len(plan.kind), smaller * (smaller + 1) // 2
    print(f"{count:,} pairs of needs in {len(runs.given[1]):,} runs, {residues.WIDTH} primes")
    best, found = {}, {}
    for _, form in itertools.product(range(ROUNDS), range(len(residues.FORMS))):
        began = time.process_time()
        equal = runs.forward(block, form)
        middle = time.process_time()
        edge = runs.push(block, larger, smaller, True, form)
        spent = middle - began, time.process_time() - middle
        best[form] = [min(pair) for pair in zip(best.get(form, spent), spent, strict=True)]
        found[form] = equal.tobytes() + edge.tobytes()
    assert len(set(found.values())) == 1
    print("nanoseconds per pair and prime: values up from the edge, mass down from the start")
    for form, spent in best.items():
        up, down = (took * 1e9 / pairs / residues.WIDTH for took, pairs in zip(spent, (square, count), strict=True))
        print(f"{residues.FORMS[form]:8} {up:.2f} {down:.2f}")


if __name__ == "__main__":
    larger = int(sys.argv[1]) if len(sys.argv) > 1 else 4000
    main(larger, int(sys.argv[2]) if len(sys.argv) > 2 else larger, sys.argv[3] if len(sys.argv) > 3 else "1/2")
