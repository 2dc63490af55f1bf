"""The rules of Coinball, and what they refuse."""

import pytest
from gmpy2 import mpq

from trueodds.games.coinball import Call, Coinball

GAMES = [
    Coinball(6),
    Coinball(5, 3, 2),
    Coinball(5, opponent="always-rush"),
    Coinball(5, opponent="always-pass", value_seat=1),
]


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_every_toss_is_fair_and_counts_for_somebody(game):
    most = max(game.rush, game.pass_points)
    for done in range(game.tosses):
        for lead in range(-done * most, done * most + 1):
            position = Call(done, lead, done % 2)
            for move in game.moves(position):
                points = game.rush if move == "rush" else game.pass_points
                right, wrong = game.outcomes(position, move)
                assert right.probability == wrong.probability == mpq(1, 2)
                for outcome, after in ((right, lead + points), (wrong, lead - points)):
                    if done + 1 < game.tosses:
                        assert outcome.position == (done + 1, -after, 1 - position.seat)
                        assert game.moves(outcome.position)
                    else:
                        mine = mpq(1, 2) if after == 0 else mpq(after > 0)
                        assert outcome == (mpq(1, 2), None, 1 - mine if position.seat else mine)


def test_a_fixed_opponent_has_one_call():
    first = Coinball(4, opponent="always-rush")
    second = Coinball(4, opponent="always-pass", value_seat=1)
    assert first.value_seat == 0
    assert second.value_seat == 1
    assert first.moves((0, 0, 0)) == second.moves((1, 0, 1)) == ("rush", "pass")
    assert first.moves((1, 0, 1)) == ("rush",)
    assert second.moves((0, 0, 0)) == ("pass",)
