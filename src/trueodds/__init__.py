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
    from .games.rules import Rules
    from .games.super_six import SuperSix
    from .games.the_race import TheRace
    from .risk_or_safety.proved import proved_moves
    from .risk_or_safety.road import start_values
    from .roads import methods, solve
    from .solution import NotProved, Solution
    from .solver.play import best_response, course, duel

__all__ = [
    "Game",
    "NotProved",
    "Outcome",
    "RiskOrSafety",
    "Rules",
    "Solution",
    "SuperSix",
    "TheRace",
    "Toss",
    "__version__",
    "best_response",
    "course",
    "duel",
    "methods",
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
    "Rules": "games.rules",
    "SuperSix": "games.super_six",
    "TheRace": "games.the_race",
    "NotProved": "solution",
    "Solution": "solution",
    "proved_moves": "risk_or_safety.proved",
    "methods": "roads",
    "solve": "roads",
    "start_values": "risk_or_safety.road",
    "best_response": "solver.play",
    "course": "solver.play",
    "duel": "solver.play",
}


def __getattr__(name: str) -> object:
    if name not in _ROOMS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(importlib.import_module(f"{__name__}.{_ROOMS[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
