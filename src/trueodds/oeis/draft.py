"""Drafts of entries in the OEIS's internal format, with a program that prints the terms."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from .layouts import TableLayout
from .registry import SEQUENCES, Sequence, coin_table, start_fractions

#: An entry shows about 260 characters of terms, on three lines of about 80.
_DATA_LINES = "STU"
_DATA_LENGTH = 260
_DATA_WIDTH = 80

_LINK = (
    'R. Jehn, <a href="https://arxiv.org/abs/2603.01002">Optimal strategy in the game Risk or Safety</a>, '
    "arXiv:2603.01002 [math.CO], 2026."
)
_RULES = (
    'In the game "Risk or Safety" two players take turns. In a turn a player names k >= 1 and tosses k coins: if all '
    "are heads the player gets k points, else none. Who first has n points wins."
)
_RECURSION = (
    "Let V(i,j) be the probability that the player to toss wins who needs i more points, against an opponent who "
    "needs j more. V(i,0) = 0 and V(i,j) = Max_{k=1..i} (1 - 2^(-k))*(1 - V(j,i)) + 2^(-k)*(1 - V(j,i-k)) for j > 0.",
    "Solved for the two unknowns: V(i,j) = Max_{k=1..i} Min_{m=1..j} "
    "((2^k - 1)*V(i,j-m) + 2^m*(1 - V(j,i-k)))/(2^k + 2^m - 1).",
)
_PROGRAM = (
    "from fractions import Fraction",
    "from functools import cache",
    "@cache",
    "def V(i, j): # the player to toss needs i points, the opponent j",
    "    if j == 0: return Fraction(0)",
    "    return max(min(((2**k-1)*V(i, j-m) + 2**m*(1-V(j, i-k))) / (2**k+2**m-1)",
    "        for m in range(1, j+1)) for k in range(1, i+1))",
)
_COINS_PROGRAM = (
    "def T(i, j): # max gives the least of several k that are equally good",
    "    return max(range(1, i+1), key=lambda k:",
    "        (1-Fraction(1, 2**k))*(1-V(j, i)) + Fraction(1, 2**k)*(1-V(j, i-k)))",
)


def draft(sequence: Sequence, count: int | None = None, layout: TableLayout | None = None) -> str:
    """An entry in internal format, to be looked over, signed and submitted.

    Parameters
    ----------
    sequence : Sequence
        What it is about.
    count : int, optional
        The most terms that it shows; as many as an entry has room for if left out.
    layout : TableLayout, optional
        How a table is read.

    Returns
    -------
    str
        Lines that end in LF.

    Examples
    --------
    >>> from .registry import find
    >>> draft(find("A387262"), 5).splitlines()[:2]
    ['%I A387262', '%S A387262 3,7,11,4165,1925']
    """
    layout = sequence.layout(layout)
    terms = _shown(sequence, count, layout)
    lines = [("I", ""), *zip(_DATA_LINES, data_lines(terms), strict=False)]
    lines += [("N", sequence.name + "."), *(("C", comment) for comment in _comments(sequence, layout)), ("H", _LINK)]
    lines += [("F", formula) for formula in _formulas(sequence)]
    lines += [("e", example) for example in _examples(sequence, layout)]
    program = program_lines(sequence, len(terms), layout)
    if program:
        lines += [("o", "(Python)"), *(("o", code) for code in program)]
    large = next((place for place, term in enumerate(terms, 1) if abs(term) > 1), 1)
    lines += [
        ("Y", f"Cf. {', '.join(sequence.related)}."),
        ("K", ",".join(sequence.keywords) + (",fini" if layout and layout.length else "")),
        ("O", f"{sequence.offset},{large}"),
        ("A", "_Your Name_"),
    ]
    return "".join(f"%{letter} {sequence.number} {text}".rstrip() + "\n" for letter, text in lines)


def data_lines(terms: Iterable[Any]) -> list[str]:
    """The terms on at most three lines, as many as there is room for, and at least one.

    Examples
    --------
    >>> from gmpy2 import mpz
    >>> data_lines([mpz(10) ** 50, mpz(7), mpz(10) ** 40])[1]
    '10000000000000000000000000000000000000000'
    """
    texts: list[str] = []
    length = 0
    for term in terms:
        text = term.digits()
        length += len(text) + 1
        if texts and length > _DATA_LENGTH:
            break
        texts.append(text)
    width = _DATA_WIDTH
    while len(lines := _wrapped(texts, width)) > len(_DATA_LINES):
        width += 1
    return [line + "," for line in lines[:-1]] + lines[-1:]


def _wrapped(texts: list[str], width: int) -> list[str]:
    """Terms separated by commas, on lines that have room for one more."""
    lines: list[str] = []
    for text in texts:
        if lines and len(lines[-1]) + len(text) + 2 <= width:
            lines[-1] += "," + text
        else:
            lines.append(text)
    return lines


def program_lines(sequence: Sequence, count: int, layout: TableLayout | None = None) -> list[str]:
    r"""A Python program that prints the first terms as a list, from the rules and in plain fractions.

    Examples
    --------
    >>> from .registry import find
    >>> exec("\n".join(program_lines(find("A387261"), 4)))
    [2, 4, 6, 2236]
    """
    if sequence.compute is None:
        return []
    if layout is None:
        part = "numerator" if sequence.number == "A387261" else "denominator"
        return [*_PROGRAM, f"print([V(n, n).{part} for n in range(1, {count + 1})])"]
    first, (last_row, last_column) = layout.corner, layout.extent(count)
    every = {
        "antidiagonals-down": f"T({first}+r, {first}+d-r) for d in range({last_row - first + 1}) for r in range(d+1)",
        "antidiagonals-up": f"T({first}+d-r, {first}+r) for d in range({last_row - first + 1}) for r in range(d+1)",
        "triangle": f"T(i, j) for i in range({first}, {last_row + 1}) for j in range({first}, i+1)",
        "rows": f"T(i, j) for i in range({first}, {last_row + 1}) for j in range({first}, {last_column + 1})",
    }[layout.kind]
    return [*_PROGRAM, *_COINS_PROGRAM, f"print([{every}][:{count}])"]


def _shown(sequence: Sequence, count: int | None, layout: TableLayout | None) -> list[Any]:
    """The terms that an entry has room for, at most `count`."""
    if count is not None:
        sequence.check(count, layout)
    batch = 32
    while True:
        most = min(limit for limit in (batch, count, sequence.length(layout)) if limit is not None)
        terms = sequence.terms(most, layout)
        room = sum(line.rstrip(",").count(",") + 1 for line in data_lines(terms))
        if room < most or most < batch:
            return terms[:room]
        batch *= 2


def _comments(sequence: Sequence, layout: TableLayout | None) -> Iterator[str]:
    yield _RULES
    if sequence.number == "A387260":
        yield "A strategy says to continue or to stop at each position that it can itself reach."
    elif layout is None:
        other = "A387262" if sequence.number == "A387261" else "A387261"
        what = SEQUENCES[other].name.split()[0].lower() + "s"
        yield f"Both players play optimally. The {what} are in {other}."
    else:
        yield f"T(i,j) is the least optimal number of coins to toss. The table is read by {layout}."


def _formulas(sequence: Sequence) -> Iterator[str]:
    if sequence.compute is None:
        return
    yield from _RECURSION
    if sequence.table:
        yield "T(i,j) is the least k at which the maximum is attained."
    else:
        yield f"a(n) is the {sequence.name.split()[0].lower()} of V(n,n)."


def _examples(sequence: Sequence, layout: TableLayout | None) -> Iterator[str]:
    if layout is not None:
        first, last = layout.corner, layout.corner + 7
        yield f"The table begins, i = {first}..{last} down, j = {first}..{last} across:"
        for row in coin_table(last, last)[first - 1 :, first - 1 :].tolist():
            yield "  " + " ".join(map(str, row))
    elif sequence.compute is None:
        yield (
            "a(2) = 3: with one open point one can continue; or stop, and then continue or stop with one open point "
            "against an opponent who has one."
        )
    else:
        fractions = ", ".join(str(value) for value in start_fractions(8))
        yield f"V(n,n) for n = 1..8: {fractions}."
