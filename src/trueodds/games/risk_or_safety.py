"""The rules of Risk or Safety (R. Jehn, 2026), known in the literature as Piglet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from gmpy2 import mpq

from ..game import Game, Outcome
from ..parameters import probability, whole_number


class Toss(NamedTuple):
    """A position: the paper's (a, b, c), and whose it is where the targets differ.

    Attributes
    ----------
    open : int
        a, the open points of the player to toss: heads so far in this turn.
    saved : int
        b, the saved points of the player to toss.
    opponent_saved : int
        c, the saved points of the opponent.
    seat : int
        0 if the player who moved first is to toss, 1 if the other is. With equal targets both are worth the same.
    """

    open: int
    saved: int
    opponent_saved: int
    seat: int = 0


@dataclass(frozen=True, init=False)
class RiskOrSafety(Game):
    """Risk or Safety: toss a coin as long as you dare, bank your points; who first has `target` points wins.

    A player tosses; heads is an open point, after which they bank (open points are saved, the turn passes) or toss
    again; tails loses the open points and the turn. A move is told as the number of heads to go for in this turn before
    banking: at a position with a open points the legal moves are max(a, 1) to the points still needed, and a
    itself, where a > 0, is to bank now. (Deciding the number beforehand is the same game: paper, section 1.)

    Parameters
    ----------
    target : int
        Points the player who moves first needs, at least 1.
    opponent_target : int, optional
        Points the other player needs; the same if left out.
    heads : rational, optional
        Probability of heads: Fraction, mpq or text such as ``"2/5"``; 1/2 if left out.

    Raises
    ------
    TypeError, ValueError
        With the value that was wrong and what is allowed.

    Examples
    --------
    >>> game = RiskOrSafety(target=3)
    >>> game.moves(game.start)
    range(1, 4)
    >>> game.outcomes(game.start, 2)[0]
    Outcome(probability=mpq(1,4), position=Toss(open=0, saved=0, opponent_saved=2, seat=1), payoff=None)
    """

    target: int
    opponent_target: int
    heads: Any

    name: ClassVar[str] = "risk-or-safety"

    def __init__(self, target: int, opponent_target: int | None = None, heads: object = None) -> None:
        target = whole_number("target", target)
        object.__setattr__(self, "target", target)
        other = target if opponent_target is None else whole_number("opponent_target", opponent_target)
        object.__setattr__(self, "opponent_target", other)
        object.__setattr__(self, "heads", mpq(1, 2) if heads is None else probability("heads", heads))

    @property
    def parameters(self) -> Mapping[str, object]:
        """The target, and what differs from equal targets and a fair coin."""
        known: dict[str, object] = {"target": self.target}
        if self.opponent_target != self.target:
            known["opponent_target"] = self.opponent_target
        if self.heads != mpq(1, 2):
            known["heads"] = str(self.heads)
        return known

    @property
    def start(self) -> Toss:
        """Nobody has a point; seat 0 tosses."""
        return Toss(0, 0, 0, 0)

    def needs(self, position: Sequence[int]) -> tuple[int, int]:
        """Points that the player to toss and the opponent have still to save, open points not counted.

        Raises
        ------
        ValueError
            Not a position of this game.
        """
        parts = tuple(position) if isinstance(position, (tuple, list)) else ()
        if not (3 <= len(parts) <= 4 and all(isinstance(part, int) for part in parts)):
            raise ValueError(
                f"a position is (open, saved, opponent's saved[, seat]) in whole numbers, not {position!r}"
            )
        a, b, c, seat = Toss(*parts)
        mine, other = (self.target, self.opponent_target) if seat == 0 else (self.opponent_target, self.target)
        if seat not in (0, 1) or not (0 <= b < mine and 0 <= c < other and 0 <= a < mine - b):
            raise ValueError(
                f"{parts} is no position: with targets {mine} and {other} it needs "
                f"open >= 0, open + saved < {mine}, 0 <= opponent's saved < {other}, seat 0 or 1"
            )
        return mine - b, other - c

    def seat(self, position: Any) -> int:
        """Whose turn it is."""
        return int(Toss(*position).seat)

    def moves(self, position: Any) -> range:
        """Heads to go for in this turn: from those already tossed (bank now) to all that are needed."""
        mine, _ = self.needs(position)
        return range(max(position[0], 1), mine + 1)

    def outcomes(self, position: Any, move: Any) -> list[Outcome]:
        """All heads: banked or won; else: the turn passes.

        Raises
        ------
        ValueError
            The move is not legal here.
        """
        if move not in self.moves(position):
            legal = self.moves(position)
            raise ValueError(f"move {move!r} at {tuple(position)}: allowed are {legal[0]} to {legal[-1]}")
        a, b, c, seat = Toss(*position)
        success = self.heads ** (move - a)
        mine, _ = self.needs(position)
        if move == mine:
            win = [Outcome(success, payoff=mpq(1 - seat))]
        else:
            win = [Outcome(success, Toss(0, c, b + move, 1 - seat))]
        fail = [Outcome(1 - success, Toss(0, c, b, 1 - seat))] if success != 1 else []
        return win + fail
