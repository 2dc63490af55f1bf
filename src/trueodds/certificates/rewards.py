"""Expected rewards proved again: by the certificate of the game, and by those of each strategy against everything."""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np

from ..solution import NotProved
from ..solver.general import RewardSolution
from ..solver.traps import restrict
from .check_odds_rewards import Refused
from .checking import check_text
from .write import sealed, values_certificate


def prove_rewards(solution: RewardSolution) -> None:
    """Prove values, best moves, and that both strategies get the values, by the checker that stands alone.

    Parameters
    ----------
    solution : RewardSolution
        What is claimed.

    Raises
    ------
    NotProved
        Something is not as it is claimed.
    """
    model, values, best, start = solution.model, solution.values, solution.best, solution.model.start
    if solution.followed is None:  # any best moves will do
        _check(values_certificate(model, values, best, math.inf, start))
        return
    owner = np.repeat(np.arange(len(values)), np.diff(model.first_move))
    own = np.arange(len(model.moves)) - model.first_move[owner]
    for seat in (0, 1):  # the other may do anything, and the values are the same
        allowed = (model.seats[owner] != seat) | (own == solution.followed[owner])
        part = restrict(model, np.ones(len(values), dtype=np.bool_), allowed)
        left = [[0] if model.seats[x] == seat else moves for x, moves in enumerate(best)]
        _check(values_certificate(part.model, values, left, math.inf, start))


def _check(lines: Iterable[str]) -> None:
    try:
        check_text("".join(sealed(lines)).encode())
    except Refused as refused:
        raise NotProved(f"what was saved is not proved: {refused}") from None
