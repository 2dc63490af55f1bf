"""Records and results compare, hash, pickle and copy by content, and nobody can change their arrays."""

import copy
import dataclasses
import functools
import json
import pickle
from dataclasses import dataclass, field

import numpy as np
import pytest

import trueodds
from trueodds.dispatch import solve_moves
from trueodds.fast.risk_or_safety.coin_by_coin import convert_solution
from trueodds.records import Record, shorten_repr
from trueodds.solution import Proof

from .extras import need_for
from .small import GAMES

SMALL = [
    *GAMES,
    trueodds.RiskOrSafety(6, 5, "2/5"),
    trueodds.Pig(4, sides=4, opponent_target=6),
    trueodds.Coinball(7, opponent="always-pass", value_seat=1),
    trueodds.TwoCoins(6, "2/5", "1/3"),
]
WAYS = [pytest.param(game, method, id=f"{game}-{method}") for game in SMALL for method in trueodds.methods(game)]
solved = functools.cache(trueodds.solve)
RESULTS = {
    "play statistics": lambda: trueodds.play_statistics(trueodds.solve(trueodds.RiskOrSafety(4))),
    "proved moves": lambda: trueodds.risk_or_safety.proved_moves(12, 9, "2/5"),
    "simulation": lambda: trueodds.simulate(trueodds.TheRace(3), games=500, seed=1),
    "table": lambda: trueodds.solve(trueodds.Pig(5)).tables()[0],
    "curve": lambda: trueodds.two_coins.compute_curve(5),
    "moves of Pig": lambda: solve_moves(trueodds.Pig(9)),
    "large targets": lambda: trueodds.solve(trueodds.RiskOrSafety(130)),
    "coin by coin": lambda: convert_solution(trueodds.solve(trueodds.RiskOrSafety(4))),
    "best response": lambda: trueodds.best_response(trueodds.TheRace(3), trueodds.solve(trueodds.TheRace(3))),
}


def assert_value(one, other):
    assert one == other != 3
    for same in (other, pickle.loads(pickle.dumps(one)), copy.copy(one), copy.deepcopy(one)):
        assert (type(same), hash(same), repr(same)) == (type(one), hash(one), repr(one))
        assert one == same == one


@pytest.mark.parametrize(("game", "method"), WAYS)
def test_equal_solutions(game, method):
    told = []
    try:
        one = trueodds.solve(game, method, progress=lambda *news: told.append(news))
        one.move_values(game.start)
    except trueodds.NotProved:  # exact ties, which bounds cannot separate
        assert method == "start"
        return
    assert {"exact values", "proof"} & {step[0] for step in told} <= {step[0] for step in told if step[1] == step[2]}
    told.clear()
    assert_value(one, trueodds.solve(game, method))
    assert json.loads(json.dumps(one.to_json()))["proved"] is one.proof.proved is True
    assert not told  # it contains no workers, progress or checkpoint
    assert {"progress", "run", "workers", "checkpoint"}.isdisjoint(field.name for field in dataclasses.fields(one))
    assert isinstance(proof := one.proof, Proof)
    assert proof.positions > 0
    assert sum(count for _, count in proof.decided) <= (getattr(proof, "moves", None) or proof.positions)
    assert str(proof.positions) in str(proof)
    assert all(str(count) in str(proof) or name in ("float64", "monotonicity") for name, count in proof.decided)


@pytest.mark.parametrize("name", RESULTS)
def test_other_equal_results(name):
    need_for(name)
    assert_value(RESULTS[name](), RESULTS[name]())


@pytest.mark.parametrize("game", SMALL, ids=str)
def test_different_solutions_are_not_equal(game):
    one = solved(game)
    assert one != trueodds.solve(game, "general") or trueodds.methods(game)[0] == "general"
    for other in SMALL:
        assert (solved(other) == one) is (other == game)
    assert one != dataclasses.replace(one, method="guessed")
    assert not [name for name, other in with_a_changed_array(one) if other == one]


def with_a_changed_array(record):
    """Yield a record once for each array in it, or in a record in it, with this array changed."""
    for own in dataclasses.fields(record):
        part = getattr(record, own.name)
        if isinstance(part, np.ndarray) and own.compare:
            changed = part.copy()
            changed.flat[-1] = 1 - changed.flat[-1]
            yield own.name, dataclasses.replace(record, **{own.name: changed})
        elif isinstance(part, Record):
            for name, inner in with_a_changed_array(part):
                yield name, dataclasses.replace(record, **{own.name: inner})


@pytest.mark.parametrize(
    ("game", "method"),
    [(trueodds.Pig(9), None), (trueodds.RiskOrSafety(30), "start"), (trueodds.Pig(9), "start")],
    ids=str,
)
def test_values_on_request_are_cached(game, method):
    one = solve_moves(game, method)
    assert one.best_moves == trueodds.solve(game, method).best_moves
    with pytest.raises(ValueError, match=r"only the best moves were computed; with_value\(\) returns a copy"):
        _ = one.value
    stages, position = [], (1, 3, 2, 0) if game.name == "risk-or-safety" else (2, 3, 2, 0)
    for watched in (one.value_at, one.move_values):
        stages.clear()
        found = watched(position, lambda *news: stages.append(news))
        assert stages
        stages.clear()
        assert watched(position, lambda *news: stages.append(news)) == found
        assert not stages
    assert one == solve_moves(game, method)
    more = one.with_value()
    assert more == trueodds.solve(game, method) != one
    assert more.move_values(position, lambda *news: stages.append(news)) == found
    assert not stages


@dataclass(frozen=True, eq=False)
class Pair(Record):
    a: object
    b: object = 0
    hidden: object = field(default=0, repr=False, compare=False)


def test_records_are_equal_if_their_class_and_compared_fields_are():
    ones = np.ones(3, dtype=np.int64)
    assert Pair(ones, 1, hidden=5) == Pair(ones.copy(), 1, hidden=6)
    assert hash(Pair(ones, [1, 2])) == hash(Pair(ones.copy(), [1, 2]))
    for other in (Pair(ones), Pair(ones * 2, 1), Pair(ones.astype(float), 1), Pair(ones[:2], 1), Pair([1, 1, 1], 1)):
        assert Pair(ones, 1) != other
        assert Pair(Pair(ones, 1)) != Pair(other)
    assert Pair(1, 2) not in (type("Other", (Pair,), {})(1, 2), (1, 2))


def test_arrays_are_read_only_even_in_copies():
    record = Pair(np.zeros(3))
    for one in (record, pickle.loads(pickle.dumps(record)), copy.deepcopy(record), copy.copy(record)):
        assert one == record
        with pytest.raises(ValueError, match="read-only"):
            one.a[0] = 1


def test_short_arrays_and_nested_records_are_shown():
    assert repr(Pair(np.zeros(51, dtype=np.int8), 1, hidden=2)) == "Pair(a=<int8 array of 51>, b=1)"
    assert "y" * 180 in repr(Pair(Pair("x" * 180, "y" * 180)))
    assert len(shorten_repr(Pair("x" * 190, Pair("y" * 190, "z" * 190)))) == 400
