"""R. Jehn, Optimal strategy in the game Risk or Safety (2026): its statements, section by section."""

from __future__ import annotations

import itertools
from functools import lru_cache, partial
from importlib import resources
from typing import Any

import numpy as np
from gmpy2 import mpq

from ..dispatch import solve
from ..games.risk_or_safety import RiskOrSafety
from ..research.counting import count_by_points, count_strategies, strategies
from ..research.linear_systems import compare_all, compare_reduced, values
from .claim import CORRECTED, FALSE, HOLDS, Claim, Finding, number, rounded, shown, statement

_HALF = mpq(1, 2)
_SURE = 20  # target up to which tables and ties are looked through


@lru_cache(maxsize=32)
def _solution(target: int, heads: str = "1/2") -> Any:
    return solve(RiskOrSafety(target, heads=heads), "pairs")


def _P(target: int, *position: int) -> Any:
    return _solution(target).value_at(position)


def _turned(target: int, saved: int, opponent_saved: int) -> Any:
    """The chance of a player to win if the opponent is to toss."""
    return 1 - _P(target, 0, opponent_saved, saved)


def _ties(target: int, heads: str = "1/2") -> Any:
    """The first position with open points, or start of a turn, at which two moves are exactly equally good."""
    solution = _solution(target, heads)
    for a in range(target):
        for b, c in itertools.product(range(target - a), range(target)):
            if len(solution.best_moves_at((a, b, c))) > 1:
                return a, b, c
    return None


def _unique() -> Finding:
    fair = _ties(_SURE)
    unfair = next(n for n in range(1, 9) if _ties(n, "2/5") is not None)
    text = (
        "the value is unique (every game ends, Bellman's equations have one solution); the strategy is unique as long "
        f"as no two moves tie: none do for the fair coin and n = {_SURE}, on or off the path, so for all n up to that "
        f"(observed, not proved for all n); with heads 2/5 and n = {unfair} they do, first at (a, b, c) = "
        f"{_ties(unfair, '2/5')}, and both players may then choose differently at no cost"
    )
    return Finding(CORRECTED if fair is None else FALSE, text if fair is None else f"tie at {fair}")


# Section 2: target 3, the chances of player 1 with b saved points against none, starting (x) or not (y).
_SECTION_2 = [
    ("P(0,2,1) = 4/5", mpq(4, 5), lambda: _P(3, 0, 2, 1)),
    ("P(0,2,2) = 2/3", mpq(2, 3), lambda: _P(3, 0, 2, 2)),
    ("x2 = P(0,2,0) = 8/9", mpq(8, 9), lambda: _P(3, 0, 2, 0)),
    ("y2 = 7/9", mpq(7, 9), lambda: _turned(3, 2, 0)),
    ("P(0,1,1) = 4/7", mpq(4, 7), lambda: _P(3, 0, 1, 1)),
    ("P(0,1,2) = 2/5", mpq(2, 5), lambda: _P(3, 0, 1, 2)),
    ("x1 = P(0,1,0) = 8/11", mpq(8, 11), lambda: _P(3, 0, 1, 0)),
    ("y1 = 7/11", mpq(7, 11), lambda: _turned(3, 1, 0)),
    ("P(0,0,1) = 4/11", mpq(4, 11), lambda: _P(3, 0, 0, 1)),
    ("P(0,0,2) = 2/9", mpq(2, 9), lambda: _P(3, 0, 0, 2)),
    ("x0 = P(0,0,0) = 6/11", mpq(6, 11), lambda: _P(3, 0, 0, 0)),
    ("y0 = 5/11", mpq(5, 11), lambda: _turned(3, 0, 0)),
]

#: The paper's equations (1)-(6): for b saved points, what each number of throws is worth, as (slope, constant).
_X = {
    2: [(_HALF, _HALF)],
    1: [(_HALF, mpq(7, 18)), (mpq(3, 4), mpq(1, 4))],
    0: [(_HALF, mpq(7, 22)), (mpq(3, 4), mpq(7, 36)), (mpq(7, 8), mpq(1, 8))],
}
_Y = {
    2: [(_HALF, mpq(2, 5)), (mpq(3, 4), mpq(1, 6)), (mpq(7, 8), mpq(0))],
    1: [(_HALF, mpq(2, 7)), (mpq(3, 4), mpq(1, 10)), (mpq(7, 8), mpq(0))],
    0: [(_HALF, mpq(2, 11)), (mpq(3, 4), mpq(1, 18)), (mpq(7, 8), mpq(0))],
}


def _lines(b: int) -> tuple[list[Any], list[Any]]:
    """The same from the rules: slope 1 - 2^-k and constant 2^-k times what heads lead to."""
    mine = [(1 - mpq(1, 2**k), (_turned(3, b + k, 0) if b + k < 3 else 1) / mpq(2**k)) for k in range(1, 4 - b)]
    other = [(1 - mpq(1, 2**k), (_P(3, 0, b, k) if k < 3 else 0) / mpq(2**k)) for k in range(1, 4)]
    return mine, other


def _iterated(b: int) -> Finding:
    """Equations (1)-(6) iterated from x = 0, as the paper says, against their exact solution."""
    x, exact = mpq(0), _P(3, 0, b, 0)
    for _ in range(60):
        y = min(slope * x + constant for slope, constant in _Y[b])
        x = max(slope * y + constant for slope, constant in _X[b])
        x = mpq(round(x * 2**200), 2**200)  # long fractions help nobody
    fits = abs(x - exact) < mpq(1, 10**6)
    return Finding(HOLDS if fits else FALSE, f"after 60 rounds within {float(abs(x - exact)):.1e} of {exact}")


# Section 3.1: (1,0,0) is one open point of two needed by both. Strategies 1, 2, 3 of the paper.
_TWO = (
    {(2, 2): 2},
    {(2, 2): 1, (2, 1): 2, (1, 2): 1},
    {(2, 2): 1, (2, 1): 1, (1, 2): 1, (1, 1): 1},
)


def _self_play_misleads() -> Finding:
    chances = [values(coins)[0, 2, 2] for coins in _TWO]
    solution = _solution(2)
    right = solution.value == chances[0] and solution.best_moves == {2}
    largest = chances.index(max(chances)) + 1
    return Finding(
        CORRECTED if right else FALSE,
        f"strategy 1 is optimal; but the chance of who begins, if both play the same, is {shown(chances)} for the "
        f"three strategies, largest for strategy {largest}: comparing it proves nothing, since what counts is that "
        "neither player can do better alone",
    )


def _new_positions(target: int) -> int:
    """Positions (a, b, c) of a game in which somebody needs all points: those a game for one point less has not."""
    return sum(1 for a, b, c in itertools.product(range(target), repeat=3) if a + b < target and (b == 0 or c == 0))


def _stops(target: int) -> list[tuple[int, int, int]]:
    """Where the optimal strategy stops, among the positions with open points that a smaller game has not."""
    solution = _solution(target)
    return [
        (a, b, c)
        for a, b, c in itertools.product(range(1, target), range(target), range(target))
        if a + b < target and (b == 0 or c == 0) and solution.S(a, b, c) == "stop"
    ]


def _on_path(target: int) -> set[tuple[int, int, int]]:
    """Positions with open points that optimal play can reach."""
    coins = compare_reduced(target).optimal[0]
    return {(a, target - i, target - j) for (i, j), k in coins.items() for a in range(1, k + 1) if a < i}


def _stop_claim(target: int, claimed: set[tuple[int, int, int]]) -> Finding:
    true = set(_stops(target))
    reached = true & _on_path(target)
    if true == claimed:
        return Finding(HOLDS, f"stop at {sorted(true)}")
    if reached <= claimed <= true:
        rest = sorted(true - claimed)
        return Finding(CORRECTED, f"stop at {sorted(claimed)}; off the best path also at {rest}")
    return Finding(FALSE, f"stop at {sorted(true)}, of which play reaches {sorted(reached)}")


def _table(name: str) -> np.ndarray[Any, Any]:
    text = resources.files(__package__).joinpath("data", name).read_text(encoding="ascii")
    return np.array([[int(cell) for cell in line.split()] for line in text.splitlines() if not line.startswith("#")])


def _table_1() -> Finding:
    true, printed = _solution(20).table1(), _table("table1.txt")
    wrong = np.argwhere(true != printed)
    if len(wrong):
        i, j = wrong[0] + 2
        return Finding(FALSE, f"needs {i} against {j}: {true[i - 2, j - 2]}, not {printed[i - 2, j - 2]}")
    return Finding(HOLDS, f"all {true.size} numbers")


def _equation_7() -> Any:
    """P(0,b,c) = 1/3 + 2/3 P(1,b,c) - 1/3 P(1,c,b) at all positions where it makes sense."""
    for n in (3, 6, 9):
        for b, c in itertools.product(range(n - 1), repeat=2):
            if _P(n, 0, b, c) != mpq(1, 3) + mpq(2, 3) * _P(n, 1, b, c) - mpq(1, 3) * _P(n, 1, c, b):
                return n, b, c
    return None


def _section_4_steps() -> Any:
    """Continue and stop as section 4 writes them, against the two moves' exact values."""

    def one_open(n: int, b: int, c: int) -> Any:
        return mpq(1) if b + 1 >= n else _P(n, 1, b, c)

    for n in (4, 7):
        for a, b, c in itertools.product(range(1, n), range(n), range(n)):
            if a + b >= n:
                continue
            worth = _solution(n).move_values((a, b, c))
            after = mpq(1) if a + 1 + b == n else _P(n, a + 1, b, c)
            go = mpq(1, 3) - one_open(n, c, b) / 3 + one_open(n, b, c) / 6 + after / 2
            end = mpq(2, 3) - mpq(2, 3) * one_open(n, c, a + b) + one_open(n, a + b, c) / 3
            if end != worth[a] or go != max(value for move, value in worth.items() if move > a):
                return n, (a, b, c)
    return None


def _iteration_ends() -> Finding:
    swept = [solve(RiskOrSafety(n), "sweeps") for n in (10, 20)]
    same = all(np.array_equal(one.coins(), _solution(n).coins()) for one, n in zip(swept, (10, 20), strict=True))
    tied = solve(RiskOrSafety(5, 1, "2/5"), "sweeps")
    return Finding(
        CORRECTED if same else FALSE,
        "it ends for the fair coin and n = 10, 20, and gives the exact strategy; it would never end at an exact tie, "
        f"such as heads 2/5 and needs 5 against 1 (best: {shown(tied.best_moves)})",
    )


def _all_in_formula() -> Any:
    for n in range(1, 41):
        p = mpq(1, 2**n)
        if _all_in(n) != 2 * p / (1 + p):
            return n
    return None


def _all_in(n: int) -> Any:
    """The chance of who needs n points, goes for all at once and is to toss, against one who needs one point."""
    return values({(n, 1): n, (1, n): 1})[0, n, 1]


def _bank_formula() -> Any:
    for n, x in itertools.combinations(range(1, 15), 2):
        n, x = max(n, x), min(n, x)
        first, rest = mpq(1, 2**x), mpq(1, 2 ** (n - x))
        claimed = 2 * first / (1 + first) * rest / (1 + rest)
        if values({(n, 1): x, (1, n): 1, (n - x, 1): n - x} | {(1, n - x): 1})[0, n, 1] != claimed:
            return n, x
        p = mpq(1, 2**n)
        if not (claimed < 2 * p / (1 + p) and (1 + first) * (1 + rest) == 1 + p + first + rest):
            return n, x
    return None


def _all_in_is_best() -> Finding:
    solution = _solution(30)
    wrong = next((i for i in range(1, 31) if solution.best_moves_at((0, 30 - i, 29)) != {i}), None)
    if wrong is not None:
        return Finding(FALSE, f"needs {wrong}: {sorted(solution.best_moves_at((0, 30 - wrong, 29)))}")
    unfair = solve(RiskOrSafety(5, 1, "2/5"))
    return Finding(
        HOLDS if unfair.best_moves == {5} else CORRECTED,
        "for the fair coin all-in is the only best move (needs 1 to 30 by exact comparison; all needs by the paper's "
        f"inequality); not so for every coin: heads 2/5, needs 5 against 1, best {shown(unfair.best_moves)}",
    )


def _percent(target: int) -> Any:
    return 100 * _solution(target).value


def claims() -> list[Claim]:
    """All statements of the paper that a computer can check, in its order."""
    found = [
        Claim(
            "abstract, section 2",
            "the game has a unique solution; both players need to play the same strategy",
            _unique,
        ),
        number("section 2", "one point: the first player wins with 2/3", mpq(2, 3), lambda: _P(1, 0, 0, 0)),
    ]
    found += [number("section 2", f"three points: {says}", claimed, compute) for says, claimed, compute in _SECTION_2]
    for b in (2, 1, 0):
        found += [
            number(
                "section 2", f"equations for x{b} and y{b}: slopes and constants", (_X[b], _Y[b]), partial(_lines, b)
            ),
            Claim(
                "section 2",
                f"the equations for x{b}, y{b} can be solved by iteration from x = 0",
                partial(_iterated, b),
            ),
        ]
    found += [
        number("section 3.1", "P(0,1,1) = 1/2 + 1/8 + 1/32 + … = 2/3", mpq(2, 3), lambda: _P(2, 0, 1, 1)),
        number(
            "section 3.1",
            "five other positions for two points",
            5,
            lambda: len([1 for a, b, c in itertools.product(range(2), repeat=3) if a + b < 2]) - 1,
        ),
        number("section 3.1", "three strategies", 3, lambda: sum(1 for _ in strategies(2))),
        number(
            "section 3.1",
            "P(0,0,1) is 2/5 (continue at (1,0,1)) and 2/9 (stop there)",
            (mpq(2, 5), mpq(2, 9)),
            lambda: tuple(values(coins)[0, 2, 1] for coins in _TWO[1:]),
        ),
        number(
            "section 3.1",
            "P(0,0,0) is 8/15 by strategy 2 and 4/7 by strategy 1",
            (mpq(8, 15), mpq(4, 7)),
            lambda: (values(_TWO[1])[0, 2, 2], values(_TWO[0])[0, 2, 2]),
        ),
        Claim("section 3.1", "8/15 is less than 4/7, hence strategy 1 is optimal", _self_play_misleads),
        number("section 3.2", "12 new positions for three points", 12, lambda: _new_positions(3)),
        number(
            "section 3.2",
            "5 strategies continue at (1,0,0), 26 stop there",
            (5, 26),
            lambda: (sum(coins[3, 3] > 1 for coins in strategies(3)), sum(coins[3, 3] == 1 for coins in strategies(3))),
        ),
        number("section 3.2", "P(1,0,2) is 1/3 (continue) and 1/5 (stop)", (mpq(1, 3), mpq(1, 5)), _at_102),
        number("section 3.2", "P(0,0,2) is 2/9 (strategy 2) and 2/15 (strategy 4)", (mpq(2, 9), mpq(2, 15)), _at_002),
        number("section 3.2", "P(1,0,0) is 3/5 (strategy 1) and 13/21 (strategy 2)", (mpq(3, 5), mpq(13, 21)), _at_100),
        number(
            "section 3.2",
            "16 of 31 strategies remain if the results for two points are reused",
            (16, 31),
            lambda: (compare_reduced(3).systems, compare_all(3).systems),
        ),
        number(
            "section 3.2",
            "each of them a 12 by 12 system (unknowns where all 12 new positions are reached)",
            12,
            lambda: _new_positions(3),
        ),
        Claim(
            "section 3.2", "optimal for three points: continue except at (1,0,0)", lambda: _stop_claim(3, {(1, 0, 0)})
        ),
        number("section 3.2", "three points: 6/11", mpq(6, 11), lambda: compare_all(3).value),
        rounded("section 3.2", "6/11 is 54.54 %", "54.54", lambda: _percent(3)),
        Claim(
            "section 3.3",
            "optimal for four points: stop at (1,2,0), (2,0,0), (2,0,2), else continue",
            lambda: _stop_claim(4, {(1, 2, 0), (2, 0, 0), (2, 0, 2)}),
        ),
    ]
    for n, new, systems, value, percent in (
        (4, 22, 125, mpq(2236, 4165), "53.69"),
        (5, 35, 1296, mpq(1026, 1925), "53.30"),
        (6, 51, 16807, mpq(275848876, 521145625), "52.93"),
    ):
        found += [
            number("section 3.3", f"{n} points: {new} new positions", new, partial(_new_positions, n)),
            number(
                "section 3.3",
                f"{n} points: {systems} strategies to compare, the best gives {value}",
                (systems, value),
                partial(_systems_and_value, n),
            ),
            rounded("section 3.3", f"{n} points: {percent} %", percent, partial(_percent, n)),
        ]
    found += [
        number(
            "section 3.3",
            "5 points: of all 5755251 strategies the best gives 1026/1925",
            (5755251, mpq(1026, 1925)),
            _all_for_five,
            slow=True,
        ),
        number("section 3.3", "3011 strategies for four points", 3011, lambda: count_strategies(4)),
        number("section 3.3", "5,755,251 strategies for five points", 5755251, lambda: count_strategies(5)),
        rounded("section 3.3", "357 billion strategies for six points", "357", lambda: mpq(count_by_points(6), 10**9)),
        statement(
            "section 3.3",
            "n(3n-1)/2 new positions in general",
            lambda: next((n for n in range(1, 30) if _new_positions(n) != n * (3 * n - 1) // 2), None),
            "counted for n < 30",
        ),
        statement(
            "section 4",
            "equation (7): P(0,b,c) = 1/3 + 2/3 P(1,b,c) - 1/3 P(1,c,b)",
            _equation_7,
            "exact for n = 3, 6, 9, all b, c < n-1",
        ),
        statement(
            "section 4",
            "continue is worth 1/3 - 1/3 P(1,c,b) + 1/6 P(1,b,c) + 1/2 P(a+1,b,c), stop is worth "
            "2/3 - 2/3 P(1,c,a+b) + 1/3 P(1,a+b,c)",
            _section_4_steps,
            "exact at all positions for n = 4, 7",
        ),
        statement(
            "section 4",
            "(n-1)n²/2 positions to iterate over",
            lambda: next(
                (
                    n
                    for n in range(1, 20)
                    if sum(1 for a, b, c in itertools.product(range(1, n), range(n), range(n)) if a + b < n)
                    != (n - 1) * n * n // 2
                ),
                None,
            ),
            "counted for n < 20",
        ),
        Claim(
            "section 4",
            "the iteration stops when every position is decided, which gave the strategies up to n = 20",
            _iteration_ends,
        ),
        statement(
            "section 5",
            "all-in against an opponent who needs one point wins with 2p/(1+p), p = 2^-n",
            _all_in_formula,
            "exact for n ≤ 40",
        ),
        statement(
            "section 5",
            "banking x on the way wins with 2p_x/(1+p_x)·p_(n-x)/(1+p_(n-x)), which is less",
            _bank_formula,
            "exact for all x < n < 15; the last inequality is p_x + p_(n-x) > 0, true for all",
        ),
        Claim("section 5", "if the opponent needs one more point, one must go all in", _all_in_is_best),
        Claim("section 5, table 1", "the optimal numbers of coins for needs 2 to 20", _table_1),
        number("section 5", "both need 4: two coins", frozenset({2}), lambda: _solution(4).best_moves),
    ]
    return found


def _all_for_five() -> tuple[int, Any]:
    found = compare_all(5)
    return found.systems, found.value


def _systems_and_value(target: int) -> tuple[int, Any]:
    found = compare_reduced(target)
    return found.systems, found.value


def _left_branch(coins_31: int, coins_21: int = 2) -> dict[tuple[int, int], int]:
    """Three points, two coins at the start, and so many when three are needed against one, or two against one."""
    coins = {(3, 3): 2, (3, 1): coins_31, (1, 3): 1}
    if coins_31 < 3:
        coins |= {(3 - coins_31, 1): coins_21 if coins_31 == 1 else 1, (1, 3 - coins_31): 1}
    if coins_31 == 1 and coins_21 == 1:
        coins |= {(1, 1): 1}
    return coins


def _at_102() -> tuple[Any, Any]:
    return values(_left_branch(3))[1, 3, 1], values(_left_branch(2))[1, 3, 1]


def _at_002() -> tuple[Any, Any]:
    return values(_left_branch(3))[0, 3, 1], values(_left_branch(1))[0, 3, 1]


def _at_100() -> tuple[Any, Any]:
    return values({(3, 3): 3})[1, 3, 3], values(_left_branch(3))[1, 3, 3]
