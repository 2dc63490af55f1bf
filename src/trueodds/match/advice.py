"""Advice at a position: what to do there, and by how much it is better than the rest."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..dispatch import solve, solve_moves
from ..exact.decimals import decimal
from ..game import Game, Move, Position
from ..games.coinball import Call, Coinball
from ..games.greed import Greed, Roll
from ..games.pig import Pig
from ..games.risk_or_safety import RiskOrSafety
from ..games.rules import Rules
from ..games.super_six import Sticks, SuperSix
from ..games.the_race import Standing, TheRace
from ..games.two_coins import Flip, TwoCoins
from ..runtime.executors import Progress
from ..solution import Solution
from .games import narrator_for
from .narrator import Narrator, listed, place


@dataclass(frozen=True)
class Advice:
    """What is best at a position.

    Attributes
    ----------
    words : Narrator
        The game's.
    solution : Solution
        Of this game, or of what is left of it.
    position
        In that solution.
    values : mapping
        What each legal move is worth to the player to move.
    """

    words: Narrator
    solution: Solution
    position: Any
    values: Mapping[Any, Any]

    @property
    def best_moves(self) -> list[Move]:
        """All best moves, in the game's order."""
        best = max(self.values.values())
        return [move for move, value in self.values.items() if value == best]

    def line(self) -> str:
        """What to do and by how much, in one line."""
        choices, worth = self.words.alternatives(self.position, self.values), self.words.worth
        ranked = sorted(set(choices.values()), reverse=True)
        best = [name for name, value in choices.items() if value == ranked[0]]
        said = f"{listed(best)}: {worth(ranked[0])}"
        if len(choices) == 1:
            return f"{said}, the only move"
        if len(best) > 1:
            said += ", exactly the same"
        if len(ranked) == 1:
            return said
        second = next(name for name, value in choices.items() if value == ranked[1])
        next_best = "next best " if len(choices) > 2 else ""
        return f"{said}; {next_best}{second}: {worth(ranked[1])}, that is {worth(ranked[0] - ranked[1])} less"

    def to_json(self) -> dict[str, Any]:
        """The same as plain data; fractions are text."""
        return {
            "advice": self.line(),
            "best_moves": [_plain(move) for move in self.best_moves],
            "moves": [
                {"move": _plain(move), "value": str(value), "decimal": decimal(value)}
                for move, value in self.values.items()
            ],
            "proved": self.solution.proof.proved,
            "method": self.solution.method,
            "proof": str(self.solution.proof),
        }


def advise(game: Game, place_asked: Mapping[str, Any], progress: Progress | None = None) -> Advice:
    """What to do at a position of one of the games that trueodds knows.

    Parameters
    ----------
    game : Game
        The rules. In Risk or Safety and Pig, the target is the asking player's.
    place_asked : mapping
        The position by names: ``me, opponent, open`` (Risk or Safety), ``me, opponent, turn_total`` (Pig),
        ``me, opponent, last`` (Greed), ``tosses_done, lead`` (Coinball), ``flips_done, score`` (Two coins),
        ``me, opponent`` (The Race), ``me, opponent, filled`` (Super Six, after a roll).
    progress : callable, optional
        As for `roads.solve`.

    Returns
    -------
    Advice

    Raises
    ------
    ValueError
        Not a position of this game.

    Examples
    --------
    >>> print(advise(RiskOrSafety(20), {"me": 12, "opponent": 7, "open": 1}).line())
    bank: 90.5 %; toss again, once: 89.85 %, that is 0.6461 % less
    """
    rest, position = _left(game, place_asked)
    solution = solve_moves(rest, progress=progress)
    return Advice(narrator_for(game), solution, position, solution.move_values(position, progress))


def advise_own(
    game: Game, position: str | None = None, progress: Progress | None = None, max_positions: int | None = None
) -> Advice:
    """What to do at a position of a game of one's own.

    Parameters
    ----------
    game : Game
        The rules.
    position : str, optional
        As it is printed; the start if left out.
    progress, max_positions
        As for `roads.solve`.

    Returns
    -------
    Advice

    Raises
    ------
    ValueError
        No position that can be reached is printed so.

    Examples
    --------
    >>> advise_own(TheRace(2), "(0, 0, 1)").values
    {1: mpq(88,135), 2: mpq(29,45)}
    """
    solution = solve(game, "general", progress, max_positions=max_positions)
    at = game.start if position is None else _found(solution.model.positions, position)
    return Advice(narrator_for(game), solution, at, solution.move_values(at))


def _found(positions: list[Position], text: str) -> Position:
    wanted = "".join(text.split())
    for position in positions:
        if wanted in ("".join(place(position).split()), "".join(repr(position).split())):
            return position
    raise ValueError(f"no position that can be reached is printed as {text[:60]!r}; the start is {place(positions[0])}")


def _left(game: Game, at: Mapping[str, Any]) -> tuple[Game, Any]:
    """What is left of a game at a position, as small as it is easily made, and where the position stands there."""
    if isinstance(game, RiskOrSafety):
        mine, other = game.needs((at["open"], at["me"], at["opponent"]))
        return RiskOrSafety(mine, other, game.heads), (at["open"], 0, 0, 0)
    if isinstance(game, Pig):
        mine, other = game.needs((at["turn_total"], at["me"], at["opponent"]))
        return Pig(mine, game.sides, other), (at["turn_total"], 0, 0, 0)
    if isinstance(game, Greed):
        return game, game.position(Roll(at["me"], at["opponent"], at["last"]))
    if isinstance(game, Coinball):
        return game, game.position(Call(at["tosses_done"], at["lead"], at["tosses_done"] % 2))
    if isinstance(game, TwoCoins):
        return game, game.position(Flip(at["flips_done"], at["score"]))
    if isinstance(game, TheRace):
        return _from(game, Standing(at["opponent"], at["me"], 1))
    if isinstance(game, SuperSix):
        return _from(game, Sticks(at["me"], at["opponent"], at["filled"], True, 0))
    raise TypeError(f"{game.name} has no names for its positions; take advise_own")


def _plain(move: Move) -> str | int:
    return move if isinstance(move, (str, int)) else place(move)


def _from(game: Game, position: Any) -> tuple[Game, Any]:
    """The game that begins at a position."""
    game.seat(position)  # checks it
    return Rules(position, game.moves, game.outcomes, game.seat, game.name), position
