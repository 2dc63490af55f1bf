"""Named strategies do what they say, are legal and no better than optimal; other names are refused."""

import sys
from itertools import product

import pytest

import trueodds
from trueodds.catalog.entry import Entry
from trueodds.catalog.registry import find, find_by_name, list_games
from trueodds.catalog.rules import find_opponent, find_rule, list_names
from trueodds.play.match import find_rules_at_table
from trueodds.solver.general import solve
from trueodds.solver.given_strategies import Followed, WithInfinitePlay

RISK, PIG, COINBALL = trueodds.RiskOrSafety(10), trueodds.Pig(100), trueodds.Coinball(4)


@pytest.mark.parametrize(
    ("game", "text", "moves"),
    [
        (RISK, " Always-3 ", {(0, 0, 0): 3, (0, 8, 0): 2, (5, 1, 0): 5}),
        (RISK, " hold  at 999999999 ", {(0, 8, 0): 2}),
        (RISK, " All-In ", {(0, 4, 0): 6}),
        (PIG, "hold-at-20", {(19, 0, 0): "roll", (20, 0, 0): "hold", (0, 90, 0): "roll"}),
        (PIG, "always hold", {(2, 0, 0): "hold"}),
        (trueodds.TwoDicePig(30), "hold at 9", {(8, 0, 0): "roll", (9, 0, 0): "hold"}),
        (trueodds.SuperSix(2), "stop at 4", {(2, 2, 3, True, 0): "roll", (2, 2, 4, True, 0): "stop"}),
        (trueodds.Hog(20), "always 4", {(3, 5): 4}),
        (trueodds.Greed(10), "always 2", {(9, 0): 1}),
        (trueodds.Greed(10, 3), "stop at 8", {(8, 9, False, 0): 0}),
        (trueodds.TheRace(8), "always 999999999", {(0, 0, 1): 4}),
        (trueodds.Rules(0, lambda at: ["a", "b"] if at else ["c"], list), "always c", {0: "c", 1: "a"}),
        *((trueodds.Rules(0, lambda at: [3, 1, 4, 2], list), f"always {n}", {0: max(1, min(n, 4))}) for n in range(6)),
        (trueodds.Rules(0, lambda at: [3, 1, 4, 2], list), "all in", {0: 4}),
    ],
)
def test_what_a_rule_does(game, text, moves):
    assert {position: find_rule(game, text)(position) for position in moves} == moves


class AtTable(Followed):
    """A game that asks the rule only where there is a choice."""

    def moves(self, position):
        legal = self.game.moves(position)
        return legal if len(legal) == 1 else super().moves(position)


@pytest.mark.parametrize("name", list_games())
def test_rules_that_a_shell_offers_are_legal_and_no_better_than_optimal(name):
    entry = find_by_name(name)
    game = find_rules_at_table(entry.game(**entry.small))
    best = solve(game).value_at(game.start)
    for word in list_names(find(game).rules)[1:]:
        for text in (word.replace("-", " ").upper(), word.replace("20", "2")):
            rule = find_opponent(game, text)
            assert solve(AtTable(game, {1: rule})).value_at(game.start) >= best
            assert solve(AtTable(game, {0: rule})).value_at(game.start) <= best
        assert callable(find_rule(entry.game(**entry.small), word))


def test_holding_is_the_same_by_coins_and_by_heads():
    game = trueodds.RiskOrSafety(5)
    by_coins = find_rules_at_table(game)
    for text in ("hold at 1", "hold at 2", "always 2", "always 3"):
        followed = AtTable(by_coins, {0: find_opponent(by_coins, text)})
        assert solve(followed).value == trueodds.best_response(game, find_rule(game, text), seat=0).value


def test_greed_stops_at_the_number_of_dice_with_the_nearest_mean():
    for limit, sides, number in ((30, 4, 22), (25, 3, 25), (12, 6, 1)):
        game = trueodds.Greed(limit, sides)
        rule = find_opponent(game, f"stop at {number}")
        for score, other, last in product(range(limit + 1), range(limit + 1), (False, True)):
            aim = (other + 1 if last else number) - score
            dice = rule((score, other, last, 0))
            assert dice in game.moves((score, other, last, 0))
            assert (dice > 0) == (aim > 0 and score < limit)
            off = {count: abs(2 * aim - count * (sides + 1)) for count in range(1, limit - score + 1)}
            assert not dice or dice == max(off, key=lambda count: (-off[count], count))


@pytest.mark.parametrize(
    ("find", "game", "text", "message"),
    [
        (find_rule, RISK, "sometimes", r"must be 'optimal' or a rule \(always MOVE"),
        (find_rule, RISK, "always " + "t" * 41, "'always t{40}': in risk-.* a whole number from 0 to 999,999,999"),
        (find_rule, RISK, "hold at 0", r"all in, hold at N; N: .* from 1 to 999,999,999\), not 'hold at 0'"),
        (find_rule, PIG, "all in", "needs numeric moves; moves at the start of pig: roll"),
        (find_rule, COINBALL, "hold at 3" * 7, r"a rule \(always MOVE\), not '(hold at 3){6}hold a'$"),
        (find_opponent, COINBALL, "x" * 61, r"must be one of optimal, human, always MOVE, not 'x{60}'$"),
        (find_opponent, RISK, "x", r"human, always MOVE, all in, hold at N \(N: .* from 1 to 999,999,999\), not 'x'$"),
        (find_opponent, COINBALL, "always " + "j" * 41, "'always j{40}': .* never legal in this game; .*: rush, pass"),
    ],
)
def test_invalid_arguments_are_refused(find, game, text, message):
    with pytest.raises(ValueError, match=message):
        find(game, text)


def test_an_opponent_makes_any_move_that_is_legal_somewhere():
    assert find_opponent(PIG, " Optimal ") is None
    hold = find_opponent(PIG, " Always-hold")
    assert [hold(position) for position in ((0, 0, 0, 0), (3, 0, 0, 0))] == ["roll", "hold"]
    assert find_opponent(trueodds.Hog(20), "all in")((3, 0, 0)) == 10
    assert find_opponent(trueodds.Hog(20), "always 999999999")((3, 0, 0)) == 10
    assert find_opponent(trueodds.TheRace(8), "always 9")((0, 0, 1)) == 4
    assert find_opponent(RISK, "always 2")((1, 0, 0)) == find_rule(RISK, "hold at 2")((1, 0, 0))
    for limit, where in ((14, "in this game"), (13, "at the 13 positions nearest to the start")):
        with pytest.raises(ValueError, match=f"never legal {where}; legal moves: rush, pass$"):
            find_rule(trueodds.Coinball(3), "always jump").check_ever_legal(limit)
    message = "'always A': the player who follows it never moves at the positions that play"
    with pytest.raises(ValueError, match=message):
        trueodds.simulate(trueodds.TwoCoins(flips=3), second="always A", games=10)


def test_classes_with_and_without_an_entry_of_their_own(monkeypatch):
    own = type("Own", (trueodds.Pig,), {"__module__": __name__})
    written = Entry(own, "Mine.", methods={"mine": None}, choose="mine", at_table="mine")
    monkeypatch.setattr(sys.modules[__name__], "ENTRY", written, raising=False)
    assert find(own(3)) is written
    assert find(WithInfinitePlay(own(3), 1)) == Entry(own, "Mine.")
    other = type("Other", (own,), {"__module__": __name__})
    assert find(other(3)) == Entry(other, "Other")
    for words, title in (("Own: a game.", "Own"), ("A game.", "pig"), (None, "pig")):
        assert Entry(type("Own", (trueodds.Pig,), {"__doc__": words}), "Mine.", text="Roll.").title == title
    monkeypatch.delitem(sys.modules, "trueodds.catalog.hog")  # a module that it imports is missing
    monkeypatch.setitem(sys.modules, "trueodds.catalog.maps", None)
    with pytest.raises(ModuleNotFoundError, match=r"catalog\.maps"):
        find_by_name.__wrapped__("hog")
