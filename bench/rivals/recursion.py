"""Print numerators by the recursion on pairs of needs, trying every move, in gmpy2's or Python's fractions.

python recursion.py gmpy2|fractions TERMS
"""

from __future__ import annotations

import sys


def start_values(number, terms):
    """Return V(n, n) for n = 1 … terms; `number` constructs a rational."""
    x = {}  # X(i, j), i >= j: the trailing player's value when about to toss
    y = {}  # Y(i, j): the trailing player's value when the leading player is about to toss
    zero, one = number(0), number(1)
    for total in range(2, 2 * terms + 1):
        for i in range((total + 1) // 2, min(terms, total - 1) + 1):
            j = total - i
            bank = [one if k == i else y[i - k, j] if i - k >= j else one - x[j, i - k] for k in range(1, i + 1)]
            lead = [zero if k == j else x[i, j - k] for k in range(1, j + 1)]
            k = l = 1
            while True:
                d = 2**k + 2**l - 1
                a, b = lead[l - 1], bank[k - 1]
                here_x = ((2**k - 1) * a + 2**l * b) / d
                here_y = (2**k * a + (2**l - 1) * b) / d
                new_k = max(range(1, i + 1), key=lambda m: (bank[m - 1] - here_y) / 2**m)
                new_l = min(range(1, j + 1), key=lambda m: (lead[m - 1] - here_x) / 2**m)
                if (new_k, new_l) == (k, l):
                    break
                k, l = new_k, new_l
            x[i, j], y[i, j] = here_x, here_y
    return [x[n, n] for n in range(1, terms + 1)]


if __name__ == "__main__":
    if sys.argv[1] == "gmpy2":
        from gmpy2 import mpq as rational
    else:
        from fractions import Fraction as rational  # noqa: N813
    for term in start_values(rational, int(sys.argv[2])):
        print(term.numerator)
