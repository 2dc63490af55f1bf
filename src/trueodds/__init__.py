"""The true odds of games of chance: exact fractions, strategies proved optimal, proofs that a stranger can check.

>>> import trueodds
>>> trueodds.solve(trueodds.RiskOrSafety(target=3)).value
mpq(6,11)
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

from ._version import __version__

if TYPE_CHECKING:
    from .game import Game, Outcome
    from .games.risk_or_safety import RiskOrSafety, Toss
    from .risk_or_safety.proved import proved_moves
    from .risk_or_safety.road import start_values
    from .roads import solve
    from .solution import NotProved, Solution

__all__ = [
    "Game",
    "NotProved",
    "Outcome",
    "RiskOrSafety",
    "Solution",
    "Toss",
    "__version__",
    "proved_moves",
    "solve",
    "start_values",
]

# Opened when first used, so that `import trueodds` costs nothing.
_ROOMS = {
    "Game": "game",
    "Outcome": "game",
    "RiskOrSafety": "games.risk_or_safety",
    "Toss": "games.risk_or_safety",
    "NotProved": "solution",
    "Solution": "solution",
    "proved_moves": "risk_or_safety.proved",
    "solve": "roads",
    "start_values": "risk_or_safety.road",
}


def __getattr__(name: str) -> object:
    if name not in _ROOMS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(importlib.import_module(f"{__name__}.{_ROOMS[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
