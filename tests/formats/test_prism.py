"""Models in the PRISM language, each against the same game as functions, or fractions found by hand."""

import random
from fractions import Fraction
from functools import cache

import numpy as np
import pytest
from gmpy2 import mpq

import trueodds
from trueodds.formats.prism import parse_constants


def race(points):
    """The race of models/race.prism; positions are (anna's points, bert's, whose turn)."""

    def outcomes(position, move):
        added, chance = (2, Fraction(1, 2)) if move.startswith("risk") else (1, Fraction(2, 3))
        *score, turn = position
        score[turn] += added
        rolled = (chance, None, 1 - turn) if score[turn] >= points else (chance, (*score, 1 - turn))
        return [rolled, (1 - chance, (*position[:2], 1 - turn))]

    return trueodds.Rules((0, 0, 0), lambda at: ["risk", "safe"], outcomes, lambda at: at[2])


@pytest.mark.parametrize("points", [1, 2, 5, 8])
def test_a_game_is_the_same_game_as_its_functions(read, points):
    found = trueodds.solve(read("race.prism", '<<anna>> Pmax=? [ F "won" ]', N=points))
    same = trueodds.solve(race(points))
    assert found.value == same.value
    for position in same.model.positions:
        mine = (position[0], position[1], position[2] + 1)
        assert found.value_at(mine) == same.value_at(position)
        best = {move.split("_")[0] for move in found.best_moves_at(mine)}
        assert best == same.best_moves_at(position)


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ('<<anna>> Pmax=? [ F "won" ]', "2/3"),
        ('<<bert>> Pmin=? [ F "won" ]', "2/3"),  # the same game, asked from the other side
        ("<<1>> Pmax=? [ F a=N ]", "2/3"),
        ('<<anna>> Pmax=? [ F "won" | b>N ]', "2/3"),
        ("<<anna>> Pmax=? [ !(b=N) U a=N ]", "2/3"),
        ("<<bert>> Pmax=? [ G a<N ]", "1/3"),
        ("<<anna>> Pmin=? [ G a<N ]", "1/3"),
        ('<<anna>> Pmax=? [ F<=1 "won" ]', "1/2"),
        ('<<anna>> Pmax=? [ F<=3 "won" ]', "5/8"),  # 1/2, then bert fails with 1/2, and 1/2 of that
        ('<<anna>> Pmax=? [ F<=0 "won" ]', "0"),
        ("<<anna>> Pmax=? [ G<=1 a=0 ]", "1/2"),
        ("<<anna>> Pmin=? [ G<=2 b=0 ]", "1/2"),  # a point, and bert, who wants none, risks
        ('<<anna>> Pmax=? [ b=0 U<=3 "won" ]', "7/12"),  # bert scores with 2/3 if he plays safe
        ('<<anna>> Pmax=? [ F "init" ]', "1"),
        ("<<anna>> Pmax=? [ G true ]", "1"),
        ("<<anna>> Pmax=? [ F false ]", "0"),
    ],
)
def test_properties_of_the_race_to_two(read, question, value):
    assert trueodds.solve(read("race.prism", question, N=2)).value == mpq(value)


def test_a_loop_that_promises_is_not_followed(read):
    found = trueodds.solve(read("loop.prism", '<<one>> Pmax=? [ F "paid" ]'))
    assert found.value == mpq(1, 2)
    assert found.best_moves == {"walk", "take"}
    assert found.move_at(found.game.start) == "take"
    assert trueodds.solve(read("loop.prism", '<<one, two>> Pmax=? [ F "paid" ]')).value == mpq(3, 4)
    assert trueodds.solve(read("loop.prism", '<<two>> Pmin=? [ F "paid" ]')).value == mpq(1, 2)
    assert trueodds.solve(read("loop.prism", '<<one>> Pmax=? [ G !"paid" ]')).value == mpq(1, 2)
    assert trueodds.solve(read("loop.prism", '<<one>> Pmin=? [ F "paid" ]')).value == mpq(1, 2)
    assert trueodds.solve(read("loop.prism", '<<one, two>> Pmax=? [ G !"paid" ]')).value == 1  # walking for ever
    assert trueodds.solve(read("loop.prism", '<<>> Pmax=? [ F "paid" ]')).value == 0


@pytest.mark.parametrize(
    ("players", "seat"), [("anna,bert", 0), (" bert , anna ", 0), ("*", 0), ("1, 2", 0), ("", 1), (" ", 1)]
)
def test_coalitions(read, players, seat):
    game = race(3)
    alone = trueodds.Rules(game.start, game.moves, game.outcomes, lambda at: seat)
    found = trueodds.solve(read("race.prism", f'<<{players}>> Pmax=? [ F "won" ]', N=3))
    assert found.value == trueodds.solve(alone).value


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ('Pmax=? [ F "home" ]', 1),
        ('Pmin=? [ F "home" ]', 1),  # however often the shortcut fails
        ('Pmax=? [ "dry" U "home" ]', Fraction(81, 100)),  # whoever gets wet at the last step was dry before
        ('Pmax=? [ F ("home" & "dry") ]', Fraction(729, 1000)),
        ('Pmin=? [ "dry" U "home" ]', Fraction(1, 3)),
        ('Pmax=? [ F<=2 "home" ]', Fraction(5, 9)),
        ('Pmin=? [ F<=3 "home" ]', Fraction(1, 3)),
        ("Pmax=? [ G !wet ]", Fraction(729, 1000)),
    ],
)
def test_one_player(read, question, value):
    assert trueodds.solve(read("errand.nm", question)).value == value


@pytest.mark.parametrize("p", ["1/3", "0.1", "1e-9", "0.999999999999"])
def test_a_chain(read, p):
    assert trueodds.solve(read("coin.pm", 'P=? [ F "heads" ]', p=p)).value == mpq(1, 2)
    once = mpq(p) * (1 - mpq(p))
    assert trueodds.solve(read("coin.pm", 'P=? [ F<=2 "heads" ]', p=p)).value == once


def test_decimals_are_the_fractions_they_say(read, tmp_path):
    (tmp_path / "three.pm").write_text(
        "dtmc\nmodule m\nx : [0..3];\n[] x=0 -> 0.333:(x'=1) + 0.333:(x'=2) + 0.334:(x'=3);\n"
        "[] x>0 -> true;\nendmodule\n"
    )
    assert trueodds.solve(read(tmp_path / "three.pm", "P=? [ F x=3 ]")).value == mpq(334, 1000)


def test_states_without_a_move_stay_for_ever(read):
    game = read("coin.pm", "P=? [ G first<3 ]", p="1/2")
    assert game.transitions.deadlocks == 2  # the two results
    assert trueodds.solve(game).value == 1


def test_moves_of_one_name_are_told_apart(read, tmp_path):
    (tmp_path / "m.nm").write_text(
        "mdp\nmodule m\nx : [0..2];\n[a] x=0 -> (x'=1);\n[a] x=0 -> (x'=2);\n"
        "[] x=0 -> true;\n[] x>0 -> true;\nendmodule\n"
    )
    found = trueodds.solve(read(tmp_path / "m.nm", "Pmax=? [ F x=2 ]"))
    assert found.game.moves(found.game.start) == ["a", "a #2", "[]"]
    assert found.best_moves == {"[]", "a #2"}  # to wait is as good by Bellman's equation
    assert found.move_at(found.game.start) == "a #2"


def test_what_is_read_says_what_it_is(read):
    game = read("race.prism", '<<anna>> Pmax=? [ F "won" ]', N=3)
    assert game.parameters == {"N": "3", "property": '<<anna>> Pmax=? [ F "won" ]'}
    assert game.transitions.players == ("anna", "bert")
    assert game.transitions.describe(game.transitions.start) == "a=0, b=0, turn=1"
    assert repr(game) == "ModelGame('race.prism', '<<anna>> Pmax=? [ F \"won\" ]')"


def write_random_game(rng, path):
    """A random game as a model, and the same for brute force: owner, and moves as lists of (probability, state)."""
    count = rng.randrange(2, 6)
    owners, moves, lines = [], [], []
    for x in range(count):
        owners.append(rng.randrange(2))
        moves.append([])
        for y in range(rng.randrange(1, 4)):
            targets = rng.sample(range(count), rng.randrange(1, min(3, count) + 1))
            weights = [rng.randrange(1, 5) for _ in targets]
            moves[-1].append([(Fraction(one, sum(weights)), to) for one, to in zip(weights, targets, strict=True)])
            text = " + ".join(f"{one}/{sum(weights)} : (s'={to})" for one, to in zip(weights, targets, strict=True))
            lines.append(f"[m{owners[-1]}_{y}] s={x} -> {text};")
    used = {seat: sorted({line[: line.index(" ")] for line in lines if line[2] == str(seat)}) for seat in set(owners)}
    players = "".join(f"player p{seat} {', '.join(names)} endplayer\n" for seat, names in used.items())
    path.write_text(f"smg\n{players}module m\ns : [0..{count - 1}];\n" + "\n".join(lines) + "\nendmodule\n")
    return owners, moves


def brute_force(owners, moves, goal, mine):
    """The best of all memoryless strategies of one side against the best answer of the other, in floats."""

    @cache
    def choices(x):
        return range(len(moves[x]))

    def strategies(seat):
        found = [{}]
        for x, owner in enumerate(owners):
            if owner == seat:
                found = [one | {x: y} for one in found for y in choices(x)]
        return found

    def reach(chosen):
        able = {goal}
        while True:
            more = {x for x in range(len(owners)) if any(to in able for _, to in moves[x][chosen[x]])} | able
            if more == able:
                break
            able = more
        inner = sorted(able - {goal})
        matrix, known = np.eye(len(inner)), np.zeros(len(inner))
        for row, x in enumerate(inner):
            for chance, to in moves[x][chosen[x]]:
                if to == goal:
                    known[row] += float(chance)
                elif to in able:
                    matrix[row, inner.index(to)] -= float(chance)
        return dict(zip(inner, np.linalg.solve(matrix, known), strict=True)).get(0, float(goal == 0))

    return max(min(reach(own | other) for other in strategies(1 - mine)) for own in strategies(mine))


def test_random_games_with_loops_against_all_strategies(read, tmp_path):
    rng = random.Random(12)
    for _ in range(6):
        owners, moves = write_random_game(rng, tmp_path / "random.prism")
        goal, seat = rng.randrange(1, len(owners)), owners[0]
        found = trueodds.solve(read(tmp_path / "random.prism", f"<<p{seat}>> Pmax=? [ F s={goal} ]"))
        assert float(found.value) == pytest.approx(brute_force(owners, moves, goal, seat), abs=1e-12)


def test_constants():
    assert parse_constants([]) == {}
    for wrong in ("N", "=3", "N=3=4", "N=x y", "N=", ""):
        with pytest.raises(ValueError, match="a constant is NAME=VALUE"):
            parse_constants([wrong])
    with pytest.raises(ValueError, match="constant N is given twice"):
        parse_constants(["N=3,N=3"])
