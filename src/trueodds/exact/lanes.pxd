"""Arithmetic modulo LANES primes side by side; `lanes.h` explains it."""

from libc.stdint cimport int32_t, uint32_t, uint64_t

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
