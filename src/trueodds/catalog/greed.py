"""Greed: narration, opponents and pictures."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gmpy2 import mpq, mpz

from ..exact.distributions import count_sums
from ..game import Outcome, describe_game
from ..games.greed import Greed, GreedRoll
from ..pictures import Grid
from .entry import Drawing, Entry, Field, Method, Paper, Place, Rule
from .maps import draw_numbers
from .narrator import Event, Narrator


class GreedNarrator(Narrator):
    """The narrator of Greed."""

    chances = True
    unit = ("die", "dice")

    def standing(self, position: Any) -> str:
        """Describe both scores, and whether this is the last turn."""
        last = " This is your last turn." if position.last else ""
        return f"You have {position.score}, the opponent {position.opponent_score} (limit {self.game.limit}).{last}"

    def faces(self, position: Any, move: Any) -> list[Outcome]:
        """Return an outcome for each sum of the dice, from all ones upward."""
        if not move:
            return super().faces(position, move)
        game = self.game
        here, rolls = game.position(position), mpz(game.sides) ** game.dice(position, move)
        return [
            Outcome(mpq(count, rolls), *_apply_score(game, here, here.score + move + extra))
            for extra, count in enumerate(count_sums(move, game.sides, move * game.sides)[move:])
        ]

    def narrate(self, event: Event, who: str) -> str:
        """Describe the number of dice and, if there are any, their sum and the new score."""
        here, dice = event.position, event.move
        text = f"{who}: {self.say(dice)}. "
        if dice == 0:
            return text.rstrip() if here.last else text + "The last turn."
        total = dice + event.number
        over = ", over the limit" if here.score + total > self.game.limit else ""
        return f"{text}{f'A {total}' if dice == 1 else f'A sum of {total}'}, the score is {here.score + total}{over}."


def _apply_score(game: Greed, here: GreedRoll, score: int) -> tuple[Any, Any]:
    """Return the next position and the payoff after a roll; one of them is None."""
    if score > game.limit:
        return None, mpq(here.seat)
    if not here.last:
        return GreedRoll(here.opponent_score, score, False, 1 - here.seat), None
    if score == here.opponent_score:
        return None, mpq(1, 2)
    return None, mpq((score > here.opponent_score) == (here.seat == 0))


def _stop_at(game: Any, position: Any, number: int) -> int:
    """Return the number of dice whose mean sum brings the score nearest to N, or 0 if the score is at least N.

    If two numbers of dice bring it equally near, return the larger. In the last turn, the opponent's score plus 1
    replaces N. If the score is below N, at least 1 die is rolled, but the number of dice never exceeds the limit minus
    the score.
    """
    score, other, last, _ = position
    aim = other + 1 if last else number
    if score >= aim:
        return 0
    average_twice = game.sides + 1
    dice = (4 * (aim - score) + average_twice) // (2 * average_twice)
    return int(min(max(1, dice), game.limit - score))


_TURNS = ("normal turns", "the last turn")


def _draw_dice(*turns: bool) -> Callable[[Any], list[Grid]]:
    """Return a function that draws the best numbers of dice in the given turns: normal (False) or last (True)."""

    def draw(solution: Any) -> list[Grid]:
        title = f"{describe_game(solution.game)}: dice to roll in "
        return [draw_numbers(solution.tables()[last], title + _TURNS[last], "dice") for last in turns]

    return draw


def _draw_odds(solution: Any) -> list[Grid]:
    """Draw the rating of each position, as the paper calls its value for the player to roll."""
    import numpy as np

    grids = []
    for last, turns in enumerate(_TURNS):
        table = solution.tables()[last]
        ratings = np.array([[float(value) for value in row] for row in solution.ratings(bool(last))])
        title = f"{describe_game(solution.game)}: odds of the player to roll in {turns}"
        names = title, table.column_title, table.row_title, "rating (a draw one half)"
        grids.append(Grid(*names, table.columns, table.rows, ratings, even=True))
    return grids


ENTRY = Entry(
    Greed,
    "Roll as many dice as you dare; the higher score within the limit wins.",
    text="Choose a number of dice, roll them together, and add the sum to your score. A score over the limit loses. If "
    "you roll no dice, the opponent has one last turn; then the higher score wins, and equal scores are a draw.",
    methods={
        "layers": Method("trueodds.fast.greed.solve:solve", "layer by layer from the highest scores"),
    },
    answers={"layers": "trueodds.fast.greed.solve:GreedSolution"},
    place=Place(
        (
            Field("me", "My score."),
            Field("other", "The opponent's score."),
            Field("last", "It is the last turn: the opponent has rolled no dice.", default=False),
        ),
        lambda game, at: (game, game.position(GreedRoll(at["me"], at["other"], at["last"]))),
    ),
    rules=(Rule("stop at N", _stop_at),),
    narrator=GreedNarrator,
    pictures={
        "strategy": Drawing(_draw_dice(False, True), "both kinds of turns"),
        "normal": Drawing(_draw_dice(False)),
        "last": Drawing(_draw_dice(True)),
        "odds": Drawing(_draw_odds, "values of positions, which the paper calls ratings"),
    },
    map=("opponent_score", "score"),
    labels={"last": "last turn"},
    papers=(Paper("greed", "C. Addis, A Guide to Optimal Play in Greed (2023)", "trueodds.claims.greed:claims"),),
    small={"limit": 8},
    examples={
        "solve": ("--limit 20 --sides 3", "--limit 100 --sides 6"),
        "compare": ('--limit 50 optimal "stop at 44" "stop at 47"',),
        "play": ("--limit 100", '--limit 50 --opponent "stop at 45"'),
        "explore": ("--limit 30", "--limit 20 --sides 3"),
        "advise": ("--me 80 --other 95", "--me 80 --other 95 --last"),
    },
)
