"""Double-word arithmetic number by number, to compare with exact arithmetic; `test_double_word.py` compiles it.

Each function takes and returns pairs of floats.
"""

from trueodds.exact.double_word cimport (DoubleWord, dw_div_dw, dw_plus_dw, dw_times_dw, ext_less,
                                                             extend, take_exponent, times_power)


cdef DoubleWord word(object parts) except *:
    cdef DoubleWord z
    z.hi, z.lo = parts
    return z


def plus(a, b):
    """a + b of two double words."""
    cdef DoubleWord z = dw_plus_dw(word(a), word(b))
    return z.hi, z.lo


def times(a, b):
    """a b of two double words."""
    cdef DoubleWord z = dw_times_dw(word(a), word(b))
    return z.hi, z.lo


def over(a, b):
    """a / b of two double words."""
    cdef DoubleWord z = dw_div_dw(word(a), word(b))
    return z.hi, z.lo


def less(a, b):
    """Return whether a < b, of two double words."""
    return bool(ext_less(extend(word(a), 0), extend(word(b), 0)))


def scaled(double a, int n):
    """a 2^n."""
    return times_power(a, n)


def split_exponent(double a):
    """m and n with a = m 2^n, 1/2 ≤ |m| < 1; not 0."""
    cdef int n = 0
    cdef double m = take_exponent(a, &n)
    return m, n
