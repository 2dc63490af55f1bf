/* Rows of a column whose moves are known, side by side: what the sweep over the columns spends its time on.

   `compute_rows`: Y, R, X and G of rows, from A in another column and Y of the rows before. Each Y needs that of k rows
   before, so these wait for each other; all else are vectors. `fits` gets -1, or 0 where X is too large for its scale.
   `compare_rows`: `proved` stays -1 where float64 proves that one number of coins, `best`, beats all others, of which as
   many as `last` are tried (`column_float64`, row by row). With t heads one gains power[t] (larger[t] - smaller[t]).

   `column_loops.h` has the loops once: as plain C, and for processors with AVX2 and fused operations, chosen at run time
   by number. What a product of floats is off by is found in one fused operation instead of sixteen; it is exact either
   way, so both forms give the same. */
#ifndef TRUEODDS_COLUMN_ROWS_H
#define TRUEODDS_COLUMN_ROWS_H

#include <stdint.h>

#include "columns.h"

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
#include "column_loops.h"

#if defined(__GNUC__) && defined(__x86_64__)
#define NAME(of) of##_fused
#define TARGET __attribute__((target("avx2,fma")))
#define PRODUCT_REST(a, b, product) __builtin_fma(a, b, -(product))
#include "column_loops.h"
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
                         double *part, double *part_low, double *x, double *x_low, double *g, int64_t *fits) {
    (fused ? compute_rows_fused : compute_rows_plain)(rows, k, weight, rest, half, share, fall, a, a_low, y, y_low, r,
                                                     part, part_low, x, x_low, g, fits);
}
static void compare_rows(int fused, long rows, long best, long last, const double *power, double gap,
                         const double *value, const double *const *larger, const double *const *smaller,
                         const double *most, const double *bound, double *floor, int64_t *proved) {
    (fused ? compare_rows_fused : compare_rows_plain)(rows, best, last, power, gap, value, larger, smaller, most, bound,
                                                     floor, proved);
}

#endif
