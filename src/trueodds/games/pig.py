"""The rules of Pig (J. Scarne, 1945), as T. Neller and C. Presser solved it in floats (2004)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from gmpy2 import mpq

from ..game import Game, Outcome
from ..parameters import whole_number


class Turn(NamedTuple):
    """A position.

    Attributes
    ----------
    turn_total : int
        Points that the player to move has rolled in this turn and not yet saved.
    saved : int
        Saved points of the player to move.
    opponent_saved : int
        Saved points of the opponent.
    seat : int
        0 if the player who moved first is to move, 1 if the other is. With equal targets both are worth the same.
    """

    turn_total: int
    saved: int
    opponent_saved: int
    seat: int = 0


@dataclass(frozen=True, init=False)
class Pig(Game):
    """Pig: roll a die as long as you dare, hold to save your points; who first has `target` points wins.

    A 1 loses the turn total and the turn; any other face is added to the turn total, after which the player holds (the
    turn total is saved, the turn passes) or rolls again. Each turn begins with a roll. Whoever has saved points and
    a turn total of at least `target` together has won at once: holding then would win, and nothing beats that.

    Every position in which nobody has won can be asked for, also those that no play reaches, such as a turn total of 1.

    Parameters
    ----------
    target : int, optional
        Points the player who moves first needs, at least 1; 100 if left out.
    sides : int, optional
        Faces of the die, 1 to `sides`, all equally probable; at least 2, and 6 if left out.
    opponent_target : int, optional
        Points the other player needs; the same if left out.

    Raises
    ------
    TypeError, ValueError
        With the value that was wrong and what is allowed.

    Examples
    --------
    >>> game = Pig(target=10, sides=4)
    >>> game.moves(game.start), game.moves((2, 0, 0))
    (('roll',), ('roll', 'hold'))
    >>> game.outcomes((7, 1, 5), "roll")[-1]
    Outcome(probability=mpq(3,4), position=None, payoff=mpq(1,1))
    """

    target: int
    sides: int
    opponent_target: int

    name: ClassVar[str] = "pig"

    def __init__(self, target: int = 100, sides: int = 6, opponent_target: int | None = None) -> None:
        target = whole_number("target", target)
        other = target if opponent_target is None else whole_number("opponent_target", opponent_target)
        object.__setattr__(self, "target", target)
        object.__setattr__(self, "sides", whole_number("sides", sides, minimum=2))
        object.__setattr__(self, "opponent_target", other)

    @property
    def parameters(self) -> Mapping[str, object]:
        """The target, and what differs from six sides and equal targets."""
        known: dict[str, object] = {"target": self.target}
        if self.sides != 6:
            known["sides"] = self.sides
        if self.opponent_target != self.target:
            known["opponent_target"] = self.opponent_target
        return known

    @property
    def start(self) -> Turn:
        """Nobody has a point; seat 0 is to roll."""
        return Turn(0, 0, 0, 0)

    def needs(self, position: Any) -> tuple[int, int]:
        """Points that the player to move and the opponent have still to save, the turn total not counted.

        Raises
        ------
        ValueError
            Not a position of this game.
        """
        parts = tuple(position) if isinstance(position, (tuple, list)) else ()
        if not (3 <= len(parts) <= 4 and all(isinstance(part, int) and not isinstance(part, bool) for part in parts)):
            raise ValueError(
                f"a position is (turn total, saved, opponent's saved[, seat]) in whole numbers, not {position!r}"
            )
        total, saved, opponent_saved, seat = Turn(*parts)
        mine, other = (self.target, self.opponent_target) if seat == 0 else (self.opponent_target, self.target)
        if seat not in (0, 1) or not (0 <= saved < mine and 0 <= opponent_saved < other and 0 <= total < mine - saved):
            raise ValueError(
                f"{parts} is no position: with targets {mine} and {other} it needs turn total >= 0, "
                f"turn total + saved < {mine}, 0 <= opponent's saved < {other}, seat 0 or 1"
            )
        return mine - saved, other - opponent_saved

    def seat(self, position: Any) -> int:
        """Whose turn it is."""
        self.needs(position)
        return Turn(*position).seat

    def moves(self, position: Any) -> tuple[str, ...]:
        """Roll, or hold if there is something to save."""
        self.needs(position)
        return ("roll", "hold") if position[0] else ("roll",)

    def outcomes(self, position: Any, move: Any) -> list[Outcome]:
        """Hold: the turn passes. Roll: it passes on a 1, goes on with more, or the game is won.

        Raises
        ------
        ValueError
            Not a position, or the move is not legal here.
        """
        mine, _ = self.needs(position)
        legal = self.moves(position)
        total, saved, opponent_saved, seat = Turn(*position)
        if move not in legal:
            raise ValueError(f"move {move!r} at {tuple(position)}: allowed: {' or '.join(legal)}")
        if move == "hold":
            return [Outcome(mpq(1), Turn(0, opponent_saved, saved + total, 1 - seat))]
        found = [Outcome(mpq(1, self.sides), Turn(0, opponent_saved, saved, 1 - seat))]
        left = mine - total
        for face in range(2, min(self.sides, left - 1) + 1):
            found.append(Outcome(mpq(1, self.sides), Turn(total + face, saved, opponent_saved, seat)))
        winning = self.sides + 1 - max(2, left)
        if winning > 0:
            found.append(Outcome(mpq(winning, self.sides), payoff=mpq(1 - seat)))
        return found
