"""The paper's bound-tightening iteration (section 4), sweep by sweep, over one contiguous state array.

Each sweep applies the paper's equations to every position (a, b, c), here in needs: a open points, i = target - b,
j = target - c. With q = 1 - p, the value of handing the turn over, by equation (7) for a heads probability p, is

    U(i, j) = 1 - P(0, j, i) = (1 + q P(1, i, j) - P(1, j, i)) / (1 + q),

continue is worth q U(i, j) + p P(a+1, i, j), stop is worth U(i - a, j); for p = 1/2 these are the paper's formulas
term by term. U is taken from the bounds that the last sweep left, then a goes from i-1 down to 1, in place.

Cost: size·sweeps steps of about ten operations, size = n²(n-1)/2, and exponentially many sweeps (581 at n = 20, 8111
at n = 30). Memory: the arrays given. Limits: indices are 64-bit.

Error bounds: P_min and P_max are rigorous. All quantities lie in [-2^-40, 1 + 2^-40] and each is made of at most six
operations rounded to nearest, of operands at most 2 (absolute error 2^-53 each), and of two constants that are off
by at most 2^-54; so a result is off by less than 2^-50, by which it is pushed outward.

A decision is final: exact arithmetic, and rounding to nearest with it, is monotone, so bounds only tighten, and
"lower bound above upper bound" stays true. The sweep therefore reads it off the bounds and needs no flag.
"""

cdef double OUTWARD = 2.0 ** -50


cdef inline double larger(double x, double y) noexcept nogil:
    return x if x > y else y


cdef inline double smaller(double x, double y) noexcept nogil:
    return x if x < y else y


cdef inline Py_ssize_t width(Py_ssize_t i, Py_ssize_t most, Py_ssize_t least) noexcept nogil:
    return most if i <= least else least


cdef bint turn_over(const double* p_min, const double* p_max, const long long* offset, Py_ssize_t most,
                    Py_ssize_t least, double p, double q, double* u_min, double* u_max) noexcept nogil:
    """Refresh the bounds of U from those of P(1, ·, ·); False if not a bit of them changed."""
    cdef Py_ssize_t i, j, at, stride = most + 1
    cdef double mine_min, mine_max, other_min, other_max, low, high
    cdef bint changed = False
    for i in range(1, most + 1):
        for j in range(1, width(i, most, least) + 1):
            mine_min = mine_max = other_min = other_max = 1.0
            if i > 1:
                mine_min = p_min[offset[i] + j - 1]
                mine_max = p_max[offset[i] + j - 1]
            if j > 1:
                other_min = p_min[offset[j] + i - 1]
                other_max = p_max[offset[j] + i - 1]
            low = larger((1.0 + q * mine_min - other_max) / (1.0 + q) - OUTWARD, 0.0)
            high = smaller((1.0 + q * mine_max - other_min) / (1.0 + q) + OUTWARD, 1.0)
            at = i * stride + j
            if low != u_min[at] or high != u_max[at]:
                changed = True
            u_min[at] = low
            u_max[at] = high
    return changed


cdef double row(double* p_min, double* p_max, const double* next_min, const double* next_max, const double* here_min,
                const double* here_max, const double* stop_min, const double* stop_max, Py_ssize_t count,
                double p, double q) noexcept nogil:
    """One row of positions, a and i fixed, over all j; returns how many of them are undecided."""
    cdef Py_ssize_t j
    cdef double go_min, go_max, end_min, end_max, undecided = 0.0
    cdef bint go, end
    for j in range(count):
        go_min = q * here_min[j] + p * next_min[j] - OUTWARD
        go_max = q * here_max[j] + p * next_max[j] + OUTWARD
        end_min = stop_min[j]
        end_max = stop_max[j]
        go = go_min > end_max
        end = end_min > go_max
        p_min[j] = go_min if go else end_min if end else smaller(go_min, end_min)
        p_max[j] = go_max if go else end_max if end else larger(go_max, end_max)
        undecided += 0.0 if go | end else 1.0
    return undecided


def sweep(double[::1] p_min, double[::1] p_max, const long long[::1] offset, Py_ssize_t most, Py_ssize_t least,
          double p, double q, double[:, ::1] u_min, double[:, ::1] u_max, const double[::1] ones, Py_ssize_t sweeps):
    """Sweep until all is decided, nothing changes any more, or `sweeps` are done. Releases the GIL.

    Parameters
    ----------
    p_min, p_max : float64 array, length `Layout.size`
        Bounds of the probability that the player to toss wins; changed in place.
    offset : int64 array, length most + 1
        `Layout.offset`.
    most, least : int
        The targets.
    p, q : float
        Probability of heads and of tails, rounded to nearest.
    u_min, u_max : float64 arrays, shape (most + 1, most + 1)
        Bounds of U as the last call left them (rows 0: ones); changed in place.
    ones : float64 array, length `most`
        The value of having won.
    sweeps : int
        At most so many sweeps.

    Returns
    -------
    tuple of (int, int, bool)
        Sweeps done, positions still undecided, whether nothing changes any more.
    """
    cdef Py_ssize_t done = 0, i, a, w, stride = most + 1
    cdef double undecided = 1.0
    cdef bint changed = True
    cdef double* low
    cdef double* high
    cdef double* u_low = &u_min[0, 0]
    cdef double* u_high = &u_max[0, 0]
    cdef const double* won = &ones[0]
    if most == 1:
        return 0, 0, False
    low = &p_min[0]
    high = &p_max[0]
    with nogil:
        while done < sweeps and undecided > 0:
            changed = turn_over(low, high, &offset[0], most, least, p, q, u_low, u_high)
            if not changed:
                break
            done += 1
            undecided = 0.0
            for i in range(2, most + 1):
                w = width(i, most, least)
                for a in range(i - 1, 0, -1):
                    undecided += row(
                        low + offset[i] + (a - 1) * w, high + offset[i] + (a - 1) * w,
                        won if a == i - 1 else low + offset[i] + a * w, won if a == i - 1 else high + offset[i] + a * w,
                        u_low + i * stride + 1, u_high + i * stride + 1,
                        u_low + (i - a) * stride + 1, u_high + (i - a) * stride + 1, w, p, q)
    return done, <long long> undecided, not changed


def decide(signed char[::1] s, const double[::1] p_min, const double[::1] p_max, const long long[::1] offset,
           Py_ssize_t most, Py_ssize_t least, double p, double q, const double[:, ::1] u_min,
           const double[:, ::1] u_max):
    """Write S: 1 continue, -1 stop, 0 unknown, as the bounds tell. Same arrays as `sweep`, `s` int8."""
    cdef Py_ssize_t i, a, j, w, at
    cdef double go_min, go_max
    with nogil:
        for i in range(2, most + 1):
            w = width(i, most, least)
            for a in range(i - 1, 0, -1):
                for j in range(1, w + 1):
                    at = offset[i] + (a - 1) * w + j - 1
                    go_min = q * u_min[i, j] + p * (1.0 if a == i - 1 else p_min[at + w]) - OUTWARD
                    go_max = q * u_max[i, j] + p * (1.0 if a == i - 1 else p_max[at + w]) + OUTWARD
                    s[at] = 1 if go_min > u_max[i - a, j] else -1 if u_min[i - a, j] > go_max else 0
