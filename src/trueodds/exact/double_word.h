/* Faster forms of ldexp and frexp with the same results: no function is called if all numbers are normal. */
#ifndef TRUEODDS_DOUBLE_WORD_H
#define TRUEODDS_DOUBLE_WORD_H

#include <math.h>
#include <stdint.h>
#include <string.h>

/* Return a * 2^n, rounded once if the result is subnormal. */
static inline double times_power(double a, int n) {
    uint64_t bits;
    double power;
    if (n < -1022 || n > 1023) return ldexp(a, n);
    bits = (uint64_t) (n + 1023) << 52;
    memcpy(&power, &bits, sizeof power);
    return a * power;
}

/* Return m and set n so that a = m 2^n, 1/2 <= |m| < 1. */
static inline double take_exponent(double a, int *n) {
    uint64_t bits;
    int exponent;
    memcpy(&bits, &a, sizeof bits);
    exponent = (int) (bits >> 52 & 0x7FF);
    if (exponent == 0 || exponent == 0x7FF) return frexp(a, n);
    *n = exponent - 1022;
    bits = (bits & ~((uint64_t) 0x7FF << 52)) | (uint64_t) 1022 << 52;
    memcpy(&a, &bits, sizeof a);
    return a;
}

#endif
