"""Solutions by fast methods, rebuilt from their parts, are equal; impossible parts are refused."""

import numpy as np
import pytest

from trueodds import Coinball, Greed, Pig, RiskOrSafety, TwoCoins, solve
from trueodds.fast.risk_or_safety.coin_by_coin import coin_by_coin

SOLUTIONS = [
    solve(RiskOrSafety(6, 5, "2/5"), "pairs"),
    solve(RiskOrSafety(5), "sweeps"),
    solve(RiskOrSafety(1), "pairs"),
    solve(RiskOrSafety(9, heads="2/5"), "start"),
    solve(RiskOrSafety(4, 9, "1/3"), "start"),
    coin_by_coin(solve(RiskOrSafety(4))),
    coin_by_coin(solve(RiskOrSafety(6), "start")),
    solve(Pig(9)),
    solve(Pig(7, 4, 9)),
    solve(Greed(1, 1)),
    solve(Greed(12, 6)),
    solve(Coinball(7)),
    solve(TwoCoins(6, "2/5")),
]
solution = pytest.mark.parametrize("solution", SOLUTIONS, ids=lambda one: f"{one.game}-{one.method[:5]}")


def remake(solution, parts):
    return type(solution).from_parts(solution.game, solution.method, solution.proof, parts)


@solution
def test_arrays_of_other_types_and_shapes_are_refused(solution):
    parts = solution.to_parts()
    for name, part in parts.items():
        if isinstance(part, np.ndarray):
            for wrong in (part.astype(np.complex64), part[None], np.concatenate([part, part[-1:]]) if part.size else 3):
                with pytest.raises((TypeError, ValueError, AttributeError)):
                    remake(solution, parts | {name: wrong})


def test_coins_must_be_tossable_and_dice_rollable():
    start, greed = solve(RiskOrSafety(5), "start"), solve(Greed(5, 3))
    table = start.to_parts()["coins"]
    for wrong in (0, 6):
        with pytest.raises(ValueError, match="numbers of coins must be from 1 to the need"):
            remake(start, start.to_parts() | {"coins": np.where(table == 5, np.uint16(wrong), table)})
    parts = greed.to_parts()
    for name, wrong in (("dice_to_roll", -1), ("last_dice", 6)):
        with pytest.raises(ValueError, match="numbers of dice must be from 0 to the need"):
            remake(greed, parts | {name: np.full_like(parts[name], wrong)})
    for part in ({"exponent": -1}, {"exponent": 13}, {"losses": parts["losses"][:-1]}):
        with pytest.raises(ValueError, match=r"3[56] losses with exponent .* do not fit 6 needs"):
            remake(greed, parts | part)
    for limit in (6, 60):
        with pytest.raises(ValueError, match="the table covers only needs up to 5"):
            type(greed).from_parts(Greed(limit, 3), "", greed.proof, parts)


@pytest.mark.parametrize("solution", SOLUTIONS[-2:], ids=lambda one: one.game.name)
def test_layers_have_no_sign_and_no_more_slots_than_scores(solution):
    parts = solution.to_parts()
    first, second, layer, *rest = parts["layers"]
    for wrong in (-layer, layer << 64):
        with pytest.raises(ValueError, match="a layer is negative or too long"):
            remake(solution, parts | {"layers": [first, second, wrong, *rest]})
