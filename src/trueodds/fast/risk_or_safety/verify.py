"""Evaluate and verify finished values by methods independent of those that computed them.

* `evaluate_pair` and `evaluate_equal` give the recurrence modulo a long prime, straight from the table of coins;
  `exact.pipeline` compares every value with it. Cost: 5 ns per pair of needs.
* `verify_moves` checks that a value lies within the bounds of the double-word sweep that proved the moves. This catches
  a wrong strategy, on which all residues would agree. The table of coins must still have the checksum of that sweep.
"""

from __future__ import annotations

from ...exact.pipeline import verify_enclosed
from ...game import Rational
from ...solution import NotProved
from . import one_prime
from .denominators import Plan
from .prove import ProvedMoves


def evaluate_pair(plan: Plan, i: int, j: int, prime: int) -> list[int] | None:
    """Return V(i, j) modulo a prime, in a list; None if the prime divides a denominator."""
    found = one_prime.values(*plan.coins, plan.heads, max(i, j), min(i, j), prime)
    if found is None:
        return None
    x, y, _ = found
    return [x if i >= j else (1 - y) % prime]


def evaluate_equal(plan: Plan, prime: int) -> list[int] | None:
    """Return V(n, n) modulo a prime for n = 1, 2, …; None if the prime divides a denominator."""
    found = one_prime.values(*plan.coins, plan.heads, plan.smaller, plan.smaller, prime)
    return None if found is None else found[2][1:].tolist()


def verify_moves(moves: ProvedMoves, values: dict[tuple[int, int], Rational]) -> None:
    """Verify that values lie within the bounds of the sweep that proved the moves, and that the table is unchanged."""
    for (i, j), value in values.items():
        within = moves.enclose(i, j)
        if within:
            verify_enclosed(value, *within, f"V({i}, {j}) by double-word floats")
    if moves.seal != moves.compute_seal():
        raise NotProved(
            "check of the table of coins: its checksum is not that of the proved table; an error of this machine "
            "or of the program; nothing is proved"
        )
