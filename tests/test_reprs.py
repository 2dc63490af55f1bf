"""What is printed of a result at a prompt or in a notebook's cell stays short, whatever it holds."""

import pytest

import trueodds
from trueodds.dispatch import solve_moves

from .small import GAMES

LONG = {
    "model": lambda: trueodds.solve(trueodds.TheRace(20)).model,
    "bounds": lambda: trueodds.solve(trueodds.Pig(40)).bounds,
    "table": lambda: trueodds.solve(trueodds.Greed()).tables()[1],
    "curve": lambda: trueodds.two_coins_curve(12),
    "proved moves": lambda: trueodds.proved_moves(300),
    "large targets": lambda: trueodds.solve(trueodds.RiskOrSafety(200)),
    "moves of Pig": lambda: solve_moves(trueodds.Pig(60)),
    "by bounds": lambda: solve_moves(trueodds.TheRace(20), "start"),
    "statistics": lambda: trueodds.play_statistics(trueodds.solve(trueodds.RiskOrSafety(40))),
    "simulation": lambda: trueodds.simulate(trueodds.TheRace(5), games=500, seed=1),
    "comparison": lambda: trueodds.compare(trueodds.Pig(12), {"best": trueodds.solve(trueodds.Pig(12))}),
}


@pytest.mark.parametrize("make", LONG.values(), ids=LONG)
def test_it_is_short(make):
    assert 20 < len(repr(make())) < 700


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_solutions_are_short(game):
    text = repr(trueodds.solve(game))
    assert text.startswith(f"{type(trueodds.solve(game)).__name__}(game=")
    assert len(text) < 700


def test_it_says_what_is_left_out():
    assert repr(trueodds.solve(trueodds.TheRace(2)).model) == (
        "<Model of TheRace(target=2): 8 positions, 10 moves, 14 outcomes>"
    )
    assert "cells=<int64 array of 101 x 101>" in repr(trueodds.solve(trueodds.Greed()).tables()[0])
