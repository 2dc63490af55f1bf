"""Coinball: narration, opponents and pictures."""

from __future__ import annotations

from typing import Any

from ..games.coinball import Call, Coinball
from .entry import Drawing, Entry, Field, Method, Paper, Place, Rule
from .maps import draw_choices
from .narrator import Event, Narrator, format_count


class CoinballNarrator(Narrator):
    """The narrator of Coinball."""

    chances = True

    def standing(self, position: Any) -> str:
        """Describe the lead and the number of tosses left."""
        tosses_left = self.game.tosses - position.tosses
        lead = position.lead
        stand = "The score is even" if lead == 0 else f"You {'lead' if lead > 0 else 'trail'} by {abs(lead)}"
        return f"{stand}, {format_count(tosses_left, 'toss', 'tosses')} to go."

    def say_outcome(self, event: Event) -> str:
        """State whether the call was right, and who scores."""
        points = format_count(self.game.rush if event.move == "rush" else self.game.pass_points, "point")
        return f"A right call, {points}." if event.number == 0 else f"A wrong call, {points} for the opponent."


ENTRY = Entry(
    Coinball,
    "Call a fair coin for one point (rush) or two (pass); the higher score wins.",
    text="Players take turns calling a fair coin, for one point (rush) or two (pass). A right call wins the points; a "
    "wrong call gives them to the opponent. After all tosses the higher score wins; a draw counts as one half.",
    methods={"layers": Method("trueodds.fast.packed.coinball:solve", "layer by layer from the last toss")},
    answers={"layers": "trueodds.fast.packed.coinball:CoinballSolution"},
    place=Place(
        (
            Field("tosses_done", "Tosses done by both players together; it is my turn."),
            Field("lead", "My points minus the opponent's; may be negative.", minimum=None),
        ),
        lambda game, at: (game, game.position(Call(at["tosses_done"], at["lead"], at["tosses_done"] % 2))),
        implied=lambda at: {"value_seat": at["tosses_done"] % 2},
        left_out=("value_seat",),  # follows from the number of tosses
    ),
    rules=(
        Rule("always rush", lambda game, position, number: "rush"),
        Rule("always pass", lambda game, position, number: "pass"),
    ),
    narrator=CoinballNarrator,
    pictures={"strategy": Drawing(draw_choices("rush", "pass"))},
    papers=(Paper("coinball", "Coinball, a Riddler puzzle and its solution", "trueodds.claims.coinball:claims"),),
    small={"tosses": 6},
    examples={
        "solve": ("--tosses 100", "--tosses 100 --opponent always-rush --seat first"),
        "compare": ("--tosses 30 optimal always-rush always-pass",),
        "play": ('--tosses 10 --opponent "always rush"', "--tosses 10 --opponent always-pass --seat second"),
        "advise": ("--tosses 100 --tosses-done 90 --lead -3",),
    },
    map=("tosses", "lead"),
    labels={"tosses": "tosses done"},
)
