"""Store a list with few distinct entries as a table of these entries and, for each item, an index into the table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from ..parameters import as_index


class Numbered(Sequence[Any]):
    """A read-only list whose entry i is ``table[numbers[i]]``.

    >>> import numpy as np
    >>> answers = Numbered(["no", "yes"], np.array([1, 0, 1]))
    >>> answers[2], answers[:2], list(answers), answers == ["yes", "no", "yes"]
    ('yes', ['yes', 'no'], ['yes', 'no', 'yes'], True)
    """

    __slots__ = ("numbers", "table")

    def __init__(self, table: Sequence[Any], numbers: NDArray[Any]) -> None:
        self.table, self.numbers = table, numbers

    def __len__(self) -> int:
        return len(self.numbers)

    @overload
    def __getitem__(self, at: int) -> Any: ...
    @overload
    def __getitem__(self, at: slice) -> list[Any]: ...
    def __getitem__(self, at: Any) -> Any:
        if isinstance(at, slice):
            return [self.table[number] for number in self.numbers[at].tolist()]
        return self.table[self.numbers.item(at)]

    def __iter__(self) -> Iterator[Any]:
        return map(self.table.__getitem__, self.numbers.tolist())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence):
            return NotImplemented
        return len(self) == len(other) and all(first == second for first, second in zip(self, other, strict=True))

    __hash__ = None  # type: ignore[assignment]  # like a list

    def __repr__(self) -> str:
        return f"Numbered({list(self)!r})"


def make_distinct(names: Iterable[str], mark: str = " #") -> Iterator[str]:
    """Yield names, with `mark` and 2, 3, … appended to those that were used before."""
    used: set[str] = set()
    seen: dict[str, int] = {}
    for name in names:
        chosen = name
        while chosen in used:
            seen[name] = seen.get(name, 1) + 1
            chosen = f"{name}{mark}{seen[name]}"
        used.add(chosen)
        yield chosen


class Interned:
    """A table that numbers distinct items from 0, in order of first appearance."""

    def __init__(self) -> None:
        self.table: list[Any] = []
        self._numbers: dict[Any, int] = {}

    def number(self, item: Any) -> int:
        """Return the number of an item, adding the item to the table if it is new."""
        number = self._numbers.setdefault(item, len(self.table))
        if number == len(self.table):
            self.table.append(item)
        return number


def intern(items: Sequence[Any]) -> Numbered:
    """Return a list that equals `items` and stores each distinct item once.

    >>> letters = intern(["a", "b", "a"])
    >>> letters.numbers.tolist(), letters.table
    ([0, 1, 0], ['a', 'b'])
    """
    table = Interned()
    if isinstance(items, Numbered):
        return Numbered(table.table, np.array([*map(table.number, items.table)], dtype=np.int32)[items.numbers])
    return Numbered(table.table, np.array([*map(table.number, items)], dtype=np.int32))


class Identity:
    """The mapping from positions to their numbers if each position is its own number."""

    __slots__ = ("count",)

    def __init__(self, count: int) -> None:
        self.count = count

    def __getitem__(self, position: object) -> int:
        number = as_index(position)
        if number is None or not 0 <= number < self.count:
            raise KeyError(position)
        return number
