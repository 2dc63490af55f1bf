"""Given strategies compared: each against each, in both seats, exactly."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from gmpy2 import mpq

from ..game import Game, Rational, check_game
from ..records import Record
from ..runtime.executors import Progress
from .given_strategies import Strategy, duel
from .model import MAX_POSITIONS


@dataclass(frozen=True, eq=False)
class Comparison(Record):
    """What strategies are worth against each other. Printed, it is a table; notebooks show it as one.

    Attributes
    ----------
    game : Game
        The rules.
    names : tuple of str
        What the strategies are called.
    values : tuple of tuples of mpq
        By strategy of who moves first, then by that of the other player: the value for who moves first.
    """

    game: Game
    names: tuple[str, ...]
    values: tuple[tuple[Rational, ...], ...]

    def value(self, first: str, second: str) -> Rational:
        """The value for the player who moves first.

        Raises
        ------
        ValueError
            No such strategy.
        """
        return self.values[self._place(first)][self._place(second)]

    def in_both_seats(self, one: str, other: str) -> Rational:
        """The value for a strategy against another if a fair coin says which moves first."""
        return (self.value(one, other) + 1 - self.value(other, one)) / 2

    def average(self, name: str) -> Rational:
        """The mean of a strategy's values against all the others, in both seats; 1/2 if there are none."""
        others = [self.in_both_seats(name, other) for other in self.names if other != name]
        return sum(others, mpq(0)) / len(others) if others else mpq(1, 2)

    def records(self) -> list[dict[str, Any]]:
        """A row for each pair, for pandas and the like: ``first``, ``second``, ``value`` as text, ``decimal``."""
        return [
            {"first": first, "second": second, "value": str(value), "decimal": float(value)}
            for first, row in zip(self.names, self.values, strict=True)
            for second, value in zip(self.names, row, strict=True)
        ]

    def __str__(self) -> str:
        from ..views.text import comparison  # opened only when it is to be shown

        return comparison(self.game, self._table())

    def _repr_html_(self) -> str:
        from ..views.html import comparison  # as above

        return comparison(self.game, self._table())

    def _table(self) -> dict[str, tuple[Rational, ...]]:
        """By the strategy of who moves first: the values against each, and the average."""
        return {name: (*row, self.average(name)) for name, row in zip(self.names, self.values, strict=True)}

    def _place(self, name: str) -> int:
        if name not in self.names:
            raise ValueError(f"strategies are {', '.join(self.names)}, not {name!r}")
        return self.names.index(name)


def compare(
    game: Game,
    strategies: Mapping[str, Strategy],
    progress: Progress | None = None,
    max_positions: int = MAX_POSITIONS,
) -> Comparison:
    """Let each strategy play against each, itself included, in both seats, and tell the exact values.

    Parameters
    ----------
    game : Game
        The rules.
    strategies : mapping of str to callable, mapping or Solution
        By the names that the table shows; each as for `duel`.
    progress : callable, optional
        Gets ``("duels", done, duels)``.
    max_positions : int
        Refuse games of more positions.

    Returns
    -------
    Comparison

    Raises
    ------
    TypeError, ValueError
        No strategies, names that are no text, or what is wrong with a strategy.

    See Also
    --------
    duel : Two strategies.
    best_response : The best against one of them.

    Examples
    --------
    >>> import trueodds
    >>> game = trueodds.RiskOrSafety(target=3)
    >>> found = compare(game, {"best": trueodds.solve(game), "all at once": lambda at: game.moves(at)[-1]})
    >>> found.value("best", "all at once"), found.value("all at once", "best")
    (mpq(56,99), mpq(50,99))
    """
    check_game(game)
    names = tuple(strategies)
    if not names or not all(isinstance(name, str) for name in names):
        raise TypeError("strategies must be a mapping such as {'optimal': solve(game), 'bold': function}")
    values = []
    for row, first in enumerate(names):
        worth = []
        for column, second in enumerate(names):
            if progress:
                progress("duels", row * len(names) + column, len(names) ** 2)
            solved = duel(game, strategies[first], strategies[second], max_positions=max_positions)
            value = solved.value
            worth.append(value if game.value_seat == 0 else 1 - value)
        values.append(tuple(worth))
    return Comparison(game, names, tuple(values))
