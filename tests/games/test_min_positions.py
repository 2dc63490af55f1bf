"""Lower bounds of positions are valid, and games that exceed the limit are refused at once."""

import time

import pytest

import trueodds
from trueodds.cli import run
from trueodds.games.coinball import OPPONENTS
from trueodds.solver.model import explore

LARGE = [
    "super-six --sticks 65536",
    "the-race --target 99999",
    "hog --target 9999",
    "greed --limit 9999",
    "coinball --tosses 9999 --opponent always-pass",
    "two-coins --flips 9999",
]
GAMES = [
    *(trueodds.SuperSix(sticks, lid=lid) for sticks, lid in ((1, 0), (1, 5), (2, 3), (4, 0), (7, 5))),
    *(trueodds.TheRace(target) for target in (1, 2, 9, 20)),
    *(trueodds.Hog(target) for target in (1, 2, 9, 18)),
    pytest.param(trueodds.Hog(70), marks=pytest.mark.slow),
    *(trueodds.Pig(*sizes) for sizes in ((1,), (2,), (3,), (4, 3), (12, 6), (12, 3), (9, 6, 14), (14, 4, 3), (9, 2))),
    *(trueodds.Greed(limit, sides) for limit in (1, 2, 9) for sides in (1, 2, 6)),
    trueodds.Greed(17, 1),
    *(trueodds.Coinball(tosses) for tosses in (1, 2, 3, 30)),
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


def test_default_lower_bound():
    assert trueodds.Rules(0, lambda at: ["go"], lambda at, move: [(1, None, 1)]).min_positions == 0


@pytest.mark.parametrize("words", LARGE)
def test_games_too_large_are_refused_at_once(words, capsys):
    began = time.process_time()
    assert run(["solve", *words.split(), "--method", "general"]) == 2
    assert time.process_time() - began < 2
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert "has more than 1,000,000 positions (at least " in told
    assert "raise the limit" not in told  # no option helps here
