"""The paper's bound-tightening iteration (section 4), sweep by sweep, over one contiguous state array.

Each sweep applies the paper's equations to every position (a, b, c), here in needs: a open points, i = target - b,
j = target - c. With q = 1 - p, the value of handing the turn over, by equation (7) for a heads probability p, is

    U(i, j) = 1 - P(0, j, i) = (1 + q P(1, i, j) - P(1, j, i)) / (1 + q),

continue is worth q U(i, j) + p P(a+1, i, j), stop is worth U(i - a, j); for p = 1/2 these are the paper's formulas
term by term. U is taken from the bounds that the last sweep left, then a goes from i-1 down to 1, in place.

Cost: size·sweeps steps of about ten operations, size = n²(n-1)/2, and exponentially many sweeps (581 at n = 20, 8111
at n = 30). Memory: the arrays given. Limits: indices are 64-bit.

Error bounds: P_min and P_max are rigorous. All quantities lie in [-2^-40, 1 + 2^-40] and each is made of at most five
operations rounded to nearest, of operands at most 2 (absolute error 2^-53 each), and of two constants that are off
by at most 2^-53; so a result is off by less than 2^-50, by which it is pushed outward.

A decision is final: exact arithmetic, and rounding to nearest with it, is monotone, so bounds only tighten, and
"lower bound above upper bound" stays true. The sweep therefore reads it off the bounds and needs no flag; the better
move's bounds are then the larger ones, both of them.
"""

from libc.string cimport memcpy


cdef extern from *:
    """
    #define OUTWARD 0x1p-50
    #if defined(_MSC_VER)
    #define RESTRICT __restrict
    #else
    #define RESTRICT __restrict__
    #endif
    /* U(i, .) from P(1, i, .) and P(1, ., i); returns how many bounds changed. */
    static double refresh(double *RESTRICT u_min, double *RESTRICT u_max, const double *RESTRICT mine_min,
                          const double *RESTRICT mine_max, const double *RESTRICT other_min,
                          const double *RESTRICT other_max, Py_ssize_t count, double q, double share) {
        double changed = 0.0;
        for (Py_ssize_t j = 0; j < count; j++) {
            double low = (1.0 + q * mine_min[j] - other_max[j]) * share - OUTWARD;
            double high = (1.0 + q * mine_max[j] - other_min[j]) * share + OUTWARD;
            low = low > 0.0 ? low : 0.0;
            high = high < 1.0 ? high : 1.0;
            changed += ((low != u_min[j]) | (high != u_max[j])) ? 1.0 : 0.0;
            u_min[j] = low;
            u_max[j] = high;
        }
        return changed;
    }
    /* Positions decided to continue. */
    static void go_on(double *RESTRICT p_min, double *RESTRICT p_max, const double *RESTRICT next_min,
                      const double *RESTRICT next_max, const double *RESTRICT here_min,
                      const double *RESTRICT here_max, Py_ssize_t start, Py_ssize_t stop, double p, double q) {
        for (Py_ssize_t j = start; j < stop; j++) {
            p_min[j] = q * here_min[j] + p * next_min[j] - OUTWARD;
            p_max[j] = q * here_max[j] + p * next_max[j] + OUTWARD;
        }
    }
    /* Positions of all kinds; returns how many of them are undecided. */
    static double either(double *RESTRICT p_min, double *RESTRICT p_max, const double *RESTRICT next_min,
                         const double *RESTRICT next_max, const double *RESTRICT here_min,
                         const double *RESTRICT here_max, const double *RESTRICT stop_min,
                         const double *RESTRICT stop_max, Py_ssize_t start, Py_ssize_t stop, double p, double q) {
        double undecided = 0.0;
        for (Py_ssize_t j = start; j < stop; j++) {
            double go_min = q * here_min[j] + p * next_min[j] - OUTWARD;
            double go_max = q * here_max[j] + p * next_max[j] + OUTWARD;
            double end_min = stop_min[j], end_max = stop_max[j];
            int decided = (go_min > end_max) | (end_min > go_max);
            double larger = go_min > end_min ? go_min : end_min, smaller = go_min > end_min ? end_min : go_min;
            p_min[j] = decided ? larger : smaller;
            p_max[j] = go_max > end_max ? go_max : end_max;
            undecided += decided ? 0.0 : 1.0;
        }
        return undecided;
    }
    """
    const double OUTWARD
    double refresh(double*, double*, const double*, const double*, const double*, const double*, Py_ssize_t, double,
                   double) noexcept nogil
    void go_on(double*, double*, const double*, const double*, const double*, const double*, Py_ssize_t, Py_ssize_t,
               double, double) noexcept nogil
    double either(double*, double*, const double*, const double*, const double*, const double*, const double*,
                  const double*, Py_ssize_t, Py_ssize_t, double, double) noexcept nogil


cdef inline Py_ssize_t width(Py_ssize_t i, Py_ssize_t most, Py_ssize_t least) noexcept nogil:
    return most if i <= least else least


cdef bint turn_over(const double* p_min, const double* p_max, const long long* offset, Py_ssize_t most,
                    Py_ssize_t least, double q, double* u_min, double* u_max, const double* won,
                    double* other_min, double* other_max) noexcept nogil:
    """Refresh the bounds of U from those of P(1, ·, ·); False if not a bit of them changed."""
    cdef Py_ssize_t i, j, w, at
    cdef double changed = 0.0
    for i in range(1, most + 1):
        w = width(i, most, least)
        other_min[0] = other_max[0] = 1.0  # the opponent needs one point: one head, and they have won
        for j in range(2, w + 1):
            other_min[j - 1] = p_min[offset[j] + i - 1]
            other_max[j - 1] = p_max[offset[j] + i - 1]
        at = i * (most + 1) + 1
        changed += refresh(u_min + at, u_max + at, won if i == 1 else p_min + offset[i],
                           won if i == 1 else p_max + offset[i], other_min, other_max, w, q, 1.0 / (1.0 + q))
    return changed > 0


cdef struct Row:  # positions with the same a and i, over all j
    double* p_min
    double* p_max
    const double* next_min  # a + 1, or having won
    const double* next_max
    const double* here_min  # U(i, ·)
    const double* here_max
    const double* stop_min  # U(i - a, ·)
    const double* stop_max
    double p
    double q


cdef inline int state(const Row* r, Py_ssize_t j) noexcept nogil:
    if r.q * r.here_min[j] + r.p * r.next_min[j] - OUTWARD > r.stop_max[j]:
        return 1
    if r.stop_min[j] > r.q * r.here_max[j] + r.p * r.next_max[j] + OUTWARD:
        return -1
    return 0


cdef void decided_run(Row* r, int which, Py_ssize_t start, Py_ssize_t stop) noexcept nogil:
    if which == 1:
        go_on(r.p_min, r.p_max, r.next_min, r.next_max, r.here_min, r.here_max, start, stop, r.p, r.q)
    else:
        memcpy(r.p_min + start, r.stop_min + start, (stop - start) * sizeof(double))
        memcpy(r.p_max + start, r.stop_max + start, (stop - start) * sizeof(double))


cdef double row(Row* r, int* runs, Py_ssize_t count) noexcept nogil:
    """One row; returns how many positions are undecided.

    `runs` holds the length and the state of a run of positions decided alike at the row's beginning, and of one at its
    end: most of a row, soon, and there one of the two moves need not be looked at.
    """
    cdef double undecided
    cdef int found
    decided_run(r, runs[1], 0, runs[0])
    decided_run(r, runs[3], count - runs[2], count)
    if runs[0] + runs[2] == count:
        return 0.0
    undecided = either(r.p_min, r.p_max, r.next_min, r.next_max, r.here_min, r.here_max, r.stop_min, r.stop_max,
                       runs[0], count - runs[2], r.p, r.q)
    while runs[0] + runs[2] < count:
        found = state(r, runs[0])
        if found == 0 or (runs[0] and found != runs[1]):
            break
        runs[1] = found
        runs[0] += 1
    while runs[0] + runs[2] < count:
        found = state(r, count - 1 - runs[2])
        if found == 0 or (runs[2] and found != runs[3]):
            break
        runs[3] = found
        runs[2] += 1
    return undecided


def sweep(double[::1] p_min, double[::1] p_max, const long long[::1] offset, Py_ssize_t most, Py_ssize_t least,
          double p, double q, double[:, ::1] u_min, double[:, ::1] u_max, double[:, ::1] work, int[:, ::1] runs,
          Py_ssize_t sweeps):
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
    work : float64 array, shape (3, most)
        Ones, the value of having won, in row 0; the other rows are work space.
    runs : int32 array, shape (most (most - 1) / 2, 4)
        What the last call left of each row's decided runs; zeros before the first.
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
    cdef const double* won = &work[0, 0]
    cdef Row r
    r.p, r.q = p, q
    if most == 1:
        return 0, 0, False
    low = &p_min[0]
    high = &p_max[0]
    with nogil:
        while done < sweeps and undecided > 0:
            changed = turn_over(low, high, &offset[0], most, least, q, u_low, u_high, won, &work[1, 0], &work[2, 0])
            if not changed:
                break
            done += 1
            undecided = 0.0
            for i in range(2, most + 1):
                w = width(i, most, least)
                for a in range(i - 1, 0, -1):
                    r.p_min = low + offset[i] + (a - 1) * w
                    r.p_max = high + offset[i] + (a - 1) * w
                    r.next_min = won if a == i - 1 else r.p_min + w
                    r.next_max = won if a == i - 1 else r.p_max + w
                    r.here_min = u_low + i * stride + 1
                    r.here_max = u_high + i * stride + 1
                    r.stop_min = u_low + (i - a) * stride + 1
                    r.stop_max = u_high + (i - a) * stride + 1
                    undecided += row(&r, &runs[(i - 1) * (i - 2) // 2 + a - 1, 0], w)
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
