"""Sequences that are not in the OEIS yet: computed here, with drafts of their entries."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from gmpy2 import mpz

from .layouts import TableLayout
from .programs import against_two_program, dice_program, first_needs_program, value_program
from .risk_or_safety import LINK, RECURSION
from .sequence import Entry, Sequence, write_term
from .values import values

if TYPE_CHECKING:
    from ..runtime.executors import Progress


class _About(NamedTuple):
    """What the entries of a game's values say."""

    what: str
    rules: str
    formula: str
    links: tuple[str, ...]
    references: tuple[str, ...]
    max_terms: int
    bfile_terms: int


_GREED_LINK = (
    'Chance Addis, <a href="https://github.com/Approximately-Equal/Greed">A Guide to Optimal Play in Greed</a>, 2023.'
)
_GREED_RULES = (
    "Two players roll any number of six-sided dice in turns and add them up; who goes over {limit} loses. To roll none "
    "calls the last turn, in which the other player rolls once more; then the higher score wins, a draw counts 1/2. "
    "Both play optimally."
)
_GREED_FORMULA = (
    "{value} = Max(1 - L(j,i), Max_{{k=1..i}} Sum_{{t=k..i}} P(k,t)*(1 - G(j,i-t))), where i and j are what the player "
    "to roll and the other are below the limit, P(k,t) is the probability that k dice show the sum t, and L(i,j) = "
    "Max_{{k=0..i}} Sum_{{t=0..i}} P(k,t)*s(i-t,j) with s(x,y) = 1, 1/2, 0 for x < y, x = y, x > y is the last turn."
)

_GAMES = {
    "coinball": _About(
        what="the player who calls first wins Coinball of n tosses",
        rules="Two players take turns to call a toss of a fair coin, n tosses in all. Before each the caller says rush "
        "or pass: a right call gives the caller, a wrong one the opponent, 1 point for a rush and 2 for a pass. The "
        "higher score wins, a draw counts 1/2. Both play optimally.",
        formula="E(n,0), where E(0,d) = 1, 1/2, 0 for d > 0, d = 0, d < 0 and E(t,d) = 1 - Min_{x=1..2} (E(t-1,-d-x) "
        "+ E(t-1,-d+x))/2 for t > 0 (t tosses left, the caller d points ahead)",
        links=(),
        references=("Coinball, a puzzle of the column The Riddler, FiveThirtyEight.",),
        max_terms=1000,
        bfile_terms=1000,
    ),
    "two-coins": _About(
        what="one wins the game of two coins with n flips",
        rules="Coin A is worth 1 point, coin B 2 points. Before each of n flips a player chooses a fair coin, gains "
        "its worth for heads and loses it for tails. A positive final score wins. The player plays optimally.",
        formula="E(n,0), where E(0,s) = 1 for s > 0, else 0, and E(t,s) = Max_{x=1..2} (E(t-1,s-x) + E(t-1,s+x))/2 "
        "for t > 0 (t flips left, score s)",
        links=(
            'Laurent Lessard, <a href="https://laurentlessard.com/bookproofs/flipping-your-way-to-victory/">Flipping '
            "your way to victory</a>, 2020.",
        ),
        references=(
            "Zach Wissner-Gross, Can You Flip Your Way To Victory?, The Riddler, FiveThirtyEight, Feb 21 2020.",
        ),
        max_terms=1000,
        bfile_terms=1000,
    ),
    "greed": _About(
        what="the player who begins wins Greed with limit n and six-sided dice",
        rules=_GREED_RULES.format(limit="n"),
        formula="G(n,n), where " + _GREED_FORMULA.format(value="G(i,j)"),
        links=(_GREED_LINK,),
        references=(),
        max_terms=300,
        bfile_terms=300,
    ),
    "pig": _About(
        what="the player who begins wins the dice game Pig for n points",
        rules="A player rolls a six-sided die as often as they like, but at least once: 1 ends the turn with nothing, "
        "else the numbers add up until the player holds. The first to have n points wins. Both play optimally.",
        formula="R(n,n,0), where R(i,j,t) = (1 - R(j,i,0) + Sum_{f=2..6} W(i,j,t+f))/6, W(i,j,t) = 1 for t >= i and "
        "W(i,j,t) = Max(R(i,j,t), 1 - R(j,i-t,0)) else (the player to move needs i points and has t in this turn, the "
        "opponent needs j)",
        links=(
            'Todd W. Neller and Clifton G. M. Presser, <a href="https://cupola.gettysburg.edu/csfac/4/">Optimal Play '
            "of the Dice Game Pig</a>, The UMAP Journal 25 (2004), 25-47.",
        ),
        references=(),
        max_terms=100,
        bfile_terms=54,
    ),
}


def _half(game: str, part: str) -> Sequence:
    """Numerators or denominators of a game's value for n from 1 on."""
    about = _GAMES[game]
    other = "denominator" if part == "numerator" else "numerator"

    def compute(count: int, layout: TableLayout | None, progress: Progress | None) -> list[Any]:
        return [mpz(getattr(value, part)) for value in values(game, count, progress)]

    def examples(layout: TableLayout | None) -> Iterator[str]:
        yield f"The probabilities for n = 1..6: {', '.join(map(write_term, values(game, 6)))}."

    return Sequence(
        number=f"{game}-{part}s",
        name=f"{part.capitalize()} of the probability that {about.what}",
        offset=1,
        published=(),
        source=f"new; the {other}s are {game}-{other}s",
        keywords=("nonn", "frac"),
        related=(),
        compute=compute,
        entry=Entry(
            about.links,
            lambda layout: [about.rules],
            lambda layout: [f"a(n) is the {part} of {about.formula}."],
            examples,
            lambda count, layout: value_program(game, part, count),
            about.references,
        ),
        max_terms=about.max_terms,
        bfile_terms=about.bfile_terms,
        other_half=f"{game}-{other}s",
    )


_TOSSES = (
    'In the game "Risk or Safety" a player names k and tosses k coins: if all are heads the player gets k points, else '
    "none. Players take turns; the first to have all points wins."
)


def _coins_against_two(count: int, layout: TableLayout | None, progress: Progress | None) -> list[Any]:
    from ..fast.risk_or_safety.large.prove import proved_moves

    return [mpz(int(k)) for k in proved_moves(max(count + 1, 2), 2, progress=progress).coins[1 : count + 1, 1]]


_AGAINST_TWO = Sequence(
    number="risk-or-safety-against-two",
    name='Optimal number of coins in "Risk or Safety" for a player who needs n points against one who needs 2',
    offset=2,
    published=(),
    source="new; proved for each term; the second column of A394776",
    keywords=("nonn",),
    related=("A387260", "A387261", "A387262", "A394776"),
    compute=_coins_against_two,
    entry=Entry(
        (LINK,),
        lambda layout: [
            _TOSSES,
            "The second column of the table A394776.",
            "Conjecture: a(n) grows like the binary logarithm of n.",
        ],
        lambda layout: [RECURSION[0], "a(n) is the least k at which the maximum for V(n,2) is attained."],
        lambda layout: ["Needing 20 points against 2, 4 coins are best: a(20) = 4."],
        lambda count, layout: against_two_program(count),
    ),
    max_terms=60000,
    bfile_terms=60000,
)


def _first_needs(count: int, layout: TableLayout | None, progress: Progress | None) -> list[Any]:
    """The first needs i with 2, 3, … coins against 2 points, as far as the table of moves goes."""
    from ..fast.risk_or_safety.large.prove import proved_moves

    coins = proved_moves(1 << (count + 3), 2, progress=progress).coins[:, 1].tolist()
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
    entry=Entry(
        (LINK,),
        lambda layout: [_TOSSES, "Where several numbers of coins are optimal the least counts."],
        lambda layout: [
            RECURSION[0],
            "a(n) is the least i such that n is the least k at which the maximum for V(i,2) is attained.",
        ],
        lambda layout: ["a(4) = 13: needing 13 against 2 is the first time that 4 coins are best."],
        lambda count, layout: first_needs_program(count),
    ),
    max_terms=12,
)


def _greed_dice(count: int, layout: TableLayout | None, progress: Progress | None) -> list[Any]:
    from ..fast.greed.tables import make_tables

    assert layout is not None
    tables = make_tables(max(layout.extent(count)), 6, progress)
    return [mpz(min(tables.best(i, j))) for i, j in layout.cells(count)]


def _greed_table_examples(layout: TableLayout | None) -> Iterator[str]:
    from ..fast.greed.tables import make_tables

    tables = make_tables(8, 6)
    yield "The table begins, i = 1..8 down, j = 1..8 across:"
    for i in range(1, 9):
        yield "  " + " ".join(str(min(tables.best(i, j))) for j in range(1, 9))


def _greed_dice_program(count: int, layout: TableLayout | None) -> list[str]:
    assert layout is not None
    return dice_program(count, layout)


_GREED_TABLE = Sequence(
    number="greed-dice",
    name="Table of the optimal numbers of dice in Greed: T(i,j) if I am i below the limit, the opponent j",
    offset=1,
    published=(),
    source="new; proved for each term; one table serves every limit",
    keywords=("nonn", "tabl"),
    related=(),
    compute=_greed_dice,
    entry=Entry(
        (_GREED_LINK,),
        lambda layout: [
            _GREED_RULES.format(limit="a limit"),
            f"Not in the last turn; the least optimal number. The table is read by {layout}.",
        ],
        lambda layout: [
            "T(i,j) is 0 if 1 - L(j,i) is the maximum, else the least k at which it is attained, in "
            + _GREED_FORMULA.format(value="G(i,j)")
        ],
        _greed_table_examples,
        _greed_dice_program,
    ),
    table=True,
    max_terms=20000,
    bfile_terms=5050,
)


#: Sequences without a number, by name.
NEW = (
    *(_half(game, part) for game in _GAMES for part in ("numerator", "denominator")),
    _AGAINST_TWO,
    _FIRST_NEED,
    _GREED_TABLE,
)
