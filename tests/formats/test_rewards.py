"""Expected rewards, even infinite ones, are shown, saved, proved again and certified."""

import itertools
import json
import random
import zipfile
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from gmpy2 import mpq

import trueodds
from trueodds.formats.model_game import make_game

from .small import Small, draw, transitions_of, write_tra


def drawn(seed):
    """Return a random game with loops and rewards."""
    small = draw(random.Random(seed), kinds=("smg",), titles=())
    moves = [[[(p, to) for to, p in outcomes.items()] for _, outcomes in own] for own in small.moves]
    gains = [[(x + 2 * y) % 4 for y in range(len(own))] for x, own in enumerate(moves)]
    return transitions_of(small.owners, moves, gains)


def test_rewards_are_compared_and_refused_where_unsupported(tmp_path):
    transitions = transitions_of([0, 1], [[[(1, 1)]], [[(1, 1)]]], [[2], [0]])
    game = make_game(transitions, "<<1>> Rmax=? [ F s=1 ]")
    assert trueodds.solve(game).value == 2
    assert game == make_game(transitions, "<<1>> Rmax=? [ F s=1 ]")
    assert game != make_game(transitions_of([0, 1], [[[(1, 1)]], [[(1, 1)]]], [[3], [0]]), "<<1>> Rmax=? [ F s=1 ]")
    assert make_game(transitions, "<<1>> R>=2 [ F s=1 ]").question.holds(mpq(2))
    with pytest.raises(ValueError, match="method start does not support rewards of moves"):
        trueodds.solve(game, "start")
    for ask, asked in ((trueodds.play_statistics, trueodds.solve(game)), (trueodds.advise, game)):
        with pytest.raises(
            ValueError, match=rf"{game.name}: expected rewards are not supported here; use trueodds\.solve"
        ):
            ask(asked)
    # A negative reward of a state, compensated by that of a move
    small = Small("dtmc", ("s",), [(0,), (1,)], 0, (), [0, 0], [[("a", {1: 1})], [("a", {1: 1})]], {"init": {0}}, {})
    small.rewards["r"] = {0: -1}, {}, {(0, 0, 1): 3}
    assert trueodds.solve(trueodds.read_model(write_tra(small, tmp_path / "m.tra"), "R=? [ F s=1 ]")).value == 2


def test_rewards_are_saved_loaded_and_certified(tmp_path):
    infinite = 0
    for seed, optimum in itertools.product(range(6), ("max", "min")):
        transitions = drawn(seed)
        game = make_game(transitions, f"<<1>> R{optimum}=? [ F s={len(transitions) - 1} ]")
        found = trueodds.solve(game)
        infinite += game.infinite
        assert game.infinite == (found.value == np.inf)
        found.save(tmp_path / "answer")
        with zipfile.ZipFile(tmp_path / "answer") as archive:
            value = json.loads(archive.read("header.json"))["value"]
        assert (value == "infinity") == game.infinite
        again = trueodds.load(tmp_path / "answer", check=True)
        same = ("value", "values", "best", "proof", "method", "best_moves")
        assert all(getattr(again, name) == getattr(found, name) for name in same)
        assert all(again.move_values(one) == found.move_values(one) for one in found.model.positions)
        with pytest.raises(ValueError, match=r"expected rewards are not supported here; use trueodds\.solve"):
            again.game.outcomes(again.game.start, found.model.moves[0])
        again.certificate(tmp_path / "answer.odds")
        assert f"claim 0 {'infinity' if game.infinite else found.value}\n" in (tmp_path / "answer.odds").read_text()
        trueodds.check_certificate(tmp_path / "answer.odds", game)
    assert 2 < infinite < 10


def test_an_infinite_reward_is_shown():
    # From 0, player 1 may end the game for 2, or wait forever.
    moves = [[[(1, 1)], [(1, 0)]], [[(1, 1)]]]
    found = trueodds.solve(make_game(transitions_of([0, 1], moves, [[2, 0], [0]]), "<<1>> Rmax=? [ F s=1 ]"))
    gained = found.move_values(found.game.start)
    assert (gained, type(gained["m1"])) == ({"m0": 2, "m1": np.inf}, float)  # not mpfr, the type of mpq times float
    assert "infinity" in found._repr_html_()
    assert r"$$\infty$$" in found._repr_latex_()
    rows = [(row["value"], row["cost"], row["best"]) for row in found.records()]
    assert rows == [("2", np.inf, False), ("infinity", 0.0, True)]


def test_a_changed_answer_is_refused(tmp_path):
    # Continuing forever costs nothing, leaving costs 5; player 2 may pass, or go where nobody can leave.
    moves = [[[(1, 0)], [(1, 3)]], [[(1, 0)], [(Fraction(1, 2), 2), (Fraction(1, 2), 3)]], [[(1, 2)]], [[(1, 3)]]]
    game = make_game(transitions_of([0, 1, 0, 0], moves, [[0, 5], [1, 0], [7], [0]]), "<<1>> Rmin=? [ F s=3 ]")
    found = trueodds.solve(game)
    assert (found.value, found.to_json()["value"]) == (5, {"numerator": "5", "denominator": "1", "decimal": "5"})
    other = transitions_of([0, 1, 0, 0], [moves[1], *moves[1:]], [[0, 1], [1, 0], [7], [0]])
    lost = trueodds.solve(make_game(other, "<<1>> Rmax=? [ F s=3 ]"))
    assert (lost.value, lost.to_json()["value"], lost.best_moves) == (np.inf, "infinity", {"m0", "m1"})
    once = transitions_of([0, 1], [[[(1, 1)]], [[(1, 1)]]], [[2], [0]])
    short = trueodds.solve(make_game(once, "<<1>> Rmax=? [ F s=1 ]"))
    assert short.followed is None
    for good, fields in (
        (found, {"values": [mpq(0)]}),
        (found, {"best": [[1]]}),
        (found, {"followed": np.array([0])}),
        (lost, {"values": [mpq(7), *lost.values[1:]]}),
        (lost, {"best": [[0], *lost.best[1:]]}),
        (short, {"values": [mpq(3)]}),
    ):
        replace(good).save(tmp_path / "answer")
        assert trueodds.load(tmp_path / "answer", check=True).value == good.value
        replace(good, **fields).save(tmp_path / "answer")
        with pytest.raises(trueodds.NotProved):
            trueodds.load(tmp_path / "answer", check=True)
