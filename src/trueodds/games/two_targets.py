"""The common base class of races in which two players save points, and the probability that all tosses are heads."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from gmpy2 import mpq

from ..game import SeatedGame
from ..parameters import show

PAYOFFS = mpq(1), mpq(0)  # payoffs of seat 0, by the seat of the winner


@lru_cache(maxsize=1024)
def compute_all_heads_probability(heads: Any, tosses: int) -> tuple[Any, Any]:
    """Return the probability that all tosses show heads, and its complement."""
    chance = heads**tosses
    return chance, 1 - chance


class TwoTargets(SeatedGame):
    """A race in which each player has a target.

    A position gives the points of this turn, the saved points of the player to move and of the opponent, and the seat.
    """

    target: int
    opponent_target: int

    def impossible(self, position: Any) -> str:
        """Return why a position is impossible, or an empty string if it is possible."""
        points, saved, opponent_saved, seat = position
        target, other = self.targets(seat)
        if seat in (0, 1) and 0 <= saved < target and 0 <= opponent_saved < other and 0 <= points < target - saved:
            return ""
        name = position._fields[0].replace("_", " ")
        return (
            f"with targets {show(target)} and {show(other)}, {name} and saved must be at least 0 and add up to less "
            f"than {show(target)}, the opponent's saved points must be from 0 to {show(other - 1)}, and the seat 0 or 1"
        )

    def targets(self, seat: int) -> tuple[int, int]:
        """Return the targets of the player in a seat (not checked) and of the opponent."""
        return (self.target, self.opponent_target) if seat == 0 else (self.opponent_target, self.target)

    def targets_of(self, seat: int) -> tuple[int, int]:
        """Check a seat; return the targets of its player and of the opponent."""
        if seat not in (0, 1):
            raise ValueError(f"seat must be 0 (moves first) or 1, not {seat!r}")
        return self.targets(seat)

    def needs(self, position: Any) -> tuple[int, int]:
        """Return the points that the player to move and the opponent still have to save, ignoring this turn."""
        _, saved, opponent_saved, seat = self.position(position)
        target, other = self.targets(seat)
        return target - saved, other - opponent_saved
