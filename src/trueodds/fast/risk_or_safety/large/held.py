"""Holds finished values against what did not make them: one long prime, double-word floats, a seal on the table.

A value is put together from thousands of residues, numerators and partial sums. A fault in any of them, of a machine
that computed a part or of this program, must not be told as proved. So at the end

* it is compared with the recurrence modulo a prime of 61 bits that is drawn at random (`one_prime`), straight from the
  table of coins: two different fractions of B bits agree modulo at most B/60 of the 10^16 such primes;
* it must lie where the sweep that proved the moves had it, within that sweep's error bound (`enclose`),
  which sees a wrong strategy, where all residues would agree on a wrong value;
* the table of coins must still be what that sweep left (`ProvedMoves.seal`).

Cost: 5 ns a pair of needs, a remainder of each value, and two checksums of the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ....exact.modular import has_residue, random_prime
from ....game import Rational
from ....solution import NotProved
from . import one_prime
from .denominators import Plan
from .moves import ProvedMoves

_DRAWS = 8
_FAULT = "a fault of this machine or of the program, nothing is proved"


def hold_value(plan: Plan, i: int, j: int, value: Rational) -> None:
    """Hold V(i, j) against the recurrence modulo a long prime.

    Parameters
    ----------
    plan : Plan
        What the value was computed from, with the table of coins.
    i, j : int
        Needs of the player to toss and of the opponent.
    value : mpq
        The claim.

    Raises
    ------
    NotProved
        It is not what the moves give.
    """
    prime, (x, y), _ = _evaluate(plan, max(i, j), min(i, j))
    residue = x if i >= j else (1 - y) % prime
    if not has_residue(value, residue, prime):
        raise NotProved(f"check of V({i}, {j}) modulo {prime}: not the value of these moves; {_FAULT}")


def hold_equal(plan: Plan, values: Sequence[Rational]) -> None:
    """The same for V(n, n), n = 1, 2, …, all at once."""
    prime, _, equal = _evaluate(plan, len(values), len(values))
    for n, value in enumerate(values, 1):
        if not has_residue(value, int(equal[n]), prime):
            raise NotProved(f"check of V({n}, {n}) modulo {prime}: not the value of these moves; {_FAULT}")


def hold_moves(moves: ProvedMoves, values: dict[tuple[int, int], Rational]) -> None:
    """Hold values by needs against the sweep that proved the moves, and the table of coins against its seal.

    Raises
    ------
    NotProved
        A value is not where the sweep had it, or the table was changed.
    """
    for (i, j), value in values.items():
        within = moves.enclose(i, j)
        if within and not within[0] <= value <= within[1]:
            raise NotProved(f"check of V({i}, {j}) by double-word floats: it is outside of their bounds; {_FAULT}")
    if moves.seal != moves.compute_seal():
        raise NotProved(f"check of the table of coins by its checksum: it is not the one that was proved; {_FAULT}")


def _evaluate(plan: Plan, trailing: int, leading: int) -> tuple[int, tuple[int, int], NDArray[Any]]:
    """A prime; X and Y at a pair of needs, and X at equal needs, modulo it."""
    first, second = plan.coins
    equal = np.zeros(leading + 1, dtype=np.uint64)
    for _ in range(_DRAWS):
        prime = random_prime()
        top, bottom = int(plan.heads.numerator) % prime, int(plan.heads.denominator) % prime
        if bottom:
            one = (1 << 64) % prime
            heads = top * pow(bottom, -1, prime) * one % prime
            found = one_prime.values(first, second, trailing, leading, prime, heads, one, equal)
            if found:
                return prime, found, equal
    raise NotProved(f"check modulo a long prime: the table of coins has moves that nobody can make; {_FAULT}")
