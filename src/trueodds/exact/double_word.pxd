"""Double-word arithmetic: a number is an unevaluated sum hi + lo of two float64 numbers, |lo| ≤ ulp(hi)/2.

Names, algorithms and relative errors (u = 2^-53) are those of M. Joldes, J.-M. Muller, V. Popescu, *Tight and rigorous
error bounds for basic building blocks of double-word arithmetic*, ACM Trans. Math. Softw. 44 (2017), without fused
operations:

    dw_plus_dw    Algorithm 6 (AccurateDWPlusDW)    3u² + 13u³
    dw_times_dw   Algorithm 10 (DWTimesDW1)         7u², the bound proved there
    dw_div_dw     Algorithm 17 (DWDivDW2) with the product of Algorithm 8; 18u², as `columns.pyx` shows

An *extended* double word is (hi + lo) 2^e with 1/2 ≤ |hi| ≤ 1, or 0. It has the same operations and cannot underflow.

Limits: floats must be rounded to 53 bits after each operation, without contraction to fused operations. Products and
quotients must be far from overflow and underflow, which is always true of extended double words.
"""

cimport cython

cdef extern from "double_word.h" nogil:
    double times_power(double a, int n) noexcept  # a 2^n
    double take_exponent(double a, int* n) noexcept  # m with a = m 2^n, 1/2 ≤ |m| < 1


cdef struct DoubleWord:
    double hi
    double lo


cdef struct Extended:  # (hi + lo) 2^e
    double hi
    double lo
    int e


cdef inline DoubleWord fast_two_sum(double a, double b) noexcept nogil:
    """Return a + b without error, for |a| ≥ |b|."""
    cdef DoubleWord z
    z.hi = a + b
    z.lo = b - (z.hi - a)
    return z


cdef inline DoubleWord two_sum(double a, double b) noexcept nogil:
    """Return a + b without error."""
    cdef DoubleWord z
    cdef double t
    z.hi = a + b
    t = z.hi - a
    z.lo = (a - (z.hi - t)) + (b - t)
    return z


cdef inline DoubleWord veltkamp_split(double a) noexcept nogil:
    """Split a number into two floats of 26 bits that add up to it."""
    cdef DoubleWord z
    cdef double t = 134217729.0 * a
    z.hi = t - (t - a)
    z.lo = a - z.hi
    return z


cdef inline DoubleWord two_prod(double a, double b) noexcept nogil:
    """Return a·b without error (Dekker)."""
    cdef DoubleWord z, v = veltkamp_split(a), w = veltkamp_split(b)
    z.hi = a * b
    z.lo = ((v.hi * w.hi - z.hi) + v.hi * w.lo + v.lo * w.hi) + v.lo * w.lo
    return z


cdef inline DoubleWord dw_plus_dw(DoubleWord a, DoubleWord b) noexcept nogil:
    """Return a + b, for any signs."""
    cdef DoubleWord s = two_sum(a.hi, b.hi), t = two_sum(a.lo, b.lo)
    cdef DoubleWord v = fast_two_sum(s.hi, s.lo + t.hi)
    return fast_two_sum(v.hi, t.lo + v.lo)


cdef inline DoubleWord dw_times_dw(DoubleWord a, DoubleWord b) noexcept nogil:
    """Return a·b."""
    cdef DoubleWord c = two_prod(a.hi, b.hi)
    return fast_two_sum(c.hi, c.lo + (a.hi * b.lo + a.lo * b.hi))


@cython.cdivision(True)
cdef inline DoubleWord dw_div_dw(DoubleWord a, DoubleWord b) noexcept nogil:
    """Return a / b; if b is 0, return NaN, which compares as neither less nor greater than any number."""
    cdef double t = a.hi / b.hi
    cdef DoubleWord c = two_prod(b.hi, t)
    cdef DoubleWord r = fast_two_sum(c.hi, c.lo + b.lo * t)
    return fast_two_sum(t, ((a.hi - r.hi) + (a.lo - r.lo)) / b.hi)


cdef inline DoubleWord dw_load(const double* high, const double* low, Py_ssize_t at) noexcept nogil:
    """Return the number at index `at` of the arrays of high and low parts."""
    cdef DoubleWord z
    z.hi = high[at]
    z.lo = low[at]
    return z


cdef inline Extended extend(DoubleWord a, int e) noexcept nogil:
    """Return a·2^e."""
    cdef Extended z
    cdef int shift = 0
    z.hi = z.lo = 0.0
    z.e = 0
    if a.hi != 0.0:
        z.hi = take_exponent(a.hi, &shift)
        z.lo = times_power(a.lo, -shift)
        z.e = e + shift
    return z


cdef inline Extended extend_double(double a, int e) noexcept nogil:
    cdef DoubleWord z
    z.hi = a
    z.lo = 0.0
    return extend(z, e)


cdef inline DoubleWord at_exponent(Extended a, int e) noexcept nogil:
    """Return a·2^-e, rounded if that underflows."""
    cdef DoubleWord z
    z.hi = times_power(a.hi, a.e - e)
    z.lo = times_power(a.lo, a.e - e)
    return z


cdef inline DoubleWord significand(Extended a) noexcept nogil:
    """Return the sum hi + lo of a, without the exponent."""
    cdef DoubleWord z
    z.hi = a.hi
    z.lo = a.lo
    return z


cdef inline Extended ext_plus(Extended a, Extended b) noexcept nogil:
    """Return a + b; the smaller operand is omitted only if it is below 2^-399 times the larger one."""
    if a.hi == 0.0 or (b.hi != 0.0 and b.e - a.e > 400):
        return b
    if b.hi == 0.0 or a.e - b.e > 400:
        return a
    cdef int e = a.e if a.e > b.e else b.e
    return extend(dw_plus_dw(at_exponent(a, e), at_exponent(b, e)), e)


cdef inline Extended ext_minus(Extended a, Extended b) noexcept nogil:
    b.hi = -b.hi
    b.lo = -b.lo
    return ext_plus(a, b)


cdef inline Extended ext_times(Extended a, Extended b) noexcept nogil:
    return extend(dw_times_dw(significand(a), significand(b)), a.e + b.e)


cdef inline Extended ext_div(Extended a, Extended b) noexcept nogil:
    return extend(dw_div_dw(significand(a), significand(b)), a.e - b.e)


cdef inline Extended ext_times_double(Extended a, double factor) noexcept nogil:
    return ext_times(a, extend_double(factor, 0))


cdef inline bint ext_less(Extended a, Extended b) noexcept nogil:
    """Return whether a < b: compare exponents, or high parts if these differ by over 8u; otherwise compute a - b."""
    if a.hi != 0.0 and b.hi != 0.0:
        if a.e > b.e + 1:
            return a.hi < 0.0
        if b.e > a.e + 1:
            return b.hi > 0.0
        if a.e == b.e and not -2.0 ** -50 <= a.hi - b.hi <= 2.0 ** -50:
            return a.hi < b.hi
    return ext_minus(a, b).hi < 0.0


cdef inline Extended ext_max(Extended a, Extended b) noexcept nogil:
    return b if ext_less(a, b) else a


cdef inline Extended ext_min(Extended a, Extended b) noexcept nogil:
    return a if ext_less(a, b) else b
