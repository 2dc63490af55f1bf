"""Slow and obvious: bounds of X and Y in a band of rows, from given moves, by two sweeps of long floats.

A fair coin. What lies outside of the band is at least 0 and at most φ^-i μ^j, φ the golden ratio,
μ = (3 + φ²)/(5 - φ²).
That is never too little: going for 2 and going for 3 heads keep it as it is against a leading player who tosses one
coin, all other numbers make it less; and where the game is over it is at least 1, or 0 is to be had.
"""

import gmpy2

PRECISION = 300


class Reference:
    """Bounds of X(i, j) and Y(i, j), column by column."""

    def __init__(self, move, first, last, end):
        """`move` gives k and l at needs i ≥ j, `first` and `last` the rows of a column; columns before `end`."""
        self.down = gmpy2.context(precision=PRECISION, round=gmpy2.RoundDown, emin=gmpy2.get_emin_min())
        self.up = gmpy2.context(precision=PRECISION, round=gmpy2.RoundUp, emin=gmpy2.get_emin_min())
        self.move = move
        with self.up:
            phi = (1 + gmpy2.sqrt(gmpy2.mpfr(5))) / 2 * (1 - gmpy2.mpfr(2) ** -290)  # φ from below, its powers, too
            self.row_rate = 1 / phi
            self.column_rate = (3 + phi**2) / (5 - phi**2) * (1 + gmpy2.mpfr(2) ** -280)
        self.x, self.y = {}, {}  # by column: by row, lower and upper bound
        for j in range(1, end):
            self.x[j], self.y = {}, {}
            self.x.pop(j - 20, None)
            for i in range(max(j, first(j)), last(j) + 1):
                k, l = move(i, j)
                self.x[j][i], self.y[i] = self.values(i, j, k, l)

    def outside(self, i, j):
        with self.up:
            return gmpy2.mpfr(0), self.row_rate**i * self.column_rate**j

    def lead(self, i, j, l):
        """A, from below and from above."""
        if l == j:
            return gmpy2.mpfr(0), gmpy2.mpfr(0)
        return self.x.get(j - l, {}).get(i) or self.outside(i, j - l)

    def bank(self, i, j, k):
        """B, from below and from above."""
        m = i - k
        if m == 0:
            return gmpy2.mpfr(1), gmpy2.mpfr(1)
        if m >= j:
            return self.y.get(m) or self.outside(m, j)
        low, high = self.x.get(m, {}).get(j) or (gmpy2.mpfr(0), gmpy2.mpfr(1))
        with self.down:
            least = 1 - high
        with self.up:
            return least, 1 - low

    def values(self, i, j, k, l):
        """X and Y if the players go for k and l, each from below and from above."""
        a, b = self.lead(i, j, l), self.bank(i, j, k)
        x, y = [], []
        for end, context in enumerate((self.down, self.up)):
            with context:
                x.append(((2**k - 1) * a[end] + 2**l * b[end]) / (2**k + 2**l - 1))
                y.append((x[end] * (2**l - 1) + a[end]) / 2**l)
        return tuple(x), tuple(y)

    def gap(self, i, j, l, k, t):
        """Bounds of what k gains more than t at (i, j), as parts of X; all that this needs must be done."""
        (_, high), (least, most) = self.values(i, j, k, l)
        mine, other = self.bank(i, j, k), self.bank(i, j, t)
        with self.down:
            fewest = (mine[0] - most) / 2**k
        with self.up:
            fewest_of_other = (other[1] - least) / 2**t
        with self.up:
            best = (mine[1] - least) / 2**k
        with self.down:
            best_of_other = (other[0] - most) / 2**t
        return float((fewest - fewest_of_other) / high), float((best - best_of_other) / high)
