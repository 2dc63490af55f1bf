/* Sums of products modulo LANES odd primes below 2^30 side by side, in Montgomery's form: a stands for a 2^32 modulo p.

   A product of two numbers below 2^30 is below 2^60: AT_ONCE = 8 of them add up below 2^63, and are reduced together.

   Two forms: plain C, whose loops compilers turn into vectors where they can, and AVX2 by hand, chosen at run time
   (`fast`) on x86-64. Both give the same. */
#ifndef TRUEODDS_LANES_H
#define TRUEODDS_LANES_H

#include <stddef.h>
#include <stdint.h>

#define LANES 32
#define AT_ONCE 8
#if defined(__GNUC__) && defined(__x86_64__)
#define WITH_AVX2 1
#include <immintrin.h>
#endif
typedef uint32_t u32;

/* t / 2^32 modulo p, for t < 2 p 2^32, which holds for 8 p^2 and for 2^32 p; n = -1/p modulo 2^32 */
static inline u32 reduced(uint64_t t, u32 p, u32 n) {
    u32 m = (u32)t * n;
    u32 u = (u32)((t + (uint64_t)m * p) >> 32), v = u - p; /* below 3 p, which is below 2^32 */
    u = v < u ? v : u;
    v = u - p;
    return v < u ? v : u;
}
static inline u32 product(u32 a, u32 b, u32 p, u32 n) { return reduced((uint64_t)a * b, p, n); }
static inline u32 sum(u32 a, u32 b, u32 p) { u32 u = a + b, v = u - p; return v < u ? v : u; }
static inline u32 difference(u32 a, u32 b, u32 p) { u32 u = a - b, v = u + p; return v < u ? v : u; }

static void times_plain(u32 *out, const u32 *a, const u32 *b, const u32 *p, const u32 *n) {
    for (int t = 0; t < LANES; t++) out[t] = product(a[t], b[t], p[t], n[t]);
}
/* out 2^32 + limb, in place, for the limbs of a number from its last to its first; square is 2^64 */
static void append_plain(u32 *out, u32 limb, const u32 *square, const u32 *p, const u32 *n) {
    for (int t = 0; t < LANES; t++)
        out[t] = sum(product(out[t], square[t], p[t], n[t]), product(limb, square[t], p[t], n[t]), p[t]);
}
static void plus(u32 *out, const u32 *a, const u32 *b, const u32 *p) {
    for (int t = 0; t < LANES; t++) out[t] = sum(a[t], b[t], p[t]);
}
static void minus(u32 *out, const u32 *a, const u32 *b, const u32 *p) {
    for (int t = 0; t < LANES; t++) out[t] = difference(a[t], b[t], p[t]);
}

/* start less the sum of weights[r] values[read[r]], r below count */
static void weigh_plain(u32 *out, const u32 *start, const u32 *weights, const u32 *values, const int32_t *read, ptrdiff_t count,
                        const u32 *p, const u32 *n) {
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
#ifdef WITH_AVX2
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
AVX2 static void times_avx2(u32 *out, const u32 *a, const u32 *b, const u32 *p, const u32 *n) {
    for (int t = 0; t < LANES; t += 8) STORE(out + t, product8(LOAD(a + t), LOAD(b + t), LOAD(p + t), LOAD(n + t)));
}
AVX2 static void append_avx2(u32 *out, u32 limb, const u32 *square, const u32 *p, const u32 *n) {
    v8 own = _mm256_set1_epi32((int)limb);
    for (int t = 0; t < LANES; t += 8) {
        v8 q = LOAD(p + t), k = LOAD(n + t), shift = LOAD(square + t);
        v8 part = _mm256_add_epi32(product8(LOAD(out + t), shift, q, k), product8(own, shift, q, k));
        STORE(out + t, less8(part, q));
    }
}
/* All lanes in one walk along the products: the number of these changes from pair to pair, which is dear to guess wrong */
AVX2 static void weigh_avx2(u32 *out, const u32 *start, const u32 *weights, const u32 *values, const int32_t *read, ptrdiff_t count,
                            const u32 *p, const u32 *n) {
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
static void times(u32 *out, const u32 *a, const u32 *b, const u32 *p, const u32 *n, int fast) {
    if (fast) times_avx2(out, a, b, p, n);
    else times_plain(out, a, b, p, n);
}
static void append(u32 *out, u32 limb, const u32 *square, const u32 *p, const u32 *n, int fast) {
    if (fast) append_avx2(out, limb, square, p, n);
    else append_plain(out, limb, square, p, n);
}
static void weigh(u32 *out, const u32 *start, const u32 *weights, const u32 *values, const int32_t *read,
                  ptrdiff_t count, const u32 *p, const u32 *n, int fast) {
    if (fast) weigh_avx2(out, start, weights, values, read, count, p, n);
    else weigh_plain(out, start, weights, values, read, count, p, n);
}
static void settle(u32 *x, u32 *y, const u32 *fail, const u32 *other_fail, const u32 *g, const u32 *p, const u32 *n,
                   int fast) {
    if (fast) settle_avx2(x, y, fail, other_fail, g, p, n);
    else settle_plain(x, y, fail, other_fail, g, p, n);
}
static int has_avx2(void) { return __builtin_cpu_supports("avx2") != 0; }
#else
#define times(out, a, b, p, n, fast) times_plain(out, a, b, p, n)
#define append(out, limb, square, p, n, fast) append_plain(out, limb, square, p, n)
#define weigh(out, s, w, v, read, count, p, n, fast) weigh_plain(out, s, w, v, read, count, p, n)
#define settle(x, y, f, h, g, p, n, fast) settle_plain(x, y, f, h, g, p, n)
static int has_avx2(void) { return 0; }
#endif

#endif
