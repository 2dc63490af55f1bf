"""Check by computation the statements in R. Jehn, Optimal strategy in the game Risk or Safety (2026)."""

from __future__ import annotations

import itertools
from functools import partial

from gmpy2 import mpq

from ..research.counting import count_strategies, yield_strategies
from ..research.linear_systems import compare_all, compare_reduced, compute_values
from . import risk_or_safety_checks as checks
from .claim import Claim, number, rounding, universal

# Section 2, target 3: a player with b saved points, against an opponent with none, wins with probability x_b if about
# to toss, and y_b if the opponent is about to toss.
_THREE_POINTS = [
    ("P(0,2,1) = 4/5", mpq(4, 5), lambda: checks.P(3, 0, 2, 1)),
    ("P(0,2,2) = 2/3", mpq(2, 3), lambda: checks.P(3, 0, 2, 2)),
    ("x2 = P(0,2,0) = 8/9", mpq(8, 9), lambda: checks.P(3, 0, 2, 0)),
    ("y2 = 7/9", mpq(7, 9), lambda: checks.after_turn(3, 2, 0)),
    ("P(0,1,1) = 4/7", mpq(4, 7), lambda: checks.P(3, 0, 1, 1)),
    ("P(0,1,2) = 2/5", mpq(2, 5), lambda: checks.P(3, 0, 1, 2)),
    ("x1 = P(0,1,0) = 8/11", mpq(8, 11), lambda: checks.P(3, 0, 1, 0)),
    ("y1 = 7/11", mpq(7, 11), lambda: checks.after_turn(3, 1, 0)),
    ("P(0,0,1) = 4/11", mpq(4, 11), lambda: checks.P(3, 0, 0, 1)),
    ("P(0,0,2) = 2/9", mpq(2, 9), lambda: checks.P(3, 0, 0, 2)),
    ("x0 = P(0,0,0) = 6/11", mpq(6, 11), lambda: checks.P(3, 0, 0, 0)),
    ("y0 = 5/11", mpq(5, 11), lambda: checks.after_turn(3, 0, 0)),
]


def claims() -> list[Claim]:
    """Return the claims to check: statements of the paper, in its order."""
    return [
        Claim(
            "abstract, section 2",
            "the game has a unique solution; both players need to play the same strategy",
            checks.check_unique,
        ),
        number(
            "section 2",
            "in a game to one point, the first player wins with probability 2/3",
            mpq(2, 3),
            lambda: checks.P(1, 0, 0, 0),
        ),
        *(
            number("section 2, three points", f"{equation}", claimed, compute)
            for equation, claimed, compute in _THREE_POINTS
        ),
        *itertools.chain.from_iterable(
            (
                number(
                    "section 2",
                    f"slopes and constants of the equations for x{b} and y{b}",
                    (checks.X[b], checks.Y[b]),
                    partial(checks.equation_lines, b),
                ),
                Claim(
                    "section 2",
                    f"iteration from x = 0 solves the equations for x{b} and y{b}",
                    partial(checks.iterate_equations, b),
                ),
            )
            for b in (2, 1, 0)
        ),
        number(
            "section 3.1",
            "in a game to two points, P(0,1,1) = 1/2 + 1/8 + 1/32 + … = 2/3",
            mpq(2, 3),
            lambda: checks.P(2, 0, 1, 1),
        ),
        number(
            "section 3.1",
            "a game to two points has 5 positions besides the start",
            5,
            lambda: len([1 for a, b, c in itertools.product(range(2), repeat=3) if a + b < 2]) - 1,
        ),
        number("section 3.1", "a game to two points has 3 strategies", 3, lambda: sum(1 for _ in yield_strategies(2))),
        number(
            "section 3.1",
            "P(0,0,1) is 2/5 (continue at (1,0,1)) or 2/9 (stop there)",
            (mpq(2, 5), mpq(2, 9)),
            lambda: tuple(compute_values(coins)[0, 2, 1] for coins in checks.TWO[1:]),
        ),
        number(
            "section 3.1",
            "P(0,0,0) is 8/15 with strategy 2 and 4/7 with strategy 1",
            (mpq(8, 15), mpq(4, 7)),
            lambda: (compute_values(checks.TWO[1])[0, 2, 2], compute_values(checks.TWO[0])[0, 2, 2]),
        ),
        Claim("section 3.1", "8/15 is less than 4/7, hence strategy 1 is optimal", checks.compare_self_play),
        number(
            "section 3.2",
            "a game to three points has 12 new positions, which smaller games lack",
            12,
            lambda: checks.count_new_positions(3),
        ),
        number(
            "section 3.2",
            "5 strategies continue at (1,0,0), and 26 stop there",
            (5, 26),
            lambda: (
                sum(coins[3, 3] > 1 for coins in yield_strategies(3)),
                sum(coins[3, 3] == 1 for coins in yield_strategies(3)),
            ),
        ),
        number(
            "section 3.2",
            "P(1,0,2) is 1/3 (continue at (2,0,2)) or 1/5 (stop there)",
            (mpq(1, 3), mpq(1, 5)),
            lambda: (compute_values(checks.left_branch(3))[1, 3, 1], compute_values(checks.left_branch(2))[1, 3, 1]),
        ),
        number(
            "section 3.2",
            "P(0,0,2) is 2/9 (strategy 2) or 2/15 (strategy 4)",
            (mpq(2, 9), mpq(2, 15)),
            lambda: (compute_values(checks.left_branch(3))[0, 3, 1], compute_values(checks.left_branch(1))[0, 3, 1]),
        ),
        number(
            "section 3.2",
            "P(1,0,0) is 3/5 (strategy 1) or 13/21 (strategy 2)",
            (mpq(3, 5), mpq(13, 21)),
            lambda: (compute_values({(3, 3): 3})[1, 3, 3], compute_values(checks.left_branch(3))[1, 3, 3]),
        ),
        number(
            "section 3.2",
            "if the results for two points are reused, 16 of the 31 strategies remain",
            (16, 31),
            lambda: (compare_reduced(3).systems, compare_all(3).systems),
        ),
        number(
            "section 3.2",
            "each of these 16 has a 12-by-12 system (one equation per new position)",
            12,
            lambda: checks.count_new_positions(3),
        ),
        Claim(
            "section 3.2",
            "optimal for three points: continue, except at (1,0,0)",
            lambda: checks.check_stops(3, {(1, 0, 0)}),
        ),
        number(
            "section 3.2",
            "in a game to three points, the first player wins with probability 6/11",
            mpq(6, 11),
            lambda: compare_all(3).value,
        ),
        rounding("section 3.2", "6/11 is 54.54 %", "54.54 %", lambda: checks.percent(3)),
        Claim(
            "section 3.3",
            "optimal for four points, if a player needs four: stop at (1,2,0), (2,0,0) and (2,0,2), otherwise continue",
            lambda: checks.check_stops(4, {(1, 2, 0), (2, 0, 0), (2, 0, 2)}),
        ),
        *itertools.chain.from_iterable(
            (
                number(
                    "section 3.3",
                    f"a game to {n} points has {new} new positions",
                    new,
                    partial(checks.count_new_positions, n),
                ),
                number(
                    "section 3.3",
                    f"with the best of the {systems} remaining strategies for {n} points, the first player wins with "
                    f"probability {value}",
                    (systems, value),
                    partial(checks.count_systems, n),
                ),
                rounding(
                    "section 3.3",
                    f"the first player wins {percent} of games to {n} points",
                    percent,
                    partial(checks.percent, n),
                ),
            )
            for n, new, systems, value, percent in (
                (4, 22, 125, mpq(2236, 4165), "53.69 %"),
                (5, 35, 1296, mpq(1026, 1925), "53.30 %"),
                (6, 51, 16807, mpq(275848876, 521145625), "52.93 %"),
            )
        ),
        number(
            "section 3.3",
            "with the best of all 5755251 strategies for 5 points, the first player wins with probability 1026/1925",
            (5755251, mpq(1026, 1925)),
            checks.compare_all_for_five,
            slow=True,
        ),
        number("section 3.3", "a game to 4 points has 3011 strategies", 3011, lambda: count_strategies(4)),
        number("section 3.3", "a game to 5 points has 5755251 strategies", 5755251, lambda: count_strategies(5)),
        rounding(
            "section 3.3",
            "a game to 6 points has 357 billion strategies",
            "357 billion",
            lambda: mpq(count_strategies(6), 10**9),
        ),
        universal(
            "section 3.3",
            "a game to n points has n(3n-1)/2 new positions",
            checks.refute_number_of_new_positions,
            "verified by counting for n < 30",
        ),
        universal(
            "section 4",
            "P(0,b,c) = 1/3 + 2/3 P(1,b,c) - 1/3 P(1,c,b), equation (7)",
            checks.refute_equation_7,
            "verified exactly for n = 3, 6, 9 and all b, c < n-1",
        ),
        universal(
            "section 4",
            "continuing is worth 1/3 - 1/3 P(1,c,b) + 1/6 P(1,b,c) + 1/2 P(a+1,b,c), and stopping "
            "2/3 - 2/3 P(1,c,a+b) + 1/3 P(1,a+b,c)",
            checks.refute_section_4_steps,
            "verified exactly for n = 4, 7 and all positions with a > 0",
        ),
        universal(
            "section 4",
            "the iteration covers (n-1)n²/2 positions",
            checks.refute_number_to_iterate,
            "verified by counting for n < 20",
        ),
        Claim(
            "section 4",
            "the iteration stops when every position is decided; it gave the strategies up to n = 20",
            checks.check_iteration_ends,
        ),
        universal(
            "section 5",
            "if the opponent needs one point, going all in for n points wins with probability 2p/(1+p), where p = 2^-n",
            checks.refute_all_in_formula,
            "verified exactly for n ≤ 40",
        ),
        universal(
            "section 5",
            "banking x points on the way wins with probability 2p_x/(1+p_x)·p_(n-x)/(1+p_(n-x)), less than 2p/(1+p)",
            checks.refute_bank_formula,
            "verified exactly for all x < n < 15, with p_x = 2^-x; the inequality reduces to p_x + p_(n-x) > 0",
        ),
        Claim("section 5", "if the opponent needs one more point, one must go all in", checks.check_all_in_is_best),
        number(
            "section 5",
            "if both players need 4 points, toss 2 coins",
            frozenset({2}),
            lambda: checks.solve_pairs(4).best_moves,
        ),
        Claim("section 5, table 1", "the optimal numbers of coins for needs 2 to 20", checks.compare_table_1),
    ]
