"""What simple rules of Risk or Safety cost, exactly: always go for k heads, or for all that is needed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from ..dispatch import solve
from ..games.risk_or_safety import RiskOrSafety
from ..parameters import whole_number
from ..strategies import best_response, duel


class Cost(NamedTuple):
    """How well a rule does; all chances are exact, of the player who moves first and follows it.

    Attributes
    ----------
    against_perfect : mpq
        Against optimal play.
    worst : mpq
        Against the opponent who knows the rule and answers best.
    itself : mpq
        Against the same rule.
    value : mpq
        What optimal play has against optimal play.
    """

    against_perfect: Any
    worst: Any
    itself: Any
    value: Any


def always(coins: int | None) -> Callable[[Any], Any]:
    """The rule to go for so many heads in every turn, or for what is needed if that is less; None: for all.

    Examples
    --------
    >>> class Needs: moves = staticmethod(lambda position: range(1, 4))
    >>> always(2)(Needs)((0, 0, 0, 0)), always(None)(Needs)((0, 0, 0, 0))
    (2, 3)
    """

    def rule(game: Any) -> Callable[[Any], int]:
        def move(position: Any) -> int:
            needed = int(game.moves(position)[-1])
            return needed if coins is None else min(coins, needed)

        return move

    return rule


def cost(target: int, coins: int | None, heads: object = None) -> Cost:
    """What the rule "always k coins" costs the player who moves first.

    Parameters
    ----------
    target : int
        Points to win; the general solver is used, so some dozens.
    coins : int or None
        k, from 1; None: all that are needed.
    heads : rational, optional
        Probability of heads, 1/2 if left out.

    Returns
    -------
    Cost

    Examples
    --------
    >>> cost(3, 1)  # always one coin: right at the start of three points, but not later
    Cost(against_perfect=mpq(15166,30375), worst=mpq(554,1215), itself=mpq(46,81), value=mpq(6,11))
    """
    if coins is not None:
        coins = whole_number("coins", coins)
    game = RiskOrSafety(target, heads=heads)
    rule, solution = always(coins)(game), solve(game)
    return Cost(
        duel(game, rule, solution).value,
        best_response(game, rule, seat=0).value,
        duel(game, rule, rule).value,
        solution.value,
    )
