"""How a game is narrated to the person who plays it: positions, moves, chance, values of moves; the usual words."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from ..game import Move, Outcome, Position, headline

_SHORT = 24  # characters of a fraction that people like to see
_SHOWN = 10  # moves in a list of odds


class Event(NamedTuple):
    """A move that was made, and what chance did."""

    seat: int  # who moved
    position: Any  # where, and what
    move: Any  # where, and what
    number: int  # which of the outcomes it was, as `Narrator.faces` lists them
    chance: Any  # its probability
    after: Any  # where the game went on; None if it was over
    payoff: Any  # what seat 0 got if it was over


class Decision(NamedTuple):
    """A move that the player chose among several."""

    position: Any  # where, and what
    move: Any  # where, and what
    best: frozenset[Any]  # all best moves there


class Score(NamedTuple):
    """How well somebody played."""

    decisions: int  # moves chosen among several, and how many of them were best
    best: int  # moves chosen among several, and how many of them were best
    given_away: Any  # what the others cost, exactly: all together, and the worst one alone
    worst: Any  # what the others cost, exactly: all together, and the worst one alone
    undone: int = 0  # decisions taken back


class Narrator:
    """The words for any game; a game that people play has its own.

    Examples
    --------
    >>> import trueodds
    >>> words = Narrator(trueodds.TheRace(3))
    >>> words.standing((1, 0, 1)), words.question((1, 0, 1), range(1, 4))
    ('(1, 0, 1)', '1 to 3')
    >>> words.standing(trueodds.TheRace(3).start)
    'first 0, second 0'
    """

    #: Whether a position is worth a chance, given in per cent; payoffs of users' own games can be anything.
    chances = False

    #: Whether payoffs are others than 1, 1/2 and 0, so that 0 need be no loss.
    other_payoffs = False

    def __init__(self, game: Any) -> None:
        self.game = game

    def opening(self) -> str:
        """What is played."""
        return f"{headline(self.game)}."

    def standing(self, position: Any) -> str:
        """Where the game stands for the player to move: the fields of a named tuple by their names."""
        fields = getattr(position, "_fields", ())
        if not fields:
            return format_position(position)
        told = zip(fields, position, strict=True)
        return ", ".join(
            f"{name.replace('_', ' ')} {value}"
            for name, value in told
            if name != "seat" or value != self.game.seat(position)
        )

    def name(self, move: Move) -> str:
        """A move as it is typed."""
        return str(move)

    def say(self, move: Move) -> str:
        """A move as it is said in a sentence."""
        return self.name(move)

    def question(self, position: Any, moves: Sequence[Move]) -> str:
        """What the player is asked."""
        if len(moves) > 2 and all(later == sooner + 1 for sooner, later in _numbers(moves)):
            return f"{moves[0]} to {moves[-1]}"
        return join_names(map(self.name, moves))

    def faces(self, position: Any, move: Move) -> list[Outcome]:
        """What can follow a move, as people see it: each face of a die, where the rules put equal ones together.

        Put together where they lead to the same, they are the game's own outcomes.
        """
        return [Outcome(*one) for one in self.game.outcomes(position, move)]

    def say_outcome(self, event: Event) -> str:
        """What chance did after a move; nothing if it did nothing."""
        if event.chance == 1:
            return ""
        if event.after is not None:
            after = f"Then {self.standing(event.after)}"
        elif self.chances:
            after = {0: "The second player has won", 2: "The first player has won"}.get(2 * event.payoff, "A draw")
        else:
            after = f"Payoff {event.payoff}"
        return f"{after} (chance {event.chance})."

    def tell(self, event: Event, who: str) -> str:
        """A move and what followed, in a line."""
        return f"{who}: {self.say(event.move)}. {self.say_outcome(event)}".rstrip()

    def alternatives(self, position: Any, values: Mapping[Any, Any]) -> dict[str, Any]:
        """What advice compares, and what it is worth."""
        return {self.say(move): value for move, value in values.items()}

    def worth(self, value: Any) -> str:
        """A chance in per cent; another value as a decimal."""
        from ..exact.decimals import in_words  # not for a help text: it opens numpy

        return f"{in_words(100 * value, 4)} %" if self.chances else in_words(value, 4)

    def difference(self, value: Any) -> str:
        """How much less something is worth: percentage points of a chance."""
        return f"{self.worth(value).removesuffix(' %')} percentage points" if self.chances else self.worth(value)

    def exactly(self, value: Any) -> str:
        """What something is worth, with the fraction where it is short."""
        return self.worth(value) + _fraction(value)

    def exact_difference(self, value: Any) -> str:
        """How much less something is worth, with the fraction where it is short."""
        return self.difference(value) + _fraction(value)

    def judge(self, decision: Decision, cost: Any) -> str:
        """What a decision cost."""
        rest = decision.best - {decision.move}
        others = [self.say(move) for move in self.game.moves(decision.position) if move in rest]
        if cost == 0:
            return f"Best; {join_names(others)} exactly as good." if others else "Best."
        return f"That cost {self.exact_difference(cost)}; best was {join_names(others)}."

    def odds(self, values: Mapping[Any, Any]) -> list[str]:
        """What each move is worth, the best marked; of many moves the best ones."""
        best = max(values.values())
        shown = list(values)
        if len(shown) > _SHOWN:
            kept = set(sorted(shown, key=lambda move: values[move], reverse=True)[:_SHOWN])
            shown = [move for move in shown if move in kept]
        names = {move: self.name(move) for move in shown}
        width = max(map(len, names.values()))
        lines = [
            f"  {'*' if values[move] == best else ' '} {names[move]:<{width}}  {self.exactly(values[move])}"
            for move in shown
        ]
        if len(values) > len(shown):
            lines.append(f"    the other {len(values) - len(shown)} are worth no more than these")
        return lines

    def result(self, won: Any) -> str:
        """How the game ended for the player."""
        if self.other_payoffs:
            return f"You get {won}."
        if won == 1:
            return "You won."
        if won == 0:
            return "You lost."
        return "A draw." if 2 * won == 1 else f"You get {won}."

    def summary(self, won: Any | None, score: Score, whose: str = "Your play") -> list[str]:
        """The result, None if the game is not over, and how well the player played."""
        lines = [] if won is None else [self.result(won)]
        undone = f"; {score.undone} taken back" if score.undone else ""
        return lines + textwrap.wrap(f"{whose}: {self._score(score)}{undone}", 80, subsequent_indent="  ")

    def _score(self, score: Score) -> str:
        if not score.decisions:
            return "no decisions"
        count = f"{score.decisions} decision{'s' if score.decisions > 1 else ''}, "
        if score.best == score.decisions:
            return count + "all best; nothing given away"
        worst = f", most at once {self.difference(score.worst)}" if score.decisions - score.best > 1 else ""
        return f"{count}{score.best} best; given away {self.exact_difference(score.given_away)}{worst}"


def _fraction(value: Any) -> str:
    """A number that is not whole as a fraction in brackets, if that is short."""
    text = str(value)
    return f" ({text})" if len(text) <= _SHORT and value.denominator != 1 else ""


def _numbers(moves: Sequence[Any]) -> Iterable[tuple[int, int]]:
    """Neighbours among moves that are numbers; one pair that does not fit if some are not."""
    return pairwise(moves) if all(type(move) is int for move in moves) else [(0, 0)]


def format_position(position: Position) -> str:
    """A position of any game as plain text."""
    return str(tuple(position)) if isinstance(position, tuple) else str(position)


def join_names(names: Iterable[str]) -> str:
    """Names as they are said."""
    *first, last = names
    return f"{', '.join(first)} or {last}" if first else last


def format_count(number: int, one: str, more: str | None = None) -> str:
    """A number of things."""
    return f"{number} {one if number == 1 else more or one + 's'}"


def targets(game: Any, seat: int) -> str:
    """What a player and the opponent need to win, where each may have a target."""
    mine, other = (game.target, game.opponent_target)[:: 1 - 2 * seat]
    return f"to win: {mine}" if mine == other else f"to win: {mine}, the opponent: {other}"
