"""The one door: takes any game, picks the road, returns a Solution."""

from __future__ import annotations

from typing import TYPE_CHECKING, overload

from .game import Game
from .games.risk_or_safety import RiskOrSafety
from .solution import Solution

if TYPE_CHECKING:
    from .risk_or_safety.bounds import Progress
    from .risk_or_safety.solution import RiskOrSafetySolution


@overload
def solve(game: RiskOrSafety, method: str | None = None, progress: Progress | None = None) -> RiskOrSafetySolution: ...
@overload
def solve(game: Game, method: str | None = None, progress: Progress | None = None) -> Solution: ...
def solve(game: Game, method: str | None = None, progress: Progress | None = None) -> Solution:
    """Solve a game exactly: its value, all best moves, and the proof.

    Parameters
    ----------
    game : Game
        The rules with their parameters, e.g. ``RiskOrSafety(target=20)``.
    method : str, optional
        How; the fastest if left out. For Risk or Safety ``"pairs"``, ``"sweeps"`` (the paper's iteration) or ``"twin"``
        (plain fractions, slow). All methods give the same answer.
    progress : callable, optional
        Called now and then with the name of a stage, how far it is, and how far it goes (None if unknown).

    Returns
    -------
    Solution

    Raises
    ------
    TypeError, ValueError
        Not a game that can be solved here, or an unknown method.
    MemoryError
        The game is too large for this machine; refused before any memory is taken.

    Examples
    --------
    >>> import trueodds
    >>> trueodds.solve(trueodds.RiskOrSafety(target=3)).value
    mpq(6,11)
    """
    if not isinstance(game, RiskOrSafety):
        raise TypeError(f"game must be a RiskOrSafety, not {game!r} ({type(game).__name__})")
    from .risk_or_safety import road  # kernels are loaded when used

    if method is None:
        method = next(iter(road.METHODS))
    if method not in road.METHODS:
        raise ValueError(f"method must be one of {', '.join(road.METHODS)}, not {method!r}")
    return road.solve(game, method, progress)
