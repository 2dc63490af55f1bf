"""Tighten bounds by the paper's iteration, sweep by sweep, using memory for one layer of positions.

The paper is R. Jehn, arXiv:2603.01002; section 4 describes the iteration. Each sweep applies the paper's equations to
every position (a, b, c) with `a` open points and needs i = target - b and j = opponent's target - c. Let P(a, i, j) be
the probability that the player to toss wins, p that of heads, and q = 1 - p. By equation (7), generalized to any p,
passing the turn is worth

    U(i, j) = 1 - P(0, j, i) = (1 + q P(1, i, j) - P(1, j, i)) / (1 + q).

Continuing is worth q U(i, j) + p P(a+1, i, j), and stopping is worth U(i - a, j). For p = 1/2, these are the paper's
formulas, term by term. A sweep first computes U from the previous sweep, and then the layers a = n-1 … 1, where n is
the larger target.

A sweep reads only P(1, ·, ·) of the previous sweep, to compute U. So the layers of a sweep use the same memory in turn,
which stays in the cache. The state array (all layers and S) is written only after the last sweep, by `write`.

Cost for targets n: size·sweeps steps of about ten operations, with size = n²(n-1)/2 and exponentially many sweeps (for
a fair coin, 581 for n = 20 and 8,111 for n = 30). Memory: the arrays passed in.

Error bounds: all quantities lie in [-2^-40, 1 + 2^-40]. Each quantity results from at most five operations rounded to
nearest, with results of at most 2 (absolute error 2^-53 each), and from two rounded constants, whose errors add at most
2.5·2^-53. So its error is less than 2^-50, and it is moved outward by 2^-50.

A decision is final. Exact arithmetic and rounding to nearest are monotone, so bounds only tighten, and once the lower
bound of one move is above the upper bound of the other, it stays above. The sweep therefore needs no flag for
decisions. Once a position is decided, the better move has both the larger lower bound and the larger upper bound.
"""

from ..states cimport CONTINUE, STOP, UNKNOWN

cdef extern from *:
    """
    /* The two innermost loops, over runs of positions that follow each other in memory. */
#include <stddef.h>

#define OUTWARD 0x1p-50 /* more than the error of any of these results */

    /* Use vectors of four if the processor has them, but no fused operations, so that all processors agree. */
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

    /* Compute U(i, .) from P(1, i, .) and P(1, ., i); return the number of j at which a bound changed. */
    CLONES static long long refresh(double *RESTRICT u_min, double *RESTRICT u_max, const double *RESTRICT mine_min,
                          const double *RESTRICT mine_max, const double *RESTRICT other_min,
                          const double *RESTRICT other_max, ptrdiff_t count, double q, double share) {
        long long changed = 0;
        for (ptrdiff_t j = 0; j < count; j++) {
            double low = (1.0 + q * mine_min[j] - other_max[j]) * share - OUTWARD;
            double high = (1.0 + q * mine_max[j] - other_min[j]) * share + OUTWARD;
            low = low > 0.0 ? low : 0.0;
            high = high < 1.0 ? high : 1.0;
            changed += ((low != u_min[j]) | (high != u_max[j])) ? 1 : 0;
            u_min[j] = low;
            u_max[j] = high;
        }
        return changed;
    }

    /* For a run of needs, replace the bounds on P(a+1, ., .) by those on P(a, ., .); return how many stay undecided. */
    CLONES static long long sweep_run(double *RESTRICT p_min, double *RESTRICT p_max, const double *RESTRICT here_min,
                         const double *RESTRICT here_max, const double *RESTRICT stop_min,
                         const double *RESTRICT stop_max, ptrdiff_t count, double p, double q) {
        long long undecided = 0;
        for (ptrdiff_t j = 0; j < count; j++) {
            double go_min = q * here_min[j] + p * p_min[j] - OUTWARD;
            double go_max = q * here_max[j] + p * p_max[j] + OUTWARD;
            double end_min = stop_min[j], end_max = stop_max[j];
            int decided = (go_min > end_max) | (end_min > go_max);
            double larger = go_min > end_min ? go_min : end_min, smaller = go_min > end_min ? end_min : go_min;
            p_min[j] = decided ? larger : smaller;
            p_max[j] = go_max > end_max ? go_max : end_max;
            undecided += decided ? 0 : 1;
        }
        return undecided;
    }
    """
    const double OUTWARD
    long long refresh(double*, double*, const double*, const double*, const double*, const double*, Py_ssize_t, double,
                      double) noexcept nogil
    long long sweep_run(double*, double*, const double*, const double*, const double*, const double*, Py_ssize_t,
                        double, double) noexcept nogil


cdef inline Py_ssize_t width(Py_ssize_t i, Py_ssize_t larger, Py_ssize_t smaller) noexcept nogil:
    return larger if i <= smaller else smaller


cdef bint refresh_turn_values(const double* one_min, const double* one_max, const long long* rows, Py_ssize_t larger,
                              Py_ssize_t smaller, double q, double* u_min, double* u_max, double* other_min,
                              double* other_max) noexcept nogil:
    """Refresh the bounds on U from those on P(1, ·, ·); return whether any bound on U changed."""
    cdef Py_ssize_t i, j, at, w
    cdef long long changed = 0
    for i in range(1, larger + 1):
        w = width(i, larger, smaller)
        for j in range(1, w + 1):
            other_min[j - 1] = one_min[rows[j] + i - 1]
            other_max[j - 1] = one_max[rows[j] + i - 1]
        at = rows[i]
        changed += refresh(u_min + at, u_max + at, one_min + at, one_max + at, other_min, other_max, w, q,
                           1.0 / (1.0 + q))
    return changed > 0


cdef long long sweep_layer(Py_ssize_t a, double* p_min, double* p_max, const double* u_min, const double* u_max,
                           const long long* rows, Py_ssize_t larger, Py_ssize_t smaller, double p,
                           double q) noexcept nogil:
    """Replace the bounds on P(a+1, ·, ·) by those on P(a, ·, ·); return the number of undecided positions."""
    cdef Py_ssize_t i = a + 1, end, x
    cdef long long undecided = 0
    for x in range(rows[i], rows[i + 1]):  # the row in which one more head wins
        p_min[x] = 1.0
        p_max[x] = 1.0
    while i <= larger:
        # The values read are contiguous as long as i and i - a have rows of equal width.
        end = i + 1
        if width(i, larger, smaller) == width(i - a, larger, smaller):
            end = (smaller if i <= smaller else larger) + 1
        undecided += sweep_run(p_min + rows[i], p_max + rows[i], u_min + rows[i], u_max + rows[i], u_min + rows[i - a],
                               u_max + rows[i - a], rows[end] - rows[i], p, q)
        i = end
    return undecided


def sweep(double[::1] p_min, double[::1] p_max, double[::1] u_min, double[::1] u_max, const long long[::1] rows,
          Py_ssize_t larger, Py_ssize_t smaller, double p, double q, double[:, ::1] work, Py_ssize_t sweeps):
    """Sweep until all positions are decided, no bound changes, or `sweeps` sweeps are done. The GIL is released.

    `p_min` and `p_max` are bounds on P(1, ·, ·), and `u_min` and `u_max` are bounds on U. All have length
    rows[larger + 1] and are updated in place. In the row of need 1, where the open point wins, `p_min` and `p_max` must
    be 1. `p` and `q` are the probabilities of heads and tails, rounded to nearest. `work`, of shape (2, larger), is a
    workspace. `rows`, `larger` and `smaller` are those of `Layout`.

    Return the number of sweeps, the number of positions still undecided (valid only if there was a sweep), and whether
    the bounds have stopped changing.
    """
    cdef Py_ssize_t done = 0, a
    cdef long long undecided = 1
    cdef bint changed = True
    if larger == 1:
        return 0, 0, False
    with nogil:
        while done < sweeps and undecided > 0:
            changed = refresh_turn_values(&p_min[0], &p_max[0], &rows[0], larger, smaller, q, &u_min[0], &u_max[0],
                                          &work[0, 0], &work[1, 0])
            if not changed:
                break
            done += 1
            undecided = 0
            for a in range(larger - 1, 0, -1):
                undecided += sweep_layer(a, &p_min[0], &p_max[0], &u_min[0], &u_max[0], &rows[0], larger, smaller, p, q)
    return done, undecided, not changed


def write(signed char[::1] s, double[::1] p_min, double[::1] p_max, const double[::1] u_min, const double[::1] u_max,
          const long long[::1] rows, const long long[::1] bases, Py_ssize_t larger, Py_ssize_t smaller, double p,
          double q):
    """Write P_min, P_max and S after the last sweep. The GIL is released.

    `s` (codes of `states.pxd`), `p_min` and `p_max` have length `Layout.size`. `u_min` and `u_max` are the bounds on U
    that the last sweep used.
    """
    cdef Py_ssize_t i, a, j, at, count, here, stop
    cdef const double* next_min
    cdef const double* next_max
    cdef double go_min, go_max
    with nogil:
        for a in range(larger - 1, 0, -1):
            for i in range(a + 1, larger + 1):
                at, here, stop, count = bases[a] + rows[i], rows[i], rows[i - a], width(i, larger, smaller)
                for j in range(count):
                    p_min[at + j] = p_max[at + j] = 1.0
                if i > a + 1:
                    next_min, next_max = &p_min[bases[a + 1] + rows[i]], &p_max[bases[a + 1] + rows[i]]
                    for j in range(count):
                        p_min[at + j] = next_min[j]
                        p_max[at + j] = next_max[j]
                for j in range(count):
                    go_min = q * u_min[here + j] + p * p_min[at + j] - OUTWARD
                    go_max = q * u_max[here + j] + p * p_max[at + j] + OUTWARD
                    s[at + j] = CONTINUE if go_min > u_max[stop + j] else STOP if u_min[stop + j] > go_max else UNKNOWN
                sweep_run(&p_min[at], &p_max[at], &u_min[here], &u_max[here], &u_min[stop], &u_max[stop], count, p, q)
