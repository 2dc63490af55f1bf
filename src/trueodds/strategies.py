"""Strategies against each other, exactly: functions, mappings, solutions, and rules of thumb by name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gmpy2 import mpq

from .catalog.opponents import OPTIMAL
from .catalog.rules import Always, named_rule
from .dispatch import solve_moves
from .exact.decimals import decimal
from .game import Game, Rational, check_game, json_parameters
from .records import Record
from .runtime.executors import Progress
from .runtime.run import Run, check_progress
from .solution import Solution
from .solver.general import GeneralSolution, solve
from .solver.given_strategies import Followed, Strategy
from .solver.model import MAX_POSITIONS


def best_response(
    game: Game,
    strategy: Strategy | str,
    seat: int = 1,
    progress: Progress | None = None,
    max_positions: int = MAX_POSITIONS,
) -> GeneralSolution:
    """The best that a player can do against an opponent whose strategy is known.

    Parameters
    ----------
    game : Game
        The rules.
    strategy : str, callable, mapping or Solution
        The opponent's move at each position: ``"optimal"``, a rule such as ``"hold at 20"``, a function from the
        position to the move, a mapping, or a solution, of which the first best move is made.
    seat : int
        The opponent's seat: 0 moves first, 1 is the other.
    progress, max_positions
        As for `solve`.

    Returns
    -------
    GeneralSolution
        At the opponent's positions the only move is the given one.

    Raises
    ------
    ValueError
        The seat is not 0 or 1, there is no such rule, or the strategy names an illegal move; the message says where.

    See Also
    --------
    duel : Both strategies given.
    compare : Several strategies, each against each.
    solve : No strategy given.

    Examples
    --------
    Against someone who always goes for all points at once:

    >>> import trueodds
    >>> best_response(trueodds.RiskOrSafety(target=3), "all in").value
    mpq(56,99)
    """
    if seat not in (0, 1):
        raise ValueError(f"seat must be 0 (moves first) or 1, not {seat!r}")
    return _solve_followed(game, {seat: strategy}, progress, max_positions)


def duel(
    game: Game,
    first: Strategy | str,
    second: Strategy | str,
    progress: Progress | None = None,
    max_positions: int = MAX_POSITIONS,
) -> GeneralSolution:
    """The exact odds if both players follow given strategies.

    Parameters
    ----------
    game : Game
        The rules.
    first, second : str, callable, mapping or Solution
        The strategies of seat 0, who moves first, and of seat 1; as for `best_response`.
    progress, max_positions
        As for `solve`.

    Returns
    -------
    GeneralSolution

    Raises
    ------
    ValueError
        There is no such rule, or a strategy names an illegal move; the message says where.
    NotProved
        With these strategies the game can go on for ever.

    See Also
    --------
    best_response : The best against one given strategy.
    compare : Several strategies, each against each.
    simulate : The same by playing.

    Examples
    --------
    >>> import trueodds
    >>> duel(trueodds.RiskOrSafety(target=3), "always 1", "optimal").value
    mpq(15166,30375)
    """
    return _solve_followed(game, {0: first, 1: second}, progress, max_positions)


def _solve_followed(
    game: Game, strategies: Mapping[int, Strategy | str], progress: Progress | None, max_positions: int
) -> GeneralSolution:
    """Return the solution in which these seats follow their strategies."""
    players = _players(game, list(strategies.values()), progress)
    followed = Followed(game, dict(zip(strategies, players, strict=True)))
    found = solve(followed, Run(progress=progress, max_positions=max_positions))
    _check_used(players)
    return found


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
        By the strategy of the player who moves first, then by that of the other player: the value for the player who
        moves first. In a game for one player each row has one value.
    one_player : bool
        Whether only the player who moves first ever moves.
    """

    game: Game
    names: tuple[str, ...]
    values: tuple[tuple[Rational, ...], ...]
    one_player: bool = False

    def value(self, first: str, second: str | None = None) -> Rational:
        """The value for the player who moves first.

        Parameters
        ----------
        first, second : str
            The strategies of the player who moves first and of the other, who must be left out if there is none.

        Raises
        ------
        ValueError
            No such strategy, or one too many or too few for the game.
        """
        row = self.values[self._place(first)]
        if self.one_player:
            if second is not None:
                raise ValueError(f"{self.game.name} is a game for one player: there is no second strategy {second!r}")
            return row[0]
        if second is None:
            raise ValueError(f"{self.game.name} is a game for two: name the second player's strategy too")
        return row[self._place(second)]

    def in_both_seats(self, one: str, other: str) -> Rational:
        """The value for a strategy against another if a fair coin decides which moves first.

        Raises
        ------
        ValueError
            No such strategy, or a game for one player.
        """
        return (self.value(one, other) + 1 - self.value(other, one)) / 2

    def average(self, name: str) -> Rational:
        """The mean of a strategy's values against all the others, in both seats; 1/2 if there are none.

        Raises
        ------
        ValueError
            No such strategy, or a game for one player.
        """
        others = [self.in_both_seats(name, other) for other in self.names if other != name]
        return sum(others, mpq(0)) / len(others) if others else mpq(1, 2)

    def records(self) -> list[dict[str, Any]]:
        """A row for each pair, for pandas and the like: ``first``, ``second``, ``value`` as text, ``decimal``.

        In a game for one player there is a row for each strategy, without ``second``.
        """
        return [
            {"first": first, **second, "value": str(value), "decimal": decimal(value)}
            for first, row in zip(self.names, self.values, strict=True)
            for second, value in zip(self._columns(), row, strict=True)
        ]

    def to_json(self) -> dict[str, Any]:
        """The table as plain data for JSON; exact numbers are text."""
        return {
            "game": self.game.name,
            "parameters": json_parameters(self.game),
            "one_player": self.one_player,
            "strategies": list(self.names),
            "rows": self.records(),
        }

    def __str__(self) -> str:
        from .views.text import comparison  # opened only when it is to be shown

        return comparison(self.game, self._table(), self.one_player)

    def _repr_html_(self) -> str:
        from .views.html import comparison  # as above

        return comparison(self.game, self._table(), self.one_player)

    def _columns(self) -> list[dict[str, str]]:
        return [{}] if self.one_player else [{"second": name} for name in self.names]

    def _table(self) -> dict[str, tuple[Rational, ...]]:
        """By the strategy of the player who moves first: the values against each, and the average."""
        more = {name: () if self.one_player else (self.average(name),) for name in self.names}
        return {name: (*row, *more[name]) for name, row in zip(self.names, self.values, strict=True)}

    def _place(self, name: str) -> int:
        if name not in self.names:
            raise ValueError(f"strategies are {', '.join(self.names)}, not {name!r}")
        return self.names.index(name)


def compare(
    game: Game,
    strategies: Mapping[str, Strategy | str] | Sequence[str],
    progress: Progress | None = None,
    max_positions: int = MAX_POSITIONS,
) -> Comparison:
    """Let each strategy play against each, itself included, in both seats, and tell the exact values.

    Parameters
    ----------
    game : Game
        The rules. In a game for one player each strategy plays alone.
    strategies : mapping of str to Strategy, or sequence of str
        By the names that the table shows; each as for `duel`. Or the names alone: ``"optimal"``, and rules such as
        ``"hold at 20"``.
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
    >>> found = compare(trueodds.RiskOrSafety(target=3), ["optimal", "always 1", "all in"])
    >>> found.value("optimal", "all in"), found.value("all in", "optimal")
    (mpq(56,99), mpq(50,99))
    """
    check_game(game)
    check_progress(progress)
    named = _name(strategies)
    names, players = tuple(named), _players(game, list(named.values()), progress)
    values: list[tuple[Rational, ...]] = []
    alone = False
    for row, first in enumerate(players):
        worth: list[Rational] = []
        for column, second in enumerate(players):
            if progress:
                progress("duels", row * len(names) + column, len(names) ** 2)
            solved = solve(Followed(game, {0: first, 1: second}), Run(max_positions=max_positions))
            alone = solved.one_player
            worth.append(solved.value if game.value_seat == 0 else 1 - solved.value)
            if alone:
                break
        values.append(tuple(worth))
    _check_used(players)
    return Comparison(game, names, tuple(values), alone)


def _name(strategies: object) -> dict[str, Any]:
    """Strategies by the names that a table shows."""
    if isinstance(strategies, Sequence) and not isinstance(strategies, str):
        words = [" ".join(one.split()) if isinstance(one, str) else one for one in strategies]
        twice = [one for at, one in enumerate(words) if one in words[:at]]
        if twice:
            raise ValueError(f"strategies: {twice[0]!r} is there twice")
        strategies = dict(zip(words, words, strict=True))
    if not isinstance(strategies, Mapping) or not strategies or not all(isinstance(one, str) for one in strategies):
        raise TypeError(
            "strategies must be names, such as ['optimal', 'always 1'], or a mapping such as "
            "{'optimal': solve(game), 'bold': function}"
        )
    return dict(strategies)


def _players(game: Game, strategies: Sequence[Strategy | str], progress: Progress | None) -> list[Strategy]:
    """Strategies as they are followed; the optimal one is looked for once."""
    check_game(game)
    best: Solution | None = None
    found: list[Strategy] = []
    for told in strategies:
        if not isinstance(told, str):
            found.append(told)
        elif told.strip() == OPTIMAL:
            best = best or solve_moves(game, progress=progress)
            found.append(best)
        else:
            found.append(named_rule(game, told))
    return found


def _check_used(players: Sequence[Strategy]) -> None:
    """Refuse a rule that names a move which was legal nowhere."""
    for one in players:
        if isinstance(one, Always):
            one.check_used()
