"""Risk or Safety by the rational recursion on pairs of needs, in gmpy2 or in fractions: what a user would write.

Call: ``python gmpy2_recursion.py N FILE [--fractions]`` writes ``n a(n)`` of A387261 for n = 1 … N.

For i ≥ j the player who needs i trails. X(i, j) and Y(i, j) are the trailing player's probability to win if they are to
toss, or the other is. Going for k and l heads,

    X = ((2^k - 1) A + 2^l B) / D,   Y = (2^k A + (2^l - 1) B) / D,   D = 2^k + 2^l - 1,

with B = Y(i-k, j) and A = X(i, j-l). All k and all l are tried against these until neither player gains.
"""

from __future__ import annotations

import sys
from fractions import Fraction
from typing import Any


def start_values(most: int, number: Any) -> list[Any]:
    """V(n, n) for n = 1 … most; `number` makes a rational from an integer."""
    zero, one = number(0), number(1)
    x_at: dict[tuple[int, int], Any] = {}
    y_at: dict[tuple[int, int], Any] = {}
    for total in range(2, 2 * most + 1):
        for i in range((total + 1) // 2, min(most, total - 1) + 1):
            j = total - i
            banks = [y_at[m, j] if m >= j else 1 - x_at[j, m] if m else one for m in range(i - 1, -1, -1)]
            leads = [x_at[i, m] if m else zero for m in range(j - 1, -1, -1)]
            k = l = 1
            while True:
                both = (1 << k) + (1 << l) - 1
                x = (((1 << k) - 1) * leads[l - 1] + (1 << l) * banks[k - 1]) / both
                y = ((1 << k) * leads[l - 1] + ((1 << l) - 1) * banks[k - 1]) / both
                old = k, l
                gain = (banks[k - 1] - y) / (1 << k)
                for m, bank in enumerate(banks, 1):
                    if (bank - y) / (1 << m) > gain:
                        k, gain = m, (bank - y) / (1 << m)
                gain = (leads[l - 1] - x) / (1 << l)
                for m, lead in enumerate(leads, 1):
                    if (lead - x) / (1 << m) < gain:
                        l, gain = m, (lead - x) / (1 << m)
                if old == (k, l):
                    break
            x_at[i, j], y_at[i, j] = x, y
    return [x_at[n, n] for n in range(1, most + 1)]


def main(most: str, file: str, *options: str) -> None:
    """Write the terms."""
    number: Any = Fraction
    if "--fractions" not in options:
        from gmpy2 import mpq as number
    with open(file, "w", encoding="ascii", newline="\n") as out:
        for n, value in enumerate(start_values(int(most), number), 1):
            out.write(f"{n} {value.numerator}\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
