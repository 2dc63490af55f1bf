"""The recurrence on pairs of needs modulo many primes at once, up from the edge and down from the start.

With the coins k of the trailing and l of the leading player known at each pair (trailing need i ≥ leading need j) and
heads probability r/s, put a = r^k, b = s^k, c = r^l, d = s^l, D = ad + cb - ac. From the bank values B of the trailing
and A of the leading player (see `pairs`)

    Y = A + c2 (B - A),   X = A + c3 (B - A),   c2 = a (d - c) / D,   c3 = a d / D.

* `forward` pulls values up: X at all equal needs, modulo each prime, in one sweep.
* `push` sends mass down: mass x on X and y on Y becomes t = c3 x + c2 y on B and x + y - t on A. What reaches pairs
  that are decided in one turn (k = i, l = j) is kept apart, as the numerator over D; what reaches a won game adds up.

A *kind* is a pair (k, l); each pair of needs has the number of its kind. All arithmetic is Montgomery's, in 32-bit
words, `LANES` primes side by side for the vector units. A prime that divides some D is of no use: it is reported.

Cost: one modular product a pair of needs and prime where p^l = 1/2 (two elsewhere), about 1 ns. Memory: 8·LANES·m bytes
for each of the last rows that moves reach back to. Limits: odd primes below 2^31; needs and kinds up to 65535.
Exact: no rounding anywhere.
"""

from libc.stdint cimport uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset

from .row_order cimport first_of_row

cdef extern from "montgomery.h":
    const int LANES
    uint32_t product(uint32_t, uint32_t, uint32_t, uint32_t) noexcept nogil
    void times(uint32_t*, const uint32_t*, const uint32_t*, const uint32_t*, const uint32_t*) noexcept nogil
    void minus(uint32_t*, const uint32_t*, const uint32_t*, const uint32_t*) noexcept nogil
    void plus(uint32_t*, const uint32_t*, const uint32_t*, const uint32_t*) noexcept nogil
    int has_avx2() noexcept nogil
    void gain(uint32_t*, const uint32_t*, const uint32_t*, int) noexcept nogil
    void lose(uint32_t*, const uint32_t*, const uint32_t*, int) noexcept nogil
    void pull_even(uint32_t*, uint32_t*, const uint32_t*, const uint32_t*, const uint32_t*, const uint32_t*,
                   const uint32_t*, int) noexcept nogil
    void pull(uint32_t*, uint32_t*, const uint32_t*, const uint32_t*, const uint32_t*, const uint32_t*,
              const uint32_t*, const uint32_t*) noexcept nogil
    void split_even(uint32_t*, uint32_t*, const uint32_t*, const uint32_t*, const uint32_t*, const uint32_t*,
                    const uint32_t*, int) noexcept nogil
    void split(uint32_t*, uint32_t*, const uint32_t*, const uint32_t*, const uint32_t*, const uint32_t*,
               const uint32_t*, const uint32_t*) noexcept nogil

#: Primes in one call.
WIDTH = LANES


cdef struct Field:  # LANES primes and their constants, and for each kind c2, c3 and, at k = i and l = j, X D and Y D
    uint32_t* memory
    uint32_t* p
    uint32_t* n
    uint32_t* one
    uint32_t* zero
    uint32_t* c2
    uint32_t* c3
    uint32_t* top2
    uint32_t* top3


cdef uint32_t power(uint32_t base, uint32_t exponent, uint32_t one, uint32_t p, uint32_t n) noexcept nogil:
    """base^exponent, base and result in Montgomery's form."""
    cdef uint32_t result = one
    while exponent:
        if exponent & 1:
            result = product(result, base, p, n)
        base = product(base, base, p, n)
        exponent >>= 1
    return result


cdef bint open_field(Field* f, const uint32_t* primes, const uint32_t* heads_top, const uint32_t* heads_bottom,
                     const int* k_of, const int* l_of, Py_ssize_t kinds, Py_ssize_t larger,
                     unsigned char* useless) noexcept nogil:
    """Fill in all constants; False if there is no memory. `useless` marks primes that divide some D."""
    cdef Py_ssize_t q, t
    cdef int _
    cdef uint32_t x
    cdef uint32_t* square
    cdef uint32_t* tops
    cdef uint32_t* bottoms
    cdef uint32_t* before
    cdef uint32_t* d
    cdef uint32_t* work
    f.memory = <uint32_t*> calloc((7 + 6 * kinds + 2 * (larger + 1)) * LANES, sizeof(uint32_t))
    if f.memory == NULL:
        return False
    f.p = f.memory
    f.n = f.p + LANES
    f.one = f.n + LANES
    f.zero = f.one + LANES
    square = f.zero + LANES
    work = square + LANES
    f.c2 = work + 2 * LANES
    f.c3 = f.c2 + kinds * LANES
    f.top2 = f.c3 + kinds * LANES
    f.top3 = f.top2 + kinds * LANES
    d = f.top3 + kinds * LANES
    before = d + kinds * LANES
    tops = before + kinds * LANES
    bottoms = tops + (larger + 1) * LANES
    for t in range(LANES):
        f.p[t] = primes[t]
        x = primes[t]  # 1/p modulo 8, then Newton: 6, 12, 24, 48 bits
        for _ in range(4):
            x *= 2 - primes[t] * x
        f.n[t] = 0 - x
        f.one[t] = <uint32_t> (((<uint64_t> 1) << 32) % primes[t])
        square[t] = <uint32_t> (<uint64_t> f.one[t] * f.one[t] % primes[t])
        tops[t] = bottoms[t] = f.one[t]
    for q in range(larger):
        times(work, heads_top, square, f.p, f.n)
        times(tops + (q + 1) * LANES, tops + q * LANES, work, f.p, f.n)
        times(work, heads_bottom, square, f.p, f.n)
        times(bottoms + (q + 1) * LANES, bottoms + q * LANES, work, f.p, f.n)
    for q in range(kinds):  # D = a d + c b - a c, and the numerators of c2 and c3
        times(f.top3 + q * LANES, tops + k_of[q] * LANES, bottoms + l_of[q] * LANES, f.p, f.n)
        times(work, tops + k_of[q] * LANES, tops + l_of[q] * LANES, f.p, f.n)
        minus(f.top2 + q * LANES, f.top3 + q * LANES, work, f.p)
        times(work + LANES, tops + l_of[q] * LANES, bottoms + k_of[q] * LANES, f.p, f.n)
        plus(d + q * LANES, f.top2 + q * LANES, work + LANES, f.p)
        times(before + q * LANES, before + (q - 1) * LANES if q else f.one, d + q * LANES, f.p, f.n)
    for t in range(LANES):  # one inverse for all kinds, then backwards
        x = before[(kinds - 1) * LANES + t]
        useless[t] = x == 0
        work[t] = power(x, primes[t] - 2, f.one[t], primes[t], f.n[t])
    for q in range(kinds - 1, -1, -1):
        times(work + LANES, work, before + (q - 1) * LANES if q else f.one, f.p, f.n)  # 1 / D
        times(f.c2 + q * LANES, f.top2 + q * LANES, work + LANES, f.p, f.n)
        times(f.c3 + q * LANES, f.top3 + q * LANES, work + LANES, f.p, f.n)
        times(work, work, d + q * LANES, f.p, f.n)
    return True


def forward(const uint16_t[::1] kind, const int[::1] k_of, const int[::1] l_of, const unsigned char[::1] even,
            Py_ssize_t larger, Py_ssize_t smaller, Py_ssize_t reach, const uint32_t[::1] primes,
            const uint32_t[::1] heads_top, const uint32_t[::1] heads_bottom, uint32_t[:, ::1] equal,
            uint32_t[:, ::1] last, bint avx2=True):
    """Values modulo `WIDTH` primes at all equal needs, and at the largest needs. Releases the GIL.

    Parameters
    ----------
    kind : uint16 array
        The kind of each pair (i, j), j ≤ min(i, smaller), row by row.
    k_of, l_of, even : int32, int32, uint8 arrays, a number a kind
        Coins of the trailing and leading player; whether p^l = 1/2.
    larger, smaller : int
        Targets.
    reach : int
        The largest k anywhere with k < i.
    primes, heads_top, heads_bottom : uint32 arrays, length WIDTH
        Odd primes below 2^31; the heads probability's numerator and denominator modulo each.
    equal : uint32 array, shape (smaller + 1, WIDTH)
        Gets X(i, i) modulo each prime in row i.
    last : uint32 array, shape (2, WIDTH)
        Gets X(larger, smaller) and Y(larger, smaller).
    avx2 : bool
        Take AVX2 where the processor has it; else plain C, which gives the same.

    Returns
    -------
    bytes
        WIDTH of them: 1 where a prime divides some D, so that its residues mean nothing.
    """
    cdef Field f
    cdef Py_ssize_t i, j, k, m, at, rows = reach + 1, stride = (smaller + 1) * LANES
    cdef int q
    cdef unsigned char[LANES] useless
    cdef uint32_t[LANES] crossed
    cdef uint32_t* x = NULL
    cdef uint32_t* y = NULL
    cdef uint32_t* unit
    cdef const uint32_t* a
    cdef const uint32_t* b
    cdef uint32_t* memory
    cdef bint ready
    cdef int fast = avx2 and has_avx2()
    with nogil:
        memory = <uint32_t*> calloc(2 * rows * stride + LANES, sizeof(uint32_t))
        ready = open_field(&f, &primes[0], &heads_top[0], &heads_bottom[0], &k_of[0], &l_of[0], k_of.shape[0], larger,
                           useless)
        if memory != NULL and ready:
            unit = memory + 2 * rows * stride
            for i in range(LANES):
                unit[i] = 1
            for i in range(1, larger + 1):
                x = memory + (i % rows) * stride
                y = x + rows * stride
                at = first_of_row(i, smaller)
                for j in range(1, (i if i < smaller else smaller) + 1):
                    q = kind[at + j - 1]
                    k = k_of[q]
                    m = i - k
                    a = f.zero if l_of[q] == j else x + (j - l_of[q]) * LANES
                    if m == 0:
                        b = f.one
                    elif m >= j:
                        b = memory + (rows + m % rows) * stride + j * LANES
                    else:
                        minus(crossed, f.one, memory + (j % rows) * stride + m * LANES, f.p)
                        b = crossed
                    if even[q]:
                        pull_even(x + j * LANES, y + j * LANES, a, b, f.c2 + q * LANES, f.p, f.n, fast)
                    else:
                        pull(x + j * LANES, y + j * LANES, a, b, f.c2 + q * LANES, f.c3 + q * LANES, f.p, f.n)
                if i <= smaller:
                    times(&equal[i, 0], x + i * LANES, unit, f.p, f.n)
            times(&last[0, 0], x + smaller * LANES, unit, f.p, f.n)
            times(&last[1, 0], y + smaller * LANES, unit, f.p, f.n)
        free(memory)
        free(f.memory)
    if memory == NULL or not ready:
        raise MemoryError("no memory for the rows of a block of primes")
    return bytes(useless[:LANES])


def push(const uint16_t[::1] kind, const int[::1] k_of, const int[::1] l_of, const unsigned char[::1] even,
         Py_ssize_t larger, Py_ssize_t smaller, Py_ssize_t reach, const uint32_t[::1] primes,
         const uint32_t[::1] heads_top, const uint32_t[::1] heads_bottom, Py_ssize_t trailing, Py_ssize_t leading,
         bint toss, uint32_t[:, ::1] edge, uint32_t[::1] won, bint avx2=True):
    """Where one unit of mass on X (`toss`) or Y at one pair of needs ends, modulo `WIDTH` primes. Releases the GIL.

    Parameters as for `forward`, and

    Parameters
    ----------
    trailing, leading : int
        Needs of the pair.
    toss : bool
        Whether the trailing player is to toss there.
    edge : uint32 array, shape (kinds, WIDTH)
        Gets, for kind (k, l), what the pair (k, l) contributes to the value, times its D; zeros before.
    won : uint32 array, length WIDTH
        Gets what banks that win contribute.

    Returns
    -------
    bytes
        As `forward`.
    """
    cdef Field f
    cdef Py_ssize_t i, j, k, m, at, rows = reach + 1, stride = (smaller + 1) * LANES
    cdef int q
    cdef unsigned char[LANES] useless
    cdef uint32_t[LANES] on_a
    cdef uint32_t[LANES] on_b
    cdef uint32_t[LANES] sure
    cdef uint32_t* x
    cdef uint32_t* y
    cdef uint32_t* target
    cdef uint32_t* unit
    cdef uint32_t* memory
    cdef bint ready
    cdef int fast = avx2 and has_avx2()
    with nogil:
        memory = <uint32_t*> calloc(2 * rows * stride + LANES, sizeof(uint32_t))
        ready = open_field(&f, &primes[0], &heads_top[0], &heads_bottom[0], &k_of[0], &l_of[0], k_of.shape[0], larger,
                           useless)
        if memory != NULL and ready:
            unit = memory + 2 * rows * stride
            for i in range(LANES):
                unit[i] = 1
                sure[i] = 0
            target = memory + (trailing % rows + (0 if toss else rows)) * stride + leading * LANES
            plus(target, target, f.one, f.p)
            for i in range(trailing, 0, -1):
                x = memory + (i % rows) * stride
                y = x + rows * stride
                at = first_of_row(i, smaller)
                for j in range((i if i < smaller else smaller), 0, -1):
                    q = kind[at + j - 1]
                    k = k_of[q]
                    m = i - k
                    if m == 0 and l_of[q] == j:
                        times(on_a, x + j * LANES, f.top3 + q * LANES, f.p, f.n)
                        times(on_b, y + j * LANES, f.top2 + q * LANES, f.p, f.n)
                        plus(on_a, on_a, on_b, f.p)
                        times(&edge[q, 0], on_a, unit, f.p, f.n)
                        continue
                    if even[q]:
                        split_even(on_b, on_a, x + j * LANES, y + j * LANES, f.c2 + q * LANES, f.p, f.n, fast)
                    else:
                        split(on_b, on_a, x + j * LANES, y + j * LANES, f.c2 + q * LANES, f.c3 + q * LANES, f.p, f.n)
                    if m >= j:
                        target = memory + (rows + m % rows) * stride + j * LANES
                        gain(target, on_b, f.p, fast)
                    else:
                        gain(sure, on_b, f.p, fast)
                        if m > 0:
                            target = memory + (j % rows) * stride + m * LANES
                            lose(target, on_b, f.p, fast)
                    if l_of[q] < j:
                        target = x + (j - l_of[q]) * LANES
                        gain(target, on_a, f.p, fast)
                memset(x, 0, stride * sizeof(uint32_t))
                memset(y, 0, stride * sizeof(uint32_t))
            times(&won[0], sure, unit, f.p, f.n)
        free(memory)
        free(f.memory)
    if memory == NULL or not ready:
        raise MemoryError("no memory for the rows of a block of primes")
    return bytes(useless[:LANES])


def useless_primes(const int[::1] k_of, const int[::1] l_of, Py_ssize_t larger, const uint32_t[::1] primes,
                   const uint32_t[::1] heads_top, const uint32_t[::1] heads_bottom):
    """For each of `WIDTH` primes: 1 if it divides the D of some kind, else 0. Parameters as for `forward`."""
    cdef Field f
    cdef unsigned char[LANES] useless
    cdef bint ready
    with nogil:
        ready = open_field(&f, &primes[0], &heads_top[0], &heads_bottom[0], &k_of[0], &l_of[0], k_of.shape[0], larger,
                           useless)
        free(f.memory)
    if not ready:
        raise MemoryError("no memory for the constants of a block of primes")
    return bytes(useless[:LANES])


def scale(uint32_t[:, ::1] values, const uint32_t[::1] limbs, const long long[::1] first, const uint32_t[::1] primes):
    """Multiply row n by f_1 f_2 … f_n modulo each of `WIDTH` primes, in place. Releases the GIL.

    Parameters
    ----------
    values : uint32 array, shape (rows, WIDTH)
        Row 0 is left alone.
    limbs : uint32 array
        The factors f_1, f_2, … one after the other, in 30-bit limbs, the most significant first.
    first : int64 array, length rows + 1
        Where each factor begins in `limbs` (from index 1), and the end.
    primes : uint32 array, length WIDTH
        Between 2^30 and 2^31.
    """
    cdef Py_ssize_t row, at, t
    cdef uint32_t[LANES] n
    cdef uint32_t[LANES] shift
    cdef uint32_t[LANES] square
    cdef uint32_t[LANES] product_so_far
    cdef uint32_t[LANES] factor
    cdef uint32_t[LANES] limb
    cdef uint64_t one
    cdef uint32_t x
    cdef int _
    with nogil:
        for t in range(LANES):
            x = primes[t]
            for _ in range(4):
                x *= 2 - primes[t] * x
            n[t] = 0 - x
            one = ((<uint64_t> 1) << 32) % primes[t]
            square[t] = <uint32_t> (one * one % primes[t])
            shift[t] = <uint32_t> (one * ((<uint64_t> 1) << 30) % primes[t])  # Montgomery's form of 2^30
            product_so_far[t] = <uint32_t> one
        for row in range(1, values.shape[0]):
            for t in range(LANES):
                factor[t] = 0
            for at in range(first[row], first[row + 1]):
                times(factor, factor, shift, &primes[0], n)
                for t in range(LANES):
                    limb[t] = limbs[at]
                plus(factor, factor, limb, &primes[0])
            times(factor, factor, square, &primes[0], n)
            times(product_so_far, product_so_far, factor, &primes[0], n)
            times(&values[row, 0], &values[row, 0], product_so_far, &primes[0], n)
