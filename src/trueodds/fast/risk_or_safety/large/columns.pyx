"""The best number of coins at every pair of needs, with a proof: column by column, in double-word floats.

All values are the probability that the *trailing* player wins, who needs i ≥ j: X(i, j) if they are to toss, Y(i, j)
if the leading player is, who needs j. With k and l the numbers of coins that they go for, x = p^k, y = p^l,
E = x + y (1-x),

    A = X(i, j-l)   (0 if l = j)        B = Y(i-k, j)   (1 if k = i; 1 - X(j, i-k) if i-k < j)
    X = A + (x/E) (B - A)               Y = A + (1-y) (x/E) (B - A)               G = X - Y = y (x/E) (B - A)

Column j holds all i = j … n. It needs itself, the columns before it (the last few of them are kept) and nothing else.
A number is hi + lo, a *double word*, times 2^(-512 s), with one s for X and Y of a pair, so that nothing underflows.

**Proof of a pair.** The trailing player gains p^t (B_t - Y) by going for t, the leading one p^t (X - A_t). A k is best
if no t gains more than k, and likewise l; for t = 1 … T that is seen one by one, for all t > T at once. A gain of
t > T is at most, for the trailing player, the smaller of

    p^(T+1) R(i-T-1),   R(m) = max of p^(m-h) Y(h, j) over h ≤ m   (R = 1 where the columns before are not kept)
    p^T (G(i-T, j) + p (Y(i-T, j) - Y(i, j)))                      (no turn at (i-T, j) gains more than G there)

and for the leading one the smaller of p^(T+1) X(i, j) and p^T (G(i, j-T) + p (X(i, j) - X(i, j-T))). T grows until
that is less than the best gain. By induction over i + j the values are then those of best play. At i = j both
players have the same problem: k = l, and one proof serves both. In column 1 the leading player has no choice and the
trailing player's moves are given, proved elsewhere. Where the leading player always goes for all j points and
p^j ≥ 1/2, it is best for the trailing one to go for all, and nothing else is (`proved` shows why); such k need no
check.

**Error bounds.** u = 2^-53. Sums and products of double words as in `double_word` have relative errors of at most 3u²
and 7u² (Joldes, Muller, Popescu, *Tight and rigorous error bounds for basic building blocks of double-word arithmetic*,
2017, Algorithms 6 and 10); a quotient at most 18u²: its first part is off by u, so that the remainder is at most 4u of
the whole, off by 3u² + 2u² + 4u², and dividing it adds 8u². Tables are within u². So E is off by 12u², x/E by 31u²,
B - A by 3u², their product by 41u², times 1-y by 49u², and X and Y, sums of positive terms, by at most 52u² of
themselves, if A and B were exact. X and Y are convex combinations of A and B: relative errors of A and B of at most r
make one of at most r, and absolute errors likewise. Only B = 1 - X(j, m) makes a relative error larger. Absolute errors
are at most 55u² (i+j): one step adds 52u², such a difference 3u². So B is off by 55u² (j+m)/b + 3u² of itself, where b
is the smallest such B met. Altogether, with room for terms of higher order and for underflow, below 2^-400 of any
value,

    every X(i, j) and Y(i, j) is within r = 64u² (i+j)/b of itself   (2^-99 (i+j) as long as b ≥ 1/2).

Float64 step: a gain from the high parts alone is off by less than p^t max (6u + 2r), max the larger of the two values;
it is pushed by 2^-49 p^t max, as long as r < 2^-60. Double-word step: off by less than p^t max (2r + 20u²), pushed by
4r p^t max. What neither can decide is left to the 192-bit step, if there is a band (`column_band`), and handed back
where there is none or it cannot tell. Moves that were handed in are taken as best: what follows is proved
if they are.

Cost: n m pairs of about 150 operations, each Y waiting for that of k rows before. Memory: the arrays given. Limits:
n ≤ 65535, 2^-64 ≤ p ≤ 1 - 2^-64; needs floats that are rounded to 53 bits after each operation, with no contraction to
fused ones but where `column_rows` asks for one.

The parts: `double_word`, the arithmetic; `column_state`, what is kept; `column_float64` and `column_compare`, the two
steps; `column_band`, the third one, with the numbers of `wide`; `column_pair`, the way of one pair from guess to proof;
`column_rows`, many rows at once where moves stay; here, the sweep over pairs and its face in Python.
"""

from libc.math cimport INFINITY

from .column_band cimport widen_column
from .column_pair cimport begin_column, solve_pair
from .column_rows cimport fused_rows, run_fast
from .column_state cimport (CONTRADICTION, MAX_CANDIDATES, PAIR_DONE, PAIR_UNDECIDED, PAUSE, UNIT, Sweep, is_kept,
                            tables_hold)
from .scaling cimport times_power
from .wide cimport Wide

WIDE_FLOATS = sizeof(Wide) // sizeof(double)  # room for one wide number
FUSED = bool(fused_rows())  # whether this processor has the operations of the faster loops
DONE, UNDECIDED, FAULT, PAUSED = PAIR_DONE, PAIR_UNDECIDED, CONTRADICTION, PAUSE

cdef enum:
    PATIENCE = 200000  # double-word steps before a pause, some tenths of a second


cdef class Columns:
    """The sweep over the columns, and all that it has to keep.

    Parameters
    ----------
    n, m : int
        The targets, n ≥ m.
    fair : bool
        The heads probability is 1/2.
    power, power_low : float64 arrays, length n + 2
        p^k 2^(512 s) as a double word, the high part between 2^-256 and 2^256.
    power_scale : int32 array, length n + 2
        s.
    rest, rest_low : float64 arrays, length n + 2
        1 - p^k as a double word.
    ring : float64 array, shape (3, kept, n + 1)
        Work space: X, its low part, G, of the last columns.
    ring_scale : int32 array, shape (kept, n + 1)
        Work space.
    column : float64 array, shape (3, n + 1)
        Work space: Y, its low part, R.
    column_scale : int32 array, length n + 1
        Work space.
    column_at : intp array, length kept
        Work space.
    all_in : uint8 array, length n + 1
        Work space. Must hold 1.
    equal : float64 array, shape (2, m + 1)
        Gets X(j, j) as a double word in place j, the low part in row 1.
    band : float64 array, shape (kept + 1, rows, WIDE_FLOATS), optional
        Work space of the 192-bit step: X of the last columns, and Y; for a fair coin only.
    band_first, band_last : int64 arrays, length m + 1, optional
        Its rows in each column: none, or up to `rows` between j and n.
    error : float, optional
        The relative error of values, divided by i + j, if nothing were lost in differences from 1. More than what is
        true makes the proof harder.
    fused : bool, optional
        Use the loops with fused operations, if the processor has them; all results are the same.

    Attributes
    ----------
    column, row : int
        The pair to do next: the needs of the leading and of the trailing player.
    """

    cdef Sweep g
    cdef object arrays
    cdef double[:, ::1] equal
    cdef readonly Py_ssize_t m, column, row
    cdef Py_ssize_t k, l
    cdef bint given

    def __cinit__(self, Py_ssize_t n, Py_ssize_t m, bint fair, const double[::1] power not None,
                  const double[::1] power_low not None, const int[::1] power_scale not None,
                  const double[::1] rest not None, const double[::1] rest_low not None,
                  double[:, :, ::1] ring not None, int[:, ::1] ring_scale not None, double[:, ::1] column not None,
                  int[::1] column_scale not None, Py_ssize_t[::1] column_at not None,
                  unsigned char[::1] all_in not None, double[:, ::1] equal not None, double[:, :, ::1] band=None,
                  const long long[::1] band_first=None, const long long[::1] band_last=None,
                  double error=64.0 * UNIT, bint fused=True):
        cdef Sweep* g = &self.g
        cdef Py_ssize_t j
        self.arrays = (power, power_low, power_scale, rest, rest_low, ring, ring_scale, column, column_scale,
                       column_at, all_in, band, band_first, band_last)
        self.equal = equal
        self.m, self.column, self.row, self.k, self.l, self.given = m, 1, 1, 1, 1, False
        g.n, g.kept, g.fair, g.fused = n, column_at.shape[0], fair, fused and FUSED
        g.power, g.power_low, g.power_scale = &power[0], &power_low[0], &power_scale[0]
        g.rest, g.rest_low = &rest[0], &rest_low[0]
        g.x, g.x_low, g.g, g.scale = &ring[0, 0, 0], &ring[1, 0, 0], &ring[2, 0, 0], &ring_scale[0, 0]
        g.y, g.y_low, g.r, g.y_scale = &column[0, 0], &column[1, 0], &column[2, 0], &column_scale[0]
        g.column_at = &column_at[0]
        g.first_row = 1
        g.same_scale_from = 0
        g.all_in = False
        g.all_in_row = &all_in[0] if n > 1 and power[2] > 0.5 and power_scale[2] == 0 else NULL
        g.unscaled = 0
        while g.unscaled < n and power_scale[g.unscaled + 1] == 0:
            g.unscaled += 1
        g.look_ahead = 8 if power[1] < 0.625 else <Py_ssize_t> (4.0 / rest[1] if rest[1] * n > 4.0 else n)
        g.smallest = 1.0
        g.error = g.step_error = error
        g.gap[0] = g.gap[1] = INFINITY
        g.gap_at[0] = g.gap_at[1] = g.gap_at[2] = g.gap_at[3] = 0
        g.decided[0] = g.decided[1] = g.decided[2] = 0
        g.candidate_count[0] = g.candidate_count[1] = 0
        g.band_x = NULL
        if band is None:
            return
        g.band_kept, g.band_width = band.shape[0] - 1, band.shape[1]
        if not fair or g.band_kept < 1 or band.shape[2] != WIDE_FLOATS:
            raise ValueError("a band is for a fair coin, and needs room for a column and for Y")
        for j in range(1, m + 1):
            if band_first[j] <= band_last[j] and not (
                    j <= band_first[j] and band_last[j] <= n and band_last[j] - band_first[j] < g.band_width):
                raise ValueError(f"column {j}: no band can be from {band_first[j]} to {band_last[j]}")
        g.band_first, g.band_last = &band_first[0], &band_last[0]
        g.band_x = <Wide*> &band[0, 0, 0]
        g.band_y = g.band_x + g.band_kept * g.band_width

    def run(self, unsigned short[:, ::1] moves, unsigned short[:, ::1] leads, Py_ssize_t first, Py_ssize_t last):
        """Do the columns before `last`. Releases the GIL.

        Parameters
        ----------
        moves : uint16 array, shape (columns, n + 1)
            Gets the trailing player's coins: [j - first, i]. For column 1 it must hold them.
        leads : uint16 array, shape (m, n)
            Gets the leading player's coins: [j - 1, i - 1].
        first, last : int
            The columns that `moves` has room for.

        Returns
        -------
        int
            DONE; PAUSED if it took long: call again; UNDECIDED if the pair at `row`, `column` could not be decided: say
            what is best there (`decide`), and call again; FAULT if tables or values contradict each other.
        """
        cdef Sweep* g = &self.g
        cdef Py_ssize_t i = self.row, j = self.column
        cdef int status = PAIR_DONE
        g.work = 0
        with nogil:
            if i == 1 and j == 1 and not tables_hold(g):
                status = CONTRADICTION
            while status == PAIR_DONE and j < last:
                if g.work > PATIENCE:
                    status = PAUSE
                    break
                g.moves = &moves[j - first, 0]
                g.leads = &leads[j - 1, 0]
                if i == j and not self.given:
                    begin_column(g, j)
                if i > j > 1 and not self.given:
                    i = run_fast(g, i, j, self.k, self.l)
                if i <= g.n:
                    if j == 1:
                        self.k = g.moves[i]
                        self.l = 1
                    status = solve_pair(g, i, j, &self.k, &self.l, self.given or j == 1)
                    if status != PAIR_DONE:
                        break
                    self.given = False
                    if i == j:
                        self.equal[0, j] = times_power(g.x[g.column_at[0] + j], -512 * g.scale[g.column_at[0] + j])
                        self.equal[1, j] = times_power(g.x_low[g.column_at[0] + j], -512 * g.scale[g.column_at[0] + j])
                    i += 1
                if i > g.n:
                    if g.band_x != NULL:
                        status = widen_column(g, j, i)
                        if status != PAIR_DONE:
                            break
                    j += 1
                    i = j
                    self.k = g.moves[j - 1]
            if status == PAIR_DONE and j > self.m and not tables_hold(g):
                status = CONTRADICTION
            self.row = i
            self.column = j
        return status

    def decide(self, Py_ssize_t k, Py_ssize_t l):
        """Go on from an undecided pair with these coins of the trailing and of the leading player.

        Raises
        ------
        ValueError
            What they lead to is not kept any more.
        """
        if not (1 <= k <= self.row and 1 <= l <= self.column and is_kept(&self.g, self.row, self.column, k, False)
                and is_kept(&self.g, self.row, self.column, l, True)):
            raise ValueError(f"needs {self.row} against {self.column}: {k} and {l} coins lead to what is not kept")
        self.k, self.l, self.given = k, l, True

    @property
    def guess(self):
        """The coins of both players that seemed best where it could not be decided."""
        return self.k, self.l

    @property
    def candidates(self):
        """All that can be best there: a list for the trailing and for the leading player, None if not known."""
        return tuple(
            None if count < 0 else [self.g.candidates[MAX_CANDIDATES * who + t] for t in range(count)]
            for who, count in enumerate((self.g.candidate_count[0], self.g.candidate_count[1]))
        )

    @property
    def last(self):
        """X and Y at the last pair, once all is done: for each the high part, the low part, and s."""
        cdef Py_ssize_t n = self.g.n, at = self.g.column_at[0] + self.g.n
        return ((self.g.x[at], self.g.x_low[at], self.g.scale[at]), (self.g.y[n], self.g.y_low[n], self.g.y_scale[n]))

    @property
    def decided(self):
        """Pairs proved by comparisons of float64, of double words, and of wide numbers."""
        return self.g.decided[0], self.g.decided[1], self.g.decided[2]

    @property
    def gaps(self):
        """For the trailing and the leading player: smallest relative gap (inf: none), needs i, j where it is."""
        return (
            (self.g.gap[0], self.g.gap_at[0], self.g.gap_at[1]),
            (self.g.gap[1], self.g.gap_at[2], self.g.gap_at[3]),
        )

    @property
    def error(self):
        """The relative error bound of all values, divided by i + j."""
        return self.g.error
