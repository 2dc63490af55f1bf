"""The best number of coins at every pair of needs, with a proof: column by column, in twofold floats.

All values are the probability that the *trailing* player wins, who needs i ≥ j: X(i, j) if they are to toss, Y(i, j)
if the leading player is, who needs j. With k and l the numbers of coins that they go for, x = p^k, y = p^l,
E = x + y (1-x),

    A = X(i, j-l)   (0 if l = j)        B = Y(i-k, j)   (1 if k = i; 1 - X(j, i-k) if i-k < j)
    X = A + (x/E) (B - A)               Y = A + (1-y) (x/E) (B - A)               G = X - Y = y (x/E) (B - A)

Column j holds all i = j … n. It needs itself, the columns before it (the last few of them are kept) and nothing else.
A number is hi + lo, the *twofold* float, times 2^(-512 s), with one s for X and Y of a pair, so that nothing
underflows.

**Proof of a pair.** The trailing player gains p^t (B_t - Y) by going for t, the leading one p^t (X - A_t). A k is best
if no t gains more than k, and likewise l; for t = 1 … T that is seen one by one, for all t > T at once. A gain of
t > T is at most, for the trailing player, the smaller of

    p^(T+1) R(i-T-1),   R(m) = max of p^(m-h) Y(h, j) over h ≤ m   (R = 1 where the columns before are not kept)
    p^T (G(i-T, j) + p (Y(i-T, j) - Y(i, j)))                      (no turn at (i-T, j) gains more than G there)

and for the leading one the smaller of p^(T+1) X(i, j) and p^T (G(i, j-T) + p (X(i, j) - X(i, j-T))). T grows until
that is less than the best gain. By induction over i + j the values are then those of best play. At i = j both
players have the same problem: k = l, and one proof serves both. In column 1 the leading player has no choice and the
trailing player's moves are given, proved elsewhere. Where the leading player always goes for all j points and
p^j ≥ 1/2, it is best for the trailing one to go for all, and nothing else is (`proved` shows why); such k need no
check.

**Error bounds.** u = 2^-53. Sums and products of twofold floats as written here have relative errors of at most 3u² and
7u² (Joldes, Muller, Popescu, *Tight and rigorous error bounds for basic building blocks of double-word arithmetic*,
2017, Algorithms 6 and 10); a quotient at most 18u²: its first part is off by u, so that the remainder is at most 4u of
the whole, off by 3u² + 2u² + 4u², and dividing it adds 8u². Tables are within u². So E is off by 12u², x/E by 31u²,
B - A by 3u², their product by 41u², times 1-y by 49u², and X and Y, sums of positive terms, by at most 52u² of
themselves, if A and B were exact. X and Y are convex combinations of A and B: relative errors of A and B of at most r
make one of at most r, and absolute errors likewise. Only B = 1 - X(j, m) makes a relative error larger. Absolute errors
are at most 55u² (i+j): one step adds 52u², such a difference 3u². So B is off by 55u² (j+m)/b + 3u² of itself, where b
is the smallest such B met. Altogether, with room for terms of higher order and for underflow, below 2^-400 of any
value,

    every X(i, j) and Y(i, j) is within r = 64u² (i+j)/b of itself   (2^-99 (i+j) as long as b ≥ 1/2).

Float64 step: a gain from the high parts alone is off by less than p^t max (6u + 2r), max the larger of the two values;
it is pushed by 2^-49 p^t max, as long as r < 2^-60. Twofold step: off by less than p^t max (2r + 20u²), pushed by 4r
p^t max. What neither can decide is handed back. Moves that were handed in are taken as best: what follows is proved if
they are.

Cost: n m pairs of about 200 operations. Memory: the arrays given. Limits: n ≤ 65535, 2^-64 ≤ p ≤ 1 - 2^-64; needs
floats that are rounded to 53 bits after each operation, with no contraction to fused ones.
"""

from libc.math cimport INFINITY, frexp, ldexp

cpdef enum:
    DONE = 0
    UNDECIDED = 1
    FAULT = 2
    PAUSED = 3

cdef enum:
    NEAR = 64  # at most so many candidates are handed back
    GUESSES = 8  # plain floats may improve a guess so often
    ROUNDS = 200  # of strategy iteration at one pair
    SEEN = 64  # rows or columns put on one scale
    PATIENCE = 200000  # twofold steps before a pause, some tenths of a second

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
    Py_ssize_t reach  # how far float64 steps look beyond the best move
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
    bint all_in  # so far in this column the leading player goes for all, and needing j as the trailing one did, too
    unsigned char* all_in_row  # so far in this row the trailing player goes for all; NULL if p² < 1/2
    long long work  # steps of `compare`
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


cdef struct Near:  # what the choices at a pair hang on, on one scale
    const double* y  # Y, R and G of the rows before, from [-1] down
    const double* r
    const double* g
    Py_ssize_t first  # the first row that is there
    const double* lead  # X and G of the columns before, at [back[1]] and on
    const double* lead_g
    const int* scale
    const Py_ssize_t* back
    Py_ssize_t last  # the first that is not there
    int s  # the scale


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


cdef inline Twofold mantissa(Wide a) noexcept nogil:
    cdef Twofold z
    z.hi = a.hi
    z.lo = a.lo
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
    return wide(times(mantissa(a), mantissa(b)), a.e + b.e)


cdef inline Wide wide_over(Wide a, Wide b) noexcept nogil:
    return wide(over(mantissa(a), mantissa(b)), a.e - b.e)


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
        near = wide_minus(base, bank)
        gain = plain(g.g[at], -512 * g.scale[at])
    else:
        far = wide_times(far, plain(g.r[row - 1], -512 * g.y_scale[row - 1]))
        near = wide_minus(bank, base)
        gain = plain(g.g[g.back[0] + row], -512 * g.y_scale[row])
    near = wide_add(near, wide_scaled(larger(bank, base), 4.0 * g.error * (i + j)))
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
    return i - t >= g.low or (t == i and g.low == 1)


cdef Verdict compare(Sweep* g, Py_ssize_t i, Py_ssize_t j, bint leads, Wide base, Wide value) noexcept nogil:
    """Try t = 1, 2, … until all others are proved to gain less; `value` is X, or Y for the leading player."""
    cdef Verdict v
    cdef Py_ssize_t t, limit = j if leads else i
    cdef Wide gain, doubt, nothing = plain(-1.0, 1000), least = plain(1.0, 1000)
    if g.gap[leads] < 1.0:
        least = wide_scaled(value, g.gap[leads])
    v.best = v.last = 0
    v.sure = False
    v.gain = v.floor = v.second = v.rest = v.tail = nothing
    for t in range(1, limit + 1):
        if not known(g, i, j, t, leads):
            break
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
            v.sure = True
            v.tail = nothing
            break
        v.tail = tail(g, i, j, t, leads, base)
        v.sure = less(v.tail, v.floor)
        if v.sure and (less(v.tail, v.second) or less(least, wide_minus(v.floor, v.tail))):
            break
    g.work += v.last
    return v


cdef bint better(const Sweep* g, Py_ssize_t i, Py_ssize_t j, bint leads, Wide base, const Verdict* v,
                 Py_ssize_t present) noexcept nogil:
    """Whether the best that was found surely gains more than the present choice."""
    cdef Wide gain, doubt
    if v.best == present:
        return False
    gain = gain_of(g, i, j, present, leads, base, &doubt)
    return less(wide_add(gain, doubt), v.floor)


cdef bint settle(Sweep* g, Py_ssize_t i, Py_ssize_t j, bint leads, Wide base, Wide value, const Verdict* v,
                 Py_ssize_t present) noexcept nogil:
    """Whether the present choice is proved best; if so its gap is noted, else all that could be best."""
    cdef Wide gain, doubt, gap
    cdef Py_ssize_t t
    cdef long long count = 0
    if v.best == present and v.sure and less(v.rest, v.floor):
        gap = wide_over(wide_minus(v.gain, larger(v.second, v.tail)), value)
        if gap.e < 10 and ldexp(gap.hi, gap.e) < g.gap[leads]:
            g.gap[leads] = ldexp(gap.hi, gap.e)
            g.gap_at[2 * leads] = i
            g.gap_at[2 * leads + 1] = j
        return True
    g.near_count[leads] = -1
    if not v.sure:
        return False
    for t in range(1, v.last + 1):
        gain = gain_of(g, i, j, t, leads, base, &doubt)
        if not less(wide_add(gain, doubt), v.floor):
            if count == NEAR:
                return False
            g.near[NEAR * leads + count] = t
            count += 1
    g.near_count[leads] = count
    return False


cdef void values(const Sweep* g, Py_ssize_t i, Py_ssize_t j, Py_ssize_t k, Py_ssize_t l, Wide* x, Wide* y,
                 Wide* gain) noexcept nogil:
    """X, Y and G if the players go for k and l."""
    cdef Wide a = banked(g, i, j, l, True), y_power = power(g, l), both, t
    both = wide_add(power(g, k), wide_times(y_power, wide(pick(g.rest, g.rest_low, k), 0)))
    t = wide_times(wide_over(power(g, k), both), wide_minus(banked(g, i, j, k, False), a))
    x[0] = wide_add(a, t)
    y[0] = wide_add(a, wide_times(wide(pick(g.rest, g.rest_low, l), 0), t))
    gain[0] = wide_times(y_power, t)


cdef void store(Sweep* g, Py_ssize_t i, Py_ssize_t j, Wide x, Wide y, Wide gain) noexcept nogil:
    """Put a pair into the present column, on the scale of the last column if that serves."""
    cdef Py_ssize_t at = g.back[0] + i
    cdef int s = g.scale[g.back[1] + i] if 1 < j < i else g.y_scale[i - 1]
    cdef Twofold z
    if not -300 <= y.e + 512 * s <= 300:
        s = (256 - y.e) // 512  # y.e ≤ 1, so s ≥ 0
    z = at_exponent(x, -512 * s)
    g.x[at] = z.hi
    g.x_low[at] = z.lo
    z = at_exponent(y, -512 * s)
    g.y[i] = z.hi
    g.y_low[i] = z.lo
    g.g[at] = ldexp(gain.hi, gain.e + 512 * s) * UP + MARGIN * g.x[at]
    g.scale[at] = g.y_scale[i] = s
    if s != g.y_scale[i - 1]:
        g.same = i
    bound(g, i)


cdef inline void bound(Sweep* g, Py_ssize_t i) noexcept nogil:
    """R at row i from that at the row before."""
    cdef double before = ldexp(g.r[i - 1] * (g.power[1] * UP), 512 * (g.y_scale[i] - g.y_scale[i - 1]))
    cdef double here = g.y[i] * UP
    g.r[i] = here if here > before else before


cdef inline bint mine_best(const Sweep* g, const Near* v, Py_ssize_t i, Py_ssize_t k, double x,
                           double y) noexcept nogil:
    """Whether float64 proves that the trailing player's k beats all others by more than the smallest gap so far.

    x, y are the high parts of X and Y, on the scale of all that `v` shows.
    """
    cdef double floor = g.power[k] * ((v.y[-k] - y) - MARGIN * v.y[-k])
    cdef double gain, far
    cdef Py_ssize_t t
    if not floor > 0.0:
        return False
    floor -= g.gap[0] * x
    for t in range(1, k):
        gain = g.power[t] * ((v.y[-t] - y) + MARGIN * v.y[-t])
        if not floor > gain:
            return False
    for t in range(k, k + g.reach):
        if t > k:
            gain = g.power[t] * ((v.y[-t] - y) + MARGIN * v.y[-t])
            if not floor > gain:
                return False
        if t == i:
            return True
        if i - t - 1 < v.first or t == g.plain:
            return False
        far = g.power[t + 1] * v.r[-t - 1]
        gain = g.power[t] * (v.g[-t] + g.power[1] * ((v.y[-t] - y) + MARGIN * v.y[-t]))
        if floor > (gain if gain < far else far) * UP:
            return True
        if i - t == g.low and t + 1 < i:
            return False
    return False


cdef inline bint theirs_best(const Sweep* g, const Near* v, Py_ssize_t j, Py_ssize_t l, double x,
                             double y) noexcept nogil:
    """Whether float64 proves that the leading player's l beats all others by more than the smallest gap so far."""
    cdef double floor = g.power[l] * ((x - (0.0 if l == j else v.lead[v.back[l]])) - MARGIN * x)
    cdef double gain, far
    cdef Py_ssize_t t
    if not floor > 0.0:
        return False
    floor -= g.gap[1] * y
    for t in range(1, l):
        gain = g.power[t] * ((x - v.lead[v.back[t]]) + MARGIN * x)
        if not floor > gain or v.scale[v.back[t]] != v.s:
            return False
    for t in range(l, l + g.reach):
        if t == j:
            return t == l or floor > g.power[t] * x * UP
        if t == g.plain or t == v.last or v.scale[v.back[t]] != v.s:
            return False
        gain = (x - v.lead[v.back[t]]) + MARGIN * x
        if t > l and not floor > g.power[t] * gain:
            return False
        far = g.power[t + 1] * x
        gain = g.power[t] * (v.lead_g[v.back[t]] + g.power[1] * gain)
        if floor > (gain if gain < far else far) * UP:
            return True
    return False


cdef bint by_float(const Sweep* g, Py_ssize_t i, Py_ssize_t j, Py_ssize_t k, Py_ssize_t l, Wide x, Wide y,
                   bint sure) noexcept nogil:
    """Whether float64 proves both choices (only l if k is `sure`), once all that they hang on is put on one scale."""
    cdef Near v
    cdef double part[5][SEEN]
    cdef int scale[SEEN]
    cdef Py_ssize_t back[SEEN]
    cdef Py_ssize_t t, at, row, last = k + g.reach if k + g.reach < i else i
    cdef int s = g.y_scale[i - 1]
    cdef double x_high = ldexp(x.hi, x.e + 512 * s), y_high = ldexp(y.hi, y.e + 512 * s)
    if k > g.plain or l > g.plain or g.error * 2 * g.n > 2.0 ** -61:
        return False
    v.s = s
    v.first = i - last - 1 if i - last - 1 > g.low - 1 else g.low - 1
    if v.first >= g.same:
        v.y = g.y + i
        v.r = g.r + i
        v.g = g.g + g.back[0] + i
    elif i - v.first > SEEN:
        if not sure:
            return False
    else:
        for row in range(v.first, i):
            t = SEEN - i + row
            part[0][t] = ldexp(g.y[row], 512 * (s - g.y_scale[row]))
            part[1][t] = ldexp(g.r[row], 512 * (s - g.y_scale[row]))
            part[2][t] = ldexp(g.g[g.back[0] + row], 512 * (s - g.y_scale[row])) + 2.0 ** -500
        v.y = part[0] + SEEN
        v.r = part[1] + SEEN
        v.g = part[2] + SEEN
    if not sure and not mine_best(g, &v, i, k, x_high, y_high):
        return False
    if i == j:
        return True
    if l > g.kept - (l < j):
        return False
    last = l + g.reach if l + g.reach < j else j
    last = last if last < g.kept else g.kept
    v.last = last
    v.lead = g.x + i
    v.lead_g = g.g + i
    v.scale = g.scale + i
    v.back = g.back
    if last <= SEEN:
        for t in range(1, last):
            at = g.back[t] + i
            back[t] = t
            scale[t] = s
            part[3][t] = ldexp(g.x[at], 512 * (s - g.scale[at]))
            part[4][t] = ldexp(g.g[at], 512 * (s - g.scale[at])) + 2.0 ** -500
        v.lead = part[3]
        v.lead_g = part[4]
        v.scale = scale
        v.back = back
    return theirs_best(g, &v, j, l, x_high, y_high)


cdef bint guess(const Sweep* g, Py_ssize_t i, Py_ssize_t j, Py_ssize_t* best_k, Py_ssize_t* best_l, Wide x,
                Wide y) noexcept nogil:
    """Better k and l, as far as plain floats tell, among what stands on one scale; whether there are any."""
    cdef Py_ssize_t t, at, k = best_k[0], l = best_l[0], limit = i - g.same if i - g.same < g.plain else g.plain
    cdef int s = g.y_scale[i - 1]
    cdef double x_high = ldexp(x.hi, x.e + 512 * s), y_high = ldexp(y.hi, y.e + 512 * s), gain, most = -INFINITY
    limit -= g.same > 0 or g.low > 1  # row `same` has a Y if it is row 0 or above `low`
    for t in range(1, limit + 1 if k <= limit else 0):
        gain = g.power[t] * (g.y[i - t] - y_high)
        if gain > most:
            most = gain
            best_k[0] = t
    if i == j:
        best_l[0] = best_k[0]
        return best_k[0] != k
    most = -INFINITY
    limit = j if j < g.plain else g.plain
    for t in range(1, limit + 1):
        at = g.back[t] + i if t < g.kept and t < j else -1
        if t < j and (at < 0 or g.scale[at] != s):
            break
        gain = g.power[t] * (x_high - (g.x[at] if t < j else 0.0))
        if gain > most:
            most = gain
            best_l[0] = t
    return best_k[0] != k or best_l[0] != l


cdef int pair(Sweep* g, Py_ssize_t i, Py_ssize_t j, Py_ssize_t* best_k, Py_ssize_t* best_l, bint given) noexcept nogil:
    """Solve and prove one pair; k and l come as a guess, or `given`."""
    cdef Py_ssize_t k = best_k[0], l = best_l[0], rounds
    cdef Wide x, y, gain
    cdef Verdict mine, theirs
    cdef bint settled = False, proved = given, sure = False
    if not given:
        k = i if k == i - 1 and g.low == 1 else k if k < i else i
        l = l if l < j else j
        while not known(g, i, j, k, False):
            k -= 1
        l = k if i == j else l if known(g, i, j, l, True) else 1
    for rounds in range(ROUNDS):
        values(g, i, j, k, l, &x, &y, &gain)
        settled = True
        if given:
            break
        sure = g.all_in and k == i and l == j and g.power[j] > 0.5 + MARGIN and g.power_scale[j] == 0
        if rounds < GUESSES:
            if by_float(g, i, j, k, l, x, y, sure):
                proved = True
                g.decided[0] += 1
                break
            if not sure and guess(g, i, j, &k, &l, x, y):
                settled = False
                continue
        if i != j:
            theirs = compare(g, i, j, True, x, y)
            if better(g, i, j, True, x, &theirs, l):
                l = theirs.best
                settled = False
                continue
        if sure:
            break
        mine = compare(g, i, j, False, y, x)
        if better(g, i, j, False, y, &mine, k):
            k = mine.best
            l = k if i == j else l
            settled = False
            continue
        break
    best_k[0] = k
    best_l[0] = l
    if not proved:
        g.near_count[0] = g.near_count[1] = -1
        if not settled:
            return UNDECIDED
        proved = sure or settle(g, i, j, False, y, x, &mine, k)
        if proved:
            g.near[0] = k
            g.near_count[0] = 1
        if i != j:
            if settle(g, i, j, True, x, y, &theirs, l):
                g.near[NEAR] = l
                g.near_count[1] = 1
            else:
                proved = False
        if not proved:
            return UNDECIDED
        g.decided[1] += 1
    store(g, i, j, x, y, gain)
    g.moves[i] = <unsigned short> k
    g.leads[i - 1] = <unsigned short> l
    g.all_in = g.all_in and l == j
    if g.all_in_row != NULL and k < i:
        g.all_in_row[i] = 0
    return DONE


cdef Py_ssize_t fast(Sweep* g, Py_ssize_t i, Py_ssize_t j, Py_ssize_t k, Py_ssize_t l) noexcept nogil:
    """Rows from i on as long as k and l stay best, float64 proves it, and all that is needed has one scale.

    Returns the first row left to do.
    """
    cdef Py_ssize_t row, here = g.back[0], lead
    cdef double p = g.power[1], far, near
    cdef bint half = g.fair and l == 1
    cdef Twofold a, c, rest, d, x, y
    cdef Near v
    if l >= j or k >= i or l >= g.kept or k > g.plain or l > g.plain or g.error * 2 * g.n > 2.0 ** -61:
        return i
    g.all_in = False
    lead = g.back[l]
    rest = pick(g.rest, g.rest_low, l)
    c = pick(g.power, g.power_low, k)
    c = over(c, add(c, times(pick(g.power, g.power_low, l), pick(g.rest, g.rest_low, k))))
    v.first = g.same
    v.back = g.back
    v.last = g.kept
    v.s = g.y_scale[i - 1]
    for row in range(i, g.n + 1):
        if row - k - 1 < g.same or g.scale[lead + row] != v.s:
            return row
        a = pick(g.x, g.x_low, lead + row)
        d = times(c, add(pick(g.y, g.y_low, row - k), minus(a)))
        x = add(a, d)
        if half:
            d.hi *= 0.5
            d.lo *= 0.5
            y = add(a, d)
        else:
            y = add(a, times(rest, d))
        if x.hi > 2.0 ** 300:
            return row
        v.y = g.y + row
        v.r = g.r + row
        v.g = g.g + here + row
        v.lead = g.x + row
        v.lead_g = g.g + row
        v.scale = g.scale + row
        if not mine_best(g, &v, row, k, x.hi, y.hi) or not theirs_best(g, &v, j, l, x.hi, y.hi):
            return row
        g.x[here + row] = x.hi
        g.x_low[here + row] = x.lo
        g.scale[here + row] = v.s
        g.g[here + row] = (d.hi if half else g.power[l] * d.hi) * UP + MARGIN * x.hi
        g.y[row] = y.hi
        g.y_low[row] = y.lo
        g.y_scale[row] = v.s
        far = g.r[row - 1] * (p * UP)
        near = y.hi * UP
        g.r[row] = near if near > far else far
        g.moves[row] = <unsigned short> k
        g.leads[row - 1] = <unsigned short> l
        g.decided[0] += 1
        if g.all_in_row != NULL:
            g.all_in_row[row] = 0
    return g.n + 1


cdef void begin(Sweep* g, Py_ssize_t j) noexcept nogil:
    """Make column j ready: where the others stand, and the rows below j as the crossing has them."""
    cdef Py_ssize_t t, m, at
    cdef Wide y, one = plain(1.0, 0)
    cdef Twofold z
    cdef double least
    for t in range(g.kept):
        g.back[t] = (j - t + g.kept if t > j else j - t) % g.kept * (g.n + 1)
    g.low = j - g.kept + 1 if j - g.kept + 1 > 1 else 1
    g.same = g.low - 1
    g.all_in = g.all_in_row != NULL and g.all_in_row[j]
    g.y_scale[g.low - 1] = 0
    g.r[g.low - 1] = 1.0
    g.y[g.low - 1] = 1.0  # read as a value only if this is row 0
    g.y_low[g.low - 1] = 0.0
    for m in range(g.low, j):
        at = g.back[j - m] + j
        y = wide_minus(one, x_value(g, at))
        z = at_exponent(y, 0)
        g.y[m] = z.hi
        g.y_low[m] = z.lo
        g.y_scale[m] = 0
        g.g[g.back[0] + m] = ldexp(g.g[at], -512 * g.scale[at]) + 2.0 ** -500
        least = z.hi * (1.0 - MARGIN)
        if least < g.smallest:
            g.smallest = least
            g.error = 64.0 * UNIT / least
        bound(g, m)


cdef bint tables_hold(const Sweep* g) noexcept nogil:
    """Whether p^(k+1) = p p^k and (1 - p^k) + p^k = 1, as far as twofold floats tell."""
    cdef Py_ssize_t k
    cdef Wide difference, one = plain(1.0, 0), allowed
    for k in range(g.n + 1):
        difference = wide_minus(power(g, k), one if k == 0 else wide_times(power(g, k - 1), power(g, 1)))
        difference.hi = -difference.hi if difference.hi < 0.0 else difference.hi
        allowed = wide_scaled(power(g, k), 32.0 * UNIT)
        if not less(difference, allowed):
            return False
        difference = wide_minus(one, wide_add(wide(pick(g.rest, g.rest_low, k), 0), power(g, k)))
        difference.hi = -difference.hi if difference.hi < 0.0 else difference.hi
        if not less(difference, plain(32.0 * UNIT, 0)):
            return False
    return True


cdef class Columns:
    """The sweep over the columns, and all that it has to keep.

    Parameters
    ----------
    n, m : int
        The targets, n ≥ m.
    fair : bool
        The heads probability is 1/2.
    power, power_low : float64 arrays, length n + 2
        p^k 2^(512 s) as a twofold float, the high part between 2^-256 and 2^256.
    power_scale : int32 array, length n + 2
        s.
    rest, rest_low : float64 arrays, length n + 2
        1 - p^k as a twofold float.
    ring : float64 array, shape (3, kept, n + 1)
        Work space: X, its low part, G, of the last columns.
    ring_scale : int32 array, shape (kept, n + 1)
        Work space.
    column : float64 array, shape (3, n + 1)
        Work space: Y, its low part, R.
    column_scale : int32 array, length n + 1
        Work space.
    back : intp array, length kept
        Work space.
    all_in : uint8 array, length n + 1
        Work space. Must hold 1.

    Attributes
    ----------
    column, row : int
        The pair to do next: the needs of the leading and of the trailing player.
    """

    cdef Sweep g
    cdef object arrays
    cdef readonly Py_ssize_t m, column, row
    cdef Py_ssize_t k, l
    cdef bint given

    def __init__(self, Py_ssize_t n, Py_ssize_t m, bint fair, const double[::1] power, const double[::1] power_low,
                 const int[::1] power_scale, const double[::1] rest, const double[::1] rest_low,
                 double[:, :, ::1] ring, int[:, ::1] ring_scale, double[:, ::1] column, int[::1] column_scale,
                 Py_ssize_t[::1] back, unsigned char[::1] all_in):
        cdef Sweep* g = &self.g
        self.arrays = (power, power_low, power_scale, rest, rest_low, ring, ring_scale, column, column_scale, back,
                       all_in)
        self.m, self.column, self.row, self.k, self.l, self.given = m, 1, 1, 1, 1, False
        g.n, g.kept, g.fair = n, back.shape[0], fair
        g.power, g.power_low, g.power_scale = &power[0], &power_low[0], &power_scale[0]
        g.rest, g.rest_low = &rest[0], &rest_low[0]
        g.x, g.x_low, g.g, g.scale = &ring[0, 0, 0], &ring[1, 0, 0], &ring[2, 0, 0], &ring_scale[0, 0]
        g.y, g.y_low, g.r, g.y_scale = &column[0, 0], &column[1, 0], &column[2, 0], &column_scale[0]
        g.back = &back[0]
        g.low = 1
        g.same = 0
        g.all_in = False
        g.all_in_row = &all_in[0] if n > 1 and power[2] > 0.5 and power_scale[2] == 0 else NULL
        g.plain = 0
        while g.plain < n and power_scale[g.plain + 1] == 0:
            g.plain += 1
        g.reach = 8 if power[1] < 0.625 else <Py_ssize_t> (4.0 / rest[1])
        g.smallest, g.error = 1.0, 64.0 * UNIT
        g.gap[0] = g.gap[1] = INFINITY
        g.gap_at[0] = g.gap_at[1] = g.gap_at[2] = g.gap_at[3] = 0
        g.decided[0] = g.decided[1] = 0
        g.near_count[0] = g.near_count[1] = 0

    def run(self, unsigned short[:, ::1] moves, unsigned short[:, ::1] leads, Py_ssize_t first, Py_ssize_t last):
        """Do the columns before `last`. Releases the GIL.

        Parameters
        ----------
        moves : uint16 array, shape (columns, n + 1)
            Gets the trailing player's coins: [j - first, i]. For column 1 it must hold them.
        leads : uint16 array, shape (m, n)
            Gets the leading player's coins: [j - 1, i - 1].
        first, last : int
            The columns that `moves` has room for.

        Returns
        -------
        int
            DONE; PAUSED if it took long: call again; UNDECIDED if the pair at `row`, `column` could not be decided: say
            what is best there (`decide`), and call again; FAULT if tables or values contradict each other.
        """
        cdef Sweep* g = &self.g
        cdef Py_ssize_t i = self.row, j = self.column
        cdef int status = DONE
        g.work = 0
        with nogil:
            if i == 1 and j == 1 and not tables_hold(g):
                status = FAULT
            while status == DONE and j < last:
                if g.work > PATIENCE:
                    status = PAUSED
                    break
                g.moves = &moves[j - first, 0]
                g.leads = &leads[j - 1, 0]
                if i == j and not self.given:
                    begin(g, j)
                if i > j > 1 and not self.given:
                    i = fast(g, i, j, self.k, self.l)
                if i <= g.n:
                    if j == 1:
                        self.k = g.moves[i]
                        self.l = 1
                    status = pair(g, i, j, &self.k, &self.l, self.given or j == 1)
                    if status != DONE:
                        break
                    self.given = False
                    i += 1
                if i > g.n:
                    j += 1
                    i = j
                    self.k = g.moves[j - 1]
            if status == DONE and j > self.m and not tables_hold(g):
                status = FAULT
            self.row = i
            self.column = j
        return status

    def decide(self, Py_ssize_t k, Py_ssize_t l):
        """Go on from an undecided pair with these coins of the trailing and of the leading player.

        Raises
        ------
        ValueError
            What they lead to is not kept any more.
        """
        if not (1 <= k <= self.row and 1 <= l <= self.column and known(&self.g, self.row, self.column, k, False)
                and known(&self.g, self.row, self.column, l, True)):
            raise ValueError(f"needs {self.row} against {self.column}: {k} and {l} coins lead to what is not kept")
        self.k, self.l, self.given = k, l, True

    @property
    def guess(self):
        """The coins of both players that seemed best where it could not be decided."""
        return self.k, self.l

    @property
    def candidates(self):
        """All that can be best there: a list for the trailing and for the leading player, None if not known."""
        return tuple(
            None if count < 0 else [self.g.near[NEAR * who + t] for t in range(count)]
            for who, count in enumerate((self.g.near_count[0], self.g.near_count[1]))
        )

    @property
    def decided(self):
        """Pairs proved by float64 comparisons, and by twofold ones."""
        return self.g.decided[0], self.g.decided[1]

    @property
    def gaps(self):
        """For the trailing and the leading player: smallest relative gap (inf: none), needs i, j where it is."""
        return (
            (self.g.gap[0], self.g.gap_at[0], self.g.gap_at[1]),
            (self.g.gap[1], self.g.gap_at[2], self.g.gap_at[3]),
        )

    @property
    def error(self):
        """The relative error bound of all values, divided by i + j."""
        return self.g.error
