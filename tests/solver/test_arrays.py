"""Models from arrays agree with rules, and inconsistent arrays are refused."""

from fractions import Fraction

import numpy as np
import pytest
from scipy.sparse import csr_array

import trueodds
from trueodds.certificates.check_odds import check
from trueodds.solver.arrays import probability_table
from trueodds.solver.model import Model, explore
from trueodds.solver.numbered import intern

HALF = Fraction(1, 2)
TOSS = {
    "seats": [0, 1],
    "first_move": [0, 1, 2],
    "first_outcome": [0, 2, 4],
    "targets": [2, 1, 3, 0],
    "probabilities": [HALF],
    "which": [0, 0, 0, 0],
    "payoffs": [1, 0],
}


@pytest.mark.parametrize("game", [trueodds.RiskOrSafety(6), trueodds.Pig(9), trueodds.SuperSix(2)], ids=str)
def test_models_agree_with_rules(game, tmp_path):
    explored = explore(game)
    model = Model.from_arrays(**explored.to_arrays())
    for name in ("seats", "first_move", "first_outcome", "targets"):
        assert np.array_equal(getattr(model, name), getattr(explored, name))
    assert model.probabilities == explored.probabilities
    assert [dict(over) for over in model.ends] == [dict(over) for over in explored.ends]
    for method in ("general", "start"):
        mine, its = trueodds.solve(model.game, method), trueodds.solve(game, method)
        assert mine.value == its.value
        for x, position in enumerate(explored.positions):
            legal = game.moves(position)
            assert {legal[move] for move in mine.best_moves_at(x)} == its.best_moves_at(position)
    mine = trueodds.solve(model.game)
    mine.certificate(tmp_path / "mine.odds")
    assert (tmp_path / "mine.odds").read_text().startswith("odds 1\ngame game from arrays\n")
    assert trueodds.play_statistics(mine).moves == trueodds.play_statistics(trueodds.solve(game, "general")).moves


def test_any_position_may_be_the_start():
    model = Model.from_arrays(**TOSS, start=1)
    for method in ("general", "start"):
        assert trueodds.solve(model.game, method).value == Fraction(1, 3)  # of seat 0, while seat 1 is to move
        assert trueodds.solve(model.game, method).value_at(1) == Fraction(2, 3)


def test_model_from_a_matrix():
    chances = csr_array(np.array([[0, 1, 1, 0], [1, 0, 0, 1]]))
    assert Model.from_matrix([0, 1], [0, 1, 2], chances, 2, [1, 0]).game == Model.from_arrays(**TOSS).game
    with pytest.raises(ValueError, match="4 positions and 2 ends, not 4"):
        Model.from_matrix([0, 1, 0, 1], [0, 1, 2], chances, 2, [1, 0])


@pytest.mark.parametrize(
    ("change", "error", "message"),
    [
        ({"seats": [0, 2]}, ValueError, "the seat at position 1 must be 0 or 1, not 2"),
        ({"seats": []}, ValueError, "must not be empty"),
        ({"seats": [0.0, 1.0]}, TypeError, "seats must be a one-dimensional array of integers, not 1D of float64"),
        ({"first_move": [0, 1, 1]}, ValueError, "position 1 has no move"),
        ({"first_move": [0, 2, 1]}, ValueError, "first_move must not decrease: 1 follows 2 at 2"),
        ({"first_move": [1, 1, 2]}, ValueError, "first_move must begin with 0, not 1"),
        ({"first_move": [0, 2]}, ValueError, "first_move must have 3 numbers, not 2"),
        ({"targets": [2, 1, 3]}, ValueError, "targets must have 4 numbers, as first_outcome requires, not 3"),
        ({"targets": [2, 1, 3, 0, 0]}, ValueError, "targets must have 4 numbers, as first_outcome requires, not 5"),
        ({"targets": [2, 1, 3, 3]}, ValueError, "the target 3 of move 0 at position 1 appears twice"),
        ({"probabilities": [Fraction(3, 2)]}, ValueError, "probability 0 must be above 0 and at most 1, not 3/2"),
        ({"name": 5}, ValueError, "name must be a string and value_seat 0 or 1, not 5 and 0"),
        ({"value_seat": 2}, ValueError, "name must be a string and value_seat 0 or 1, not 'game from arrays' and 2"),
        ({"targets": [2, 1, 4, 0]}, ValueError, "the target of move 0 at position 1 must be from 0 to 3, not 4"),
        ({"targets": [2, -1, 3, 0]}, ValueError, "the target of move 0 at position 0 must be from 0 to 3, not -1"),
        ({"targets": [2, 2, 3, 0]}, ValueError, "the target 2 of move 0 at position 0 appears twice"),
        ({"which": [0, 0, 0, 1]}, ValueError, r"which\[3\] of move 0 at position 1 must be from 0 to 0, not 1"),
        ({"which": [0, 0, -1, 0]}, ValueError, r"which\[2\] of move 0 at position 1 must be from 0 to 0, not -1"),
        ({"first_outcome": [0, 4, 4], "targets": [2, 1, 3, 0]}, ValueError, "move 0 at position 1 add to 0, not to 1"),
        ({"probabilities": [0.5]}, TypeError, "probability 0 must be an exact rational"),
        ({"probabilities": [Fraction(1, 3)]}, ValueError, "move 0 at position 0 add to 2/3, not to 1"),
        ({"probabilities": [Fraction(10**30, 2 * 10**30 + 1)]}, ValueError, "at position 0 add to 2000"),
        ({"probabilities": [0]}, ValueError, "probability 0 must be above 0 and at most 1, not 0"),
        ({"payoffs": [1, 0.5]}, TypeError, "payoff 1 must be an exact rational"),
        ({"targets": np.array([2, 1, 2**63, 0], np.uint64)}, ValueError, r"targets must be at most 2\^62, not 9223"),
        ({"gains": [1]}, ValueError, "gains must have 2 numbers, not 1"),
        ({"start": 2}, ValueError, "start must be a position from 0 to 1, not 2"),
    ],
)
def test_inconsistent_arrays_are_refused(change, error, message):
    with pytest.raises(error, match=message):
        Model.from_arrays(**{**TOSS, **change})


def test_sums_do_not_overflow():
    """Nine times 1 equals 1 modulo 2^64 if the denominator is 2^61."""
    small = Fraction(1, 2**61)
    arrays = {
        "seats": [0] * 10,
        "first_move": range(11),
        "first_outcome": [0, *range(9, 28, 2)],
        "targets": [*range(1, 10), *[10, 11] * 9],
        "probabilities": [Fraction(1), small, 1 - small],
        "which": [*[0] * 9, *[1, 2] * 9],
        "payoffs": [0, 1],
    }
    with pytest.raises(ValueError, match="move 0 at position 0 add to 9, not to 1"):
        Model.from_arrays(**arrays)


def test_lists_that_store_each_entry_once():
    found = intern(["a", "b", "a"])
    assert found == ["a", "b", "a"]
    assert found != ["a", "b"]
    assert found != ["a", "b", "a", "a"]
    assert found != ["a", "b", "b"]


def test_denominators_must_be_positive():
    for wrong in (0, -3):
        with pytest.raises(ValueError, match=f"denominators must be positive, not {wrong}"):
            probability_table([1, 1], [2, wrong])


def test_long_probabilities_add_exactly():
    p = Fraction(10**30, 2 * 10**30 + 1)
    model = Model.from_arrays(**{**TOSS, "probabilities": [p, 1 - p], "which": [0, 1, 0, 1]})
    assert trueodds.solve(model.game).value == p / (1 - (1 - p) ** 2)


def test_invalid_positions_and_moves_are_refused():
    game = Model.from_arrays(**TOSS).game
    for wrong in (2, -1, True, "a"):
        with pytest.raises(ValueError, match=r"not a position|from 0 to 1"):
            trueodds.solve(game).value_at(wrong)
    with pytest.raises(ValueError, match="the move at 0 must be 0, not 1"):
        game.outcomes(0, 1)


def test_model_in_place_of_its_game():
    model = Model.from_arrays(**TOSS)
    assert trueodds.methods(model) == ("general", "start")
    assert trueodds.solve(model) == trueodds.solve(model.game)
    assert trueodds.solve(model, "start").value == Fraction(2, 3)


WAIT = {  # at position 1 the player may pass back or take 1/4; at 0, pass or let a coin decide who moves
    "seats": [0, 1],
    "first_move": [0, 2, 4],
    "first_outcome": [0, 1, 3, 4, 5],
    "targets": [1, 0, 1, 0, 2],
    "probabilities": [1, HALF],
    "which": [0, 1, 1, 0, 0],
    "payoffs": [Fraction(1, 4)],
    "positions": [("mine",), "theirs"],
    "moves": ["pass", "toss", "pass", "take"],
}


@pytest.mark.parametrize(
    ("worth", "value", "made"), [(0, 0, "pass"), (1, Fraction(1, 4), "take"), (HALF, 0.25, "take")]
)
def test_named_positions_and_infinite_play(worth, value, made, tmp_path):
    model = Model.from_arrays(**WAIT, start=1, infinite_play=worth)
    found = trueodds.solve(model)
    assert found.value == value
    assert (found.game.start, found.move_at("theirs")) == ("theirs", made)
    assert found.value_at(0) == found.value_at(("mine",)) == value
    assert found.move_at(1) == found.move_at("theirs")
    rows = found.records()
    assert {(row["position"], row["move"]) for row in rows if row["position"] == "theirs"} == {
        ("theirs", "pass"),
        ("theirs", "take"),
    }
    for name in ("a.odds", "answer"):
        (found.certificate if name == "a.odds" else found.save)(tmp_path / name)
    with open(tmp_path / "a.odds", "rb") as file:
        assert f"exactly {found.value}" in check(file)
    loaded = trueodds.load(tmp_path / "answer", check=True)
    assert (loaded.value, loaded.values, loaded.game.infinite_play) == (found.value, found.values, worth)
    assert loaded.game.start == "theirs"


SHORT = {
    "seats": [0] * 4, "first_move": range(5), "first_outcome": range(5), "targets": [4] * 4, "which": [0] * 4,
    "moves": None,
}  # fmt: skip


def test_games_are_equal_if_all_their_parts_are():
    game = Model.from_arrays(**WAIT).game
    assert game == Model.from_arrays(**WAIT).game != trueodds.Pig(3)
    changes = {
        "start": 1, "name": "x", "infinite_play": 1, "parameters": {"a": 1}, "value_seat": 1, "positions": "ab",
        "moves": "abcd", "gains": [1, 1, 1, 1], "seats": [1, 0], "payoffs": [3], "targets": [1, 0, 1, 1, 2],
    }  # fmt: skip
    for name, value in changes.items():
        assert game != Model.from_arrays(**WAIT | {name: value}).game, name


def test_wrong_names_are_refused():
    for change, message in (
        ({"positions": ["a"]}, "positions must have 2 names, not 1"),
        ({"positions": ["a", "a"]}, "positions 0 and 1 have the same name, 'a'"),
        ({**SHORT, "positions": ["a", "b", "c", "b"]}, "positions 1 and 3 have the same name, 'b'"),
        ({"moves": ["a"]}, "moves must have 4 names, not 1"),
        ({"moves": ["a", "a", "b", "c"]}, "position 0 has two moves with the name 'a'"),
        ({"infinite_play": 0.5}, "infinite_play 0 must be an exact rational"),
    ):
        with pytest.raises((ValueError, TypeError), match=message):
            Model.from_arrays(**{**WAIT, **change})
    with pytest.raises(ValueError, match=r"from 0 to 1, or a name such as \('mine',\), not 'nowhere'"):
        Model.from_arrays(**WAIT).game.position("nowhere")
