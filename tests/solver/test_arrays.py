"""Models from arrays agree with rules; ``recorded_calls.txt`` has the inconsistent arrays that are refused."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import coo_array, csc_array, csr_array

import trueodds
from trueodds.certificates.check_odds import check
from trueodds.solver import arrays
from trueodds.solver.model import Model
from trueodds.solver.numbered import Numbered, make_distinct

HALF = Fraction(1, 2)
TOSS = {"seats": [0, 1], "first_move": [0, 1, 2], "first_outcome": [0, 2, 4], "targets": [2, 1, 3, 0]}
TOSS |= {"probabilities": [HALF], "which": [0, 0, 0, 0], "payoffs": [1, 0]}
# At position 1 the player may pass back or take 1/4; at 0, pass or let a coin decide who moves.
WAIT = {"seats": [0, 1], "first_move": [0, 2, 4], "first_outcome": [0, 1, 3, 4, 5], "targets": [1, 0, 1, 0, 2]}
WAIT |= {"probabilities": [1, HALF], "which": [0, 1, 1, 0, 0], "payoffs": [Fraction(1, 4)]}
WAIT |= {"positions": [("mine",), "theirs"], "moves": ["pass", "toss", "pass", "take"]}


def test_model_from_a_matrix():
    wide, narrow = csr_array([[0, 2, 2, 0], [3, 0, 0, 3]]), csr_array([[0, 1, 1, 0], [1, 0, 0, 1]])
    large = narrow.astype(np.uint64) * 2**61, np.array([2**62], np.uint64)
    others = [(change(wide), [4, 6]) for change in (csc_array, coo_array)]
    for matrix, below in ((wide, [4, 6]), (narrow, 2), large, *others):
        for start in (0, 1):
            made = Model.from_matrix([0, 1], [0, 1, 2], matrix, below, [1, 0], start=start)
            assert made.game == Model.from_arrays(**TOSS, start=start).game


def test_numbers_of_pairs_do_not_overflow():
    """The number of a pair of a payoff and a probability, or of a way to end and a gain, is above 2^31 here."""
    many, first, last = range(50_000), np.array([0]), np.array([49_999], np.int32)
    ends, _ = arrays._collect_ends(many, many, first, last, last, 1)
    assert ends == [(), ((49_999, 49_999),)]
    changed = {"end_table": [()] * 49_999 + ends[1:], "end_numbers": last, "gains": Numbered(many, last)}
    assert replace(Model.from_arrays(**TOSS), **changed).constants == [49_999 * 50_000]


def test_sizes_are_limited(monkeypatch):
    """Positions with ends, and moves, are numbered in int32; the memory needed is a few times that of the model."""
    asked = []
    monkeypatch.setattr(arrays, "require_memory", lambda needed, what: asked.append((needed, what)))
    for fields, most, said in ((TOSS | {"payoffs": [1, 0, 0]}, 5, "5 and 2"), (WAIT, 4, "3 and 4")):
        monkeypatch.setattr(arrays, "_MAX_NUMBER", most)
        Model.from_arrays(**fields)
        monkeypatch.setattr(arrays, "_MAX_NUMBER", most - 1)
        with pytest.raises(
            MemoryError, match=f"positions and payoffs in total, and at most {most - 1} moves, not {said}"
        ):
            Model.from_arrays(**fields)
    assert asked[-1] == (2 * 40 + 4 * 60 + 5 * 40, "a game of 2 positions from arrays")


def test_the_given_arrays_stay_the_callers():
    given = TOSS | {"positions": "ab", "moves": "cd", "gains": [1, 2]}
    own = {name: np.array([*given[name]]) for name in given if name != "probabilities"}
    game = Model.from_arrays(**given | own).game
    for array in own.values():
        array[:] = 1
    assert game == Model.from_arrays(**given).game


@given(st.lists(st.sampled_from(["a", "b", "a #2", "a #3", "a #2 #2"])))
def test_names_that_were_used_before_get_the_next_free_number(names):
    used = []
    for name in names:
        numbered = (f"{name} #{k}" for k in range(2, 99))
        used.append(next(one for one in (name, *numbered) if one not in used))
    assert list(make_distinct(names)) == used


@pytest.mark.parametrize(
    ("worth", "value", "made"), [(0, 0, "pass"), (1, Fraction(1, 4), "take"), (HALF, 0.25, "take")]
)
def test_named_positions_and_infinite_play(worth, value, made, tmp_path):
    found = trueodds.solve(Model.from_arrays(**WAIT, start=1, infinite_play=worth))
    assert found.value == value
    assert (found.game.start, found.move_at("theirs")) == ("theirs", made)
    assert repr(found.game) == "<game from arrays: 2 positions, start 'theirs'>"
    assert found.value_at(0) == found.value_at(("mine",)) == value
    assert found.move_at(1) == found.move_at("theirs")
    assert [row["move"] for row in found.records() if row["position"] == "theirs"] == ["pass", "take"]
    for name in ("a.odds", "answer"):
        (found.certificate if name == "a.odds" else found.save)(tmp_path / name)
    with open(tmp_path / "a.odds", "rb") as file:
        assert f"exactly {found.value}" in check(file)
    loaded = trueodds.load(tmp_path / "answer", check=True)
    assert (loaded.value, loaded.values, loaded.game.infinite_play) == (found.value, found.values, worth)
    assert loaded.game.start == "theirs"


def test_games_are_equal_if_all_their_parts_are():
    base = WAIT | {"probabilities": [1, HALF, HALF], "which": [0, 1, 2, 0, 0], "moves": "abac", "payoffs": [0, 1]}
    base["targets"] = [1, 0, 1, 2, 3]
    model = Model.from_arrays(**base)
    assert repr(model) == f"<Model of {(game := model.game)!r}: 2 positions, 4 moves, 3 outcomes>"
    assert game == Model.from_arrays(**base).game != trueodds.Pig(3)
    assert hash(game) == hash(Model.from_arrays(**base).game)
    changes = {
        "start": [1], "name": ["x"], "infinite_play": [1], "parameters": [{"a": 1}], "value_seat": [1],
        "positions": ["ab"], "moves": ["abcd"], "gains": [[1, 1, 1, 1]], "seats": [[1, 0], [0, 0]],
        "payoffs": [[3, 1], [0, 3]], "first_move": [[0, 1, 4]], "first_outcome": [], "which": [[0, 2, 1, 0, 0]],
        "targets": [[1, 1, 0, 2, 3], [1, 0, 1, 3, 2], [1, 0, 1, 2, 0]], "probabilities": [[1, HALF / 2, 3 * HALF / 2]],
    }  # fmt: skip
    assert {*changes} >= {*base}
    for name, others in changes.items():
        for other in others:
            assert game != Model.from_arrays(**base | {name: other}).game, (name, other)
