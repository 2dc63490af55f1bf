/* Sums of products of 31 by 24 bits, many side by side: what `long_sums` spends its time on.

   out[k] = the sum over t of factors[t] limbs[t WIDE + k], k below WIDE; at most 256 terms, so that it is below 2^63.

   Three forms, chosen at run time by number (`sum_forms`): plain C, whose loop compilers turn into vectors where they can,
   and by hand AVX2 and AVX-512 on x86-64, four rows of factors at once. All give the same. */
#ifndef TRUEODDS_LONG_SUMS_H
#define TRUEODDS_LONG_SUMS_H

#include <stddef.h>
#include <stdint.h>

#define WIDE 32 /* limbs side by side */
#define ROWS 4

static void sum_plain(uint64_t *out, const uint32_t *factors, ptrdiff_t count, const uint32_t *limbs) {
    for (int k = 0; k < WIDE; k++) out[k] = 0;
    for (ptrdiff_t t = 0; t < count; t++)
        for (int k = 0; k < WIDE; k++) out[k] += (uint64_t)factors[t] * limbs[t * WIDE + k];
}

#if defined(__GNUC__) && defined(__x86_64__)
#include <immintrin.h>

/* ROWS rows of factors `apart` from each other; of a vector the even limbs stand low in 64 bits, the odd ones high */
__attribute__((target("avx512f"))) static void sum_avx512(uint64_t *out, const uint32_t *factors, ptrdiff_t apart,
                                                          ptrdiff_t count, const uint32_t *limbs) {
    __m512i even[ROWS][2], odd[ROWS][2];
    for (int r = 0; r < ROWS; r++)
        for (int v = 0; v < 2; v++) even[r][v] = odd[r][v] = _mm512_setzero_si512();
    for (ptrdiff_t t = 0; t < count; t++)
        for (int v = 0; v < 2; v++) {
            __m512i low = _mm512_loadu_si512(limbs + t * WIDE + 16 * v), high = _mm512_srli_epi64(low, 32);
            for (int r = 0; r < ROWS; r++) {
                __m512i factor = _mm512_set1_epi32((int)factors[r * apart + t]);
                even[r][v] = _mm512_add_epi64(even[r][v], _mm512_mul_epu32(low, factor));
                odd[r][v] = _mm512_add_epi64(odd[r][v], _mm512_mul_epu32(high, factor));
            }
        }
    for (int r = 0; r < ROWS; r++)
        for (int v = 0; v < 2; v++) {
            uint64_t sums[2][8];
            _mm512_storeu_si512(sums[0], even[r][v]);
            _mm512_storeu_si512(sums[1], odd[r][v]);
            for (int k = 0; k < 16; k++) out[r * WIDE + 16 * v + k] = sums[k & 1][k / 2];
        }
}

__attribute__((target("avx2"))) static void sum_avx2(uint64_t *out, const uint32_t *factors, ptrdiff_t apart,
                                                     ptrdiff_t count, const uint32_t *limbs) {
    for (int v = 0; v < WIDE; v += 8) {
        __m256i even[ROWS], odd[ROWS];
        for (int r = 0; r < ROWS; r++) even[r] = odd[r] = _mm256_setzero_si256();
        for (ptrdiff_t t = 0; t < count; t++) {
            __m256i low = _mm256_loadu_si256((const __m256i *)(limbs + t * WIDE + v)), high = _mm256_srli_epi64(low, 32);
            for (int r = 0; r < ROWS; r++) {
                __m256i factor = _mm256_set1_epi32((int)factors[r * apart + t]);
                even[r] = _mm256_add_epi64(even[r], _mm256_mul_epu32(low, factor));
                odd[r] = _mm256_add_epi64(odd[r], _mm256_mul_epu32(high, factor));
            }
        }
        for (int r = 0; r < ROWS; r++) {
            uint64_t sums[2][4];
            _mm256_storeu_si256((__m256i *)sums[0], even[r]);
            _mm256_storeu_si256((__m256i *)sums[1], odd[r]);
            for (int k = 0; k < 8; k++) out[r * WIDE + v + k] = sums[k & 1][k / 2];
        }
    }
}

static int sum_forms(void) {
    __builtin_cpu_init();
    if (!__builtin_cpu_supports("avx2")) return 0;
    return __builtin_cpu_supports("avx512f") ? 2 : 1;
}
#else
static int sum_forms(void) { return 0; }
#endif
static const char *sum_form_name(int form) { return form == 2 ? "avx512" : form == 1 ? "avx2" : "plain"; }

/* The same for rows of factors, at most ROWS of them */
static void sum_rows(uint64_t *out, const uint32_t *factors, ptrdiff_t rows, ptrdiff_t apart, ptrdiff_t count,
                     const uint32_t *limbs, int form) {
#if defined(__GNUC__) && defined(__x86_64__)
    if (rows == ROWS && form == 2) { sum_avx512(out, factors, apart, count, limbs); return; }
    if (rows == ROWS && form == 1) { sum_avx2(out, factors, apart, count, limbs); return; }
#endif
    (void)form;
    for (ptrdiff_t r = 0; r < rows; r++) sum_plain(out + r * WIDE, factors + r * apart, count, limbs);
}
#endif
