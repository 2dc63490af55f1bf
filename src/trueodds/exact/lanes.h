/* Arithmetic modulo LANES odd primes below 2^31 side by side, in Montgomery form: a 2^32 modulo p stands for a.

   There are four parts: single operations in plain C, whose loops compilers vectorize if they can; runs, which are
   sequences of rows with the same constants, where each row is a linear combination of two earlier rows; weighted sums
   of rows, modulo primes below 2^30; and sums of products of 31 by 24 bits without a modulus, which `long_sums`
   combines into long integers.

   The loops exist in several forms. One is chosen at run time by its number, from 0 for plain C to `vector_forms()`:
   1 for AVX2 and 2 for AVX-512 (x86-64), or 1 for NEON (64-bit ARM). All forms give the same result. `lane_runs.h`
   contains the loops once, for vectors of any width and for plain C.

   A product of d and a constant c is (d c - m p) / 2^32 with m = d c/p modulo 2^32, where c/p is precomputed. On x86
   this takes six multiplications of 32 by 32 bits for each pair of neighbouring lanes, and a third fewer additions than
   the textbook form. It accepts any d < 2^32 and returns a residue below p, so d = b - a + p need not be reduced.

   A product of two numbers below 2^30 is below 2^60, so AT_ONCE = 8 such products add up to less than 2^63.
   They are reduced together. */
#ifndef TRUEODDS_LANES_H
#define TRUEODDS_LANES_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define LANES 32
#if defined(__clang__)
#define LANE_LOOP _Pragma("clang loop vectorize(assume_safety)")
#elif defined(__GNUC__)
#define LANE_LOOP _Pragma("GCC ivdep")
#else
#define LANE_LOOP __pragma(loop(ivdep))
#endif
typedef uint32_t u32;

/* Return a b / 2^32 modulo p, for a < 2^32 and b < p < 2^31; n = -1/p modulo 2^32 */
static inline u32 product(u32 a, u32 b, u32 p, u32 n) {
    uint64_t t = (uint64_t)a * b;
    u32 m = (u32)t * n;
    u32 u = (u32)((t + (uint64_t)m * p) >> 32), v = u - p;
    return v < u ? v : u;
}
static inline u32 sum(u32 a, u32 b, u32 p) { u32 u = a + b, v = u - p; return v < u ? v : u; }
static inline u32 difference(u32 a, u32 b, u32 p) { u32 u = a - b, v = u + p; return v < u ? v : u; }

static inline void times(u32 *out, const u32 *a, const u32 *b, const u32 *p, const u32 *n) {
    LANE_LOOP for (int t = 0; t < LANES; t++) out[t] = product(a[t], b[t], p[t], n[t]);
}
static inline void minus(u32 *out, const u32 *a, const u32 *b, const u32 *p) {
    LANE_LOOP for (int t = 0; t < LANES; t++) out[t] = difference(a[t], b[t], p[t]);
}
static inline void plus(u32 *out, const u32 *a, const u32 *b, const u32 *p) {
    LANE_LOOP for (int t = 0; t < LANES; t++) out[t] = sum(a[t], b[t], p[t]);
}
/* For LANES primes, compute n = -1/p modulo 2^32 (Newton's iteration from 1/p modulo 8), and 2^32 and 2^64 modulo p */
static inline void open_primes(const u32 *primes, u32 *n, u32 *one, u32 *square) {
    for (int t = 0; t < LANES; t++) {
        u32 p = primes[t], x = p;
        for (int bits = 3; bits < 32; bits *= 2) x *= 2 - p * x;
        n[t] = 0 - x;
        one[t] = (u32)(((uint64_t)1 << 32) % p);
        square[t] = (u32)((uint64_t)one[t] * one[t] % p);
    }
}
/* Return a^exponent, with a and the power in Montgomery form */
static inline u32 lane_power(u32 a, u32 exponent, u32 one, u32 p, u32 n) {
    u32 power = one;
    for (; exponent; exponent >>= 1) {
        if (exponent & 1) power = product(power, a, p, n);
        a = product(a, a, p, n);
    }
    return power;
}
static inline u32 least(u32 a, u32 b) { return a < b ? a : b; }

#define AT_ONCE 8
/* Return t / 2^32 modulo p < 2^30 for t < 2 p 2^32, which is true of 8 p^2 and of 2^32 p; n = -1/p modulo 2^32 */
static inline u32 reduced(uint64_t t, u32 p, u32 n) {
    u32 m = (u32)t * n;
    u32 u = (u32)((t + (uint64_t)m * p) >> 32), v = u - p; /* below 3 p, which is below 2^32 */
    u = v < u ? v : u;
    v = u - p;
    return v < u ? v : u;
}

#define LIMBS 32 /* limbs of a long integer processed side by side */
#define ROWS 4
/* out[k] = the sum over t of factors[t] limbs[t LIMBS + k], of at most 256 terms and hence below 2^63 */
static inline void sum_plain(uint64_t *out, const u32 *factors, ptrdiff_t count, const u32 *limbs) {
    for (int k = 0; k < LIMBS; k++) out[k] = 0;
    for (ptrdiff_t t = 0; t < count; t++)
        for (int k = 0; k < LIMBS; k++) out[k] += (uint64_t)factors[t] * limbs[t * LIMBS + k];
}

#define NAME(of) of##_plain
#define TARGET
#define PLAIN 1
#define VECTOR u32
#define GROUP LANES /* one loop over all lanes, which compilers vectorize */
#define LOAD(at) (*(at))
#define STORE(at, v) (*(at) = (v))
#define ZERO() 0
#define ALL(x) (x)
#define ADD(a, b) ((a) + (b))
#define SUB(a, b) ((a) - (b))
#define MIN(a, b) least(a, b)
#include "lane_runs.h"

#if defined(__GNUC__) && defined(__x86_64__)
#include <immintrin.h>

#define NAME(of) of##_avx2
#define TARGET __attribute__((target("avx2")))
#define VECTOR __m256i
#define GROUP 2 /* vectors processed together; with more, their constants would not stay in registers */
#define LOAD(at) _mm256_loadu_si256((const __m256i *)(at))
#define STORE(at, v) _mm256_storeu_si256((__m256i *)(at), v)
#define ZERO() _mm256_setzero_si256()
#define ALL(x) _mm256_set1_epi32((int)(x))
#define ADD _mm256_add_epi32
#define SUB _mm256_sub_epi32
#define MIN _mm256_min_epu32
#define LOW _mm256_mullo_epi32
#define WIDE _mm256_mul_epu32
#define WIDE_ADD _mm256_add_epi64
#define WIDE_SUB _mm256_sub_epi64
#define ODD(v) _mm256_srli_epi64(v, 32)
#define HIGH_HALVES(even, odd) _mm256_blend_epi32(_mm256_srli_epi64(even, 32), odd, 0xAA)
#include "lane_runs.h"

#define NAME(of) of##_avx512
#define TARGET __attribute__((target("avx512f")))
#define VECTOR __m512i
#define GROUP 2
#define LOAD(at) _mm512_loadu_si512(at)
#define STORE(at, v) _mm512_storeu_si512(at, v)
#define ZERO() _mm512_setzero_si512()
#define ALL(x) _mm512_set1_epi32((int)(x))
#define ADD _mm512_add_epi32
#define SUB _mm512_sub_epi32
#define MIN _mm512_min_epu32
#define LOW _mm512_mullo_epi32
#define WIDE _mm512_mul_epu32
#define WIDE_ADD _mm512_add_epi64
#define WIDE_SUB _mm512_sub_epi64
#define ODD(v) _mm512_srli_epi64(v, 32)
#define HIGH_HALVES(even, odd) _mm512_mask_shuffle_epi32(odd, 0x5555, even, _MM_PERM_DDBB)
#include "lane_runs.h"

static int vector_forms(void) {
    __builtin_cpu_init();
    if (!__builtin_cpu_supports("avx2")) return 0;
    return __builtin_cpu_supports("avx512f") ? 2 : 1;
}
static inline const char *form_name(int form) { return form == 2 ? "avx512" : form == 1 ? "avx2" : "plain"; }
#define RUN(of, ...) \
    (form == 2 ? of##_avx512(__VA_ARGS__) : form == 1 ? of##_avx2(__VA_ARGS__) : of##_plain(__VA_ARGS__))
#define SUM_ROWS(...) (form == 2 ? sum_rows_avx512(__VA_ARGS__) : sum_rows_avx2(__VA_ARGS__))
#elif defined(__GNUC__) && defined(__aarch64__)
#include <arm_neon.h>
#define NAME(of) of##_vectors
#define TARGET
#define VECTOR uint32x4_t
#define GROUP 4
#define LOAD(at) vld1q_u32(at)
#define STORE(at, v) vst1q_u32(at, v)
#define ZERO() vdupq_n_u32(0)
#define ALL vdupq_n_u32
#define ADD vaddq_u32
#define SUB vsubq_u32
#define MIN vminq_u32
#define LOW vmulq_u32
#define NEON_PRODUCT 1
#include "lane_runs.h"
static int vector_forms(void) { return 1; }
static inline const char *form_name(int form) { return form ? "neon" : "plain"; }
#define WEIGH weigh_plain
#define RUN(of, ...) (form ? of##_vectors(__VA_ARGS__) : of##_plain(__VA_ARGS__))
#else
static int vector_forms(void) { return 0; }
static inline const char *form_name(int form) { return form ? "" : "plain"; }
#define RUN(of, ...) ((void)form, of##_plain(__VA_ARGS__))
#endif
static inline void pull_run(u32 *x, u32 *y, const u32 *a, const u32 *b, long rows, const u32 *c2, const u32 *c3, int even,
                            const u32 *p, const u32 *n, int form) {
    RUN(pull, x, y, a, b, rows, c2, c3, even, p, n);
}
static inline void push_run(u32 *x, u32 *y, u32 *a, u32 *b, long rows, const u32 *c2, const u32 *c3, int even,
                            const u32 *p, const u32 *n, int form) {
    RUN(push, x, y, a, b, rows, c2, c3, even, p, n);
}
static inline void multiply(u32 *out, const u32 *a, const u32 *b, const u32 *p, const u32 *n, int form) {
    RUN(multiply, out, a, b, p, n);
}
static inline void append(u32 *out, const u32 *limbs, long count, const u32 *shift, const u32 *p, const u32 *n, int form) {
    RUN(append, out, limbs, count, shift, p, n);
}
#ifndef WEIGH
#define WEIGH(...) RUN(weigh, __VA_ARGS__)
#endif
static inline void weigh(u32 *out, const u32 *start, const u32 *weights, const u32 *values, const int32_t *read,
                         ptrdiff_t count, const u32 *p, const u32 *n, int form) {
    WEIGH(out, start, weights, values, read, count, p, n);
}
static inline void settle(u32 *x, u32 *y, const u32 *fail, const u32 *other_fail, const u32 *g, const u32 *p, const u32 *n,
                          int form) {
    RUN(settle, x, y, fail, other_fail, g, p, n);
}
/* Do the work of `sum_plain` for at most ROWS rows of factors, each `apart` numbers after the previous one */
static inline void sum_rows(uint64_t *out, const u32 *factors, ptrdiff_t rows, ptrdiff_t apart, ptrdiff_t count,
                            const u32 *limbs, int form) {
#ifdef SUM_ROWS
    if (rows == ROWS && form) { SUM_ROWS(out, factors, apart, count, limbs); return; }
#endif
    for (ptrdiff_t r = 0; r < rows; r++) sum_plain(out + r * LIMBS, factors + r * apart, count, limbs);
}

#endif
