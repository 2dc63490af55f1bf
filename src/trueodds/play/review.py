"""Review a played game: the value after every move, the costs of decisions, and the shares of luck and skill."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from gmpy2 import mpq

from ..catalog.narrator import Event, Narrator, format_count
from ..exact.decimals import number_to_json
from ..game import Rational, describe_game, make_json_value, name_order
from ..runtime.executors import Progress
from ..solution import Solution


@dataclass(frozen=True)
class ReviewedMove:
    """A move, and the changes in seat 0's value due to the move and to its outcome.

    `cost`, at least 0, is the value that the player gave away. `before`, `decided` and `after` are the values for seat
    0 before the move, after the decision, and after the outcome.
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
        """The change in seat 0's value due to chance."""
        return self.after - self.decided

    @property
    def skill(self) -> Rational:
        """The change in seat 0's value due to the decision: minus the cost if seat 0 moved, plus the cost otherwise."""
        return self.decided - self.before


@dataclass(frozen=True)
class Review:
    """The review of a played game.

    The result equals the value of the start plus the changes due to decisions and to chance. `players` names the
    players in the order of their seats; `start` is the value of the start for seat 0.
    """

    narrator: Narrator
    players: tuple[str, str]
    start: Rational
    moves: Sequence[ReviewedMove]
    over: bool

    @property
    def result(self) -> Rational:
        """The payoff of seat 0, or the last value if the game is not over."""
        return self.moves[-1].after if self.moves else self.start

    @property
    def luck(self) -> Rational:
        """The change in seat 0's value due to chance in the whole game."""
        return sum((move.luck for move in self.moves), self.start * 0)

    @property
    def skill(self) -> Rational:
        """The change in seat 0's value due to both players' decisions in the whole game."""
        return sum((move.skill for move in self.moves), self.start * 0)

    def costs(self, seat: int) -> list[Rational]:
        """Return the cost of each decision of a player; forced moves do not count."""
        return [move.cost for move in self.moves if move.event.seat == seat and not move.forced]

    def given_away(self, seat: int) -> Rational:
        """Return the total cost of a player's decisions."""
        return sum(self.costs(seat), self.start * 0)

    def mistakes(self) -> list[tuple[int, ReviewedMove]]:
        """Return the moves with a positive cost, worst first, each with its number, counted from 1."""
        numbered = [(number, move) for number, move in enumerate(self.moves, 1) if move.cost > 0]
        return sorted(numbered, key=lambda pair: -pair[1].cost)

    def to_json(self) -> dict[str, Any]:
        """Return the review as plain data for JSON."""
        words = self.narrator
        return {
            "game": words.game.name,
            "title": describe_game(words.game),
            "players": list(self.players),
            "first": int(words.game.seat(words.game.start)),
            "over": self.over,
            "chances": words.chances,
            "start": number_to_json(self.start),
            "result": number_to_json(self.result),
            "luck": number_to_json(self.luck),
            "skill": number_to_json(self.skill),
            "shown": {
                "start": words.worth(self.start),
                "result": words.worth(self.result),
                "luck": _signed(words, self.luck),
                "skill": _signed(words, self.skill),
                "given_away": [words.difference(self.given_away(seat)) for seat in (0, 1)],
            },
            "given_away": [number_to_json(self.given_away(seat)) for seat in (0, 1)],
            "decisions": [len(self.costs(seat)) for seat in (0, 1)],
            "best": [sum(cost == 0 for cost in self.costs(seat)) for seat in (0, 1)],
            "moves": [
                {
                    "seat": move.event.seat,
                    "position": words.standing(move.event.position),
                    "move": make_json_value(move.event.move),
                    "said": words.narrate(move.event, self.players[move.event.seat]),
                    "forced": move.forced,
                    "best_moves": [make_json_value(best_move) for best_move in move.best],
                    "best_said": [words.say(best_move) for best_move in move.best],
                    "cost": number_to_json(move.cost),
                    "before": number_to_json(move.before),
                    "decided": number_to_json(move.decided),
                    "after": number_to_json(move.after),
                    "luck": number_to_json(move.luck),
                    "chance": number_to_json(move.event.chance),
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
    """Review the moves of a match from its start."""
    game, reviewed = solution.game, []

    def for_first(position: Any, value: Any) -> Any:
        return value if game.seat(position) == 0 else 1 - value

    for number, event in enumerate(events):
        if progress:
            progress("moves", number, len(events))
        position, values = event.position, solution.move_values(event.position)
        best = max(values.values())
        after = mpq(event.payoff) if event.after is None else for_first(event.after, solution.value_at(event.after))
        best_moves = tuple(move for move in game.moves(position) if values[move] == best)
        cost, before = best - values[event.move], for_first(position, best)
        decided = for_first(position, values[event.move])
        reviewed.append(ReviewedMove(event, len(values) == 1, best_moves, cost, before, decided, after))
    start = for_first(game.start, solution.value_at(game.start))
    over = bool(events) and events[-1].after is None
    return Review(narrator, players, start, reviewed, over)


def format_review(found: Review) -> list[str]:
    """Return a review as lines of text."""
    words = found.narrator
    first = words.game.seat(words.game.start)
    text = [f"{describe_game(words.game)}: {found.players[first]} moved first, {found.players[1 - first]} second."]
    text += [
        f"  {number:3}. {words.narrate(move.event, found.players[move.event.seat])}"
        for number, move in enumerate(found.moves, 1)
    ]
    mistakes = found.mistakes()
    text.append("Mistakes, worst first:" if mistakes else "No mistakes: every decision was best.")
    for number, move in mistakes:
        best_moves = " or ".join(words.say(best_move) for best_move in move.best)
        who = found.players[move.event.seat]
        cost = words.exact_difference(move.cost)
        text.append(f"  {number:3}. {who}: {words.say(move.event.move)} cost {cost}; best was {best_moves}.")
    for seat, player in enumerate(found.players):
        costs = found.costs(seat)
        if costs:
            best, given_away = sum(cost == 0 for cost in costs), words.exact_difference(found.given_away(seat))
            text.append(f"{player}: {format_count(len(costs), 'decision')}, {best} best, {given_away} given away.")
    end = "at the end" if found.over else "where it stopped"
    text += textwrap.wrap(
        f"The value for the player who moved {name_order(words.game)}: {words.worth(found.start)} at the start, "
        f"{_signed(words, found.skill)} from decisions, {_signed(words, found.luck)} from luck, "
        f"{words.worth(found.result)} {end}.",
        80,
        subsequent_indent="  ",
    )
    return text


def _signed(words: Narrator, value: Rational) -> str:
    return ("-" if value < 0 else "+") + words.difference(abs(value))
