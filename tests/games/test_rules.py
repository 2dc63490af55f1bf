"""Games defined by functions, and lower bounds of positions, by which games that are too large are refused at once."""

import time
from fractions import Fraction

import pytest

import trueodds
from trueodds.cli import run
from trueodds.games.coinball import OPPONENTS
from trueodds.games.rules import make_game_from
from trueodds.solver.model import explore


def test_an_endless_iterator_of_outcomes_is_refused(monkeypatch):
    monkeypatch.setattr("trueodds.games.rules._MAX_OUTCOMES", 4)
    game = trueodds.Rules(0, lambda at: [4, 5], lambda at, n: iter([(Fraction(1, n), None, 1)] * n))
    assert len(game.outcomes(0, 4)) == 4
    with pytest.raises(MemoryError, match="own game has more than 4 outcomes of move 5 at 0"):
        game.outcomes(0, 5)


def test_arguments_of_a_subclass_are_parameters():
    class Dice(trueodds.Rules):
        def __init__(self, sides=6, limit=2, infinite_play=None, name="dice"):
            self.sides, self._limit, how = sides, limit, {"infinite_play": infinite_play, "name": name}
            super().__init__(0, lambda at: ["roll"], lambda at, move: [(1, None, 1)], **how)

    Dice.__module__ = "trueodds_dice"
    for sides in (4, "four", Fraction(9, 2)):
        assert Dice(sides).parameters == {"sides": sides}
    assert Dice(infinite_play=Fraction(1, 2)).parameters == {"sides": 6, "infinite_play": "1/2"}
    assert make_game_from(Dice(infinite_play=Fraction(1, 2)), 0)[0].infinite_play == Fraction(1, 2)


GAMES = [
    *(trueodds.SuperSix(sticks, lid=lid) for sticks, lid in ((1, 0), (1, 5), (2, 3), (4, 0), (7, 5))),
    *(trueodds.TheRace(target) for target in (1, 2, 9, 20)),
    *(trueodds.Hog(target) for target in (1, 2, 9, 18)),
    pytest.param(trueodds.Hog(70), marks=pytest.mark.slow),
    *(trueodds.Pig(*sizes) for sizes in ((1,), (2,), (3,), (4, 3), (12, 6), (12, 3), (9, 6, 14), (14, 4, 3), (9, 2))),
    *(trueodds.Greed(limit, sides) for limit in (1, 2, 9) for sides in (1, 2, 6)),
    trueodds.Greed(17, 1),
    *(trueodds.Coinball(tosses, *points) for tosses in (1, 2, 3, 30) for points in ((), (2, 1))),
    *(trueodds.Coinball(tosses, rush, 3, how) for tosses in (2, 25) for rush in (2, 3) for how in OPPONENTS),
    *(trueodds.TwoCoins(flips, value_a=a) for flips in (1, 2, 9, 28) for a in (1, 2, 5)),
    *(trueodds.RiskOrSafety(*targets) for targets in ((1,), (2,), (7,), (9, 4), (4, 9))),
]
#: The share of all positions that a bound covers at least, where a game is not small.
SHARES = {"super-six": 0.15, "the-race": 0.99, "hog": 0.85, "pig": 0.6, "greed": 0.85}


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_lower_bounds_of_positions(game):
    count = len(explore(game).positions)
    assert 0 <= game.min_positions <= count
    if count > (1000 if game.name == "super-six" else 300):
        assert game.min_positions > SHARES.get(game.name, 0.33) * count


TOO_LARGE = ["super-six --sticks 65536", "the-race --target 99999", "hog --target 9999", "greed --limit 9999"]
TOO_LARGE += ["coinball --tosses 9999 --opponent always-pass", "two-coins --flips 9999"]


@pytest.mark.parametrize("words", TOO_LARGE)
def test_games_too_large_are_refused_at_once(words, capsys):
    began = time.process_time()
    assert run(["solve", *words.split(), "--method", "general"]) == 2
    assert time.process_time() - began < 2
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert "has more than 1,000,000 positions (at least " in told
    assert "raise the limit" not in told  # no option helps here
