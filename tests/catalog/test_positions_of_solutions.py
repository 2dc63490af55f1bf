"""Solutions take a position in every form that their game takes, whatever the method, and the answer is the same."""

from collections import deque

import numpy as np
import pytest
from gmpy2 import mpz

import trueodds
from trueodds.dispatch import methods, solve_moves
from trueodds.fast.risk_or_safety.coin_by_coin import coin_by_coin
from trueodds.solver.given_strategies import Followed

from ..small import GAMES

CASES = [pytest.param(game, method, id=f"{game.name}-{method}") for game in GAMES for method in methods(game)]
FOLLOWED = [(Followed(game, {0: lambda at, game=game: game.moves(at)[0]}), "general") for game in GAMES]
COINS = coin_by_coin(trueodds.solve(trueodds.RiskOrSafety(3)))
COIN_BY_COIN = COINS.game


def forms(position):
    """The same position as people write it."""
    numbers = list(map(int, position))
    return [list(position), deque(numbers), np.array(numbers), tuple(map(np.int16, numbers)), tuple(map(mpz, numbers))]


def answers(solution, position):
    """What a solution says at a position, or that it cannot tell moves apart there."""
    found = []
    for ask in (solution.value_at, solution.move_values, solution.best_moves_at):
        try:
            found.append(ask(position))
        except trueodds.NotProved:
            found.append("not proved")
    return found


def later_positions(game, count=12):
    """Some that follow the start, each with its moves."""
    seen, at = [game.start], 0
    while at < len(seen) < count:
        for move in game.moves(seen[at]):
            seen += [one.position for one in game.outcomes(seen[at], move) if one.position not in (None, *seen)]
        at += 1
    return seen[:count]


@pytest.mark.parametrize(("game", "method"), [*CASES, *FOLLOWED, (COIN_BY_COIN, None)], ids=str)
def test_every_form_gives_the_same_answer(game, method):
    solution = COINS if game is COIN_BY_COIN else solve_moves(game, method)
    asked = 0
    for own in later_positions(game):
        try:
            known = answers(solution, own)
        except ValueError:  # off the best path, where some methods know nothing
            continue
        asked += 1
        for form in forms(own):
            assert answers(solution, form) == known, f"{form!r}"
            assert game.moves(form) == game.moves(own)
            assert type(game.position(form)) is type(own)
    assert asked
