"""Solutions by fast methods are not rebuilt from impossible numbers; `tests/answers/test_save.py` changes arrays."""

import numpy as np
import pytest

from trueodds import Coinball, Greed, RiskOrSafety, TwoCoins, solve


def remake(solution, wrong, game=None):
    """Rebuild a solution with some of its parts replaced."""
    parts = solution.to_parts() | wrong
    return type(solution).from_parts(game or solution.game, solution.method, solution.proof, parts)


def test_coins_must_be_tossable_and_dice_rollable():
    start, greed = solve(RiskOrSafety(5), "start"), solve(Greed(5, 3))
    table, parts = start.to_parts()["coins"], greed.to_parts()
    for wrong in (0, 6):
        with pytest.raises(ValueError, match="numbers of coins must be from 1 to the player's need"):
            remake(start, {"coins": np.where(table == 5, np.uint16(wrong), table)})
    for name, wrong in (("dice_to_roll", -1), ("last_dice", 6)):
        with pytest.raises(ValueError, match="numbers of dice must be from 0 to the need"):
            remake(greed, {name: np.full_like(parts[name], wrong)})
    for part in ({"exponent": -1}, {"exponent": 13}, {"losses": parts["losses"][:-1]}):
        with pytest.raises(ValueError, match=r"3[56] losses with exponent .* do not fit 6 needs"):
            remake(greed, part)
    for limit in (6, 60):
        with pytest.raises(ValueError, match="the table covers only needs up to 5"):
            remake(greed, {}, Greed(limit, 3))


@pytest.mark.parametrize("game", [Coinball(7), TwoCoins(6, "2/5")], ids=lambda game: game.name)
def test_layers_have_no_sign_and_no_more_slots_than_scores(game):
    solution = solve(game)
    first, second, layer, *rest = solution.to_parts()["layers"]
    for wrong in (-layer, layer << 64):
        with pytest.raises(ValueError, match="a layer is negative or too long"):
            remake(solution, {"layers": [first, second, wrong, *rest]})
