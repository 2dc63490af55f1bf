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


cdef extern from *:
    """
    #define OUTWARD 0x1p-50
    /* Vectors of four where the processor has them; no fused operations, so the results are the same. */
    #if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && defined(__linux__) && defined(__GLIBC__)
    #define CLONES __attribute__((target_clones("avx2", "default")))
    #else
    #define CLONES
    #endif
    #if defined(_MSC_VER)
    #define RESTRICT __restrict
    #else
    #define RESTRICT __restrict__
    #endif
    /* U(i, .) from P(1, i, .) and P(1, ., i); returns how many bounds changed. */
    CLONES static double refresh(double *RESTRICT u_min, double *RESTRICT u_max, const double *RESTRICT mine_min,
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
    /* A run of positions with the same number of open points; returns how many of them are undecided. */
    CLONES static double either(double *RESTRICT p_min, double *RESTRICT p_max, const double *RESTRICT next_min,
                         const double *RESTRICT next_max, const double *RESTRICT here_min,
                         const double *RESTRICT here_max, const double *RESTRICT stop_min,
                         const double *RESTRICT stop_max, Py_ssize_t count, double p, double q) {
        double undecided = 0.0;
        for (Py_ssize_t j = 0; j < count; j++) {
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
    double either(double*, double*, const double*, const double*, const double*, const double*, const double*,
                  const double*, Py_ssize_t, double, double) noexcept nogil


cdef inline Py_ssize_t width(Py_ssize_t i, Py_ssize_t most, Py_ssize_t least) noexcept nogil:
    return most if i <= least else least


cdef bint turn_over(const double* p_min, const double* p_max, const long long* rows, const long long* bases,
                    Py_ssize_t most, Py_ssize_t least, double q, double* u_min, double* u_max, const double* won,
                    double* other_min, double* other_max) noexcept nogil:
    """Refresh the bounds of U from those of P(1, ·, ·); False if not a bit of them changed."""
    cdef Py_ssize_t i, j, w, one = bases[1]
    cdef double changed = 0.0
    for i in range(1, most + 1):
        w = width(i, most, least)
        other_min[0] = other_max[0] = 1.0  # the opponent needs one point: one head, and they have won
        for j in range(2, w + 1):
            other_min[j - 1] = p_min[one + rows[j] + i - 1]
            other_max[j - 1] = p_max[one + rows[j] + i - 1]
        changed += refresh(u_min + rows[i], u_max + rows[i], won if i == 1 else p_min + one + rows[i],
                           won if i == 1 else p_max + one + rows[i], other_min, other_max, w, q, 1.0 / (1.0 + q))
    return changed > 0


def sweep(double[::1] p_min, double[::1] p_max, const long long[::1] rows, const long long[::1] bases, Py_ssize_t most,
          Py_ssize_t least, double p, double q, double[::1] u_min, double[::1] u_max, double[:, ::1] work,
          Py_ssize_t sweeps):
    """Sweep until all is decided, nothing changes any more, or `sweeps` are done. Releases the GIL.

    Parameters
    ----------
    p_min, p_max : float64 array, length `Layout.size`
        Bounds of the probability that the player to toss wins; changed in place.
    rows, bases : int64 arrays
        Of the layout.
    most, least : int
        The targets.
    p, q : float
        Probability of heads and of tails, rounded to nearest.
    u_min, u_max : float64 arrays, length rows[most + 1]
        Bounds of U as the last call left them; changed in place.
    work : float64 array, shape (3, most)
        Ones, the value of having won, in row 0; the other rows are work space.
    sweeps : int
        At most so many sweeps.

    Returns
    -------
    tuple of (int, int, bool)
        Sweeps done, positions still undecided, whether nothing changes any more.
    """
    cdef Py_ssize_t done = 0, i, a, end, at, w
    cdef double undecided = 1.0
    cdef bint changed = True
    cdef double* low
    cdef double* high
    cdef double* u_low = &u_min[0]
    cdef double* u_high = &u_max[0]
    cdef const double* won = &work[0, 0]
    cdef const double* next_low
    cdef const double* next_high
    if most == 1:
        return 0, 0, False
    low = &p_min[0]
    high = &p_max[0]
    with nogil:
        while done < sweeps and undecided > 0:
            changed = turn_over(low, high, &rows[0], &bases[0], most, least, q, u_low, u_high, won, &work[1, 0],
                                &work[2, 0])
            if not changed:
                break
            done += 1
            undecided = 0.0
            for a in range(most - 1, 0, -1):
                i = a + 1
                while i <= most:
                    # A run of needs i … end-1 in which all that is read stands in one piece: one head from winning
                    # alone; then as long as i and i - a have rows of the same width.
                    w = width(i, most, least)
                    if i == a + 1 or w != width(i - a, most, least):
                        end = i + 1
                    else:
                        end = (least if i <= least else most) + 1
                    at = bases[a] + rows[i]
                    next_low = won if i == a + 1 else low + bases[a + 1] + rows[i]
                    next_high = won if i == a + 1 else high + bases[a + 1] + rows[i]
                    undecided += either(low + at, high + at, next_low, next_high, u_low + rows[i], u_high + rows[i],
                                        u_low + rows[i - a], u_high + rows[i - a], rows[end] - rows[i], p, q)
                    i = end
    return done, <long long> undecided, not changed


def decide(signed char[::1] s, const double[::1] p_min, const double[::1] p_max, const long long[::1] rows,
           const long long[::1] bases, Py_ssize_t most, Py_ssize_t least, double p, double q, const double[::1] u_min,
           const double[::1] u_max):
    """Write S: 1 continue, -1 stop, 0 unknown, as the bounds tell. Same arrays as `sweep`, `s` int8."""
    cdef Py_ssize_t i, a, j, at, after, stop
    cdef double go_min, go_max
    with nogil:
        for i in range(2, most + 1):
            for a in range(i - 1, 0, -1):
                for j in range(width(i, most, least)):
                    at = bases[a] + rows[i] + j
                    after = bases[a + 1] + rows[i] + j if a < i - 1 else 0
                    stop = rows[i - a] + j
                    go_min = q * u_min[rows[i] + j] + p * (1.0 if a == i - 1 else p_min[after]) - OUTWARD
                    go_max = q * u_max[rows[i] + j] + p * (1.0 if a == i - 1 else p_max[after]) + OUTWARD
                    s[at] = 1 if go_min > u_max[stop] else -1 if u_min[stop] > go_max else 0
