"""The two families of sequences: numerators and denominators of a game's values, and tables of best moves.

The values of a game's start for sizes 1, 2, … give two sequences, their numerators and their denominators. One table
serves all sizes: for Coinball and Two coins, the layers of positions with t tosses left, in integer multiples of 2^-t;
for the others, the table computed to solve the largest game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from gmpy2 import mpq, mpz

from ..runtime.executors import Progress
from ..runtime.run import Run
from .layouts import TableLayout
from .programs import VALUES, print_table, print_terms
from .sequence import Sequence

#: The values computed last, by game: numerators and denominators are often wanted together.
_computed: dict[str, tuple[Any, ...]] = {}


def values(game: str, count: int, run: Run = Run()) -> tuple[Any, ...]:
    """Return the values of a game's start for sizes 1 … count; the last ones computed are cached."""
    kept = _computed.get(game, ())
    if len(kept) < count:
        kept = _computed[game] = tuple(_GAMES[game](count, run))
    return kept[:count]


def half(game: str, part: str, what: str, shown: tuple[str, int] = ("The probabilities", 6), **fields: Any) -> Sequence:
    """Return the sequence of the numerators or denominators, as `part` says, of a game's values from n = 1 on.

    `what` completes the name "Numerator of the probability that …"; `shown` names the values in the example and says
    how many it has; `fields` are the other fields of a `Sequence`.
    """

    def compute(count: int, layout: TableLayout | None, run: Run) -> list[Any]:
        return [mpz(getattr(value, part)) for value in values(game, count, run)]

    def examples(layout: TableLayout | None) -> Iterator[str]:
        few = (str(mpq(value.numerator, value.denominator)) for value in values(game, shown[1]))
        yield f"{shown[0]} for n = 1..{shown[1]}: {', '.join(few)}."

    return Sequence(
        name=f"{part.capitalize()} of the probability that {what}",
        offset=1,
        keywords=("nonn", "frac"),
        compute=compute,
        examples=examples,
        program=print_terms(VALUES[game], f"W(n).{part}"),
        **fields,
    )


#: Makes a table of the given numbers of rows and columns, counted from 1; returns a function that reads a cell.
TableMaker = Callable[[int, int, Progress | None], Callable[[int, int], Any]]


def table(make: TableMaker, game: str, **fields: Any) -> Sequence:
    """Return the sequence of the best moves in all cells of a table; `fields` are the other fields of a `Sequence`."""

    def compute(count: int, layout: TableLayout | None, run: Run) -> list[Any]:
        from ..parameters import readable_number
        from ..runtime.memory import require_memory

        assert layout is not None
        require_memory(64 * count, f"{readable_number(count)} terms", lambda available: f"{available // 64} terms")
        cell = make(*layout.extent(count), run.progress)
        return [mpz(int(cell(i, j))) for i, j in layout.cells(count)]

    def examples(layout: TableLayout | None) -> Iterator[str]:
        assert layout is not None
        first, last = layout.corner, layout.corner + 7
        cell = make(last, last, None)
        yield f"The table begins, i = {first}..{last} down, j = {first}..{last} across:"
        for i in range(first, last + 1):
            yield "  " + " ".join(str(cell(i, j)) for j in range(first, last + 1))

    return Sequence(
        offset=1,
        keywords=("nonn", "tabl"),
        compute=compute,
        examples=examples,
        program=print_table(game),
        table=True,
        bfile_terms=5050,
        **fields,
    )


def _risk_or_safety(count: int, run: Run) -> Any:
    from ..fast.risk_or_safety.large import start_values

    return start_values(count, workers=run.workers, checkpoint=run.checkpoint, progress=run.progress)


def _layers(
    count: int, end: Callable[[int], int], step: Callable[[list[int], int], list[int]], run: Run
) -> Iterator[int]:
    """Yield the value in the middle of each layer, 1 … count tosses before the end.

    A move changes the score by at most 2, so each layer is 2 shorter on either side than the one before.
    """
    row = [end(score) for score in range(-2 * count, 2 * count + 1)]
    for tosses in range(1, count + 1):
        run.report("tosses", tosses - 1, count)
        row = step(row, tosses)
        yield row[len(row) // 2]


def _coinball(count: int, run: Run) -> Iterator[Any]:
    """Return the values by e(t, d) = 2^(t+1) - min over x = 1, 2 of e(t-1, -d-x) + e(t-1, -d+x).

    Here d is the lead of the player who calls.
    """

    def step(row: list[int], tosses: int) -> list[int]:
        whole = 1 << (tosses + 1)
        row = row[::-1]
        sums = zip(row, row[1:], row[3:], row[4:], strict=False)
        return [whole - min(b + c, a + d) for a, b, c, d in sums]

    layers = _layers(count, lambda ahead: (ahead > 0) + (ahead >= 0), step, run)
    return (mpq(value, 1 << (n + 1)) for n, value in enumerate(layers, 1))


def _two_coins(count: int, run: Run) -> Iterator[Any]:
    """Return the values by e(t, s) = max over x = 1, 2 of e(t-1, s-x) + e(t-1, s+x), where s is the score.

    Values are in units of 2^-t.
    """

    def step(row: list[int], tosses: int) -> list[int]:
        return [max(b + c, a + d) for a, b, c, d in zip(row, row[1:], row[3:], row[4:], strict=False)]

    layers = _layers(count, lambda score: int(score > 0), step, run)
    return (mpq(value, 1 << n) for n, value in enumerate(layers, 1))


def _greed(count: int, run: Run) -> Any:
    from ..fast.greed.solve import start_values

    return start_values(count, 6, progress=run.progress)


def _pig(count: int, run: Run) -> Iterator[Any]:
    from ..dispatch import solve
    from ..games.pig import Pig

    solution: Any = solve(Pig(count), progress=run.progress)
    return (solution.value_at((0, count - n, count - n)) for n in range(1, count + 1))


_GAMES = {
    "risk-or-safety": _risk_or_safety,
    "coinball": _coinball,
    "two-coins": _two_coins,
    "greed": _greed,
    "pig": _pig,
}
