"""The recurrence on pairs of needs modulo many primes at once, up from the edge and down from the start.

With the coins k of the trailing and l of the leading player known at each pair (trailing need i ≥ leading need j) and
heads probability r/s, put a = r^k, b = s^k, c = r^l, d = s^l, D = ad + cb - ac. From the bank values B of the trailing
and A of the leading player (see `pairs`)

    Y = A + c2 (B - A),   X = A + c3 (B - A),   c2 = a (d - c) / D,   c3 = a d / D.

* `forward` pulls values up: X at all equal needs, modulo each prime, in one sweep.
* `push` sends mass down: mass x on X and y on Y becomes t = c3 x + c2 y on B and x + y - t on A. What reaches pairs
  that are decided in one turn (k = i, l = j) is kept apart, as the numerator over D; what reaches a won game adds up.

A *kind* is a pair (k, l) of coins; a *run* is a stretch of pairs of one kind in a column (j fixed), where kinds seldom
change: there are some hundred times fewer runs than pairs. `classify`, `count_runs` and `find_runs` make them from a
table of coins. `longest_paths` counts how often the factors of D stand below the line after a line of play, for a
proved multiple of all denominators (`denominators`): a step for each pair and factor, in whole numbers.

Pairs are taken in strips of `STRIP` rows, a strip column by column, a column run by run. What a run reads and writes
then lies side by side: X of the column on the right of it, Y of its own column k rows up, all in the nearest cache.
Between strips wait only the last rows of Y in each column, as many as moves reach back to there; and next to the
diagonal those X that the other player's needs lead to. All arithmetic is Montgomery's, in 32-bit words, `LANES` primes
side by side in vectors (`lanes.h`). A prime that divides some D is of no use: it is reported.

Cost: one modular product a pair of needs and prime where p^l = 1/2 (two elsewhere), 0.3 to 0.4 ns with AVX-512. Memory:
4·LANES·m bytes for each of the last rows that moves reach back to, and 6 bytes a run. Limits: odd primes below 2^31;
needs and kinds up to 65535. Exact: no rounding anywhere.
"""

from libc.stdint cimport uint16_t, uint32_t, uint64_t, uintptr_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from ...exact.lanes cimport (LANES, append, form_name, lane_power, minus, multiply, open_primes, plus, pull_run,
                             push_run, times, vector_forms)

#: Primes in one call.
WIDTH = LANES

#: Ways to run the loops that this processor has, the slowest first; all give the same.
FORMS = tuple([form_name(form).decode() for form in range(vector_forms() + 1)])

cdef enum:
    STRIP = 64  # rows; their X in three columns and Y in one are 32 kB


cdef struct Block:  # LANES primes, and the heads probability modulo each
    uint32_t[LANES] primes
    uint32_t[LANES] top
    uint32_t[LANES] bottom


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


cdef struct Walk:  # the memory of one walk through the strips; all rows of LANES residues
    uint32_t* memory
    uint32_t* x  # STRIP rows for each of the last columns
    uint32_t* y  # STRIP rows of this column, and before them `reach` of the strip above
    uint32_t* nothing  # STRIP rows: where a player who tosses for all needed coins would go on
    uint32_t* waiting  # between strips: the last `reach` rows of Y in each column
    uint32_t* near  # X(j, j - 1), …, X(j, j - cross) for each j
    uint32_t* unit
    uint32_t* spare
    uint32_t* won
    long long* cursor  # each column's run
    Py_ssize_t columns


cdef bint open_walk(Walk* w, Py_ssize_t smaller, Py_ssize_t reach, Py_ssize_t cross, Py_ssize_t wide) noexcept nogil:
    """Take zeroed memory; False if there is none."""
    w.columns = wide + 1
    w.cursor = <long long*> calloc(smaller + 2, sizeof(long long))
    w.memory = <uint32_t*> calloc(((w.columns + 2) * STRIP + reach + (smaller + 1) * (reach + cross) + 4) * LANES,
                                  sizeof(uint32_t))
    if w.memory == NULL or w.cursor == NULL:
        return False
    # No vector lies in two lines of the cache.
    w.x = w.memory + (-(<uintptr_t> w.memory) % (4 * LANES)) // sizeof(uint32_t)
    w.y = w.x + (w.columns * STRIP + reach) * LANES
    w.nothing = w.y + STRIP * LANES
    w.waiting = w.nothing + STRIP * LANES
    w.near = w.waiting + (smaller + 1) * reach * LANES
    w.unit = w.near + (smaller + 1) * cross * LANES
    w.spare = w.unit + LANES
    w.won = w.spare + LANES
    for t in range(LANES):
        w.unit[t] = 1
    return True


cdef void close_walk(Walk* w) noexcept nogil:
    free(w.memory)
    free(w.cursor)


cdef class Runs:
    """A strategy by runs of one kind in a column of pairs; short, since other processes get it.

    Parameters
    ----------
    first : int64 array, length smaller + 2
        The number of the first run of each column j, and the end.
    row, kind : int32 and uint16 arrays, a number a run
        The first row and the kind of each run.
    k_of, l_of, even : int32, int32, uint8 arrays, a number a kind
        Coins of the trailing and leading player; whether p^l = 1/2.
    larger, smaller : int
        Targets.
    reach, cross, wide : int
        The largest k anywhere with i - k ≥ j; the largest j - (i - k) with i > k; the largest l with l < j.
    top, bottom : int
        Of the heads probability.
    """

    cdef readonly tuple given
    cdef const long long[::1] first
    cdef const int[::1] row
    cdef const uint16_t[::1] kind
    cdef const int[::1] k_of
    cdef const int[::1] l_of
    cdef const unsigned char[::1] even
    cdef Py_ssize_t larger, smaller, reach, cross, wide
    cdef object top, bottom

    def __init__(self, *given):
        (self.first, self.row, self.kind, self.k_of, self.l_of, self.even, self.larger, self.smaller, self.reach,
         self.cross, self.wide, self.top, self.bottom) = self.given = given

    def __reduce__(self):
        return Runs, self.given

    @property
    def kinds(self):
        """The number of kinds."""
        return self.k_of.shape[0]

    cdef Block read_primes(self, primes):
        cdef Block block
        cdef Py_ssize_t t
        for t in range(LANES):
            prime = int(primes[t])
            block.primes[t] = prime
            block.top[t] = self.top % prime
            block.bottom[t] = self.bottom % prime
        return block

    cdef bint open_field(self, Field* f, Block* block, unsigned char* useless, int form) noexcept nogil:
        """Fill in all constants; False if there is no memory. `useless` marks primes that divide some D."""
        cdef Py_ssize_t kinds = self.k_of.shape[0], larger = self.larger
        cdef const uint32_t* primes = block.primes
        cdef Py_ssize_t q, t
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
        memcpy(f.p, primes, LANES * sizeof(uint32_t))
        open_primes(primes, f.n, f.one, square)
        memcpy(tops, f.one, LANES * sizeof(uint32_t))
        memcpy(bottoms, f.one, LANES * sizeof(uint32_t))
        multiply(work, block.top, square, f.p, f.n, form)
        multiply(work + LANES, block.bottom, square, f.p, f.n, form)
        for q in range(larger):
            multiply(tops + (q + 1) * LANES, tops + q * LANES, work, f.p, f.n, form)
            multiply(bottoms + (q + 1) * LANES, bottoms + q * LANES, work + LANES, f.p, f.n, form)
        for q in range(kinds):  # D = a d + c b - a c, and the numerators of c2 and c3
            multiply(f.top3 + q * LANES, tops + self.k_of[q] * LANES, bottoms + self.l_of[q] * LANES, f.p, f.n, form)
            multiply(work, tops + self.k_of[q] * LANES, tops + self.l_of[q] * LANES, f.p, f.n, form)
            minus(f.top2 + q * LANES, f.top3 + q * LANES, work, f.p)
            multiply(work + LANES, tops + self.l_of[q] * LANES, bottoms + self.k_of[q] * LANES, f.p, f.n, form)
            plus(d + q * LANES, f.top2 + q * LANES, work + LANES, f.p)
            multiply(before + q * LANES, before + (q - 1) * LANES if q else f.one, d + q * LANES, f.p, f.n, form)
        for t in range(LANES):  # one inverse for all kinds, then backwards
            x = before[(kinds - 1) * LANES + t]
            useless[t] = x == 0
            work[t] = lane_power(x, primes[t] - 2, f.one[t], primes[t], f.n[t])
        for q in range(kinds - 1, -1, -1):
            multiply(work + LANES, work, before + (q - 1) * LANES if q else f.one, f.p, f.n, form)  # 1 / D
            multiply(f.c2 + q * LANES, f.top2 + q * LANES, work + LANES, f.p, f.n, form)
            multiply(f.c3 + q * LANES, f.top3 + q * LANES, work + LANES, f.p, f.n, form)
            multiply(work, work, d + q * LANES, f.p, f.n, form)
        return True

    cdef Py_ssize_t waiting_rows(self, Py_ssize_t run, Py_ssize_t end, Py_ssize_t start) noexcept nogil:
        """How many rows before `start` the column's rows from there on reach back to; `run` begins before or there."""
        cdef Py_ssize_t found = 0, back, begin
        while run + 1 < end and self.row[run + 1] <= start:
            run += 1
        while run < end:
            begin = self.row[run] if self.row[run] > start else start
            if begin - start >= self.reach:
                break
            back = self.k_of[self.kind[run]] - (begin - start)
            if found < back <= self.reach:  # beyond `reach` are moves that win
                found = back
            run += 1
        return found

    def forward(self, primes, uint32_t[:, ::1] equal, uint32_t[:, ::1] last, int form=-1):
        """Values modulo `WIDTH` primes at all equal needs, and at the largest needs. Releases the GIL.

        Parameters
        ----------
        primes : sequence of int, length WIDTH
            Odd primes below 2^31.
        equal : uint32 array, shape (smaller + 1, WIDTH)
            Gets X(i, i) modulo each prime in row i.
        last : uint32 array, shape (2, WIDTH)
            Gets X(larger, smaller) and Y(larger, smaller).
        form : int
            Which of `FORMS`; the fastest by default.

        Returns
        -------
        bytes
            WIDTH of them: 1 where a prime divides some D, so that its residues mean nothing.
        """
        cdef Block block = self.read_primes(primes)
        cdef Field f
        cdef Walk w
        cdef Py_ssize_t i, j, k, top, strip, stop, run, end, rows
        cdef int q
        cdef unsigned char[LANES] useless
        cdef uint32_t* x
        cdef uint32_t* y
        cdef const uint32_t* a
        cdef const uint32_t* b
        cdef bint ready
        cdef int way = vector_forms() if form < 0 else form
        with nogil:
            ready = self.open_field(&f, &block, useless, way)
            ready = open_walk(&w, self.smaller, self.reach, self.cross, self.wide) and ready
            if ready:
                for j in range(1, self.smaller + 1):
                    w.cursor[j] = self.first[j]
                strip = 1
                while strip <= self.larger:
                    top = strip + STRIP if strip + STRIP <= self.larger else self.larger + 1
                    for j in range(1, (top - 1 if top <= self.smaller else self.smaller) + 1):
                        x = w.x + ((j % w.columns) * STRIP - strip) * LANES  # row i at x + i LANES
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
                            if self.l_of[q] == j:
                                a = w.nothing - strip * LANES
                            else:
                                a = w.x + (((j - self.l_of[q]) % w.columns) * STRIP - strip) * LANES
                            while i < stop and i - k < j:
                                b = f.one
                                if i > k:
                                    minus(w.spare, f.one, w.near + (j * self.cross + j - (i - k) - 1) * LANES, f.p)
                                    b = w.spare
                                pull_run(x + i * LANES, y + i * LANES, a + i * LANES, b, 1, f.c2 + q * LANES,
                                         f.c3 + q * LANES, self.even[q], f.p, f.n, way)
                                i += 1
                            if i < stop:
                                pull_run(x + i * LANES, y + i * LANES, a + i * LANES, y + (i - k) * LANES, stop - i,
                                         f.c2 + q * LANES, f.c3 + q * LANES, self.even[q], f.p, f.n, way)
                                i = stop
                        w.cursor[j] = run
                        rows = self.waiting_rows(run, end, top) if top <= self.larger else 0
                        memcpy(w.waiting + ((j + 1) * self.reach - rows) * LANES, y + (top - rows) * LANES,
                               rows * LANES * sizeof(uint32_t))
                        for i in range(j + 1 if j >= strip else strip, j + self.cross + 1):
                            if i < top and i <= self.smaller:
                                memcpy(w.near + (i * self.cross + i - j - 1) * LANES, x + i * LANES,
                                       LANES * sizeof(uint32_t))
                        if j >= strip:
                            times(&equal[j, 0], x + j * LANES, w.unit, f.p, f.n)
                        if j == self.smaller and top > self.larger:
                            times(&last[0, 0], x + self.larger * LANES, w.unit, f.p, f.n)
                            times(&last[1, 0], y + self.larger * LANES, w.unit, f.p, f.n)
                    strip = top
            close_walk(&w)
            free(f.memory)
        if not ready:
            raise MemoryError("no memory for the rows of a block of primes")
        return bytes(useless[:LANES])

    def push(self, primes, Py_ssize_t trailing, Py_ssize_t leading, bint toss, uint32_t[:, ::1] edge, uint32_t[::1] won,
             int form=-1):
        """Where one unit of mass on X (`toss`) or Y at one pair of needs ends, modulo `WIDTH` primes. Releases the GIL.

        Primes, form and result as for `forward`.

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
        """
        cdef Block block = self.read_primes(primes)
        cdef Field f
        cdef Walk w
        cdef Py_ssize_t i, j, k, top, strip, begin, lowest, run, end, rows
        cdef int q
        cdef unsigned char[LANES] useless
        cdef uint32_t[LANES] tossed
        cdef uint32_t[LANES] waited
        cdef uint32_t* x
        cdef uint32_t* y
        cdef uint32_t* a
        cdef bint ready
        cdef int way = vector_forms() if form < 0 else form
        with nogil:
            ready = self.open_field(&f, &block, useless, way)
            ready = open_walk(&w, self.smaller, self.reach, self.cross, self.wide) and ready
            if ready:
                for j in range(1, leading + 1):
                    w.cursor[j] = self.first[j + 1] - 1
                strip = 1 + (trailing - 1) // STRIP * STRIP
                while strip > 0:
                    top = strip + STRIP if strip + STRIP <= trailing else trailing + 1
                    for j in range(top - 1 if top <= leading else leading, 0, -1):
                        x = w.x + ((j % w.columns) * STRIP - strip) * LANES  # row i at x + i LANES
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
                            if self.l_of[q] == j:
                                a = w.nothing - strip * LANES
                            else:
                                a = w.x + (((j - self.l_of[q]) % w.columns) * STRIP - strip) * LANES
                            begin = self.row[run] if self.row[run] > lowest else lowest
                            if begin < j + k:
                                begin = j + k
                            if begin < i:
                                push_run(x + begin * LANES, y + begin * LANES, a + begin * LANES,
                                         y + (begin - k) * LANES, i - begin, f.c2 + q * LANES, f.c3 + q * LANES,
                                         self.even[q], f.p, f.n, way)
                                i = begin
                                continue
                            i -= 1
                            if i == k and self.l_of[q] == j:
                                times(tossed, x + i * LANES, f.top3 + q * LANES, f.p, f.n)
                                times(waited, y + i * LANES, f.top2 + q * LANES, f.p, f.n)
                                plus(tossed, tossed, waited, f.p)
                                times(&edge[q, 0], tossed, w.unit, f.p, f.n)
                                memset(x + i * LANES, 0, LANES * sizeof(uint32_t))
                                memset(y + i * LANES, 0, LANES * sizeof(uint32_t))
                                continue
                            memset(w.spare, 0, LANES * sizeof(uint32_t))
                            push_run(x + i * LANES, y + i * LANES, a + i * LANES, w.spare, 1, f.c2 + q * LANES,
                                     f.c3 + q * LANES, self.even[q], f.p, f.n, way)
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
                times(&won[0], w.won, w.unit, f.p, f.n)
            close_walk(&w)
            free(f.memory)
        if not ready:
            raise MemoryError("no memory for the rows of a block of primes")
        return bytes(useless[:LANES])

    def useless_primes(self, primes):
        """For each of `WIDTH` primes: 1 if it divides the D of some kind, else 0."""
        cdef Block block = self.read_primes(primes)
        cdef Field f
        cdef unsigned char[LANES] useless
        cdef bint ready
        with nogil:
            ready = self.open_field(&f, &block, useless, vector_forms())
            free(f.memory)
        if not ready:
            raise MemoryError("no memory for the constants of a block of primes")
        return bytes(useless[:LANES])


def scale(uint32_t[:, ::1] values, const uint32_t[::1] limbs, const long long[::1] first, const uint32_t[::1] primes,
          int form=-1):
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
    form : int
        Which of `FORMS`; the fastest if left out.
    """
    cdef Py_ssize_t row, t
    cdef uint32_t[LANES] n
    cdef uint32_t[LANES] shift
    cdef uint32_t[LANES] square
    cdef uint32_t[LANES] product_so_far
    cdef uint32_t[LANES] factor
    cdef int way = vector_forms() if form < 0 else form
    with nogil:
        open_primes(&primes[0], n, product_so_far, square)
        for t in range(LANES):  # Montgomery's form of 2^30
            shift[t] = <uint32_t> ((<uint64_t> product_so_far[t] << 30) % primes[t])
        for row in range(1, values.shape[0]):
            for t in range(LANES):
                factor[t] = 0
            append(factor, &limbs[first[row]], first[row + 1] - first[row], shift, &primes[0], n, way)
            multiply(factor, factor, square, &primes[0], n, way)
            multiply(product_so_far, product_so_far, factor, &primes[0], n, way)
            multiply(&values[row, 0], &values[row, 0], product_so_far, &primes[0], n, way)


# Kinds, runs and exponents, from the table of coins.

cdef enum:
    NOWHERE = -(1 << 30)  # what never happens adds nothing


cdef inline Py_ssize_t first_of_row(Py_ssize_t i, Py_ssize_t smaller) noexcept nogil:
    """Return the number of the pair (i, 1), pairs (i, j) counted row by row, j ≤ min(i, smaller)."""
    if i <= smaller:
        return i * (i - 1) // 2
    return smaller * (smaller + 1) // 2 + (i - smaller - 1) * smaller


cdef inline int larger_of(int a, int b) noexcept nogil:
    return a if a > b else b


def longest_paths(const uint16_t[::1] kind, const int[::1] k_of, const int[::1] l_of,
                  const int[:, :, ::1] added, Py_ssize_t larger, Py_ssize_t smaller, Py_ssize_t reach,
                  int[:, ::1] equal, Py_ssize_t trailing, Py_ssize_t leading, int[::1] last):
    """How often a factor stands below the line on a line of play before the last pair, at most. Releases the GIL.

    Parameters as for `residues.forward`, and

    Parameters
    ----------
    added : int32 array, shape (kinds, 4, factors)
        How often each factor stands below the line in what a kind multiplies by, less how often above it: X from A, X
        from B, Y from A, Y from B.
    equal : int32 array, shape (smaller + 1, factors)
        Gets, in row i, the largest sum for X(i, i) over all lines of play, from 0; pairs with k = i and l = j, where
        play ends, do not count.
    trailing, leading : int
        Needs of one more pair.
    last : int32 array, length factors
        The same for X or Y there, whichever is larger.

    Notes
    -----
    Cost: a step for each pair and factor; memory 8·factors·smaller bytes for each row that moves reach back to. Limits:
    sums below 2^30.
    """
    cdef Py_ssize_t i, j, g, m, at, rows = reach + 1, groups = added.shape[2], pair = 2 * groups
    cdef Py_ssize_t stride = (smaller + 1) * pair
    cdef int q, from_b
    cdef bint crosses
    cdef int* x
    cdef int* y
    cdef const int* a
    cdef const int* b
    cdef const int* by
    cdef int* memory = <int*> calloc(rows * stride + pair, sizeof(int))
    cdef int* won
    cdef int* lost
    if memory == NULL:
        raise MemoryError("no memory for the rows of path lengths")
    won = memory + rows * stride
    lost = won + groups
    with nogil:
        for g in range(groups):
            lost[g] = NOWHERE
        for i in range(1, larger + 1):
            at = first_of_row(i, smaller)
            for j in range(1, (i if i < smaller else smaller) + 1):
                q = kind[at + j - 1]
                m = i - k_of[q]
                x = memory + (i % rows) * stride + j * pair
                y = x + groups
                if m == 0 and l_of[q] == j:
                    for g in range(pair):
                        x[g] = 0
                else:
                    a = lost if l_of[q] == j else x - l_of[q] * pair
                    crosses = 0 < m < j
                    if m == 0:
                        b = won
                    elif crosses:
                        b = memory + (j % rows) * stride + m * pair
                    else:
                        b = memory + (m % rows) * stride + j * pair + groups
                    by = &added[q, 0, 0]
                    for g in range(groups):
                        from_b = larger_of(b[g], 0) if crosses else b[g]  # there B = 1 - X
                        x[g] = larger_of(a[g] + by[g], from_b + by[groups + g])
                        y[g] = larger_of(a[g] + by[2 * groups + g], from_b + by[3 * groups + g])
                if i == trailing and j == leading:
                    for g in range(groups):
                        last[g] = larger_of(larger_of(x[g], y[g]), 0)
            if i <= smaller:
                for g in range(groups):
                    equal[i, g] = larger_of(x[g], 0)
    free(memory)


def classify(const uint16_t[:, ::1] first, const uint16_t[:, ::1] second, uint16_t[::1] kind, int[::1] k_of,
             int[::1] l_of):
    """Number the kinds (k, l) that occur and give each pair the number of its kind.

    Parameters
    ----------
    first : uint16 array, shape (larger, smaller)
        [i-1, j-1]: coins of a player who needs i against j.
    second : uint16 array, shape (smaller, larger)
        [j-1, i-1]: coins of a player who needs j against i.
    kind : uint16 array, pairs (i, j), j ≤ min(i, smaller), row by row
        Gets the kinds.
    k_of, l_of : int32 arrays, length 65536
        Get the coins of each kind.

    Returns
    -------
    (int, int)
        Number of kinds, or -1 if there are more than 65535; and the largest k with k < i.
    """
    cdef Py_ssize_t i, j, at = 0, larger = first.shape[0], smaller = first.shape[1], reach = 1, widest = 0, slot
    cdef int k, l, count = 0
    cdef int* number
    for j in range(smaller):
        for i in range(j, larger):
            if second[j, i] > widest:
                widest = second[j, i]
    number = <int*> calloc((larger + 1) * (widest + 1), sizeof(int))
    if number == NULL:
        raise MemoryError("no memory to number the kinds of pairs")
    with nogil:
        for i in range(1, larger + 1):
            for j in range(1, (i if i < smaller else smaller) + 1):
                k = first[i - 1, j - 1]
                l = second[j - 1, i - 1]
                if k < i and k > reach:
                    reach = k
                slot = k * (widest + 1) + l
                if number[slot] == 0:
                    if count == 65535:
                        count = -1
                        break
                    k_of[count] = k
                    l_of[count] = l
                    count += 1
                    number[slot] = count
                kind[at] = <uint16_t> (number[slot] - 1)
                at += 1
            if count < 0:
                break
    free(number)
    return count, reach


def count_runs(const uint16_t[::1] kind, Py_ssize_t larger, Py_ssize_t smaller, long long[::1] first):
    """Count the runs of each column, the stretches of pairs (i, j), i = j, j + 1, …, larger, of one kind.

    Parameters
    ----------
    kind : uint16 array
        The kind of each pair (i, j), j ≤ min(i, smaller), row by row.
    larger, smaller : int
        Targets.
    first : int64 array, length smaller + 2
        Gets, at j, how many runs columns 1 … j - 1 have; 0 at 0.
    """
    cdef Py_ssize_t i, j, above, at
    with nogil:
        for j in range(smaller + 2):
            first[j] = 0
        for i in range(1, larger + 1):
            at, above = first_of_row(i, smaller), first_of_row(i - 1, smaller)
            for j in range(1, (i if i < smaller else smaller) + 1):
                if i == j or kind[at + j - 1] != kind[above + j - 1]:
                    first[j + 1] += 1
        for j in range(1, smaller + 2):
            first[j] += first[j - 1]


def find_runs(const uint16_t[::1] kind, const int[::1] k_of, const int[::1] l_of, Py_ssize_t larger,
              Py_ssize_t smaller, const long long[::1] first, int[::1] row, uint16_t[::1] kind_of):
    """Find the runs of each column.

    Parameters as for `count_runs`, and

    Parameters
    ----------
    k_of, l_of : int32 arrays, a number a kind
        Coins of the trailing and leading player.
    first : int64 array
        As `count_runs` left it.
    row, kind_of : int32 and uint16 arrays, a number a run
        Get the first row and the kind of each run, column by column.

    Returns
    -------
    (int, int, int) or None
        The largest k with i - k ≥ j; how far below the leader's need the trailing player's falls at most, where it does
        and does not become 0; the largest l with l < j. None where a player has coins that cannot be tossed there.
    """
    cdef Py_ssize_t i, j, k, l, above, at, reach = 1, cross = 0, wide = 0
    cdef int q
    cdef bint good = True
    cdef long long* cursor = <long long*> calloc(smaller + 2, sizeof(long long))
    if cursor == NULL:
        raise MemoryError("no memory to find the runs of columns")
    with nogil:
        for j in range(smaller + 2):
            cursor[j] = first[j]
        for i in range(1, larger + 1):
            at, above = first_of_row(i, smaller), first_of_row(i - 1, smaller)
            for j in range(1, (i if i < smaller else smaller) + 1):
                q = kind[at + j - 1]
                if i == j or q != kind[above + j - 1]:
                    row[cursor[j]] = <int> i
                    kind_of[cursor[j]] = <uint16_t> q
                    cursor[j] += 1
                k, l = k_of[q], l_of[q]
                good = good and 1 <= k <= i and 1 <= l <= j
                if i - k >= j and k > reach:
                    reach = k
                elif 0 < i - k < j and j - i + k > cross:
                    cross = j - i + k
                if l < j and l > wide:
                    wide = l
    free(cursor)
    return (reach, cross, wide) if good else None
