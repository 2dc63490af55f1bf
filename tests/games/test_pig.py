"""The rules of Pig: outcomes add to one, every position follows from another, what is not allowed is refused."""

import pytest
from gmpy2 import mpq

from trueodds.games.pig import Pig, Turn


@pytest.mark.parametrize(("target", "sides", "opponent"), [(1, 6, 1), (1, 2, 9), (9, 6, 4), (12, 3, 12), (3, 40, 5)])
def test_outcomes_add_to_one_and_lead_to_positions(target, sides, opponent):
    game = Pig(target, sides, opponent)
    waiting, seen = [game.start], {game.start}
    while waiting:
        position = waiting.pop()
        seat = game.seat(position)
        assert game.moves(position) == (("roll",) if position.turn_total == 0 else ("roll", "hold"))
        for move in game.moves(position):
            outcomes = game.outcomes(position, move)
            assert sum(outcome.probability for outcome in outcomes) == 1
            for outcome in outcomes:
                assert outcome.probability > 0
                if outcome.position is None:
                    assert outcome.payoff == 1 - seat
                    continue
                assert outcome.payoff is None
                game.needs(outcome.position)
                assert (game.seat(outcome.position) == seat) == (outcome.position.turn_total > 0)
                if outcome.position not in seen:
                    seen.add(outcome.position)
                    waiting.append(outcome.position)
    assert not any(position.turn_total == 1 for position in seen)


def test_one_roll_and_one_hold():
    game = Pig(10, 4)
    sixth = mpq(1, 4)
    assert game.outcomes((5, 2, 7, 1), "roll") == [
        (sixth, Turn(0, 7, 2, 0), None),
        (sixth, Turn(7, 2, 7, 1), None),
        (mpq(1, 2), None, 0),
    ]
    assert game.outcomes((5, 2, 7, 1), "hold") == [(1, Turn(0, 7, 7, 0), None)]
    assert game.outcomes((9, 0, 0), "roll") == [(sixth, Turn(0, 0, 0, 1), None), (mpq(3, 4), None, 1)]


def test_a_die_with_a_billion_sides_has_few_outcomes():
    assert len(Pig(5, 10**9).outcomes((0, 0, 0), "roll")) == 5
