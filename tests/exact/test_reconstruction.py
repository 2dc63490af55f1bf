"""Integers from residues; residues that determine no integer are refused."""

import itertools
import math

import numpy as np
import pytest

from trueodds.exact.modular import SLACK, yield_primes_below
from trueodds.exact.reconstruction import CHUNK, Reconstruction, take_primes

PRIMES = list(itertools.islice(yield_primes_below(2**31), 19 * CHUNK))
WHOLE = Reconstruction(PRIMES)


def residues(numbers, count):
    return np.array([[number % prime for prime in PRIMES[:count]] for number in numbers], dtype=np.uint32)


@pytest.mark.parametrize("chunks", range(1, 20))
def test_integers_up_to_the_limit_come_back_and_others_are_refused(chunks):
    """The limit leaves 63 bits of the modulus, which detect errors."""
    limit = int(WHOLE.modulus(chunks)) >> SLACK - 1
    numbers = [limit, -limit, limit // 3, -limit // 3, 5, 0, -1, 2**63, -(2**31)]
    assert WHOLE.reconstruct(residues(numbers, chunks * CHUNK)) == numbers
    assert WHOLE.count_chunks(limit.bit_length() - 4) == chunks
    for number in (limit + 1, -limit - 1, limit << 4, -limit << 20):
        with pytest.raises(ValueError, match=f"is too long for {chunks * CHUNK} primes"):
            WHOLE.reconstruct(residues([number], chunks * CHUNK))


@pytest.mark.parametrize("count", [0, 31, 33])
def test_primes_come_in_blocks(count):
    with pytest.raises(ValueError, match="positive multiple of 32"):
        Reconstruction(PRIMES[:count])


@pytest.mark.parametrize("bits", [1, 900, 925, 926, 927, 928, 990, 991, 1900, 1917, 1918, 1919, 1920, 5000])
def test_the_least_sufficient_number_of_chunks(bits):
    primes = take_primes(yield_primes_below(2**31), bits)
    assert len(primes) % CHUNK == 0
    assert math.prod(primes) >> (bits + SLACK + 2)
    assert not math.prod(primes[:-CHUNK]) >> (bits + SLACK + 2)  # and no more blocks than needed
    assert Reconstruction(primes).count_chunks(bits) <= len(primes) // CHUNK


def test_the_chunks_leave_the_slack():
    for chunks in range(1, WHOLE.chunks):
        longest = WHOLE.modulus(chunks).bit_length() - SLACK
        for bits in range(longest - 4, longest + 2):
            assert WHOLE.modulus(WHOLE.count_chunks(bits)) >> (bits + SLACK + 1)


def test_primes_that_do_not_suffice_are_refused():
    with pytest.raises(ValueError, match="63 primes do not suffice for 1,000 bits"):
        take_primes(PRIMES[: 2 * CHUNK - 1], 1000)
    with pytest.raises(ValueError, match="608 primes do not suffice for 20,000 bits"):
        WHOLE.count_chunks(20_000)
