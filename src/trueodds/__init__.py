"""The true odds of games of chance: exact fractions, strategies proved optimal, proofs that a stranger can check.

>>> import trueodds
>>> trueodds.solve(trueodds.RiskOrSafety(target=3)).value
mpq(6,11)
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

from ._version import __version__
from .catalog.registry import GAMES

if TYPE_CHECKING:
    from .answers.files import load
    from .claims.papers import check_claims
    from .dispatch import methods, solve
    from .fast.risk_or_safety.large.prove import proved_moves
    from .fast.risk_or_safety.solve import start_values
    from .game import Game, Outcome
    from .games.coinball import Coinball
    from .games.greed import Greed
    from .games.pig import Pig
    from .games.risk_or_safety import RiskOrSafety, Toss
    from .games.rules import Rules
    from .games.super_six import SuperSix
    from .games.the_race import TheRace
    from .games.two_coins import TwoCoins
    from .research.counting import count_strategies
    from .research.two_coins_curve import curve as two_coins_curve
    from .research.two_coins_curve import curve_points as two_coins_curve_points
    from .simulation.simulate import simulate
    from .solution import NotProved, Solution
    from .solver.comparison import compare
    from .solver.given_strategies import best_response, duel, play_statistics
    from .solver.model import Model

__all__ = [
    "Coinball",
    "Game",
    "Greed",
    "Model",
    "NotProved",
    "Outcome",
    "Pig",
    "RiskOrSafety",
    "Rules",
    "Solution",
    "SuperSix",
    "TheRace",
    "Toss",
    "TwoCoins",
    "__version__",
    "best_response",
    "check_claims",
    "compare",
    "count_strategies",
    "duel",
    "load",
    "methods",
    "play_statistics",
    "proved_moves",
    "simulate",
    "solve",
    "start_values",
    "two_coins_curve",
    "two_coins_curve_points",
]

# Those above are for editors' eyes; a game needs no more than its line in the registry.
__all__ += [name for name in GAMES if name not in __all__]

# Opened when first used, so that `import trueodds` costs nothing. After a colon: what the module calls it.
_MODULES = {
    **{name: f"games.{file}" for name, file in GAMES.items()},
    "Game": "game",
    "Model": "solver.model",
    "NotProved": "solution",
    "Outcome": "game",
    "Rules": "games.rules",
    "Solution": "solution",
    "Toss": "games.risk_or_safety",
    "best_response": "solver.given_strategies",
    "check_claims": "claims.papers",
    "compare": "solver.comparison",
    "count_strategies": "research.counting",
    "play_statistics": "solver.given_strategies",
    "duel": "solver.given_strategies",
    "load": "answers.files",
    "methods": "dispatch",
    "proved_moves": "fast.risk_or_safety.large.prove",
    "solve": "dispatch",
    "simulate": "simulation.simulate",
    "start_values": "fast.risk_or_safety.solve",
    "two_coins_curve": "research.two_coins_curve:curve",
    "two_coins_curve_points": "research.two_coins_curve:curve_points",
}


def __getattr__(name: str) -> object:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, _, own_name = _MODULES[name].partition(":")
    value = getattr(importlib.import_module(f"{__name__}.{module}"), own_name or name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
