"""What editors know of trueodds; made by tools/make_stubs.py from the registry of games."""

import os
from concurrent.futures import Executor
from typing import Literal, TypedDict, Unpack, overload

from . import claims as claims
from . import oeis as oeis
from . import risk_or_safety as risk_or_safety
from . import two_coins as two_coins
from ._version import __version__ as __version__
from .answers.files import load as load
from .catalog.entry import Entry as Entry
from .certificates.check import check_certificate as check_certificate
from .dispatch import methods as methods
from .fast.greed.solve import GreedSolution
from .fast.packed.coinball import CoinballSolution
from .fast.packed.two_coins import TwoCoinsSolution
from .fast.pig.solution import PigSolution
from .fast.risk_or_safety.large import LargeTargetSolution
from .fast.risk_or_safety.solution import RiskOrSafetySolution
from .formats.read import read_model as read_model
from .game import Game as Game
from .game import Outcome as Outcome
from .games.coinball import Coinball as Coinball
from .games.greed import Greed as Greed
from .games.hog import Hog as Hog
from .games.pig import Pig as Pig
from .games.risk_or_safety import RiskOrSafety as RiskOrSafety
from .games.risk_or_safety import Toss as Toss
from .games.rules import Rules as Rules
from .games.super_six import SuperSix as SuperSix
from .games.the_race import TheRace as TheRace
from .games.two_coins import TwoCoins as TwoCoins
from .games.two_dice_pig import TwoDicePig as TwoDicePig
from .parameter_sweep import sweep as sweep
from .play.advice import advise as advise
from .play.simulate import simulate as simulate
from .runtime.executors import Progress
from .solution import NotProved as NotProved
from .solution import Solution as Solution
from .solution import SolutionOfStart
from .solver.bounded import BoundedSolution
from .solver.general import GeneralSolution
from .solver.given_strategies import play_statistics as play_statistics
from .solver.model import Model as Model
from .strategies import best_response as best_response
from .strategies import compare as compare
from .strategies import duel as duel

class Options(TypedDict, total=False):
    workers: int | str | Executor | None
    checkpoint: str | os.PathLike[str] | None
    progress: Progress | None
    max_positions: int | None

@overload
def solve(
    game: RiskOrSafety, method: None = None, **options: Unpack[Options]
) -> RiskOrSafetySolution | LargeTargetSolution: ...
@overload
def solve(
    game: RiskOrSafety, method: Literal["pairs", "sweeps", "reference"], **options: Unpack[Options]
) -> RiskOrSafetySolution: ...
@overload
def solve(game: RiskOrSafety, method: Literal["start"], **options: Unpack[Options]) -> LargeTargetSolution: ...
@overload
def solve(game: Coinball, method: Literal["layers"] | None = None, **options: Unpack[Options]) -> CoinballSolution: ...
@overload
def solve(
    game: Coinball | TwoCoins | Greed | Pig | TheRace | SuperSix | Hog | TwoDicePig | Rules,
    method: Literal["start"],
    **options: Unpack[Options],
) -> BoundedSolution: ...
@overload
def solve(game: TwoCoins, method: Literal["layers"] | None = None, **options: Unpack[Options]) -> TwoCoinsSolution: ...
@overload
def solve(game: Greed, method: Literal["layers"] | None = None, **options: Unpack[Options]) -> GreedSolution: ...
@overload
def solve(game: Pig, method: Literal["turns"] | None = None, **options: Unpack[Options]) -> PigSolution: ...
@overload
def solve(
    game: TheRace | SuperSix | Hog | TwoDicePig | Rules,
    method: Literal["general"] | None = None,
    **options: Unpack[Options],
) -> GeneralSolution: ...
@overload
def solve(game: Game, method: Literal["general"], **options: Unpack[Options]) -> GeneralSolution: ...
@overload
def solve(game: Game, method: Literal["start"], **options: Unpack[Options]) -> SolutionOfStart: ...
@overload
def solve(game: Game, method: str | None = None, **options: Unpack[Options]) -> Solution: ...
