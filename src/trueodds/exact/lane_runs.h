/* The loops of `lanes.h` for one kind of vector. The file is included once for each kind, so it has no guard, and it
   undefines its macros. */
#define LANES_OF_VECTOR ((int)(sizeof(VECTOR) / sizeof(u32)))
#ifdef PLAIN
#define EACH LANE_LOOP for (int g = 0; g < GROUP; g++)
#else
#define EACH for (int g = 0; g < GROUP; g++)
#endif
#define ALL_LANES LANE_LOOP for (int t = 0; t < LANES; t += LANES_OF_VECTOR)
#define CONSTANTS_OF_RUN                                       \
    VECTOR p[GROUP], own[GROUP];                               \
    NAME(factor) f2[GROUP], f3[GROUP];                         \
    EACH {                                                     \
        int t = first + g * LANES_OF_VECTOR;                   \
        p[g] = LOAD(primes + t);                               \
        own[g] = LOAD(n + t);                                  \
        f2[g] = NAME(prepare)(LOAD(c2 + t), own[g]);                   \
        f3[g] = NAME(prepare)(LOAD(c3 + t), own[g]);                   \
    }

/* A constant c, prepared for multiplication, and the product d c / 2^32 modulo p; n = -1/p modulo 2^32 */
#if defined(PLAIN)
typedef u32 NAME(factor);
static inline u32 NAME(prepare)(u32 c, u32 n) { (void)n; return c; }
static inline u32 NAME(times)(u32 d, u32 c, u32 p, u32 n) { return product(d, c, p, n); }
#elif defined(NEON_PRODUCT)
typedef struct { VECTOR c, by_p; } NAME(factor);
TARGET static inline NAME(factor) NAME(prepare)(VECTOR c, VECTOR n) {
    NAME(factor) f = {c, LOW(c, SUB(ZERO(), n))};
    return f;
}
TARGET static inline VECTOR NAME(times)(VECTOR d, NAME(factor) f, VECTOR p, VECTOR n) {
    (void)n;
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
TARGET static inline VECTOR NAME(times)(VECTOR d, NAME(factor) f, VECTOR p, VECTOR n) {
    (void)n;
    VECTOR other = ODD(d), even = WIDE(d, f.c), odd = WIDE(other, f.odd);
    even = WIDE_SUB(even, WIDE(WIDE(d, f.by_p), p));
    odd = WIDE_SUB(odd, WIDE(WIDE(other, f.odd_by_p), ODD(p)));
    VECTOR r = HIGH_HALVES(even, odd);
    return MIN(r, ADD(r, p));
}
#endif
TARGET static inline VECTOR NAME(reduced)(VECTOR u, VECTOR p) { return MIN(u, SUB(u, p)); }

TARGET static inline VECTOR NAME(less)(VECTOR a, VECTOR b, VECTOR p) {
    VECTOR u = SUB(a, b);
    return MIN(u, ADD(u, p));
}

/* Compute the values x = a + c3 (b - a) and y = a + c2 (b - a) of a run; c3 = 2 c2 if `even`. A run is a sequence of
   rows with the same constants, LANES residues per row. */
TARGET static void NAME(pull)(u32 *x, u32 *y, const u32 *a, const u32 *b, long rows, const u32 *c2, const u32 *c3,
                              int even, const u32 *primes, const u32 *n) {
    for (int first = 0; first < LANES; first += GROUP * LANES_OF_VECTOR) {
        CONSTANTS_OF_RUN;
        if (even) {
            for (long row = 0; row < rows; row++) EACH {
                long at = row * LANES + first + g * LANES_OF_VECTOR;
                VECTOR from = LOAD(a + at);
                VECTOR e = NAME(times)(ADD(LOAD(b + at), SUB(p[g], from)), f2[g], p[g], own[g]);
                VECTOR s = NAME(reduced)(ADD(from, e), p[g]);
                STORE(y + at, s);
                STORE(x + at, NAME(reduced)(ADD(s, e), p[g]));
            }
            continue;
        }
        for (long row = 0; row < rows; row++) EACH {
            long at = row * LANES + first + g * LANES_OF_VECTOR;
            VECTOR from = LOAD(a + at), d = ADD(LOAD(b + at), SUB(p[g], from));
            STORE(y + at, NAME(reduced)(ADD(from, NAME(times)(d, f2[g], p[g], own[g])), p[g]));
            STORE(x + at, NAME(reduced)(ADD(from, NAME(times)(d, f3[g], p[g], own[g])), p[g]));
        }
    }
}

/* Move the masses x, y of a run: c3 x + c2 y to b, the rest to a; c3 = 2 c2 if `even`. Rows are processed from the last
   to the first, because b may be an earlier row of y, whose mass must be complete before it is moved. */
TARGET static void NAME(push)(u32 *x, u32 *y, u32 *a, u32 *b, long rows, const u32 *c2, const u32 *c3, int even,
                              const u32 *primes, const u32 *n) {
    for (int first = 0; first < LANES; first += GROUP * LANES_OF_VECTOR) {
        CONSTANTS_OF_RUN;
        if (even) {
            for (long row = rows - 1; row >= 0; row--) EACH {
                long at = row * LANES + first + g * LANES_OF_VECTOR;
                VECTOR toss = LOAD(x + at), s = NAME(reduced)(ADD(toss, LOAD(y + at)), p[g]);
                VECTOR e = NAME(times)(ADD(s, toss), f2[g], p[g], own[g]), rest = NAME(less)(s, e, p[g]);
                STORE(x + at, ZERO());
                STORE(y + at, ZERO());
                STORE(a + at, NAME(reduced)(ADD(LOAD(a + at), rest), p[g]));
                STORE(b + at, NAME(reduced)(ADD(LOAD(b + at), e), p[g]));
            }
            continue;
        }
        for (long row = rows - 1; row >= 0; row--) EACH {
            long at = row * LANES + first + g * LANES_OF_VECTOR;
            VECTOR toss = LOAD(x + at), wait = LOAD(y + at), s = NAME(reduced)(ADD(toss, wait), p[g]);
            VECTOR e = ADD(NAME(times)(toss, f3[g], p[g], own[g]), NAME(times)(wait, f2[g], p[g], own[g])), rest;
            e = NAME(reduced)(e, p[g]);
            rest = NAME(less)(s, e, p[g]);
            STORE(x + at, ZERO());
            STORE(y + at, ZERO());
            STORE(a + at, NAME(reduced)(ADD(LOAD(a + at), rest), p[g]));
            STORE(b + at, NAME(reduced)(ADD(LOAD(b + at), e), p[g]));
        }
    }
}

TARGET static inline VECTOR NAME(product)(VECTOR a, VECTOR b, VECTOR p, VECTOR n) {
    return NAME(times)(a, NAME(prepare)(b, n), p, n);
}
/* Compute a b, residue by residue */
TARGET static void NAME(multiply)(u32 *out, const u32 *a, const u32 *b, const u32 *primes, const u32 *n) {
    ALL_LANES STORE(out + t, NAME(product)(LOAD(a + t), LOAD(b + t), LOAD(primes + t), LOAD(n + t)));
}

/* For each limb of a number, the most significant first, replace out by out * 2^30 + limb. Limbs are below 2^30; shift
   stands for 2^30. The result is below p + 2^30, which the next product accepts. */
TARGET static void NAME(append)(u32 *out, const u32 *limbs, long count, const u32 *shift, const u32 *primes,
                                const u32 *n) {
    for (int first = 0; first < LANES; first += GROUP * LANES_OF_VECTOR) {
        VECTOR p[GROUP], own[GROUP], so_far[GROUP];
        NAME(factor) by[GROUP];
        EACH {
            int t = first + g * LANES_OF_VECTOR;
            p[g] = LOAD(primes + t);
            own[g] = LOAD(n + t);
            by[g] = NAME(prepare)(LOAD(shift + t), own[g]);
            so_far[g] = LOAD(out + t);
        }
        for (long at = 0; at < count; at++) EACH
            so_far[g] = ADD(NAME(times)(so_far[g], by[g], p[g], own[g]), ALL(limbs[at]));
        EACH STORE(out + first + g * LANES_OF_VECTOR, so_far[g]);
    }
}

/* Solve x + fail y = c, y + other_fail x = d, where x and y hold c and d at first; g = 1 / (1 - fail other_fail) */
TARGET static void NAME(settle)(u32 *x, u32 *y, const u32 *fail, const u32 *other_fail, const u32 *g, const u32 *primes,
                                const u32 *n) {
    ALL_LANES {
        VECTOR p = LOAD(primes + t), own = LOAD(n + t), b = LOAD(y + t);
        VECTOR rest = NAME(less)(LOAD(x + t), NAME(product)(LOAD(fail + t), b, p, own), p);
        VECTOR a = NAME(product)(LOAD(g + t), rest, p, own);
        STORE(x + t, a);
        STORE(y + t, NAME(less)(b, NAME(product)(LOAD(other_fail + t), a, p, own), p));
    }
}

#ifndef NEON_PRODUCT
/* 64-bit sums of products (of vectors: even and odd lanes separately), and their residues sum / 2^32 modulo p */
#ifdef PLAIN
typedef uint64_t NAME(sums);
static inline uint64_t NAME(add_product)(uint64_t sums, u32 a, u32 b) { return sums + (uint64_t)a * b; }
static inline u32 NAME(reduced_sums)(uint64_t sums, u32 p, u32 n) { return reduced(sums, p, n); }
#else
typedef struct { VECTOR even, odd; } NAME(sums);
TARGET static inline NAME(sums) NAME(add_product)(NAME(sums) sums, VECTOR a, VECTOR b) {
    sums.even = WIDE_ADD(sums.even, WIDE(a, b));
    sums.odd = WIDE_ADD(sums.odd, WIDE(ODD(a), ODD(b)));
    return sums;
}
TARGET static inline VECTOR NAME(reduced_sums)(NAME(sums) sums, VECTOR p, VECTOR n) {
    VECTOR even = WIDE(sums.even, n), odd = WIDE(sums.odd, ODD(n));
    even = WIDE_ADD(sums.even, WIDE(even, p));
    odd = WIDE_ADD(sums.odd, WIDE(odd, ODD(p)));
    return NAME(reduced)(NAME(reduced)(HIGH_HALVES(even, odd), p), p);
}

/* Do the work of `sum_plain` for ROWS rows of factors, each `apart` numbers after the previous one */
TARGET static void NAME(sum_rows)(uint64_t *out, const u32 *factors, ptrdiff_t apart, ptrdiff_t count, const u32 *limbs) {
    for (int v = 0; v < LIMBS; v += LANES_OF_VECTOR) {
        NAME(sums) sums[ROWS];
        for (int r = 0; r < ROWS; r++) sums[r].even = sums[r].odd = ZERO();
        for (ptrdiff_t t = 0; t < count; t++) {
            VECTOR low = LOAD(limbs + t * LIMBS + v), high = ODD(low);
            for (int r = 0; r < ROWS; r++) {
                VECTOR factor = ALL(factors[r * apart + t]);
                sums[r].even = WIDE_ADD(sums[r].even, WIDE(low, factor));
                sums[r].odd = WIDE_ADD(sums[r].odd, WIDE(high, factor));
            }
        }
        for (int r = 0; r < ROWS; r++) {
            uint64_t halves[2][LANES_OF_VECTOR / 2];
            STORE(halves[0], sums[r].even);
            STORE(halves[1], sums[r].odd);
            for (int k = 0; k < LANES_OF_VECTOR; k++) out[r * LIMBS + v + k] = halves[k & 1][k / 2];
        }
    }
}
#endif

/* Compute start minus the sum over r < count of weights[r] values[read[r]]. All lanes share one loop over the products,
   because their number changes from one pair of needs to the next, and a wrong branch prediction is expensive. */
TARGET static void NAME(weigh)(u32 *out, const u32 *start, const u32 *weights, const u32 *values, const int32_t *read,
                               ptrdiff_t count, const u32 *primes, const u32 *n) {
    ALL_LANES STORE(out + t, LOAD(start + t));
    for (ptrdiff_t from = 0; from < count; from += AT_ONCE) {
        ptrdiff_t stop = from + AT_ONCE < count ? from + AT_ONCE : count;
        NAME(sums) sums[LANES / LANES_OF_VECTOR];
        memset(sums, 0, sizeof(sums));
        for (ptrdiff_t r = from; r < stop; r++) {
            const u32 *a = weights + r * LANES, *b = values + (ptrdiff_t)read[r] * LANES;
            ALL_LANES {
                int v = t / LANES_OF_VECTOR;
                sums[v] = NAME(add_product)(sums[v], LOAD(a + t), LOAD(b + t));
            }
        }
        ALL_LANES {
            VECTOR p = LOAD(primes + t), part = NAME(reduced_sums)(sums[t / LANES_OF_VECTOR], p, LOAD(n + t));
            STORE(out + t, NAME(less)(LOAD(out + t), part, p));
        }
    }
}
#endif

#undef LANES_OF_VECTOR
#undef EACH
#undef ALL_LANES
#undef CONSTANTS_OF_RUN
#undef NAME
#undef PLAIN
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
#undef WIDE_ADD
#undef WIDE_SUB
#undef ODD
#undef HIGH_HALVES
#undef NEON_PRODUCT
