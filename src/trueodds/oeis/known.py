"""The sequences of Risk or Safety in the OEIS: their published terms, how they are computed, and their entries."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from gmpy2 import mpz

from ..runtime.run import Run
from .families import half, table
from .layouts import TableLayout
from .programs import STRATEGIES, print_terms
from .sequence import Sequence

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..runtime.executors import Progress

_PAPER = "R. Jehn, Optimal strategy in the game Risk or Safety, 2026, arXiv:2603.01002"

#: What the entries of all sequences of Risk or Safety say.
LINK = (
    'R. Jehn, <a href="https://arxiv.org/abs/2603.01002">Optimal strategy in the game Risk or Safety</a>, '
    "arXiv:2603.01002 [math.CO], 2026."
)
RULES = (
    'In the game "Risk or Safety" two players take turns. In a turn a player names k >= 1 and tosses k coins: if all '
    "are heads the player gets k points, otherwise none. The first player with n points wins."
)
RECURSION = (
    "Let V(i,j) be the probability that the player to toss wins if this player needs i more points and the opponent j. "
    "V(i,0) = 0 and V(i,j) = Max_{k=1..i} (1 - 2^(-k))*(1 - V(j,i)) + 2^(-k)*(1 - V(j,i-k)) for j > 0.",
    "Solved for the two unknowns: V(i,j) = Max_{k=1..i} Min_{m=1..j} "
    "((2^k - 1)*V(i,j-m) + 2^m*(1 - V(j,i-k)))/(2^k + 2^m - 1).",
)

_NUMBERS = ("A387260", "A387261", "A387262", "A394776")


def _others(number: str) -> tuple[str, ...]:
    return tuple(other for other in _NUMBERS if other != number)


def _half(part: str, number: str, other: str, published: tuple[int, ...]) -> Sequence:
    """Return the numerators or the denominators of V(n, n)."""
    what = "denominators" if part == "numerator" else "numerators"
    return half(
        "risk-or-safety",
        part,
        'the player who begins wins "Risk or Safety" for n points',
        ("V(n,n)", 8),
        comments=(RULES, f"Both players play optimally. The {what} are in {other}."),
        formulas=(*RECURSION, f"a(n) is the {part} of V(n,n)."),
        links=(LINK,),
        number=number,
        published=published,
        source=f"OEIS {number}; {_PAPER}; computed exactly",
        related=_others(number),
        bfile_terms=82,
    )


@lru_cache(maxsize=8)  # several layouts look at the same table
def coin_table(rows: int, columns: int, progress: Progress | None = None) -> NDArray[Any]:
    """Return the optimal numbers of coins: [i-1, j-1] for the player to toss, who needs i points, against j."""
    import numpy as np

    from ..dispatch import solve_moves
    from ..games.risk_or_safety import RiskOrSafety

    if rows == 1:  # a player who needs one point has one move
        return np.ones((1, columns), dtype=np.int64)
    return np.asarray(solve_moves(RiskOrSafety(rows, columns), "start", progress=progress).coins())


def _coins(rows: int, columns: int, progress: Progress | None) -> Callable[[int, int], Any]:
    coins = coin_table(rows, columns, progress)
    return lambda i, j: coins[i - 1, j - 1]


@lru_cache(maxsize=16)
def _strategy_count(n: int) -> Any:
    from ..research.counting import count_strategies

    return mpz(count_strategies(n))


def _strategy_counts(count: int, layout: TableLayout | None, run: Run) -> list[Any]:
    terms = []
    for n in range(1, count + 1):
        run.report("terms", n - 1, count)
        terms.append(_strategy_count(n))
    return terms


#: The sequences, in the order of their numbers.
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
        source=f"OEIS A387260; {_PAPER} (section 3); computed by counting open picks on each line",
        keywords=("nonn", "hard", "more"),
        related=_others("A387260"),
        compute=_strategy_counts,
        max_terms=10,
        links=(LINK,),
        comments=(
            RULES,
            "A strategy chooses to continue or to stop at each position that can be reached if both follow it.",
            "A position that can be reached in several ways counts once.",
        ),
        formulas=(),
        examples=lambda layout: [
            "a(2) = 3: with one open point a player can continue, or can stop; a player who stops can continue or "
            "stop with one open point when the opponent has one point."
        ],
        program=print_terms(STRATEGIES, "a(n)"),
    ),
    _half(
        "numerator",
        "A387261",
        "A387262",
        (
            2,
            4,
            6,
            2236,
            1026,
            275848876,
            649346842,
            61550866190068,
            2737872156886,
            5556238701119487884,
            33857036312840796476194,
            3393041394611453189295265268,
            218370486707916654640780231642,
            112630244896738642814653528498087299988,
            14364898791782224577113184680141626682,
        ),
    ),
    _half(
        "denominator",
        "A387262",
        "A387261",
        (
            3,
            7,
            11,
            4165,
            1925,
            521145625,
            1231278125,
            117192622421875,
            5225432428125,
            10634368774326171875,
            64913928515324560546875,
            6519012951936493553466796875,
            420117998909827688127861328125,
            217038092253876925088545128021240234375,
            27711032758513212360715995025634765625,
        ),
    ),
    table(
        _coins,
        "risk-or-safety",
        comments=(RULES, "Where several numbers of coins are optimal, the least is taken."),
        formulas=(*RECURSION, "T(i,j) is the least k at which the maximum is attained."),
        links=(LINK,),
        number="A394776",
        name='T(i,j) is the least optimal number of coins in "Risk or Safety" for a player who needs i points while '
        "the opponent needs j",
        published=(),  # not known here, nor the layout; see `Sequence.unknown`
        source=f"OEIS A394776; {_PAPER}, Table 1; computed and proved",
        related=_others("A394776"),
    ),
)
