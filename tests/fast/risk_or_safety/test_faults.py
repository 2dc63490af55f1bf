"""Faults are injected at every stage on the way to a value: each is caught and named, and no value comes out."""

import copy
import json

import gmpy2
import numpy as np
import pytest
from gmpy2 import mpq, mpz

from trueodds import NotProved, RiskOrSafety, proved_moves
from trueodds.cli import run
from trueodds.fast.risk_or_safety import solve as solving
from trueodds.fast.risk_or_safety.large import all_values, start_value
from trueodds.fast.risk_or_safety.large.denominators import Plan
from trueodds.fast.risk_or_safety.large.held import hold_equal, hold_moves, hold_value
from trueodds.runtime.checkpoint import Checkpoint
from trueodds.runtime.sealing import WorkerError

from ..faulty import Faulty

SIZES = (12, 70)  # one chunk of primes would do, and several
MOVES = {n: proved_moves(n) for n in SIZES}
PLANS = {n: Plan.from_coins(moves.coins, moves.other_coins, moves.heads) for n, moves in MOVES.items()}
VALUES = {n: start_value.start_value(plan, n, n) for n, plan in PLANS.items()}


def flipped(result, row=-1):
    result[row, 5] ^= 1
    return result


def below_the_primes(result):
    result[:] = np.where(result > 0, result - 1, 0)
    return result


VALUES_OF_ALL = {n: all_values.start_fractions(plan) for n, plan in PLANS.items()}
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
        start_value.start_value(PLANS[size], size, size, Faulty(change))
    with pytest.raises(NotProved, match=r"^check of (a chunk|the chunks) of residues|^check of V"):
        all_values.start_fractions(PLANS[size], Faulty(change))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("fault", IMPOSSIBLE)
def test_a_chunk_that_cannot_be(fault, size, caplog):
    """Once: it is computed again. Twice: an error."""
    change = IMPOSSIBLE[fault]
    assert start_value.start_value(PLANS[size], size, size, Faulty(change)) == VALUES[size]
    assert caplog.text.count("came back wrong") == 1
    assert all_values.start_fractions(PLANS[size], Faulty(change)) == VALUES_OF_ALL[size]
    for compute in (lambda how: start_value.start_value(PLANS[size], size, size, how), start_fractions_of(size)):
        with pytest.raises(WorkerError, match=r"came back wrong .* check of a chunk of residues.*; again, chunk"):
            compute(Faulty(change, 10**9))


def start_fractions_of(size):
    return lambda how: all_values.start_fractions(PLANS[size], how)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("change", [np.zeros_like, below_the_primes])
def test_all_chunks_wrong_alike(size, change, monkeypatch):
    """Then they agree with each other."""
    push, sweep = start_value._push, all_values._sweep
    monkeypatch.setattr(start_value, "_push", lambda *given: change(push(*given)))
    monkeypatch.setattr(all_values, "_sweep", lambda *given: change(sweep(*given)))
    with pytest.raises(NotProved, match=r"^check of (V\(\d+, \d+\) modulo|the chunks|the sum)"):
        start_value.start_value(PLANS[size], size, size, "serial")
    with pytest.raises(NotProved, match=r"^check of (V\(\d+, \d+\) modulo|the chunks|a chunk)"):
        all_values.start_fractions(PLANS[size], "serial")


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
@pytest.mark.parametrize("stage", ["_finish", "_add_pairwise", "_fold", "lowest_terms"])
def test_a_bit_after_the_residues(stage, size, bit, monkeypatch):
    change = {
        "_finish": lambda found: [found[0] ^ (1 << bit), *found[1:]],
        "_add_pairwise": lambda found: (found[0] ^ (1 << bit), found[1]),
        "_fold": lambda found: [(found[0][0] ^ (1 << bit), found[0][1]), *found[1:]],
        "lowest_terms": lambda found: mpq(found.numerator ^ (1 << bit), found.denominator),
    }[stage]
    monkeypatch.setattr(start_value, stage, changed_first(getattr(start_value, stage), change))
    with pytest.raises(NotProved, match=r"^check of (V\(\d+, \d+\) modulo|the sum)"):
        start_value.start_value(PLANS[size], size, size, "serial")


@pytest.mark.parametrize("size", SIZES)
def test_a_bit_of_one_of_all_values(size, monkeypatch):
    reduced = changed_first(all_values.reduce_fraction, lambda found: mpq(found.numerator + 1, found.denominator))
    monkeypatch.setattr(all_values, "reduce_fraction", reduced)
    with pytest.raises(NotProved, match=r"^check of V\(\d+, \d+\) modulo"):
        all_values.start_fractions(PLANS[size], "serial")


@pytest.mark.parametrize("size", SIZES)
def test_a_wrong_plan(size):
    for at in (2, 5, len(PLANS[size].kind) - 1):
        plan = copy.deepcopy(PLANS[size])
        vars(plan).pop("runs", None)  # made from the kinds
        plan.kind[at] = 0 if plan.kind[at] else 1
        with pytest.raises(NotProved, match=r"^check of"):
            start_value.start_value(plan, size, size)


def test_a_wrong_table_of_coins():
    """One coin more at a pair on the best path: another strategy, whose value all residues agree on."""
    moves = copy.deepcopy(MOVES[70])
    moves.coins.flags.writeable = True
    moves.coins[69, 67] += 1
    plan = Plan.from_coins(moves.coins, moves.other_coins, moves.heads)
    value = start_value.start_value(plan, 70, 70)
    assert value != VALUES[70]
    with pytest.raises(NotProved, match=r"^check of V\(70, 70\) by double-word floats"):
        hold_moves(moves, {(70, 70): value})
    with pytest.raises(NotProved, match=r"^check of the table of coins by its checksum"):
        hold_moves(moves, {(70, 70): VALUES[70]})
    with pytest.raises(NotProved, match=r"^check of V"):
        hold_value(plan, 70, 70, VALUES[70])
    moves.coins[69, 67] = 0
    with pytest.raises(NotProved, match="moves that nobody can make"):
        hold_value(plan, 70, 70, VALUES[70])


def test_the_program_tells_nothing(monkeypatch, capsys):
    real = start_value._add_pairwise
    monkeypatch.setattr(start_value, "_add_pairwise", lambda terms: (real(terms)[0] + 1, real(terms)[1]))
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
        value = start_value.start_value(plan, i, j)
        low, high = moves.enclose(i, j)
        assert low < value < high
        assert high - low < 1e-26
        far = value + mpq(1, 2**85)
        with pytest.raises(NotProved, match="by double-word floats"):
            hold_moves(moves, {(i, j): far})
        hold_value(plan, i, j, value)
        with pytest.raises(NotProved, match="modulo"):
            hold_value(plan, i, j, mpq(value.numerator + 1, value.denominator))
    assert n == m or moves.enclose(n, m - 1) is None


def test_equal_needs_are_all_held():
    values = all_values.start_fractions(PLANS[12])
    for at in range(12):
        wrong = [*values[:at], 1 - values[at], *values[at + 1 :]]
        with pytest.raises(NotProved, match=rf"^check of V\({at + 1}, {at + 1}\)"):
            hold_equal(PLANS[12], wrong)


def records(path):
    """A finished checkpoint of 70 points: its header as `about`, and its pieces."""
    start_value.start_value(PLANS[70], 70, 70, checkpoint=path)
    about = json.loads(path.read_bytes().partition(b"\n")[0])
    del about["trueodds checkpoint"], about["program"]
    with Checkpoint(path, about) as kept:
        return about, dict(kept.pieces())


def joined(numerator, denominator):
    return start_value._join(gmpy2.to_binary(numerator), gmpy2.to_binary(denominator))


def test_a_checkpoint_with_right_seals_and_wrong_contents(tmp_path):
    about, pieces = records(tmp_path / "c")
    total = pieces.pop(start_value._SUM)
    top, bottom = start_value._split(total)
    first = bytearray(pieces[0])
    first[4 * 32 * 9] ^= 1
    faults = [
        {start_value._SUM: joined(top ^ 1, bottom)},
        {start_value._SUM: joined(mpz(1), mpz(2))},
        {start_value._SUM: joined(mpz(1), mpz(0))},
        {start_value._SUM: joined(-top, bottom)},
        {start_value._SUM: b"nonsense"},
        {start_value._SUM: b""},
        {0: bytes(first)},
        {0: bytes(len(first))},
        {0: b"\xff" * len(first)},
        {0: pieces[0][:-4]},
        {0: pieces[0] + b"1234"},
        {0: b""},
        {99: pieces[0]},
    ]
    for number, fault in enumerate(faults):
        path = tmp_path / f"wrong {number}"
        with Checkpoint(path, about) as kept:
            for at, data in fault.items():
                kept.add(at, data)
        with pytest.raises(NotProved, match=rf"^check of .*; delete .*wrong {number}, where it may come from"):
            start_value.start_value(PLANS[70], 70, 70, checkpoint=path)


def test_a_checkpoint_of_another_version_is_refused(tmp_path, monkeypatch):
    path = tmp_path / "c"
    records(path)
    monkeypatch.setattr("trueodds.runtime.checkpoint.__version__", "0.0.9")
    with pytest.raises(ValueError, match=r"c is the checkpoint of another .* another version of trueodds"):
        start_value.start_value(PLANS[70], 70, 70, checkpoint=path)


def test_the_game_with_different_targets_is_held_too(monkeypatch):
    held = []
    monkeypatch.setattr("trueodds.fast.risk_or_safety.large.solution.hold_moves", lambda _, values: held.append(values))
    solution = solving.solve(RiskOrSafety(30, 40), "start")
    assert held == [{(30, 40): solution.value}]


def test_the_seal_is_of_both_tables_and_of_the_coin():
    moves = proved_moves(9, 5)
    assert moves.compute_seal() == moves.seal
    for name, value in (("coins", moves.coins % 2), ("other_coins", moves.other_coins % 2), ("heads", mpq(1, 3))):
        changed = copy.copy(moves)
        object.__setattr__(changed, name, value)
        assert changed.compute_seal() != moves.seal


def test_a_record_of_no_chunk_is_named(tmp_path):
    about, pieces = records(tmp_path / "c")
    with Checkpoint(tmp_path / "wrong", about) as checkpoint:
        checkpoint.add(99, pieces[0])
    with pytest.raises(NotProved, match=rf"^check of the checkpoint: it has a record 99 of {len(pieces[0])} bytes"):
        start_value.start_value(PLANS[70], 70, 70, checkpoint=tmp_path / "wrong")


@pytest.mark.parametrize(("top", "bottom"), [(5, 3), (-1, 3), (0, 0), (1, 0), (0, -1)])
def test_a_sum_that_is_no_probability(top, bottom):
    with pytest.raises(NotProved, match=r"^check of the sum: a probability came out outside of \[0, 1\]"):
        start_value._in_lowest_terms(mpz(top), mpz(bottom), [mpz(bottom)], True)
    assert start_value._in_lowest_terms(mpz(2), mpz(6), [mpz(2), mpz(3)], False) == mpq(2, 3)
