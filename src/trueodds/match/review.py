"""Review a game that was played: the chance after every move, what decisions cost, luck apart from skill."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from gmpy2 import mpq

from ..catalog.narrator import Event, Narrator, format_count
from ..game import Rational, headline, json_value
from ..runtime.executors import Progress
from ..solution import Solution


@dataclass(frozen=True)
class ReviewedMove:
    """A move, and what it and chance did to the value of seat 0.

    Attributes
    ----------
    forced : bool
        Whether there was no other move.
    cost : mpq
        What the move gave away, to the player who made it: never below 0.
    before, decided, after : mpq
        The value for seat 0: before the move, when it was made, and after its outcome.
    """

    event: Event
    forced: bool
    best: tuple[Any, ...]
    cost: Rational
    before: Rational
    decided: Rational
    after: Rational

    @property
    def luck(self) -> Rational:
        """What chance did to the value of seat 0."""
        return self.after - self.decided

    @property
    def skill(self) -> Rational:
        """What the decision did to the value of seat 0: its cost, taken from the player who made it."""
        return self.decided - self.before


@dataclass(frozen=True)
class Review:
    """A game that was played, as its review shows it.

    The result is the value of the start plus what all decisions and all chance did to it, exactly.

    Attributes
    ----------
    players : (str, str)
        Who moved first and second.
    start : mpq
        The value of the start for seat 0.
    over : bool
        Whether the game was played to its end.
    """

    narrator: Narrator
    players: tuple[str, str]
    start: Rational
    moves: Sequence[ReviewedMove]
    over: bool

    @property
    def result(self) -> Rational:
        """What seat 0 got; if the game is not over, the value where it stopped."""
        return self.moves[-1].after if self.moves else self.start

    @property
    def luck(self) -> Rational:
        """What chance did to the value of seat 0 in the whole game."""
        return sum((move.luck for move in self.moves), self.start * 0)

    @property
    def skill(self) -> Rational:
        """What the decisions of both did to the value of seat 0 in the whole game."""
        return sum((move.skill for move in self.moves), self.start * 0)

    def costs(self, seat: int) -> list[Rational]:
        """Return what each decision of a player cost; forced moves are none."""
        return [move.cost for move in self.moves if move.event.seat == seat and not move.forced]

    def given_away(self, seat: int) -> Rational:
        """Return what all decisions of a player cost."""
        return sum(self.costs(seat), self.start * 0)

    def mistakes(self) -> list[tuple[int, ReviewedMove]]:
        """Return the moves that cost something, with their numbers from 1, the worst first."""
        found = [(number, move) for number, move in enumerate(self.moves, 1) if move.cost > 0]
        return sorted(found, key=lambda one: -one[1].cost)

    def to_json(self) -> dict[str, Any]:
        """Return the review as plain data; fractions are text."""
        words = self.narrator
        return {
            "game": words.game.name,
            "title": headline(words.game),
            "players": list(self.players),
            "over": self.over,
            "chances": words.chances,
            "start": str(self.start),
            "result": str(self.result),
            "luck": str(self.luck),
            "skill": str(self.skill),
            "shown": {
                "start": words.worth(self.start),
                "result": words.worth(self.result),
                "luck": _signed(words, self.luck),
                "skill": _signed(words, self.skill),
                "given_away": [words.difference(self.given_away(seat)) for seat in (0, 1)],
            },
            "given_away": [str(self.given_away(seat)) for seat in (0, 1)],
            "decisions": [len(self.costs(seat)) for seat in (0, 1)],
            "best": [sum(cost == 0 for cost in self.costs(seat)) for seat in (0, 1)],
            "moves": [
                {
                    "seat": move.event.seat,
                    "position": words.standing(move.event.position),
                    "move": json_value(move.event.move),
                    "said": words.tell(move.event, self.players[move.event.seat]),
                    "forced": move.forced,
                    "best_moves": [json_value(one) for one in move.best],
                    "best_said": [words.say(one) for one in move.best],
                    "cost": str(move.cost),
                    "before": str(move.before),
                    "decided": str(move.decided),
                    "after": str(move.after),
                    "luck": str(move.luck),
                    "chance": str(move.event.chance),
                    "decimal": float(move.after),
                    "cost_shown": words.difference(move.cost),
                    "after_shown": words.worth(move.after),
                    "luck_shown": _signed(words, move.luck),
                }
                for move in self.moves
            ],
        }


def review(
    solution: Solution,
    narrator: Narrator,
    events: Sequence[Event],
    players: tuple[str, str],
    progress: Progress | None = None,
) -> Review:
    """Review the moves, from the start, of a game as it is played at a table.

    Progress gets ``("moves", done, moves)``.

    Examples
    --------
    >>> import trueodds
    >>> from .match import Match, narrator_of, solve_for_play
    >>> match = Match(solve_for_play(trueodds.RiskOrSafety(target=2)), seed=4)
    >>> while not match.over:
    ...     events = list(match.go_on())
    ...     if not match.over:
    ...         event = match.decide("bank")
    >>> found = review(match.solution, match.narrator, match.events, ("me", "you"))
    >>> found.start, found.skill, found.luck, found.result
    (mpq(4,7), mpq(-4,35), mpq(-16,35), mpq(0,1))
    """
    game, found = solution.game, []

    def for_first(position: Any, value: Any) -> Any:
        return value if game.seat(position) == 0 else 1 - value

    for number, event in enumerate(events):
        if progress:
            progress("moves", number, len(events))
        position, values = event.position, solution.move_values(event.position)
        best = max(values.values())
        after = mpq(event.payoff) if event.after is None else for_first(event.after, solution.value_at(event.after))
        right = tuple(move for move in game.moves(position) if values[move] == best)
        cost, before = best - values[event.move], for_first(position, best)
        decided = for_first(position, values[event.move])
        found.append(ReviewedMove(event, len(values) == 1, right, cost, before, decided, after))
    start = for_first(game.start, solution.value_at(game.start))
    over = bool(events) and events[-1].after is None
    return Review(narrator, players, start, found, over)


def lines(found: Review) -> list[str]:
    """Return a review as text: the moves, the mistakes, the worst first, and what luck and skill did."""
    words = found.narrator
    text = [f"{headline(words.game)}: {found.players[0]} moved first, {found.players[1]} second."]
    text += [
        f"  {number:3}. {words.tell(move.event, found.players[move.event.seat])}"
        for number, move in enumerate(found.moves, 1)
    ]
    mistakes = found.mistakes()
    text.append("Mistakes, the worst first:" if mistakes else "No mistakes: every decision was best.")
    for number, move in mistakes:
        right = " or ".join(words.say(one) for one in move.best)
        who = found.players[move.event.seat]
        cost = words.exact_difference(move.cost)
        text.append(f"  {number:3}. {who}: {words.say(move.event.move)} cost {cost}; best was {right}.")
    for seat, player in enumerate(found.players):
        costs = found.costs(seat)
        if costs:
            best, given_away = sum(cost == 0 for cost in costs), words.exact_difference(found.given_away(seat))
            text.append(f"{player}: {format_count(len(costs), 'decision')}, {best} best, given away {given_away}.")
    end = "at the end" if found.over else "where it stopped"
    text += textwrap.wrap(
        f"The value for the first player: {words.worth(found.start)} at the start, {_signed(words, found.skill)} by "
        f"decisions of both, {_signed(words, found.luck)} by luck, {words.worth(found.result)} {end}.",
        80,
        subsequent_indent="  ",
    )
    return text


def _signed(words: Narrator, value: Rational) -> str:
    return ("-" if value < 0 else "+") + words.difference(abs(value))
