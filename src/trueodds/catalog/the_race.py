"""The Race: how it is narrated, played and drawn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ..game import Move, headline
from ..games.the_race import Standing, TheRace
from ..pictures import Grid
from .entry import Drawing, Entry, Field, Place, Rule
from .narrator import Event, Narrator, format_count
from .place import game_from


class TheRaceNarrator(Narrator):
    """The Race."""

    chances = True

    def standing(self, position: Any) -> str:
        """Both scores, for the player whose turn it is."""
        mine, other = (position.first, position.second)[:: 1 - 2 * position.seat]
        return f"You have {mine}, the opponent {other} (to win: {self.game.target})."

    def say(self, move: Any) -> str:
        """A number of tosses."""
        return format_count(move, "toss", "tosses")

    def question(self, position: Any, moves: Sequence[Move]) -> str:
        """How many tosses."""
        return f"how many tosses, 1 to {moves[-1]}"

    def tell(self, event: Event, who: str) -> str:
        """Tosses, and what they brought."""
        tosses, seat = event.move, event.position.seat
        said = f"{who}: {self.say(tosses)}. "
        if event.number:
            return said + ("Tails." if tosses == 1 else "Not all heads.")
        points = 1 if seat == 0 else 2 ** (tosses - 1)
        now = event.position[seat] + points
        return said + f"{'Heads' if tosses == 1 else 'All heads'}, {format_count(points, 'point')}, {now} now."


def _map(odds: bool) -> Callable[[Any], list[Grid]]:
    """By both scores, when the second player is to name a number: the odds, or how many tosses are best."""

    def draw(solution: Any) -> list[Grid]:
        import numpy as np

        game = solution.game
        cells = np.full((game.target, game.target), np.nan)
        for position in solution.model.positions:
            if position.seat == 1:
                best = min(solution.best_moves_at(position))
                cells[position.second, position.first] = solution.value_at(position) if odds else best
        names = "points of the first player", "points of the second player"
        scores = range(game.target)
        if odds:
            title = f"{headline(game)}: odds of the second player, to toss"
            return [Grid(title, *names, "chance to win", scores, scores, cells, even=True, blank="not possible")]
        title = f"{headline(game)}: tosses to name"
        classes = tuple(map(str, range(1, int(np.nanmax(cells)) + 1)))
        labels = np.nan_to_num(cells).astype(np.int64)
        return [Grid(title, *names, "tosses", scores, scores, cells, classes, labels, blank="not possible")]

    return draw


ENTRY = Entry(
    TheRace,
    "One tosses for a point, the other names tosses to risk (Project Euler 232).",
    text="The first player tosses once a turn; heads is a point. The second names a number T, tosses T times, and gets "
    "2^(T-1) points if all are heads. The odds are the second player's.",
    place=Place(
        (
            Field("me", "Points of the second player, who names a number: me."),
            Field("opponent", "Points of the first player."),
        ),
        lambda game, at: game_from(game, Standing(at["opponent"], at["me"], 1)),
    ),
    rules=(Rule("always N", lambda game, position, number: min(number, game.moves(position)[-1])),),
    narrator=TheRaceNarrator,
    pictures={"strategy": Drawing(_map(False)), "odds": Drawing(_map(True))},
    small={"target": 6},
    examples={
        "solve": ("--target 100",),
        "compare": ('--target 50 optimal "always 1" "all in"',),
        "play": ("--target 20", "--target 20 --seed 7"),
        "advise": ("--target 30 --me 10 --opponent 21",),
    },
    map=("second", "first"),
)
