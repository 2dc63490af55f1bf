/* Arithmetic modulo one odd prime below 2^62, in Montgomery's form: a stands for a 2^64 modulo p. */
#ifndef TRUEODDS_ONE_PRIME_H
#define TRUEODDS_ONE_PRIME_H

#include <stdint.h>
#if defined(_MSC_VER) && !defined(__clang__)
#include <intrin.h>
#endif

/* a b 2^-64 modulo p, below p; n = -1/p modulo 2^64. The low words of a b and of the multiple of p add to 0 or 2^64. */
static inline uint64_t long_product(uint64_t a, uint64_t b, uint64_t p, uint64_t n) {
#if defined(_MSC_VER) && !defined(__clang__)
    uint64_t high, low = _umul128(a, b, &high), t = high + __umulh(low * n, p) + (low != 0);
#else
    unsigned __int128 whole = (unsigned __int128) a * b;
    uint64_t low = (uint64_t) whole;
    uint64_t t = (uint64_t) (whole >> 64) + (uint64_t) (((unsigned __int128) (low * n) * p) >> 64) + (low != 0);
#endif
    return t >= p ? t - p : t;
}

#endif
