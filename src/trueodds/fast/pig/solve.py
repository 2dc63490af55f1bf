"""The fast road from the rules to a `PigSolution`: bounds, open positions, exact values on demand."""

from __future__ import annotations

from ...game import readable_number
from ...games.pig import Pig
from ...runtime.executors import Progress
from ...runtime.memory import require_memory
from .bounds import bounds, bounds_bytes
from .solution import PigSolution
from .undecided import settle

_METHOD = "bounds of every value in floats, pair by pair; exact values modulo powers of primes"
_SIDES = 1 << 31  # the kernel's limit


def solve(game: Pig, progress: Progress | None = None) -> PigSolution:
    """Solve Pig, with a proof.

    Parameters
    ----------
    game : Pig
        The rules.
    progress : callable, optional
        Called with a stage's name, how far it is and how far it goes.

    Returns
    -------
    PigSolution
        Best moves are proved; exact values are computed when they are asked for.

    Raises
    ------
    MemoryError
        The targets are too large for this machine; the message has the estimate.
    ValueError
        A die of 2^31 sides or more.

    Notes
    -----
    Cost with six sides, on one core: moves 0.03 s at target 100, 0.3 s at 200; the value of the start 0.3 s, 5 s.
    Memory: half a byte times the cube of the target, and `values.Strategy.evaluate`.

    Examples
    --------
    >>> solve(Pig(target=5, sides=6)).value
    mpq(216,271)
    """
    most, least = max(game.target, game.opponent_target), min(game.target, game.opponent_target)
    if game.sides >= _SIDES:
        raise ValueError(f"sides must be below 2^31 to be solved, not {readable_number(game.sides)}")
    what = f"targets {readable_number(game.target)} and {readable_number(game.opponent_target)}"
    require_memory(bounds_bytes(most, least), what)
    found = bounds(most, least, game.sides, progress)
    settled = settle(found, progress)
    ties = f"{len(settled.ties) or 'no'} tie{'s' if len(settled.ties) != 1 else ''}"
    proof = (
        f"hold and roll compared at {found.compared} positions, {found.compared - found.unknown} by bounds in floats, "
        f"{settled.by_bounds} by 256-bit bounds, {settled.exactly} exactly, {ties}"
    )
    if found.gap < 1:
        i, j, total = found.closest
        proof += f"; least difference in floats {found.gap:.3g}, at needs {i} against {j}, turn total {total}"
    return PigSolution(game, _METHOD, proof, found, progress)
