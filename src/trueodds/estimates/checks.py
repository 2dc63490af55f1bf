"""Estimates of long checks: of two files of terms, and of the linear systems of a paper."""

from __future__ import annotations

import itertools
import math
import time
from types import SimpleNamespace
from typing import Any

from gmpy2 import invert

from ..oeis.fingerprints import BATCH, BATCH_BITS, Fingerprints, small_values, wrong_fractions
from ..oeis.reading import Reader
from ..research.counting import count_strategies, strategies
from ..research.linear_systems import TOGETHER, compare_some, optimal_values
from ..runtime.estimate import Estimate, Stage
from .measure import Growth, measure, time_once

_BUDGET = 1.0  # seconds of processor time for each stage, about
_READ = 5 / 3  # of what is read here: numerators twice, denominators once; the command looks at both before
_SYSTEMS = 300  # solved to see how long one takes


def estimate_files(numerators: str, denominators: str) -> Estimate:
    """What it takes to check numerators and denominators together; some of their own terms are checked.

    Parameters
    ----------
    numerators, denominators : str
        Files, as `oeis.together.halves_of_fractions` gives them.
    """
    began = time.process_time()
    with open(numerators, "rb") as file:
        count = sum(1 for _ in Reader(file))
    sizes = sorted({math.ceil(count / 2**half) for half in range(8)})
    found: dict[int, list[Any]] = {n: [] for n in sizes}
    for path in (numerators, denominators):
        with open(path, "rb") as file:
            for n, term in enumerate(Reader(file), 1):
                if n in found:
                    found[n].append(term)
    reading = _READ * (time.process_time() - began)
    prints: Any = Fingerprints(1)
    small_values()  # takes as long as many terms, and is kept
    bits = {n: max(term.value.bit_length() for term in terms) for n, terms in found.items()}
    many = {n: min(BATCH, 1 + BATCH_BITS // long) for n, long in bits.items()}
    spent: list[float] = []

    def check(n: int) -> None:
        top, bottom = (term.value for term in found[n])
        prints.values = [0] * n + [int(top * invert(bottom, prints.modulus) % prints.modulus)]  # so that it goes on
        prints.multiples = SimpleNamespace(multiple=lambda _: bottom)
        wrong_fractions(prints, [(n, top, bottom)] * many[n])

    left = _BUDGET
    for n in sizes:
        seconds = max(time_once(check, n), 1e-9)
        spent.append(seconds / many[n])
        left -= seconds
        if 8 * seconds > left:
            break
    checks = Growth(sizes[: len(spent)], spent)
    longest = Growth(list(bits), [float(long) for long in bits.values()])
    fingerprints = measure(Fingerprints, count, _BUDGET)
    lengths = [longest.at(n) for n in range(1, count + 1)]
    batches = max(-(-count // BATCH), math.ceil(sum(lengths) / BATCH_BITS))
    sent = round(2 * sum(lengths) / 8 / batches)
    stages = (
        Stage("reading", 1, reading),
        Stage("fingerprints", 1, fingerprints.at(count)),
        Stage("checks", batches, sum(map(checks.at, range(1, count + 1))), "workers", sent, 200),
    )
    told = f"term {checks.sizes[-1]} of both, in {spent[-1]:.2g} s of processor time"
    return Estimate(f"{count} fractions checked", stages, measured=told)


def estimate_systems(target: int) -> Estimate:
    """What it takes to solve the linear systems of all strategies for so many points; some are solved.

    Examples
    --------
    >>> estimate_systems(3).stages[0].chunks
    1
    """
    systems = count_strategies(target)
    some = list(itertools.islice(strategies(target), 0, 100 * _SYSTEMS, 100)) or [*strategies(target)]
    best = optimal_values(target)
    each = time_once(lambda _: compare_some(target, best, {}, (0, some)), 1) / len(some)
    stage = Stage("systems", -(-systems // TOGETHER), systems * each, "workers", 30 * len(some[0]) * TOGETHER, 200)
    told = f"{len(some)} systems, {1e6 * each:.0f} µs of processor time each"
    return Estimate(f"{systems:,} linear systems for {target} points", (stage,), measured=told)
