"""The true odds of games of chance: exact fractions, strategies proved optimal, proofs that a stranger can check.

>>> import trueodds
>>> trueodds.solve(trueodds.RiskOrSafety(target=3)).value
mpq(6,11)
"""

from __future__ import annotations

import importlib

from ._version import __version__ as __version__
from .catalog.registry import GAMES

TYPE_CHECKING = False  # without typing, which takes longer to import than this package
if TYPE_CHECKING:
    from .dispatch import solve as solve  # the stub has its types, the reference takes its words from here

# Opened when first used, so that `import trueodds` costs nothing. After a colon: what the module calls it. Editors read
# __init__.pyi, which tools/make_stubs.py makes of this.
_MODULES = {
    **{name: f"games.{file}" for name, file in GAMES.items()},
    "Entry": "catalog.entry",
    "Game": "game",
    "Model": "solver.model",
    "NotProved": "solution",
    "Outcome": "game",
    "Rules": "games.rules",
    "Solution": "solution",
    "Toss": "games.risk_or_safety",
    "best_response": "strategies",
    "check_claims": "claims.papers",
    "compare": "strategies",
    "count_strategies": "research.counting",
    "play_statistics": "solver.given_strategies",
    "duel": "strategies",
    "load": "answers.files",
    "methods": "dispatch",
    "proved_moves": "fast.risk_or_safety.prove",
    "solve": "dispatch",
    "simulate": "simulation.simulate",
    "start_values": "fast.risk_or_safety.large",
    "two_coins_curve": "research.two_coins_curve:curve",
    "two_coins_curve_points": "research.two_coins_curve:curve_points",
}

__all__ = sorted([*_MODULES, "__version__"])


def __getattr__(name: str) -> object:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, _, own_name = _MODULES[name].partition(":")
    value = getattr(importlib.import_module(f"{__name__}.{module}"), own_name or name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
