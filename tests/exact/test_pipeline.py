"""Test the path from residues to verified fractions: known values, faults, progress."""

import itertools
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from unittest.mock import patch

import gmpy2
import numpy as np
import pytest
from gmpy2 import mpq, mpz
from hypothesis import given
from hypothesis import strategies as st

from trueodds.exact import modular, pipeline, threads
from trueodds.exact.pipeline import Problem, check_residues, solve_problem, verify_enclosed, verify_modulo
from trueodds.exact.reconstruction import CHUNK
from trueodds.runtime.run import Run
from trueodds.solution import NotProved

PRIMES = list(itertools.islice(modular.yield_primes_below(2**31), 3_000))


def known_problem(fractions, **fields):
    """Fractions with known denominators, so that the whole numbers are their numerators."""
    fractions = [Fraction(fraction) for fraction in fractions]

    def true_residues(chunk):
        return np.array([[one.numerator % prime for prime in chunk[1]] for one in fractions], dtype=np.uint32)

    given = {
        "about": {"game": "none"},
        "primes": PRIMES,
        "bits": [abs(one.numerator).bit_length() for one in fractions],
        "residues": true_residues,
        "finish": lambda numbers, workers: [mpq(n, one.denominator) for n, one in zip(numbers, fractions, strict=True)],
        "modulo": lambda prime: [one.numerator * pow(one.denominator, -1, prime) % prime for one in fractions],
        "name": lambda number: f"fraction {number}",
    }
    return Problem(**given | fields)


@given(st.lists(st.fractions(), min_size=1, max_size=9), st.integers(1, 3), st.sampled_from([2, 64]))
def test_known_fractions_come_back(fractions, size, rows):
    """Test fractions of very different lengths, chunks of several sizes, and few rows reconstructed together."""
    fractions = [one**power for power, one in enumerate(fractions, 40)] + fractions
    seen = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pipeline, "_ROWS", rows)
        run = Run(1, progress=lambda *report: seen.append(report))
        assert solve_problem(known_problem(fractions, size=size * CHUNK, stage="own"), run) == fractions
    chunks, groups = seen[0][2], -(-len(fractions) // rows)
    expected = [("own", done, chunks) for done in range(chunks + 1)]
    assert seen == expected + [("numerators", done, groups) for done in range(1, groups + 1)]


def test_more_primes_than_one_thread_takes():
    long = [Fraction(3**number, 2) for number in (1, 5_000, 40_000)]
    assert solve_problem(known_problem(long), Run()) == long


def test_given_workers_compute_even_a_single_chunk():
    with ThreadPoolExecutor(1) as pool, patch.object(pool, "submit", wraps=pool.submit) as submit:
        assert solve_problem(known_problem(["1/3"], serial=True), Run(pool)) == [Fraction(1, 3)]
    assert submit.called


def test_a_checkpoint_of_another_problem_is_refused(tmp_path):
    run, small, long = Run(1, tmp_path / "a"), known_problem(["1/3"]), known_problem([Fraction(2**5000, 3)])
    assert solve_problem(small, run) == solve_problem(small, run) == [Fraction(1, 3)]
    for other in (long, known_problem(["1/3"], about={"game": "other"})):
        with pytest.raises(ValueError, match="belongs to another computation"):
            solve_problem(other, run)
    for fields in {}, {"residues": None}:  # the second time, both chunks, of 64 and 32 primes, are read
        assert solve_problem(known_problem([2**2000], size=2 * CHUNK, **fields), Run(1, tmp_path / "b")) == [2**2000]


def test_primes_that_divide_denominators_are_not_used():
    drawn = iter([[mpz(1)], None, None, [mpz(5)]])
    with pytest.raises(NotProved, match="fraction 0"):
        verify_modulo([mpq(2)], lambda prime: next(drawn), lambda number: f"fraction {number}")
    verify_modulo([mpq(5)], lambda prime: next(drawn), str)
    for missing in (1, 3):  # as many residues as values are needed
        with pytest.raises(ValueError, match="zip"):
            verify_modulo([mpq(5)] * 2, lambda prime, missing=missing: [5] * missing, str)
    asked = []
    with pytest.raises(NotProved, match="cannot be evaluated modulo any of 8 random primes"):
        verify_modulo([mpq(5)], asked.append, str)
    assert [prime.bit_length() for prime in set(asked)] == [61] * 8


def test_long_operations_release_the_lock():
    with threads.release_gil():
        assert gmpy2.get_context().allow_release_gil
    assert not gmpy2.get_context().allow_release_gil


@pytest.mark.parametrize("value", [1, 2, 3])
def test_values_at_the_bounds_are_enclosed(value):
    verify_enclosed(mpq(value), 1, 3, "the value")
    for low, high in ((value + 1, 9), (0, value - 1)):
        with pytest.raises(NotProved, match="the value lies outside the bounds"):
            verify_enclosed(mpq(value), low, high, "the value")


CHUNKS = 3, [7, 11, 13]


@pytest.mark.parametrize(
    ("result", "said"),
    [
        (np.array([[1, 2, 3]], dtype=np.uint32), r"uint32 \(1, 3\), not uint32 \(2, 3\)"),
        (np.array([[1, 2, 3]] * 2, dtype=np.int64), r"int64 \(2, 3\), not uint32"),
        ([[1, 2, 3]] * 2, "list, not uint32"),
        (np.array([[6, 10, 12], [6, 11, 12]], dtype=np.uint32), "a residue is not below its prime"),
        (np.array([[7, 0, 0], [0, 0, 0]], dtype=np.uint32), "a residue is not below its prime"),
    ],
)
def test_results_that_are_no_residues_are_refused(result, said):
    check_residues(2, CHUNKS, np.array([[6, 10, 12], [0, 0, 0]], dtype=np.uint32))
    with pytest.raises(NotProved, match=f"a chunk of residues is wrong: {said}"):
        check_residues(2, CHUNKS, result)
