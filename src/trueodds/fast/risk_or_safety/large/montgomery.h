/* Arithmetic modulo LANES odd primes below 2^31 side by side, in Montgomery's form: a stands for a 2^32 modulo p.

   In plain C, whose loops compilers turn into vectors where they can; what is called most is in lanes.h. */
#ifndef TRUEODDS_MONTGOMERY_H
#define TRUEODDS_MONTGOMERY_H

#include <stdint.h>

#define LANES 32
#if defined(__clang__)
#define LANE_LOOP _Pragma("clang loop vectorize(assume_safety)")
#elif defined(__GNUC__)
#define LANE_LOOP _Pragma("GCC ivdep")
#else
#define LANE_LOOP __pragma(loop(ivdep))
#endif
typedef uint32_t u32;

/* a b / 2^32 modulo p, for a < 2^32 and b < p < 2^31; n = -1/p modulo 2^32 */
static inline u32 product(u32 a, u32 b, u32 p, u32 n) {
    uint64_t t = (uint64_t)a * b;
    u32 m = (u32)t * n;
    u32 u = (u32)((t + (uint64_t)m * p) >> 32), v = u - p;
    return v < u ? v : u;
}
static inline u32 sum(u32 a, u32 b, u32 p) { u32 u = a + b, v = u - p; return v < u ? v : u; }
static inline u32 difference(u32 a, u32 b, u32 p) { u32 u = a - b, v = u + p; return v < u ? v : u; }

static void times(u32 *out, const u32 *a, const u32 *b, const u32 *p, const u32 *n) {
    LANE_LOOP for (int t = 0; t < LANES; t++) out[t] = product(a[t], b[t], p[t], n[t]);
}
static void minus(u32 *out, const u32 *a, const u32 *b, const u32 *p) {
    LANE_LOOP for (int t = 0; t < LANES; t++) out[t] = difference(a[t], b[t], p[t]);
}
static void plus(u32 *out, const u32 *a, const u32 *b, const u32 *p) {
    LANE_LOOP for (int t = 0; t < LANES; t++) out[t] = sum(a[t], b[t], p[t]);
}
#endif
