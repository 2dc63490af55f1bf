"""Provide Python programs for entries; those for the games below import only Python's standard library."""

from __future__ import annotations

from collections.abc import Callable

from .layouts import TableLayout

_FRACTIONS = ("from fractions import Fraction as F", "from functools import cache")

_RISK_OR_SAFETY = (
    *_FRACTIONS,
    "@cache",
    "def V(i, j): # the player to toss needs i points, the opponent j",
    "    if j == 0: return F(0)",
    "    return max(min(((2**k-1)*V(i, j-m) + 2**m*(1-V(j, i-k))) / (2**k+2**m-1)",
    "        for m in range(1, j+1)) for k in range(1, i+1))",
)
_COINS = (
    "def T(i, j): # max gives the least of several k that are equally good",
    "    return max(range(1, i+1), key=lambda k:",
    "        (1-F(1, 2**k))*(1-V(j, i)) + F(1, 2**k)*(1-V(j, i-k)))",
)
_GREED = (
    *_FRACTIONS,
    "@cache",
    "def P(n, t): # chance that n dice show the sum t",
    "    return F(t == 0) if n == 0 else sum((P(n-1, t-x) for x in range(1, min(6, t)+1)), F(0))/6",
    "@cache",
    "def L(a, b): # last turn; a, b: needs of the player to roll and of the other",
    "    return max(sum(P(n, t)*F((a-t < b) + (a-t <= b), 2) for t in range(a+1)) for n in range(a+1))",
    "@cache",
    "def R(a, b): # the values of rolling 0, 1, ... dice",
    "    return [1-L(b, a)] + [sum(P(n, t)*(1-max(R(b, a-t))) for t in range(1, a+1)) for n in range(1, a+1)]",
)

#: For each game, the lines that define W(n), the value for size n.
VALUES = {
    "risk-or-safety": (*_RISK_OR_SAFETY, "W = lambda n: V(n, n)"),
    "coinball": (
        *_FRACTIONS,
        "@cache",
        "def E(t, d): # the caller's chance with t tosses left and d points ahead",
        "    if t == 0: return F((d > 0) + (d >= 0), 2)",
        "    return max(1 - (E(t-1, -d-x) + E(t-1, -d+x))/2 for x in (1, 2))",
        "W = lambda n: E(n, 0)",
    ),
    "two-coins": (
        *_FRACTIONS,
        "@cache",
        "def E(t, s): # the chance to win with t flips left and score s",
        "    return F(s > 0) if t == 0 else max((E(t-1, s+x) + E(t-1, s-x))/2 for x in (1, 2))",
        "W = lambda n: E(n, 0)",
    ),
    "greed": (*_GREED, "W = lambda n: max(R(n, n))"),
    "pig": (
        *_FRACTIONS,
        "def turn(i, j, x): # a, b of the best chance a + b*x, where x is the chance after a 1",
        "    w = {}",
        "    for t in reversed(range(i)): # t: the turn total; a player who has i wins",
        "        after = [w.get(t+f, (F(1), F(0))) for f in range(2, 7)]",
        "        roll = sum(a for a, b in after)/6, (1 + sum(b for a, b in after))/6",
        "        w[t] = roll if t == 0 else max(roll, (1-V(j, i-t), F(0)), key=lambda c: c[0]+c[1]*x)",
        "    return w[0]",
        "@cache",
        "def V(i, j): # the player to roll needs i points, the opponent j",
        "    old, new = None, (F(1, 2), F(1, 2)) # V(i, j) and V(j, i)",
        "    while new != old: # until no other choice is better",
        "        old, (a, b), (c, d) = new, turn(i, j, 1-new[1]), turn(j, i, 1-new[0])",
        "        new = (a+b-b*(c+d))/(1-b*d), (c+d-d*(a+b))/(1-b*d)",
        "    return new[0]",
        "W = lambda n: V(n, n)",
    ),
}

#: A program for a(n), the number of strategies of Risk or Safety. Its method differs from that of `research.counting`,
#: where lines and picks are defined. A polynomial f has a term for each state, with a factor x_i for each open pick on
#: line i. A pair on the lines i, j turns f(x) into f(x) + x_i x_j (f(x_i + 1, x_j + 1) - f(x)), and a finished line is
#: evaluated at x_i = 1. Read backwards, column by column, these steps move weights between integer points. A weight w
#: at p leaves w·(1 - p_i p_j) there and puts w·p_i p_j on the point one step further along both axes. A line has no
#: picks before its first pair, so its coordinate is dropped there. The game begins at {n, n}, whose choice is one pick
#: on line n.
STRATEGIES = (
    "def a(n): # weights of points p; pairs {i, j} with i >= j, from the last to the first",
    "    w = {(1,)*n: 1}",
    "    for j in range(1, n):",
    "        for i in range(j, n+1):",
    "            new = {}",
    "            for p, x in w.items():",
    "                f = p[i-1]*p[j-1] if i > j else p[i-1]",
    "                q = list(p)",
    "                for t in {i, j}: q[t-1] += 1",
    "                if i == n: q[j-1] = 0; p = p[:j-1] + (0,) + p[j:]",
    "                q = tuple(q)",
    "                new[p] = new.get(p, 0) + x*(1-f)",
    "                new[q] = new.get(q, 0) + x*f",
    "            w = new",
    "    return sum(x*p[n-1] for p, x in w.items())",
)

#: For each game with a table of best moves, the lines that define T(i, j), the smallest optimal move.
TABLES = {
    "risk-or-safety": (*_RISK_OR_SAFETY, *_COINS),
    "greed": (*_GREED, "T = lambda i, j: R(i, j).index(max(R(i, j)))"),
}

#: A function that maps a number of terms, and the layout of a table, to the lines of a program that prints the terms.
Program = Callable[[int, TableLayout | None], list[str]]


def print_terms(lines: tuple[str, ...], term: str, first: int = 1) -> Program:
    r"""Return a function that creates a program: `lines`, and a line that prints `term` for each n from `first`.

    Examples
    --------
    >>> exec("\n".join(print_terms(VALUES["risk-or-safety"], "W(n).denominator")(4, None)), {})
    [3, 7, 11, 4165]
    """
    return lambda count, layout: [*lines, f"print([{term} for n in range({first}, {count + first})])"]


def print_table(game: str) -> Program:
    """Return a function that creates a program that prints terms of a game's table of best moves."""

    def program(count: int, layout: TableLayout | None) -> list[str]:
        assert layout is not None
        return [*TABLES[game], f"print([{_cells(count, layout)}][:{count}])"]

    return program


def _cells(count: int, layout: TableLayout) -> str:
    """Return the body of a list comprehension of at least `count` cells of a table, in the order of a layout."""
    first, (last_row, last_column) = layout.corner, layout.extent(count)
    return {
        "antidiagonals-down": f"T({first}+r, {first}+d-r) for d in range({last_row - first + 1}) for r in range(d+1)",
        "antidiagonals-up": f"T({first}+d-r, {first}+r) for d in range({last_row - first + 1}) for r in range(d+1)",
        "triangle": f"T(i, j) for i in range({first}, {last_row + 1}) for j in range({first}, i+1)",
        "rows": f"T(i, j) for i in range({first}, {last_row + 1}) for j in range({first}, {last_column + 1})",
    }[layout.kind]
