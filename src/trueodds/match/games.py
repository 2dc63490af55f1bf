"""The words of each game: how a person who plays it would tell it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..game import Game, Move
from ..games.coinball import Coinball
from ..games.greed import Greed
from ..games.pig import Pig
from ..games.risk_or_safety import RiskOrSafety
from ..games.super_six import SuperSix
from ..games.the_race import TheRace
from ..games.two_coins import TwoCoins
from .coin_by_coin import BANK, CoinByCoin
from .match import Event
from .narrator import Narrator


def _count(number: int, one: str, more: str | None = None) -> str:
    return f"{number} {one if number == 1 else more or one + 's'}"


def _targets(game: Any, seat: int) -> str:
    mine, other = (game.target, game.opponent_target)[:: 1 - 2 * seat]
    return f"to win: {mine}" if mine == other else f"to win: {mine}, the opponent: {other}"


class CoinByCoinNarrator(Narrator):
    """Risk or Safety, coin by coin."""

    chances = True

    def standing(self, position: Any) -> str:
        """Open and saved points."""
        a, b, c, seat = position
        return f"You have {b} + {a} open, the opponent {c} ({_targets(self.game.told, seat)})."

    def luck(self, event: Event) -> str:
        """Heads or tails."""
        a, b, _, _ = event.position
        if event.move == BANK:
            return f"{_count(a, 'point')} saved, {a + b} now."
        if event.number == 1:
            return f"Tails, {_count(a, 'point')} lost." if a else "Tails."
        return f"Heads, {a + 1} open." if event.payoff is None else "Heads, the last point."


class RiskOrSafetyNarrator(Narrator):
    """Risk or Safety, told by heads to go for."""

    chances = True

    def said(self, move: Move) -> str:
        """A number of heads."""
        return f"go for {move}"

    def alternatives(self, position: Any, values: Mapping[Any, Any]) -> dict[str, Any]:
        """With open points: bank, or toss again; else the numbers of heads."""
        a = position[0]
        if a == 0:
            return super().alternatives(position, values)
        more = {heads: value for heads, value in values.items() if heads > a}
        best = max(more, key=lambda heads: more[heads])
        again = f"toss again, for {best} in all" if best > a + 1 else "toss again, once"
        return {"bank": values[a], again: more[best]}


class PigNarrator(Narrator):
    """Pig."""

    chances = True

    def standing(self, position: Any) -> str:
        """Turn total and saved points."""
        total, mine, other, seat = position
        return f"You have {mine} + {total} in this turn, the opponent {other} ({_targets(self.game, seat)})."

    def luck(self, event: Event) -> str:
        """What the die showed."""
        total, mine, _, _ = event.position
        if event.move == "hold":
            return f"{_count(total, 'point')} saved, {total + mine} now."
        face = event.number + 1
        if face == 1:
            return f"A 1, {_count(total, 'point')} lost." if total else "A 1."
        return f"A {face}, {total + face} in this turn{', enough' if event.after is None else ''}."


class GreedNarrator(Narrator):
    """Greed."""

    chances = True

    def standing(self, position: Any) -> str:
        """Both scores, and whether it is the last turn."""
        last = " This is your last turn." if position.last else ""
        return f"You have {position.score}, the opponent {position.opponent_score} (limit {self.game.limit}).{last}"

    def said(self, move: Any) -> str:
        """A number of dice."""
        return _count(move, "die", "dice") if move else "no dice"

    def question(self, position: Any, moves: Sequence[Move]) -> str:
        """A number of dice."""
        return f"how many dice, 0 to {moves[-1]}"

    def told(self, event: Event, who: str) -> str:
        """Dice, and their sum."""
        here, dice = event.position, event.move
        said = f"{who}: {self.said(dice)}. "
        if dice == 0:
            return said.rstrip() if here.last else said + "The last turn."
        shown = dice + event.number
        over = ", over the limit" if here.score + shown > self.game.limit else ""
        return f"{said}{f'A {shown}' if dice == 1 else f'A sum of {shown}'}, the score is {here.score + shown}{over}."


class CoinballNarrator(Narrator):
    """Coinball."""

    chances = True

    def standing(self, position: Any) -> str:
        """Tosses left, and who leads."""
        left = self.game.tosses - position.tosses
        lead = position.lead
        stand = "The score is even" if lead == 0 else f"You {'lead' if lead > 0 else 'trail'} by {abs(lead)}"
        return f"{stand}, {_count(left, 'toss', 'tosses')} to go."

    def luck(self, event: Event) -> str:
        """Whether the call was right, and for whom the points are."""
        points = _count(self.game.rush if event.move == "rush" else self.game.pass_points, "point")
        return f"A right call, {points}." if event.number == 0 else f"A wrong call, {points} for the other."


class TwoCoinsNarrator(Narrator):
    """Two coins: one player."""

    chances = True

    def standing(self, position: Any) -> str:
        """Score and flips left."""
        left = self.game.flips - position.flips
        return f"Your score is {position.score}, {_count(left, 'flip')} to go ({self.game.threshold} or more wins)."

    def said(self, move: Move) -> str:
        """A coin."""
        return f"coin {move}"

    def question(self, position: Any, moves: Sequence[Move]) -> str:
        """Which coin."""
        return f"coin A for {self.game.value_a} or coin B for {self.game.value_b}"

    def luck(self, event: Event) -> str:
        """Heads or tails."""
        value = self.game.value_a if event.move == "A" else self.game.value_b
        score = event.position.score + (value if event.number == 0 else -value)
        return f"{'Tails' if event.number else 'Heads'}, the score is {score}."


class TheRaceNarrator(Narrator):
    """The Race."""

    chances = True

    def standing(self, position: Any) -> str:
        """Both scores; it is the second player who is asked."""
        return f"You have {position.second}, the opponent {position.first} (to win: {self.game.target})."

    def said(self, move: Any) -> str:
        """A number of tosses."""
        return _count(move, "toss", "tosses")

    def question(self, position: Any, moves: Sequence[Move]) -> str:
        """How many tosses."""
        return f"how many tosses, 1 to {moves[-1]}"

    def told(self, event: Event, who: str) -> str:
        """Tosses, and what they brought."""
        tosses, seat = event.move, event.position.seat
        said = f"{who}: {self.said(tosses)}. "
        if event.number:
            return said + ("Tails." if tosses == 1 else "Not all heads.")
        points = 1 if seat == 0 else 2 ** (tosses - 1)
        now = event.position[seat] + points
        return said + f"{'Heads' if tosses == 1 else 'All heads'}, {_count(points, 'point')}, {now} now."


class SuperSixNarrator(Narrator):
    """Super Six."""

    chances = True

    def standing(self, position: Any) -> str:
        """Sticks and the lid."""
        mine, other, filled, _, _ = position
        return f"You have {_count(mine, 'stick')}, the opponent {other}; {filled} of 5 holes filled."

    def luck(self, event: Event) -> str:
        """Where the stick went."""
        mine, _, filled, _, seat = event.position
        after = event.after
        if event.move == "stop":
            return ""
        if after is None:
            return "A six or an empty hole, the last stick is gone." if filled < 5 else "A six, the last stick is gone."
        if after.seat != seat:
            return f"A filled hole, a stick back, {mine + 1} now."
        return f"{'A six' if after.filled == filled else 'An empty hole'}, {_count(mine - 1, 'stick')} left."


_WORDS: dict[type[Game], type[Narrator]] = {
    CoinByCoin: CoinByCoinNarrator,
    Coinball: CoinballNarrator,
    Greed: GreedNarrator,
    Pig: PigNarrator,
    RiskOrSafety: RiskOrSafetyNarrator,
    SuperSix: SuperSixNarrator,
    TheRace: TheRaceNarrator,
    TwoCoins: TwoCoinsNarrator,
}


def narrator_for(game: Game) -> Narrator:
    """The words of a game; the usual ones for a game of one's own.

    Examples
    --------
    >>> narrator_for(Pig()).standing((12, 30, 41, 0))
    'You have 30 + 12 in this turn, the opponent 41 (to win: 100).'
    """
    return _WORDS.get(type(game), Narrator)(game)
