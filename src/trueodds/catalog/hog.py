"""Hog: narration, opponents and pictures."""

from __future__ import annotations

from typing import Any

from ..game import Move
from ..games.hog import Hog, Roll, count_free_points
from ..games.rules import make_game_from
from .entry import Drawing, Entry, Field, Place, Rule
from .maps import draw_over_scores
from .narrator import Event, Narrator, format_count


class HogNarrator(Narrator):
    """The narrator of Hog."""

    chances = True
    unit = ("die", "dice")

    def standing(self, position: Any) -> str:
        """Describe both scores and the points of a turn without dice."""
        score, other, _ = position
        free = count_free_points(other)
        return f"You have {score}, the opponent {other} (to win: {self.game.target}); without dice you get {free}."

    def narrate(self, event: Event, who: str) -> str:
        """Describe the number of dice and the result of the turn."""
        score = event.position.score
        text = f"{who}: {self.say(event.move)}. "
        if event.payoff is not None:
            return text + "The target is reached."
        points = event.after.opponent_score - score
        if event.move == 0:
            return text + f"{format_count(points, 'point')}, {score + points} now."
        what = "A 1" if event.number == 0 else f"A sum of {points}" if event.move > 1 else f"A {points}"
        return f"{text}{what}: {format_count(points, 'point')}, {score + points} now."


_AXES = ("score", "my score"), ("opponent_score", "the opponent's score")


def _always(game: Any, position: Any, number: int) -> Move:
    move: int = min(number, game.moves(position)[-1])
    return move


ENTRY = Entry(
    Hog,
    "Choose how many dice to roll; any 1 makes the turn worth 1.",
    text="Roll up to ten dice at once. The turn is worth their sum, or 1 if any die shows a 1. A turn without dice is "
    "worth one more than the largest digit of the opponent's score. The first player to reach the target wins.",
    place=Place(
        (Field("me", "My points."), Field("other", "Points of the opponent.")),
        lambda game, at: make_game_from(game, Roll(at["me"], at["other"])),
    ),
    rules=(Rule("always N", _always),),
    narrator=HogNarrator,
    pictures={
        "strategy": Drawing(draw_over_scores(*_AXES, "dice to roll", "dice"), "dice to roll"),
        "odds": Drawing(draw_over_scores(*_AXES, "odds of the player to move")),
    },
    map=("score", "opponent_score"),
    small={"target": 6},
    examples={
        "solve": ("--target 40", "--target 100"),
        "compare": ('--target 30 optimal "always 4" "always 6"',),
        "play": ("--target 30", '--target 30 --opponent "always 4"'),
        "explore": ("--target 40",),
        "advise": ("--target 60 --me 30 --other 41",),
    },
)
