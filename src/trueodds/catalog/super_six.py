"""Super Six: narration, opponents and pictures."""

from __future__ import annotations

from typing import Any

from ..game import describe_game
from ..games.rules import make_game_from
from ..games.super_six import Sticks, SuperSix
from ..pictures import Grid
from .entry import Drawing, Entry, Field, Place, Rule
from .narrator import Event, Narrator, format_count


class SuperSixNarrator(Narrator):
    """The narrator of Super Six."""

    chances = True

    def standing(self, position: Any) -> str:
        """Describe the sticks and the filled holes in the lid."""
        mine, other, filled, _, _ = position
        return f"You have {format_count(mine, 'stick')}, the opponent {other}; {filled} of 5 holes filled."

    def say_outcome(self, event: Event) -> str:
        """Describe where the stick went."""
        mine, _, filled, _, seat = event.position
        after = event.after
        if event.move == "stop":
            return ""
        if after is None:
            return "A six or an empty hole, the last stick is gone." if filled < 5 else "A six, the last stick is gone."
        if after.seat != seat:
            return f"A filled hole, a stick back, {mine + 1} now."
        return f"{'A six' if after.filled == filled else 'An empty hole'}, {format_count(mine - 1, 'stick')} left."


def _draw_strategy(solution: Any) -> list[Grid]:
    """Draw, for each number of filled holes, a map of when to roll again and when to stop."""
    import numpy as np

    rolled = [position for position in solution.model.positions if position.rolled]
    largest = max((max(position.mine, position.other) for position in rolled), default=1)
    grids = []
    for filled in sorted({position.filled for position in rolled}):
        cells = np.full((largest, largest), np.nan)
        tied = np.zeros(cells.shape, dtype=bool)
        for position in rolled:
            if position.filled == filled:
                best = solution.best_moves_at(position)
                cell = position.mine - 1, position.other - 1
                cells[cell] = 1 if "roll" in best else 2
                tied[cell] = len(best) > 1
        title = f"{describe_game(solution.game)}: {format_count(filled, 'hole')} filled"
        names = "sticks of the opponent", "my sticks", ""
        sticks = range(1, largest + 1)
        grids.append(Grid(title, *names, sticks, sticks, cells, ("roll", "stop"), blank="not possible", tied=tied))
    return grids


ENTRY = Entry(
    SuperSix,
    "Roll a die to get rid of your sticks (OEIS A349697).",
    text="Roll a die. A six removes one of your sticks for good. An empty hole takes one. A filled hole gives you its "
    "stick and ends your turn. Otherwise, stop or roll again. The first player without sticks wins.",
    place=Place(
        (
            Field("me", "My sticks; I have rolled and may stop.", 1),
            Field("other", "The opponent's sticks.", 1),
            Field("filled", "Shallow holes that hold a stick, 0 to 5."),
        ),
        lambda game, at: make_game_from(game, Sticks(at["me"], at["other"], at["filled"], True, 0)),
        implied=lambda at: {"sticks": max(at["me"], at["other"])},
        left_out=("sticks", "lid"),  # these describe only the start
    ),
    rules=(Rule("stop at N", lambda game, position, number: "stop" if position[2] >= number else "roll"),),
    narrator=SuperSixNarrator,
    pictures={"strategy": Drawing(_draw_strategy)},
    usual={"sticks": 4},
    small={"sticks": 2},
    examples={
        "solve": ("--sticks 4", "--sticks 2 --lid 0"),
        "compare": ('--sticks 4 optimal "stop at 4" "stop at 5"',),
        "play": ("--sticks 4", '--sticks 4 --opponent "stop at 4"'),
        "advise": ("--me 2 --other 3 --filled 4",),
    },
    map=("mine", "other", "filled"),
    labels={"mine": "sticks", "other": "opponent's sticks", "filled": "holes filled"},
)
