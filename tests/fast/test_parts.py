"""Solutions by fast methods are not rebuilt from impossible numbers; `tests/answers/test_save.py` changes arrays."""

import itertools

import numpy as np
import pytest

from trueodds import Coinball, Greed, Pig, RiskOrSafety, TwoCoins, solve
from trueodds.fast.risk_or_safety.coin_by_coin import convert_solution


def remake(solution, wrong, game=None):
    """Rebuild a solution with some of its parts replaced."""
    parts = solution.to_parts() | wrong
    return type(solution).from_parts(game or solution.game, solution.method, solution.proof, parts)


def test_coins_must_be_tossable_and_dice_rollable():
    start, greed, pig = solve(RiskOrSafety(5, 3), "start"), solve(Greed(5, 3)), solve(Pig(5))
    parts = greed.to_parts()
    for wrong, name in itertools.product((0, 5), ("coins", "other_coins")):  # 5 are too many only for smaller needs
        with pytest.raises(ValueError, match="numbers of coins must be from 1 to the player's need"):
            remake(start, {name: np.full_like(start.to_parts()[name], wrong)})
    for tie in ((4, 3, 1, 5), (4, 4, 1, 2), (4, 3, 0, 1), (6, 3, 1, 2)):
        with pytest.raises(ValueError, match="ties must name two needs and equally good numbers of coins"):
            remake(start, {"ties": (tie,)})
    for wrong, name in itertools.product((-1, 5), ("dice_to_roll", "last_dice")):
        with pytest.raises(ValueError, match="numbers of dice must be from 0 to the player's need"):
            remake(greed, {name: np.full_like(parts[name], wrong)})
    with pytest.raises(ValueError, match="each state must be hold, roll or tie"):
        remake(pig, {"states": np.where(pig.bounds.states == 1, 2, pig.bounds.states)})
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
    assert remake(solution, {"layers": [first, second, layer + 1, *rest]}) != solution == remake(solution, {})
    assert remake(solution, {}).layers.ties == solution.layers.ties


def test_a_solution_coin_by_coin_is_that_of_its_solution_by_heads():
    made = [(3, "pairs"), (4, "pairs"), (3, "sweeps"), (3, "start")]
    mine, *others = (convert_solution(solve(RiskOrSafety(n), method)) for n, method in made)
    for other in others:
        with pytest.raises(ValueError, match="the game, the method or the proof does not match"):
            remake(mine, {"by_heads": other.by_heads})
