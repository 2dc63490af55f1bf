"""Fast methods refuse games that do not fit before they take any memory, and report their progress to the end."""

import itertools
import tracemalloc
from functools import partial

import pytest
from gmpy2 import mpq

import trueodds
from trueodds import Coinball, Greed, Pig, RiskOrSafety, TwoCoins
from trueodds.fast.greed.solve import compute_start_values
from trueodds.fast.risk_or_safety import bounds, large
from trueodds.fast.risk_or_safety.start_values import compute_start_value
from trueodds.runtime import interrupts, memory, run

from .risk_or_safety.strategies import planned

TOO_LARGE = [
    *(RiskOrSafety(n) for n in (10**9, 2**31 - 1, 2**31, 2**63 - 1, 2**63, 2**64, 10**5000)),
    RiskOrSafety(2, 10**9),  # lopsided targets count both
    *(Greed(*sizes) for sizes in ((10**9,), (10**5000,), (100, 2**10**5))),
    *(Pig(*targets) for targets in ((10**9,), (10**9, 6, 10**9), (5, 6, 10**12), (10**30, 2, 1))),
    *(Coinball(*sizes) for sizes in ((10**9,), (10**40,), (100, 1, 10**9))),
    *(TwoCoins(10**9), TwoCoins(10**40), TwoCoins(100, value_a=10**9), TwoCoins(10**4, mpq(1, 10**290))),
]
METHODS = [
    (game, method)
    for game in TOO_LARGE
    for method in (("pairs", "sweeps", "reference", "start", None) if isinstance(game, RiskOrSafety) else (None,))
]


@pytest.mark.parametrize(("game", "method"), METHODS, ids=range(len(METHODS)))
def test_a_game_that_does_not_fit_is_refused_in_one_line_with_the_estimate(game, method):
    fits = r"; equal targets up to [\d,]+ would fit" if isinstance(game, RiskOrSafety) else ""
    with pytest.raises(MemoryError, match=rf"\A[^\n]*: about [^\n]+ of memory .* free{fits}\Z") as refused:
        trueodds.solve(game, method)
    assert len(str(refused.value)) < 200
    assert ("targets 1,000,000,000 and 2:" in str(refused.value)) == (game == RiskOrSafety(2, 10**9))


def test_all_start_values_need_more_memory_than_the_last_one(monkeypatch):
    monkeypatch.setattr(memory, "find_available_memory", lambda: bounds.estimate_all_values_bytes(1000, 1000) - 1)
    bounds.check_size(1000, 1000, bounds.estimate_start_bytes)
    with pytest.raises(MemoryError, match=r"^target 1,000: about"):
        large.start_values(1000)
    monkeypatch.setattr(memory, "find_available_memory", lambda: 10**13)  # of which the proof cannot make use
    for compute in large.start_values, lambda n: trueodds.solve(RiskOrSafety(n), "start"):
        with pytest.raises(MemoryError, match=r"equal targets up to 29,199 would fit"):
            compute(10**7)


@pytest.mark.parametrize(
    "needed", [bounds.estimate_all_positions_bytes, bounds.estimate_start_bytes, bounds.estimate_all_values_bytes]
)
def test_the_largest_that_fits_fits_and_the_next_does_not(monkeypatch, needed):
    monkeypatch.setattr(memory, "find_available_memory", lambda: 10**8)
    with pytest.raises(MemoryError) as refusal:
        bounds.check_size(10**6, 10**6, needed)
    fits = int(str(refusal.value).split("up to ")[1].split()[0].replace(",", ""))
    bounds.check_size(fits, fits, needed)
    with pytest.raises(MemoryError):
        bounds.check_size(fits + 1, fits + 1, needed)


@pytest.mark.parametrize(
    ("compute", "n", "estimate"),
    [
        (lambda n: trueodds.solve(RiskOrSafety(n), "start").value, 500, bounds.estimate_start_bytes),
        (large.start_values, 200, bounds.estimate_all_values_bytes),
    ],
)
def test_the_estimate_is_near_the_memory_of_the_arrays(compute, n, estimate):
    """Small targets take some hundred kilobytes more; long numbers are not traced."""
    compute(30)
    tracemalloc.start()
    compute(n)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most / 2 < estimate(n, n) < 3 * most


def test_the_estimate_includes_long_values():
    values = trueodds.solve(RiskOrSafety(30), "pairs").to_parts()["values"]
    size = sum(value.numerator.bit_length() + value.denominator.bit_length() for value in values) / 8
    rest = bounds.BYTES_PER_POSITION * bounds.Layout(30, 30).size + 64 * len(values)
    assert size / 2 < bounds.estimate_all_positions_bytes(30, 30) - rest < 2 * size


HALF = mpq(1, 2)
WORK = {
    "greed": (partial(compute_start_values, 8), {"last turn": 9, "normal turns": 17}),
    "coinball": (partial(trueodds.solve, Coinball(40)), {"layers": 40}),
    "two coins": (partial(trueodds.solve, TwoCoins(40)), {"layers": 40}),
    "pig": (partial(trueodds.solve, Pig(60)), {"bounds": 60, "values": 1, "numerators": 1}),
    "one value": (
        lambda progress: compute_start_value(planned(60), 60, 60, run.Run(1, progress=progress)),
        {"residues": 1, "numerators": 1, "sum": 8, "greatest common divisors": 8, "lowest terms": 2},
    ),
    "columns": (partial(large.make_statements, RiskOrSafety(300, 200)), {"strategy": 200}),
    "sweeps": (partial(bounds.bound_by_sweeps, bounds.Layout(12, 5), HALF), {"sweeps": bounds.Layout(12, 5).size}),
    "pairs": (partial(bounds.bound_by_pairs, bounds.Layout(12, 5), HALF), {"bounds": 16}),
}


@pytest.mark.parametrize("work", WORK)
def test_progress_is_reported_to_the_end(work):
    steps = []
    compute, stages = WORK[work]
    compute(progress=lambda *step: steps.append(step))
    assert [*dict.fromkeys((stage, total) for stage, _, total in steps)] == [*stages.items()]
    for stage, own in itertools.groupby(steps, lambda step: step[0]):
        done = [at for _, at, _ in own]
        assert done == sorted(done)
        assert len(done) > 1 or stage == "numerators"
        assert done[-1] == stages[stage]


#: The stages in which Ctrl-C counts; the others are one step or two.
LONG = [(work, stage) for work in WORK for stage in WORK[work][1] if stage not in ("numerators", "lowest terms")]


@pytest.mark.parametrize(("work", "stage"), LONG)
def test_an_interrupt_that_python_dropped_is_raised_in_every_stage(work, stage, monkeypatch):
    steps = []

    def tell(*step):
        steps.append(step)
        monkeypatch.setitem(interrupts._state, "pressed", stage == step[0])

    with pytest.raises(KeyboardInterrupt):
        WORK[work][0](progress=tell)
    assert steps[-1][0] == stage
    assert steps[-1][1] < steps[-1][2]
