"""Prove saved expected rewards: by the certificate of the game, and by one for each strategy against all others."""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np

from ..solution import NotProved
from ..solver.general import RewardSolution
from ..solver.submodel import restrict
from .check_odds import Refused
from .compare import check_bytes
from .lines import sealed
from .write import values_certificate


def prove_rewards(solution: RewardSolution) -> None:
    """Verify values, best moves, and that both strategies get the values, by the standalone checker.

    Parameters
    ----------
    solution : RewardSolution
        The claim.

    Raises
    ------
    NotProved
        Something in the claim is false.
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
        check_bytes("".join(sealed(lines)).encode())
    except Refused as refused:
        raise NotProved(f"the saved answer is not proved: {refused}") from None
