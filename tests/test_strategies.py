"""Comparisons of strategies agree with duels."""

import re
from functools import partial

import pytest
from gmpy2 import mpq

import trueodds
from trueodds.strategies import Comparison, find_players


def go_for(game, number):
    return lambda position: min(max(number, game.moves(position)[0]), game.moves(position)[-1])


GAME = trueodds.RiskOrSafety(5)
STRATEGIES = {"best": trueodds.solve(GAME), "one": go_for(GAME, 1), "two & more": go_for(GAME, 2)}


@pytest.fixture(scope="module")
def found():
    return trueodds.compare(GAME, STRATEGIES)


def test_values_are_those_of_the_duels(found):
    for first, one in STRATEGIES.items():
        for second, other in STRATEGIES.items():
            assert found.value(first, second) == trueodds.duel(GAME, one, other).value
            assert found.in_both_seats(first, second) + found.in_both_seats(second, first) == 1
        assert found.in_both_seats(first, first) == mpq(1, 2)
        assert found.in_both_seats("best", first) >= mpq(1, 2)
    assert found.value("best", "best") == trueodds.solve(GAME).value
    assert found.average("one") == (found.in_both_seats("one", "best") + found.in_both_seats("one", "two & more")) / 2
    reports = []
    assert found == trueodds.compare(GAME, STRATEGIES, progress=lambda *report: reports.append(report))
    assert reports == [("duels", done, 9) for done in range(9)]
    assert isinstance(found, Comparison)
    the_race = trueodds.solve(trueodds.TheRace(3))  # whose value is that of the second player
    compared = trueodds.compare(the_race.game, {"best": the_race})
    assert (compared.values, compared.average("best")) == (((1 - the_race.value,),), mpq(1, 2))


def test_strategies_by_name(found):
    named = trueodds.compare(GAME, [" optimal", "always  1", "always-2"])
    assert named.names == ("optimal", "always 1", "always-2")
    assert named.values == found.values
    mixed = trueodds.compare(GAME, {"best": " optimal ", "one": STRATEGIES["one"], "two & more": " always  2 "})
    assert mixed == found
    assert trueodds.duel(GAME, "always 1", "optimal").value == found.value("one", "best")
    response = trueodds.best_response(GAME, "always 2")
    assert response.value == trueodds.best_response(GAME, STRATEGIES["two & more"]).value
    assert trueodds.best_response(GAME, "optimal", seat=0).value == trueodds.solve(GAME).value


def test_one_player_has_one_column():
    game = trueodds.TwoCoins(10)
    found = trueodds.compare(game, ["optimal", "always A"])
    best = trueodds.solve(game).value
    assert (found.one_player, found.values[0], len(found.values[1])) == (True, (best,), 1)
    assert found.value("optimal") == best
    assert str(found.records()[1]) == "{'first': 'always A', 'value': '193/512', 'decimal': '0.376953125'}"
    assert "two-coins, flips 10: value of each strategy</caption>" in found._repr_html_()
    assert str(found).splitlines()[:2] == ["two-coins, flips 10: value of each strategy", "             value"]
    with pytest.raises(ValueError, match="two-coins is a game for one player; there is no second strategy"):
        found.in_both_seats("optimal", "always A")
    second = trueodds.Rules(1, lambda at: ["go"], lambda at, _: [(1, 0)] if at else [(1, None, 1)], lambda at: at)
    assert "for the player who moves second (rows)" in str(trueodds.compare(second, ["optimal"]))
    with pytest.raises(ValueError, match="pig is a game for two players; give a second strategy"):
        trueodds.compare(trueodds.Pig(3), ["optimal"]).value("optimal")
    with pytest.raises(ValueError, match="two-coins is a game for one player"):
        trueodds.compare(game, ["optimal"]).average("optimal")


def test_a_strategy_that_never_lets_the_second_player_move():
    """Rolling until the total is over the limit loses at once; the game is still one for two players."""
    bust = lambda at, move: [(1, 1)] if move == "stop" else [(1, None, 0)] if at == 0 else [(1, None, 1)]  # noqa: E731
    game = trueodds.Rules(0, lambda at: ["stop", "roll"] if at == 0 else ["roll"], bust, seat=lambda at: at)
    for names in (["optimal", "always roll"], ["always roll", "optimal"], ["always roll"]):
        found = trueodds.compare(game, names)
        assert not found.one_player
        assert found.values == tuple((mpq(name == "optimal"),) * len(names) for name in names)
        assert "in both seats" in str(found)
    assert not trueodds.simulate(game, "always roll", games=1).one_player
    rolls = lambda at: "roll"  # noqa: E731
    assert trueodds.simulate(game, rolls, rolls, 1, max_positions=1).one_player  # too large to decide


def test_wrong_strategies_are_refused():
    for names in ("optimal", [], [3]):
        with pytest.raises(TypeError, match=f"strategies must be a list of names, .*, not {re.escape(repr(names))}$"):
            trueodds.compare(GAME, names)
    for wrong in ({}, {1: STRATEGIES["one"]}):
        with pytest.raises(TypeError, match="strategies must be a list of names, such as"):
            trueodds.compare(GAME, wrong)
    with pytest.raises(TypeError, match="a strategy must be a name, a function, a mapping or a solution, not 3"):
        trueodds.compare(GAME, {"three": 3})
    with pytest.raises(ValueError, match="the strategy must be one of best, one, two & more, not 'two'"):
        trueodds.compare(GAME, STRATEGIES).value("two", "one")
    with pytest.raises(ValueError, match="seat must be 0 or 1, not -1"):
        trueodds.best_response(GAME, "all in", seat=-1)
    for name, message in (("always jump", "this move is never legal"), ("bold", "must be 'optimal' or a rule")):
        for ask in (trueodds.best_response, partial(trueodds.duel, second="optimal")):
            with pytest.raises(ValueError, match=message):
                ask(trueodds.Pig(3), name)


@pytest.mark.parametrize(
    "ask",
    [
        lambda **given: trueodds.compare(GAME, ["optimal", "always 1"], **given),
        lambda **given: trueodds.duel(GAME, "optimal", "always 1", **given),
        lambda **given: trueodds.best_response(GAME, "optimal", **given),
    ],
)
def test_every_comparison_reports_progress_and_keeps_the_limit(ask):
    told = []
    ask(max_positions=500, progress=lambda *news: told.append(news[0]))
    assert told
    with pytest.raises(MemoryError, match=r"^risk-or-safety, strategy given has more than 5 positions"):
        ask(max_positions=5)
    with pytest.raises(TypeError, match="progress must be"):
        ask(progress=5)


def test_the_limit_holds_for_the_optimal_solution_of_a_game_without_its_own_method():
    game = trueodds.Rules(0, lambda n: [1], lambda n, move: [(1, n + 1)] if n < 9 else [(1, None, 1)])
    assert find_players(game, ["optimal"], None, 10)[0].value == 1
    with pytest.raises(MemoryError, match=r"^own game has more than 9 positions"):
        find_players(game, ["optimal"], None, 9)
