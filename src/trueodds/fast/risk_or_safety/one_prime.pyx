"""Verify values: evaluate the recurrence on pairs of needs modulo one long prime, directly from the tables of coins.

This module shares no code with `residues`, whose results it checks. Let k and l be the coins of the trailing and of
the leading player, p the probability of heads, x = p^k, y = p^l, E = x + y (1 - x), and A and B as in `columns`. Then

    X = A + (x/E) (B - A),   Y = A + (1 - y) (x/E) (B - A).

Cost: two modular products per pair of needs, about 5 ns. Memory: 16 bytes per column for each of the last rows that
later moves read, and 8 bytes for each possible (k, l). Limits: odd primes below 2^62; needs up to 65535.
"""

import numpy as np

from libc.stdint cimport uint16_t, uint64_t
from libc.stdlib cimport calloc, free

cdef extern from *:
    """
    /* Arithmetic modulo one odd prime p below 2^62, in Montgomery form: x is stored as 2^64 x modulo p. */
#include <stdint.h>
#if defined(_MSC_VER) && !defined(__clang__)
#include <intrin.h>
#endif

    /* a b 2^-64 modulo p, below p; n = -1/p modulo 2^64.
       The low words of a b and of the multiple of p added to it sum to 0 or 2^64. */
    static inline uint64_t long_product(uint64_t a, uint64_t b, uint64_t p, uint64_t n) {
#if defined(_MSC_VER) && !defined(__clang__)
        uint64_t high, low = _umul128(a, b, &high), t = high + __umulh(low * n, p) + (low != 0);
#else
        unsigned __int128 whole = (unsigned __int128) a * b;
        uint64_t low = (uint64_t) whole;
        uint64_t t = (uint64_t) (whole >> 64) + (uint64_t) (((unsigned __int128) (low * n) * p) >> 64) + (low != 0);
#endif
        return t >= p ? t - p : t;
    }
    """
    uint64_t long_product(uint64_t, uint64_t, uint64_t, uint64_t) noexcept nogil


cdef inline uint64_t subtract(uint64_t a, uint64_t b, uint64_t p) noexcept nogil:
    return a - b if a >= b else a + p - b


cdef inline uint64_t add(uint64_t a, uint64_t b, uint64_t p) noexcept nogil:
    return a + b if a + b < p else a + b - p


cdef uint64_t inverse(uint64_t base, uint64_t one, uint64_t p, uint64_t n) noexcept nogil:
    """Return the inverse of `base`, or 0 for 0; argument and result are in Montgomery form."""
    cdef uint64_t result = one, exponent = p - 2
    while exponent:
        if exponent & 1:
            result = long_product(result, base, p, n)
        base = long_product(base, base, p, n)
        exponent >>= 1
    return result


def compute_values(const uint16_t[:, ::1] first, const uint16_t[:, ::1] second, heads, Py_ssize_t trailing,
                   Py_ssize_t leading, uint64_t prime):
    """Return the values at one pair and at all equal needs, modulo a prime. The GIL is released.

    `first`, of shape (larger, smaller), holds at [i-1, j-1] the coins of a player who needs i against j; `second`, of
    shape (smaller, larger), holds at [j-1, i-1] the coins of a player who needs j against i. The needs at the pair are
    `trailing` ≥ `leading`.

    Return X and Y at the pair, and an array with X(i, i) at index i for i = 1 … leading. Return None if the prime
    divides a denominator or a table has impossible coins.
    """
    cdef uint64_t p = prime, one = (1 << 64) % int(prime)
    top, bottom = int(heads.numerator) % prime, int(heads.denominator) % prime
    if not bottom:
        return None
    cdef uint64_t toss = top * pow(bottom, -1, prime) * one % prime
    at_equal = np.zeros(leading + 1, dtype=np.uint64)
    cdef uint64_t[::1] equal = at_equal
    cdef Py_ssize_t _round, i, j, k, l, m, reach = 1, widest = 1, rows, stride = leading + 1, slot
    cdef uint64_t n, x, d, a = 0, b = 0
    cdef uint64_t* memory = NULL
    cdef uint64_t* power = NULL
    cdef uint64_t* ratio = NULL
    cdef uint64_t* xs = NULL
    cdef uint64_t* ys = NULL
    cdef bint good = True
    with nogil:
        n = p  # 1/p modulo 8; then Newton's iteration gives 6, 12, 24, 48, 96 bits
        for _round in range(5):
            n *= 2 - p * n
        n = 0 - n
        for i in range(1, trailing + 1):
            for j in range(1, (i if i < leading else leading) + 1):
                k = first[i - 1, j - 1]
                l = second[j - 1, i - 1]
                good = good and 1 <= k <= i and 1 <= l <= j
                if k < i and k > reach:
                    reach = k
                if l > widest:
                    widest = l
        rows = reach + 1
        memory = <uint64_t*> calloc(2 * rows * stride, sizeof(uint64_t))
        power = <uint64_t*> calloc(trailing + 1, sizeof(uint64_t))
        ratio = <uint64_t*> calloc((trailing + 1) * (widest + 1), sizeof(uint64_t))  # x/E by k and l, 0 if unknown
        if good and memory != NULL and power != NULL and ratio != NULL:
            power[0] = one
            for k in range(1, trailing + 1):
                power[k] = long_product(power[k - 1], toss, p, n)
            for i in range(1, trailing + 1):
                xs = memory + (i % rows) * stride
                ys = xs + rows * stride
                for j in range(1, (i if i < leading else leading) + 1):
                    k = first[i - 1, j - 1]
                    l = second[j - 1, i - 1]
                    slot = k * (widest + 1) + l
                    if ratio[slot] == 0:
                        x = add(power[k], long_product(power[l], subtract(one, power[k], p), p, n), p)
                        ratio[slot] = long_product(power[k], inverse(x, one, p, n), p, n)
                        good = good and ratio[slot] != 0
                    m = i - k
                    a = 0 if l == j else xs[j - l]
                    if m == 0:
                        b = one
                    elif m >= j:
                        b = memory[(rows + m % rows) * stride + j]
                    else:
                        b = subtract(one, memory[(j % rows) * stride + m], p)
                    d = long_product(ratio[slot], subtract(b, a, p), p, n)
                    xs[j] = add(a, d, p)
                    ys[j] = add(a, long_product(subtract(one, power[l], p), d, p, n), p)
                if i <= leading:
                    equal[i] = long_product(xs[i], 1, p, n)
            a = long_product(xs[leading], 1, p, n)
            b = long_product(ys[leading], 1, p, n)
    cdef bint ready = memory != NULL and power != NULL and ratio != NULL
    free(memory)
    free(power)
    free(ratio)
    if not ready:
        raise MemoryError("not enough memory for the rows modulo one prime")
    return (a, b, at_equal) if good else None
