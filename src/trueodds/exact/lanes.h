/* Arithmetic modulo LANES odd primes below 2^31 side by side, in Montgomery's form: a stands for a 2^32 modulo p.

   Three parts: single operations in plain C, whose loops compilers turn into vectors where they can; runs of rows
   of one kind, each a linear step from two rows before; and weighted sums of rows, modulo primes below 2^30.

   Forms are chosen at run time by number (`vector_forms`): AVX-512 and AVX2 (x86-64), NEON (64-bit ARM), and plain C. All
   give the same. `lane_runs.h` has the loops over runs once, for vectors of any width.

   A product by a constant c is (d c - m p) / 2^32 with m = d c/p modulo 2^32, where c/p is known beforehand: six
   multiplications of 32 by 32 bits a pair of neighbouring lanes on x86, a third fewer additions than the textbook's
   form. It takes any d < 2^32 and returns a residue below p: so d = B - A + p need not be reduced.

   A product of two numbers below 2^30 is below 2^60: AT_ONCE = 8 of them add up below 2^63, and are reduced together. */
#ifndef TRUEODDS_LANES_H
#define TRUEODDS_LANES_H

#include <stddef.h>
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

static inline void times(u32 *out, const u32 *a, const u32 *b, const u32 *p, const u32 *n) {
    LANE_LOOP for (int t = 0; t < LANES; t++) out[t] = product(a[t], b[t], p[t], n[t]);
}
static inline void minus(u32 *out, const u32 *a, const u32 *b, const u32 *p) {
    LANE_LOOP for (int t = 0; t < LANES; t++) out[t] = difference(a[t], b[t], p[t]);
}
static inline void plus(u32 *out, const u32 *a, const u32 *b, const u32 *p) {
    LANE_LOOP for (int t = 0; t < LANES; t++) out[t] = sum(a[t], b[t], p[t]);
}
/* Of LANES primes: n = -1/p modulo 2^32, by Newton from 1/p modulo 8, and 2^32 and 2^64 modulo p */
static inline void open_primes(const u32 *primes, u32 *n, u32 *one, u32 *square) {
    for (int t = 0; t < LANES; t++) {
        u32 p = primes[t], x = p;
        for (int bits = 3; bits < 32; bits *= 2) x *= 2 - p * x;
        n[t] = 0 - x;
        one[t] = (u32)(((uint64_t)1 << 32) % p);
        square[t] = (u32)((uint64_t)one[t] * one[t] % p);
    }
}
/* a^exponent, a and the power in Montgomery's form */
static inline u32 lane_power(u32 a, u32 exponent, u32 one, u32 p, u32 n) {
    u32 power = one;
    for (; exponent; exponent >>= 1) {
        if (exponent & 1) power = product(power, a, p, n);
        a = product(a, a, p, n);
    }
    return power;
}

/* A run is a stretch of rows with the same constants, LANES residues a row. Values of a run from A and B; with c3 = 2 c2 if `even` */
static void pull_plain(u32 *x, u32 *y, const u32 *a, const u32 *b, long rows, const u32 *c2, const u32 *c3, int even,
                       const u32 *p, const u32 *n) {
    for (long at = 0; at < rows * LANES; at += LANES) {
        if (even) {
            LANE_LOOP for (int t = 0; t < LANES; t++) {
                u32 from = a[at + t], e = product(difference(b[at + t], from, p[t]), c2[t], p[t], n[t]);
                u32 s = sum(from, e, p[t]);
                y[at + t] = s;
                x[at + t] = sum(s, e, p[t]);
            }
        } else {
            LANE_LOOP for (int t = 0; t < LANES; t++) {
                u32 from = a[at + t], d = difference(b[at + t], from, p[t]);
                y[at + t] = sum(from, product(d, c2[t], p[t], n[t]), p[t]);
                x[at + t] = sum(from, product(d, c3[t], p[t], n[t]), p[t]);
            }
        }
    }
}
/* Masses x, y of a run, from the last row to the first, taken away and added to a and b; with c3 = 2 c2 if `even` */
static void push_plain(u32 *x, u32 *y, u32 *a, u32 *b, long rows, const u32 *c2, const u32 *c3, int even,
                       const u32 *p, const u32 *n) {
    for (long at = (rows - 1) * LANES; at >= 0; at -= LANES) {
        u32 e[LANES];
        if (even) {
            LANE_LOOP for (int t = 0; t < LANES; t++)
                e[t] = product(sum(sum(x[at + t], y[at + t], p[t]), x[at + t], p[t]), c2[t], p[t], n[t]);
        } else {
            LANE_LOOP for (int t = 0; t < LANES; t++)
                e[t] = sum(product(x[at + t], c3[t], p[t], n[t]), product(y[at + t], c2[t], p[t], n[t]), p[t]);
        }
        LANE_LOOP for (int t = 0; t < LANES; t++) {
            u32 s = sum(x[at + t], y[at + t], p[t]);
            a[at + t] = sum(a[at + t], difference(s, e[t], p[t]), p[t]);
            x[at + t] = 0;
        }
        LANE_LOOP for (int t = 0; t < LANES; t++) {
            y[at + t] = 0; /* before b, which may be a row of the same array above */
            b[at + t] = sum(b[at + t], e[t], p[t]);
        }
    }
}
/* a b, residue by residue */
static void multiply_plain(u32 *out, const u32 *a, const u32 *b, const u32 *p, const u32 *n) { times(out, a, b, p, n); }
/* out 2^30 + limb, in place, for the limbs of a number below 2^30, the most significant first; shift stands for 2^30.
   What comes out is below p + 2^30, which the next product takes as it is. */
static void append_plain(u32 *out, const u32 *limbs, long count, const u32 *shift, const u32 *p, const u32 *n) {
    for (long at = 0; at < count; at++)
        LANE_LOOP for (int t = 0; t < LANES; t++) out[t] = product(out[t], shift[t], p[t], n[t]) + limbs[at];
}

#if defined(__GNUC__) && defined(__x86_64__)
#include <immintrin.h>
#define VECTOR_FORMS 2

#define NAME(of) of##_avx2
#define TARGET __attribute__((target("avx2")))
#define VECTOR __m256i
#define GROUP 2 /* vectors at once: as many as registers hold constants for */
#define LOAD(at) _mm256_loadu_si256((const __m256i *)(at))
#define STORE(at, v) _mm256_storeu_si256((__m256i *)(at), v)
#define ZERO() _mm256_setzero_si256()
#define ALL(x) _mm256_set1_epi32((int)(x))
#define ADD _mm256_add_epi32
#define SUB _mm256_sub_epi32
#define MIN _mm256_min_epu32
#define LOW _mm256_mullo_epi32
#define WIDE _mm256_mul_epu32
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

#define AT_ONCE 8
/* t / 2^32 modulo p, for t < 2 p 2^32, which holds for 8 p^2 and for 2^32 p; n = -1/p modulo 2^32 */
static inline u32 reduced(uint64_t t, u32 p, u32 n) {
    u32 m = (u32)t * n;
    u32 u = (u32)((t + (uint64_t)m * p) >> 32), v = u - p; /* below 3 p, which is below 2^32 */
    u = v < u ? v : u;
    v = u - p;
    return v < u ? v : u;
}
/* start less the sum of weights[r] values[read[r]], r below count */
static void weigh_plain(u32 *out, const u32 *start, const u32 *weights, const u32 *values, const int32_t *read,
                        ptrdiff_t count, const u32 *p, const u32 *n) {
    uint64_t total[LANES];
    for (int t = 0; t < LANES; t++) out[t] = start[t];
    for (ptrdiff_t from = 0; from < count; from += AT_ONCE) {
        ptrdiff_t stop = from + AT_ONCE < count ? from + AT_ONCE : count;
        for (int t = 0; t < LANES; t++) total[t] = 0;
        for (ptrdiff_t r = from; r < stop; r++) {
            const u32 *a = weights + r * LANES, *b = values + (ptrdiff_t)read[r] * LANES;
            for (int t = 0; t < LANES; t++) total[t] += (uint64_t)a[t] * b[t];
        }
        for (int t = 0; t < LANES; t++) out[t] = difference(out[t], reduced(total[t], p[t], n[t]), p[t]);
    }
}
/* x + fail y = gained, y + other_fail x = lost, in place; g = 1 / (1 - fail other_fail) */
static void settle_plain(u32 *x, u32 *y, const u32 *fail, const u32 *other_fail, const u32 *g, const u32 *p,
                         const u32 *n) {
    for (int t = 0; t < LANES; t++) {
        u32 rest = difference(x[t], product(fail[t], y[t], p[t], n[t]), p[t]);
        x[t] = product(g[t], rest, p[t], n[t]);
        y[t] = difference(y[t], product(other_fail[t], x[t], p[t], n[t]), p[t]);
    }
}
#if defined(__GNUC__) && defined(__x86_64__)
/* The same by eight lanes at a time: products of the even and of the odd lanes, then put together again. */
#define AVX2 __attribute__((target("avx2")))
typedef __m256i v8;
#define LOAD(at) _mm256_loadu_si256((const v8 *)(at))
#define STORE(at, v) _mm256_storeu_si256((v8 *)(at), v)
AVX2 static inline v8 odd8(v8 a) { return _mm256_srli_epi64(a, 32); }
AVX2 static inline v8 less8(v8 u, v8 p) { return _mm256_min_epu32(u, _mm256_sub_epi32(u, p)); }
AVX2 static inline v8 difference8(v8 a, v8 b, v8 p) {
    v8 u = _mm256_sub_epi32(a, b);
    return _mm256_min_epu32(u, _mm256_add_epi32(u, p));
}
AVX2 static inline v8 reduced8(v8 even, v8 odd, v8 p, v8 n) {
    v8 m = _mm256_mul_epu32(even, n), k = _mm256_mul_epu32(odd, odd8(n));
    even = _mm256_add_epi64(even, _mm256_mul_epu32(m, p));
    odd = _mm256_add_epi64(odd, _mm256_mul_epu32(k, odd8(p)));
    return less8(less8(_mm256_blend_epi32(odd8(even), odd, 0xAA), p), p);
}
AVX2 static inline v8 product8(v8 a, v8 b, v8 p, v8 n) {
    return reduced8(_mm256_mul_epu32(a, b), _mm256_mul_epu32(odd8(a), odd8(b)), p, n);
}
/* All lanes in one walk along the products: the number of these changes from pair to pair, which is dear to guess wrong */
AVX2 static void weigh_avx2(u32 *out, const u32 *start, const u32 *weights, const u32 *values, const int32_t *read,
                            ptrdiff_t count, const u32 *p, const u32 *n) {
    for (int t = 0; t < LANES; t += 8) STORE(out + t, LOAD(start + t));
    for (ptrdiff_t from = 0; from < count; from += AT_ONCE) {
        ptrdiff_t stop = from + AT_ONCE < count ? from + AT_ONCE : count;
        v8 even[LANES / 8], odd[LANES / 8];
        for (int k = 0; k < LANES / 8; k++) even[k] = odd[k] = _mm256_setzero_si256();
        for (ptrdiff_t r = from; r < stop; r++) {
            const u32 *left = weights + r * LANES, *right = values + (ptrdiff_t)read[r] * LANES;
            for (int k = 0; k < LANES / 8; k++) {
                v8 a = LOAD(left + 8 * k), b = LOAD(right + 8 * k);
                even[k] = _mm256_add_epi64(even[k], _mm256_mul_epu32(a, b));
                odd[k] = _mm256_add_epi64(odd[k], _mm256_mul_epu32(odd8(a), odd8(b)));
            }
        }
        for (int k = 0; k < LANES / 8; k++) {
            v8 q = LOAD(p + 8 * k), part = reduced8(even[k], odd[k], q, LOAD(n + 8 * k));
            STORE(out + 8 * k, difference8(LOAD(out + 8 * k), part, q));
        }
    }
}
AVX2 static void settle_avx2(u32 *x, u32 *y, const u32 *fail, const u32 *other_fail, const u32 *g, const u32 *p,
                             const u32 *n) {
    for (int t = 0; t < LANES; t += 8) {
        v8 q = LOAD(p + t), k = LOAD(n + t), b = LOAD(y + t);
        v8 rest = difference8(LOAD(x + t), product8(LOAD(fail + t), b, q, k), q);
        v8 a = product8(LOAD(g + t), rest, q, k);
        STORE(x + t, a);
        STORE(y + t, difference8(b, product8(LOAD(other_fail + t), a, q, k), q));
    }
}
static inline void weigh(u32 *out, const u32 *start, const u32 *weights, const u32 *values, const int32_t *read,
                  ptrdiff_t count, const u32 *p, const u32 *n, int form) {
    if (form) weigh_avx2(out, start, weights, values, read, count, p, n);
    else weigh_plain(out, start, weights, values, read, count, p, n);
}
static inline void settle(u32 *x, u32 *y, const u32 *fail, const u32 *other_fail, const u32 *g, const u32 *p, const u32 *n,
                   int form) {
    if (form) settle_avx2(x, y, fail, other_fail, g, p, n);
    else settle_plain(x, y, fail, other_fail, g, p, n);
}
#else
#define weigh(out, s, w, v, read, count, p, n, form) weigh_plain(out, s, w, v, read, count, p, n)
#define settle(x, y, f, h, g, p, n, form) settle_plain(x, y, f, h, g, p, n)
#endif

#endif
