"""The listed sequences and their entries: sequences of the OEIS, and new sequences of games."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from gmpy2 import mpq, mpz

from ..runtime.executors import Progress
from ..runtime.run import Run
from .games import find_family, make_sequence, make_table_sequence
from .layouts import TableLayout
from .programs import STRATEGIES, TABLES, VALUES, print_terms
from .sequence import Sequence

if TYPE_CHECKING:
    from numpy.typing import NDArray

_PAPER = "R. Jehn, Optimal strategy in the game Risk or Safety, 2026, arXiv:2603.01002"

#: The link, the rules and the recursion in entries of Risk or Safety.
LINK = (
    'R. Jehn, <a href="https://arxiv.org/abs/2603.01002">Optimal strategy in the game Risk or Safety</a>, '
    "arXiv:2603.01002 [math.CO], 2026."
)
RULES = (
    'In the game "Risk or Safety", two players take turns. In a turn, a player names k >= 1 and tosses k coins. If all '
    "are heads, the player gets k points, otherwise none. The first player with n points wins."
)
RECURSION = (
    "Let V(i,j) be the probability that the player to toss wins if this player needs i more points and the opponent j. "
    "V(i,0) = 0 and V(i,j) = Max_{k=1..i} (1 - 2^(-k))*(1 - V(j,i)) + 2^(-k)*(1 - V(j,i-k)) for j > 0.",
    "Solved for V(i,j) and V(j,i): V(i,j) = Max_{k=1..i} Min_{m=1..j} "
    "((2^k - 1)*V(i,j-m) + 2^m*(1 - V(j,i-k)))/(2^k + 2^m - 1).",
)

_NUMBERS = ("A387260", "A387261", "A387262", "A394776")


def _others(number: str) -> tuple[str, ...]:
    return tuple(other for other in _NUMBERS if other != number)


def _half(
    game: str,
    part: str,
    what: str,
    rules: str,
    formula: str,
    more_comments: tuple[str, ...] = (),
    recursion: tuple[str, ...] = (),
    **fields: Any,
) -> Sequence:
    """Return the numerators or denominators of the probabilities that `what` happens, where a draw counts as 1/2."""
    return make_sequence(
        find_family(game),
        f"{part}s",
        name=f"{part.capitalize()} of the probability that {what}",
        comments=(rules, *more_comments),
        formulas=(*recursion, f"a(n) is the {part} of {formula}."),
        program=print_terms(VALUES[game], f"W(n).{part}"),
        **fields,
    )


#: The values V(n, n) for n = 1, 2, …, as far as the entries show them.
_PUBLISHED = (
    "2/3",
    "4/7",
    "6/11",
    "2236/4165",
    "1026/1925",
    "275848876/521145625",
    "649346842/1231278125",
    "61550866190068/117192622421875",
    "2737872156886/5225432428125",
    "5556238701119487884/10634368774326171875",
    "33857036312840796476194/64913928515324560546875",
    "3393041394611453189295265268/6519012951936493553466796875",
    "218370486707916654640780231642/420117998909827688127861328125",
    "112630244896738642814653528498087299988/217038092253876925088545128021240234375",
    "14364898791782224577113184680141626682/27711032758513212360715995025634765625",
)


def _known_half(part: str, number: str, other: str) -> Sequence:
    """Return the numerators or the denominators of V(n, n) of Risk or Safety."""
    what = "denominators" if part == "numerator" else "numerators"
    return _half(
        "risk-or-safety",
        part,
        'the player who begins wins "Risk or Safety" for n points',
        RULES,
        "V(n,n)",
        (f"Both players play optimally. The {what} are in {other}.",),
        RECURSION,
        links=(LINK,),
        number=number,
        published=tuple(int(getattr(mpq(value), part)) for value in _PUBLISHED),
        source=f"OEIS {number}; {_PAPER}; computed exactly",
        related=_others(number),
        other_half=None,
        bfile_terms=82,
    )


def _super_six(part: str, number: str, other: str, published: tuple[int, ...]) -> Sequence:
    """Return the numerators or the denominators of the values of Super Six."""
    return make_sequence(
        find_family("super-six"),
        f"{part}s",
        name=f"{part.capitalize()} of the probability that the player who begins wins Super Six with n sticks each",
        comments=(
            "Each of two players starts with n sticks. A lid has five shallow holes, three of them filled, and a "
            "sixth that goes through. In a turn, a player rolls a die at least once. A six removes a stick for good. "
            "The number of an empty hole puts a stick into the hole. The number of a filled hole gives its stick to "
            "the player and ends the turn. The first player without sticks wins. Both players play optimally.",
        ),
        number=number,
        published=published,
        source=f"OEIS {number}; computed exactly",
        related=(other,),
        other_half=None,
        max_terms=12,
    )


@lru_cache(maxsize=8)  # several layouts read the same table
def coin_table(rows: int, columns: int, progress: Progress | None = None) -> NDArray[Any]:
    """Return an array whose entry [i-1, j-1] is the smallest optimal number of coins at needs i against j."""
    import numpy as np

    from ..dispatch import solve_moves
    from ..games.risk_or_safety import RiskOrSafety

    return np.asarray(solve_moves(RiskOrSafety(rows, columns), "start", progress=progress).coins())


def _coins(rows: int, columns: int, progress: Progress | None) -> Callable[[int, int], Any]:
    coins = coin_table(rows, columns, progress)
    return lambda i, j: coins[i - 1, j - 1]


@lru_cache
def _strategy_count(n: int) -> Any:
    from ..research.counting import count_strategies

    return mpz(count_strategies(n))


def _strategy_counts(count: int, layout: TableLayout | None, run: Run) -> list[Any]:
    terms = []
    for n in range(1, count + 1):
        run.report("terms", n - 1, count)
        terms.append(_strategy_count(n))
    return terms


#: The sequences of the OEIS: those of Risk or Safety, then those of Super Six.
KNOWN = (
    Sequence(
        number="A387260",
        name='Number of strategies in the game "Risk or Safety" for n points',
        offset=1,
        published=(
            1,
            3,
            31,
            3011,
            5755251,
            357035589531,
            1083405447699558411,
            225169880906832718920306075,
        ),
        source=f"OEIS A387260; {_PAPER} (section 3); computed as described in docs/mathematics.md",
        keywords=("nonn", "hard", "more"),
        related=_others("A387260"),
        compute=_strategy_counts,
        max_terms=10,
        links=(LINK,),
        comments=(
            RULES,
            "A strategy chooses to continue or to stop at each position that can be reached if both players follow it.",
            "A position that can be reached in several ways counts once.",
        ),
        formulas=(),
        examples=lambda layout: [
            "a(2) = 3: after one head, a strategy can continue or stop; if it stops, it can again continue or stop "
            "after one head when the opponent has one point."
        ],
        program=print_terms(STRATEGIES, "a(n)"),
    ),
    _known_half("numerator", "A387261", "A387262"),
    _known_half("denominator", "A387262", "A387261"),
    make_table_sequence(
        _coins,
        "risk-or-safety",
        comments=(RULES, "Where several numbers of coins are optimal, the least is taken."),
        formulas=(*RECURSION, "T(i,j) is the least k at which the maximum is attained."),
        links=(LINK,),
        number="A394776",
        name='T(i,j) is the smallest optimal number of coins in "Risk or Safety" for a player who needs i points while '
        "the opponent needs j",
        published=(),  # the package knows neither the terms nor their layout; see `Sequence.unknown`
        source=f"OEIS A394776; {_PAPER}, Table 1; computed and proved",
        related=_others("A394776"),
    ),
    _super_six(
        "numerator",
        "A349697",
        "A349698",
        (
            78307,
            186990749618019112,
            1614205257536455860879998130775735700828260230275,
            10794889897425456513785608689552167481027910004023676512263195628077085109766959836330846217,
        ),
    ),
    _super_six("denominator", "A349698", "A349697", ()),
)

_GREED_LINK = (
    'Chance Addis, <a href="https://github.com/Approximately-Equal/Greed">A Guide to Optimal Play in Greed</a>, 2023.'
)
_GREED_RULES = (
    "Two players take turns. In a turn, a player rolls any number of six-sided dice at once and adds their sum to "
    "the score. A player whose score exceeds {limit} loses. A player who rolls no dice calls the last turn: the other "
    "player has one more turn, then the higher score wins, and a draw counts as 1/2. Both players play optimally."
)
_GREED_FORMULA = (
    "{value} = Max(1 - L(j,i), Max_{{k=1..i}} Sum_{{t=k..i}} P(k,t)*(1 - G(j,i-t))). Here the player to roll is i "
    "points below the limit and the opponent j, P(k,t) is the probability that k dice show the sum t, and L(i,j) is "
    "the value of the last turn: L(i,j) = Max_{{k=0..i}} Sum_{{t=0..i}} P(k,t)*s(i-t,j) with s(x,y) = 1, 1/2, 0 for x "
    "< y, x = y, x > y"
)

#: For each game: the event whose probability is the value; the rules; a formula for the value; and further fields.
_WORDS: dict[str, dict[str, Any]] = {
    "coinball": {
        "what": "the player who calls first wins Coinball with n tosses",
        "rules": (
            "Two players take turns to call a toss of a fair coin, n tosses in all. Before each toss, the caller says "
            "rush or pass. A rush is worth 1 point and a pass 2 points, for the caller if the call is right and for "
            "the opponent if it is wrong. The higher score wins, and a draw counts as 1/2. Both players play optimally."
        ),
        "formula": "E(n,0), where E(0,d) = 1, 1/2, 0 for d > 0, d = 0, d < 0 and E(t,d) = 1 - Min_{x=1..2} "
        "(E(t-1,-d-x) + E(t-1,-d+x))/2 for t > 0 (t tosses left, the caller d points ahead)",
        "references": ("Coinball, a puzzle of the column The Riddler, FiveThirtyEight.",),
        "max_terms": 1000,
        "bfile_terms": 1000,
    },
    "two-coins": {
        "what": "the player wins the game of two coins with n flips",
        "rules": (
            "Two fair coins are worth 1 and 2 points. Before each of n flips, the player chooses a coin. Heads gains "
            "its points, and tails loses them. The player wins with a positive final score and plays optimally."
        ),
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
        "max_terms": 300,
        "bfile_terms": 300,
    },
    "pig": {
        "what": "the player who begins wins the dice game Pig for n points",
        "rules": (
            "Two players take turns. In a turn, a player rolls a six-sided die as often as they like, but at least "
            "once. The numbers are added up and scored when the player holds; a 1 ends the turn without a score. The "
            "first player with n points wins. Both players play optimally."
        ),
        "formula": "R(n,n,0), where R(i,j,t) = (1 - R(j,i,0) + Sum_{f=2..6} W(i,j,t+f))/6, W(i,j,t) = 1 for t >= i and "
        "W(i,j,t) = Max(R(i,j,t), 1 - R(j,i-t,0)) for t < i. The player to move needs i points and has t in this turn, "
        "and the opponent needs j points",
        "links": (
            'Todd W. Neller and Clifton G. M. Presser, <a href="https://cupola.gettysburg.edu/csfac/4/">Optimal Play '
            "of the Dice Game Pig</a>, The UMAP Journal 25 (2004), 25-47.",
        ),
        "max_terms": 100,
        "bfile_terms": 54,
    },
}


_TOSSES = (
    'In the game "Risk or Safety", a player names k and tosses k coins. If all are heads, the player gets k points, '
    "otherwise none. Players take turns, and the first player with enough points wins."
)


def _coins_against_two(count: int, layout: TableLayout | None, run: Run) -> list[Any]:
    from ..fast.risk_or_safety.prove import proved_moves

    return [mpz(int(k)) for k in proved_moves(count + 1, 2, progress=run.progress).coins[1 : count + 1, 1]]


_AGAINST_TWO = Sequence(
    number="risk-or-safety-against-two",
    name='Optimal number of coins in "Risk or Safety" for a player who needs n points against one who needs 2',
    offset=2,
    published=(),
    source="new; every term is proved; the second column of A394776",
    keywords=("nonn",),
    related=("A387260", "A387261", "A387262", "A394776"),
    compute=_coins_against_two,
    links=(LINK,),
    comments=(
        _TOSSES,
        "The second column of the table T(i,j) of A394776, from row 2.",
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


def _dice(rows: int, columns: int, progress: Progress | None) -> Callable[[int, int], int]:
    from ..fast.greed.tables import make_tables

    tables = make_tables(max(rows, columns), 6, progress)
    return lambda i, j: min(tables.find_best(i, j))


_GREED_TABLE = make_table_sequence(
    _dice,
    "greed",
    comments=(
        _GREED_RULES.format(limit="the limit"),
        "T(i,j) = 0 if it is optimal to call the last turn. The last turn itself is not in the table.",
    ),
    formulas=(
        "T(i,j) is 0 if 1 - L(j,i) is the maximum in the following formula, else the least k at which the maximum is "
        "attained: " + _GREED_FORMULA.format(value="G(i,j)") + ".",
    ),
    links=(_GREED_LINK,),
    number="greed-dice",
    name="T(i,j) is the smallest optimal number of six-sided dice in Greed for a player who is i points below the "
    "limit while the opponent is j points below it",
    published=(),
    source="new; every term is proved; one table serves every limit",
    related=(),
)

#: The sequences without a number, each with a name instead.
NEW = (
    *(_half(game, part, **words) for game, words in _WORDS.items() for part in ("numerator", "denominator")),
    *(_AGAINST_TWO, _GREED_TABLE),
)
