"""Solve a game in the background while the player reads and thinks."""

from __future__ import annotations

import contextlib
import itertools
import threading
from collections.abc import Callable
from typing import Any

from ..runtime.executors import Progress
from ..solution import Solution
from .match import find_reachable, find_rules_at_table, solve_for_play

#: Seconds between two checks for Ctrl-C and progress.
_POLL_SECONDS = 0.1
#: The maximum number of positions searched for a move of the second player before play waits for the solution.
_MAX_SEARCHED = 10_000

#: A function that returns a context manager, which shows progress during a wait and yields a progress callback or None.
Display = Callable[[], contextlib.AbstractContextManager[Progress | None]]


class _StoppedError(Exception):
    """Raised to stop a computation whose solution is no longer needed."""


class Solving:
    """A game that is being solved in a thread, under the rules by which people play it."""

    def __init__(self, game: Any, display: Display = contextlib.nullcontext, max_positions: int | None = None) -> None:
        self.game = find_rules_at_table(game)
        self._display = display
        self._job = game, max_positions
        self._found: Solution | None = None
        self._error: BaseException | None = None
        self._stopped = False
        self._last: tuple[str, int, int | None] | None = None
        self._done = threading.Event()
        threading.Thread(target=self._work, daemon=True).start()  # a daemon thread does not delay a player who quits

    def wait(self, seconds: float) -> bool:
        """Wait at most this number of seconds; return whether the work has finished or failed."""
        return self._done.wait(seconds)

    def result(self) -> Solution:
        """Wait for the solution and return it, or raise the error of its computation."""
        with self._display() as show:
            while not self._done.wait(_POLL_SECONDS):
                if show and self._last:
                    show(*self._last)
            if self._error is not None:
                raise self._error
        assert self._found is not None
        return self._found

    def one_player(self) -> bool:
        """Return whether only one player moves; wait for the solution unless a brief search finds a second player."""
        if self._done.is_set() or not self._second_moves_soon():
            return self.result().one_player
        return False

    def stop(self) -> None:
        """Make the work stop at its next report of progress; its solution is no longer needed."""
        self._stopped = True

    def _work(self) -> None:
        game, max_positions = self._job
        try:
            self._found = solve_for_play(game, self._progress, max_positions)
        except BaseException as error:  # raised again by `result`
            self._error = error
        finally:
            self._done.set()

    def _progress(self, stage: str, done: int, total: int | None) -> None:
        if self._stopped:
            raise _StoppedError
        self._last = stage, done, total

    def _second_moves_soon(self) -> bool:
        """Return whether seat 1 moves at one of the first `_MAX_SEARCHED` positions that play can reach."""
        with contextlib.suppress(Exception):
            first = itertools.islice(find_reachable(self.game, self.game.start, self.game.moves), _MAX_SEARCHED)
            return any(position is not None and self.game.seat(position) == 1 for position in first)
        return False
