"""What large targets will take: a smaller one is computed and measured, and each stage continued by its own law.

Residues take (pairs of needs) × (primes); a plan says how many primes there are. For one value their number grows like
n (a + b log n), since there are more kinds of pairs the farther one goes; for all values like n². What follows takes
numbers of 0.4 n² bits: exponents fitted between targets of 400 and 3,500.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from gmpy2 import mpq

from ....exact.reconstruction import CHUNK, LEAF, chunks_of_primes
from ....game import Rational
from ....games.risk_or_safety import RiskOrSafety
from ....parameters import whole_number
from ....runtime.estimate import Estimate, Stage
from ....runtime.executors import Progress
from ..layout import all_values_bytes, start_bytes
from .all_values import FEW_VALUES, TOGETHER, start_fractions
from .denominators import Plan
from .prove import MAX_NEED, proved_moves
from .start_value import CHUNKS, PART_BITS, PARTS, ROWS, start_value

_MEASURED = 700  # the target that is measured for one value: half a second
_MEASURED_ALL = 300  # and for all values
_FAIR = mpq(1, 2)
_TRIED = 29_199  # the largest target that was tried for other coins, which have double words only
# Seconds of moves go nearly with the square of the target as long as float64 decides; double words then take over:
# of them 5,000 pairs at 10,000, 1.8 million at 30,000, 27 million, and 12 million by 192 bits, at 65,535.
_MOVES = ((10_000, 1.85), (30_000, 2.5), (math.inf, 3.6))
_ONE = {"residues": 3.0, "numerators": 2.1, "sum": 2.4, "greatest common divisors": 2.45, "lowest terms": 2.3}
_ALL = {"residues": 4.0, "fractions": 3.2}
_TOGETHER = {"fractions": TOGETHER}  # of what progress counts, in a chunk
_WORKERS = ("residues", "numerators", "sum", "greatest common divisors", "fractions")
_SERIAL = ("lowest terms",)
_PRIME_BYTES = 5  # as plain data
_ONCE_BYTES = 9  # of a prime: itself, for the fractions, and a limb of the multiples, for the residues
_COFACTOR_BYTES = 1_400  # of a prime, where numerators are made of residues
_CONSTANTS = 8  # of a kind and prime, and there are about as many kinds as the target has points
_SEAL_BYTES = 200  # of a chunk and of a result, besides what they are


class _Shares(NamedTuple):
    """Bytes that a worker gets once, and that it takes besides."""

    runs: int
    rows: int


def estimate_start(game: RiskOrSafety) -> Estimate:
    """What the value of the start takes by the method for large targets.

    Examples
    --------
    >>> found = estimate_start(RiskOrSafety(50_000))
    >>> found.memory, found.stages[1].name
    (17500000000, 'residues')
    """
    larger, smaller = max(game.target, game.opponent_target), min(game.target, game.opponent_target)
    own_larger = min(larger, _MEASURED)
    own_smaller = max(1, min(smaller, smaller * own_larger // larger))

    def run(plan: Plan, progress: Progress) -> None:
        start_value(plan, own_larger, own_smaller, "threads", progress)

    stages, shares, measured = _measure(own_larger, own_smaller, game.heads, run, _ONE, larger)
    name = f"{game.name}, targets {game.target} and {game.opponent_target}, method start"
    return _estimate(name, stages, start_bytes(larger, smaller), larger, shares, measured, game.heads)


def estimate_all(count: int, heads: Rational | None = None) -> Estimate:
    """What the values V(n, n) for n = 1 … count take."""
    count = whole_number("count", count)
    own = min(count, _MEASURED_ALL)

    def run(plan: Plan, progress: Progress) -> None:
        start_fractions(plan, "threads", progress)

    heads = _FAIR if heads is None else heads
    stages, shares, measured = _measure(own, own, heads, run, _ALL, count)
    primes = CHUNK * stages[1].chunks
    finished = (_COFACTOR_BYTES + 3 * 4 * TOGETHER) * primes  # with the residues that came, and those that go back
    shares = _Shares(shares.runs + _ONCE_BYTES * primes, max(shares.rows, finished))
    name = f"all values for targets up to {count}"
    return _estimate(name, stages, all_values_bytes(count, count), count, shares, measured, heads)


def _estimate(
    name: str, stages: tuple[Stage, ...], memory: int, larger: int, shares: _Shares, measured: str, heads: Rational
) -> Estimate:
    return Estimate(
        name,
        stages,
        memory,
        shares.runs + shares.rows,
        shares.runs,
        measured,
        _notes(larger, heads),
    )


def _with_bytes(stage: Stage, target: int, chunks: int) -> Stage:
    """The stage with what a chunk moves, where workers do it; there are so many chunks of primes."""
    integer = 4 * CHUNK * chunks  # as residues, and nearly as much as a number
    many = max(1, min(target // PARTS, PART_BITS // (8 * integer)))
    if stage.name == "sum":
        stage = stage._replace(chunks=-(-target // many))
    if stage.name == "greatest common divisors":
        stage = stage._replace(chunks=PARTS)
    moved = {
        "residues": (_PRIME_BYTES * CHUNK, 4 * CHUNK * target),
        "numerators": (ROWS * integer, ROWS * integer),
        "sum": (many * integer, 2 * integer),
        # The denominator has 0.45 n² bits, of which one in eight cancels, or might.
        "greatest common divisors": (target**2 * 9 // (80 * PARTS), target**2 * 9 // (1280 * PARTS)),
        # Primes grow like n², so that of all values a third of the bytes of the longest; and a weight for each size.
        "fractions": ((TOGETHER + chunks // LEAF * TOGETHER // target) * integer // 3, 2 * TOGETHER * integer // 3),
    }
    if stage.place != "workers":
        return stage
    sent, back = moved[stage.name]
    return stage._replace(sent=sent + _SEAL_BYTES, back=back + _SEAL_BYTES)


def _notes(target: int, heads: Rational) -> tuple[str, ...]:
    """What else must be known of a target so large."""
    if target > MAX_NEED:
        return (f"moves can be proved for targets up to {MAX_NEED}: it would be refused",)
    if target > _TRIED and heads != _FAIR:
        return (
            f"moves have been proved to {MAX_NEED} for a fair coin: with this one, beyond {_TRIED}, the first stage "
            f"may end without an answer",
        )
    return ()


def _measure(
    larger: int,
    smaller: int,
    heads: Rational,
    run: Callable[[Plan, Progress], None],
    exponents: dict[str, float],
    wanted: int,
) -> tuple[tuple[Stage, ...], _Shares, str]:
    """The stages for a target, and what workers get and hold, from a smaller one that is computed now."""
    proved_moves(2, heads=heads)  # opens what has to be opened
    began = time.process_time()
    moves = proved_moves(larger, smaller, heads)
    plan = Plan.from_coins(moves.coins, moves.other_coins, moves.heads)
    ratio = wanted / larger
    stages = [Stage("moves", 1, (time.process_time() - began) * _growth_of_moves(larger, wanted))]
    spent: dict[str, float] = {}
    chunks: dict[str, int] = {}
    last = time.process_time()

    def progress(stage: str, done: int, total: int | None) -> None:
        nonlocal last
        now = time.process_time()
        spent[stage] = spent.get(stage, 0.0) + now - last
        chunks[stage], last = total or 1, now

    run(plan, progress)
    for name, exponent in exponents.items():
        far = name in _WORKERS and not (name == "fractions" and wanted <= FEW_VALUES)
        place = "workers" if far else "one" if name in _SERIAL else "cores"
        # There are n² pairs in either case; the rest of the exponent is that of the primes, and of their chunks.
        count = 1 if place == "one" else max(1, round(chunks[name] * ratio / _TOGETHER.get(name, 1)))
        seconds = spent[name] * ratio**exponent
        if name == "residues":  # n² pairs; the rest of the exponent is that of the primes, and so of their chunks
            growth = ratio ** (exponent - 2)
            count = _chunks(plan, ratio) if exponents is _ONE else max(1, round(chunks[name] * growth))
            seconds *= count / (chunks[name] * growth)
        stages.append(Stage(name, count, seconds, place))
    stages = [_with_bytes(stage, wanted, stages[1].chunks) for stage in stages]
    *_, reach, cross, _ = plan.runs.arrays
    runs = sum(array.nbytes for array in plan.runs.arrays if isinstance(array, np.ndarray)) * ratio
    rows = 4 * CHUNK * (reach + cross + _CONSTANTS) * wanted
    measured = f"a target of {larger} took {sum(spent.values()):.2g} s of processor time"
    return tuple(stages), _Shares(round(runs), rows), measured


def _growth_of_moves(measured: int, wanted: int) -> float:
    """How many times as long moves take at another target.

    Examples
    --------
    >>> round(_growth_of_moves(700, 7_000)), round(_growth_of_moves(10_000, 30_000))
    (71, 16)
    """
    times = 1.0
    for end, exponent in _MOVES:
        if measured < wanted:
            upto = max(measured, min(end, wanted))
            times *= (upto / measured) ** exponent
            measured = int(upto)
    return times


def _chunks(plan: Plan, ratio: float) -> int:
    """How many chunks of primes one value takes at targets so many times those of a plan.

    By how often each factor stands below the line at its targets, and how much less often a point at half of them: at
    3,000 to 20,000 that is a hundredth too many.
    """
    factors, equal, last = plan.longest_paths(plan.larger, plan.smaller)
    logs = np.array([math.log2(factor) for factor in factors])
    half, bits, more = plan.smaller // 2, float(last @ logs), 1.0
    if half and equal[plan.smaller].any():
        before, now = (float(equal[n] @ logs) / n for n in (half, plan.smaller))
        more += max(0.0, 1 - before / now) / math.log(plan.smaller / half) * math.log(ratio)
    return max(CHUNKS, chunks_of_primes(round(bits * ratio * more)))
