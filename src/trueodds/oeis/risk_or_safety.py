"""What the entries of all sequences about Risk or Safety say: the paper, the rules, the recursion."""

from __future__ import annotations

PAPER = "R. Jehn, Optimal strategy in the game Risk or Safety, 2026, arXiv:2603.01002"

LINK = (
    'R. Jehn, <a href="https://arxiv.org/abs/2603.01002">Optimal strategy in the game Risk or Safety</a>, '
    "arXiv:2603.01002 [math.CO], 2026."
)
RULES = (
    'In the game "Risk or Safety" two players take turns. In a turn a player names k >= 1 and tosses k coins: if all '
    "are heads the player gets k points, else none. The first to have n points wins."
)
RECURSION = (
    "Let V(i,j) be the probability that the player to toss wins who needs i more points, against an opponent who "
    "needs j more. V(i,0) = 0 and V(i,j) = Max_{k=1..i} (1 - 2^(-k))*(1 - V(j,i)) + 2^(-k)*(1 - V(j,i-k)) for j > 0.",
    "Solved for the two unknowns: V(i,j) = Max_{k=1..i} Min_{m=1..j} "
    "((2^k - 1)*V(i,j-m) + 2^m*(1 - V(j,i-k)))/(2^k + 2^m - 1).",
)
