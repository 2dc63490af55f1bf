"""Pig: narration, opponents, pictures and the explore page."""

from __future__ import annotations

from typing import Any

from gmpy2 import mpq

from ..game import Move, Outcome, describe_game
from ..games.pig import Pig
from ..pictures import Grid
from .entry import Drawing, Entry, Field, Method, Rule, check_page_targets, make_race_page, make_race_place
from .narrator import Event, Narrator, describe_targets, format_count

_MAX_SIDES = 100  # maximum for a page, whose program tries all faces at each turn total


class PigNarrator(Narrator):
    """The narrator of Pig."""

    chances = True

    def standing(self, position: Any) -> str:
        """Describe the turn total and the saved points."""
        total, saved, other, seat = position
        return f"You have {saved} + {total} in this turn, the opponent {other} ({describe_targets(self.game, seat)})."

    def faces(self, position: Any, move: Move) -> list[Outcome]:
        """Return an outcome for each face, in order from 1, or the only outcome of holding."""
        outcomes = super().faces(position, move)
        if move == "hold":
            return outcomes
        # The outcomes are a 1, each other face that does not win, and all faces that win, merged into one.
        sides = self.game.sides
        return [Outcome(mpq(1, sides), *outcomes[min(face, len(outcomes)) - 1][1:]) for face in range(1, sides + 1)]

    def say_outcome(self, event: Event) -> str:
        """Describe the number on the die and its effect, or the points that holding saves."""
        total, saved, _, _ = event.position
        if event.move == "hold":
            return f"{format_count(total, 'point')} saved, {total + saved} now."
        face = event.number + 1
        if face == 1:
            return f"A 1, {format_count(total, 'point')} lost." if total else "A 1."
        return f"A {face}, {total + face} in this turn{': the target is reached' if event.after is None else ''}."


def _draw_hold(solution: Any) -> list[Grid]:
    """Draw the smallest attainable turn total at which to hold; a tie counts as holding."""
    import numpy as np

    game, grids = solution.game, []
    equal = game.target == game.opponent_target
    tables = solution.tables()[::2]  # only the tables of the smallest turn totals at which to hold
    for seat in range(1 if equal else 2):
        hold = solution.hold_at(seat)
        needs = hold.shape[0] - np.arange(hold.shape[0])[:, None]
        rows, columns = map(range, hold.shape)
        who = "" if equal else f", the {('first', 'second')[seat]} player"
        grids.append(
            Grid(
                f"{describe_game(game)}: the smallest turn total at which to hold{who}",
                "the opponent has saved",
                "I have saved",
                "turn total",
                columns,
                rows,
                np.where(hold >= needs, np.nan, hold),
                labels=np.where(hold >= needs, 0, hold),
                blank="roll until the game is won, or not possible",
                tied=tables[seat].tied,
            )
        )
    return grids


def _draw_odds(solution: Any) -> list[Grid]:
    import numpy as np

    game, bounds = solution.game, solution.bounds
    own, other = game.target, game.opponent_target
    cells = np.array([[sum(bounds.value(own - b, other - c)) / 2 for c in range(other)] for b in range(own)])
    title = f"{describe_game(game)}: odds of the player to roll"
    names = "the opponent has saved", "I have saved", "chance to win"
    return [Grid(title, *names, range(other), range(own), cells, even=True)]


def _check_page(game: Any) -> None:
    check_page_targets(game)
    if game.sides > _MAX_SIDES:
        raise ValueError(f"sides must be at most {_MAX_SIDES} for a page with a target above 20, not {game.sides:,}")


ENTRY = Entry(
    Pig,
    "Roll as long as you dare; a 1 loses the turn; the first to the target wins.",
    text="Each roll adds to the turn total. A 1 loses the turn total and ends the turn. Hold to save the turn total. "
    "Each turn begins with a roll.",
    methods={
        "turns": Method(
            "trueodds.fast.pig.solve:solve",
            "turn by turn, bounds before exact values",
            chunks=True,
            moves="trueodds.fast.pig.solve:solve_moves",
        )
    },
    answers={"turns": "trueodds.fast.pig.solution:PigSolution"},
    place=make_race_place(Field("turn_total", "Points I have rolled in this turn", default=0)),
    rules=(Rule("hold at N", lambda game, position, number: "hold" if position[0] >= number else "roll"),),
    narrator=PigNarrator,
    pictures={"strategy": Drawing(_draw_hold, "the smallest turn total at which to hold"), "odds": Drawing(_draw_odds)},
    page=make_race_page("trueodds.fast.pig", _check_page),
    map=("saved", "opponent_saved", "turn_total"),
    small={"target": 6},
    examples={
        "solve": ("--target 20", "--target 100"),
        "compare": ('--target 50 optimal "hold at 20" "hold at 25"',),
        "play": ("--target 50", '--target 100 --opponent "hold at 20"'),
        "advise": ("--me 30 --other 41 --turn-total 20",),
        "explore": ("", "--target 50 -o page.html"),
        "simulate": ('--first "hold at 20" --second "hold at 25" --seed 7',),
    },
)
