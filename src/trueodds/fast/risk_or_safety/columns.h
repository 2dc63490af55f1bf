/* Compute several rows of a column under the same moves, and prove the moves; the sweep spends most of its time here.

   `compute_rows` computes Y, R, X and G (see `columns.pyx`) of these rows from A in another column and Y of earlier
   rows. Each Y depends on the one k rows earlier, and each R on the one before, so Y and R are computed one by one, and
   all else in vectors. `compare_rows` leaves `proved` at -1 in the rows where float64 proves that one number of coins,
   `best`, beats every other number t. It tries each t up to `last` and bounds all larger t at once; going for t heads
   gains power[t] (larger[t] - smaller[t]).

   The loops are written once, at the end. This file includes itself once for each version of them: plain C, and AVX2
   with fused operations; `fused` selects one. The rounding error of a product takes one fused operation or sixteen
   others; it is exact either way, so both versions give the same results. The operations on double words are those of
   `exact/double_word.pxd`, bit for bit. */
#ifndef TRUEODDS_COLUMNS_H
#define TRUEODDS_COLUMNS_H

#include <stdint.h>

/* Constants of the columns of needs; `columns.pyx` derives them. */
#define UNIT 0x1p-106            /* u² of double words, u = 2^-53 */
#define MARGIN 0x1p-49           /* a float64 gain is moved outward by MARGIN p^t B_t or MARGIN p^t X */
#define UP (1.0 + 0x1p-48)       /* makes R an upper bound */

typedef struct { double hi, lo; } double_word;

/* a b - product, by parts of 26 bits (Dekker, Veltkamp) */
static inline double product_rest(double a, double b, double product) {
    double s = 134217729.0 * a, t = 134217729.0 * b, a_high = s - (s - a), b_high = t - (t - b);
    double a_low = a - a_high, b_low = b - b_high;
    return ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low;
}

#define NAME(of) of##_plain
#define TARGET
#if defined(__GNUC__) && defined(__aarch64__)
#define PRODUCT_REST(a, b, product) __builtin_fma(a, b, -(product))
#else
#define PRODUCT_REST product_rest
#endif
#include "columns.h"

#if defined(__GNUC__) && defined(__x86_64__)
#define NAME(of) of##_fused
#define TARGET __attribute__((target("avx2,fma")))
#define PRODUCT_REST(a, b, product) __builtin_fma(a, b, -(product))
#include "columns.h"
static int fused_rows(void) {
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
}
#else
#define compute_rows_fused compute_rows_plain
#define compare_rows_fused compare_rows_plain
static int fused_rows(void) { return 0; }
#endif

static void compute_rows(int fused, long rows, long k, double_word weight, double_word rest, int half, double share,
                         double fall, const double *a, const double *a_low, double *y, double *y_low, double *r,
                         double *part, double *part_low, double *x, double *x_low, double *g) {
    (fused ? compute_rows_fused : compute_rows_plain)(rows, k, weight, rest, half, share, fall, a, a_low, y, y_low, r,
                                                     part, part_low, x, x_low, g);
}
static void compare_rows(int fused, long rows, long best, long last, const double *power, double gap,
                         const double *value, const double *const *larger, const double *const *smaller,
                         const double *turn_gain, const double *bound, double *floor, int64_t *proved) {
    (fused ? compare_rows_fused : compare_rows_plain)(rows, best, last, power, gap, value, larger, smaller, turn_gain,
                                                     bound, floor, proved);
}

#elif defined(NAME) /* one version of the loops */

TARGET static inline double_word NAME(fast_two_sum)(double a, double b) {
    double_word z;
    z.hi = a + b;
    z.lo = b - (z.hi - a);
    return z;
}
TARGET static inline double_word NAME(plus)(double_word a, double_word b) {
    double s = a.hi + b.hi, t = s - a.hi, s_low = (a.hi - (s - t)) + (b.hi - t);
    double v = a.lo + b.lo, w = v - a.lo, v_low = (a.lo - (v - w)) + (b.lo - w);
    double_word z = NAME(fast_two_sum)(s, s_low + v);
    return NAME(fast_two_sum)(z.hi, v_low + z.lo);
}
TARGET static inline double_word NAME(times)(double_word a, double_word b) {
    double product = a.hi * b.hi;
    return NAME(fast_two_sum)(product, PRODUCT_REST(a.hi, b.hi, product) + (a.hi * b.lo + a.lo * b.hi));
}

TARGET static void NAME(compute_rows)(long rows, long k, double_word weight, double_word rest, int half, double share,
                                      double fall, const double *a, const double *a_low, double *y, double *y_low,
                                      double *r, double *part, double *part_low, double *x, double *x_low, double *g) {
    const double twice = half ? 2.0 : 1.0;
    for (long q = 0; q < rows; q++) {
        double_word lead = {a[q], a_low[q]}, against = {-a[q], -a_low[q]}, bank = {y[q - k], y_low[q - k]};
        double_word d = NAME(times)(weight, NAME(plus)(bank, against));
        double before = r[q - 1] * fall, now;
        part[q] = d.hi;
        part_low[q] = d.lo;
        if (!half) d = NAME(times)(rest, d);
        d = NAME(plus)(lead, d);
        y[q] = d.hi;
        y_low[q] = d.lo;
        now = d.hi * UP;
        r[q] = now > before ? now : before;
    }
    for (long q = 0; q < rows; q++) {
        double_word lead = {a[q], a_low[q]}, d = {twice * part[q], twice * part_low[q]};
        d = NAME(plus)(lead, d);
        x[q] = d.hi;
        x_low[q] = d.lo;
        g[q] = share * part[q] + MARGIN * d.hi;
    }
}

TARGET static void NAME(compare_rows)(long rows, long best, long last, const double *power, double gap,
                                      const double *value, const double *const *larger, const double *const *smaller,
                                      const double *turn_gain, const double *bound, double *floor, int64_t *proved) {
    const double *u = larger[best], *v = smaller[best];
    double weight = power[best], p = power[1], next = power[last + 1];
    for (long q = 0; q < rows; q++) {
        double gain = weight * ((u[q] - v[q]) - MARGIN * u[q]);
        floor[q] = gain - gap * value[q];
        proved[q] &= -(int64_t)(gain > 0.0);
    }
    for (long t = 1; t <= last; t++) {
        if (t == best) continue;
        u = larger[t], v = smaller[t], weight = power[t];
        for (long q = 0; q < rows; q++) {
            double gain = weight * ((u[q] - v[q]) + MARGIN * u[q]);
            proved[q] &= -(int64_t)(floor[q] > gain);
        }
    }
    u = larger[last], v = smaller[last], weight = power[last];
    for (long q = 0; q < rows; q++) {
        double by_power = next * bound[q];
        double gain = weight * (turn_gain[q] + p * (u[q] - v[q]));
        gain = gain < by_power ? gain : by_power;
        proved[q] &= -(int64_t)(floor[q] > gain);
    }
}

#undef NAME
#undef TARGET
#undef PRODUCT_REST

#endif
