"""Fast methods refuse games that do not fit before they take any memory, and report their progress to the end."""

import itertools

import pytest
from gmpy2 import mpq

import trueodds
from trueodds import Coinball, Greed, Pig, RiskOrSafety, TwoCoins
from trueodds.dispatch import solve_moves
from trueodds.fast.risk_or_safety.bounds import Layout, bound_by_pairs, bound_by_sweeps
from trueodds.risk_or_safety import proved_moves

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
    fits = r"; equal targets up to \d+ would fit" if isinstance(game, RiskOrSafety) else ""
    with pytest.raises(MemoryError, match=rf"\A[^\n]*: about [^\n]+ of memory .* free{fits}\Z") as refused:
        trueodds.solve(game, method)
    assert len(str(refused.value)) < 200


WORK = {
    "greed": (lambda progress: trueodds.solve(Greed(8, 6), progress=progress), {"last turn": 9, "normal turns": 17}),
    "coinball": (lambda progress: trueodds.solve(Coinball(40), progress=progress), {"layers": 40}),
    "two coins": (lambda progress: trueodds.solve(TwoCoins(40), progress=progress), {"layers": 40}),
    "pig": (lambda progress: solve_moves(Pig(60), progress=progress), {"bounds": 60}),
    "columns": (lambda progress: proved_moves(300, 200, progress=progress), {"strategy": 200}),
    "sweeps": (lambda progress: bound_by_sweeps(Layout(12, 5), mpq(1, 2), progress), {"sweeps": Layout(12, 5).size}),
    "pairs": (lambda progress: bound_by_pairs(Layout(12, 5), mpq(1, 2), progress), {"bounds": 16}),
}


@pytest.mark.parametrize("work", WORK)
def test_progress_is_reported_to_the_end(work):
    steps = []
    compute, stages = WORK[work]
    compute(lambda *step: steps.append(step))
    assert {stage: total for stage, _, total in steps} == stages
    for stage, own in itertools.groupby(steps, lambda step: step[0]):
        done = [at for _, at, _ in own]
        assert done == sorted(done)
        assert len(done) > 1
        assert done[-1] == stages[stage]
