/* The loops of `lanes.h` for one kind of vectors; included once for each, so without a guard, and undefines its macros. */
#define LANES_OF_VECTOR ((int)(sizeof(VECTOR) / sizeof(u32)))
#define EACH for (int g = 0; g < GROUP; g++)
#define CONSTANTS_OF_RUN                                       \
    VECTOR p[GROUP];                                           \
    NAME(factor) f2[GROUP], f3[GROUP];                         \
    EACH {                                                     \
        int t = first + g * LANES_OF_VECTOR;                   \
        p[g] = LOAD(primes + t);                               \
        f2[g] = NAME(prepare)(LOAD(c2 + t), LOAD(n + t));      \
        f3[g] = NAME(prepare)(LOAD(c3 + t), LOAD(n + t));      \
    }

#ifdef NEON_PRODUCT
typedef struct { VECTOR c, by_p; } NAME(factor);
TARGET static inline NAME(factor) NAME(prepare)(VECTOR c, VECTOR n) {
    NAME(factor) f = {c, LOW(c, SUB(ZERO(), n))};
    return f;
}
TARGET static inline VECTOR NAME(times)(VECTOR d, NAME(factor) f, VECTOR p) {
    VECTOR m = LOW(d, f.by_p);
    uint64x2_t low = vmull_u32(vget_low_u32(d), vget_low_u32(f.c)), high = vmull_high_u32(d, f.c);
    low = vsubq_u64(low, vmull_u32(vget_low_u32(m), vget_low_u32(p)));
    high = vsubq_u64(high, vmull_high_u32(m, p));
    VECTOR r = vuzp2q_u32(vreinterpretq_u32_u64(low), vreinterpretq_u32_u64(high));
    return MIN(r, ADD(r, p));
}
#else
typedef struct { VECTOR c, odd, by_p, odd_by_p; } NAME(factor);
TARGET static inline NAME(factor) NAME(prepare)(VECTOR c, VECTOR n) {
    VECTOR by_p = LOW(c, SUB(ZERO(), n));
    NAME(factor) f = {c, ODD(c), by_p, ODD(by_p)};
    return f;
}
TARGET static inline VECTOR NAME(times)(VECTOR d, NAME(factor) f, VECTOR p) {
    VECTOR other = ODD(d), even = WIDE(d, f.c), odd = WIDE(other, f.odd);
    even = WIDE_SUB(even, WIDE(WIDE(d, f.by_p), p));
    odd = WIDE_SUB(odd, WIDE(WIDE(other, f.odd_by_p), ODD(p)));
    VECTOR r = HIGH_HALVES(even, odd);
    return MIN(r, ADD(r, p));
}
#endif
TARGET static inline VECTOR NAME(reduced)(VECTOR u, VECTOR p) { return MIN(u, SUB(u, p)); }

TARGET static void NAME(pull)(u32 *x, u32 *y, const u32 *a, const u32 *b, long rows, const u32 *c2, const u32 *c3,
                              int even, const u32 *primes, const u32 *n) {
    for (int first = 0; first < LANES; first += GROUP * LANES_OF_VECTOR) {
        CONSTANTS_OF_RUN;
        if (even) {
            for (long row = 0; row < rows; row++) EACH {
                long at = row * LANES + first + g * LANES_OF_VECTOR;
                VECTOR from = LOAD(a + at);
                VECTOR e = NAME(times)(ADD(LOAD(b + at), SUB(p[g], from)), f2[g], p[g]);
                VECTOR s = NAME(reduced)(ADD(from, e), p[g]);
                STORE(y + at, s);
                STORE(x + at, NAME(reduced)(ADD(s, e), p[g]));
            }
            continue;
        }
        for (long row = 0; row < rows; row++) EACH {
            long at = row * LANES + first + g * LANES_OF_VECTOR;
            VECTOR from = LOAD(a + at), d = ADD(LOAD(b + at), SUB(p[g], from));
            STORE(y + at, NAME(reduced)(ADD(from, NAME(times)(d, f2[g], p[g])), p[g]));
            STORE(x + at, NAME(reduced)(ADD(from, NAME(times)(d, f3[g], p[g])), p[g]));
        }
    }
}

TARGET static void NAME(push)(u32 *x, u32 *y, u32 *a, u32 *b, long rows, const u32 *c2, const u32 *c3, int even,
                              const u32 *primes, const u32 *n) {
    for (int first = 0; first < LANES; first += GROUP * LANES_OF_VECTOR) {
        CONSTANTS_OF_RUN;
        if (even) {
            for (long row = rows - 1; row >= 0; row--) EACH {
                long at = row * LANES + first + g * LANES_OF_VECTOR;
                VECTOR toss = LOAD(x + at), s = NAME(reduced)(ADD(toss, LOAD(y + at)), p[g]);
                VECTOR e = NAME(times)(ADD(s, toss), f2[g], p[g]), rest = SUB(s, e);
                STORE(x + at, ZERO());
                STORE(y + at, ZERO());
                rest = MIN(rest, ADD(rest, p[g]));
                STORE(a + at, NAME(reduced)(ADD(LOAD(a + at), rest), p[g]));
                STORE(b + at, NAME(reduced)(ADD(LOAD(b + at), e), p[g]));
            }
            continue;
        }
        for (long row = rows - 1; row >= 0; row--) EACH {
            long at = row * LANES + first + g * LANES_OF_VECTOR;
            VECTOR toss = LOAD(x + at), wait = LOAD(y + at), s = NAME(reduced)(ADD(toss, wait), p[g]);
            VECTOR e = ADD(NAME(times)(toss, f3[g], p[g]), NAME(times)(wait, f2[g], p[g])), rest;
            e = NAME(reduced)(e, p[g]);
            rest = SUB(s, e);
            rest = MIN(rest, ADD(rest, p[g]));
            STORE(x + at, ZERO());
            STORE(y + at, ZERO());
            STORE(a + at, NAME(reduced)(ADD(LOAD(a + at), rest), p[g]));
            STORE(b + at, NAME(reduced)(ADD(LOAD(b + at), e), p[g]));
        }
    }
}

TARGET static void NAME(multiply)(u32 *out, const u32 *a, const u32 *b, const u32 *primes, const u32 *n) {
    for (int t = 0; t < LANES; t += LANES_OF_VECTOR)
        STORE(out + t, NAME(times)(LOAD(a + t), NAME(prepare)(LOAD(b + t), LOAD(n + t)), LOAD(primes + t)));
}

TARGET static void NAME(append)(u32 *out, const u32 *limbs, long count, const u32 *shift, const u32 *primes,
                                const u32 *n) {
    for (int first = 0; first < LANES; first += GROUP * LANES_OF_VECTOR) {
        VECTOR p[GROUP], so_far[GROUP];
        NAME(factor) by[GROUP];
        EACH {
            int t = first + g * LANES_OF_VECTOR;
            p[g] = LOAD(primes + t);
            by[g] = NAME(prepare)(LOAD(shift + t), LOAD(n + t));
            so_far[g] = LOAD(out + t);
        }
        for (long at = 0; at < count; at++) EACH
            so_far[g] = ADD(NAME(times)(so_far[g], by[g], p[g]), ALL(limbs[at]));
        EACH STORE(out + first + g * LANES_OF_VECTOR, so_far[g]);
    }
}

#undef LANES_OF_VECTOR
#undef EACH
#undef CONSTANTS_OF_RUN
#undef NAME
#undef TARGET
#undef VECTOR
#undef GROUP
#undef LOAD
#undef STORE
#undef ZERO
#undef ALL
#undef ADD
#undef SUB
#undef MIN
#undef LOW
#undef WIDE
#undef WIDE_SUB
#undef ODD
#undef HIGH_HALVES
#undef NEON_PRODUCT
