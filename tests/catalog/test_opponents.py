"""Rules of thumb: what they are called, that their moves are legal, and what is refused."""

import pytest

import trueodds
from trueodds.catalog.opponents import opponent
from trueodds.play.match import rules_at_table
from trueodds.solver.general import solve
from trueodds.solver.given_strategies import Followed

RULES = [
    (trueodds.RiskOrSafety(5), "hold at 2"),
    (trueodds.RiskOrSafety(5), "always 2"),
    (trueodds.Pig(12), "hold at 5"),
    (trueodds.Greed(12), "stop at 9"),
    (trueodds.TheRace(5), "always 2"),
    (trueodds.SuperSix(2), "stop at 3"),
    (trueodds.Coinball(5), "always rush"),
    (trueodds.Coinball(5), "always pass"),
]


class Choosing(Followed):
    """Asks the rule where there is a choice, as at the table."""

    def moves(self, position):
        legal = self.game.moves(position)
        return legal if len(legal) == 1 else super().moves(position)


def first_players(game):
    return solve(game).value_at(game.start)


@pytest.mark.parametrize(("game", "name"), RULES, ids=lambda one: str(one))
def test_a_rule_is_legal_everywhere_and_not_better_than_perfect(game, name):
    game = rules_at_table(game)
    perfect = first_players(game)
    rule = opponent(game, name)
    assert first_players(Choosing(game, {1: rule})) >= perfect >= first_players(Choosing(game, {0: rule}))


def test_risk_or_safety_hold_at_is_always():
    game = trueodds.RiskOrSafety(5)
    worst = trueodds.best_response(game, lambda position: min(2, game.moves(position)[-1]), seat=0).value
    by_coins = rules_at_table(game)
    assert first_players(Choosing(by_coins, {0: opponent(by_coins, "hold at 2")})) == worst


@pytest.mark.parametrize(
    ("position", "dice"),
    [
        ((0, 0, False, 0), 23),  # 23 dice make 80.5 on average
        ((78, 0, False, 0), 1),
        ((80, 0, False, 0), 0),
        ((60, 70, True, 0), 3),  # 11 points more
        ((71, 70, True, 0), 0),
        ((98, 100, True, 0), 1),  # not more than there is room for, but one
        ((99, 100, True, 0), 1),
    ],
)
def test_greed_stops_at(position, dice):
    assert opponent(trueodds.Greed(), "stop at 80")(position) == dice
