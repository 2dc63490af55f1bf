"""A solution that is looked for while the player reads and thinks: a game can begin before it is solved."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable
from typing import Any

from ..runtime.executors import Progress
from ..solution import Solution
from .match import rules_at_table, solve_for_play

#: How long a wait lasts without a look whether Ctrl-C was pressed, or how far the work is; in seconds.
_LOOK = 0.1
#: Positions in which a second player is looked for; such games are solved by then, or known to be for two.
_LOOKED_THROUGH = 10_000

#: What shows progress while something is waited for; its context gives the callback, or None.
Showing = Callable[[], contextlib.AbstractContextManager[Progress | None]]


class _StoppedError(Exception):
    """Nobody wants the answer any more."""


class Solving:
    """A game that is being solved in a thread of its own, as it is played at a table.

    Parameters
    ----------
    game : Game
        The rules.
    showing : callable, optional
        Shows progress while the solution is waited for.
    max_positions : int, optional
        As for `trueodds.solve`.

    Examples
    --------
    >>> import trueodds
    >>> solving = Solving(trueodds.RiskOrSafety(target=3))
    >>> solving.one_player(), solving.result().value
    (False, mpq(6,11))
    """

    def __init__(self, game: Any, showing: Showing = contextlib.nullcontext, max_positions: int | None = None) -> None:
        self.game = rules_at_table(game)
        self._showing = showing
        self._asked = game, max_positions
        self._found: Solution | None = None
        self._error: BaseException | None = None
        self._stopped = False
        self._last: tuple[str, int, int | None] | None = None
        self._done = threading.Event()
        threading.Thread(target=self._work, daemon=True).start()  # who leaves does not wait for it

    def wait(self, seconds: float) -> bool:
        """Wait so long at most; whether the work is done, or has failed."""
        return self._done.wait(seconds)

    def result(self) -> Solution:
        """The solution; what went wrong while it was looked for is raised here."""
        with self._showing() as show:
            while not self._done.wait(_LOOK):
                if show and self._last:
                    show(*self._last)
            if self._error is not None:
                raise self._error
        assert self._found is not None
        return self._found

    def one_player(self) -> bool:
        """Whether only the player who moves first ever moves: told by the rules where they soon say so."""
        if self._done.is_set() or not self._second_moves_soon():
            return self.result().one_player
        return False

    def stop(self) -> None:
        """End the work, if it is not done: the solution is not wanted any more."""
        self._stopped = True

    def _work(self) -> None:
        game, max_positions = self._asked
        try:
            self._found = solve_for_play(game, self._progress, max_positions)
        except BaseException as error:  # raised again where the solution is asked for
            self._error = error
        finally:
            self._done.set()

    def _progress(self, stage: str, done: int, total: int | None) -> None:
        if self._stopped:
            raise _StoppedError
        self._last = stage, done, total

    def _second_moves_soon(self) -> bool:
        """Whether the other player is to move at one of the first positions; what rules do wrong is for the solver."""
        game = self.game
        with contextlib.suppress(Exception):
            seen = [game.start]
            known = set(seen)
            if game.seat(game.start) == 1:
                return True
            for position in seen:  # grows while it is read
                if len(seen) > _LOOKED_THROUGH:
                    return False
                for move in game.moves(position):
                    for outcome in game.outcomes(position, move):
                        after = outcome[1]
                        if after is None or after in known:
                            continue
                        if game.seat(after) == 1:
                            return True
                        known.add(after)
                        seen.append(after)
        return False
