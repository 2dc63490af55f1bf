"""Decide the positions of Pig that float bounds leave open, first by 256-bit fixed-point bounds, then by exact values.

Pairs of needs are settled from small to large, so all moves at smaller needs are already proved. At a pair of needs,
the open positions are given one move each, and better moves are adopted until there are none. Then Bellman's equation
holds in the game in which all other positions have only the moves already proved. That game has the same
values as Pig.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from gmpy2 import mpz

from ...runtime.executors import Progress
from ...solution import NotProved
from .bounds import HOLD, ROLL, TIE, UNKNOWN, PigBounds
from .values import LinearForm, Strategy, enclose, subtract

_BITS = 256
_ONE = mpz(1) << _BITS

_Position = tuple[int, int, int]  # needs of the player to move and of the opponent, and the turn total
_Interval = tuple[Any, Any]  # bounds in units of 2^-_BITS


class Settled(NamedTuple):
    """The numbers of open positions decided in fixed point and by exact values, and the ties."""

    by_bounds: int
    exactly: int
    ties: tuple[_Position, ...]


def settle(bounds: PigBounds, progress: Progress | None = None) -> Settled:
    """Decide all open positions, and write the states into `bounds`."""
    if not bounds.unknown:
        return Settled(0, 0, ())
    strategy = Strategy(bounds.rolls, bounds.sides)
    fixed = _Fixed(strategy)
    done, exactly, ties = 0, 0, []
    for i, j in bounds.needs():
        if i < j:
            continue
        open_here = [
            (need, other_need, int(total))
            for need, other_need in dict.fromkeys(((i, j), (j, i)))
            for total in np.flatnonzero(bounds.row(need, other_need) == UNKNOWN)
        ]
        if not open_here:
            continue
        compared = _choose(bounds, strategy, fixed, open_here)
        for spot, (sign, was_exact) in compared.items():
            exactly += was_exact
            if sign == 0:
                bounds.write(*spot, TIE)
                ties.append(spot)
        done += len(open_here)
        if progress:
            progress("open positions", done, bounds.unknown)
    return Settled(done - exactly, exactly, tuple(ties))


def _choose(
    bounds: PigBounds, strategy: Strategy, fixed: _Fixed, spots: Sequence[_Position]
) -> dict[_Position, tuple[int, bool]]:
    """Find moves that cannot be improved, and write them into `bounds`.

    Return, for each position, the sign of hold minus roll and whether exact values gave it.
    """
    for spot in spots:
        bounds.write(*spot, HOLD)
    for _ in range(1000):
        fixed.forget(spots[0][:2])
        forms = {(i, j, t): subtract(strategy.hold(t, i, j), strategy.roll(t, i, j)) for i, j, t in spots}
        compared = {spot: (fixed.sign(form), False) for spot, form in forms.items()}
        doubtful = [spot for spot, (sign, _) in compared.items() if sign == 0]
        if doubtful:
            exact = strategy.evaluate([forms[spot] for spot in doubtful])
            compared |= {spot: ((value > 0) - (value < 0), True) for spot, value in zip(doubtful, exact, strict=True)}
        wrong = [
            spot
            for spot, (sign, _) in compared.items()
            if sign and (sign > 0) != (bounds.row(*spot[:2])[spot[2]] == HOLD)
        ]
        if not wrong:
            return compared
        for spot in wrong:
            bounds.write(*spot, ROLL if compared[spot][0] < 0 else HOLD)
    raise NotProved(f"no best moves found at needs {spots[0][0]} against {spots[0][1]}")


class _Fixed:
    """Bounds on a strategy's values, rounded outward to integer multiples of 2^-_BITS and cached."""

    def __init__(self, strategy: Strategy) -> None:
        self._strategy = strategy
        self._known: dict[tuple[int, int], _Interval] = {}

    def forget(self, needs: tuple[int, int]) -> None:
        """Discard the values at these needs after a change of moves; no other stored value depends on them."""
        self._known.pop(needs, None)
        self._known.pop(needs[::-1], None)

    def value(self, i: int, j: int) -> _Interval:
        """Return bounds on V(i, j)."""
        if (i, j) not in self._known:
            for a, b in self._strategy.list_reachable([(i, j)]):
                if (a, b) not in self._known:
                    self._solve(a, b)
        return self._known[i, j]

    def _solve(self, i: int, j: int) -> None:
        """Solve the two equations of a pair of needs, as in `values`; subtracted terms use the opposite bounds."""
        turn_i, turn_j = self._strategy.find_turn(i, j), self._strategy.find_turn(j, i)
        low, high = self._bound_gain(i, j)
        if i == j:
            self._known[i, j] = low // (turn_i.scale + turn_i.fail), -(-high // (turn_i.scale + turn_i.fail))
            return
        other_low, other_high = self._bound_gain(j, i)
        determinant = turn_i.scale * turn_j.scale - turn_i.fail * turn_j.fail
        for needs, turn, other, min_gain, max_gain, other_min_gain, other_max_gain in (
            ((i, j), turn_i, turn_j, low, high, other_low, other_high),
            ((j, i), turn_j, turn_i, other_low, other_high, low, high),
        ):
            self._known[needs] = (
                (other.scale * min_gain - turn.fail * other_max_gain) // determinant,
                -((turn.fail * other_min_gain - other.scale * max_gain) // determinant),
            )

    def _bound_gain(self, i: int, j: int) -> _Interval:
        turn = self._strategy.find_turn(i, j)
        terms = ((-weight, (j, i - total)) for total, weight in zip(turn.totals, turn.weights, strict=True))
        return enclose(LinearForm(1, turn.scale, tuple(terms)), _ONE, self.value)

    def sign(self, form: LinearForm) -> int:
        """Return the sign of a weighted sum, or 0 if its bounds do not determine it."""
        low, high = enclose(form, _ONE, self.value)
        return int(low > 0) - int(high < 0)
