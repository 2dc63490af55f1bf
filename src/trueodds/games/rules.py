"""Make a game from functions, without a class."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ..game import Game, Move, Outcome, Position

_MAX_OUTCOMES = 1_000_000  # maximum number of outcomes read from an iterator, which may be endless


class Rules(Game):
    """A game defined by functions; equivalent to a small class derived from `Game`.

    Parameters
    ----------
    start : position
        The position in which the game begins: anything hashable, such as a tuple.
    moves : callable
        Maps a position to its legal moves.
    outcomes : callable
        Maps a position and a move to the possible outcomes: tuples (probability, next position) or, if the game ends,
        (probability, None, payoff to seat 0). Probabilities and payoffs must be exact: int, Fraction or mpq.
    seat : callable, optional
        Maps a position to the seat to move, 0 or 1; by default always 0, as in a game for one player.
    name : str, optional
        The name of the game; by default that of the class, or "own game" for `Rules` itself.
    infinite_play : int, Fraction or mpq, optional
        The payoff to seat 0 if play never ends; without it, the game must end.

    See Also
    --------
    Game : The base class of all games.
    solve : Solve the game.

    Examples
    --------
    Two players take turns tossing a coin; the first to toss heads wins:

    >>> from fractions import Fraction
    >>> import trueodds
    >>> half = Fraction(1, 2)
    >>> def toss(player, move):
    ...     return [(half, None, 1 - player), (half, 1 - player)]
    >>> game = trueodds.Rules(start=0, moves=lambda player: ["toss"], outcomes=toss, seat=lambda player: player)
    >>> trueodds.solve(game).value
    mpq(2,3)
    """

    def __init__(
        self,
        start: Position,
        moves: Callable[[Any], Sequence[Move]],
        outcomes: Callable[[Any, Any], Sequence[Any]],
        seat: Callable[[Any], int] | None = None,
        name: str = "",
        infinite_play: Any = None,
    ) -> None:
        for what, function in (("moves", moves), ("outcomes", outcomes), ("seat", seat)):
            if not (callable(function) or (what == "seat" and function is None)):
                raise TypeError(f"{what} must be a function, not {function!r}")
        self._start, self._moves, self._outcomes, self._seat = start, moves, outcomes, seat
        self._infinite_play = infinite_play
        self.name = name or ("own game" if type(self) is Rules else type(self).__name__)  # type: ignore[misc]  # each has its own

    def __repr__(self) -> str:
        return f"Rules({self.name!r}, start={self._start!r})"

    @property
    def parameters(self) -> Mapping[str, object]:
        """The parameters of a subclass, as in `Game.parameters`, and infinite play, if given."""
        infinite_play = {} if self._infinite_play is None else {"infinite_play": str(self._infinite_play)}
        return {**super().parameters, **infinite_play}

    @property
    def infinite_play(self) -> Any:
        """The payoff of seat 0 if play never ends, or None if none was given."""
        return self._infinite_play

    @property
    def start(self) -> Position:
        """The position in which the game begins."""
        return self._start

    def seat(self, position: Position) -> int:
        """Return the seat to move, which the function `seat` gives; without a function, return 0."""
        return 0 if self._seat is None else self._seat(position)

    def moves(self, position: Position) -> Sequence[Move]:
        """Return the legal moves from the function `moves`."""
        return self._moves(position)

    def outcomes(self, position: Position, move: Move) -> Sequence[Outcome]:
        """Return the outcomes from the function `outcomes`."""
        outcomes = self._outcomes(position, move)
        if not hasattr(outcomes, "__len__"):
            outcomes = list(itertools.islice(outcomes, _MAX_OUTCOMES + 1))
            if len(outcomes) > _MAX_OUTCOMES:
                raise MemoryError(
                    f"{self.name} has more than {_MAX_OUTCOMES:,} outcomes of move {move!r} at {position!r}"
                )
        return [Outcome(*item) if type(item) is tuple and 2 <= len(item) <= 3 else item for item in outcomes]


def make_game_from(game: Game, position: Any) -> tuple[Game, Any]:
    """Return a pair: a game (`Rules`, with `value_seat` 0) that begins at a position, and `game.position(position)`.

    Examples
    --------
    >>> import trueodds
    >>> make_game_from(trueodds.TheRace(3), (2, 1, 1))[0]
    Rules('the-race', start=Standing(first=2, second=1, seat=1))
    """
    start = game.position(position)
    return Rules(start, game.moves, game.outcomes, game.seat, game.name, game.infinite_play), start
