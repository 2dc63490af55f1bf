"""The true odds of games of chance: exact fractions, optimal strategies, and proofs that anyone can check.

>>> import trueodds
>>> trueodds.solve(trueodds.RiskOrSafety(target=3)).value
mpq(6,11)
"""

from __future__ import annotations

import importlib

from ._version import __version__ as __version__
from .catalog.registry import GAMES

TYPE_CHECKING = False  # not imported from typing, which takes longer to import than this package
if TYPE_CHECKING:
    from .dispatch import solve as solve  # the stub declares its types; the API reference needs its docstring

# These names are imported when first used, so that `import trueodds` is fast. Editors read __init__.pyi, which
# tools/make_stubs.py generates from this table.
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
    "advise": "play.advice",
    "check_certificate": "certificates.check",
    "compare": "strategies",
    "play_statistics": "solver.given_strategies",
    "duel": "strategies",
    "load": "answers.files",
    "methods": "dispatch",
    "read_model": "formats.read",
    "solve": "dispatch",
    "simulate": "play.simulate",
    "sweep": "parameter_sweep",
}

# Public modules: `claims` checks claims of papers, `oeis` computes OEIS sequences, and the others cover one game each.
_SUBMODULES = ("claims", "oeis", "risk_or_safety", "two_coins")

__all__ = sorted([*_MODULES, *_SUBMODULES, "__version__"])


def __getattr__(name: str) -> object:
    if name in _SUBMODULES:
        return importlib.import_module(f"{__name__}.{name}")
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(importlib.import_module(f"{__name__}.{_MODULES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
