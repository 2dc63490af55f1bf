"""The sequences of Risk or Safety that are in the OEIS: their published terms, how they are computed, their entries."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any

from .layouts import TableLayout
from .programs import coins_program, strategies_program, value_program
from .risk_or_safety import LINK, PAPER, RECURSION, RULES
from .sequence import Entry, Sequence, write_term

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..game import Rational
    from ..runtime.executors import Progress


_ESTIMATE = "trueodds.fast.risk_or_safety.large.estimate:estimate_all"


@lru_cache(maxsize=2)  # numerators and denominators are often wanted together
def start_fractions(count: int, progress: Progress | None = None) -> tuple[Rational, ...]:
    """V(n, n) for n = 1 … `count`.

    Examples
    --------
    >>> [(int(value.numerator), int(value.denominator)) for value in start_fractions(2)]
    [(2, 3), (4, 7)]
    """
    from ..fast.risk_or_safety.solve import start_values
    from ..runtime.checkpoint import usual_checkpoint
    from ..runtime.executors import usual_executor

    found = start_values(count, progress=progress, executor=usual_executor(), checkpoint=usual_checkpoint())
    return tuple(found)


def _numerators(count: int, layout: TableLayout | None, progress: Progress | None) -> list[Any]:
    return [value.numerator for value in start_fractions(count, progress)]


def _denominators(count: int, layout: TableLayout | None, progress: Progress | None) -> list[Any]:
    return [value.denominator for value in start_fractions(count, progress)]


@lru_cache(maxsize=8)  # several layouts look at the same table
def coin_table(rows: int, columns: int, progress: Progress | None = None) -> NDArray[Any]:
    """The optimal numbers of coins: [i-1, j-1] if I need i points and the opponent j.

    Examples
    --------
    >>> coin_table(2, 3).tolist()
    [[1, 1, 1], [2, 2, 2]]
    """
    import numpy as np

    from ..dispatch import solve_moves
    from ..games.risk_or_safety import RiskOrSafety

    if rows == 1:  # who needs one point has one move; no need to compare
        return np.ones((1, columns), dtype=np.int64)
    return np.asarray(solve_moves(RiskOrSafety(rows, columns), "start", progress).coins())


@lru_cache(maxsize=16)
def _strategy_count(n: int) -> int:
    from ..research.counting import count_strategies

    return count_strategies(n)


def _strategy_counts(count: int, layout: TableLayout | None, progress: Progress | None) -> list[Any]:
    from gmpy2 import mpz

    terms = []
    for n in range(1, count + 1):
        if progress:
            progress("terms", n - 1, count)
        terms.append(mpz(_strategy_count(n)))
    return terms


def _coins(count: int, layout: TableLayout | None, progress: Progress | None) -> list[Any]:
    from gmpy2 import mpz

    from ..parameters import readable_number
    from ..runtime.memory import require_memory

    assert layout is not None
    require_memory(64 * count, f"{readable_number(count)} terms", lambda available: f"{available // 64} terms")
    table = coin_table(*layout.extent(count), progress)
    return [mpz(int(table[i - 1, j - 1])) for i, j in layout.cells(count)]


def _comments(own: str, layout: TableLayout | None) -> Iterator[str]:
    yield RULES
    if own == "A387260":
        yield "A strategy says to continue or to stop at each position that it can itself reach."
        yield "Both players use it. Two choices may lead to the same position, which is then reached once."
    elif layout is None:
        other, what = ("A387262", "denominators") if own == "A387261" else ("A387261", "numerators")
        yield f"Both players play optimally. The {what} are in {other}."
    else:
        yield f"T(i,j) is the least optimal number of coins to toss. The table is read by {layout}."


def _formulas(own: str, layout: TableLayout | None) -> Iterator[str]:
    if own == "A387260":
        return
    yield from RECURSION
    if layout is not None:
        yield "T(i,j) is the least k at which the maximum is attained."
    else:
        yield f"a(n) is the {'numerator' if own == 'A387261' else 'denominator'} of V(n,n)."


def _examples(own: str, layout: TableLayout | None) -> Iterator[str]:
    if layout is not None:
        first, last = layout.corner, layout.corner + 7
        yield f"The table begins, i = {first}..{last} down, j = {first}..{last} across:"
        for row in coin_table(last, last)[first - 1 :, first - 1 :].tolist():
            yield "  " + " ".join(map(str, row))
    elif own == "A387260":
        yield (
            "a(2) = 3: with one open point one can continue; or stop, and then continue or stop with one open point "
            "against an opponent who has one."
        )
    else:
        fractions = ", ".join(map(write_term, start_fractions(8)))
        yield f"V(n,n) for n = 1..8: {fractions}."


def _program(own: str, count: int, layout: TableLayout | None) -> list[str]:
    if own == "A387260":
        return strategies_program(count)
    if layout is None:
        return value_program("risk-or-safety", "numerator" if own == "A387261" else "denominator", count)
    return coins_program(count, layout)


def _entry(own: str) -> Entry:
    parts = (partial(part, own) for part in (_comments, _formulas, _examples, _program))
    return Entry((LINK,), *parts)  # type: ignore[arg-type]


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
        source="OEIS A387260; " + PAPER + " (section 3); computed by counting open picks on each line",
        keywords=("nonn", "hard", "more"),
        related=("A387261", "A387262", "A394776"),
        compute=_strategy_counts,
        max_terms=10,
        entry=_entry("A387260"),
    ),
    Sequence(
        number="A387261",
        name='Numerator of the probability that the player who begins wins "Risk or Safety" for n points',
        offset=1,
        published=(
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
        source="OEIS A387261; " + PAPER + "; computed exactly",
        keywords=("nonn", "frac"),
        related=("A387260", "A387262", "A394776"),
        compute=_numerators,
        bfile_terms=82,
        estimate=_ESTIMATE,
        entry=_entry("A387261"),
    ),
    Sequence(
        number="A387262",
        name='Denominator of the probability that the player who begins wins "Risk or Safety" for n points',
        offset=1,
        published=(
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
        source="OEIS A387262; " + PAPER + "; computed exactly",
        keywords=("nonn", "frac"),
        related=("A387260", "A387261", "A394776"),
        compute=_denominators,
        bfile_terms=82,
        estimate=_ESTIMATE,
        entry=_entry("A387262"),
    ),
    Sequence(
        number="A394776",
        name='Table of the optimal numbers of coins in "Risk or Safety": T(i,j) if I need i points, the opponent j',
        offset=1,
        published=(),  # the entry could not be seen; its terms are those of the paper's Table 1
        source=PAPER + ", Table 1; computed and proved; the layout of the entry was not seen",
        keywords=("nonn", "tabl"),
        related=("A387260", "A387261", "A387262"),
        compute=_coins,
        entry=_entry("A394776"),
        table=True,
        bfile_terms=5050,
    ),
)
