"""Arithmetic modulo LANES primes side by side; see `lanes.h`."""

from libc.stdint cimport int32_t, uint32_t, uint64_t
from libc.string cimport memcpy

cdef extern from "lanes.h" nogil:
    enum:
        LANES
        LIMBS
        ROWS
    uint32_t product(uint32_t, uint32_t, uint32_t, uint32_t) noexcept
    uint32_t lane_power(uint32_t, uint32_t, uint32_t, uint32_t, uint32_t) noexcept
    void open_primes(const uint32_t*, uint32_t*, uint32_t*, uint32_t*) noexcept
    void times(uint32_t*, const uint32_t*, const uint32_t*, const uint32_t*, const uint32_t*) noexcept
    void minus(uint32_t*, const uint32_t*, const uint32_t*, const uint32_t*) noexcept
    void plus(uint32_t*, const uint32_t*, const uint32_t*, const uint32_t*) noexcept
    int vector_forms() noexcept
    const char* form_name(int) noexcept
    void multiply(uint32_t*, const uint32_t*, const uint32_t*, const uint32_t*, const uint32_t*, int) noexcept
    void append(uint32_t*, const uint32_t*, long, const uint32_t*, const uint32_t*, const uint32_t*, int) noexcept
    void pull_run(uint32_t*, uint32_t*, const uint32_t*, const uint32_t*, long, const uint32_t*, const uint32_t*, int,
                  const uint32_t*, const uint32_t*, int) noexcept
    void push_run(uint32_t*, uint32_t*, uint32_t*, uint32_t*, long, const uint32_t*, const uint32_t*, int,
                  const uint32_t*, const uint32_t*, int) noexcept
    void weigh(uint32_t*, const uint32_t*, const uint32_t*, const uint32_t*, const int32_t*, Py_ssize_t,
               const uint32_t*, const uint32_t*, int) noexcept
    void settle(uint32_t*, uint32_t*, const uint32_t*, const uint32_t*, const uint32_t*, const uint32_t*,
                const uint32_t*, int) noexcept
    void sum_rows(uint64_t*, const uint32_t*, Py_ssize_t, Py_ssize_t, Py_ssize_t, const uint32_t*, int) noexcept


cdef inline bint invert_rows(uint32_t* rows, Py_ssize_t count, uint32_t* before, uint32_t* one, const uint32_t* p,
                             const uint32_t* n, unsigned char* useless, int form) noexcept nogil:
    """Replace `count` rows of residues by their inverses, with one exponentiation for each prime.

    `before` is a workspace of the size of `rows`. Set `useless` to 1 for primes modulo which a row has no inverse, and
    to 0 for all others. Return whether any prime is useless; the new residues modulo such a prime are meaningless.
    """
    cdef Py_ssize_t q
    cdef int t
    cdef bint any_useless = False
    cdef uint32_t product_of_all
    cdef uint32_t[LANES] inverse, own_inverse
    for q in range(count):
        multiply(before + q * LANES, before + (q - 1) * LANES if q else one, rows + q * LANES, p, n, form)
    for t in range(LANES):
        product_of_all = before[(count - 1) * LANES + t]
        useless[t] = product_of_all == 0
        any_useless = any_useless or useless[t]
        inverse[t] = lane_power(product_of_all, p[t] - 2, one[t], p[t], n[t])
    for q in range(count - 1, -1, -1):
        multiply(own_inverse, inverse, before + (q - 1) * LANES if q else one, p, n, form)
        multiply(inverse, inverse, rows + q * LANES, p, n, form)
        memcpy(rows + q * LANES, own_inverse, LANES * sizeof(uint32_t))
    return any_useless
