"""Wide numbers from Python, one by one, so that tests can hold them against exact arithmetic.

The kernel takes the inline functions of `wide.pxd`; here a number is (m, e, error): m 2^(e - 192), m of 192 bits or 0.
"""


cdef Wide number(object parts) except *:
    cdef Wide z
    cdef int t
    mantissa, z.e, z.error = parts
    for t in range(WORDS):
        z.w[t] = mantissa >> 32 * (WORDS - 1 - t) & 0xFFFFFFFF
    return z


cdef object parts(Wide z):
    return sum(<object> z.w[t] << 32 * (WORDS - 1 - t) for t in range(WORDS)), z.e, z.error


def mix(a, first, b, second, d):
    """(a · first + b · second) / d for whole 1 ≤ a, b, d < 2^18."""
    cdef Wide x = number(first), y = number(second)
    return parts(wide_mix(a, &x, b, &y, d))


def complement(value):
    """1 - value."""
    cdef Wide x = number(value)
    return parts(wide_complement(&x))


def order(first, second):
    """1 or -1 if the first number is surely larger or smaller, else 0; how far they are apart, a float times 2^e; e."""
    cdef Wide x = number(first), y = number(second)
    cdef double difference
    cdef int e, sure = wide_order(&x, &y, &difference, &e)
    return sure, difference, e


def widened(double high, double low, int e, double error):
    """(high + low) 2^e, off by `error` of itself already."""
    return parts(widen(high, low, e, error))
