"""Expected rewards against all pairs of strategies, infinite ones too; and chances of 1, by ranks, and bounds."""

import itertools
import random
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from gmpy2 import mpq

import trueodds
from trueodds.certificates.checking import check_file
from trueodds.certificates.compare import hold_rules
from trueodds.formats.ask import ask
from trueodds.formats.enclose import enclose
from trueodds.views import text

from .small import transitions_of


def drawn(seed):
    """A random game with loops: owners, moves, rewards; its last state is the target."""
    luck = random.Random(seed)
    count = luck.randint(3, 5)
    owners = [luck.randint(0, 1) for _ in range(count)]
    moves, gains = [], []
    for x in range(count):
        own = []
        for _ in range(luck.choice((1, 2, 2)) if x < count - 1 else 1):
            targets = luck.sample(range(count), luck.randint(1, 2))
            weights = [luck.randint(1, 3) for _ in targets]
            own.append([(Fraction(w, sum(weights)), to) for w, to in zip(weights, targets, strict=True)])
        moves.append(own)
        gains.append([luck.choice((0, 0, 1, Fraction(1, 2), 3)) for _ in own])
    return owners, moves, gains


def pairs(owners, moves):
    """For each choice of player 0's moves, all choices with those of player 1."""
    mine = [range(len(own)) if owner == 0 else (0,) for owner, own in zip(owners, moves, strict=True)]
    others = [range(len(own)) if owner == 1 else (0,) for owner, own in zip(owners, moves, strict=True)]
    for first in itertools.product(*mine):
        yield [[a + b for a, b in zip(first, second, strict=True)] for second in itertools.product(*others)]


def reach(moves, choice, goal):
    """From where the goal can be reached."""
    found = {goal}
    while more := {x for x, y in enumerate(choice) if any(to in found for _, to in moves[x][y])} - found:
        found |= more
    return found


def reward(moves, gains, choice, goal):
    """From state 0; infinite where the goal is missed with positive probability."""
    able, seen, waiting = reach(moves, choice, goal), set(), [0]
    while waiting:
        x = waiting.pop()
        if x in seen or x == goal:
            continue
        seen.add(x)
        if x not in able:
            return np.inf
        waiting += [to for _, to in moves[x][choice[x]]]
    order = sorted(seen)
    matrix, known = np.eye(len(order)), np.zeros(len(order))
    for row, x in enumerate(order):
        known[row] = float(gains[x][choice[x]])
        for chance, to in moves[x][choice[x]]:
            if to != goal:
                matrix[row, order.index(to)] -= float(chance)
    return dict(zip(order, np.linalg.solve(matrix, known), strict=True)).get(0, 0.0)


@pytest.mark.parametrize("first", range(0, 300, 100))
def test_rewards_of_random_games_against_all_pairs_of_strategies(first):
    finite = 0
    for seed in range(first, first + 100):
        owners, moves, gains = drawn(seed)
        goal = len(moves) - 1
        transitions = transitions_of(owners, moves, gains)
        for optimum, best, answer in (("max", max, min), ("min", min, max)):
            wanted = best(answer(reward(moves, gains, c, goal) for c in own) for own in pairs(owners, moves))
            game = ask(transitions, f"<<1>> R{optimum}=? [ F s={goal} ]")
            assert game.infinite == np.isinf(wanted)
            if not game.infinite:
                finite += 1
                found = trueodds.solve(game)
                assert float(found.value) == pytest.approx(wanted, rel=1e-9)
                followed = {name: int(found.move_at(name)[1:]) for name in found.model.positions}
                mine = 0 if optimum == "max" else 1  # the strategy, not the value alone, against every answer
                seats = dict(zip(found.model.positions, found.model.seats.tolist(), strict=True))
                worst = []
                for own in pairs(owners, moves):
                    for choice in own:
                        if all(choice[x] == y for (x,), y in followed.items() if seats[x,] == mine):
                            worst.append(reward(moves, gains, choice, goal))
                assert (min if mine == 0 else max)(worst) == pytest.approx(wanted, rel=1e-9)
    assert finite > 40


def test_a_loop_without_rewards_is_not_where_the_minimiser_stays():
    transitions = transitions_of([0, 1, 0], [[[(1, 0)], [(1, 2)]], [[(1, 0)]], [[(1, 2)]]], [[0, 5], [0], [0]])
    found = trueodds.solve(ask(transitions, "<<1>> Rmin=? [ F s=2 ]"))
    assert (found.value, found.move_at((0,))) == (5, "m1")
    assert ask(transitions, "<<1>> Rmax=? [ F s=2 ]").infinite
    assert list(found.game.rows(found)) == [(0, "1", "m1", ["m0", "m1"], "5")]


def test_beside_an_infinite_reward_the_minimiser_does_not_stay_either():
    moves = [[[(1, 1)], [(1, 0)], [(1, 2)]], [[(1, 1)]], [[(1, 2)]]]
    found = trueodds.solve(ask(transitions_of([0, 1, 0], moves, [[0, 0, 5], [0], [0]]), "<<1>> Rmin=? [ F s=2 ]"))
    assert (found.values, found.best) == ([5, np.inf], [[1, 2], [0]])
    assert found.move_at((0,)) == "m2"


def test_what_rewards_are_not_taken_for():
    transitions = transitions_of([0, 1], [[[(1, 1)]], [[(1, 1)]]], [[2], [0]])
    game = ask(transitions, "<<1>> Rmax=? [ F s=1 ]")
    assert trueodds.solve(game).value == 2
    other = transitions_of([0, 1], [[[(1, 1)]], [[(1, 1)]]], [[3], [0]])
    assert game == ask(transitions, "<<1>> Rmax=? [ F s=1 ]")
    assert game != ask(other, "<<1>> Rmax=? [ F s=1 ]")
    assert ask(transitions, "<<1>> R>=2 [ F s=1 ]").question.holds(mpq(2))
    for refused, message in (
        (lambda: trueodds.solve(game, "start"), "method start takes no game whose moves gain"),
        (lambda: trueodds.play_statistics(trueodds.solve(game)), "only trueodds.solve takes expected rewards"),
        (lambda: ask(transitions, '<<1>> R{"x"}max=? [ F s=1 ]'), 'no rewards "x"; there are "r"'),
    ):
        with pytest.raises(ValueError, match=message):
            refused()
    below = transitions_of([0, 1], [[[(1, 1)]], [[(1, 1)]]], [[-2], [0]])
    with pytest.raises(ValueError, match="rewards below zero are not solved, such as -2 of move m0 in state s=0"):
        ask(below, "<<1>> Rmax=? [ F s=1 ]")


@pytest.mark.parametrize("optimum", ["max", "min"])
def test_rewards_are_saved_loaded_proved_again_and_certified(optimum, tmp_path):
    infinite = 0
    for seed in range(40):
        owners, moves, gains = drawn(seed)
        game = ask(transitions_of(owners, moves, gains), f"<<1>> R{optimum}=? [ F s={len(moves) - 1} ]")
        found = trueodds.solve(game)
        infinite += game.infinite
        assert game.infinite == (found.value == np.inf)
        found.save(tmp_path / "answer")
        again = trueodds.load(tmp_path / "answer", check=True)
        same = ("value", "values", "best", "proof", "method", "best_moves")
        assert all(getattr(again, name) == getattr(found, name) for name in same)
        assert all(again.move_values(one) == found.move_values(one) for one in found.model.positions)
        with pytest.raises(ValueError, match=r"only trueodds\.solve takes expected rewards"):
            again.game.outcomes(again.game.start, found.model.moves[0])
        for one in (found, again):
            one.certificate(tmp_path / "answer.odds")
            assert f"claim 0 {'infinity' if game.infinite else found.value}\n" in (tmp_path / "answer.odds").read_text()
            check_file(tmp_path / "answer.odds")
        hold_rules(tmp_path / "answer.odds", game)
    assert 5 < infinite < 35


def test_an_infinite_reward_is_shown():
    # From 0 player 1 may end it for 2, or wait for ever.
    moves = [[[(1, 1)], [(1, 0)]], [[(1, 1)]]]
    found = trueodds.solve(ask(transitions_of([0, 1], moves, [[2, 0], [0]]), "<<1>> Rmax=? [ F s=1 ]"))
    gained = found.move_values(found.game.start)
    assert (gained, type(gained["m1"])) == ({"m0": 2, "m1": np.inf}, float)  # no mpfr, which mpq times float would be
    assert "infinity" in found._repr_html_()
    assert r"$$\infty$$" in found._repr_latex_()
    assert text.answer(found).splitlines()[2:4] == ["  infinity", "best move: m1"]
    assert [(row["value"], row["cost"], row["best"]) for row in found.records()] == [
        ("2", np.inf, False),
        ("infinity", 0.0, True),
    ]
    assert list(found.game.rows(found)) == [(0, "1", "m1", ["m1"], "infinity")]
    assert text.model_listing(found.game.columns, found.game.rows(found)) == "s=0: 1: m1  infinity"
    assert "components" not in str(found.proof)
    assert "infinite at 1 position," in str(found.proof)


def test_a_changed_answer_is_not_proved_again(tmp_path):
    # To go on for ever costs nothing, to get out 5; player 2 may pass, or come to where nobody gets out.
    moves = [[[(1, 0)], [(1, 3)]], [[(1, 0)], [(Fraction(1, 2), 2), (Fraction(1, 2), 3)]], [[(1, 2)]], [[(1, 3)]]]
    game = ask(transitions_of([0, 1, 0, 0], moves, [[0, 5], [1, 0], [7], [0]]), "<<1>> Rmin=? [ F s=3 ]")
    found = trueodds.solve(game)
    assert (found.value, found.to_json()["value"]) == (5, {"numerator": "5", "denominator": "1", "decimal": "5"})
    game = ask(
        transitions_of([0, 1, 0, 0], [moves[1], *moves[1:]], [[0, 1], [1, 0], [7], [0]]), "<<1>> Rmax=? [ F s=3 ]"
    )
    lost = trueodds.solve(game)
    assert (lost.value, lost.to_json()["value"], lost.best_moves) == (np.inf, "infinity", {"m0", "m1"})
    short = trueodds.solve(ask(transitions_of([0, 1], [[[(1, 1)]], [[(1, 1)]]], [[2], [0]]), "<<1>> Rmax=? [ F s=1 ]"))
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


def test_chances_of_one_and_bounds_of_random_games():
    sure = 0
    for seed in range(100):
        owners, moves, _ = drawn(seed)
        transitions, goal = transitions_of(owners, moves), len(moves) - 1
        value = trueodds.solve(ask(transitions, f"<<1>> Pmax=? [ F s={goal} ]")).value
        asked = ask(transitions, f"<<1>> P>=1 [ F s={goal} ]")
        assert asked.sure == (value == 1)
        sure += asked.sure
        for question in (f"<<1>> P>=1/2 [ F s={goal} ]", f"<<2>> P>=1/2 [ G s<{goal} ]"):
            game = ask(transitions, question)
            exact, found = trueodds.solve(game).value, enclose(game)
            assert found.lower <= exact <= found.upper
            assert found.upper - found.lower < Fraction(1, 10**12)
            assert found.holds() in (None, game.question.holds(exact))
    assert 15 < sure < 85


@pytest.mark.parametrize("optimum", ["max", "min"])
def test_bounds_of_rewards_of_random_games(optimum):
    infinite = 0
    for seed in range(60):
        owners, moves, gains = drawn(seed)
        game = ask(transitions_of(owners, moves, gains), f"<<1>> R{optimum}=? [ F s={len(moves) - 1} ]")
        exact, found = trueodds.solve(game).value, enclose(game)
        infinite += exact == np.inf
        if exact == np.inf:
            assert (found.lower, found.upper, found.stalled) == (np.inf, np.inf, "")
            assert (found.to_json()["lower"], found.to_json()["upper"]) == ("infinity", "infinity")
        else:
            assert found.lower <= exact <= found.upper
            assert found.upper - found.lower < Fraction(1, 10**12)
            compared = ask(game.transitions, f"<<1>> R>={exact + 1} [ F s={len(moves) - 1} ]")
            if optimum == "max":
                assert enclose(compared).holds() is False
    assert 5 < infinite < 55


def test_bounds_of_rewards_that_floats_do_not_know_are_apart_and_say_where():
    # The end is a chance of 10^-20 away: in floats it is never come to.
    rare = Fraction(1, 10**20)
    transitions = transitions_of([0, 1], [[[(1 - rare, 0), (rare, 1)]], [[(1, 1)]]], [[1], [0]])
    found = enclose(ask(transitions, "<<1>> Rmax=? [ F s=1 ]"))
    assert (found.upper, found.to_json()["upper"]) == (np.inf, "infinity")
    assert 0 <= found.lower <= 10**20
    assert "component of (0,) on, 1 positions, with no upper bound" in found.stalled


def test_bounds_are_narrow_where_play_ends_and_say_so_rounded_outward():
    third = Fraction(1, 3)
    transitions = transitions_of(
        [0, 1, 0, 1], [[[(third, 1), (2 * third, 2)]], [[(third, 0), (2 * third, 3)]], [[(1, 2)]], [[(1, 3)]]]
    )
    game = ask(transitions, "<<1>> P>=0.7 [ F s=2 ]")  # 2/3 / (1 - 1/9)
    found = enclose(game)
    assert found.lower <= Fraction(3, 4) <= found.upper
    assert found.upper - found.lower < Fraction(1, 10**12)
    told = found.to_json()
    assert (told["lower"] <= "0.75", told["upper"] >= "0.75", told["holds"]) == (True, True, True)
