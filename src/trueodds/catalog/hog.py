"""Hog: how it is narrated, played and drawn."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..game import Move, headline
from ..games.hog import Hog, Roll, free_points
from ..pictures import Grid
from .entry import Drawing, Entry, Field, Place, Rule
from .narrator import Event, Narrator, format_count
from .place import game_from


class HogNarrator(Narrator):
    """Hog.

    Examples
    --------
    >>> HogNarrator(Hog()).standing((30, 41, 0))
    'You have 30, the opponent 41 (to win: 100); without dice you get 5.'
    """

    chances = True

    def standing(self, position: Any) -> str:
        """Both scores, and what no dice are worth."""
        mine, other, _ = position
        free = free_points(other)
        return f"You have {mine}, the opponent {other} (to win: {self.game.target}); without dice you get {free}."

    def say(self, move: Any) -> str:
        """A number of dice."""
        return format_count(move, "die", "dice") if move else "no dice"

    def tell(self, event: Event, who: str) -> str:
        """Dice, and what they brought."""
        mine = event.position.score
        said = f"{who}: {self.say(event.move)}. "
        if event.payoff is not None:
            return said + "Enough points."
        points = event.after.opponent_score - mine
        if event.move == 0:
            return said + f"{format_count(points, 'point')}, {mine + points} now."
        what = "A 1" if event.number == 0 else f"A sum of {points}" if event.move > 1 else f"A {points}"
        return f"{said}{what}: {format_count(points, 'point')}, {mine + points} now."


def _map(odds: bool) -> Callable[[Any], list[Grid]]:
    """By both scores: the odds of the player to move, or how many dice are best, the fewest where several are."""

    def draw(solution: Any) -> list[Grid]:
        import numpy as np

        game = solution.game
        cells = np.full((game.target, game.target), np.nan)
        for position in solution.model.positions:
            best = min(solution.best_moves_at(position))
            cells[position.score, position.opponent_score] = solution.value_at(position) if odds else best + 1
        names, scores = ("the opponent's score", "my score"), range(game.target)
        if odds:
            title = f"{headline(game)}: odds of the player to move"
            return [Grid(title, *names, "chance to win", scores, scores, cells, even=True, blank="not possible")]
        classes = tuple(map(str, range(int(np.nanmax(cells)))))
        labels = np.nan_to_num(cells, nan=1.0).astype(np.int64) - 1
        title = f"{headline(game)}: dice to roll"
        return [Grid(title, *names, "dice", scores, scores, cells, classes, labels, blank="not possible")]

    return draw


def _always(game: Any, position: Any, number: int) -> Move:
    move: int = min(number, game.moves(position)[-1])
    return move


ENTRY = Entry(
    Hog,
    "Say how many dice to roll; any 1 makes the turn worth 1.",
    text="Roll none to ten dice at once: the sum counts, but with any 1 the turn is worth 1. Without dice it is worth "
    "one more than the largest digit of the opponent's score.",
    place=Place(
        (Field("me", "My points."), Field("opponent", "Points of the opponent.")),
        lambda game, at: game_from(game, Roll(at["me"], at["opponent"])),
    ),
    rules=(Rule("always N", _always),),
    narrator=HogNarrator,
    pictures={"strategy": Drawing(_map(False), "dice to roll"), "odds": Drawing(_map(True))},
    map=("score", "opponent_score"),
    small={"target": 6},
    examples={
        "solve": ("--target 40", "--target 100"),
        "compare": ('--target 30 optimal "always 4" "always 6"',),
        "play": ("--target 30", '--target 30 --against "always 4"'),
        "explore": ("--target 40",),
        "advise": ("--target 60 --me 30 --opponent 41",),
    },
)
