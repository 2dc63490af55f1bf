"""Rules by name."""

import pytest

import trueodds
from trueodds.catalog.opponents import words_to_type
from trueodds.catalog.registry import by_name, names
from trueodds.catalog.rules import named_rule

RISK, PIG, COINBALL = trueodds.RiskOrSafety(10), trueodds.Pig(100), trueodds.Coinball(4)


@pytest.mark.parametrize(
    ("game", "text", "position", "move"),
    [
        (RISK, "always 3", (0, 0, 0), 3),
        (RISK, "always 3", (0, 8, 0), 2),
        (RISK, "always 3", (5, 1, 0), 5),
        (RISK, " hold  at 3 ", (0, 8, 0), 2),
        (RISK, "all in", (0, 4, 0), 6),
        (RISK, "Always-3", (0, 8, 0), 2),
        (PIG, "hold-at-20", (19, 0, 0), "roll"),
        (PIG, "hold at 20", (20, 0, 0), "hold"),
        (PIG, "hold at 20", (0, 90, 0), "roll"),
        (PIG, "always hold", (2, 0, 0), "hold"),
        (COINBALL, "always pass", (0, 0, 0), "pass"),
        (trueodds.Greed(10), "always 2", (9, 0), 1),
        (trueodds.SuperSix(2), "stop at 4", (2, 2, 4, True, 0), "stop"),
        (trueodds.Greed(10, 3), "stop at 8", (8, 9, False, 0), 0),
        (trueodds.TheRace(8), "all in", (0, 0, 1), 4),
    ],
)
def test_what_a_rule_does(game, text, position, move):
    assert named_rule(game, text)(position) == move


@pytest.mark.parametrize("name", names())
def test_what_a_shell_offers_is_understood(name):
    game = by_name(name)
    small = game.game(**game.small)
    for word in words_to_type(game.rules)[1:]:
        assert named_rule(small, word)(small.start) in small.moves(small.start)


@pytest.mark.parametrize(
    ("game", "text", "message"),
    [
        (RISK, "sometimes", "must be optimal, or a rule: always MOVE"),
        (RISK, "always", "must be optimal"),
        (RISK, "always two", "a move of risk-or-safety is a whole number"),
        (RISK, "always -1", "is a whole number"),
        (RISK, "hold at 0", "a rule: always MOVE, all in, hold at N; not 'hold at 0'"),
        (PIG, "all in", "needs moves that are numbers; pig has roll"),
        (COINBALL, "hold at 3", "a rule: always MOVE, all in; not 'hold at 3'"),
        (PIG, "perfect", "a rule: always MOVE, all in, hold at N; not 'perfect'"),
    ],
)
def test_what_is_refused(game, text, message):
    with pytest.raises(ValueError, match=message):
        named_rule(game, text)


def test_a_move_that_is_nowhere_is_a_slip_of_the_pen():
    rule = named_rule(COINBALL, "always jump")
    assert rule((0, 0, 0)) == "rush"
    with pytest.raises(ValueError, match="no such move where the player moves; there are rush, pass"):
        rule.check_used()
    used = named_rule(COINBALL, "always pass")
    used((0, 0, 0))
    used.check_used()


def test_a_player_who_never_moves_is_told_so():
    with pytest.raises(ValueError, match="'always A': this player never moves in two-coins"):
        trueodds.simulate(trueodds.TwoCoins(flips=3), second="always A", games=10)
