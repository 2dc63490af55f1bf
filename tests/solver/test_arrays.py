"""Models from arrays agree with rules, and inconsistent arrays are refused."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import csr_array

import trueodds
from trueodds.certificates.check_odds import check
from trueodds.solver import arrays
from trueodds.solver.model import Model, explore
from trueodds.solver.numbered import Numbered, intern, make_distinct

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
    for matrix, below in ((wide, [4, 6]), (narrow, 2), large):
        for start in (0, 1):
            made = Model.from_matrix([0, 1], [0, 1, 2], matrix, below, [1, 0], start=start)
            assert made.game == Model.from_arrays(**TOSS, start=start).game
    for matrix, below, payoffs, error, message in (
        (wide.toarray(), 1, [1, 0], TypeError, "matrix must be a SciPy sparse matrix, not ndarray"),
        (wide, [4, 6], [1], ValueError, r"must be 3 \(one for each position and each end\), not 4"),
        (wide, [4, 6], [1, 0, 2], ValueError, r"must be 5 \(one for each position and each end\), not 4"),
        (wide, [4, 6, 6], [1, 0], ValueError, r"the length of denominators must be 1 or 2 \(one per row\), not 3"),
        (wide, [], [1, 0], ValueError, r"must be 1 or 2 \(one per row\), not 0"),
        (wide, [4, 0], [1, 0], ValueError, "denominators must be positive, not 0"),
        (wide, [-4, 6], [1, 0], ValueError, "denominators must be positive, not -4"),
        (wide * 0.5, [4, 6], [1, 0], TypeError, "numerators must be a one-dimensional array of integers"),
        (wide, 4, [1, 0], ValueError, "the probabilities of move 0 at position 1 add up to 3/2, not to 1"),
    ):
        with pytest.raises(error, match=message):
            Model.from_matrix([0, 1], [0, 1, 2], matrix, below, payoffs)


@pytest.mark.parametrize(
    ("change", "error", "message"),
    [
        *(({"seats": [0, x]}, ValueError, f"the seat at position 1 must be 0 or 1, not {x}") for x in (2, -1)),
        ({"seats": [False, True]}, TypeError, "must be a one-dimensional array of integers, not a 1D bool array"),
        ({"seats": []}, ValueError, "must not be empty"),
        ({"seats": [0.0, 1.0]}, TypeError, "seats must be a one-dimensional array of integers, not a 1D float64 array"),
        ({"seats": [[0, 1]]}, TypeError, "seats must be a one-dimensional array of integers, not a 2D int64 array"),
        ({"first_move": [0, 1, 1]}, ValueError, "position 1 has no move"),
        ({"first_move": [0, 2, 1]}, ValueError, r"first_move\[2\] must be at least 2, not 1"),
        ({"first_move": [1, 1, 2]}, ValueError, "first_move must begin with 0, not 1"),
        ({"first_move": [0, 1, 2, 2]}, ValueError, "the length of first_move must be 3, not 4"),
        ({"targets": [2, 1, 3]}, ValueError, "the length of targets must be 4, as first_outcome requires, not 3"),
        ({"targets": [2, 1, 3, 3]}, ValueError, "the target 3 of move 0 at position 1 appears twice"),
        ({"first_outcome": [0, 3, 4], "targets": [2, 1, 2, 0]}, ValueError, "move 0 at position 0 appears twice"),
        *(({"probabilities": [p]}, ValueError, f"above 0 and at most 1, not {p}") for p in (3 * HALF, -HALF, 0)),
        ({"name": 5}, ValueError, "name must be a string and value_seat 0 or 1, not 5 and 0"),
        *(({"value_seat": x}, ValueError, f"value_seat 0 or 1, not 'game from arrays' and {x}") for x in (2, -1)),
        ({"targets": [2, 1, 4, 0]}, ValueError, "the target of move 0 at position 1 must be from 0 to 3, not 4"),
        ({"targets": [2, -1, 3, 0]}, ValueError, "the target of move 0 at position 0 must be from 0 to 3, not -1"),
        ({"which": [0, 0, 0, 1]}, ValueError, r"which\[3\] of move 0 at position 1 must be from 0 to 0, not 1"),
        ({"which": [0, 0, -1, 0]}, ValueError, r"which\[2\] of move 0 at position 1 must be from 0 to 0, not -1"),
        ({"first_outcome": [0, 4, 4], "targets": [2, 1, 3, 0]}, ValueError, "at position 1 add up to 0, not to 1"),
        ({"probabilities": [0.5]}, TypeError, r"probabilities\[0\] must be an exact rational"),
        ({"probabilities": [Fraction(1, 3)]}, ValueError, "move 0 at position 0 add up to 2/3, not to 1"),
        ({"probabilities": [Fraction(10**30, 2 * 10**30 + 1)]}, ValueError, "at position 0 add up to 2000"),
        ({"payoffs": [1, 0.5]}, TypeError, r"payoffs\[1\] must be an exact rational"),
        ({"targets": np.array([2, 1, 2**62 + 1, 0], np.uint64)}, ValueError, r"targets must be at most 2\^62, not 46"),
        *(({"gains": [1] * n}, ValueError, f"the length of gains must be 2, not {n}") for n in (1, 3)),
        ({"gains": [1, Fraction(-1, 2)]}, ValueError, "gains must be at least 0, not -1/2"),
        ({"gains": [1, 0], "infinite_play": 1}, ValueError, "a game with gains must not have infinite_play"),
        ({"gains": [1, 0], "value_seat": 1}, ValueError, "value_seat must be 0 in a game with gains"),
        ({"gains": [1, 0.5]}, TypeError, r"gains\[1\] must be an exact rational"),
        ({"gains": intern([1, 0.5])}, TypeError, r"gains\[1\] must be an exact rational"),
        *(({**WAIT, "positions": n}, ValueError, f"of positions must be 2, not {len(n)}") for n in ("a", "abc")),
        (
            {"seats": [0] * 3, "first_move": range(4), "first_outcome": range(4), "targets": [3] * 3}
            | {"probabilities": [1], "which": [0] * 3, "positions": "abb"},
            ValueError,
            "positions 1 and 2 have the same name, 'b'",
        ),
        *(({**WAIT, "moves": n}, ValueError, f"the length of moves must be 4, not {len(n)}") for n in ("a", "abcde")),
        ({**WAIT, "first_move": [0, 3, 4], "moves": "abac"}, ValueError, "position 0 has two moves named 'a'"),
        ({"infinite_play": 0.5}, TypeError, "^infinite_play must be an exact rational"),
        *(({"start": x}, ValueError, f"number of a position, from 0 to 1, not {x}") for x in (2, 3, -1, True, None)),
    ],
)
def test_inconsistent_arrays_are_refused(change, error, message):
    with pytest.raises(error, match=message):
        Model.from_arrays(**{**TOSS, **change})


@pytest.mark.parametrize("n", [2, 4, 9])
def test_sums_do_not_overflow(n):
    """Nine times 1 equals 1 modulo 2^64 if the denominator is 2^61; four times 1 is negative in 64 bits."""
    small = Fraction(1, 2**61)
    targets, which = [*range(1, n + 1), *[n + 1, n + 2] * n], [*[0] * n, *[1, 2] * n]
    chances, first = [Fraction(1), small, 1 - small], [0, *range(n, 3 * n + 1, 2)]
    with pytest.raises(ValueError, match=f"move 0 at position 0 add up to {n}, not to 1"):
        Model.from_arrays([0] * (n + 1), range(n + 2), first, targets, chances, which, [0, 1])


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
        with pytest.raises(MemoryError, match=f"positions and ends together, and at most {most - 1} moves, not {said}"):
            Model.from_arrays(**fields)
    assert asked[-1] == (2 * 40 + 4 * 60 + 5 * 40, "a game of 2 positions from arrays")


def test_the_given_arrays_stay_the_callers():
    given = TOSS | {"positions": "ab", "moves": "cd", "gains": [1, 2]}
    own = {name: np.array([*given[name]]) for name in given if name != "probabilities"}
    game = Model.from_arrays(**given | own).game
    for array in own.values():
        array[:] = 1
    assert game == Model.from_arrays(**given).game


def test_lists_that_store_each_entry_once():
    found = intern(["a", "b", "a"])
    assert found == ["a", "b", "a"] == list(intern(found))
    assert (found[-1], found[1:], repr(found)) == ("a", ["b", "a"], "Numbered(['a', 'b', 'a'])")
    for other in (["a", "b"], ["a", "b", "a", "a"], ["a", "b", "b"], 5):
        assert found != other


@given(st.lists(st.sampled_from(["a", "b", "a #2", "a #3", "a #2 #2"])))
def test_names_that_were_used_before_get_the_next_free_number(names):
    used = []
    for name in names:
        numbered = (f"{name} #{k}" for k in range(2, 99))
        used.append(next(one for one in (name, *numbered) if one not in used))
    assert list(make_distinct(names)) == used


def test_invalid_positions_and_moves_are_refused():
    plain, named = (Model.from_arrays(**given).game for given in (TOSS, WAIT))
    for game in (plain, named):
        assert game.position(np.int64(1)) == game.position(1) == game.model.positions[1]
        for wrong in (2, 5, -1, True, "a", None, [0]):
            name = r", or a name such as \('mine',\)" if game is named else ""
            with pytest.raises(ValueError, match=f"^a position must be a number from 0 to 1{name}, not"):
                game.position(wrong)
            with pytest.raises(ValueError, match="not a position reachable from the start"):
                game.model.find(wrong)
    one = trueodds.Rules(0, lambda at: ["go"], lambda at, move: [(1, None, 1)])
    for game, wrong in ((one, []), (trueodds.Pig(3), (1, 0, 0))):  # a turn total of 1 cannot be reached
        with pytest.raises(ValueError, match="not a position reachable from the start"):
            explore(game).find(wrong)
    paid = Model.from_arrays(**TOSS, gains=[1, 0]).game
    with pytest.raises(ValueError, match="rewards are not supported here"):
        paid.outcomes(0, 0)
    unnamed = Model.from_arrays(**{**WAIT, "moves": None}).game
    for game, x, legal, wrong in (
        (plain, 0, "0", (1, -1, True, False, "pass", None)),
        (unnamed, 0, "a whole number from 0 to 1", (2, -1, True, False, "pass", None)),
        (named, "theirs", "pass or take", ("toss", 0, None)),
    ):
        for move in wrong:
            with pytest.raises(ValueError, match=f"^the move at {x} must be {legal}, not {move!r}$"):
                game.outcomes(x, move)


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
