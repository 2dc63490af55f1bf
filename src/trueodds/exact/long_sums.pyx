"""Compute sums of products of words and long integers, for many rows of words at once.

A long integer is cut into limbs of 24 bits. A word below 2^31 times a limb is below 2^55, so the sum of 256 products is
below 2^63. The limbs of a sum are computed in parallel in vectors (`lane_runs.h`); then the carries, below 2^40, are
propagated.

Cost: a product of 31 by 24 bits takes 0.06 ns with AVX-512. Memory: only the result.
"""

from libc.stdint cimport uint32_t, uint64_t

from .lanes cimport LIMBS, ROWS, form_name, sum_rows, vector_forms

#: The number of limbs that are processed at once.
BLOCK = LIMBS

#: The maximum number of words in a row.
MAX_WORDS = 256

#: The forms of the loop that this processor can run, the slowest first; all give the same result.
FORMS = tuple([form_name(form).decode() for form in range(vector_forms() + 1)])


def weigh(const uint32_t[:, ::1] words, const uint32_t[:, :, ::1] limbs, unsigned char[:, ::1] sums, int form=-1):
    """Write Σ words[r, t] · (long integer t) to `sums` for each row r.

    `words`, of shape (rows, count), are below 2^31; count is at most `MAX_WORDS`. `limbs`, of shape (blocks, count,
    BLOCK), are below 2^24. Limb BLOCK·b + k of long integer t, counted from the least significant, is at [b, t, k].
    `sums`, of shape (rows, 3·BLOCK·blocks + 5), receives the bytes of the sums, the least significant first. `form` is
    an index into `FORMS`, by default the last.
    """
    cdef Py_ssize_t rows = words.shape[0], count = words.shape[1], blocks = limbs.shape[0]
    cdef Py_ssize_t start = 0, here, block, row, k, at
    cdef uint64_t[ROWS * LIMBS] limb_sums
    cdef uint64_t[ROWS] carry
    cdef uint64_t total
    cdef unsigned char* out
    cdef int chosen = vector_forms() if form < 0 else form
    if (limbs.shape[1] != count or limbs.shape[2] != LIMBS or count > MAX_WORDS or sums.shape[0] != rows
            or sums.shape[1] != 3 * LIMBS * blocks + 5 or count == 0 or rows == 0 or blocks == 0):
        raise ValueError(f"the shapes do not match: {rows} rows of {count} words, {blocks} blocks of limbs")
    with nogil:
        while start < rows:
            here = ROWS if start + ROWS <= rows else rows - start
            for row in range(here):
                carry[row] = 0
            for block in range(blocks):
                sum_rows(limb_sums, &words[start, 0], here, count, count, &limbs[block, 0, 0], chosen)
                for row in range(here):
                    out = &sums[start + row, 3 * LIMBS * block]
                    total = carry[row]
                    for k in range(LIMBS):
                        total += limb_sums[row * LIMBS + k]
                        out[3 * k] = total & 255
                        out[3 * k + 1] = (total >> 8) & 255
                        out[3 * k + 2] = (total >> 16) & 255
                        total >>= 24
                    carry[row] = total
            for row in range(here):
                for at in range(5):
                    sums[start + row, 3 * LIMBS * blocks + at] = (carry[row] >> (8 * at)) & 255
            start += ROWS
