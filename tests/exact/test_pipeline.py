"""Test the path from residues to verified fractions: known values, faults, checkpoints, progress."""

import itertools
import logging
from dataclasses import replace
from fractions import Fraction

import gmpy2
import numpy as np
import pytest
from gmpy2 import mpq, mpz
from hypothesis import given
from hypothesis import strategies as st

from trueodds.exact import pipeline
from trueodds.exact.modular import primes_below
from trueodds.exact.pipeline import Problem, check_residues, solve_problem, verify_enclosed, verify_modulo
from trueodds.exact.reconstruction import CHUNK
from trueodds.exact.threads import release_gil
from trueodds.runtime.run import Run
from trueodds.solution import NotProved

PRIMES = list(itertools.islice(primes_below(2**31), 3_000))


def known_problem(fractions, residues=None, **fields):
    """Fractions with known denominators, so that the whole numbers are their numerators."""
    fractions = [Fraction(fraction) for fraction in fractions]

    def true_residues(chunk):
        return np.array([[one.numerator % prime for prime in chunk[1]] for one in fractions], dtype=np.uint32)

    given = {
        "about": {"game": "none"},
        "primes": PRIMES,
        "bits": [abs(one.numerator).bit_length() for one in fractions],
        "residues": residues or true_residues,
        "finish": lambda numbers, workers: [mpq(n, one.denominator) for n, one in zip(numbers, fractions, strict=True)],
        "modulo": lambda prime: [one.numerator * pow(one.denominator, -1, prime) % prime for one in fractions],
        "name": lambda number: f"fraction {number}",
    }
    return Problem(**given | fields)


@given(st.lists(st.fractions(), min_size=1, max_size=9), st.integers(1, 3), st.sampled_from([2, 64]))
def test_known_fractions_come_back(fractions, size, rows):
    """Test fractions of very different lengths, chunks of several sizes, and few rows reconstructed together."""
    fractions = [one**power for power, one in enumerate(fractions, 40)] + fractions
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pipeline, "_ROWS", rows)
        assert solve_problem(known_problem(fractions, size=size * CHUNK), Run(1)) == fractions


def test_more_primes_than_one_thread_takes():
    long = [Fraction(3**number, 2) for number in (1, 5_000, 40_000)]
    assert solve_problem(known_problem(long), Run()) == long


def test_progress_counts_chunks_and_groups(monkeypatch):
    monkeypatch.setattr(pipeline, "_ROWS", 2)
    seen = []
    problem = known_problem([Fraction(2**number, 3) for number in range(3_000, 3_005)], stage="own")
    solve_problem(problem, Run(1, progress=lambda *report: seen.append(report)))
    chunks = [report for report in seen if report[0] == "own"]
    assert chunks == [("own", done, chunks[0][2]) for done in range(chunks[0][2] + 1)]
    assert chunks[0][2] > 2
    assert [report for report in seen if report[0] != "own"] == [("numerators", done, 3) for done in (1, 2, 3)]


def test_a_wrong_fraction_is_named():
    right = known_problem([Fraction(1, 7), Fraction(2, 3), Fraction(3, 5)])
    wrong = replace(right, finish=lambda *given: [one + mpq(one == mpq(2, 3), 11) for one in right.finish(*given)])
    with pytest.raises(NotProved, match=r"fraction 1 modulo \d{18,19} does not solve"):
        solve_problem(wrong, Run(1))


def test_primes_that_divide_denominators_are_not_used():
    drawn = iter([[mpz(1)], None, None, [mpz(5)]])
    with pytest.raises(NotProved, match="fraction 0"):
        verify_modulo([mpq(2)], lambda prime: next(drawn), lambda number: f"fraction {number}")
    verify_modulo([mpq(5)], lambda prime: next(drawn), str)
    asked = []
    with pytest.raises(NotProved, match="cannot be evaluated modulo 8 long primes"):
        verify_modulo([mpq(5)], asked.append, str)
    assert len(set(asked)) == 8


def test_long_operations_release_the_lock():
    with release_gil():
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


def test_a_checkpoint_is_resumed_and_its_wrong_chunks_are_replaced(tmp_path, caplog):
    fractions = [Fraction(10**2000, 7), Fraction(5, 3)]
    right, done = known_problem(fractions).residues, []
    path = tmp_path / "part"

    def counted(chunk):
        if len(done) == 3:
            raise KeyboardInterrupt
        done.append(chunk[0])
        found = right(chunk)
        if chunk[0] == wrong:
            found[0, 4] ^= 1
        return found

    wrong = 1
    with pytest.raises(KeyboardInterrupt):
        solve_problem(known_problem(fractions, counted), Run(1, path))
    assert done == [0, 1, 2]
    done.clear()
    whole = known_problem(fractions, lambda chunk: (done.append(chunk[0]), right(chunk))[1])
    with caplog.at_level(logging.WARNING):
        assert solve_problem(whole, Run(1, path)) == fractions
    assert "residues 1 was wrong and has been replaced" in caplog.text
    assert set(done) >= {3, 4, 0, 1, 2}
    done.clear()
    assert solve_problem(whole, Run(1, path)) == fractions
    assert done == []
    with pytest.raises(ValueError, match="belongs to another computation"):
        solve_problem(known_problem([Fraction(10**4000, 7), Fraction(5, 3)]), Run(1, path))
