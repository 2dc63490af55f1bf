"""Solve Risk or Safety from its rules, in plain fractions, as a reference that shares no code with the other methods.

Let V(i, j) be the probability that the player to toss wins if this player needs i points and the opponent j. Suppose
that, as long as the needs stay the same, this player goes for k heads in every turn, and the opponent for l. If p is
the probability of heads, their turns succeed with probabilities p^k and p^l, so

    V(i, j) = (1 - p^k) (1 - V(j, i)) + p^k (1 - V(j, i - k))
    V(j, i) = (1 - p^l) (1 - V(i, j)) + p^l (1 - V(i, j - l))

with V(·, 0) = 0. These two equations in two unknowns are solved for all k and l. The player to toss chooses k to
maximize V(i, j), the opponent l to minimize it. Cost for targets of n: about n⁴ steps; practical for n up to about 20.
"""

from __future__ import annotations

from fractions import Fraction


def compute_turn_values(target: int, opponent_target: int, heads: Fraction) -> dict[tuple[int, int], Fraction]:
    """Return V(i, j), the probability that the player to toss wins, for the pairs of needs that occur; V(i, 0) is 0."""
    pairs = set()
    for first in range(1, target + 1):
        for second in range(1, opponent_target + 1):
            pairs |= {(first, second), (second, first)}
    V: dict[tuple[int, int], Fraction] = {}
    for i, j in sorted(pairs, key=sum):
        V[i, 0] = V[j, 0] = Fraction(0)
        if (i, j) in V:
            continue
        outcomes: dict[tuple[int, int], tuple[Fraction, Fraction]] = {}
        for k in range(1, i + 1):
            for l in range(1, j + 1):
                x, y = heads**k, heads**l
                won_i, won_j = 1 - V[j, i - k], 1 - V[i, j - l]  # each player's chances after banking
                either = 1 - (1 - x) * (1 - y)
                for_i = ((1 - x) * (1 - (1 - y) - y * won_j) + x * won_i) / either
                for_j = ((1 - y) * (1 - (1 - x) - x * won_i) + y * won_j) / either
                outcomes[k, l] = for_i, for_j
        V[i, j] = max(min(outcomes[k, l][0] for l in range(1, j + 1)) for k in range(1, i + 1))
        V[j, i] = max(min(outcomes[k, l][1] for k in range(1, i + 1)) for l in range(1, j + 1))
    return V
