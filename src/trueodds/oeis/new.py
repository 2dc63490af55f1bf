"""Sequences that are not in the OEIS yet, with drafts of their entries."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gmpy2 import mpz

from ..runtime.executors import Progress
from ..runtime.run import Run
from .families import half, table
from .known import LINK, RECURSION
from .layouts import TableLayout
from .programs import TABLES, print_first_needs, print_terms
from .sequence import Sequence

_GREED_LINK = (
    'Chance Addis, <a href="https://github.com/Approximately-Equal/Greed">A Guide to Optimal Play in Greed</a>, 2023.'
)
_GREED_RULES = (
    "Two players take turns. In a turn a player rolls any number of six-sided dice at once and adds them to the score; "
    "a player whose score exceeds {limit} loses. A player who rolls no dice calls the last turn: the other player has "
    "one more turn, then the higher score wins, and a draw counts 1/2. Both players play optimally."
)
_GREED_FORMULA = (
    "{value} = Max(1 - L(j,i), Max_{{k=1..i}} Sum_{{t=k..i}} P(k,t)*(1 - G(j,i-t))). Here the player to roll is i "
    "points below the limit and the opponent j, P(k,t) is the probability that k dice show the sum t, and L(i,j) is "
    "the value of the last turn: L(i,j) = Max_{{k=0..i}} Sum_{{t=0..i}} P(k,t)*s(i-t,j) with s(x,y) = 1, 1/2, 0 for x "
    "< y, x = y, x > y"
)

#: By game: what its player wins, the rules, the value as a formula, and other fields of its sequences.
_GAMES: dict[str, dict[str, Any]] = {
    "coinball": {
        "what": "the player who calls first wins Coinball of n tosses",
        "rules": "Two players take turns to call a toss of a fair coin, n tosses in all. Before each toss the caller "
        "says rush or pass. A rush is worth 1 point and a pass 2 points, for the caller if the call is right and for "
        "the opponent if it is wrong. The higher score wins, and a draw counts 1/2. Both players play optimally.",
        "formula": "E(n,0), where E(0,d) = 1, 1/2, 0 for d > 0, d = 0, d < 0 and E(t,d) = 1 - Min_{x=1..2} "
        "(E(t-1,-d-x) + E(t-1,-d+x))/2 for t > 0 (t tosses left, the caller d points ahead)",
        "links": (),
        "references": ("Coinball, a puzzle of the column The Riddler, FiveThirtyEight.",),
        "max_terms": 1000,
        "bfile_terms": 1000,
    },
    "two-coins": {
        "what": "the player wins the game of two coins with n flips",
        "rules": "Coin A is worth 1 point, coin B 2 points. Before each of n flips a player chooses a fair coin, gains "
        "its worth for heads and loses it for tails. The player wins with a positive final score, and plays optimally.",
        "formula": "E(n,0), where E(0,s) = 1 for s > 0, else 0, and E(t,s) = Max_{x=1..2} (E(t-1,s-x) + E(t-1,s+x))/2 "
        "for t > 0 (t flips left, score s)",
        "links": (
            'Laurent Lessard, <a href="https://laurentlessard.com/bookproofs/flipping-your-way-to-victory/">Flipping '
            "your way to victory</a>, 2020.",
        ),
        "references": (
            "Zach Wissner-Gross, Can You Flip Your Way To Victory?, The Riddler, FiveThirtyEight, Feb 21 2020.",
        ),
        "max_terms": 1000,
        "bfile_terms": 1000,
    },
    "greed": {
        "what": "the player who begins wins Greed with limit n and six-sided dice",
        "rules": _GREED_RULES.format(limit="n"),
        "formula": "G(n,n), where " + _GREED_FORMULA.format(value="G(i,j)"),
        "links": (_GREED_LINK,),
        "references": (),
        "max_terms": 300,
        "bfile_terms": 300,
    },
    "pig": {
        "what": "the player who begins wins the dice game Pig for n points",
        "rules": "Two players take turns. In a turn a player rolls a six-sided die as often as they like, but at least "
        "once. The numbers are added up and scored when the player holds; a 1 ends the turn without a score. The first "
        "player with n points wins. Both players play optimally.",
        "formula": "R(n,n,0), where R(i,j,t) = (1 - R(j,i,0) + Sum_{f=2..6} W(i,j,t+f))/6, W(i,j,t) = 1 for t >= i and "
        "W(i,j,t) = Max(R(i,j,t), 1 - R(j,i-t,0)) for t < i. The player to move needs i points and has t in this turn, "
        "and the opponent needs j points",
        "links": (
            'Todd W. Neller and Clifton G. M. Presser, <a href="https://cupola.gettysburg.edu/csfac/4/">Optimal Play '
            "of the Dice Game Pig</a>, The UMAP Journal 25 (2004), 25-47.",
        ),
        "references": (),
        "max_terms": 100,
        "bfile_terms": 54,
    },
}


def _half(name: str, part: str, other: str, what: str, rules: str, formula: str, **fields: Any) -> Sequence:
    """Return the numerators or denominators of a game's values."""
    return half(
        name,
        part,
        what,
        comments=(rules,),
        formulas=(f"a(n) is the {part} of {formula}.",),
        number=f"{name}-{part}s",
        published=(),
        source=f"new; the {other}s are {name}-{other}s",
        related=(),
        other_half=f"{name}-{other}s",
        **fields,
    )


_TOSSES = (
    'In the game "Risk or Safety" a player names k and tosses k coins: if all are heads the player gets k points, '
    "otherwise none. Players take turns, and the first player with all points wins."
)


def _coins_against_two(count: int, layout: TableLayout | None, run: Run) -> list[Any]:
    from ..fast.risk_or_safety.prove import proved_moves

    return [mpz(int(k)) for k in proved_moves(max(count + 1, 2), 2, progress=run.progress).coins[1 : count + 1, 1]]


_AGAINST_TWO = Sequence(
    number="risk-or-safety-against-two",
    name='Optimal number of coins in "Risk or Safety" for a player who needs n points against one who needs 2',
    offset=2,
    published=(),
    source="new; proved for each term; the second column of A394776",
    keywords=("nonn",),
    related=("A387260", "A387261", "A387262", "A394776"),
    compute=_coins_against_two,
    links=(LINK,),
    comments=(
        _TOSSES,
        "The second column of the table T(i,j) of A394776.",
        "Conjecture: a(n) grows like the binary logarithm of n.",
    ),
    formulas=(RECURSION[0], "a(n) is the least k at which the maximum for V(n,2) is attained."),
    examples=lambda layout: [
        "a(20) = 4: a player who needs 20 points against an opponent who needs 2 does best with 4 coins."
    ],
    program=print_terms(TABLES["risk-or-safety"], "T(n, 2)", 2),
    max_terms=60000,
    bfile_terms=60000,
)


def _first_needs(count: int, layout: TableLayout | None, run: Run) -> list[Any]:
    """Return the first needs i with 2, 3, … coins against 2 points, as far as the table of moves reaches."""
    from ..fast.risk_or_safety.prove import proved_moves

    coins = proved_moves(1 << (count + 3), 2, progress=run.progress).coins[:, 1].tolist()
    return [mpz(coins.index(k, 1) + 1) for k in range(2, count + 2)]


_FIRST_NEED = Sequence(
    number="risk-or-safety-first-need",
    name='Least i such that tossing n coins is optimal in "Risk or Safety" for a player who needs i points while the '
    "opponent needs 2",
    offset=2,
    published=(),
    source="new; proved for each term",
    keywords=("nonn", "more"),
    related=("A394776",),
    compute=_first_needs,
    links=(LINK,),
    comments=(_TOSSES, "Where several numbers of coins are optimal, the least is taken."),
    formulas=(
        RECURSION[0],
        "a(n) is the least i such that n is the least k at which the maximum for V(i,2) is attained.",
    ),
    examples=lambda layout: [
        "a(4) = 13: 13 is the least number of points for which 4 coins are optimal against an opponent who needs 2."
    ],
    program=print_first_needs,
    max_terms=12,
)


def _dice(rows: int, columns: int, progress: Progress | None) -> Callable[[int, int], int]:
    from ..fast.greed.tables import make_tables

    tables = make_tables(max(rows, columns), 6, progress)
    return lambda i, j: min(tables.best(i, j))


_GREED_TABLE = table(
    _dice,
    "greed",
    comments=(
        _GREED_RULES.format(limit="the limit"),
        "T(i,j) = 0 if it is optimal to call the last turn. The last turn itself is not in the table.",
    ),
    formulas=(
        "T(i,j) is 0 if 1 - L(j,i) is the maximum, else the least k at which it is attained, in "
        + _GREED_FORMULA.format(value="G(i,j)")
        + ".",
    ),
    links=(_GREED_LINK,),
    number="greed-dice",
    name="T(i,j) is the least optimal number of six-sided dice in Greed for a player who is i points below the limit "
    "while the opponent is j points below it",
    published=(),
    source="new; proved for each term; one table serves every limit",
    related=(),
    max_terms=20000,
)

_PARTS = (("numerator", "denominator"), ("denominator", "numerator"))

#: Sequences without a number, by name.
NEW = (
    *(_half(game, *parts, **said) for game, said in _GAMES.items() for parts in _PARTS),
    *(_AGAINST_TWO, _FIRST_NEED, _GREED_TABLE),
)
