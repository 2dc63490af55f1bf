"""Check the statements in R. Jehn, Optimal strategy in the game Risk or Safety (2026)."""

from __future__ import annotations

import itertools
from functools import lru_cache
from importlib import resources
from typing import Any

import numpy as np
from gmpy2 import mpq

from ..dispatch import solve
from ..games.risk_or_safety import RiskOrSafety
from ..research.linear_systems import compare_all, compare_reduced, compute_values
from ..runtime.run import Run
from .claim import CORRECTED, FALSE, HOLDS, Finding, show_value

_HALF = mpq(1, 2)
_MAX_TARGET = 20  # target up to which ties are checked

reduced = lru_cache(maxsize=8)(compare_reduced)  # several statements are about the same systems


@lru_cache(maxsize=32)
def solve_pairs(target: int, heads: str = "1/2") -> Any:
    """Return the solution at all positions, cached because many statements are about the same game."""
    return solve(RiskOrSafety(target, heads=heads), "pairs")


def P(target: int, *position: int) -> Any:
    """Return the paper's P(a,b,c): the winning probability of the player to toss.

    The player's open and saved points are a and b; the opponent's saved points are c.
    """
    return solve_pairs(target).value_at(position)


def after_turn(target: int, saved: int, opponent_saved: int) -> Any:
    """Return the winning probability of a player whose opponent is to toss."""
    return 1 - P(target, 0, opponent_saved, saved)


def _ties(target: int, heads: str = "1/2") -> Any:
    """Return the first position, with or without open points, at which two moves tie for best, or None."""
    solution = solve_pairs(target, heads)
    for a in range(target):
        for b, c in itertools.product(range(target - a), range(target)):
            if len(solution.best_moves_at((a, b, c))) > 1:
                return a, b, c
    return None


def check_unique() -> Finding:
    """Check that no moves tie for best with a fair coin; find the first target with a tie if P(heads) = 2/5."""
    fair = _ties(_MAX_TARGET)
    unfair = next(n for n in range(1, 9) if _ties(n, "2/5") is not None)
    text = (
        "The value is unique, but the strategy is unique only if no moves tie. With a fair coin, no moves tie for n up "
        f"to {_MAX_TARGET}, not even at positions that optimal play does not reach. If heads has probability 2/5, two "
        f"moves tie for n = {unfair}, for example at (a,b,c) = ({','.join(map(str, _ties(unfair, '2/5')))})."
    )
    return Finding(CORRECTED if fair is None else FALSE, text if fair is None else f"tie at {fair}")


#: The paper's equations (1)-(6) for x_b and y_b: X[b] and Y[b] have a line (slope, constant) for each number of coins.
X = {
    2: [(_HALF, _HALF)],
    1: [(_HALF, mpq(7, 18)), (mpq(3, 4), mpq(1, 4))],
    0: [(_HALF, mpq(7, 22)), (mpq(3, 4), mpq(7, 36)), (mpq(7, 8), mpq(1, 8))],
}
Y = {
    2: [(_HALF, mpq(2, 5)), (mpq(3, 4), mpq(1, 6)), (mpq(7, 8), mpq(0))],
    1: [(_HALF, mpq(2, 7)), (mpq(3, 4), mpq(1, 10)), (mpq(7, 8), mpq(0))],
    0: [(_HALF, mpq(2, 11)), (mpq(3, 4), mpq(1, 18)), (mpq(7, 8), mpq(0))],
}


def equation_lines(b: int) -> tuple[list[Any], list[Any]]:
    """Derive the lines for x_b and y_b from the rules: slope 1 - 2^-k, constant 2^-k times the value after k heads."""
    mine = [(1 - mpq(1, 2**k), (after_turn(3, b + k, 0) if b + k < 3 else 1) / mpq(2**k)) for k in range(1, 4 - b)]
    other = [(1 - mpq(1, 2**k), (P(3, 0, b, k) if k < 3 else 0) / mpq(2**k)) for k in range(1, 4)]
    return mine, other


def iterate_equations(b: int) -> Finding:
    """Iterate the equations for x_b and y_b from x = 0, as in the paper, and compare the final x with the exact x_b."""
    x, exact = mpq(0), P(3, 0, b, 0)
    for _ in range(60):
        y = min(slope * x + constant for slope, constant in Y[b])
        x = max(slope * y + constant for slope, constant in X[b])
        x = mpq(round(x * 2**200), 2**200)  # keeps the fractions short
    fits = abs(x - exact) < mpq(1, 10**6)
    return Finding(HOLDS if fits else FALSE, f"after 60 iterations, x is {float(abs(x - exact)):.1e} from {exact}")


# Strategies 1, 2 and 3 of section 3.1, for a game to two points: the number of coins at each pair of needs.
TWO = (
    {(2, 2): 2},
    {(2, 2): 1, (2, 1): 2, (1, 2): 1},
    {(2, 2): 1, (2, 1): 1, (1, 2): 1, (1, 1): 1},
)


def compare_self_play() -> Finding:
    """Compute the first player's chance if both players use the same strategy; check that strategy 1 is optimal."""
    chances = [compute_values(coins)[0, 2, 2] for coins in TWO]
    solution = solve_pairs(2)
    right = solution.value == chances[0] and solution.best_moves == {2}
    largest = chances.index(max(chances)) + 1
    first, second, third = map(show_value, chances)
    return Finding(
        CORRECTED if right else FALSE,
        "Strategy 1 is optimal, but this comparison does not prove it: if both players use strategy 1, 2 or 3, the "
        f"first player wins with probability {first}, {second} or {third}, respectively; the largest belongs to "
        f"strategy {largest}. What makes strategy 1 optimal is that neither player can do better by deviating alone.",
    )


def count_new_positions(target: int) -> int:
    """Return the number of positions (a, b, c) that smaller games lack: those in which a player needs all points."""
    return sum(1 for a, b, c in itertools.product(range(target), repeat=3) if a + b < target and (b == 0 or c == 0))


def refute_number_of_new_positions() -> Any:
    """Return the first target n < 30 whose number of new positions is not n(3n-1)/2; None if there is none."""
    return next((n for n in range(1, 30) if count_new_positions(n) != n * (3 * n - 1) // 2), None)


def count_open_positions(target: int) -> int:
    """Return the number of positions (a, b, c) with open points."""
    return sum(1 for a, b, c in itertools.product(range(1, target), range(target), range(target)) if a + b < target)


def refute_number_to_iterate() -> Any:
    """Return the first target n < 20 whose number of positions with open points is not (n-1)n²/2, or None."""
    return next((n for n in range(1, 20) if count_open_positions(n) != (n - 1) * n * n // 2), None)


def _path_positions(target: int) -> set[tuple[int, int, int]]:
    """Return the positions with open points that optimal play can reach while a player needs all points."""
    coins = reduced(target).optimal[0]
    return {(a, target - i, target - j) for (i, j), k in coins.items() for a in range(1, k + 1) if a < i}


def check_stops(target: int, claimed: set[tuple[int, int, int]]) -> Finding:
    """Check the claimed positions at which stopping is best, among those where a player needs all points."""
    solution = solve_pairs(target)
    true = {
        (a, b, c)
        for a, b, c in itertools.product(range(1, target), range(target), range(target))
        if a + b < target and (b == 0 or c == 0) and solution.S(a, b, c) == "stop"
    }
    reached = true & _path_positions(target)
    if true == claimed:
        return Finding(HOLDS, f"stop at {sorted(true)}")
    if reached <= claimed <= true:
        rest = sorted(true - claimed)
        places = " and ".join(", ".join(f"({a},{b},{c})" for a, b, c in rest).rsplit(", ", 1))
        return Finding(CORRECTED, f"one must also stop at {places}, which optimal play does not reach")
    return Finding(FALSE, f"stop at {sorted(true)}, of which play reaches {sorted(reached)}")


def _table(name: str) -> np.ndarray[Any, Any]:
    text = resources.files(__package__).joinpath("data", name).read_text(encoding="ascii")
    return np.array([[int(cell) for cell in line.split()] for line in text.splitlines() if not line.startswith("#")])


def compare_table_1() -> Finding:
    """Compare the table of coins in the paper with the exact table, number by number."""
    true, printed = solve_pairs(20).table1(), _table("table1.txt")
    wrong = np.argwhere(true != printed)
    if len(wrong):
        i, j = wrong[0] + 2
        return Finding(FALSE, f"needs {i} against {j}: {true[i - 2, j - 2]}, not {printed[i - 2, j - 2]}")
    return Finding(HOLDS, f"all {true.size} numbers agree")


def refute_equation_7() -> Any:
    """Return the first n (3, 6 or 9), b, c with P(0,b,c) ≠ 1/3 + 2/3 P(1,b,c) - 1/3 P(1,c,b), or None."""
    for n in (3, 6, 9):
        for b, c in itertools.product(range(n - 1), repeat=2):
            if P(n, 0, b, c) != mpq(1, 3) + mpq(2, 3) * P(n, 1, b, c) - mpq(1, 3) * P(n, 1, c, b):
                return n, b, c
    return None


def refute_section_4_steps() -> Any:
    """Return the first target (4 or 7) and position at which a formula of section 4 gives a wrong value, or None."""

    def one_open(n: int, b: int, c: int) -> Any:
        return mpq(1) if b + 1 >= n else P(n, 1, b, c)

    for n in (4, 7):
        for a, b, c in itertools.product(range(1, n), range(n), range(n)):
            if a + b >= n:
                continue
            worth = solve_pairs(n).move_values((a, b, c))
            after = mpq(1) if a + 1 + b == n else P(n, a + 1, b, c)
            go = mpq(1, 3) - one_open(n, c, b) / 3 + one_open(n, b, c) / 6 + after / 2
            end = mpq(2, 3) - mpq(2, 3) * one_open(n, c, a + b) + one_open(n, a + b, c) / 3
            if end != worth[a] or go != max(value for move, value in worth.items() if move > a):
                return n, (a, b, c)
    return None


def check_iteration_ends() -> Finding:
    """Compare the paper's iteration with the exact strategies, and name a coin with which it does not end."""
    swept = [solve(RiskOrSafety(n), "sweeps") for n in (10, 20)]
    same = all(np.array_equal(one.coins(), solve_pairs(n).coins()) for one, n in zip(swept, (10, 20), strict=True))
    tied = solve(RiskOrSafety(5, 1, "2/5"), "sweeps")
    return Finding(
        CORRECTED if same else FALSE,
        "With a fair coin, the iteration ends with the optimal strategy for n = 10 and 20. It never ends if two moves "
        "tie. For example, if heads has probability 2/5 and the needs are 5 against 1, it is equally good to "
        f"toss {show_value(tied.best_moves)} coins.",
    )


def refute_all_in_formula() -> Any:
    """Return the first need for which the paper's probability of winning by going all in is wrong, or None."""
    for n in range(1, 41):
        p = mpq(1, 2**n)
        if compute_values({(n, 1): n, (1, n): 1})[0, n, 1] != 2 * p / (1 + p):
            return n
    return None


def refute_bank_formula() -> Any:
    """Return a need n and a number x of points to bank that refute the paper's formula or inequality, or None."""
    for x, n in itertools.combinations(range(1, 15), 2):
        first, rest = mpq(1, 2**x), mpq(1, 2 ** (n - x))
        claimed = 2 * first / (1 + first) * rest / (1 + rest)
        if compute_values({(n, 1): x, (1, n): 1, (n - x, 1): n - x} | {(1, n - x): 1})[0, n, 1] != claimed:
            return n, x
        p = mpq(1, 2**n)
        if not (claimed < 2 * p / (1 + p) and (1 + first) * (1 + rest) == 1 + p + first + rest):
            return n, x
    return None


def check_all_in_is_best() -> Finding:
    """Check that, against a need of 1, going all in is the only best move for a fair coin, but not for every coin."""
    solution = solve_pairs(30)
    wrong = next((i for i in range(1, 31) if solution.best_moves_at((0, 30 - i, 29)) != {i}), None)
    if wrong is not None:
        return Finding(FALSE, f"needs {wrong}: {sorted(solution.best_moves_at((0, 30 - wrong, 29)))}")
    unfair = solve(RiskOrSafety(5, 1, "2/5"))
    return Finding(
        HOLDS if unfair.best_moves == {5} else CORRECTED,
        "With a fair coin, going all in is the only best move; this is verified exactly for needs 1 to 30, and follows "
        "for all needs from the paper's inequality. With other coins, another move may be better: if heads has "
        f"probability 2/5 and the needs are 5 against 1, tossing {show_value(unfair.best_moves)} coins is best.",
    )


def percent(target: int) -> Any:
    """Return the value of the start in percent."""
    return 100 * solve_pairs(target).value


def compare_all_for_five(run: Run) -> tuple[int, Any]:
    """Return the number of strategies for five points, and the value of the best strategy."""
    found = compare_all(5, run)
    return found.systems, found.value


def count_systems(target: int) -> tuple[int, Any]:
    """Return the number of strategies left if results of smaller games are reused, and the value of the best one."""
    found = reduced(target)
    return found.systems, found.value


def left_branch(coins_31: int, coins_21: int = 2) -> dict[tuple[int, int], int]:
    """Return a strategy for three points: two coins at the start, `coins_31` at needs (3, 1), `coins_21` at (2, 1)."""
    coins = {(3, 3): 2, (3, 1): coins_31, (1, 3): 1}
    if coins_31 < 3:
        coins |= {(3 - coins_31, 1): coins_21 if coins_31 == 1 else 1, (1, 3 - coins_31): 1}
    if coins_31 == 1 and coins_21 == 1:
        coins |= {(1, 1): 1}
    return coins
