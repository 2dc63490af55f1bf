"""Two coins: narration and pictures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..game import Move, describe_game
from ..games.two_coins import Flip, TwoCoins
from ..pictures import Grid
from .entry import Drawing, Entry, Field, Method, Paper, Place
from .maps import draw_choices, find_used_columns
from .narrator import Event, Narrator, format_count


class TwoCoinsNarrator(Narrator):
    """The narrator of Two coins, a game for one player."""

    chances = True

    def standing(self, position: Any) -> str:
        """Describe the score and the number of flips left."""
        flips = self.game.flips - position.flips
        return (
            f"Your score is {position.score}, {format_count(flips, 'flip')} to go ({self.game.threshold} or more wins)."
        )

    def say(self, move: Move) -> str:
        """Return the name of a coin."""
        return f"coin {move}"

    def question(self, position: Any, moves: Sequence[Move]) -> str:
        """Ask for a coin."""
        return f"coin A for {self.game.value_a} or coin B for {self.game.value_b}"

    def say_outcome(self, event: Event) -> str:
        """Describe the flip and the new score."""
        value = self.game.value_a if event.move == "A" else self.game.value_b
        score = event.position.score + (value if event.number == 0 else -value)
        return f"{'Tails' if event.number else 'Heads'}, the score is {score}."


def _draw_odds(solution: Any) -> list[Grid]:
    import numpy as np

    table = solution.tables()[0]
    cells = np.full(table.cells.shape, np.nan)
    for done, column in zip(*np.nonzero(table.cells), strict=True):
        cells[done, column] = float(solution.value_at((table.rows[done], table.columns[column])))
    columns = find_used_columns(~np.isnan(cells))
    title = f"{describe_game(solution.game)}: chance to win"
    names = "score", "flips done", "chance to win"
    across, blank = table.columns[columns], "decided or not possible"
    return [Grid(title, *names, across, table.rows, cells[:, columns], even=True, blank=blank)]


ENTRY = Entry(
    TwoCoins,
    "Flip coin A for one point or coin B for two; a positive score wins.",
    text="Before each flip, choose a coin. Heads wins its value; tails loses it. The final score decides.",
    methods={"layers": Method("trueodds.fast.packed.two_coins:solve", "layer by layer from the last flip")},
    answers={"layers": "trueodds.fast.packed.two_coins:TwoCoinsSolution"},
    place=Place(
        (
            Field("flips_done", "Flips done."),
            Field("score", "My score so far; may be negative.", minimum=None),
        ),
        lambda game, at: (game, game.position(Flip(at["flips_done"], at["score"]))),
    ),
    narrator=TwoCoinsNarrator,
    pictures={
        "strategy": Drawing(draw_choices("A", "B")),
        "odds": Drawing(_draw_odds),
        "curve": Drawing(
            "trueodds.research.two_coins_curve:draw_curve", "odds over p, coin A's chance of heads", sweep=True
        ),
    },
    map=("flips", "score"),
    labels={"flips": "flips done"},
    papers=(Paper("two-coins", "Two coins, a Riddler puzzle and its solution", "trueodds.claims.two_coins:claims"),),
    small={"flips": 5},
    examples={
        "solve": ("--flips 100 --heads 1/2", "--flips 20 --heads 3/5"),
        "compare": ('--flips 20 optimal "always A" "always B"',),
        "play": ("--flips 10", "--flips 10 --heads 2/5"),
        "advise": ("--flips 100 --flips-done 90 --score -2",),
    },
)
