"""The Race: narration, opponents and pictures."""

from __future__ import annotations

from typing import Any

from ..games.rules import make_game_from
from ..games.the_race import Standing, TheRace
from .entry import Drawing, Entry, Field, Place, Rule
from .maps import draw_over_scores
from .narrator import Event, Narrator, format_count


class TheRaceNarrator(Narrator):
    """The narrator of The Race."""

    chances = True
    unit = ("toss", "tosses")

    def standing(self, position: Any) -> str:
        """Describe both scores, from the point of view of the player to move."""
        score, opponent_score = (position.first, position.second)[:: 1 - 2 * position.seat]
        return f"You have {score}, the opponent {opponent_score} (to win: {self.game.target})."

    def narrate(self, event: Event, who: str) -> str:
        """Describe the tosses and, if they score, the points and the new score."""
        tosses, seat = event.move, event.position.seat
        text = f"{who}: {self.say(tosses)}. "
        if event.number:
            return text + ("Tails." if tosses == 1 else "Not all heads.")
        points = 1 if seat == 0 else 2 ** (tosses - 1)
        now = event.position[seat] + points
        return text + f"{'Heads' if tosses == 1 else 'All heads'}, {format_count(points, 'point')}, {now} now."


_AXES = ("second", "points of the second player"), ("first", "points of the first player")


def _is_second(position: Any) -> bool:
    """Return whether the second player is to choose a number of tosses."""
    return bool(position.seat)


ENTRY = Entry(
    TheRace,
    "One player tosses once a turn; the other takes risks (Project Euler 232).",
    text="The first player tosses a coin once a turn; heads is one point. The second player chooses a number T, tosses "
    "T times, and scores 2^(T-1) points if all are heads. The odds are those of the second player.",
    place=Place(
        (
            Field("me", "My points; I am the second player."),
            Field("other", "Points of the first player."),
        ),
        lambda game, at: make_game_from(game, Standing(at["other"], at["me"], 1)),
    ),
    rules=(Rule("always N", lambda game, position, number: min(number, game.moves(position)[-1])),),
    narrator=TheRaceNarrator,
    pictures={
        "strategy": Drawing(draw_over_scores(*_AXES, "tosses to choose", "tosses", _is_second)),
        "odds": Drawing(draw_over_scores(*_AXES, "odds of the second player when about to toss", where=_is_second)),
    },
    small={"target": 6},
    examples={
        "solve": ("--target 100",),
        "compare": ('--target 50 optimal "always 1" "all in"',),
        "play": ("--target 20", "--target 20 --seed 7"),
        "advise": ("--target 30 --me 10 --other 21",),
    },
    map=("second", "first"),
    labels=dict(_AXES),
)
