/* Runs of pairs of needs modulo LANES primes side by side: what `residues` spends its time on.

   A run is a column's stretch of pairs of one kind: row by row, LANES residues a pair. `lane_runs.h` has the loops once,
   for vectors of any width; here are the vectors: AVX-512 and AVX2 (x86-64), NEON (64-bit ARM), all chosen at run time
   by number (`forms`), and plain C. All give the same.

   A product by a constant c is (d c - m p) / 2^32 with m = d c/p modulo 2^32, where c/p is known beforehand: six
   multiplications of 32 by 32 bits a pair of neighbouring lanes on x86, a third fewer additions than the textbook's
   form. It takes any d < 2^32 and returns a residue below p: so d = B - A + p need not be reduced. */
#ifndef TRUEODDS_LANES_H
#define TRUEODDS_LANES_H

#include "montgomery.h"

/* Values of a run from A and B; with c3 = 2 c2 if `even` */
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
static const char *form_name(int form) { return form == 2 ? "avx512" : form == 1 ? "avx2" : "plain"; }
static void pull_run(u32 *x, u32 *y, const u32 *a, const u32 *b, long rows, const u32 *c2, const u32 *c3, int even,
                     const u32 *p, const u32 *n, int form) {
    if (form == 2) pull_avx512(x, y, a, b, rows, c2, c3, even, p, n);
    else if (form == 1) pull_avx2(x, y, a, b, rows, c2, c3, even, p, n);
    else pull_plain(x, y, a, b, rows, c2, c3, even, p, n);
}
static void push_run(u32 *x, u32 *y, u32 *a, u32 *b, long rows, const u32 *c2, const u32 *c3, int even, const u32 *p,
                     const u32 *n, int form) {
    if (form == 2) push_avx512(x, y, a, b, rows, c2, c3, even, p, n);
    else if (form == 1) push_avx2(x, y, a, b, rows, c2, c3, even, p, n);
    else push_plain(x, y, a, b, rows, c2, c3, even, p, n);
}
static void multiply(u32 *out, const u32 *a, const u32 *b, const u32 *p, const u32 *n, int form) {
    if (form == 2) multiply_avx512(out, a, b, p, n);
    else if (form == 1) multiply_avx2(out, a, b, p, n);
    else multiply_plain(out, a, b, p, n);
}
static void append(u32 *out, const u32 *limbs, long count, const u32 *shift, const u32 *p, const u32 *n, int form) {
    if (form == 2) append_avx512(out, limbs, count, shift, p, n);
    else if (form == 1) append_avx2(out, limbs, count, shift, p, n);
    else append_plain(out, limbs, count, shift, p, n);
}
#else
#if defined(__GNUC__) && defined(__aarch64__)
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
static const char *form_name(int form) { return form ? "neon" : "plain"; }
#else
#define pull_vectors pull_plain
#define push_vectors push_plain
#define multiply_vectors multiply_plain
#define append_vectors append_plain
static int vector_forms(void) { return 0; }
static const char *form_name(int form) { return form ? "" : "plain"; }
#endif
static void pull_run(u32 *x, u32 *y, const u32 *a, const u32 *b, long rows, const u32 *c2, const u32 *c3, int even,
                     const u32 *p, const u32 *n, int form) {
    if (form) pull_vectors(x, y, a, b, rows, c2, c3, even, p, n);
    else pull_plain(x, y, a, b, rows, c2, c3, even, p, n);
}
static void push_run(u32 *x, u32 *y, u32 *a, u32 *b, long rows, const u32 *c2, const u32 *c3, int even, const u32 *p,
                     const u32 *n, int form) {
    if (form) push_vectors(x, y, a, b, rows, c2, c3, even, p, n);
    else push_plain(x, y, a, b, rows, c2, c3, even, p, n);
}
static void multiply(u32 *out, const u32 *a, const u32 *b, const u32 *p, const u32 *n, int form) {
    if (form) multiply_vectors(out, a, b, p, n);
    else multiply_plain(out, a, b, p, n);
}
static void append(u32 *out, const u32 *limbs, long count, const u32 *shift, const u32 *p, const u32 *n, int form) {
    if (form) append_vectors(out, limbs, count, shift, p, n);
    else append_plain(out, limbs, count, shift, p, n);
}
#endif

#endif
