"""The recurrence on pairs of needs modulo many primes at once, up from the edge and down from the start.

With the coins k of the trailing and l of the leading player known at each pair (trailing need i ≥ leading need j) and
heads probability r/s, put a = r^k, b = s^k, c = r^l, d = s^l, D = ad + cb - ac. From the bank values B of the trailing
and A of the leading player (see `pairs`)

    Y = A + c2 (B - A),   X = A + c3 (B - A),   c2 = a (d - c) / D,   c3 = a d / D.

* `forward` pulls values up: X at all equal needs, modulo each prime, in one sweep.
* `push` sends mass down: mass x on X and y on Y becomes t = c3 x + c2 y on B and x + y - t on A. What reaches pairs
  that are decided in one turn (k = i, l = j) is kept apart, as the numerator over D; what reaches a won game adds up.

A *kind* is a pair (k, l); a *run* is a stretch of pairs of one kind in a column (j fixed). Pairs are taken
in strips of `STRIP` rows, a strip column by column, a column run by run. What a run reads and writes then lies side by
side: X of the column on the right of it, Y of its own column k rows up, all in the nearest cache. Between strips wait
only the last rows of Y in each column, as many as moves reach back to there; and next to the diagonal those X that the
other player's needs lead to. All arithmetic is Montgomery's, in 32-bit words, `LANES` primes side by side in vectors
(`lanes.h`). A prime that divides some D is of no use: it is reported.

Cost: one modular product a pair of needs and prime where p^l = 1/2 (two elsewhere), 0.3 to 0.4 ns with AVX-512. Memory:
4·LANES·m bytes for each of the last rows that moves reach back to, and 6 bytes a run. Limits: odd primes below 2^31;
needs and kinds up to 65535. Exact: no rounding anywhere.
"""

from libc.stdint cimport uint16_t, uint32_t, uint64_t, uintptr_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from .prime_block cimport LANES, Field, minus, multiply, open_field, plus, times

cdef extern from "lanes.h":
    int vector_forms() noexcept nogil
    const char* form_name(int) noexcept nogil
    void pull_run(uint32_t*, uint32_t*, const uint32_t*, const uint32_t*, long, const uint32_t*, const uint32_t*, int,
                  const uint32_t*, const uint32_t*, int) noexcept nogil
    void push_run(uint32_t*, uint32_t*, uint32_t*, uint32_t*, long, const uint32_t*, const uint32_t*, int,
                  const uint32_t*, const uint32_t*, int) noexcept nogil
    void append(uint32_t*, const uint32_t*, long, const uint32_t*, const uint32_t*, const uint32_t*, int) noexcept nogil

#: Primes in one call.
WIDTH = LANES

#: Ways to run the loops that this processor has, the slowest first; all give the same.
FORMS = tuple([form_name(form).decode() for form in range(vector_forms() + 1)])

cdef enum:
    STRIP = 64  # rows; their X in three columns and Y in one are 32 kB


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


cdef Py_ssize_t waiting_rows(const int[::1] row, const uint16_t[::1] kind, const int[::1] k_of, Py_ssize_t run,
                             Py_ssize_t end, Py_ssize_t start, Py_ssize_t reach) noexcept nogil:
    """How many rows before row `start` the column's rows from there on reach back to; `run` is before or at `start`."""
    cdef Py_ssize_t found = 0, back, begin
    while run + 1 < end and row[run + 1] <= start:
        run += 1
    while run < end:
        begin = row[run] if row[run] > start else start
        if begin - start >= reach:
            break
        back = k_of[kind[run]] - (begin - start)
        if found < back <= reach:  # beyond `reach` are moves that win
            found = back
        run += 1
    return found


def forward(const long long[::1] first, const int[::1] row, const uint16_t[::1] kind, const int[::1] k_of,
            const int[::1] l_of, const unsigned char[::1] even, Py_ssize_t larger, Py_ssize_t smaller,
            Py_ssize_t reach, Py_ssize_t cross, Py_ssize_t wide, const uint32_t[::1] primes,
            const uint32_t[::1] heads_top, const uint32_t[::1] heads_bottom, uint32_t[:, ::1] equal,
            uint32_t[:, ::1] last, int form=-1):
    """Values modulo `WIDTH` primes at all equal needs, and at the largest needs. Releases the GIL.

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
    reach : int
        The largest k anywhere with i - k ≥ j.
    cross : int
        The largest j - (i - k) anywhere with i > k.
    wide : int
        The largest l anywhere with l < j.
    primes, heads_top, heads_bottom : uint32 arrays, length WIDTH
        Odd primes below 2^31; the heads probability's numerator and denominator modulo each.
    equal : uint32 array, shape (smaller + 1, WIDTH)
        Gets X(i, i) modulo each prime in row i.
    last : uint32 array, shape (2, WIDTH)
        Gets X(larger, smaller) and Y(larger, smaller).
    form : int
        Which of `FORMS`; the fastest if left out.

    Returns
    -------
    bytes
        WIDTH of them: 1 where a prime divides some D, so that its residues mean nothing.
    """
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
        ready = open_field(&f, &primes[0], &heads_top[0], &heads_bottom[0], &k_of[0], &l_of[0], k_of.shape[0], larger,
                           useless, way)
        ready = open_walk(&w, smaller, reach, cross, wide) and ready
        if ready:
            for j in range(1, smaller + 1):
                w.cursor[j] = first[j]
            strip = 1
            while strip <= larger:
                top = strip + STRIP if strip + STRIP <= larger else larger + 1
                for j in range(1, (top - 1 if top <= smaller else smaller) + 1):
                    x = w.x + ((j % w.columns) * STRIP - strip) * LANES  # row i at x + i LANES
                    y = w.y - strip * LANES
                    run, end = w.cursor[j], first[j + 1]
                    i = j
                    if j < strip:
                        i = strip
                        rows = waiting_rows(row, kind, k_of, run, end, strip, reach)
                        memcpy(y + (strip - rows) * LANES, w.waiting + ((j + 1) * reach - rows) * LANES,
                               rows * LANES * sizeof(uint32_t))
                    while i < top:
                        while run + 1 < end and row[run + 1] <= i:
                            run += 1
                        stop = row[run + 1] if run + 1 < end and row[run + 1] < top else top
                        q = kind[run]
                        k = k_of[q]
                        if l_of[q] == j:
                            a = w.nothing - strip * LANES
                        else:
                            a = w.x + (((j - l_of[q]) % w.columns) * STRIP - strip) * LANES
                        while i < stop and i - k < j:
                            b = f.one
                            if i > k:
                                minus(w.spare, f.one, w.near + (j * cross + j - (i - k) - 1) * LANES, f.p)
                                b = w.spare
                            pull_run(x + i * LANES, y + i * LANES, a + i * LANES, b, 1, f.c2 + q * LANES,
                                     f.c3 + q * LANES, even[q], f.p, f.n, way)
                            i += 1
                        if i < stop:
                            pull_run(x + i * LANES, y + i * LANES, a + i * LANES, y + (i - k) * LANES, stop - i,
                                     f.c2 + q * LANES, f.c3 + q * LANES, even[q], f.p, f.n, way)
                            i = stop
                    w.cursor[j] = run
                    rows = waiting_rows(row, kind, k_of, run, end, top, reach) if top <= larger else 0
                    memcpy(w.waiting + ((j + 1) * reach - rows) * LANES, y + (top - rows) * LANES,
                           rows * LANES * sizeof(uint32_t))
                    for i in range(j + 1 if j >= strip else strip, j + cross + 1):
                        if i < top and i <= smaller:
                            memcpy(w.near + (i * cross + i - j - 1) * LANES, x + i * LANES, LANES * sizeof(uint32_t))
                    if j >= strip:
                        times(&equal[j, 0], x + j * LANES, w.unit, f.p, f.n)
                    if j == smaller and top > larger:
                        times(&last[0, 0], x + larger * LANES, w.unit, f.p, f.n)
                        times(&last[1, 0], y + larger * LANES, w.unit, f.p, f.n)
                strip = top
        close_walk(&w)
        free(f.memory)
    if not ready:
        raise MemoryError("no memory for the rows of a block of primes")
    return bytes(useless[:LANES])


def push(const long long[::1] first, const int[::1] row, const uint16_t[::1] kind, const int[::1] k_of,
         const int[::1] l_of, const unsigned char[::1] even, Py_ssize_t larger, Py_ssize_t smaller, Py_ssize_t reach,
         Py_ssize_t cross, Py_ssize_t wide, const uint32_t[::1] primes, const uint32_t[::1] heads_top,
         const uint32_t[::1] heads_bottom, Py_ssize_t trailing, Py_ssize_t leading, bint toss, uint32_t[:, ::1] edge,
         uint32_t[::1] won, int form=-1):
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
        ready = open_field(&f, &primes[0], &heads_top[0], &heads_bottom[0], &k_of[0], &l_of[0], k_of.shape[0], larger,
                           useless, way)
        ready = open_walk(&w, smaller, reach, cross, wide) and ready
        if ready:
            for j in range(1, leading + 1):
                w.cursor[j] = first[j + 1] - 1
            strip = 1 + (trailing - 1) // STRIP * STRIP
            while strip > 0:
                top = strip + STRIP if strip + STRIP <= trailing else trailing + 1
                for j in range(top - 1 if top <= leading else leading, 0, -1):
                    x = w.x + ((j % w.columns) * STRIP - strip) * LANES  # row i at x + i LANES
                    y = w.y - strip * LANES
                    run, end = w.cursor[j], first[j + 1]
                    while row[run] >= top:
                        run -= 1
                    lowest = strip if j < strip else j
                    if top <= trailing:
                        rows = waiting_rows(row, kind, k_of, run, end, top, reach)
                        memcpy(y + (top - rows) * LANES, w.waiting + ((j + 1) * reach - rows) * LANES,
                               rows * LANES * sizeof(uint32_t))
                    elif j == leading:
                        a = x if toss else y
                        plus(a + trailing * LANES, a + trailing * LANES, f.one, f.p)
                    for i in range(j + 1 if j >= strip else strip, j + cross + 1):
                        if i < top and i <= leading:
                            plus(x + i * LANES, x + i * LANES, w.near + (i * cross + i - j - 1) * LANES, f.p)
                    i = top
                    while i > lowest:
                        while row[run] >= i:
                            run -= 1
                        q = kind[run]
                        k = k_of[q]
                        if l_of[q] == j:
                            a = w.nothing - strip * LANES
                        else:
                            a = w.x + (((j - l_of[q]) % w.columns) * STRIP - strip) * LANES
                        begin = row[run] if row[run] > lowest else lowest
                        if begin < j + k:
                            begin = j + k
                        if begin < i:
                            push_run(x + begin * LANES, y + begin * LANES, a + begin * LANES, y + (begin - k) * LANES,
                                     i - begin, f.c2 + q * LANES, f.c3 + q * LANES, even[q], f.p, f.n, way)
                            i = begin
                            continue
                        i -= 1
                        if i == k and l_of[q] == j:
                            times(tossed, x + i * LANES, f.top3 + q * LANES, f.p, f.n)
                            times(waited, y + i * LANES, f.top2 + q * LANES, f.p, f.n)
                            plus(tossed, tossed, waited, f.p)
                            times(&edge[q, 0], tossed, w.unit, f.p, f.n)
                            memset(x + i * LANES, 0, LANES * sizeof(uint32_t))
                            memset(y + i * LANES, 0, LANES * sizeof(uint32_t))
                            continue
                        memset(w.spare, 0, LANES * sizeof(uint32_t))
                        push_run(x + i * LANES, y + i * LANES, a + i * LANES, w.spare, 1, f.c2 + q * LANES,
                                 f.c3 + q * LANES, even[q], f.p, f.n, way)
                        plus(w.won, w.won, w.spare, f.p)
                        if i > k:
                            a = w.near + (j * cross + j - (i - k) - 1) * LANES
                            minus(a, a, w.spare, f.p)
                    w.cursor[j] = run
                    if j < strip:
                        rows = waiting_rows(row, kind, k_of, run, end, strip, reach)
                        memcpy(w.waiting + ((j + 1) * reach - rows) * LANES, y + (strip - rows) * LANES,
                               rows * LANES * sizeof(uint32_t))
                        memset(y + (strip - rows) * LANES, 0, rows * LANES * sizeof(uint32_t))
                strip -= STRIP
            times(&won[0], w.won, w.unit, f.p, f.n)
        close_walk(&w)
        free(f.memory)
    if not ready:
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
                           useless, vector_forms())
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
    cdef uint64_t one
    cdef uint32_t x
    cdef int _
    cdef int way = vector_forms() if form < 0 else form
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
            append(factor, &limbs[first[row]], first[row + 1] - first[row], shift, &primes[0], n, way)
            multiply(factor, factor, square, &primes[0], n, way)
            multiply(product_so_far, product_so_far, factor, &primes[0], n, way)
            multiply(&values[row, 0], &values[row, 0], product_so_far, &primes[0], n, way)
