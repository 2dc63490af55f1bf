"""A game in play: what decisions cost is exact, luck repeats, and what is taken back is as if it had not been."""

from itertools import product
from random import Random

import pytest
from gmpy2 import mpq

import trueodds
from trueodds.match.dice import thrown
from trueodds.match.match import Sitting, played, solved_for_play
from trueodds.match.opponents import opponent

GAMES = [
    trueodds.RiskOrSafety(6),
    trueodds.RiskOrSafety(4, 7, "2/5"),
    trueodds.Coinball(7),
    trueodds.TwoCoins(6),
    trueodds.Greed(15),
    trueodds.Pig(15),
    trueodds.TheRace(6),
    trueodds.SuperSix(2),
]


class Scripted(Random):
    """Luck that was written down: whether each toss of a fair coin goes one way or the other."""

    script = ()

    def randrange(self, bottom):
        assert bottom == 2
        number, *self.script = self.script
        return number


def play_at_random(sitting, seed, most=10**6):
    """Decide at random until the game is over, or so many times; returns all that happened."""
    choices, seen = Random(seed), list(sitting.go_on())
    while not sitting.over and len(sitting.decisions) < most:
        seen += [sitting.decide(choices.choice(sitting.moves())), *sitting.go_on()]
    return seen


@pytest.mark.parametrize("game", GAMES, ids=repr)
@pytest.mark.parametrize("seat", [0, 1])
def test_a_game_goes_on_by_the_rules_to_its_end(game, seat):
    solution = solved_for_play(game)
    for seed in range(5):
        sitting = Sitting(solution, seat, seed=seed)
        at, payoff = solution.game.start, None
        for happening in play_at_random(sitting, seed):
            assert happening.position == at
            assert happening.seat == solution.game.seat(at)
            assert happening.move in solution.game.moves(at)
            chance, at, payoff = thrown(solution.game, at, happening.move)[happening.number]
            assert (happening.chance, happening.after, happening.payoff) == (chance, at, payoff)
            if happening.seat != seat:
                assert happening.move in solution.best_moves_at(happening.position)
        assert sitting.over
        assert sitting.won() == (payoff if seat == 0 else 1 - payoff)


@pytest.mark.parametrize("seat", [0, 1])
def test_what_is_given_away_is_on_average_what_the_strategy_loses(seat):
    """Over all luck there is: the value less what "always pass" has is the expected cost of its decisions."""
    game = trueodds.Coinball(6)
    solution = solved_for_play(game)
    given_away, won = [], []
    for script in product((0, 1), repeat=6):
        sitting = Sitting(solution, seat)
        sitting._luck = Scripted()
        sitting._luck.script = script
        list(sitting.go_on())
        while not sitting.over:
            sitting.decide("pass")
            list(sitting.go_on())
        given_away.append(sitting.score().given_away)
        won.append(sitting.won())
    pair = (lambda position: "pass", solution) if seat == 0 else (solution, lambda position: "pass")
    duel, value = trueodds.duel(game, *pair).value, solution.value
    expected = (duel, value - duel) if seat == 0 else (1 - duel, duel - value)
    assert (sum(won) / mpq(len(won)), sum(given_away) / mpq(len(given_away))) == expected
    assert expected[1] > 0


def test_the_best_moves_give_nothing_away():
    solution = solved_for_play(trueodds.RiskOrSafety(8))
    for seed in range(20):
        sitting = Sitting(solution, seat=seed % 2, seed=seed)
        list(sitting.go_on())
        while not sitting.over:
            sitting.decide(min(solution.best_moves_at(sitting.position)))
            list(sitting.go_on())
        score = sitting.score()
        assert (score.best, score.given_away, score.most) == (score.decisions, 0, 0)


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_the_same_seed_is_the_same_luck(game):
    solution = solved_for_play(game)
    assert play_at_random(Sitting(solution, seed=5), 1) == play_at_random(Sitting(solution, seed=5), 1)
    others = [play_at_random(Sitting(solution, seed=seed), 1) for seed in range(6, 12)]
    assert any(other != others[0] for other in others)


@pytest.mark.parametrize("game", GAMES[:6] + GAMES[7:], ids=repr)
def test_taken_back_and_played_again_all_is_as_it_was(game):
    solution = solved_for_play(game)
    sitting = Sitting(solution, seed=3)
    play_at_random(sitting, 2, most=2)
    kept = list(sitting.decisions)
    position, payoff = sitting.position, sitting.payoff
    assert kept
    for _ in kept:
        assert sitting.undo()
    assert not sitting.undo()
    assert sitting.position == kept[0].position
    assert sitting.undone == len(kept)
    for decision in kept:
        assert sitting.position == decision.position
        sitting.decide(decision.move)
        list(sitting.go_on())
    assert (sitting.position, sitting.payoff, sitting.decisions) == (position, payoff, kept)


def test_opponents_keep_their_rule():
    game = trueodds.Pig(30)
    sitting = Sitting(solved_for_play(game), 0, opponent(played(game), "hold at 8"), seed=1)
    theirs = [happening for happening in play_at_random(sitting, 1) if happening.seat == 1]
    assert theirs
    assert all((happening.move == "hold") == (happening.position.turn_total >= 8) for happening in theirs)
