"""Comparisons of strategies agree with duels."""

import pytest
from gmpy2 import mpq

import trueodds
from trueodds.strategies import Comparison


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
    assert trueodds.compare(game, ["always roll"], max_positions=1).one_player


@pytest.mark.parametrize(
    "ask",
    [
        lambda **given: trueodds.compare(GAME, ["optimal", "always 1"], **given),
        lambda **given: trueodds.duel(GAME, "optimal", "always 1", **given),
        lambda **given: trueodds.best_response(GAME, "optimal", **given),
    ],
)
def test_every_comparison_reports_progress_first_of_the_optimal_strategy(ask):
    told, wanted = [], []
    trueodds.solve(GAME, progress=lambda *news: wanted.append(news))
    ask(max_positions=500, progress=lambda *news: told.append(news))
    assert told[: len(wanted)] == wanted != told
