"""Narrate a game to a player in default words: positions, moves, chance and values."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from ..game import Move, Outcome, Position, describe_game, list_fields, name_order

_MAX_FRACTION = 24  # maximum number of characters of a fraction that is shown
_MAX_MOVES = 10  # number of moves in a shortened list of odds


class Event(NamedTuple):
    """A move and its outcome."""

    seat: int  # the seat of the player who moved
    position: Any  # the position before the move
    move: Any
    number: int  # the index of the outcome in the list that `Narrator.faces` returns
    chance: Any  # the probability of the outcome
    after: Any  # the next position; None if the game ended
    payoff: Any  # the payoff to seat 0 if the game ended


class Decision(NamedTuple):
    """A move that the player chose from several."""

    position: Any
    move: Any
    best: frozenset[Any]  # all best moves at the position


class Score(NamedTuple):
    """The quality of a player's decisions."""

    decisions: int  # number of moves that the player chose from several
    best: int  # number of these moves that were best
    given_away: Any  # the exact cost of all mistakes
    worst: Any  # the exact cost of the worst mistake
    undone: int = 0  # number of decisions taken back


class Narrator:
    """The default words for any game; subclasses adapt them to one game."""

    #: Whether values are probabilities, shown in percent; payoffs of user-defined games can be any rational numbers.
    chances = False

    #: The noun, singular and plural, that follows a move if moves are numbers, such as ("die", "dice").
    unit: tuple[str, str] | None = None

    #: Whether there are payoffs other than 1, 1/2 and 0; if so, a payoff of 0 is not necessarily a loss.
    other_payoffs = False

    def __init__(self, game: Any) -> None:
        self.game = game

    def opening(self) -> str:
        """Return the name and the parameters of the game."""
        return f"{describe_game(self.game)}."

    def standing(self, position: Any) -> str:
        """Describe a position for the player to move."""
        fields = list_fields(position)
        if not fields:
            return format_position(position)
        return ", ".join(
            f"{name.replace('_', ' ')} {value}"
            for name, value in ((name, getattr(position, name)) for name in fields)
            if name != "seat" or value != self.game.seat(position)
        )

    def name(self, move: Move) -> str:
        """Return a move as users type it."""
        return str(move)

    def say(self, move: Any) -> str:
        """Return a move as it reads in a sentence; users can also type this form."""
        if self.unit is None:
            return self.name(move)
        return format_count(move, *self.unit) if move else f"no {self.unit[1]}"

    def question(self, position: Any, moves: Sequence[Move]) -> str:
        """Return the question that asks the player for a move, without its question mark."""
        if self.unit is not None:
            return f"how many {self.unit[1]}, {moves[0]} to {moves[-1]}"
        if len(moves) > 2 and all(later == sooner + 1 for sooner, later in _pair_neighbours(moves)):
            return f"{moves[0]} to {moves[-1]}"
        return join_names(map(self.name, moves))

    def faces(self, position: Any, move: Move) -> list[Outcome]:
        """Return the outcomes of a move as people see them, such as all faces of a die.

        Merged by next position and payoff, they are the outcomes of the game itself.
        """
        return [Outcome(*outcome) for outcome in self.game.outcomes(position, move)]

    def say_outcome(self, event: Event) -> str:
        """Describe the outcome of a move, unless it is certain."""
        if event.chance == 1:
            return ""
        if event.after is not None:
            after = f"Then {self.standing(event.after)}"
        elif self.chances:
            ends = {2 - 2 * seat: f"The {name_order(self.game, seat)} player has won" for seat in (0, 1)}
            after = ends.get(2 * event.payoff, "A draw")
        else:
            after = f"Payoff {event.payoff}"
        return f"{after} (chance {event.chance})."

    def narrate(self, event: Event, who: str) -> str:
        """Describe a move and its outcome in one line."""
        return f"{who}: {self.say(event.move)}. {self.say_outcome(event)}".rstrip()

    def alternatives(self, position: Any, values: Mapping[Any, Any]) -> dict[str, Any]:
        """Return the alternatives that advice compares, with their values."""
        return {self.say(move): value for move, value in values.items()}

    def worth(self, value: Any) -> str:
        """Format a value, as a percentage if values are probabilities, otherwise as a decimal."""
        from ..exact.decimals import describe_decimal  # imports numpy, which help texts do not need

        return f"{describe_decimal(100 * value, 4)} %" if self.chances else describe_decimal(value, 4)

    def difference(self, value: Any) -> str:
        """Format a loss of value, in percentage points if values are probabilities."""
        return f"{self.worth(value).removesuffix(' %')} percentage points" if self.chances else self.worth(value)

    def exactly(self, value: Any) -> str:
        """Format a value, followed by the exact fraction if it is short."""
        return self.worth(value) + _format_fraction(value)

    def exact_difference(self, value: Any) -> str:
        """Format a loss of value, followed by the exact fraction if it is short."""
        return self.difference(value) + _format_fraction(value)

    def judge(self, decision: Decision, cost: Any) -> str:
        """State whether a decision was best and, if not, what it cost."""
        rest = decision.best - {decision.move}
        others = [self.say(move) for move in self.game.moves(decision.position) if move in rest]
        if cost == 0:
            return f"Best; {join_names(others)} would be equally good." if others else "Best."
        return f"That cost {self.exact_difference(cost)}; best was {join_names(others)}."

    def odds(self, values: Mapping[Any, Any]) -> list[str]:
        """Return lines with the moves and their values; if there are more than eleven, list only the ten best moves."""
        best = max(values.values())
        moves = list(values)
        if len(moves) > _MAX_MOVES + 1:
            kept = set(sorted(moves, key=lambda move: values[move], reverse=True)[:_MAX_MOVES])
            moves = [move for move in moves if move in kept]
        names = {move: self.name(move) for move in moves}
        width = max(map(len, names.values()))
        lines = [
            f"  {'*' if values[move] == best else ' '} {names[move]:<{width}}  {self.exactly(values[move])}"
            for move in moves
        ]
        if rest := len(values) - len(moves):
            lines.append(f"    {format_count(rest, 'other move is', 'other moves are')} worth no more than these")
        return lines

    def result(self, won: Any) -> str:
        """Describe how the game ended for the player."""
        if self.other_payoffs:
            return f"You get {won}."
        if won == 1:
            return "You won."
        if won == 0:
            return "You lost."
        return "A draw." if 2 * won == 1 else f"You get {won}."

    def summary(self, won: Any | None, score: Score, whose: str = "Your play") -> list[str]:
        """Return lines that state the result (unless `won` is None) and how well the player played."""
        lines = [] if won is None else [self.result(won)]
        undone = f"; {score.undone} taken back" if score.undone else ""
        return lines + textwrap.wrap(f"{whose}: {self._score(score)}{undone}", 80, subsequent_indent="  ")

    def _score(self, score: Score) -> str:
        if not score.decisions:
            return "no decisions"
        count = f"{score.decisions} decision{'s' if score.decisions > 1 else ''}, "
        if score.best == score.decisions:
            return count + "all best; nothing given away"
        worst = f", worst mistake {self.difference(score.worst)}" if score.decisions - score.best > 1 else ""
        return f"{count}{score.best} best; given away {self.exact_difference(score.given_away)}{worst}"


def _format_fraction(value: Any) -> str:
    """Return a value as a fraction in parentheses, or an empty string if it is a whole number or its text is long."""
    text = str(value)
    return f" ({text})" if len(text) <= _MAX_FRACTION and value.denominator != 1 else ""


def _pair_neighbours(moves: Sequence[Any]) -> Iterable[tuple[int, int]]:
    """Return all pairs of neighbours if all moves are ints, otherwise one pair of numbers that are not consecutive."""
    return pairwise(moves) if all(type(move) is int for move in moves) else [(0, 0)]


def format_position(position: Position) -> str:
    """Return a position of any game as plain text."""
    if type(position).__str__ is object.__str__:  # a data class that does not define `__str__`
        position = tuple(getattr(position, name) for name in list_fields(position)) or position
    return str(tuple(position)) if isinstance(position, tuple) else str(position)


def join_names(names: Iterable[str]) -> str:
    """Join names with commas, and with "or" before the last one."""
    *first, last = names
    return f"{', '.join(first)} or {last}" if first else last


def format_count(number: int, singular: str, plural: str | None = None) -> str:
    """Return a number with its noun in the right form."""
    return f"{number} {singular if number == 1 else plural or singular + 's'}"


def describe_targets(game: Any, seat: int) -> str:
    """Describe what the player and the opponent need to win; their targets may differ."""
    target, opponent_target = (game.target, game.opponent_target)[:: 1 - 2 * seat]
    return f"to win: {target}" if target == opponent_target else f"to win: {target}, the opponent: {opponent_target}"
