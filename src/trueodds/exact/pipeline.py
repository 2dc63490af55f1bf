"""Compute long fractions from residues modulo many primes, and verify them.

A method describes its computation as a `Problem`. The steps are then the same for all methods:

1. Residues of integers are computed in chunks of primes by any number of workers, and stored if there is a checkpoint.
2. The Chinese remainder theorem gives the integers (`reconstruction`); 64 spare bits of the modulus detect missing or
   wrong residues.
3. The method builds fractions from the integers.
4. Each fraction is compared with the recurrence modulo a random prime of 61 bits. Two fractions whose difference has a
   numerator of B bits agree modulo at most B/60 of the more than 10^16 such primes.

If a check fails, the chunks that an earlier run left in the checkpoint are computed again. If any stored residues
differ from the new ones, they are replaced, and the fractions are computed again. Otherwise, no value is reported.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..game import Integer, Rational
from ..runtime.executors import run_chunks
from ..runtime.run import Run
from ..runtime.store import Codec, Store, compute_chunks, open_store, recheck_chunks
from ..solution import NotProved
from .modular import draw_prime, has_residue
from .reconstruction import CHUNK, LEAF, Reconstruction, take_primes
from .threads import release_gil

#: A chunk of work: its number and its primes.
Chunk = tuple[int, list[int]]

_ROWS = 64  # number of integers reconstructed together
_FEW_PRIMES = 1_500  # up to this number, reconstruction spends its time in Python, so threads do not help
_DRAWS = 8
NOTHING_PROVED = "this machine or the program made an error, so nothing is proved"


@dataclass(frozen=True)
class Problem:
    """A description of fractions to be computed from residues."""

    # for the checkpoint: game, parameters, method, and all else that determines the residues, except the primes
    about: Mapping[str, object]
    primes: Iterable[int]  # distinct primes below 2^31; the first ones are used, as many as are needed
    # proved bounds on the number of bits of each computed integer, without its sign
    bits: Sequence[int]
    # maps a chunk to a uint32 array with a row for each integer; importable, because it is sent to other processes
    residues: Callable[[Chunk], NDArray[np.uint32]]
    # maps all integers, and the setting `workers` for this process (1 or None), to the fractions
    finish: Callable[[list[Integer], Any], list[Rational]]
    # maps a long prime to the fractions modulo it, by the recurrence; None if the prime divides a denominator
    modulo: Callable[[int], Sequence[Any] | None]
    name: Callable[[int], str]  # maps the number of a fraction to its name in messages
    size: int = CHUNK  # number of primes in a chunk of work
    stage: str = "residues"  # the name of the residues in progress reports
    # maps a reconstruction and a decreasing list of counts to a dictionary that gives, for each count n, the weights
    # for the first n chunks; this is faster than computing the weights for one count at a time
    weights: Callable[[Reconstruction, list[int]], dict[int, NDArray[Any]]] | None = None
    serial: bool = False  # whether the work is too small for threads to help


def solve_problem(problem: Problem, run: Run) -> list[Rational]:
    """Return the verified fractions of a problem."""
    primes = take_primes(problem.primes, max(problem.bits))
    starts = range(0, len(primes), problem.size)
    chunks = [(number, primes[at : at + problem.size]) for number, at in enumerate(starts)]
    rows = len(problem.bits)
    codec = Codec(
        lambda chunk: f"residues {chunk[0]}",
        lambda chunk, result: result.astype("<u4").tobytes(),
        lambda chunk, data: np.frombuffer(data, dtype="<u4").astype(np.uint32).reshape(rows, len(chunk[1])),
    )
    workers = 1 if run.workers is None and (problem.serial or len(chunks) == 1) else run.workers
    local = 1 if workers == 1 else None  # workers for computations in this process

    def compute(store: Store | None) -> NDArray[np.uint32]:
        residues = np.empty((rows, len(primes)), dtype=np.uint32)
        order = sorted(chunks, key=lambda chunk: store is None or codec.key(chunk) not in store)  # stored chunks first
        done = 0

        def take(chunk: Chunk, result: NDArray[np.uint32]) -> None:
            nonlocal done
            at = chunk[0] * problem.size
            residues[:, at : at + len(chunk[1])] = result
            done += 1
            run.report(problem.stage, done, len(chunks))

        run.report(problem.stage, 0, len(chunks))
        compute_chunks(problem.residues, order, take, workers, partial(check_residues, rows), store, codec)
        return residues

    def attempt(store: Store | None) -> list[Rational]:
        values = problem.finish(_reconstruct(problem, run, local, primes, compute(store)), local)
        verify_modulo(values, problem.modulo, problem.name)
        return values

    with open_store(run.checkpoint, {**problem.about, "primes": len(primes)}) as store:
        try:
            return attempt(store)
        except NotProved:
            if not store or not recheck_chunks(problem.residues, chunks, workers, store, codec):
                raise
        return attempt(store)


def check_residues(rows: int, chunk: Chunk, result: Any) -> None:
    """Verify the type, the shape and the range of the residues of a chunk."""
    shape = rows, len(chunk[1])
    if not isinstance(result, np.ndarray) or result.dtype != np.uint32 or result.shape != shape:
        kind = f"{result.dtype} {result.shape}" if isinstance(result, np.ndarray) else type(result).__name__
        raise NotProved(f"a chunk of residues is wrong: {kind}, not uint32 {shape}; {NOTHING_PROVED}")
    if (result >= np.array(chunk[1], dtype=np.uint32)).any():
        raise NotProved(f"a chunk of residues is wrong: a residue is not below its prime; {NOTHING_PROVED}")


#: Rows reconstructed together: the first row's number, the residues, and each row's number of chunks of `CHUNK` primes.
_Group = tuple[int, NDArray[np.uint32], Sequence[int]]


def _reconstruct(
    problem: Problem, run: Run, local: Any, primes: list[int], residues: NDArray[np.uint32]
) -> list[Integer]:
    """Reconstruct the integers of a problem from their residues."""
    reconstruction = Reconstruction(primes)
    needed = map(reconstruction.count_chunks, problem.bits)
    # Above one leaf, round up to whole leaves, so that few different sizes occur.
    levels = [min(reconstruction.chunks, n if n < LEAF else -(-n // LEAF) * LEAF) for n in needed]
    sizes = sorted(set(levels), reverse=True)
    weights = (
        problem.weights(reconstruction, sizes)
        if problem.weights
        else {size: reconstruction.compute_weights(size) for size in sizes}
    )
    numbers: list[Integer] = [None] * len(levels)
    starts = range(0, len(levels), _ROWS)
    groups = ((first, residues[first : first + _ROWS], levels[first : first + _ROWS]) for first in reversed(starts))
    workers = 1 if len(primes) <= _FEW_PRIMES else local
    together = partial(_combine, reconstruction, weights)
    for done, ((first, *_), integers) in enumerate(run_chunks(together, groups, workers), 1):  # longest integers first
        numbers[first : first + len(integers)] = integers
        run.report("numerators", done, len(starts))
    return numbers


def _combine(reconstruction: Reconstruction, weights: dict[int, NDArray[Any]], group: _Group) -> list[Integer]:
    _, residues, levels = group
    integers: list[Integer] = []
    at = 0
    with release_gil():
        for level, same_level in groupby(levels):
            rows = slice(at, at := at + len(list(same_level)))
            try:
                level_weights = weights[level].astype(np.uint64, copy=False)
                integers += reconstruction.reconstruct(residues[rows, : level * CHUNK], level_weights)
            except ValueError as fault:
                raise NotProved(f"a chunk of residues is wrong: {fault}; {NOTHING_PROVED}") from None
    return integers


def verify_modulo(
    values: Sequence[Rational], modulo: Callable[[int], Sequence[Any] | None], name: Callable[[int], str]
) -> None:
    """Verify fractions by their residues modulo a random prime of 61 bits."""
    for _ in range(_DRAWS):
        prime = draw_prime()
        residues = modulo(prime)
        if residues is None:
            continue
        for number, (value, residue) in enumerate(zip(values, residues, strict=True)):
            if not has_residue(value, int(residue), prime):
                what = f"{name(number)} modulo {prime}"
                raise NotProved(f"{what} does not solve the equations of the chosen moves; {NOTHING_PROVED}")
        return
    raise NotProved(f"the recurrence cannot be evaluated modulo any of {_DRAWS} random primes; {NOTHING_PROVED}")


def verify_enclosed(value: Rational, low: Any, high: Any, name: str) -> None:
    """Verify that a value lies within the bounds that proved the moves, to detect a wrong strategy."""
    if not low <= value <= high:
        raise NotProved(f"{name} lies outside the bounds that proved the moves; {NOTHING_PROVED}")
