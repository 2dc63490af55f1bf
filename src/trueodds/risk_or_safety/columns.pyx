"""The best number of coins at every pair of needs, with a proof: column by column, in twofold floats.

All values are the probability that the *trailing* player wins, who needs i ≥ j: X(i, j) if they are to toss, Y(i, j)
if the leading player is, who needs j. With k and l the numbers of coins that they go for, x = p^k, y = p^l,
E = x + y (1-x),

    A = X(i, j-l)   (0 if l = j)        B = Y(i-k, j)   (1 if k = i; 1 - X(j, i-k) if i-k < j)
    X = A + (x/E) (B - A)               Y = A + (1-y) (x/E) (B - A)               G = X - Y = y (x/E) (B - A)

Column j holds all i = j … n. It needs itself, the columns before it (the last few of them are kept) and nothing else.
A number is hi + lo, the *twofold* float, times 2^(-512 s), with one s for X and Y of a pair, so that nothing underflows.

**Proof of a pair.** The trailing player gains p^t (B_t - Y) by going for t, the leading one p^t (X - A_t). A k is best
if no t gains more than k, and likewise l; for t = 1 … T that is seen one by one, for all t > T at once. A gain of
t > T is at most, for the trailing player, the smaller of

    p^(T+1) R(i-T-1),   R(m) = max of p^(m-h) Y(h, j) over h ≤ m   (R = 1 where the columns before are not kept)
    p^T (G(i-T, j) + p (Y(i-T, j) - Y(i, j)))                      (no turn at (i-T, j) gains more than G there)

and for the leading one the smaller of p^(T+1) X(i, j) and p^T (G(i, j-T) + p (X(i, j) - X(i, j-T))). T grows until
that is less than the best gain. By induction over i + j the values are then those of best play. At i = j both
players have the same problem: k = l, and one proof serves both. In column 1 the leading player has no choice and the
trailing player's moves are given, proved elsewhere.

**Error bounds.** u = 2^-53; the sums, products and quotients of twofold floats used here have relative errors of at most
3u², 7u² and 16u² (Joldes, Muller, Popescu, *Tight and rigorous error bounds for basic building blocks of double-word
arithmetic*, 2017: Algorithms 6, 10, 17 with both operands' errors counted in), tables are within u². So E is off by 12u², x/E by 29u², B - A by
3u², their product by 39u², times 1-y by 47u², and X and Y, sums of positive terms, by at most 50u² of themselves, if A and
B were exact. X and Y are convex combinations of A and B, so relative errors of A and B at most r make one of at most
r, and absolute errors likewise. Only B = 1 - X(j, m) makes a relative error larger: it is off by the absolute error of X,
which is at most 54u² (j+m), plus 3u² B, hence by 54u² (j+m)/b + 3u² of itself, where b is the smallest such B
met. Altogether, with room for terms of higher order,

    every X(i, j) and Y(i, j) is within r = 64u² (i+j)/b of itself   (2^-99 (i+j) as long as b ≥ 1/2).

Float64 step: a gain from the high parts alone is off by less than p^t max (6·2^-53 + 2r), max the larger of the two
values; it is pushed by 2^-49 p^t max, as long as r < 2^-60. Twofold step: by 4r p^t max. What neither can decide is
handed back.

Cost: n m pairs of about 200 operations. Memory: the arrays given. Limits: n ≤ 65535, 2^-64 ≤ p ≤ 1 - 2^-64; needs floats
that are rounded to 53 bits after each operation, with no contraction to fused ones.
"""

from libc.math cimport INFINITY, frexp, ldexp

DONE, UNDECIDED, FAULT = 0, 1, 2

cdef int NEAR = 64  # at most so many candidates are handed back
cdef int ROUNDS = 200  # of strategy iteration at one pair
cdef double UNIT = 2.0 ** -106
cdef double MARGIN = 2.0 ** -49
cdef double UP = 1.0 + 2.0 ** -48


cdef struct Twofold:
    double hi
    double lo


cdef struct Wide:  # (hi + lo) 2^e, 1/2 ≤ |hi| ≤ 1, or 0
    double hi
    double lo
    int e


cdef struct Sweep:
    Py_ssize_t n
    Py_ssize_t kept  # columns in the ring, the present one included
    Py_ssize_t plain  # p^k has scale 0 up to this k
    bint fair
    const double* power  # high parts of p^k
    const double* power_low
    const int* power_scale
    const double* rest  # high parts of 1 - p^k
    const double* rest_low
    double* x  # ring of columns: X
    double* x_low
    double* g  # upper bounds of G
    int* scale
    double* y  # the present column, rows `low` … n: Y, in rows below j as the crossing has it
    double* y_low
    double* r
    int* y_scale
    Py_ssize_t* back  # where in the ring column j - t begins
    Py_ssize_t low  # the first row with a Y, apart from row 0, where Y = 1
    Py_ssize_t same  # all rows from here to the last one have the same scale
    unsigned short* moves  # of the present column, by i
    unsigned short* leads  # of the present column, by i - 1
    double smallest  # b
    double error  # r / (i + j)
    double gap[2]  # smallest relative gap: trailing, leading
    long long gap_at[4]
    long long decided[2]  # pairs: by float64, by twofold floats
    long long near[128]
    long long near_count[2]  # -1: not all are known


cdef struct Verdict:
    Py_ssize_t best
    Py_ssize_t last  # the last t tried
    Wide gain
    Wide floor  # the gain, less its error
    Wide second  # the next best gain
    Wide rest  # of all others tried, gain plus error at most
    Wide tail  # of all not tried
    bint sure  # the tail is less than the floor


# Twofold floats

cdef inline Twofold quick_sum(double a, double b) noexcept nogil:
    """a + b without error, for |a| ≥ |b|."""
    cdef Twofold z
    z.hi = a + b
    z.lo = b - (z.hi - a)
    return z


cdef inline Twofold two_sum(double a, double b) noexcept nogil:
    """a + b without error."""
    cdef Twofold z
    cdef double t
    z.hi = a + b
    t = z.hi - a
    z.lo = (a - (z.hi - t)) + (b - t)
    return z


cdef inline Twofold split(double a) noexcept nogil:
    """a as a sum of two floats of 26 bits."""
    cdef Twofold z
    cdef double t = 134217729.0 * a
    z.hi = t - (t - a)
    z.lo = a - z.hi
    return z


cdef inline Twofold two_product(double a, double b) noexcept nogil:
    """a b without error (Dekker)."""
    cdef Twofold z, v = split(a), w = split(b)
    z.hi = a * b
    z.lo = ((v.hi * w.hi - z.hi) + v.hi * w.lo + v.lo * w.hi) + v.lo * w.lo
    return z


cdef inline Twofold add(Twofold a, Twofold b) noexcept nogil:
    cdef Twofold s = two_sum(a.hi, b.hi), t = two_sum(a.lo, b.lo)
    cdef Twofold v = quick_sum(s.hi, s.lo + t.hi)
    return quick_sum(v.hi, t.lo + v.lo)


cdef inline Twofold minus(Twofold a) noexcept nogil:
    cdef Twofold z
    z.hi = -a.hi
    z.lo = -a.lo
    return z


cdef inline Twofold times(Twofold a, Twofold b) noexcept nogil:
    cdef Twofold c = two_product(a.hi, b.hi)
    return quick_sum(c.hi, c.lo + (a.hi * b.lo + a.lo * b.hi))


cdef inline Twofold over(Twofold a, Twofold b) noexcept nogil:
    cdef double t = a.hi / b.hi
    cdef Twofold c = two_product(b.hi, t)
    cdef Twofold r = quick_sum(c.hi, c.lo + b.lo * t)
    return quick_sum(t, ((a.hi - r.hi) + (a.lo - r.lo)) / b.hi)


cdef inline Twofold pick(const double* high, const double* low, Py_ssize_t at) noexcept nogil:
    cdef Twofold z
    z.hi = high[at]
    z.lo = low[at]
    return z


# Twofold floats with an exponent of their own, for what is not on one scale

cdef inline Wide wide(Twofold a, int e) noexcept nogil:
    cdef Wide z
    cdef int shift = 0
    z.hi = z.lo = 0.0
    z.e = 0
    if a.hi != 0.0:
        z.hi = frexp(a.hi, &shift)
        z.lo = ldexp(a.lo, -shift)
        z.e = e + shift
    return z


cdef inline Wide plain(double a, int e) noexcept nogil:
    cdef Twofold z
    z.hi = a
    z.lo = 0.0
    return wide(z, e)


cdef inline Twofold at_exponent(Wide a, int e) noexcept nogil:
    cdef Twofold z
    z.hi = ldexp(a.hi, a.e - e)
    z.lo = ldexp(a.lo, a.e - e)
    return z


cdef inline Wide wide_add(Wide a, Wide b) noexcept nogil:
    if a.hi == 0.0 or (b.hi != 0.0 and b.e - a.e > 400):
        return b
    if b.hi == 0.0 or a.e - b.e > 400:
        return a
    cdef int e = a.e if a.e > b.e else b.e
    return wide(add(at_exponent(a, e), at_exponent(b, e)), e)


cdef inline Wide wide_minus(Wide a, Wide b) noexcept nogil:
    b.hi = -b.hi
    b.lo = -b.lo
    return wide_add(a, b)


cdef inline Wide wide_times(Wide a, Wide b) noexcept nogil:
    return wide(times(at_exponent(a, a.e), at_exponent(b, b.e)), a.e + b.e)


cdef inline Wide wide_over(Wide a, Wide b) noexcept nogil:
    return wide(over(at_exponent(a, a.e), at_exponent(b, b.e)), a.e - b.e)


cdef inline Wide wide_scaled(Wide a, double factor) noexcept nogil:
    return wide_times(a, plain(factor, 0))


cdef inline bint less(Wide a, Wide b) noexcept nogil:
    return wide_minus(a, b).hi < 0.0


cdef inline Wide larger(Wide a, Wide b) noexcept nogil:
    return b if less(a, b) else a


cdef inline Wide smaller(Wide a, Wide b) noexcept nogil:
    return a if less(a, b) else b


# What a pair is made of

cdef inline Wide power(const Sweep* g, Py_ssize_t k) noexcept nogil:
    return wide(pick(g.power, g.power_low, k), -512 * g.power_scale[k])


cdef inline Wide y_value(const Sweep* g, Py_ssize_t row) noexcept nogil:
    return wide(pick(g.y, g.y_low, row), -512 * g.y_scale[row])


cdef inline Wide x_value(const Sweep* g, Py_ssize_t at) noexcept nogil:
    return wide(pick(g.x, g.x_low, at), -512 * g.scale[at])


cdef inline Wide banked(const Sweep* g, Py_ssize_t i, Py_ssize_t j, Py_ssize_t t, bint leads) noexcept nogil:
    """The trailing player's chances after t heads of the one to toss, A_t or B_t."""
    if not leads:
        return y_value(g, i - t)
    return plain(0.0, 0) if t == j else x_value(g, g.back[t] + i)


cdef Wide tail(const Sweep* g, Py_ssize_t i, Py_ssize_t j, Py_ssize_t t, bint leads, Wide base) noexcept nogil:
    """More than anyone gains by going for more than t; `base` is Y, or X if the leading player is to toss."""
    cdef Py_ssize_t row = i - t, at
    cdef Wide far = power(g, t + 1), near, bank = banked(g, i, j, t, leads), gain
    if leads:
        at = g.back[t] + i
        far = wide_times(far, base)
        near = wide_add(wide_minus(base, bank), wide_scaled(base, 4.0 * g.error * (i + j)))
    else:
        at = g.back[0] + row
        if row > g.low:
            far = wide_times(far, plain(g.r[row - 1], -512 * g.y_scale[row - 1]))
        near = wide_add(wide_minus(bank, base), wide_scaled(bank, 4.0 * g.error * (i + j)))
    gain = plain(g.g[at], -512 * (g.scale[at] if leads else g.y_scale[row]))
    near = wide_times(power(g, t), wide_add(gain, wide_times(power(g, 1), near)))
    return wide_scaled(smaller(far, near), UP)


cdef inline Wide gain_of(const Sweep* g, Py_ssize_t i, Py_ssize_t j, Py_ssize_t t, bint leads, Wide base,
                         Wide* doubt) noexcept nogil:
    """What the one to toss gains by going for t, and how far that may be off."""
    cdef Wide bank = banked(g, i, j, t, leads), weight = power(g, t)
    doubt[0] = wide_scaled(wide_times(weight, larger(bank, base)), 4.0 * g.error * (i + j))
    return wide_times(weight, wide_minus(base, bank) if leads else wide_minus(bank, base))


cdef inline bint known(const Sweep* g, Py_ssize_t i, Py_ssize_t j, Py_ssize_t t, bint leads) noexcept nogil:
    """Whether what t heads lead to is still kept."""
    if leads:
        return t == j or t < g.kept
    return t == i or i - t >= (g.low if g.low > 0 else 1)


cdef Verdict compare(const Sweep* g, Py_ssize_t i, Py_ssize_t j, bint leads, Wide base, Wide value) noexcept nogil:
    """Try t = 1, 2, … until all others are proved to gain less; `value` is X, or Y for the leading player."""
    cdef Verdict v
    cdef Py_ssize_t t, limit = j if leads else i
    cdef Wide gain, doubt, nothing = plain(-1.0, 1000)
    cdef Wide least = wide_scaled(value, g.gap[leads]) if g.gap[leads] < 1.0 else plain(1.0, 1000)
    v.best = v.last = 0
    v.sure = False
    v.gain = v.floor = v.second = v.rest = v.tail = nothing
    for t in range(1, limit + 1):
        if not known(g, i, j, t, leads):
            if leads or g.low == 0:
                break
            continue  # to t = i, which wins at once
        gain = gain_of(g, i, j, t, leads, base, &doubt)
        if v.best == 0 or less(v.gain, gain):
            if v.best:
                v.second = v.gain
                v.rest = larger(v.rest, wide_add(v.gain, wide_minus(v.gain, v.floor)))
            v.best = t
            v.gain = gain
            v.floor = wide_minus(gain, doubt)
        else:
            v.second = larger(v.second, gain)
            v.rest = larger(v.rest, wide_add(gain, doubt))
        v.last = t
        if t == limit:
            if leads or g.low == 0:
                v.sure = True
                v.tail = nothing
            break
        v.tail = tail(g, i, j, t, leads, base)
        v.sure = less(v.tail, v.floor)
        if v.sure and (less(v.tail, v.second) or less(least, wide_minus(v.floor, v.tail))):
            break
    return v
