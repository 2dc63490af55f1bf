"""Faults injected at every step from residues to a value are detected and named, or corrected; no value is wrong."""

import copy
import itertools
import json
import re
from concurrent.futures import Executor, Future
from functools import partial

import numpy as np
import pytest
from gmpy2 import mpq

from trueodds import NotProved, Pig, RiskOrSafety, risk_or_safety
from trueodds.exact import modular, pipeline
from trueodds.fast.pig import values as pig_values
from trueodds.fast.pig.bounds import HOLD
from trueodds.fast.pig.solve import solve as solve_pig
from trueodds.fast.pig.solve import solve_moves as solve_pig_moves
from trueodds.fast.pig.values import Strategy
from trueodds.fast.risk_or_safety import denominators, large, start_values
from trueodds.runtime.run import Run
from trueodds.runtime.store import Store

from .risk_or_safety.strategies import planned

SIZES = (12, 70, 150)  # one chunk of primes, and several
PLANS = {n: planned(n) for n in SIZES}


def one_value(n, run):
    return start_values.compute_start_value(PLANS[n], n, n, run)


def all_values(n, run):
    return start_values.compute_start_values(PLANS[n], run)


def pig(n, run):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pig_values, "_WORK", 1)  # chunks as small as possible
        return solve_pig(Pig(n), run).value


PROBLEMS = {
    "one value, one chunk": partial(one_value, 12),
    "one value": partial(one_value, 150),
    "all values, one chunk": partial(all_values, 12),
    "all values": partial(all_values, 150),
    "Pig, one chunk": partial(pig, 10),
    "Pig": partial(pig, 60),
}
VALUES = {name: compute(Run(1)) for name, compute in PROBLEMS.items()}
CHECK = r"^a chunk of residues is wrong|^the sum is wrong|^V\(|^a value "


class Faulty(Executor):
    """An executor that changes the first results before their checksum is computed, as a faulty machine would."""

    def __init__(self, change, times=1):
        self.change, self.times = change, times

    def submit(self, function, /, own, task):
        def compute(chunk):
            self.times -= 1
            return self.change(own(chunk)) if self.times >= 0 else own(chunk)

        future = Future()
        future.set_result(function(compute, task))
        return future


def flip(result):
    result[-1, 5] ^= 1
    return result


PLAUSIBLE = {
    "one bit": flip,
    "all zeros": np.zeros_like,
    "one less everywhere": lambda result: np.where(result > 0, result - 1, 0).astype(np.uint32),
}


@pytest.mark.parametrize("problem", PROBLEMS)
@pytest.mark.parametrize("times", [1, 10**9])
@pytest.mark.parametrize("fault", PLAUSIBLE)
def test_a_wrong_chunk_is_detected(problem, fault, times):
    with pytest.raises(NotProved, match=CHECK):
        PROBLEMS[problem](Run(Faulty(PLAUSIBLE[fault], times)))


# Checkpoints.


def records(problem, path):
    """Return the header of a finished checkpoint, as `about`, and its records."""
    PROBLEMS[problem](Run(1, path))
    about = json.loads(path.read_bytes().partition(b"\n")[0])
    del about["trueodds checkpoint"], about["version"]
    with Store(path, about) as store:
        return about, {key: store[key] for key in store.kept}


FIRST = "residues 0"
WRONG_RECORDS = {
    "one bit": lambda first, second: {FIRST: bytes([first[0] ^ 1]) + first[1:]},
    "not below the primes": lambda first, second: {FIRST: b"\xff" * len(first)},
    "too short": lambda first, second: {FIRST: first[:-4]},
    "too long": lambda first, second: {FIRST: first + b"1234"},
    "exchanged": lambda first, second: {FIRST: second, "residues 1": first},
    "of no chunk": lambda first, second: {"residues 99999": first},
}


@pytest.mark.parametrize("problem", ["one value", "Pig"])
def test_a_wrong_record_with_a_valid_checksum_is_named_and_computed_again(problem, tmp_path, caplog):
    about, right = records(problem, tmp_path / "c")
    for fault, change in WRONG_RECORDS.items():
        wrong, path = change(right[FIRST], right["residues 1"]), tmp_path / fault
        with Store(path, about) as store:
            for key, data in (right | wrong).items():
                store.add(key, data)
        for again in (False, True):  # the file is right the second time
            caplog.clear()
            assert PROBLEMS[problem](Run(1, path)) == VALUES[problem]
            named = set(re.findall(r"record (residues \d+)", caplog.text))
            assert named == {key for key in wrong if key in right and not again}


#: Heads of 1/2, 49/100 and 12/25 have the same strategy up to 3 points, and the same number of primes.
COINS = [planned(3, heads=p) for p in ("1/2", "49/100", "12/25")]
OTHERS = [
    *((partial(pig, 60), partial(solve_pig, game)) for game in (Pig(59), Pig(60, 5), Pig(60, 6, 59), Pig(60, 6, 61))),
    (partial(pig, 60), partial(solve_pig_moves(Pig(60))._values, ("roll",), 9, 60, 60)),  # of a roll, not of the start
    (partial(one_value, 70), partial(start_values.compute_start_value, PLANS[70], 70, 69)),
    tuple(partial(start_values.compute_start_value, PLANS[70], *needs) for needs in ((70, 50), (50, 70))),
    *itertools.permutations([partial(start_values.compute_start_value, coin, 3, 3) for coin in COINS], 2),
    *itertools.permutations([partial(start_values.compute_start_values, coin) for coin in COINS], 2),
]


@pytest.mark.parametrize(("compute", "other"), OTHERS, ids=range(len(OTHERS)))
def test_the_checkpoint_of_another_computation_is_refused(compute, other, tmp_path):
    path = tmp_path / "c"
    compute(run=Run(1, path))
    kept = path.read_bytes()
    with pytest.raises(ValueError, match="another computation"):
        other(run=Run(1, path))
    assert path.read_bytes() == kept


# Faults in the steps after the residues, and in tables.


def flip_first(found):
    """Flip a bit of the first number of a result."""
    if isinstance(found, list | tuple):
        return type(found)([flip_first(found[0]), *found[1:]])
    return mpq(found.numerator ^ 1, found.denominator) if isinstance(found, type(mpq())) else found ^ 1


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("step", ["_combine", "_add_pairwise", "_fold", "make_rational"])
def test_a_flipped_bit_after_the_residues_is_detected(step, size, monkeypatch):
    module = pipeline if step == "_combine" else start_values
    real, call = getattr(module, step), itertools.count()
    monkeypatch.setattr(module, step, lambda *given: real(*given) if next(call) else flip_first(real(*given)))
    with pytest.raises(NotProved, match=r"^(V\(\d+, \d+\) modulo|the sum is wrong)"):
        one_value(size, Run(1))


def verify_pair(plan, i, j, value):
    pipeline.verify_modulo([value], partial(plan.value_modulo, i, j), lambda _: f"V({i}, {j})")


def test_a_wrong_table_of_coins_is_detected():
    """One more coin at a pair on the best path gives another strategy, on whose value all residues agree."""
    moves, value = copy.deepcopy(risk_or_safety.proved_moves(70)), one_value(70, Run(1))
    moves.coins.flags.writeable = True
    moves.coins[69, 67] += 1
    plan = denominators.Plan.from_coins(moves.coins, moves.other_coins, moves.heads)
    wrong = start_values.compute_start_value(plan, 70, 70)
    assert wrong != value
    with pytest.raises(NotProved, match=r"^V\(70, 70\) lies outside the bounds"):
        moves.verify({(70, 70): wrong})
    with pytest.raises(NotProved, match=r"^the table of coins does not have the checksum"):
        moves.verify({(70, 70): value})
    with pytest.raises(NotProved, match=r"^V\("):
        verify_pair(plan, 70, 70, value)
    moves.coins[69, 67] = 0
    with pytest.raises(NotProved, match="cannot be evaluated"):
        verify_pair(plan, 70, 70, value)


@pytest.mark.parametrize(("move", "total"), [("roll", 6), ("hold", 6), ("roll", 0)])
def test_wrong_moves_in_pig_are_detected(move, total):
    """The recurrence holds for the wrong strategy, but the bounds that proved the moves exclude the value."""
    solution = copy.deepcopy(solve_pig_moves(Pig(40)))
    solution.bounds.states.flags.writeable = True
    for i, j in [(40, 40)] if total == 0 else itertools.product(range(1, 41), repeat=2):
        solution.bounds.row(i, j)[2:] = HOLD
    j = 39 if total else 40
    with pytest.raises(NotProved, match=rf"^the value of '{move}' at needs 40 against {j} and turn total {total} lies"):
        solution._values((move,), total, 40, j, Run()) if total else solution.with_value()


def test_a_wrong_determinant_in_pig_is_detected():
    """Both ways to compute the second value of a pair use the determinant; only the other equation shows the fault."""
    strategy = Strategy(solve_pig_moves(Pig(40)).bounds.rolls, 6)
    pairs, numbers = strategy._program(strategy.list_reachable([(12, 9)]))
    assert len(pig_values._evaluate(pairs, modular.draw_prime())) >= len(numbers)
    pairs[-1] = pairs[-1]._replace(determinant=pairs[-1].determinant + 2)
    with pytest.raises(NotProved, match=r"^a pair of needs has a wrong determinant modulo \d+"):
        pig_values._evaluate(pairs, modular.draw_prime())


def test_a_prime_that_divides_a_determinant_is_drawn_again(monkeypatch):
    strategy = Strategy(lambda i, j: bytes([1] * i), 3)
    pairs, _ = strategy._program(strategy.list_reachable([(3, 3)]))
    determinant = max(int(pair.determinant) for pair in pairs)
    prime = next(p for p in range(determinant, 1, -1) if determinant % p == 0 and all(p % q for q in range(2, p)))
    drawn, value = iter([prime, 2**61 - 1]), solve_pig(Pig(3, 3)).value
    monkeypatch.setattr(pipeline, "draw_prime", lambda: next(drawn))
    assert strategy.evaluate([pig_values.make_value_form(3, 3)]) == [value]
    assert list(drawn) == []


SWEPT = [(40, 40, "1/2"), (33, 20, "9/10"), (60, 9, "1/100"), (25, 24, "2/3"), (600, 3, "1/2")]  # two scales


@pytest.mark.parametrize("given", SWEPT)
def test_bounds_of_the_sweep_contain_the_exact_values_and_little_else(given):
    moves, plan, (n, m, _) = risk_or_safety.proved_moves(*given), planned(*given), given
    for i, j in [(n, m), (m, n), *((k, k) for k in range(1, m + 1, 6))]:
        value = start_values.compute_start_value(plan, i, j)
        low, high = moves.enclose(i, j)
        assert low < value < high
        assert high - low < 1e-26
        middle = (low + high) / 2 if i >= j else 1 - (low + high) / 2
        assert high - low == 2 * middle * mpq(moves.error) * (i + j)  # the error of each step accumulates
        with pytest.raises(NotProved, match="lies outside the bounds"):
            moves.verify({(i, j): value + mpq(1, 2**85)})
        verify_pair(plan, i, j, value)
        with pytest.raises(NotProved, match="modulo"):
            verify_pair(plan, i, j, mpq(value.numerator + 1, value.denominator))
    assert moves.enclose(0, 0) is moves.enclose(m + 1, m + 1) is moves.enclose(n, m - 2) is None


def test_each_of_all_values_is_verified(monkeypatch):
    """Values are verified modulo a prime, and within the bounds of the sweep."""
    values = all_values(12, Run(1))
    for at in range(12):
        wrong = [*values[:at], 1 - values[at], *values[at + 1 :]]
        with pytest.raises(NotProved, match=rf"^V\({at + 1}, {at + 1}\)"):
            pipeline.verify_modulo(wrong, PLANS[12].equal_values_modulo, lambda at: f"V({at + 1}, {at + 1})")
    monkeypatch.setattr(large, "compute_start_values", lambda *_: [*values[:8], values[8] - mpq(1, 2**90)])
    with pytest.raises(NotProved, match=r"^V\(9, 9\) lies outside the bounds"):
        large.start_values(9)
    one = large.compute_start_value
    monkeypatch.setattr(large, "compute_start_value", lambda *given: one(*given) - mpq(1, 2**90))
    with pytest.raises(NotProved, match=r"^V\(30, 40\) lies outside the bounds"):
        large.solve(RiskOrSafety(30, 40))


def test_the_checksum_covers_both_tables_and_the_coin():
    moves = risk_or_safety.proved_moves(9, 5)
    assert moves.compute_seal() == moves.seal
    for name, value in (("coins", moves.coins % 2), ("other_coins", moves.other_coins % 2), ("heads", mpq(1, 3))):
        changed = copy.copy(moves)
        object.__setattr__(changed, name, value)
        assert changed.compute_seal() != moves.seal
