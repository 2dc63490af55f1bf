"""How the moves at all needs were proved, as a record."""

from __future__ import annotations

from dataclasses import dataclass

from ....solution import Proof, count_of


@dataclass(frozen=True)
class PairsProof(Proof):
    """The moves of both players proved at all pairs of needs, which `positions` and `decided` count.

    `bounds` has the error within which values were known, and the smallest gaps of the trailing and of the leading
    player between best and second-best.
    """

    def __str__(self) -> str:
        names = {
            "float64": "by float64",
            "double-word": "by double-word floats",
            "192-bit": "by 192-bit numbers",
            "exactly": "exactly",
        }
        text = f"{self.positions} pairs of needs: " + ", ".join(f"{count} {names[way]}" for way, count in self.decided)
        text += f"; {count_of(self.ties, 'tie')}"
        return text + (f"; {self.undecided} undecided" if self.undecided else "")
