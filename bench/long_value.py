"""One long value of Risk or Safety: time, memory, digits, and what tells it without passing it on.

python bench/long_value.py TARGET [CHECKPOINT]

Prints each stage's seconds of the processor, the SHA-256 of the decimal digits above and below the line, and the
fraction modulo 2^61 - 1 beside what the recurrence itself gives modulo that prime, straight from the table of coins.
With a checkpoint a run that was killed goes on, and stages that were done are not timed again.
"""

import hashlib
import resource
import sys
import time

import gmpy2

from trueodds import RiskOrSafety, proved_moves, solve
from trueodds.fast.risk_or_safety import one_prime

PRIME = 2**61 - 1


def residue_by_recurrence(target):
    moves = proved_moves(target)
    return one_prime.values(moves.coins, moves.other_coins, moves.heads, target, target, PRIME)[0]


def main(target, checkpoint=None):
    spent, last = {}, time.process_time()

    def progress(stage, done, total):
        nonlocal last
        now = time.process_time()
        spent[stage] = spent.get(stage, 0.0) + now - last
        last = now

    began = time.perf_counter()
    value = solve(RiskOrSafety(target), "start", progress=progress, checkpoint=checkpoint).value
    clock, memory = time.perf_counter() - began, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(f"{time.process_time():.4g} s of the processor, {clock:.4g} of the clock, {memory / 1000:,.0f} MB")
    print(", ".join(f"{stage} {seconds:.3g}" for stage, seconds in spent.items()))
    for name, number in (("above", value.numerator), ("below", value.denominator)):
        digits = gmpy2.digits(number)
        print(f"{name}: {len(digits):,} digits, {number.bit_length():,} bits")
        print(f"  SHA-256 {hashlib.sha256(digits.encode()).hexdigest()}")
    fraction = int(value.numerator * gmpy2.invert(value.denominator, PRIME) % PRIME)
    print(f"modulo 2^61 - 1: {fraction}; by the recurrence: {residue_by_recurrence(target)}")


if __name__ == "__main__":
    main(int(sys.argv[1]), *sys.argv[2:3])
