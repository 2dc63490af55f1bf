"""Faults are injected at every stage on the way to a value: each is caught and named, and no value comes out."""

import copy
import json
from functools import partial

import numpy as np
import pytest
from gmpy2 import mpq

from trueodds import NotProved, RiskOrSafety
from trueodds.cli import run
from trueodds.exact import pipeline
from trueodds.exact.pipeline import verify_modulo
from trueodds.fast.risk_or_safety import large as solving
from trueodds.fast.risk_or_safety import start_values
from trueodds.fast.risk_or_safety.denominators import Plan
from trueodds.fast.risk_or_safety.verify import evaluate_equal, evaluate_pair, verify_moves
from trueodds.risk_or_safety import proved_moves
from trueodds.runtime.executors import WorkerError
from trueodds.runtime.run import Run
from trueodds.runtime.store import Store

from ..faulty import Faulty

SIZES = (12, 70, 200)  # one chunk of primes, and several
MOVES = {n: proved_moves(n) for n in SIZES}
PLANS = {n: Plan.from_coins(moves.coins, moves.other_coins, moves.heads) for n, moves in MOVES.items()}
VALUES = {n: start_values.start_value(plan, n, n) for n, plan in PLANS.items()}


def flipped(result, row=-1):
    result[row, 5] ^= 1
    return result


def below_the_primes(result):
    result[:] = np.where(result > 0, result - 1, 0)
    return result


def values_of(size, all_values, run):
    if all_values:
        return start_values.start_fractions(PLANS[size], run)
    return start_values.start_value(PLANS[size], size, size, run)


VALUES_OF_ALL = {n: start_values.start_fractions(plan) for n, plan in PLANS.items()}


def verify_pair(plan, i, j, value):
    verify_modulo([value], partial(evaluate_pair, plan, i, j), lambda _: f"V({i}, {j})")


PLAUSIBLE = {"one bit": flipped, "all zeros": np.zeros_like, "one less everywhere": below_the_primes}
IMPOSSIBLE = {
    "int64": lambda result: result.astype(np.int64),
    "floats": lambda result: result.astype(float),
    "a row short": lambda result: result[:-1],
    "one number": lambda result: result[:1, :1],
    "not below the primes": lambda result: np.full_like(result, 2**32 - 1),
    "no array": lambda result: result.tolist(),
}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("fault", PLAUSIBLE)
def test_a_chunk_computed_wrong(fault, size):
    change = PLAUSIBLE[fault]
    with pytest.raises(NotProved, match=r"^check of (a chunk|the chunks) of residues|^check of (V|the sum)"):
        start_values.start_value(PLANS[size], size, size, Run(Faulty(change)))
    with pytest.raises(NotProved, match=r"^check of (a chunk|the chunks) of residues|^check of V"):
        start_values.start_fractions(PLANS[size], Run(Faulty(change)))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("fault", IMPOSSIBLE)
def test_a_chunk_that_cannot_be(fault, size, caplog):
    """Once: it is computed again. Twice: an error."""
    change = IMPOSSIBLE[fault]
    assert start_values.start_value(PLANS[size], size, size, Run(Faulty(change))) == VALUES[size]
    assert caplog.text.count("wrong result") == 1
    assert start_values.start_fractions(PLANS[size], Run(Faulty(change))) == VALUES_OF_ALL[size]
    for all_values in (False, True):
        with pytest.raises(WorkerError, match=r"wrong result: .*check of a chunk of residues.*; again, chunk"):
            values_of(size, all_values, Run(Faulty(change, 10**9)))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("change", [np.zeros_like, below_the_primes])
def test_all_chunks_wrong_alike(size, change, monkeypatch):
    """Then they agree with each other."""
    push, sweep = start_values._push, start_values._sweep
    monkeypatch.setattr(start_values, "_push", lambda *given: change(push(*given)))
    monkeypatch.setattr(start_values, "_sweep", lambda *given: change(sweep(*given)))
    with pytest.raises(NotProved, match=r"^check of (V\(\d+, \d+\) modulo|the chunks|the sum)"):
        start_values.start_value(PLANS[size], size, size, Run(1))
    with pytest.raises(NotProved, match=r"^check of (V\(\d+, \d+\) modulo|the chunks|a chunk)"):
        start_values.start_fractions(PLANS[size], Run(1))


def changed_first(function, change):
    """The function, its first result changed."""
    done = []

    def changed(*given, **options):
        found = function(*given, **options)
        if not done:
            done.append(1)
            return change(found)
        return found

    return changed


@pytest.mark.parametrize("bit", [0, 40])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("stage", ["_integers", "_add_pairwise", "_fold", "lowest_terms"])
def test_a_bit_after_the_residues(stage, size, bit, monkeypatch):
    change = {
        "_integers": lambda found: [found[0] ^ (1 << bit), *found[1:]],
        "_add_pairwise": lambda found: (found[0] ^ (1 << bit), found[1]),
        "_fold": lambda found: [(found[0][0] ^ (1 << bit), found[0][1]), *found[1:]],
        "lowest_terms": lambda found: mpq(found.numerator ^ (1 << bit), found.denominator),
    }[stage]
    module = pipeline if stage == "_integers" else start_values
    monkeypatch.setattr(module, stage, changed_first(getattr(module, stage), change))
    with pytest.raises(NotProved, match=r"^check of (V\(\d+, \d+\) modulo|the sum)"):
        start_values.start_value(PLANS[size], size, size, Run(1))


@pytest.mark.parametrize("size", SIZES)
def test_a_bit_of_one_of_all_values(size, monkeypatch):
    reduced = changed_first(start_values.reduce_fraction, lambda found: mpq(found.numerator + 1, found.denominator))
    monkeypatch.setattr(start_values, "reduce_fraction", reduced)
    with pytest.raises(NotProved, match=r"^check of V\(\d+, \d+\) modulo"):
        start_values.start_fractions(PLANS[size], Run(1))


@pytest.mark.parametrize("size", SIZES)
def test_a_wrong_plan(size):
    for need in (size - 2, size):
        plan = copy.deepcopy(PLANS[size])
        first, _, kinds, *_ = plan.runs.given
        at = first[need]
        kinds[at] = 0 if kinds[at] else 1
        with pytest.raises(NotProved, match=r"^check of"):
            start_values.start_value(plan, size, size)


def test_a_wrong_table_of_coins():
    """One coin more at a pair on the best path: another strategy, whose value all residues agree on."""
    moves = copy.deepcopy(MOVES[70])
    moves.coins.flags.writeable = True
    moves.coins[69, 67] += 1
    plan = Plan.from_coins(moves.coins, moves.other_coins, moves.heads)
    value = start_values.start_value(plan, 70, 70)
    assert value != VALUES[70]
    with pytest.raises(NotProved, match=r"^check of V\(70, 70\) by double-word floats"):
        verify_moves(moves, {(70, 70): value})
    with pytest.raises(NotProved, match=r"^check of the table of coins: its checksum"):
        verify_moves(moves, {(70, 70): VALUES[70]})
    with pytest.raises(NotProved, match=r"^check of V"):
        verify_pair(plan, 70, 70, VALUES[70])
    moves.coins[69, 67] = 0
    with pytest.raises(NotProved, match="cannot be evaluated"):
        verify_pair(plan, 70, 70, VALUES[70])


def test_the_program_tells_nothing(monkeypatch, capsys):
    real = start_values._add_pairwise
    monkeypatch.setattr(start_values, "_add_pairwise", lambda terms: (real(terms)[0] + 1, real(terms)[1]))
    assert run(["solve", "risk-or-safety", "--target", "130", "--json"]) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("trueodds: check of V(130, 130) modulo ")
    assert captured.err.count("\n") == 1


def test_a_wrong_sweep(monkeypatch):
    """Where the moves come from other values than the table says, the sweep's own values tell."""
    real = solving.start_fractions
    monkeypatch.setattr(solving, "start_fractions", lambda *given: [value - mpq(1, 2**90) for value in real(*given)])
    with pytest.raises(NotProved, match=r"^check of V\(1, 1\) by double-word floats"):
        solving.start_values(9)


@pytest.mark.parametrize(("n", "m", "heads"), [(40, 40, "1/2"), (33, 20, "9/10"), (60, 9, "1/100"), (25, 24, "2/3")])
def test_bounds_of_the_sweep_hold_the_exact_values_and_little_else(n, m, heads):
    moves = proved_moves(n, m, heads)
    plan = Plan.from_coins(moves.coins, moves.other_coins, moves.heads)
    for i, j in [(n, m), (m, n), *((k, k) for k in range(1, m + 1, 6))]:
        value = start_values.start_value(plan, i, j)
        low, high = moves.enclose(i, j)
        assert low < value < high
        assert high - low < 1e-26
        far = value + mpq(1, 2**85)
        with pytest.raises(NotProved, match="by double-word floats"):
            verify_moves(moves, {(i, j): far})
        verify_pair(plan, i, j, value)
        with pytest.raises(NotProved, match="modulo"):
            verify_pair(plan, i, j, mpq(value.numerator + 1, value.denominator))
    assert n == m or moves.enclose(n, m - 1) is None


def test_equal_needs_are_all_held():
    values = start_values.start_fractions(PLANS[12])
    for at in range(12):
        wrong = [*values[:at], 1 - values[at], *values[at + 1 :]]
        with pytest.raises(NotProved, match=rf"^check of V\({at + 1}, {at + 1}\)"):
            verify_modulo(wrong, partial(evaluate_equal, PLANS[12]), lambda at: f"V({at + 1}, {at + 1})")


def records(path):
    """A finished checkpoint of 200 points: what its header says it is about, and its records."""
    start_values.start_value(PLANS[200], 200, 200, Run(checkpoint=path))
    about = json.loads(path.read_bytes().partition(b"\n")[0])
    del about["trueodds checkpoint"], about["version"]
    with Store(path, about) as store:
        return about, {key: store[key] for key in store.kept}


def write(path, about, contents):
    with Store(path, about) as store:
        for key, data in contents.items():
            store.add(key, data)


FIRST = "residues 0"
WRONG_RECORDS = {
    "one bit": lambda first, second: {FIRST: bytes([first[0] ^ 1]) + first[1:]},
    "a bit in the middle": lambda first, second: {FIRST: first[:1152] + bytes([first[1152] ^ 1]) + first[1153:]},
    "zeros": lambda first, second: {FIRST: bytes(len(first))},
    "not below the primes": lambda first, second: {FIRST: b"\xff" * len(first)},
    "too short": lambda first, second: {FIRST: first[:-4]},
    "too long": lambda first, second: {FIRST: first + b"1234"},
    "nothing": lambda first, second: {FIRST: b""},
    "of another chunk": lambda first, second: {FIRST: second},
    "exchanged": lambda first, second: {FIRST: second, "residues 1": first},
    "of no chunk": lambda first, second: {"residues 99": first},
}


@pytest.mark.parametrize("fault", WRONG_RECORDS)
def test_a_wrong_record_with_the_right_checksum_is_named_and_computed_again(fault, tmp_path, caplog):
    about, pieces = records(tmp_path / "c")
    wrong = WRONG_RECORDS[fault](pieces[FIRST], pieces["residues 1"])
    write(tmp_path / "wrong", about, pieces | wrong)
    for again in (False, True):  # the second time the file is right
        caplog.clear()
        assert start_values.start_value(PLANS[200], 200, 200, Run(checkpoint=tmp_path / "wrong")) == VALUES[200]
        named = {record.getMessage().partition("record ")[2][: len(FIRST)] for record in caplog.records}
        assert named == {key for key in wrong if key in pieces and not again}


@pytest.mark.parametrize("all_values", [False, True])
def test_all_records_wrong(all_values, tmp_path, caplog):
    """Wrong in the same way, so that they agree with each other."""
    path = tmp_path / "c"
    with pytest.MonkeyPatch.context() as patch:
        for module, name in ((start_values, "_push"), (start_values, "_sweep")):
            right = getattr(module, name)
            patch.setattr(module, name, lambda *given, right=right: np.zeros_like(right(*given)))
        with pytest.raises(NotProved):
            values_of(200, all_values, Run(1, path))
    assert values_of(200, all_values, Run(1, path)) == values_of(200, all_values, Run(1))
    assert "record residues 0 was wrong; it was dropped and computed again" in caplog.text


def test_right_records_do_not_hide_a_fault_of_the_program(tmp_path, monkeypatch):
    records(tmp_path / "c")
    monkeypatch.setattr(start_values, "_in_lowest_terms", lambda *given: mpq(1, 3))
    with pytest.raises(NotProved, match=r"^check of V\(200, 200\) modulo"):
        start_values.start_value(PLANS[200], 200, 200, Run(checkpoint=tmp_path / "c"))


def test_the_game_with_different_targets_is_held_too(monkeypatch):
    held = []
    monkeypatch.setattr("trueodds.fast.risk_or_safety.large.verify_moves", lambda _, values: held.append(values))
    solution = solving.solve(RiskOrSafety(30, 40))
    assert held == [{(30, 40): solution.value}]


def test_the_seal_is_of_both_tables_and_of_the_coin():
    moves = proved_moves(9, 5)
    assert moves.compute_seal() == moves.seal
    for name, value in (("coins", moves.coins % 2), ("other_coins", moves.other_coins % 2), ("heads", mpq(1, 3))):
        changed = copy.copy(moves)
        object.__setattr__(changed, name, value)
        assert changed.compute_seal() != moves.seal
