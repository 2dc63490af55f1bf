"""What Greed to a limit will take: a smaller one is solved and measured, each kind of turns continued by its own law.

Exponents fitted between limits of 150 and 1,000 with six sides: the products are as many as the cube of the limit, and
their numbers grow with it, too.
"""

from __future__ import annotations

import time

from ...games.greed import Greed
from ...runtime.estimate import Estimate, Stage
from .solve import needed_bytes
from .tables import make_tables

_MEASURED = 150  # the limit that is measured: half a second
_EXPONENTS = {"last turn": 3.5, "normal turns": 3.35}


def estimate(game: Greed) -> Estimate:
    """What all positions take.

    Examples
    --------
    >>> found = estimate(Greed(40))
    >>> [stage.name for stage in found.stages], found.memory
    (['last turn', 'normal turns'], 400078)
    """
    own = min(game.limit, _MEASURED)
    ratio = game.limit / own
    spent: dict[str, float] = {}
    last = time.process_time()

    def progress(stage: str, done: int, total: int | None) -> None:
        nonlocal last
        now = time.process_time()
        spent[stage] = spent.get(stage, 0.0) + now - last
        last = now

    make_tables(own, game.sides, progress)
    stages = tuple(Stage(name, 1, spent[name] * ratio**exponent) for name, exponent in _EXPONENTS.items())
    return Estimate(
        f"{game.name}, limit {game.limit}, dice with {game.sides} sides, method layers",
        stages,
        needed_bytes(game.limit, game.sides),
        measured=f"a limit of {own} took {sum(spent.values()):.2g} s of processor time",
    )
