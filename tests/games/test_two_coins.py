"""The rules of Two coins, and what they refuse."""

import pytest

from trueodds.games.two_coins import Flip, TwoCoins


@pytest.mark.parametrize("game", [TwoCoins(5), TwoCoins(4, "2/5", "0.7", 3, 1, -2)], ids=str)
def test_probabilities_add_to_one_and_the_last_score_decides(game):
    most = max(game.value_a, game.value_b)
    for done in range(game.flips):
        for score in range(-done * most, done * most + 1):
            assert game.seat(Flip(done, score)) == 0
            for move, heads, value in (("A", game.heads_a, game.value_a), ("B", game.heads_b, game.value_b)):
                outcomes = game.outcomes(Flip(done, score), move)
                assert [outcome.probability for outcome in outcomes] == [heads, 1 - heads]
                for outcome, after in zip(outcomes, (score + value, score - value), strict=True):
                    if done + 1 < game.flips:
                        assert outcome[1:] == (Flip(done + 1, after), None)
                        assert game.moves(outcome.position) == ("A", "B")
                    else:
                        assert outcome[1:] == (None, int(after >= game.threshold))
