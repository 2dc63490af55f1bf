"""Evaluate the recurrence on pairs of needs modulo many primes at once, up from the end or down from a start.

At each pair (trailing need i ≥ leading need j), the coins k of the trailing and l of the leading player are known. Let
r/s be the probability of heads, a = r^k, b = s^k, c = r^l, d = s^l, D = ad + cb - ac. The trailing player wins with
probability X if this player is to toss, Y if the leading player is, A after the leading player banks, and B after the
trailing player banks (see `pairs`). Then

    Y = A + c2 (B - A),   X = A + c3 (B - A),   c2 = a (d - c) / D,   c3 = a d / D.

* `forward` pulls values up and returns X at all equal needs.
* `push` sends mass down: mass x on X and y on Y becomes t = c3 x + c2 y on B and x + y - t on A. What a pair adds if
  play ends there (k = i, l = j) is kept apart, as a numerator over D. At other pairs with B = 1 or B = 1 - X(j, i - k),
  t is added to a total for the constant 1; in the second case, the mass -t goes to X(j, i - k).

A *kind* is a pair (k, l) of coins; a *run* is a sequence of adjacent pairs of needs of one kind in a column (j fixed).
Kinds seldom change: with targets of 1,000 and a fair coin, a run has about 140 pairs on average.

Pairs are processed in strips of `STRIP` rows, each strip column by column, each column run by run. A run reads and
writes adjacent memory: X of column j - l and Y of its own column k rows up, all in the nearest cache. Between strips,
only the numbers that later moves read are stored: the last rows of Y in each column, and the X next to the diagonal
for moves by which the trailing player takes the lead. All arithmetic is Montgomery's, in 32-bit words, with
`LANES` primes in parallel in vectors (`lanes.h`).

Cost for each pair of needs and prime: one modular product if c/d = 1/2, otherwise two; 0.3 to 0.4 ns with AVX-512.
Memory: 4·LANES bytes per column for each of the last rows that later moves read, and 6 bytes per run. Limits: odd
primes below 2^31; needs up to 65535, and at most 65535 kinds.
"""

import numpy as np

from libc.stdint cimport uint16_t, uint32_t, uint64_t, uintptr_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from ...exact.lanes cimport (LANES, append, form_name, invert_rows, minus, multiply, open_primes, plus, pull_run,
                             push_run, times, vector_forms)

#: The number of primes in one call.
WIDTH = LANES

#: The forms of the loops that this processor can run, the slowest first; all give the same result.
FORMS = tuple([form_name(form).decode() for form in range(vector_forms() + 1)])

cdef enum:
    STRIP = 64  # number of rows; their X in three columns and Y in one take 32 kB


cdef enum:
    NOWHERE = -(1 << 30)  # in place of a multiplicity, for lines of play that end with the value 0


cdef inline int larger_of(int a, int b) noexcept nogil:
    return a if a > b else b


cdef class Field:
    """LANES primes and, for each kind (k, l), the constants c2 and c3, and Y D and X D at the pair i = k, j = l."""

    cdef uint32_t* memory
    cdef uint32_t* p
    cdef uint32_t* n
    cdef uint32_t* one
    cdef uint32_t* c2
    cdef uint32_t* c3
    cdef uint32_t* top2
    cdef uint32_t* top3
    cdef int form
    cdef unsigned char[LANES] useless  # marks primes that divide some D

    def __cinit__(self, Runs runs, primes, int form):
        cdef Py_ssize_t kinds = runs.k_of.shape[0], t
        self.form = vector_forms() if form < 0 else form
        self.memory = <uint32_t*> calloc((6 + 6 * kinds + 2 * (runs.larger + 1)) * LANES, sizeof(uint32_t))
        if self.memory == NULL:
            raise MemoryError("not enough memory for the constants of a block of primes")
        self.p = self.memory
        self.n = self.p + LANES
        self.one = self.n + LANES
        self.c2 = self.one + 3 * LANES
        self.c3 = self.c2 + kinds * LANES
        self.top2 = self.c3 + kinds * LANES
        self.top3 = self.top2 + kinds * LANES
        for t in range(LANES):
            prime = int(primes[t])
            self.p[t] = prime
            self.top2[t] = runs.top % prime
            self.top3[t] = runs.bottom % prime
        with nogil:
            self.compute(runs)

    def __dealloc__(self):
        free(self.memory)

    cdef void compute(self, Runs runs) noexcept nogil:
        """Compute all constants; `top2` and `top3` must first hold r and s, where r/s is the probability of heads."""
        cdef Py_ssize_t kinds = runs.k_of.shape[0], larger = runs.larger, q
        cdef int form = self.form
        cdef uint32_t[LANES] square
        cdef uint32_t* work = self.one + LANES
        cdef uint32_t* d = self.top3 + kinds * LANES
        cdef uint32_t* before = d + kinds * LANES
        cdef uint32_t* tops = before + kinds * LANES
        cdef uint32_t* bottoms = tops + (larger + 1) * LANES
        open_primes(self.p, self.n, self.one, square)
        memcpy(tops, self.one, LANES * sizeof(uint32_t))
        memcpy(bottoms, self.one, LANES * sizeof(uint32_t))
        multiply(work, self.top2, square, self.p, self.n, form)
        multiply(work + LANES, self.top3, square, self.p, self.n, form)
        for q in range(larger):
            multiply(tops + (q + 1) * LANES, tops + q * LANES, work, self.p, self.n, form)
            multiply(bottoms + (q + 1) * LANES, bottoms + q * LANES, work + LANES, self.p, self.n, form)
        for q in range(kinds):  # D = a d + c b - a c, and the numerators of c2 and c3
            multiply(self.top3 + q * LANES, tops + runs.k_of[q] * LANES, bottoms + runs.l_of[q] * LANES, self.p,
                     self.n, form)
            multiply(work, tops + runs.k_of[q] * LANES, tops + runs.l_of[q] * LANES, self.p, self.n, form)
            minus(self.top2 + q * LANES, self.top3 + q * LANES, work, self.p)
            multiply(work + LANES, tops + runs.l_of[q] * LANES, bottoms + runs.k_of[q] * LANES, self.p, self.n, form)
            plus(d + q * LANES, self.top2 + q * LANES, work + LANES, self.p)
        invert_rows(d, kinds, before, self.one, self.p, self.n, self.useless, form)
        for q in range(kinds):
            multiply(self.c2 + q * LANES, self.top2 + q * LANES, d + q * LANES, self.p, self.n, form)
            multiply(self.c3 + q * LANES, self.top3 + q * LANES, d + q * LANES, self.p, self.n, form)


cdef class Walk:
    """Zeroed memory for one walk through the strips, in rows of LANES residues."""

    cdef uint32_t* memory
    cdef uint32_t* x  # STRIP rows for each of the last columns
    cdef uint32_t* y  # STRIP rows of this column, and before them `reach` rows of the strip above
    cdef uint32_t* nothing  # STRIP rows for games won by the leading player: their values (0) or their mass
    cdef uint32_t* waiting  # between strips: the last `reach` rows of Y in each column
    cdef uint32_t* near  # X(j, j - 1), …, X(j, j - cross) for each j
    cdef uint32_t* spare
    cdef uint32_t* won
    cdef long long* cursor  # each column's current run
    cdef Py_ssize_t columns

    def __cinit__(self, Runs runs):
        cdef Py_ssize_t rows = runs.smaller + 1
        self.columns = runs.wide + 1
        self.cursor = <long long*> calloc(runs.smaller + 2, sizeof(long long))
        self.memory = <uint32_t*> calloc(
            ((self.columns + 2) * STRIP + runs.reach + rows * (runs.reach + runs.cross) + 3) * LANES, sizeof(uint32_t))
        if self.memory == NULL or self.cursor == NULL:
            raise MemoryError("not enough memory for the rows of a block of primes")
        # Align the rows, so that no vector spans two cache lines.
        self.x = self.memory + (-(<uintptr_t> self.memory) % (4 * LANES)) // sizeof(uint32_t)
        self.y = self.x + (self.columns * STRIP + runs.reach) * LANES
        self.nothing = self.y + STRIP * LANES
        self.waiting = self.nothing + STRIP * LANES
        self.near = self.waiting + rows * runs.reach * LANES
        self.spare = self.near + rows * runs.cross * LANES
        self.won = self.spare + LANES

    def __dealloc__(self):
        free(self.memory)
        free(self.cursor)

    cdef inline uint32_t* column(self, Py_ssize_t j, Py_ssize_t strip) noexcept nogil:
        """Return X of a column; row i of the column begins at index i times LANES."""
        return self.x + ((j % self.columns) * STRIP - strip) * LANES


cdef class Runs:
    """A strategy as runs of pairs of one kind in a column: a compact form for sending to other processes.

    `first`, of length smaller + 2, holds at j the index of the first run of column j, and finally the number of runs.
    `row` and `kind` hold the first row and the kind of each run; `k_of` and `l_of` hold the coins of the trailing and
    of the leading player by kind. `reach` is the largest k with i - k ≥ j, `cross` the largest j - (i - k) with i > k,
    and `wide` the largest l with l < j. The probability of heads is top/bottom.
    """

    cdef readonly tuple given
    cdef const long long[::1] first
    cdef const int[::1] row
    cdef const uint16_t[::1] kind
    cdef const int[::1] k_of
    cdef const int[::1] l_of
    cdef Py_ssize_t larger, smaller, reach, cross, wide
    cdef object top, bottom
    cdef bint fair

    def __init__(self, *given):
        (self.first, self.row, self.kind, self.k_of, self.l_of, self.larger, self.smaller, self.reach, self.cross,
         self.wide, self.top, self.bottom) = self.given = given
        self.fair = self.bottom == 2

    def __reduce__(self):
        return Runs, self.given

    cdef Py_ssize_t waiting_rows(self, Py_ssize_t run, Py_ssize_t end, Py_ssize_t start) noexcept nogil:
        """Return how many rows before `start` are still needed by later rows; `run` begins at or before `start`."""
        cdef Py_ssize_t rows = 0, back, begin
        while run + 1 < end and self.row[run + 1] <= start:
            run += 1
        while run < end:
            begin = self.row[run] if self.row[run] > start else start
            if begin - start >= self.reach:
                break
            back = self.k_of[self.kind[run]] - (begin - start)
            if rows < back <= self.reach:  # moves of more than `reach` coins take the lead or win
                rows = back
            run += 1
        return rows

    def forward(self, primes, int form=-1):
        """Return X(i, i) modulo `WIDTH` primes: a uint32 array of shape (smaller + 1, WIDTH). The GIL is released.

        No prime may divide any D (see `useless_primes`). `form` is an index into `FORMS`; the default is the fastest.
        """
        cdef Field f = Field(self, primes, form)
        cdef Walk w = Walk(self)
        equal_values = np.zeros((self.smaller + 1, LANES), dtype=np.uint32)
        cdef uint32_t[:, ::1] equal = equal_values
        cdef Py_ssize_t i, j, k, top, strip, stop, run, end, rows
        cdef int q
        cdef bint even
        cdef uint32_t[LANES] unit
        cdef uint32_t* x
        cdef uint32_t* y
        cdef const uint32_t* a
        cdef const uint32_t* b
        with nogil:
            for i in range(LANES):
                unit[i] = 1
            for j in range(1, self.smaller + 1):
                w.cursor[j] = self.first[j]
            strip = 1
            while strip <= self.smaller:
                top = strip + STRIP if strip + STRIP <= self.smaller else self.smaller + 1
                for j in range(1, top):
                    x = w.column(j, strip)
                    y = w.y - strip * LANES
                    run, end = w.cursor[j], self.first[j + 1]
                    i = j
                    if j < strip:
                        i = strip
                        rows = self.waiting_rows(run, end, strip)
                        memcpy(y + (strip - rows) * LANES, w.waiting + ((j + 1) * self.reach - rows) * LANES,
                               rows * LANES * sizeof(uint32_t))
                    while i < top:
                        while run + 1 < end and self.row[run + 1] <= i:
                            run += 1
                        stop = self.row[run + 1] if run + 1 < end and self.row[run + 1] < top else top
                        q = self.kind[run]
                        k = self.k_of[q]
                        even = self.fair and self.l_of[q] == 1
                        a = w.nothing - strip * LANES if self.l_of[q] == j else w.column(j - self.l_of[q], strip)
                        while i < stop and i - k < j:
                            b = f.one
                            if i > k:
                                minus(w.spare, f.one, w.near + (j * self.cross + j - (i - k) - 1) * LANES, f.p)
                                b = w.spare
                            pull_run(x + i * LANES, y + i * LANES, a + i * LANES, b, 1, f.c2 + q * LANES,
                                     f.c3 + q * LANES, even, f.p, f.n, f.form)
                            i += 1
                        if i < stop:
                            pull_run(x + i * LANES, y + i * LANES, a + i * LANES, y + (i - k) * LANES, stop - i,
                                     f.c2 + q * LANES, f.c3 + q * LANES, even, f.p, f.n, f.form)
                            i = stop
                    w.cursor[j] = run
                    rows = self.waiting_rows(run, end, top) if top <= self.smaller else 0
                    memcpy(w.waiting + ((j + 1) * self.reach - rows) * LANES, y + (top - rows) * LANES,
                           rows * LANES * sizeof(uint32_t))
                    for i in range(j + 1 if j >= strip else strip, j + self.cross + 1):
                        if i < top:
                            memcpy(w.near + (i * self.cross + i - j - 1) * LANES, x + i * LANES,
                                   LANES * sizeof(uint32_t))
                    if j >= strip:
                        times(&equal[j, 0], x + j * LANES, unit, f.p, f.n)
                strip = top
        return equal_values

    def push(self, primes, Py_ssize_t trailing, Py_ssize_t leading, bint toss, int form=-1):
        """Push a unit of mass down from X (`toss`) or Y at a pair of needs, modulo `WIDTH` primes. The GIL is released.

        Return a uint32 array of shape (kinds + 1, WIDTH). The row of kind (k, l) has D times what the pair (k, l) adds
        to the value if play ends there; the last row has what won games and changes of the lead add.
        """
        cdef Field f = Field(self, primes, form)
        cdef Walk w = Walk(self)
        edge_values = np.zeros((self.k_of.shape[0] + 1, LANES), dtype=np.uint32)
        cdef uint32_t[:, ::1] edge = edge_values
        cdef Py_ssize_t i, j, k, top, strip, begin, lowest, run, end, rows
        cdef int q
        cdef bint even
        cdef uint32_t[LANES] unit
        cdef uint32_t[LANES] tossed
        cdef uint32_t[LANES] waited
        cdef uint32_t* x
        cdef uint32_t* y
        cdef uint32_t* a
        with nogil:
            for i in range(LANES):
                unit[i] = 1
            for j in range(1, leading + 1):
                w.cursor[j] = self.first[j + 1] - 1
            strip = 1 + (trailing - 1) // STRIP * STRIP
            while strip > 0:
                top = strip + STRIP if strip + STRIP <= trailing else trailing + 1
                for j in range(top - 1 if top <= leading else leading, 0, -1):
                    x = w.column(j, strip)
                    y = w.y - strip * LANES
                    run, end = w.cursor[j], self.first[j + 1]
                    while self.row[run] >= top:
                        run -= 1
                    lowest = strip if j < strip else j
                    if top <= trailing:
                        rows = self.waiting_rows(run, end, top)
                        memcpy(y + (top - rows) * LANES, w.waiting + ((j + 1) * self.reach - rows) * LANES,
                               rows * LANES * sizeof(uint32_t))
                    elif j == leading:
                        a = x if toss else y
                        plus(a + trailing * LANES, a + trailing * LANES, f.one, f.p)
                    for i in range(j + 1 if j >= strip else strip, j + self.cross + 1):
                        if i < top and i <= leading:
                            plus(x + i * LANES, x + i * LANES, w.near + (i * self.cross + i - j - 1) * LANES, f.p)
                    i = top
                    while i > lowest:
                        while self.row[run] >= i:
                            run -= 1
                        q = self.kind[run]
                        k = self.k_of[q]
                        even = self.fair and self.l_of[q] == 1
                        a = w.nothing - strip * LANES if self.l_of[q] == j else w.column(j - self.l_of[q], strip)
                        begin = self.row[run] if self.row[run] > lowest else lowest
                        if begin < j + k:
                            begin = j + k
                        if begin < i:
                            push_run(x + begin * LANES, y + begin * LANES, a + begin * LANES, y + (begin - k) * LANES,
                                     i - begin, f.c2 + q * LANES, f.c3 + q * LANES, even, f.p, f.n, f.form)
                            i = begin
                            continue
                        i -= 1
                        if i == k and self.l_of[q] == j:
                            times(tossed, x + i * LANES, f.top3 + q * LANES, f.p, f.n)
                            times(waited, y + i * LANES, f.top2 + q * LANES, f.p, f.n)
                            plus(tossed, tossed, waited, f.p)
                            times(&edge[q, 0], tossed, unit, f.p, f.n)
                            memset(x + i * LANES, 0, LANES * sizeof(uint32_t))
                            memset(y + i * LANES, 0, LANES * sizeof(uint32_t))
                            continue
                        memset(w.spare, 0, LANES * sizeof(uint32_t))
                        push_run(x + i * LANES, y + i * LANES, a + i * LANES, w.spare, 1, f.c2 + q * LANES,
                                 f.c3 + q * LANES, even, f.p, f.n, f.form)
                        plus(w.won, w.won, w.spare, f.p)
                        if i > k:
                            a = w.near + (j * self.cross + j - (i - k) - 1) * LANES
                            minus(a, a, w.spare, f.p)
                    w.cursor[j] = run
                    if j < strip:
                        rows = self.waiting_rows(run, end, strip)
                        memcpy(w.waiting + ((j + 1) * self.reach - rows) * LANES, y + (strip - rows) * LANES,
                               rows * LANES * sizeof(uint32_t))
                        memset(y + (strip - rows) * LANES, 0, rows * LANES * sizeof(uint32_t))
                strip -= STRIP
            times(&edge[self.k_of.shape[0], 0], w.won, unit, f.p, f.n)
        return edge_values

    def useless_primes(self, primes):
        """Return a byte for each of `WIDTH` primes: 1 if the prime divides D for at least one kind, otherwise 0."""
        cdef Field f = Field(self, primes, -1)
        return bytes(f.useless[:LANES])

    def find_multiplicities(self, const uint16_t[::1] kind, const int[:, :, ::1] added, Py_ssize_t back,
                            Py_ssize_t trailing, Py_ssize_t leading):
        """Return each factor's largest multiplicity in the denominators of lines of play, excluding their last pairs.

        `kind` and `back` are as `find_runs` returns them; `denominators` defines lines of play. `added`, of shape
        (kinds, 4, factors), is the multiplicity of each factor in the denominator minus that in the numerator, for the
        four coefficients of each kind: of A and B in X, then of A and B in Y.

        Return an int32 array of shape (smaller + 1, factors), whose row i has, for each factor, the largest sum of
        `added` along a line of play from X(i, i) that does not end with 0, or 0 if all these sums are negative; and one
        of shape (factors,) with the larger of the corresponding numbers for X and Y of the pair (trailing, leading).
        Pairs with k = i and l = j, where play ends, do not count.

        Cost: a step for each pair and factor. Memory: 8·factors·smaller bytes for each of the latest `back` + 1
        rows. Limits: sums below 2^30. The GIL is released.
        """
        cdef Py_ssize_t i, j, g, m, at = 0, rows = back + 1, groups = added.shape[2], pair = 2 * groups
        cdef Py_ssize_t stride = (self.smaller + 1) * pair
        at_equal, at_pair = np.zeros((self.smaller + 1, groups), dtype=np.int32), np.zeros(groups, dtype=np.int32)
        cdef int[:, ::1] equal = at_equal
        cdef int[::1] last = at_pair
        cdef int q, from_b
        cdef bint crosses
        cdef int* x = NULL
        cdef int* y
        cdef const int* a
        cdef const int* b
        cdef const int* by
        cdef int* memory = <int*> calloc(rows * stride + pair, sizeof(int))
        cdef int* won
        cdef int* lost
        if memory == NULL:
            raise MemoryError("not enough memory for the rows of multiplicities")
        won = memory + rows * stride
        lost = won + groups
        with nogil:
            for g in range(groups):
                lost[g] = NOWHERE
            for i in range(1, self.larger + 1):
                for j in range(1, (i if i < self.smaller else self.smaller) + 1):
                    q = kind[at]
                    at += 1
                    m = i - self.k_of[q]
                    x = memory + (i % rows) * stride + j * pair
                    y = x + groups
                    if m == 0 and self.l_of[q] == j:
                        for g in range(pair):
                            x[g] = 0
                    else:
                        a = lost if self.l_of[q] == j else x - self.l_of[q] * pair
                        crosses = 0 < m < j
                        if m == 0:
                            b = won
                        elif crosses:
                            b = memory + (j % rows) * stride + m * pair
                        else:
                            b = memory + (m % rows) * stride + j * pair + groups
                        by = &added[q, 0, 0]
                        for g in range(groups):
                            from_b = larger_of(b[g], 0) if crosses else b[g]  # if the lead changes, B = 1 - X
                            x[g] = larger_of(a[g] + by[g], from_b + by[groups + g])
                            y[g] = larger_of(a[g] + by[2 * groups + g], from_b + by[3 * groups + g])
                    if i == trailing and j == leading:
                        for g in range(groups):
                            last[g] = larger_of(larger_of(x[g], y[g]), 0)
                if i <= self.smaller:
                    for g in range(groups):
                        equal[i, g] = larger_of(x[g], 0)
        free(memory)
        return at_equal, at_pair


def scale(uint32_t[:, ::1] values, const uint32_t[::1] limbs, const long long[::1] first, const uint32_t[::1] primes,
          int form=-1):
    """Multiply row n of `values` by f_1 f_2 … f_n modulo each of `WIDTH` primes, in place. The GIL is released.

    Row 0 is unchanged. The factor f_n is ``limbs[first[n]:first[n+1]]``, in 30-bit limbs, the most significant first.
    The primes lie between 2^30 and 2^31.
    """
    cdef Py_ssize_t row, t
    cdef uint32_t[LANES] n
    cdef uint32_t[LANES] shift
    cdef uint32_t[LANES] square
    cdef uint32_t[LANES] product_so_far
    cdef uint32_t[LANES] factor
    cdef int chosen = vector_forms() if form < 0 else form
    with nogil:
        open_primes(&primes[0], n, product_so_far, square)
        for t in range(LANES):  # 2^30 in Montgomery form
            shift[t] = <uint32_t> ((<uint64_t> product_so_far[t] << 30) % primes[t])
        for row in range(1, values.shape[0]):
            for t in range(LANES):
                factor[t] = 0
            append(factor, &limbs[first[row]], first[row + 1] - first[row], shift, &primes[0], n, chosen)
            multiply(factor, factor, square, &primes[0], n, chosen)
            multiply(product_so_far, product_so_far, factor, &primes[0], n, chosen)
            multiply(&values[row, 0], &values[row, 0], product_so_far, &primes[0], n, chosen)


cdef inline bint begins_run(const uint16_t* kind, Py_ssize_t i, Py_ssize_t j, Py_ssize_t smaller) noexcept nogil:
    """Return whether (i - 1, j) is not a pair or differs in kind from (i, j); `kind` points to the kind of (i, j)."""
    return i == j or kind[0] != (kind - (i - 1 if i <= smaller else smaller))[0]


def find_runs(const uint16_t[:, ::1] first, const uint16_t[:, ::1] second, heads):
    """Number the kinds (k, l) of all pairs (i, j), j ≤ min(i, smaller), and find the runs of each column.

    `first`, of shape (larger, smaller), holds at [i-1, j-1] the coins of a player who needs i against j; `second`, of
    shape (smaller, larger), holds at [j-1, i-1] the coins of a player who needs j against i.

    Return the runs, the kind of each pair, row by row, and the largest k at pairs with k < i, or 1 if there are none.
    Return None if any number of coins is impossible.
    """
    cdef Py_ssize_t larger = first.shape[0], smaller = first.shape[1], width, i, j, k, l, at = 0, slot, widest = 1
    cdef Py_ssize_t back = 1, reach = 1, cross = 0, wide = 0
    cdef int count = 0
    cdef bint good = True
    cdef int* number = NULL
    kinds = np.empty(smaller * (smaller + 1) // 2 + (larger - smaller) * smaller, dtype=np.uint16)
    cdef uint16_t[::1] kind = kinds
    coins, starts = np.empty((2, 65536), dtype=np.int32), np.zeros(smaller + 2, dtype=np.int64)
    cdef int[:, ::1] of = coins
    cdef long long[::1] start = starts, cursor
    cdef int[::1] row
    cdef uint16_t[::1] kind_of
    with nogil:
        for i in range(1, larger + 1):
            for j in range(1, (i if i < smaller else smaller) + 1):
                k = first[i - 1, j - 1]
                l = second[j - 1, i - 1]
                good = good and 1 <= k <= i and 1 <= l <= j
                if k < i and k > back:
                    back = k
                if i - k >= j and k > reach:
                    reach = k
                elif 0 < i - k < j and j - i + k > cross:
                    cross = j - i + k
                if l < j and l > wide:
                    wide = l
                if l > widest:
                    widest = l
    if not good:
        return None
    number = <int*> calloc((larger + 1) * (widest + 1), sizeof(int))
    if number == NULL:
        raise MemoryError("not enough memory to number the kinds of pairs")
    with nogil:
        for i in range(1, larger + 1):
            width = i if i < smaller else smaller
            for j in range(1, width + 1):
                k = first[i - 1, j - 1]
                l = second[j - 1, i - 1]
                slot = k * (widest + 1) + l
                if number[slot] == 0:
                    if count == 65535:
                        break
                    of[0, count] = <int> k
                    of[1, count] = <int> l
                    count += 1
                    number[slot] = count
                kind[at] = <uint16_t> (number[slot] - 1)
                if begins_run(&kind[at], i, j, smaller):
                    start[j + 1] += 1
                at += 1
    free(number)
    if at < kind.shape[0]:
        raise ValueError(f"targets {larger} and {smaller} with heads {heads} need more than 65535 kinds of pairs")
    np.cumsum(starts, out=starts)
    cursor = starts.copy()
    at = start[smaller + 1]
    rows, kinds_of = np.empty(at, dtype=np.int32), np.empty(at, dtype=np.uint16)
    row, kind_of, at = rows, kinds_of, 0
    with nogil:
        for i in range(1, larger + 1):
            for j in range(1, (i if i < smaller else smaller) + 1):
                if begins_run(&kind[at], i, j, smaller):
                    row[cursor[j]] = <int> i
                    kind_of[cursor[j]] = kind[at]
                    cursor[j] += 1
                at += 1
    runs = Runs(starts, rows, kinds_of, coins[0, :count].copy(), coins[1, :count].copy(), larger, smaller, reach, cross,
                wide, int(heads.numerator), int(heads.denominator))
    return runs, kinds, back
