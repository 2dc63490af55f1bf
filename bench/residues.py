"""Residues of Risk or Safety: nanoseconds a pair of needs and prime, in every form that this processor has.

python bench/residues.py [TARGET] [OPPONENT_TARGET] [HEADS]

Both kernels on the proved strategy, one block of 32 primes, processor time, the least of five in turn. That all forms
give the same is checked on the way.
"""

import itertools
import sys
import time

import numpy as np

from trueodds.fast.risk_or_safety import residues
from trueodds.fast.risk_or_safety.denominators import Plan
from trueodds.risk_or_safety import proved_moves

ROUNDS = 5


def main(larger, smaller, heads):
    moves = proved_moves(larger, smaller, heads)
    plan = Plan.from_coins(moves.coins, moves.other_coins, moves.heads)
    runs = plan.runs
    block = list(itertools.islice(plan.primes(), residues.WIDTH))
    count = len(plan.kind)
    print(f"{count:,} pairs of needs in {len(runs.given[1]):,} runs, {residues.WIDTH} primes")
    best, found = {}, {}
    for _, form in itertools.product(range(ROUNDS), range(len(residues.FORMS))):
        shapes = (smaller + 1, residues.WIDTH), (2, residues.WIDTH), (runs.kinds, residues.WIDTH), residues.WIDTH
        equal, last, edge, won = (np.zeros(shape, dtype=np.uint32) for shape in shapes)
        began = time.process_time()
        runs.forward(block, equal, last, form)
        middle = time.process_time()
        runs.push(block, larger, smaller, True, edge, won, form)
        spent = middle - began, time.process_time() - middle
        best[form] = [min(pair) for pair in zip(best.get(form, spent), spent, strict=True)]
        found[form] = b"".join(array.tobytes() for array in (equal, last, edge, won))
    assert len(set(found.values())) == 1
    print("nanoseconds a pair and prime: values up from the edge, mass down from the start")
    for form, spent in best.items():
        up, down = (one * 1e9 / count / residues.WIDTH for one in spent)
        print(f"{residues.FORMS[form]:8} {up:.2f} {down:.2f}")


if __name__ == "__main__":
    larger = int(sys.argv[1]) if len(sys.argv) > 1 else 4000
    main(larger, int(sys.argv[2]) if len(sys.argv) > 2 else larger, sys.argv[3] if len(sys.argv) > 3 else "1/2")
