"""Sequences that are not in the OEIS yet: computed here, with drafts ready to be submitted."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from gmpy2 import mpz

from .layouts import TableLayout
from .sequence import Entry, Sequence

if TYPE_CHECKING:
    from ..runtime.executors import Progress

_COINBALL = 'The Riddler, <a href="https://fivethirtyeight.com/tag/the-riddler/">Coinball</a>.'
_TWO_COINS = 'The Riddler, <a href="https://fivethirtyeight.com/tag/the-riddler/">Two coins</a>.'
_GREED = (
    'Chance Addis, <a href="https://github.com/Approximately-Equal/Greed">A Guide to Optimal Play in Greed</a>, 2023.'
)
_PIG = (
    'Todd W. Neller and Clifton G. M. Presser, <a href="https://cupola.gettysburg.edu/csfac/4/">Optimal '
    "Play of the Dice Game Pig</a>, The UMAP Journal 25 (2004), 25-47."
)
_JEHN = (
    'R. Jehn, <a href="https://arxiv.org/abs/2603.01002">Optimal strategy in the game Risk or Safety</a>,'
    " arXiv:2603.01002 [math.CO], 2026."
)

_RULES = {
    "coinball": (
        "Two players take turns to call a toss of a fair coin, n tosses in all. Before each the caller "
        "says rush or pass: a right call gives the caller, a wrong one the opponent, 1 point for a rush "
        "and 2 for a pass. The higher score wins, a draw counts 1/2. Both play optimally."
    ),
    "two-coins": (
        "Coin A is worth 1 point, coin B 2 points. Before each of n flips a player chooses a fair coin, "
        "gains its worth for heads and loses it for tails. A positive final score wins. The player plays "
        "optimally."
    ),
    "greed": (
        "Two players roll any number of six-sided dice in turns and add them up; who goes over n loses. "
        "To roll none calls the last turn, in which the other player rolls once more; then the higher "
        "score wins, a draw counts 1/2. Both play optimally."
    ),
    "pig": (
        "A player rolls a six-sided die as often as they like, but at least once: 1 ends the turn with "
        "nothing, else the numbers add up until the player holds. Who first has n points wins. Both play "
        "optimally."
    ),
}

_PROGRAMS = {
    "coinball": (
        "from fractions import Fraction as F",
        "from functools import cache",
        "@cache",
        "def E(t, d): # the caller's chance with t tosses left and d points ahead",
        "    if t == 0: return F((d > 0) + (d >= 0), 2)",
        "    return max(1 - (E(t-1, -d-x) + E(t-1, -d+x))/2 for x in (1, 2))",
        "V = lambda n: E(n, 0)",
    ),
    "two-coins": (
        "from fractions import Fraction as F",
        "from functools import cache",
        "@cache",
        "def E(t, s): # the chance to win with t flips left and score s",
        "    return F(s > 0) if t == 0 else max((E(t-1, s+x) + E(t-1, s-x))/2 for x in (1, 2))",
        "V = lambda n: E(n, 0)",
    ),
    "greed": (
        "from fractions import Fraction as F",
        "from functools import cache",
        "@cache",
        "def P(n, t): # chance of a sum t of n dice",
        "    return F(t == 0) if n == 0 else sum((P(n-1, t-x) for x in range(1, min(6, t)+1)), F(0))/6",
        "@cache",
        "def L(a, b): # last turn; a, b: room below the limit of who rolls and of the other",
        "    return max(sum(P(n, t)*F((a-t < b) + (a-t <= b), 2) for t in range(a+1)) for n in range(a+1))",
        "@cache",
        "def G(a, b):",
        "    rolls = (sum(P(n, t)*(1-G(b, a-t)) for t in range(1, a+1)) for n in range(1, a+1))",
        "    return max([1-L(b, a), *rolls])",
        "V = lambda n: G(n, n)",
    ),
}


def _pig_value(n: int) -> Any:
    from ..dispatch import solve
    from ..games.pig import Pig

    return solve(Pig(n)).value


def _greed_values(count: int) -> list[Any]:
    from ..fast.greed.solve import start_values

    return list(start_values(count, 6))[-count:]


def _coinball_value(n: int) -> Any:
    from ..dispatch import solve
    from ..games.coinball import Coinball

    return solve(Coinball(n)).value


def _two_coins_value(n: int) -> Any:
    from ..dispatch import solve
    from ..games.two_coins import TwoCoins

    return solve(TwoCoins(n)).value


def _one_by_one(value: Callable[[int], Any]) -> Callable[[int], list[Any]]:
    return lambda count: [value(n) for n in range(1, count + 1)]


_VALUES: dict[str, Callable[[int], list[Any]]] = {
    "coinball": _one_by_one(_coinball_value),
    "two-coins": _one_by_one(_two_coins_value),
    "greed": _greed_values,
    "pig": _one_by_one(_pig_value),
}


def _half(game: str, link: str, part: str, what: str, most: int) -> Sequence:
    """Numerators or denominators of a game's value for n from 1 on."""

    def compute(count: int, layout: TableLayout | None, progress: Progress | None) -> list[Any]:
        return [mpz(getattr(value, part)) for value in _VALUES[game](count)]

    def examples(layout: TableLayout | None) -> Iterator[str]:
        yield f"The probabilities for n = 1..6: {', '.join(map(str, _VALUES[game](6)))}."

    def program(count: int, layout: TableLayout | None) -> list[str]:
        code = _PROGRAMS.get(game)
        return [*code, f"print([V(n).{part} for n in range(1, {count + 1})])"] if code else []

    other = "denominator" if part == "numerator" else "numerator"
    entry = Entry(
        link,
        lambda layout: [_RULES[game]],
        lambda layout: [],
        examples,
        program,
    )
    return Sequence(
        number=f"{game}-{part}s",
        name=f"{part.capitalize()} of the probability that {what}",
        offset=1,
        published=(),
        source=f"new; the {other}s are {game}-{other}s",
        keywords=("nonn", "frac"),
        related=(),
        compute=compute,
        entry=entry,
        most=most,
    )


def _coins_against_two(count: int, layout: TableLayout | None, progress: Progress | None) -> list[Any]:
    from ..fast.risk_or_safety.large.prove import proved_moves

    return [mpz(int(k)) for k in proved_moves(max(count + 1, 2), 2).coins[1 : count + 1, 1]]


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
        _JEHN,
        lambda layout: [
            (
                'In the game "Risk or Safety" a player names k and tosses k coins: if all are heads the '
                "player gets k points, else none. Players take turns; who first has all points wins."
            ),
            "Grows like the binary logarithm of n as far as it was computed.",
        ],
        lambda layout: [],
        lambda layout: ["Needing 20 points against 2, 4 coins are best: a(20) = 4."],
        lambda count, layout: [],
    ),
    most=60000,
)

_FIRST_NEED = Sequence(
    number="risk-or-safety-first-need",
    name='Least need against which the trailing player in "Risk or Safety" tosses n coins against 2 points',
    offset=2,
    published=(),
    source="new; proved for each term",
    keywords=("nonn", "more"),
    related=("A394776",),
    compute=lambda count, layout, progress: _first_needs(count),
    entry=Entry(
        _JEHN,
        lambda layout: [
            "The least i such that n coins are optimal for a player who needs i points against one who needs 2.",
        ],
        lambda layout: [],
        lambda layout: ["a(4) = 13: needing 13 against 2 is the first time that 4 coins are best."],
        lambda count, layout: [],
    ),
    most=12,
)


def _first_needs(count: int) -> list[Any]:
    """The first needs i with 2, 3, … coins against 2 points, as far as the table of moves goes."""
    from ..fast.risk_or_safety.large.prove import proved_moves

    coins = proved_moves(1 << (count + 3), 2).coins[:, 1].tolist()
    return [mpz(coins.index(k, 1) + 1) for k in range(2, count + 2)]


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
        _GREED,
        lambda layout: [
            _RULES["greed"].replace("goes over n loses", "goes over a limit loses"),
            f"Not in the last turn; the least optimal number. The table is read by {layout}.",
        ],
        lambda layout: [],
        _greed_table_examples,
        lambda count, layout: [],
    ),
    table=True,
    most=20000,
)


#: Sequences without a number, by name.
NEW = (
    _half("coinball", _COINBALL, "numerator", "the player who calls first wins Coinball of n tosses", 1000),
    _half("coinball", _COINBALL, "denominator", "the player who calls first wins Coinball of n tosses", 1000),
    _half("two-coins", _TWO_COINS, "numerator", "one wins the game of two coins with n flips", 1000),
    _half("two-coins", _TWO_COINS, "denominator", "one wins the game of two coins with n flips", 1000),
    _half("greed", _GREED, "numerator", "the player who begins wins Greed with limit n and six-sided dice", 300),
    _half("greed", _GREED, "denominator", "the player who begins wins Greed with limit n and six-sided dice", 300),
    _half("pig", _PIG, "numerator", "the player who begins wins the dice game Pig for n points", 100),
    _half("pig", _PIG, "denominator", "the player who begins wins the dice game Pig for n points", 100),
    _AGAINST_TWO,
    _FIRST_NEED,
    _GREED_TABLE,
)
