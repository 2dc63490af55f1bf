"""Powers of two: ldexp and frexp without calls (`scaling.h`)."""

cdef extern from "scaling.h" nogil:
    double times_power(double a, int n) noexcept  # a 2^n
    double take_exponent(double a, int* n) noexcept  # m with a = m 2^n, 1/2 ≤ |m| < 1
