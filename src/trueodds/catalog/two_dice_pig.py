"""Two-dice Pig: narration, opponents and pictures."""

from __future__ import annotations

from typing import Any

from ..game import Move, describe_game
from ..games.rules import make_game_from
from ..games.two_dice_pig import TwoDicePig
from ..pictures import Grid
from .entry import Drawing, Entry, Field, Place, Rule
from .maps import draw_over_scores
from .narrator import Event, Narrator, format_count


class TwoDicePigNarrator(Narrator):
    """The narrator of Two-dice Pig."""

    chances = True

    def standing(self, position: Any) -> str:
        """Describe the turn total and the saved points."""
        total, saved, other, _ = position
        return f"You have {saved} + {total} in this turn, the opponent {other} (to win: {self.game.target})."

    def say_outcome(self, event: Event) -> str:
        """Describe the roll and its effect, or the points that holding saves."""
        total, saved, _, _ = event.position
        if event.move == "hold":
            return f"{format_count(total, 'point')} saved, {total + saved} now."
        if event.payoff is not None:
            return "The target is reached."
        if event.number == 0:
            return f"Two 1s, {format_count(saved + total, 'point')} lost."
        if event.number == 1:
            return f"A 1, {format_count(total, 'point')} lost." if total else "A 1."
        now = event.after.turn_total
        return f"A sum of {now - total}, {now} in this turn."


def _draw_strategy(solution: Any) -> list[Grid]:
    """Draw the smallest attainable turn total at which to hold; a tie counts as holding."""
    import numpy as np

    game = solution.game
    cells = np.full((game.target, game.target), np.nan)
    for position in solution.model.positions:
        if position.turn_total and "hold" in solution.best_moves_at(position):
            at = position.saved, position.opponent_saved
            cells[at] = np.fmin(cells[at], position.turn_total)
    scores = range(game.target)
    labels = np.nan_to_num(cells).astype(np.int64)
    title = f"{describe_game(game)}: the smallest turn total at which to hold"
    names = "the opponent has saved", "I have saved", "turn total"
    return [
        Grid(title, *names, scores, scores, cells, labels=labels, blank="roll until the game is won, or not possible")
    ]


_ODDS = draw_over_scores(
    ("saved", "I have saved"),
    ("opponent_saved", "the opponent has saved"),
    "odds of the player to roll",
    where=lambda position: position.turn_total == 0,
)


def _hold_at(game: Any, position: Any, number: int) -> Move:
    return "hold" if position[0] >= number else "roll"


ENTRY = Entry(
    TwoDicePig,
    "Roll two dice as long as you dare; a 1 loses the turn, two 1s everything.",
    text="Each roll of two dice adds to the turn total. A single 1 loses the turn total and ends the turn. Two 1s also "
    "lose the saved points. Hold to save the turn total. Each turn begins with a roll.",
    place=Place(
        (
            Field("me", "Points I have saved."),
            Field("other", "Points the opponent has saved."),
            Field("turn_total", "Points I have rolled in this turn", default=0),
        ),
        lambda game, at: make_game_from(game, (at["turn_total"], at["me"], at["other"], 0)),
    ),
    rules=(Rule("hold at N", _hold_at),),
    narrator=TwoDicePigNarrator,
    pictures={"odds": Drawing(_ODDS), "strategy": Drawing(_draw_strategy, "the smallest turn total at which to hold")},
    usual={"target": 30},
    small={"target": 12},
    examples={
        "solve": ("--target 20",),
        "compare": ('--target 30 optimal "hold at 10" "hold at 20"',),
        "play": ("--target 20", '--target 20 --opponent "hold at 12"'),
        "advise": ("--target 20 --me 5 --other 15 --turn-total 9",),
    },
    map=("saved", "opponent_saved", "turn_total"),
)
