"""The rules of Risk or Safety (R. Jehn, 2026), known in the literature as Piglet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from ..game import Outcome, SeatedGame, check_move
from ..parameters import chance, whole
from .two_targets import PAYOFFS, TwoTargets, compute_all_heads_probability


class Toss(NamedTuple):
    """A position: the paper's (a, b, c), and the seat of the player to toss.

    Attributes
    ----------
    open : int
        a, the open points of the player to toss: heads so far in this turn.
    saved : int
        b, the saved points of the player to toss.
    opponent_saved : int
        c, the saved points of the opponent.
    seat : int
        0 if the player who moved first is to toss, 1 if the other is. With equal targets, the odds of the player to
        toss are the same for both seats.

    See Also
    --------
    RiskOrSafety : The game.

    References
    ----------
    R. Jehn, Optimal strategy in the game Risk or Safety, arXiv:2603.01002, 2026, section 1.

    Examples
    --------
    >>> import trueodds
    >>> trueodds.RiskOrSafety(target=3).position([1, 0, 2])
    Toss(open=1, saved=0, opponent_saved=2, seat=0)
    """

    open: int
    saved: int
    opponent_saved: int
    seat: int = 0


@dataclass(frozen=True)
class RiskOrSafety(TwoTargets):
    """Risk or Safety: toss a coin as long as you dare, and bank your points; the first to `target` points wins.

    Heads scores an open point, after which the player banks (saves the open points and passes the turn) or tosses
    again; tails loses the open points and the turn. A move is the number of heads to go for in this turn before
    banking. If the open points are a and the saved points b, the legal moves run from max(a, 1) to the target minus b;
    if a > 0, move a banks. (Choosing the number in advance does not change the game; see section 1 of the paper.)

    Parameters
    ----------
    target : int
        Points that the player who moves first needs, at least 1.
    opponent_target : int, optional
        Points that the other player needs; `target` by default.
    heads : rational, optional
        Probability of heads, strictly between 0 and 1: Fraction, mpq or text such as ``"2/5"``; 1/2 by default.

    See Also
    --------
    Toss : A position.
    trueodds.risk_or_safety.start_values : The values of the start for targets 1, 2, …, computed from one strategy.
    trueodds.risk_or_safety.proved_moves : The moves alone, for large targets.
    trueodds.risk_or_safety.count_strategies : The number of strategies.

    References
    ----------
    R. Jehn, Optimal strategy in the game Risk or Safety, arXiv:2603.01002, 2026.
    OEIS Foundation, A387261 and A387262 (the values), A394776 (the moves), https://oeis.org.

    Examples
    --------
    >>> game = RiskOrSafety(target=3)
    >>> game.moves(game.start)
    range(1, 4)
    >>> game.outcomes(game.start, 2)[0]
    Outcome(probability=mpq(1,4), position=Toss(open=0, saved=0, opponent_saved=2, seat=1), payoff=None)
    """

    target: int = whole("Points to win, from 1", always=True)
    opponent_target: int = whole("Points that the player who moves second needs", same_as="target")
    heads: Any = chance("Probability of heads, e.g. 2/5", "1/2", allow_none=True)

    name: ClassVar[str] = "risk-or-safety"
    position_type: ClassVar[type[Any]] = Toss

    @property
    def min_positions(self) -> int:
        """A lower bound: all pairs of saved points, with either player to toss."""
        return 2 * self.target * self.opponent_target

    def moves(self, position: Any) -> range:
        """Return the legal numbers of heads: from the open points (bank now), but at least 1, to the points needed."""
        here: Toss = self.position(position)
        return range(max(here.open, 1), self.targets(here.seat)[0] - here.saved + 1)

    def outcomes(self, position: Any, move: Any) -> list[Outcome]:
        """Return the outcome of all heads, then that of a tail if it is possible."""
        a, b, c, seat = self.position(position)
        needed = self.targets(seat)[0] - b
        heads = check_move(move, range(max(a, 1), needed + 1), position)
        success, failure = compute_all_heads_probability(self.heads, heads - a)
        if heads == needed:
            outcomes = [Outcome(success, None, PAYOFFS[seat])]
        else:
            outcomes = [Outcome(success, Toss(0, c, b + heads, 1 - seat))]
        if failure:
            outcomes.append(Outcome(failure, Toss(0, c, b, 1 - seat)))
        return outcomes


#: The moves of `CoinByCoin`.
TOSS, BANK = "toss", "bank"


@dataclass(frozen=True)
class CoinByCoin(SeatedGame):
    """Risk or Safety with the moves toss and bank; positions and odds are those of `RiskOrSafety`.

    Examples
    --------
    >>> game = CoinByCoin(RiskOrSafety(target=3))
    >>> game.moves(game.start), game.moves((1, 0, 0))
    (('toss',), ('toss', 'bank'))
    >>> game.outcomes((1, 0, 0), "toss")[0]
    Outcome(probability=mpq(1,2), position=Toss(open=2, saved=0, opponent_saved=0, seat=0), payoff=None)
    """

    by_heads: RiskOrSafety

    name: ClassVar[str] = "risk-or-safety"

    @property
    def parameters(self) -> Mapping[str, object]:
        """The parameters of the underlying `RiskOrSafety`."""
        return self.by_heads.parameters

    @property
    def start(self) -> Toss:
        """The start: neither player has a point, and seat 0 tosses."""
        return Toss(0, 0, 0, 0)

    def position(self, given: Any) -> Toss:
        """Return a position as `RiskOrSafety.position` does."""
        here: Toss = self.by_heads.position(given)
        return here

    def moves(self, position: Any) -> tuple[str, ...]:
        """Return ``"toss"`` and, if points are open, ``"bank"``."""
        return (TOSS, BANK) if self.position(position).open else (TOSS,)

    def outcomes(self, position: Any, move: Any) -> list[Outcome]:
        """Return the outcome of banking, or the outcomes of heads and of tails, in this order."""
        here = self.position(position)
        if check_move(move, self.moves(here), position) == BANK:
            return self.by_heads.outcomes(here, here.open)
        needed, _ = self.by_heads.needs(here)
        if here.open + 1 == needed:
            return self.by_heads.outcomes(here, needed)
        tails = Toss(0, here.opponent_saved, here.saved, 1 - here.seat)
        return [
            Outcome(self.by_heads.heads, here._replace(open=here.open + 1)),
            Outcome(1 - self.by_heads.heads, tails),
        ]
