"""The sequences: numbers in the OEIS, offsets, published terms, sources, and how terms are computed."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from .layouts import TableLayout

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..solver.work import Progress

PAPER = "R. Jehn, Optimal strategy in the game Risk or Safety, 2026, arXiv:2603.01002"

#: Terms shown of a table whose entry's length is not known: ten antidiagonals.
TABLE_TERMS = 55


@dataclass(frozen=True)
class Sequence:
    """A sequence of the OEIS.

    Attributes
    ----------
    number : str
        Its A-number.
    name : str
        What it is, in our words.
    offset : int
        The index of its first term.
    published : tuple of int
        The terms that its entry shows.
    source : str
        Where they were published, and where the terms computed here come from.
    keywords, related : tuples of str
        OEIS keywords, and A-numbers to refer to.
    compute : callable or None
        Gets a count, a layout (None unless `table`) and a progress callable; returns that many terms from the first.
        None if only the published terms are known.
    table : bool
        Whether it is a table, read by some `TableLayout`.

    Examples
    --------
    >>> find("a387261").terms(4)
    [mpz(2), mpz(4), mpz(6), mpz(2236)]
    """

    number: str
    name: str
    offset: int
    published: tuple[int, ...]
    source: str
    keywords: tuple[str, ...]
    related: tuple[str, ...]
    compute: Callable[[int, TableLayout | None, Progress | None], list[Any]] | None
    table: bool = False

    def length(self, layout: TableLayout | None = None) -> int | None:
        """How many terms can be had; None if there is no end."""
        if self.compute is None:
            return len(self.published)
        return layout.length if layout else None

    def usual_count(self, layout: TableLayout | None = None) -> int:
        """How many terms to show if nobody says: what is published, or a handy part of a table."""
        return len(self.published) or self.length(layout) or TABLE_TERMS

    def terms(
        self, count: int | None = None, layout: TableLayout | None = None, progress: Progress | None = None
    ) -> list[Any]:
        """The first terms, freshly computed.

        Parameters
        ----------
        count : int, optional
            How many; see `usual_count`.
        layout : TableLayout, optional
            How a table is read: by downward antidiagonals from (1,1) if nothing is said.
        progress : callable, optional
            As for `trueodds.solve`.

        Returns
        -------
        list of mpz

        Raises
        ------
        ValueError
            There are not so many terms, or the layout does not fit the sequence.
        MemoryError
            So many terms do not fit into this machine.
        """
        layout = self.layout(layout)
        count = self.usual_count(layout) if count is None else count
        self.check(count, layout)
        if self.compute is not None:
            return self.compute(count, layout, progress)
        from gmpy2 import mpz

        return [mpz(term) for term in self.published[:count]]

    def layout(self, layout: TableLayout | None) -> TableLayout | None:
        """The layout to use when this one, or none, is asked for."""
        if self.table:
            return layout or TableLayout("antidiagonals-down")
        if layout is not None:
            raise ValueError(f"{self.number} is no table; a layout goes with {', '.join(_TABLES)}")
        return None

    def check(self, count: int, layout: TableLayout | None = None) -> None:
        """Refuse a number of terms that cannot be had."""
        from ..game import readable_number, whole_number

        whole_number("the number of terms", count)
        length = self.length(layout)
        if length is not None and count > length:
            have = "are known" if self.compute is None else f"are in {layout}"
            raise ValueError(f"{self.number}: only {length} terms {have}, not {readable_number(count)}")


def find(number: str) -> Sequence:
    """A sequence by its A-number, in capitals or not.

    Raises
    ------
    ValueError
        Not one of those known here.

    Examples
    --------
    >>> find("a387262").number
    'A387262'
    >>> find("A000045")
    Traceback (most recent call last):
    ValueError: unknown sequence 'A000045'; known are A387260, A387261, A387262, A394776
    """
    sequence = SEQUENCES.get(number.strip().upper())
    if sequence is None:
        raise ValueError(f"unknown sequence {number[:40]!r}; known are {', '.join(SEQUENCES)}")
    return sequence


def a_number(text: str) -> str | None:
    """The first A-number, or name of a b-file, in a text.

    Examples
    --------
    >>> a_number("# A387261 (b-file)"), a_number("b387262.txt"), a_number("terms.txt")
    ('A387261', 'A387262', None)
    """
    match = re.search(r"(?<![A-Za-z0-9])[AaBb]([0-9]{6,7})(?![0-9])", text)
    return f"A{match[1]}" if match else None


@lru_cache(maxsize=2)  # numerators and denominators are often wanted together
def start_fractions(count: int, progress: Progress | None = None) -> tuple[Any, ...]:
    """V(n, n) for n = 1 … `count`.

    Examples
    --------
    >>> [(int(value.numerator), int(value.denominator)) for value in start_fractions(2)]
    [(2, 3), (4, 7)]
    """
    from ..risk_or_safety.road import start_values

    return tuple(start_values(count, progress=progress))


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

    from .. import RiskOrSafety, solve

    if rows == 1:  # who needs one point has one move; no need to compare
        return np.ones((1, columns), dtype=np.int64)
    return np.asarray(solve(RiskOrSafety(rows, columns), "start", progress).coins())


def _coins(count: int, layout: TableLayout | None, progress: Progress | None) -> list[Any]:
    from gmpy2 import mpz

    from ..game import readable_number
    from ..risk_or_safety.layout import memory_available, readable_bytes

    assert layout is not None
    needed, room = 64 * count, memory_available()
    if needed > room:
        raise MemoryError(
            f"{readable_number(count)} terms: about {readable_bytes(needed)} needed, this machine has "
            f"{readable_bytes(room)}; {room // 64} terms would fit"
        )
    table = coin_table(*layout.extent(count), progress)
    return [mpz(int(table[i - 1, j - 1])) for i, j in layout.cells(count)]


#: By number.
SEQUENCES = {
    sequence.number: sequence
    for sequence in (
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
            source="OEIS A387260; " + PAPER + " (section 3); no terms beyond the published are known",
            keywords=("nonn", "more"),
            related=("A387261", "A387262", "A394776"),
            compute=None,
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
            table=True,
        ),
    )
}

_TABLES = [sequence.number for sequence in SEQUENCES.values() if sequence.table]
