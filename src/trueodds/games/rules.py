"""A game of your own from functions, without a class."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ..game import Game, Move, Outcome, Position

_MAX_OUTCOMES = 1_000_000  # of one move, where an iterator gives them: it may be endless


class Rules(Game):
    """A game made of functions; the same as a small class derived from `Game`.

    Parameters
    ----------
    start : position
        Where the game begins: anything hashable, such as a tuple.
    moves : callable
        From a position to its legal moves.
    outcomes : callable
        From a position and a move to what can follow: tuples (probability, next position), or
        (probability, None, payoff) where the game ends. Probabilities and payoffs are exact: int, Fraction or mpq.
    seat : callable, optional
        From a position to 0 or 1, whose turn it is; always 0, a game for one, if left out.
    name : str
        For messages. If left out, the name of the class, or "own game" for `Rules` itself.
    infinite_play : int, Fraction or mpq, optional
        What seat 0 gets from a play that never ends; if left out, the game must end.

    See Also
    --------
    Game : The class to derive from, for a game with parameters.
    solve : Its answer.

    Examples
    --------
    Two players toss a coin in turns; the first to throw heads wins:

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
        """None but what infinite play is worth, if that is given."""
        return {} if self._infinite_play is None else {"infinite_play": str(self._infinite_play)}

    @property
    def infinite_play(self) -> Any:
        """What seat 0 gets from a play that never ends, as given."""
        return self._infinite_play

    @property
    def start(self) -> Position:
        """The position in which the game begins."""
        return self._start

    def seat(self, position: Position) -> int:
        """Whose turn it is, as the function says."""
        return 0 if self._seat is None else self._seat(position)

    def moves(self, position: Position) -> Sequence[Move]:
        """The legal moves, as the function says."""
        return self._moves(position)

    def outcomes(self, position: Position, move: Move) -> Sequence[Outcome]:
        """What can follow, as the function says."""
        given = self._outcomes(position, move)
        if not hasattr(given, "__len__"):
            given = list(itertools.islice(given, _MAX_OUTCOMES + 1))
            if len(given) > _MAX_OUTCOMES:
                raise MemoryError(
                    f"{self.name} has more than {_MAX_OUTCOMES} outcomes of move {move!r} at {position!r}"
                )
        return [Outcome(*one) if type(one) is tuple and 2 <= len(one) <= 3 else one for one in given]


def game_from(game: Game, position: Any) -> tuple[Game, Any]:
    """Return the game that begins at a position, and the position in the game's own form.

    Examples
    --------
    >>> import trueodds
    >>> game_from(trueodds.TheRace(3), (2, 1, 1))[0]
    Rules('the-race', start=Standing(first=2, second=1, seat=1))
    """
    start = game.position(position)
    return Rules(start, game.moves, game.outcomes, game.seat, game.name), start
