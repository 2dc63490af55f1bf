"""Compute values of Pig under a fixed strategy modulo many primes at once, one pair of needs at a time.

A turn fails with probability f, saves t points with probability b(t), or wins (see `turns`). Let f' and b' be the
corresponding probabilities for the other player's turn. Then x = V(i, j) and y = V(j, i) (see `values`) solve

    x + f y = C = 1 - Σ b(t) V(j, i-t),    y + f' x = C' = 1 - Σ b'(t) V(i, j-t),

so x = g (C - f C'), y = C' - f' x with g = 1 / (1 - f f'); and V(i, i) = C / (1 + f).

A *turn* is a distribution that many pairs of needs share; its *scale* is the denominator of its probabilities. A *kind*
is a pair of turns. Each prime takes one inversion for all scales and one for all g. The arithmetic is Montgomery's in
32-bit words, with `LANES` primes side by side for the vector units (`lanes.h`).

Cost: about 14 products per pair and prime, which take 8 ns with AVX2 and 24 ns without. Memory: 8·LANES bytes per pair
and 4·LANES bytes per scale or weight. Limits: odd primes below 2^30 that divide no scale and no D (see `values`).
"""

from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset

from ...exact.lanes cimport (LANES, append, invert_rows, minus, multiply, open_primes, plus, settle, vector_forms,
                             weigh)

#: The number of primes that are processed side by side, as one block.
WIDTH = LANES


cdef struct Field:  # LANES primes and their constants
    uint32_t[LANES] p
    uint32_t[LANES] n
    uint32_t[LANES] one
    uint32_t[LANES] square


cdef void open_field(Field* f, const uint32_t* primes) noexcept nogil:
    memcpy(f.p, primes, sizeof(f.p))
    open_primes(primes, f.n, f.one, f.square)


cdef void read_numbers(const Field* f, const uint32_t* limbs, const int64_t* first, Py_ssize_t count,
                       uint32_t* numbers, int form) noexcept nogil:
    """Convert limbs of 30 bits, the most significant first, to residues in Montgomery form."""
    cdef Py_ssize_t q
    cdef int t
    cdef uint32_t[LANES] shift
    for t in range(LANES):
        shift[t] = <uint32_t> ((<uint64_t> f.one[t] << 30) % f.p[t])
    memset(numbers, 0, count * LANES * sizeof(uint32_t))
    for q in range(count):
        append(numbers + q * LANES, limbs + first[q], first[q + 1] - first[q], shift, f.p, f.n, form)
        multiply(numbers + q * LANES, numbers + q * LANES, f.square, f.p, f.n, form)


def compute_values(const uint32_t[::1] primes, const uint32_t[::1] limbs, const int64_t[::1] first,
                   const int32_t[::1] turn_first, const int32_t[:, ::1] kinds, const int32_t[::1] pair_kinds,
                   const int64_t[::1] read_first, const int32_t[::1] read, const int32_t[::1] wanted,
                   uint32_t[:, ::1] found, bint vectors=True):
    """Compute multiples of the wanted values modulo primes, `WIDTH` primes at a time.

    primes: odd and below 2^30; their number is a multiple of WIDTH
    limbs, first: positive integers in 30-bit limbs, the most significant first; integer q is
        limbs[first[q]:first[q+1]], and all values are multiplied by the last integer
    turn_first: integers turn_first[k] to turn_first[k+1] - 1 belong to turn k: its scale, and its weights of failing
        and of saving each of its totals
    kinds: one row per kind: a player's turn, the opponent's turn, and 1 if both needs are equal, otherwise 0
    pair_kinds: the kind of each pair; the values of pair p have indices 2p and, unless both needs are equal, 2p + 1
    read_first, read: the values of earlier pairs that pair p uses have indices read[read_first[p]:read_first[p+1]]:
        first those after each total that the player's turn saves, then, unless both needs are equal, those after each
        total that the opponent's turn saves
    wanted, found: the indices of the wanted values, and the results: a row for each value, a column for each prime
    vectors: whether to use the processor's vector units
    """
    cdef Field f
    cdef Py_ssize_t turns = turn_first.shape[0] - 1, pairs = pair_kinds.shape[0], count = first.shape[0] - 1
    cdef Py_ssize_t kind_count = kinds.shape[0], longest = max(turns, kind_count)
    cdef Py_ssize_t block, q, r, at, other_at, split
    cdef int t, form = vector_forms() if vectors else 0
    cdef bint good = True
    cdef uint32_t[LANES] multiple, value
    cdef unsigned char[LANES] useless
    cdef uint32_t* numbers = <uint32_t*> malloc(
        (count + kind_count + turns + longest + 2 * pairs) * LANES * sizeof(uint32_t))
    cdef uint32_t* g = numbers + count * LANES
    cdef uint32_t* scales = g + kind_count * LANES
    cdef uint32_t* before = scales + turns * LANES
    cdef uint32_t* values = before + longest * LANES
    cdef uint32_t* x
    if numbers == NULL:
        raise MemoryError("not enough memory for the values of a block of primes")
    with nogil:
        for block in range(primes.shape[0] // LANES):
            open_field(&f, &primes[block * LANES])
            read_numbers(&f, &limbs[0], &first[0], count, numbers, form)
            for q in range(turns):
                memcpy(scales + q * LANES, numbers + turn_first[q] * LANES, sizeof(value))
            good = not invert_rows(scales, turns, before, f.one, f.p, f.n, useless, form)
            for q in range(turns):  # divide by the scale
                for r in range(turn_first[q] + 1, turn_first[q + 1]):
                    multiply(numbers + r * LANES, numbers + r * LANES, scales + q * LANES, f.p, f.n, form)
            for q in range(kind_count):
                at, other_at = turn_first[kinds[q, 0]] + 1, turn_first[kinds[q, 1]] + 1
                if kinds[q, 2]:
                    plus(g + q * LANES, f.one, numbers + at * LANES, f.p)
                else:
                    multiply(value, numbers + at * LANES, numbers + other_at * LANES, f.p, f.n, form)
                    minus(g + q * LANES, f.one, value, f.p)
            good = good and not invert_rows(g, kind_count, before, f.one, f.p, f.n, useless, form)
            if not good:
                break
            for r in range(pairs):
                q = pair_kinds[r]
                at, other_at = turn_first[kinds[q, 0]], turn_first[kinds[q, 1]]
                split = read_first[r] + turn_first[kinds[q, 0] + 1] - at - 2
                x = values + 2 * r * LANES
                weigh(x, f.one, numbers + (at + 2) * LANES, values, &read[read_first[r]], split - read_first[r], f.p,
                      f.n, form)
                if kinds[q, 2]:
                    multiply(x, x, g + q * LANES, f.p, f.n, form)
                    continue
                weigh(x + LANES, f.one, numbers + (other_at + 2) * LANES, values, &read[split],
                      read_first[r + 1] - split, f.p, f.n, form)
                settle(x, x + LANES, numbers + (at + 1) * LANES, numbers + (other_at + 1) * LANES, g + q * LANES, f.p,
                       f.n, form)
            for t in range(LANES):  # take the multiple, and so all products with it, out of Montgomery form
                value[t] = 1
            multiply(multiple, numbers + (count - 1) * LANES, value, f.p, f.n, form)
            for q in range(wanted.shape[0]):
                multiply(&found[q, block * LANES], values + wanted[q] * LANES, multiple, f.p, f.n, form)
    free(numbers)
    if not good:
        raise ValueError("a prime divides a scale or a determinant of the strategy")
