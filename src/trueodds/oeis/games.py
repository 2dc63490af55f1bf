"""Define sequences of games: the values or the optimal first moves of a game, indexed by its main parameter.

A sequence consists of the smallest optimal first moves, or of the numerators or the denominators of the values. In
general, one game is solved for each term. For some games, one computation yields the values for all terms.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Any

from gmpy2 import mpq, mpz

from ..catalog.registry import find, find_by_name
from ..game import name_order
from ..parameters import Whole, as_index, list_parameters
from ..runtime.executors import Progress
from ..runtime.run import Run
from .layouts import TableLayout
from .programs import print_table, print_terms
from .sequence import Sequence

#: The quantities of a game that form sequences, and how a program reads them from a solution.
QUANTITIES = {"numerators": "value.numerator", "denominators": "value.denominator", "moves": "best_moves"}

_EXAMPLES, _EXAMPLE_LENGTH = 6, 240  # maximum numbers of terms and of characters in an example


class Family:
    """The games of one kind, one for each value of their main parameter; their values and best moves are cached.

    `make` is the class of the games, or a function that returns a game; its first whole-number parameter is the main
    parameter. `name` is the part of `Sequence.number` before the quantity, and `title` the game's name in
    `Sequence.name`. Programs import `make` from `module`. `text` holds the rules. `fast`, if given, computes the values
    of the first games without solving them one by one.
    """

    def __init__(
        self,
        make: Callable[..., Any],
        name: str,
        module: str,
        title: str = "",
        text: str = "",
        fast: Callable[[int, Run], Iterable[Any]] | None = None,
    ) -> None:
        self.parameter, self.first, last = _main_parameter(make, name)
        self.sizes = None if last is None else last - self.first + 1
        self.make, self.name, self.title, self._fast = make, name, title or make.__qualname__, fast
        self.text = text or (make.__doc__ or "").strip().partition("\n")[0]
        self.imports: tuple[str, ...] = f"from {module} import {make.__qualname__}", "from trueodds import solve"
        if module == "trueodds":
            self.imports = (f"from trueodds import {make.__qualname__}, solve",)
        self._values: list[Any] = []
        self._solved: list[tuple[Any, frozenset[Any]]] = []

    def game(self, n: int) -> Any:
        """Return the game for a value of the main parameter."""
        return self.make(**{self.parameter: n})

    def values(self, count: int, run: Run = Run()) -> list[Any]:
        """Return the values of the first `count` games."""
        if self._fast is None:
            return [value for value, _ in self._solve(count, run)]
        if len(self._values) < count:
            self._values = list(self._fast(count, run))
        return self._values[:count]

    def moves(self, count: int, run: Run = Run()) -> list[Any]:
        """Return, for each of the first `count` games, the least of the optimal first moves."""
        return [min(best) for _, best in self._solve(count, run)]

    @property
    def quantities(self) -> tuple[str, ...]:
        """The quantities that form sequences; the moves form one only if they are whole numbers."""
        first = self.game(self.first)
        words = [move for move in first.moves(first.start) if as_index(move) is None]
        return tuple(QUANTITIES)[: 2 if words else 3]

    def _solve(self, count: int, run: Run) -> list[tuple[Any, frozenset[Any]]]:
        from ..dispatch import solve

        for at in range(len(self._solved), count):
            run.report("terms", at, count)
            game = self.game(self.first + at)
            can_share = any(method.chunks for method in find(game).methods.values())
            solution = solve(game, workers=run.workers if can_share else None)
            self._solved.append((solution.value, solution.best_moves))
        return self._solved[:count]


def _main_parameter(make: Callable[..., Any], name: str) -> tuple[str, int, int | None]:
    """Return the name of the first whole-number parameter, its smallest value, and its largest value or None."""
    named = callable(make) and hasattr(make, "__qualname__")  # unlike functools.partial, which no program can import
    given = dict(inspect.signature(make).parameters) if named else {}
    given = {key: entry for key, entry in given.items() if entry.kind not in (entry.VAR_POSITIONAL, entry.VAR_KEYWORD)}
    declared = list_parameters(make)
    whole = {key for key, entry in given.items() if entry.annotation in (int, "int") or type(entry.default) is int}
    main = next((key for key in given if key in whole or isinstance(declared.get(key), Whole)), None)
    if main is None:
        raise ValueError(
            f"{name}: a sequence requires a game class or a function with a whole-number parameter, "
            "such as sides: int or sides=6"
        )
    missing = [key for key, entry in given.items() if entry.default is entry.empty and key != main]
    if missing:
        raise ValueError(f"{name}: parameters other than {main} must have defaults; without one: {', '.join(missing)}")
    declaration = declared.get(main, Whole(help=""))
    assert isinstance(declaration, Whole)
    return main, 1 if declaration.minimum is None else declaration.minimum, declaration.maximum


@cache
def find_family(name: str) -> Family:
    """Return the family of a game in the registry."""
    entry = find_by_name(name)
    title = (entry.game.__doc__ or "").partition(":")[0]
    return Family(entry.game, name, "trueodds", title, entry.text, _FAST.get(name))


def make_sequence(games: Family, quantity: str, **fields: Any) -> Sequence:
    """Return a family's sequence for a key of `QUANTITIES`; `fields` replace default fields of the `Sequence`."""
    of_moves, part = quantity == "moves", quantity[:-1]
    if (of_moves or quantity not in QUANTITIES) and quantity not in games.quantities:
        because = ", because its moves are not whole numbers" if of_moves else ""
        known = " and ".join(", ".join(games.quantities).rsplit(", ", 1))
        raise ValueError(f"{games.name} has no sequence of {quantity}{because}; its quantities are {known}")
    other = {"numerators": "denominators", "denominators": "numerators"}.get(quantity)
    other_half = f"{games.name}-{other}" if other else None
    read = f"solve({games.make.__qualname__}({games.parameter}=n)).{QUANTITIES[quantity]}"

    def terms(count: int, run: Run = Run()) -> list[Any]:
        return games.moves(count, run) if of_moves else games.values(count, run)

    def compute(count: int, layout: TableLayout | None, run: Run) -> list[Any]:
        return [mpz(term if of_moves else getattr(term, part)) for term in terms(count, run)]

    def examples(layout: TableLayout | None) -> Iterator[str]:
        texts = [str(mpq(term)) for term in terms(min(_EXAMPLES, games.sizes or _EXAMPLES))]
        while len(texts) > 1 and len(", ".join(texts)) > _EXAMPLE_LENGTH:
            texts.pop()
        about = "first moves" if of_moves else "values"
        yield f"The {about} for n = {games.first}..{games.first + len(texts) - 1}: {', '.join(texts)}."

    general: dict[str, Any] = {
        "number": f"{games.name}-{quantity}",
        "offset": games.first,
        "published": (),
        "source": f"new; the {other} are {other_half}" if other else "new",
        "keywords": ("nonn",) if of_moves else ("nonn", "frac"),
        "related": (),
        "compute": compute,
        "links": (),
        "formulas": (),
        "examples": examples,
        "program": print_terms(games.imports, f"min({read})" if of_moves else f"int({read})", games.first),
        "max_terms": games.sizes,
        "other_half": other_half,
    }
    if "name" not in fields:
        what = "Smallest optimal first move in" if of_moves else f"{part.capitalize()} of the value of"
        smallest = games.game(games.first)
        whose = f" for the player who moves {name_order(smallest, smallest.value_seat)}"
        general["name"] = f"{what} the game {games.title} with {games.parameter} = n" + whose * (not of_moves)
    if "comments" not in fields:
        ties = "Where several moves are optimal, the least is taken." if of_moves else ""
        general["comments"] = tuple(filter(None, (games.text, ties)))
    return Sequence(**general | fields)


def from_game(game: Callable[..., Any], quantity: str = "numerators") -> Sequence:
    """Return a sequence from the values or moves of user-defined games, indexed by a parameter of the games.

    Parameters
    ----------
    game : callable
        The class of the games, or a function that returns a game. The index is its first whole-number parameter, which
        begins at its minimum, 1 by default; all other parameters keep their defaults.
    quantity : {"numerators", "denominators", "moves"}
        The numerators or denominators of the values, or the optimal first moves (the least if there are several).

    Returns
    -------
    Sequence

    Raises
    ------
    ValueError
        No parameter is a whole number, another parameter lacks a default, the quantity is unknown, or the requested
        moves are not whole numbers.

    Examples
    --------
    >>> import trueodds
    >>> def pig_with_a_coin(target: int):
    ...     return trueodds.Pig(target, sides=2)
    >>> trueodds.oeis.from_game(pig_with_a_coin).terms(5)
    [mpz(2), mpz(2), mpz(4), mpz(4), mpz(6)]
    """
    return make_sequence(
        Family(game, getattr(game, "__qualname__", repr(game)), getattr(game, "__module__", "")), quantity
    )


#: A function that makes a table with given numbers of rows and columns, and returns a function that reads a cell.
TableMaker = Callable[[int, int, Progress | None], Callable[[int, int], Any]]


def make_table_sequence(make: TableMaker, game: str, **fields: Any) -> Sequence:
    """Return the sequence of the best moves in all cells of a table; `fields` are further fields of the `Sequence`."""

    def compute(count: int, layout: TableLayout | None, run: Run) -> list[Any]:
        from ..parameters import format_number
        from ..runtime.memory import require_memory

        assert layout is not None
        require_memory(64 * count, f"{format_number(count)} terms", lambda available: f"{available // 64:,} terms")
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
    """Yield the values at score 0 with 1, 2, …, `count` tosses left.

    A layer lists the values at all scores for one number of tosses left. `end` returns the value at a score after the
    last toss; `step(layer, tosses)` computes the layer with `tosses` tosses left from the layer with one fewer. A toss
    changes the score by at most 2, so each layer is 2 shorter at each end than the layer from which it is computed.
    """
    row = [end(score) for score in range(-2 * count, 2 * count + 1)]
    for tosses in range(1, count + 1):
        run.report("tosses", tosses - 1, count)
        row = step(row, tosses)
        yield row[len(row) // 2]


def _coinball(count: int, run: Run) -> Iterator[Any]:
    """Compute the values by the recursion e(t, d) = 2^(t+1) - min over x = 1, 2 of (e(t-1, -d-x) + e(t-1, -d+x)).

    Here t tosses are left, d is the lead of the player who calls, and values are in units of 2^-(t+1).
    """

    def step(row: list[int], tosses: int) -> list[int]:
        unit = 1 << (tosses + 1)
        row = row[::-1]
        sums = zip(row, row[1:], row[3:], row[4:], strict=False)
        return [unit - min(b + c, a + d) for a, b, c, d in sums]

    layers = _layers(count, lambda ahead: (ahead > 0) + (ahead >= 0), step, run)
    return (mpq(value, 1 << (n + 1)) for n, value in enumerate(layers, 1))


def _two_coins(count: int, run: Run) -> Iterator[Any]:
    """Compute the values by the recursion e(t, s) = max over x = 1, 2 of (e(t-1, s-x) + e(t-1, s+x)).

    Here t flips are left, s is the score, and values are in units of 2^-t.
    """

    def step(row: list[int], tosses: int) -> list[int]:
        return [max(b + c, a + d) for a, b, c, d in zip(row, row[1:], row[3:], row[4:], strict=False)]

    layers = _layers(count, lambda score: int(score > 0), step, run)
    return (mpq(value, 1 << n) for n, value in enumerate(layers, 1))


def _greed(count: int, run: Run) -> Any:
    from ..fast.greed.solve import compute_start_values

    return compute_start_values(count, 6, progress=run.progress)


def _pig(count: int, run: Run) -> Iterator[Any]:
    from ..dispatch import solve
    from ..games.pig import Pig

    solution: Any = solve(Pig(count), progress=run.progress)
    return (solution.value_at((0, count - n, count - n), run.progress) for n in range(1, count + 1))


#: For some games, a function that computes the values without solving the games one by one.
_FAST = {
    "risk-or-safety": _risk_or_safety,
    "coinball": _coinball,
    "two-coins": _two_coins,
    "greed": _greed,
    "pig": _pig,
}
