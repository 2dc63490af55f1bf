"""Compute exact results of given strategies: functions, mappings, solutions, and rules of thumb by name."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gmpy2 import mpq

from .catalog.rules import OPTIMAL, Always, find_rule
from .dispatch import choose_method, solve_moves
from .exact.decimals import format_decimal, number_to_json
from .game import Game, Rational, check_game, make_json_parameters
from .records import Record
from .runtime.executors import Progress
from .runtime.run import Run, check_progress
from .solution import Solution
from .solver.general import GeneralSolution, solve
from .solver.given_strategies import Followed, Strategy, is_one_player


def best_response(
    game: Game,
    strategy: Strategy | str,
    seat: int = 1,
    progress: Progress | None = None,
    max_positions: int | None = None,
) -> GeneralSolution:
    """Solve a game in which one player follows a given strategy and the other plays optimally against it.

    Parameters
    ----------
    game : Game
        The rules.
    strategy : str, callable, mapping or Solution
        The opponent's strategy: ``"optimal"``, a rule such as ``"hold at 20"``, a function or mapping from positions to
        moves, or a solution: its first best move is made or, if play need not end, the move from its ``move_at``.
    seat : int, default 1
        The opponent's seat, 0 or 1.
    progress, max_positions
        See `solve`.

    Returns
    -------
    GeneralSolution
        The solution of the game in which the opponent's positions have only the given move. Its value is for the
        seat ``game.value_seat``, by default 0.

    Raises
    ------
    ValueError
        The seat is not 0 or 1, the rule is unknown, or the strategy gives no legal move.
    NotProved
        With this strategy the game may never end, and ``game.infinite_play`` is None.

    See Also
    --------
    duel : Compute the odds if both strategies are given.
    compare : Compare several strategies with each other.
    solve : Solve a game without given strategies.

    Examples
    --------
    Against a player who always goes for all points at once:

    >>> import trueodds
    >>> trueodds.best_response(trueodds.RiskOrSafety(target=3), "all in").value
    mpq(56,99)
    """
    if seat not in (0, 1):
        raise ValueError(f"seat must be 0 or 1, not {seat!r}")
    return _solve_followed(game, {seat: strategy}, progress, max_positions)


def duel(
    game: Game,
    first: Strategy | str,
    second: Strategy | str,
    progress: Progress | None = None,
    max_positions: int | None = None,
) -> GeneralSolution:
    """Compute the exact odds if both players follow given strategies.

    Parameters
    ----------
    game : Game
        The rules.
    first, second : str, callable, mapping or Solution
        The strategies of seats 0 and 1, in any form that `best_response` accepts.
    progress, max_positions
        See `solve`.

    Returns
    -------
    GeneralSolution
        The solution of the game with these strategies. Its value is for the seat ``game.value_seat``, by default 0.

    Raises
    ------
    ValueError
        A rule is unknown, or a strategy gives no legal move.
    NotProved
        With these strategies the game may never end, and ``game.infinite_play`` is None.

    See Also
    --------
    best_response : Compute the odds if one strategy is given.
    compare : Compare several strategies with each other.
    simulate : Play a game many times with given strategies.

    Examples
    --------
    >>> import trueodds
    >>> trueodds.duel(trueodds.RiskOrSafety(target=3), "always 1", "optimal").value
    mpq(15166,30375)
    """
    return _solve_followed(game, {0: first, 1: second}, progress, max_positions)


def _solve_followed(
    game: Game, strategies: Mapping[int, Strategy | str], progress: Progress | None, max_positions: int | None
) -> GeneralSolution:
    """Return the solution of the game in which each seat in `strategies` follows its strategy."""
    players = find_players(game, list(strategies.values()), progress, max_positions)
    followed = Followed(game, dict(zip(strategies, players, strict=True)))
    solution = solve(followed, Run(progress=progress, max_positions=max_positions))
    check_was_legal(players)
    return solution


@dataclass(frozen=True, eq=False)
class Comparison(Record):
    """The values of strategies against each other, shown as a table by ``print`` and in notebooks.

    Attributes
    ----------
    game : Game
        The rules.
    names : tuple of str
        The names of the strategies.
    values : tuple of tuples of mpq
        The values for seat 0: a row for each strategy of that seat, and a column for each strategy of the opponent. In
        a game for one player each row has one value.
    one_player : bool
        Whether seat 1 never moves or, if the game is too large to explore, never moves if both players follow the first
        strategy.
    """

    game: Game
    names: tuple[str, ...]
    values: tuple[tuple[Rational, ...], ...]
    one_player: bool

    def value(self, first: str, second: str | None = None) -> Rational:
        """Return the value for seat 0.

        Parameters
        ----------
        first, second : str
            The strategies of seats 0 and 1; in a game for one player, omit `second`.

        Raises
        ------
        ValueError
            A strategy is unknown, or the number of strategies is wrong for the game.
        """
        row = self.values[self._index(first)]
        if self.one_player:
            if second is not None:
                raise ValueError(f"{self.game.name} is a game for one player; there is no second strategy")
            return row[0]
        if second is None:
            raise ValueError(f"{self.game.name} is a game for two players; give a second strategy")
        return row[self._index(second)]

    def in_both_seats(self, one: str, other: str) -> Rational:
        """Return the value of a strategy against another if a fair coin decides which of them has seat 0.

        Raises
        ------
        ValueError
            A strategy is unknown, or the game is for one player.
        """
        return (self.value(one, other) + 1 - self.value(other, one)) / 2

    def average(self, name: str) -> Rational:
        """Return the mean value of a strategy against all other strategies, in both seats, or 1/2 if there are none.

        Raises
        ------
        ValueError
            The strategy is unknown, or the game is for one player.
        """
        others = [other for other in self.names if other != name] or [name]
        return sum((self.in_both_seats(name, other) for other in others), mpq(0)) / len(others)

    def records(self) -> list[dict[str, Any]]:
        """Return rows for pandas and similar libraries: ``first``, ``second``, ``value`` and ``decimal`` of each pair.

        In a game for one player there is a row for each strategy, without ``second``.
        """
        return [names | {"value": str(value), "decimal": format_decimal(value)} for names, value in self._pairs()]

    def to_json(self) -> dict[str, Any]:
        """Return the table as plain data for JSON."""
        return {
            "game": self.game.name,
            "parameters": make_json_parameters(self.game),
            "one_player": self.one_player,
            "strategies": list(self.names),
            "rows": [names | {"value": number_to_json(value)} for names, value in self._pairs()],
        }

    def __str__(self) -> str:
        from .views.text import format_comparison  # imported only when needed

        return format_comparison(self.game, self._table(), self.one_player)

    def _repr_html_(self) -> str:
        from .views.html import render_comparison  # imported only when needed

        return render_comparison(self.game, self._table(), self.one_player)

    def _pairs(self) -> Iterator[tuple[dict[str, str], Rational]]:
        """Yield the names of each pair, and its value."""
        columns = [{}] if self.one_player else [{"second": name} for name in self.names]
        for first, row in zip(self.names, self.values, strict=True):
            for second, value in zip(columns, row, strict=True):
                yield {"first": first, **second}, value

    def _table(self) -> dict[str, tuple[Rational, ...]]:
        """Map each strategy of seat 0 to its values and, in a game for two players, its average."""
        more = {name: () if self.one_player else (self.average(name),) for name in self.names}
        return {name: (*row, *more[name]) for name, row in zip(self.names, self.values, strict=True)}

    def _index(self, name: str) -> int:
        if name not in self.names:
            raise ValueError(f"the strategy must be one of {', '.join(self.names)}, not {name!r}")
        return self.names.index(name)


def compare(
    game: Game,
    strategies: Mapping[str, Strategy | str] | Sequence[str],
    progress: Progress | None = None,
    max_positions: int | None = None,
) -> Comparison:
    """Compute the exact value of each strategy against every strategy, including itself, in both seats.

    Parameters
    ----------
    game : Game
        The rules. In a game for one player each strategy plays alone.
    strategies : mapping of str to Strategy, or sequence of str
        A mapping from the names that the table shows to strategies in any form that `duel` accepts, or a sequence of
        names: ``"optimal"``, and rules such as ``"hold at 20"``.
    progress : callable, optional
        Called with ``("duels", done, duels)``, and as for `solve` if ``"optimal"`` is among the strategies.
    max_positions : int, optional
        The largest number of positions allowed, by default 1,000,000.

    Returns
    -------
    Comparison

    Raises
    ------
    TypeError, ValueError
        There are no strategies, a name is not text or is given twice, or a strategy is invalid.
    NotProved
        With some pair of strategies the game may never end, and ``game.infinite_play`` is None.

    See Also
    --------
    duel : Compute the odds for two strategies.
    best_response : Compute the best response to a strategy.

    Examples
    --------
    >>> import trueodds
    >>> found = trueodds.compare(trueodds.RiskOrSafety(target=3), ["optimal", "always 1", "all in"])
    >>> found.value("optimal", "all in"), found.value("all in", "optimal")
    (mpq(56,99), mpq(50,99))
    """
    check_game(game)
    check_progress(progress)
    named = _name_strategies(strategies)
    names, players = tuple(named), find_players(game, list(named.values()), progress, max_positions)
    values: list[tuple[Rational, ...]] = []
    one_player: bool | None = None
    for row, first in enumerate(players):
        row_values: list[Rational] = []
        for column, second in enumerate(players):
            if progress:
                progress("duels", row * len(names) + column, len(names) ** 2)
            solved: Any = solve(Followed(game, {0: first, 1: second}), Run(max_positions=max_positions))
            if one_player is None:
                one_player = is_one_player(game, solved.model, max_positions)
            row_values.append(solved.value if game.value_seat == 0 else 1 - solved.value)
            if one_player:
                break
        values.append(tuple(row_values))
    check_was_legal(players)
    return Comparison(game, names, tuple(values), bool(one_player))


def _name_strategies(strategies: object) -> dict[str, Any]:
    """Return strategies by the names that the table shows."""
    argument = strategies
    if isinstance(strategies, Sequence) and not isinstance(strategies, str):
        words = [" ".join(name.split()) if isinstance(name, str) else name for name in strategies]
        twice = [name for at, name in enumerate(words) if name in words[:at]]
        if twice:
            raise ValueError(f"strategies must differ, but {twice[0]!r} is given twice")
        strategies = dict(zip(words, words, strict=True)) if all(isinstance(name, str) for name in words) else None
    if not isinstance(strategies, Mapping) or not strategies or not all(isinstance(name, str) for name in strategies):
        raise TypeError(
            "strategies must be a list of names, such as ['optimal', 'always 1'], or a mapping such as "
            f"{{'optimal': solve(game), 'bold': function}}, not {argument!r:.80}"
        )
    return dict(strategies)


def find_players(
    game: Game,
    strategies: Sequence[Strategy | str],
    progress: Progress | None,
    max_positions: int | None = None,
    solve: Callable[..., Any] = solve_moves,
) -> list[Strategy]:
    """Return the strategies that are given or named; solve the game at most once."""
    check_game(game)
    best: Solution | None = None
    players: list[Strategy] = []
    for strategy in strategies:
        if not isinstance(strategy, str):
            players.append(strategy)
        elif strategy.strip().lower() == OPTIMAL:
            limited = choose_method(game, None, Run()).limited
            best = best or solve(game, progress=progress, max_positions=max_positions if limited else None)
            players.append(best)
        else:
            players.append(find_rule(game, strategy))
    return players


def check_was_legal(players: Sequence[Strategy]) -> None:
    """Raise ValueError if the non-numeric move of a rule ``always MOVE`` was never legal."""
    for player in players:
        if isinstance(player, Always):
            player.check_was_legal()
