"""Wide numbers: 192 bits and an exponent, each with a bound of its own error, where double words are too short.

A number is 0, or 0.w 2^e: w are the 192 bits of six 32-bit words, the first bit 1. `error` goes with it: the true
number is (1 + d) times this one, |d| ≤ error. Operations are on whole numbers and cut off what does not fit:

    wide_mix         (a A + b B) / d for whole 1 ≤ a, b, d < 2^18 and A or B not 0. Let 2^E be the power of the larger
                     of both. The other one is shifted, by which less than 2^(E-224) is lost, times less than 2^18;
                     then 2^(E-224) by the division. The result is at least 2^(E-1)/d: so that is less than
                     (2^18 + d) 2^-223 < 2^-204 of it. Cutting it off loses less than 2^-191. All below CUT = 2^-190.
    wide_complement  1 - A for A < 1: less than 2^-224 too much, then cut off.
    wide_minus       A - B as a float: less than 2^(E-224) and 2^-51 of itself off.

The errors of A and B add up as a weighted mean in `wide_mix`, which is linear, and times A / (1-A) in
`wide_complement`; floats compute that, pushed outward by 2^-40 of itself, more than a few roundings in any mode.
Weights that underflow stand for less than 2^-1000 of the result, which CUT has room for.
"""

from libc.math cimport INFINITY, floor
from libc.stdint cimport int64_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

cimport cython

from .scaling cimport take_exponent, times_power

cdef extern from "columns.h":
    const double CUT
    const double OUTWARD

cdef enum:
    WORDS = 6
    MOST_SHIFTED = 16  # mixes take 2^k for k up to this


cdef struct Wide:
    uint32_t w[WORDS]  # the first bits first
    int e
    double error


cdef inline Wide wide_power(int e) noexcept nogil:
    """2^e."""
    cdef Wide z
    cdef int t
    for t in range(WORDS):
        z.w[t] = 0
    z.w[0] = <uint32_t> 1 << 31
    z.e = e + 1
    z.error = 0.0
    return z


cdef inline Wide wide_zero() noexcept nogil:
    cdef Wide z = wide_power(0)
    z.w[0] = 0
    return z


cdef inline double wide_float(const Wide* a, int e) noexcept nogil:
    """a 2^-e, within 2^-51 of itself, or 0 where that underflows."""
    return times_power(4294967296.0 * a.w[0] + a.w[1], a.e - e - 64)


cdef inline void place(uint32_t* out, const Wide* a, int shift) noexcept nogil:
    """The bits of `a` and 32 more, shifted to the right by `shift` ≥ 0."""
    cdef uint32_t padded[2 * WORDS + 3]
    cdef const uint32_t* words
    cdef int t, bits = shift & 31
    if shift >= 32 * (WORDS + 1):
        memset(out, 0, 4 * (WORDS + 1))
        return
    memset(padded, 0, sizeof(padded))
    memcpy(padded + WORDS + 2, a.w, 4 * WORDS)
    words = padded + WORDS + 2 - (shift >> 5)
    for t in range(WORDS + 1):
        out[t] = <uint32_t> ((<uint64_t> words[t - 1] << 32 | words[t]) >> bits)


cdef inline Wide take(const uint32_t* words, int count, int e) noexcept nogil:
    """The first 192 bits from the first 1 on of `count` ≤ 8 words; the point is before them, times 2^e."""
    cdef Wide z = wide_zero()
    cdef uint32_t padded[2 * WORDS + 3]
    cdef int first = 0, bits = 0, t
    while first < count and words[first] == 0:
        first += 1
    if first == count:
        return z
    while not (words[first] << bits) >> 31:
        bits += 1
    memset(padded, 0, sizeof(padded))
    memcpy(padded, words + first, 4 * (count - first))
    for t in range(WORDS):
        z.w[t] = <uint32_t> ((<uint64_t> padded[t] << 32 | padded[t + 1]) << bits >> 32)
    z.e = e - 32 * first - bits
    return z


@cython.cdivision(True)
cdef inline Wide wide_mix(uint64_t a, const Wide* first, uint64_t b, const Wide* second, uint64_t d) noexcept nogil:
    """(a · first + b · second) / d."""
    cdef uint32_t x[WORDS + 1]
    cdef uint32_t y[WORDS + 1]
    cdef uint32_t s[WORDS + 2]
    cdef uint64_t carry = 0
    cdef double weight, other
    cdef int t, e
    cdef Wide z
    if first.w[0] == 0:
        e = second.e
    elif second.w[0] == 0:
        e = first.e
    else:
        e = first.e if first.e > second.e else second.e
    place(x, first, e - first.e if first.w[0] else 0)
    place(y, second, e - second.e if second.w[0] else 0)
    for t in range(WORDS, -1, -1):
        carry += a * x[t] + b * y[t]
        s[t + 1] = <uint32_t> carry
        carry >>= 32
    s[0] = <uint32_t> carry
    carry = 0
    for t in range(WORDS + 2 if d > 1 else 0):
        carry = carry << 32 | s[t]
        s[t] = <uint32_t> (carry // d)
        carry %= d
    z = take(s, WORDS + 2, e + 32)
    weight = <double> a * wide_float(first, e)
    other = <double> b * wide_float(second, e)
    z.error = (weight * first.error + other * second.error) / (weight + other) * OUTWARD + CUT
    return z


@cython.cdivision(True)
cdef inline Wide wide_complement(const Wide* a) noexcept nogil:
    """1 - a, for a < 1; 0 for any other."""
    cdef uint32_t s[WORDS + 1]
    cdef uint64_t borrow = 0
    cdef int t
    cdef Wide z
    if a.w[0] == 0:
        return wide_power(0)
    if a.e > 0:
        return wide_zero()
    place(s, a, -a.e)
    for t in range(WORDS, -1, -1):
        borrow += s[t]
        s[t] = <uint32_t> (((<uint64_t> 1 << 33) - borrow))
        borrow = 1 if borrow else 0
    z = take(s, WORDS + 1, 0)
    if not borrow:  # nothing is left of a: 1, to the last bit
        z = wide_power(0)
    z.error = (wide_float(a, 0) * a.error + 2.0 ** -224) / wide_float(&z, 0) * OUTWARD + CUT
    return z


cdef inline double wide_minus(const Wide* first, const Wide* second, int e) noexcept nogil:
    """(first - second) 2^-e, for the larger of their exponents."""
    cdef uint32_t x[WORDS + 1]
    cdef uint32_t y[WORDS + 1]
    cdef int64_t borrow = 0
    cdef int t, sign = 1
    cdef Wide z
    place(x, first, e - first.e if first.w[0] else 0)
    place(y, second, e - second.e if second.w[0] else 0)
    for t in range(WORDS + 1):
        if x[t] != y[t]:
            sign = 1 if x[t] > y[t] else -1
            break
    for t in range(WORDS, -1, -1):
        borrow += sign * (<int64_t> x[t] - <int64_t> y[t])
        x[t] = <uint32_t> borrow
        borrow >>= 32
    z = take(x, WORDS + 1, 0)
    return sign * wide_float(&z, 0)


cdef inline int larger_exponent(const Wide* first, const Wide* second) noexcept nogil:
    """The exponent that both numbers, not both 0, can be shifted to."""
    if first.w[0] == 0:
        return second.e
    return second.e if second.w[0] and second.e > first.e else first.e


cdef inline int wide_order(const Wide* first, const Wide* second, double* difference, int* e) noexcept nogil:
    """1 or -1 if the first number is surely larger or smaller; `difference` 2^e is how far they are apart, about."""
    cdef double allowed
    e[0] = larger_exponent(first, second)
    difference[0] = wide_minus(first, second, e[0])
    allowed = wide_float(first, e[0]) * first.error + wide_float(second, e[0]) * second.error
    allowed = allowed * OUTWARD + 2.0 ** -223
    return (difference[0] > allowed) - (difference[0] < -allowed)


cdef inline Wide widen(double high, double low, int e, double error) noexcept nogil:
    """(high + low) 2^e, |low| at most half a unit of high, off by `error` of itself; 0 if high is not positive."""
    cdef uint32_t s[4]
    cdef int shift = 0
    cdef Wide z
    cdef uint64_t top
    cdef int64_t rest
    if not 0.0 < high < INFINITY:
        return wide_zero()
    top = <uint64_t> times_power(take_exponent(high, &shift), 53)
    rest = <int64_t> floor(times_power(low, 115 - shift))  # cut off: less than 2^-114 of all
    if rest < 0:
        top -= 1
        rest += <int64_t> 1 << 62
    s[0] = <uint32_t> (top >> 21)
    s[1] = <uint32_t> (top << 11) | <uint32_t> (rest >> 51)
    s[2] = <uint32_t> (rest >> 19)
    s[3] = <uint32_t> rest << 13
    z = take(s, 4, e + shift)
    z.error = error * OUTWARD + 2.0 ** -113
    return z
