/* The two innermost loops of `sweeps.pyx`, over runs of positions that follow each other in memory. */
#ifndef TRUEODDS_SWEEPS_H
#define TRUEODDS_SWEEPS_H

#include <stddef.h>

#define OUTWARD 0x1p-50 /* more than any of these results is off by */

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

/* A run of positions: from the bounds with one open point more to theirs, in place; how many are undecided. */
CLONES static long long either(double *RESTRICT p_min, double *RESTRICT p_max, const double *RESTRICT here_min,
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

#endif
