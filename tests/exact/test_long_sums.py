"""Compare sums of words times long integers, in every form, with Python's; arrays that do not fit are refused."""

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from trueodds.exact.long_sums import BLOCK, FORMS, MAX_WORDS, weigh


def sums_of(words, numbers, blocks, form):
    digits = [[number >> 24 * at & 0xFFFFFF for at in range(BLOCK * blocks)] for number in numbers]
    limbs = np.array(digits, dtype=np.uint32).reshape(len(numbers), blocks, BLOCK).swapaxes(0, 1)
    sums = np.full((len(words), 3 * BLOCK * blocks + 5), 255, dtype=np.uint8)
    weigh(words, np.ascontiguousarray(limbs), sums, form)
    return [int.from_bytes(row.tobytes(), "little") for row in sums]


@pytest.mark.parametrize("form", range(len(FORMS)), ids=FORMS)
@given(st.integers(1, 9), st.integers(1, 40), st.integers(1, 3), st.integers(0, 2**32 - 1))
@example(4, MAX_WORDS, 2, 1)
@example(1, 1, 1, 0)
@example(5, 33, 3, 7)
def test_every_form_gives_the_sums(form, rows, count, blocks, seed):
    random = np.random.default_rng(seed)
    words = random.integers(0, 2**31, (rows, count)).astype(np.uint32)
    numbers = [int.from_bytes(random.bytes(3 * BLOCK * blocks), "little") for _ in range(count)]
    expected = [sum(word * number for word, number in zip(row, numbers, strict=True)) for row in words.tolist()]
    assert sums_of(words, numbers, blocks, form) == expected


@pytest.mark.parametrize("form", range(len(FORMS)), ids=FORMS)
def test_nothing_overflows(form):
    words = np.full((6, MAX_WORDS), 2**31 - 1, dtype=np.uint32)
    largest = 2 ** (24 * BLOCK) - 1
    assert sums_of(words, [largest] * MAX_WORDS, 1, form) == [MAX_WORDS * (2**31 - 1) * largest] * 6


@pytest.mark.parametrize(
    ("words", "limbs", "sums"),
    [
        ((2, 3), (1, 4, BLOCK), (2, 3 * BLOCK + 5)),
        ((2, 3), (1, 3, BLOCK - 1), (2, 3 * BLOCK + 5)),
        ((2, 3), (1, 3, BLOCK), (1, 3 * BLOCK + 5)),
        ((2, 3), (1, 3, BLOCK), (2, 3 * BLOCK + 4)),
        ((2, 3), (2, 3, BLOCK), (2, 3 * BLOCK + 5)),
        ((0, 3), (1, 3, BLOCK), (0, 3 * BLOCK + 5)),
        ((2, 0), (1, 0, BLOCK), (2, 3 * BLOCK + 5)),
        ((2, 3), (0, 3, BLOCK), (2, 5)),
        ((2, MAX_WORDS + 1), (1, MAX_WORDS + 1, BLOCK), (2, 3 * BLOCK + 5)),
    ],
)
def test_arrays_that_do_not_fit_are_refused(words, limbs, sums):
    with pytest.raises(ValueError, match=rf"match: {words[0]} rows of {words[1]} words, {limbs[0]} blocks of limbs$"):
        weigh(np.zeros(words, dtype=np.uint32), np.zeros(limbs, dtype=np.uint32), np.zeros(sums, dtype=np.uint8))
