"""LANES primes side by side, and what each kind of pairs of needs has as constants modulo them."""

from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport calloc

cdef extern from "montgomery.h":
    const int LANES
    uint32_t product(uint32_t, uint32_t, uint32_t, uint32_t) noexcept nogil
    void times(uint32_t*, const uint32_t*, const uint32_t*, const uint32_t*, const uint32_t*) noexcept nogil
    void minus(uint32_t*, const uint32_t*, const uint32_t*, const uint32_t*) noexcept nogil
    void plus(uint32_t*, const uint32_t*, const uint32_t*, const uint32_t*) noexcept nogil

cdef extern from "lanes.h":
    void multiply(uint32_t*, const uint32_t*, const uint32_t*, const uint32_t*, const uint32_t*, int) noexcept nogil


cdef struct Field:  # LANES primes and their constants, and for each kind c2, c3 and, at k = i and l = j, X D and Y D
    uint32_t* memory
    uint32_t* p
    uint32_t* n
    uint32_t* one
    uint32_t* zero
    uint32_t* c2
    uint32_t* c3
    uint32_t* top2
    uint32_t* top3


cdef inline uint32_t power(uint32_t base, uint32_t exponent, uint32_t one, uint32_t p, uint32_t n) noexcept nogil:
    """base^exponent, base and result in Montgomery's form."""
    cdef uint32_t result = one
    while exponent:
        if exponent & 1:
            result = product(result, base, p, n)
        base = product(base, base, p, n)
        exponent >>= 1
    return result


cdef inline bint open_field(Field* f, const uint32_t* primes, const uint32_t* heads_top, const uint32_t* heads_bottom,
                            const int* k_of, const int* l_of, Py_ssize_t kinds, Py_ssize_t larger,
                            unsigned char* useless, int form) noexcept nogil:
    """Fill in all constants; False if there is no memory. `useless` marks primes that divide some D."""
    cdef Py_ssize_t q, t
    cdef int _
    cdef uint32_t x
    cdef uint32_t* square
    cdef uint32_t* tops
    cdef uint32_t* bottoms
    cdef uint32_t* before
    cdef uint32_t* d
    cdef uint32_t* work
    f.memory = <uint32_t*> calloc((7 + 6 * kinds + 2 * (larger + 1)) * LANES, sizeof(uint32_t))
    if f.memory == NULL:
        return False
    f.p = f.memory
    f.n = f.p + LANES
    f.one = f.n + LANES
    f.zero = f.one + LANES
    square = f.zero + LANES
    work = square + LANES
    f.c2 = work + 2 * LANES
    f.c3 = f.c2 + kinds * LANES
    f.top2 = f.c3 + kinds * LANES
    f.top3 = f.top2 + kinds * LANES
    d = f.top3 + kinds * LANES
    before = d + kinds * LANES
    tops = before + kinds * LANES
    bottoms = tops + (larger + 1) * LANES
    for t in range(LANES):
        f.p[t] = primes[t]
        x = primes[t]  # 1/p modulo 8, then Newton: 6, 12, 24, 48 bits
        for _ in range(4):
            x *= 2 - primes[t] * x
        f.n[t] = 0 - x
        f.one[t] = <uint32_t> (((<uint64_t> 1) << 32) % primes[t])
        square[t] = <uint32_t> (<uint64_t> f.one[t] * f.one[t] % primes[t])
        tops[t] = bottoms[t] = f.one[t]
    multiply(work, heads_top, square, f.p, f.n, form)
    multiply(work + LANES, heads_bottom, square, f.p, f.n, form)
    for q in range(larger):
        multiply(tops + (q + 1) * LANES, tops + q * LANES, work, f.p, f.n, form)
        multiply(bottoms + (q + 1) * LANES, bottoms + q * LANES, work + LANES, f.p, f.n, form)
    for q in range(kinds):  # D = a d + c b - a c, and the numerators of c2 and c3
        multiply(f.top3 + q * LANES, tops + k_of[q] * LANES, bottoms + l_of[q] * LANES, f.p, f.n, form)
        multiply(work, tops + k_of[q] * LANES, tops + l_of[q] * LANES, f.p, f.n, form)
        minus(f.top2 + q * LANES, f.top3 + q * LANES, work, f.p)
        multiply(work + LANES, tops + l_of[q] * LANES, bottoms + k_of[q] * LANES, f.p, f.n, form)
        plus(d + q * LANES, f.top2 + q * LANES, work + LANES, f.p)
        multiply(before + q * LANES, before + (q - 1) * LANES if q else f.one, d + q * LANES, f.p, f.n, form)
    for t in range(LANES):  # one inverse for all kinds, then backwards
        x = before[(kinds - 1) * LANES + t]
        useless[t] = x == 0
        work[t] = power(x, primes[t] - 2, f.one[t], primes[t], f.n[t])
    for q in range(kinds - 1, -1, -1):
        multiply(work + LANES, work, before + (q - 1) * LANES if q else f.one, f.p, f.n, form)  # 1 / D
        multiply(f.c2 + q * LANES, f.top2 + q * LANES, work + LANES, f.p, f.n, form)
        multiply(f.c3 + q * LANES, f.top3 + q * LANES, work + LANES, f.p, f.n, form)
        multiply(work, work, d + q * LANES, f.p, f.n, form)
    return True
