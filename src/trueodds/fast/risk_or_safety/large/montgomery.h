/* Arithmetic modulo LANES odd primes below 2^31 side by side, in Montgomery's form: a stands for a 2^32 modulo p.

   Two forms of what is called most: plain C, whose loops compilers turn into vectors where they can (with GCC and Clang
   this is also the form for ARM), and AVX2 by hand, chosen at run time (`fast`) on x86-64. Both give the same. */
#ifndef TRUEODDS_MONTGOMERY_H
#define TRUEODDS_MONTGOMERY_H

#include <stdint.h>

#define LANES 32
#if defined(__GNUC__) && defined(__x86_64__)
#define WITH_AVX2 1
#include <immintrin.h>
#endif
#if defined(__clang__)
#define LANE_LOOP _Pragma("clang loop vectorize(assume_safety)")
#elif defined(__GNUC__)
#define LANE_LOOP _Pragma("GCC ivdep")
#else
#define LANE_LOOP __pragma(loop(ivdep))
#endif
typedef uint32_t u32;

/* a b / 2^32 modulo p, for a, b < p < 2^31; n = -1/p modulo 2^32 */
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
/* The values of one pair, from A, B; c3 = 2 c2 */
static void pull_even_plain(u32 *x, u32 *y, const u32 *a, const u32 *b, const u32 *c2, const u32 *p,
                             const u32 *n) {
    LANE_LOOP for (int t = 0; t < LANES; t++) {
        u32 e = product(difference(b[t], a[t], p[t]), c2[t], p[t], n[t]);
        u32 s = sum(a[t], e, p[t]);
        y[t] = s;
        x[t] = sum(s, e, p[t]);
    }
}
static void pull(u32 *x, u32 *y, const u32 *a, const u32 *b, const u32 *c2, const u32 *c3, const u32 *p,
                        const u32 *n) {
    LANE_LOOP for (int t = 0; t < LANES; t++) {
        u32 d = difference(b[t], a[t], p[t]), from = a[t];
        y[t] = sum(from, product(d, c2[t], p[t], n[t]), p[t]);
        x[t] = sum(from, product(d, c3[t], p[t], n[t]), p[t]);
    }
}
/* The mass t on B and the rest on A, of masses x, y of one pair; c3 = 2 c2 */
static void split_even_plain(u32 *on_b, u32 *on_a, const u32 *x, const u32 *y, const u32 *c2, const u32 *p,
                              const u32 *n) {
    LANE_LOOP for (int t = 0; t < LANES; t++) {
        u32 s = sum(x[t], y[t], p[t]);
        u32 e = product(sum(s, x[t], p[t]), c2[t], p[t], n[t]);
        on_b[t] = e;
        on_a[t] = difference(s, e, p[t]);
    }
}
static void split(u32 *on_b, u32 *on_a, const u32 *x, const u32 *y, const u32 *c2, const u32 *c3,
                         const u32 *p, const u32 *n) {
    LANE_LOOP for (int t = 0; t < LANES; t++) {
        u32 e = sum(product(x[t], c3[t], p[t], n[t]), product(y[t], c2[t], p[t], n[t]), p[t]);
        on_b[t] = e;
        on_a[t] = difference(sum(x[t], y[t], p[t]), e, p[t]);
    }
}
#ifdef WITH_AVX2
/* The same by eight lanes at a time: products of the even and of the odd lanes, then put together again. */
#define AVX2 __attribute__((target("avx2")))
typedef __m256i v8;
AVX2 static inline v8 reduced8(v8 u, v8 p) { return _mm256_min_epu32(u, _mm256_sub_epi32(u, p)); }
AVX2 static inline v8 sum8(v8 a, v8 b, v8 p) { return reduced8(_mm256_add_epi32(a, b), p); }
AVX2 static inline v8 difference8(v8 a, v8 b, v8 p) {
    v8 u = _mm256_sub_epi32(a, b);
    return _mm256_min_epu32(u, _mm256_add_epi32(u, p));
}
AVX2 static inline v8 odd8(v8 a) { return _mm256_srli_epi64(a, 32); }
AVX2 static inline v8 product8(v8 a, v8 b, v8 p, v8 n) {
    v8 even = _mm256_mul_epu32(a, b), odd = _mm256_mul_epu32(odd8(a), odd8(b));
    v8 m = _mm256_mul_epu32(even, n), k = _mm256_mul_epu32(odd, odd8(n));
    even = _mm256_add_epi64(even, _mm256_mul_epu32(m, p));
    odd = _mm256_add_epi64(odd, _mm256_mul_epu32(k, odd8(p)));
    return reduced8(_mm256_blend_epi32(odd8(even), odd, 0xAA), p);
}
#define LOAD(at) _mm256_loadu_si256((const v8 *)(at))
#define STORE(at, v) _mm256_storeu_si256((v8 *)(at), v)
AVX2 static void pull_even_avx2(u32 *x, u32 *y, const u32 *a, const u32 *b, const u32 *c2, const u32 *p,
                                const u32 *n) {
    for (int t = 0; t < LANES; t += 8) {
        v8 q = LOAD(p + t), from = LOAD(a + t);
        v8 e = product8(difference8(LOAD(b + t), from, q), LOAD(c2 + t), q, LOAD(n + t));
        v8 s = sum8(from, e, q);
        STORE(y + t, s);
        STORE(x + t, sum8(s, e, q));
    }
}
AVX2 static void split_even_avx2(u32 *on_b, u32 *on_a, const u32 *x, const u32 *y, const u32 *c2, const u32 *p,
                                 const u32 *n) {
    for (int t = 0; t < LANES; t += 8) {
        v8 q = LOAD(p + t), toss = LOAD(x + t), s = sum8(toss, LOAD(y + t), q);
        v8 e = product8(sum8(s, toss, q), LOAD(c2 + t), q, LOAD(n + t));
        STORE(on_b + t, e);
        STORE(on_a + t, difference8(s, e, q));
    }
}
AVX2 static void gain_avx2(u32 *out, const u32 *a, const u32 *p) {
    for (int t = 0; t < LANES; t += 8) STORE(out + t, sum8(LOAD(out + t), LOAD(a + t), LOAD(p + t)));
}
AVX2 static void lose_avx2(u32 *out, const u32 *a, const u32 *p) {
    for (int t = 0; t < LANES; t += 8) STORE(out + t, difference8(LOAD(out + t), LOAD(a + t), LOAD(p + t)));
}
static void gain(u32 *out, const u32 *a, const u32 *p, int fast) {
    if (fast) gain_avx2(out, a, p);
    else plus(out, out, a, p);
}
static void lose(u32 *out, const u32 *a, const u32 *p, int fast) {
    if (fast) lose_avx2(out, a, p);
    else minus(out, out, a, p);
}
static void pull_even(u32 *x, u32 *y, const u32 *a, const u32 *b, const u32 *c2, const u32 *p, const u32 *n,
                      int fast) {
    if (fast) pull_even_avx2(x, y, a, b, c2, p, n);
    else pull_even_plain(x, y, a, b, c2, p, n);
}
static void split_even(u32 *on_b, u32 *on_a, const u32 *x, const u32 *y, const u32 *c2, const u32 *p,
                       const u32 *n, int fast) {
    if (fast) split_even_avx2(on_b, on_a, x, y, c2, p, n);
    else split_even_plain(on_b, on_a, x, y, c2, p, n);
}
static int has_avx2(void) { return __builtin_cpu_supports("avx2") != 0; }
#else
#define pull_even(x, y, a, b, c2, p, n, fast) pull_even_plain(x, y, a, b, c2, p, n)
#define split_even(b, a, x, y, c2, p, n, fast) split_even_plain(b, a, x, y, c2, p, n)
#define gain(out, a, p, fast) plus(out, out, a, p)
#define lose(out, a, p, fast) minus(out, out, a, p)
static int has_avx2(void) { return 0; }
#endif

#endif
