"""Read two-player OpenSpiel games: sequential, zero-sum, with perfect information, and with explicit chance or none."""

from __future__ import annotations

import contextlib
import os
import textwrap
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from gmpy2 import mpq

from ..game import Game, Outcome

_LARGEST = 10**6  # maximum denominator tried for a probability
_CHANCE = "chance"  # the only move at a chance node


def load_openspiel(text: str, infinite_play: Fraction | None = None) -> OpenSpielGame:
    """Return the OpenSpiel game that `text` names, such as ``tic_tac_toe`` or ``breakthrough(rows=4,columns=3)``."""
    try:
        import pyspiel
    except ImportError:
        raise ModuleNotFoundError('OpenSpiel games need pyspiel: pip install "trueodds[openspiel]"') from None
    try:
        with _no_standard_error():
            game = pyspiel.load_game(text)
    except Exception as error:
        reason = " ".join(str(error).split()).partition(" Available games are")[0]
        raise ValueError(f"openspiel:{text}: {textwrap.shorten(reason, 120, placeholder=' …')}") from None
    kind, kinds = game.get_type(), pyspiel.GameType
    for supported, actual, what in (
        (game.num_players() == 2, str(game.num_players()), "two players"),
        (kind.dynamics == kinds.Dynamics.SEQUENTIAL, "simultaneous moves", "turns"),
        (kind.information == kinds.Information.PERFECT_INFORMATION, "hidden information", "perfect information"),
        (kind.utility == kinds.Utility.ZERO_SUM, "other payoffs", "payoffs that add up to 0"),
        (
            kind.chance_mode in (kinds.ChanceMode.DETERMINISTIC, kinds.ChanceMode.EXPLICIT_STOCHASTIC),
            "sampled chance",
            "explicit chance",
        ),
    ):
        if not supported:
            raise ValueError(f"openspiel:{text}: the game must have {what}, not {actual}")
    return OpenSpielGame(game, infinite_play if infinite_play is not None else Fraction(1, 2))


@contextlib.contextmanager
def _no_standard_error() -> Iterator[None]:
    """Silence standard error, to which OpenSpiel also prints its exceptions, some with a list of all its games."""
    saved = os.dup(2)
    try:
        with open(os.devnull, "wb") as nothing:
            os.dup2(nothing.fileno(), 2)
        yield
    finally:
        os.dup2(saved, 2)
        os.close(saved)


class OpenSpielGame(Game):
    """A game of OpenSpiel; a position is the text of a state and the player to move.

    OpenSpiel's returns of 1, 0 and -1 become payoffs of 1, 1/2 and 0. Its probabilities, which are floats, become
    fractions.
    """

    def __init__(self, game: Any, infinite_play: Fraction) -> None:
        self._text = str(game)
        self.name = f"openspiel:{self._text}"  # type: ignore[misc]  # a class variable of Game
        self._infinite_play = infinite_play
        first = game.new_initial_state()
        self._start = _name(first)
        self._states = {self._start: first}

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, OpenSpielGame):
            return NotImplemented
        return (self._text, self._infinite_play) == (other._text, other._infinite_play)

    def __hash__(self) -> int:
        return hash((self._text, self._infinite_play))

    def __repr__(self) -> str:
        return f"load_openspiel({self._text!r})"

    @property
    def remark(self) -> str:
        """A note for users on how the game is read."""
        return (
            f"states with equal text are one position (so a limit on the number of moves has no effect), chances are "
            f"the fractions with denominators up to {_LARGEST:,} that round to the floats (if there are none, the "
            f"floats' exact values), and infinite play is worth {self._infinite_play}"
        )

    @property
    def infinite_play(self) -> Any:
        """The value of infinite play for player 0."""
        return self._infinite_play

    @property
    def start(self) -> str:
        """The initial state."""
        return self._start

    def seat(self, position: Any) -> int:
        """Return the player to move, or 0 at a chance node."""
        return max(0, int(self._states[position].current_player()))

    def moves(self, position: Any) -> Sequence[str]:
        """Return the names of the legal actions, or ``["chance"]`` at a chance node."""
        state = self._states[position]
        if state.is_chance_node():
            return [_CHANCE]
        return [state.action_to_string(action) for action in state.legal_actions()]

    def outcomes(self, position: Any, move: Any) -> Sequence[Outcome]:
        """Return the outcomes of an action, or of chance."""
        state = self._states[position]
        if state.is_chance_node():
            actions, floats = zip(*state.chance_outcomes(), strict=True)
            chances = [_find_simplest_fraction(value) for value in floats]
            if sum(chances) != 1:
                texts = ", ".join(map(repr, floats[:6])) + ", …" * (len(floats) > 6)
                raise ValueError(f"{self.name}: chances must add up to 1, not {sum(chances)}; they are {texts}")
        else:
            named = {state.action_to_string(action): action for action in state.legal_actions()}
            actions, chances = (named[move],), [Fraction(1)]
        totals: dict[tuple[str | None, Any], Fraction] = {}
        for action, chance in zip(actions, chances, strict=True):
            after = state.child(action)
            name = None if after.is_terminal() else _name(after)
            if name is not None:
                self._states.setdefault(name, after)
            key = (name, self._payoff(after.returns()[0]) if name is None else None)
            totals[key] = totals.get(key, Fraction(0)) + chance
        return [Outcome(mpq(chance), name, payoff) for (name, payoff), chance in totals.items()]

    def _payoff(self, value: float) -> Any:
        if value not in (-1, 0, 1):
            raise ValueError(f"{self.name}: a return must be 1, 0 or -1, not {value}")
        return mpq(int(value) + 1, 2)


def _find_simplest_fraction(chance: float) -> Fraction:
    """Return the fraction with a denominator up to `_LARGEST` that rounds to `chance`, or else `chance` exactly."""
    largest = 10
    while largest <= _LARGEST:
        fraction = Fraction(chance).limit_denominator(largest)
        if float(fraction) == chance:
            return fraction
        largest *= 10
    return Fraction(chance)


def _name(state: Any) -> str:
    """Return the name of a state: its text and the player to move."""
    return f"{state} player {state.current_player()}"
