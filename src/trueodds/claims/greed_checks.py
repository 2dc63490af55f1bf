"""Check the statements in C. Addis, A Guide to Optimal Play in Greed (2023).

Module `greed` explains the paper's symbols. A search through games returns a counterexample with the smallest limit
and, for this limit, the fewest sides (at least 2, because one-sided dice leave nothing to chance).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import Any

from gmpy2 import bincoef, mpq

from ..exact.decimals import format_decimal
from ..fast.greed.dice import Dice, find_max_useful_dice
from ..fast.greed.solve import solve
from ..fast.greed.tables import GreedTables, count_last_wins, make_tables
from ..games.greed import Greed
from .claim import OPEN, Finding, judge


def sum_chances(dice: int, sides: int) -> dict[int, Any]:
    """Return the probability of each sum of the dice, from 0 to dice · sides."""
    below = Dice(sides, sides * dice).count_below(dice)
    return {t: mpq(below[t + 1] - below[t], sides**dice) for t in range(sides * dice + 1)}


def theorem_1(dice: int = 8, sides: int = 6) -> Finding:
    """Compare Theorem 1 with the number of rolls for each sum."""
    wrong = _wrong_sums(dice, sides, lambda t, s, k: t - s * k - 1)
    return judge(
        f"verified by counting for 1 to {dice} dice with 1 to {sides} sides",
        wrong,
    )


def lemma_2(dice: int = 3, sides: int = 3) -> Finding:
    """Compare Lemma 2, which has k in place of one t of Theorem 1, with the number of rolls for each sum."""
    wrong = _wrong_sums(dice, sides, lambda t, s, k: k - s * k - 1)
    return judge("C(k - s k - 1, n - 1) is a misprint for C(t - s k - 1, n - 1)", wrong)


def _wrong_sums(most_dice: int, most_sides: int, top: Callable[[int, int, int], int]) -> dict[str, int | str] | None:
    """Return the first n, s, t for which a printed sum of binomials is not the number of rolls with sum t, or None.

    `top` returns the upper index of the second binomial. For negative indices, C(-m, r) = (-1)^r C(m+r-1, r).
    """
    for n, s in product(range(1, most_dice + 1), range(1, most_sides + 1)):
        below = Dice(s, s * n).count_below(n)
        for t in range(n, s * n + 1):
            terms = ((-1) ** k * bincoef(n, k) * bincoef(top(t, s, k), n - 1) for k in range((t - n) // s + 1))
            printed, rolls = sum(terms), below[t + 1] - below[t]
            if printed != rolls:
                return {"n": n, "s": s, "t": t, "printed": str(printed), "rolls": str(rolls)}
    return None


def lemma_4(dice: int = 6, sides: int = 8) -> Finding:
    """Compare Lemma 4 with the variance of a sum: the lemma lacks the factor n of its proof."""
    wrong: dict[str, int | str] | None = None
    for n, s in product(range(1, dice + 1), range(1, sides + 1)):
        chances = sum_chances(n, s)
        mean = sum(t * p for t, p in chances.items())
        variance = sum((t - mean) ** 2 * p for t, p in chances.items())
        if variance != mpq(n * (s * s - 1), 12):
            raise AssertionError("the variance of a sum of dice must be n (s^2 - 1) / 12")
        if variance != mpq(s * s - 1, 12) and wrong is None:
            wrong = {"n": n, "s": s, "printed": str(mpq(s * s - 1, 12)), "variance": str(variance)}
    return judge(
        "the factor n is missing. The last line of the proof, n (s^2 - 1) / 12, is right (verified for "
        f"n ≤ {dice}, s ≤ {sides})",
        wrong,
    )


def conjecture_1(limit: int = 40, sides: int = 8) -> Finding:
    """Check Conjecture 1: in the last turn, once s_p + E T > (s_o + M) / 2, more dice do not raise the rating.

    E T is the mean sum of the dice. Where s_p + E T ≥ M, the conjecture is proved; see
    `fast.greed.dice.find_max_useful_dice`. There is no counterexample for limits up to 100 and 2 to 20 sides.
    """

    def wrong(s: int, a: int, b: int, wins: Sequence[Any]) -> int | None:
        beyond = range(max(0, (2 * a - b) // (s + 1) + 1), a + 1)  # n (s + 1) / 2 > a - b / 2
        return next((n for n in beyond if wins[n + 1] > s * wins[n]), None)

    return _conjecture(_first_last_turn(limit, sides, wrong), limit, sides)


def conjecture_2(limit: int = 40, sides: int = 8) -> Finding:
    """Check Conjecture 2: in the last turn, once the rating falls with more dice, it does not rise again.

    There is no counterexample for limits up to 100 and 2 to 20 sides.
    """

    def wrong(s: int, a: int, b: int, wins: Sequence[Any]) -> int | None:
        fallen = False
        for n in range(a + 1):
            fallen = fallen or wins[n + 1] < s * wins[n]
            if fallen and wins[n + 1] > s * wins[n]:
                return n
        return None

    return _conjecture(_first_last_turn(limit, sides, wrong), limit, sides)


def last_turn_scan(limit: int = 12, sides: int = 8) -> Finding:
    """Check Section 5's last-turn scan, from the smallest n with s_p + E T > (s_o + M) / 2 until the rating falls."""

    def wrong(s: int, a: int, b: int, wins: Sequence[Any]) -> int | None:
        n = begin = max(0, (2 * a - b) // (s + 1) + 1)
        while n + 1 < len(wins) and wins[n + 1] >= s * wins[n]:
            n += 1
        found = max((mpq(wins[m], s**m) for m in range(begin, min(n + 1, len(wins)))), default=mpq(0))
        return n if found < max(mpq(wins[m], s**m) for m in range(a + 1)) else None

    found = _first_last_turn(limit, sides, wrong, ahead=False)
    return judge(
        "fewer dice may be best. If Conjecture 1 is true, the scan should end at this smallest n, as in the author's "
        "program, not begin there"
        if found
        else _describe_range(limit, sides),
        found,
    )


def _first_last_turn(
    limit: int,
    sides: int,
    wrong: Callable[[int, int, int, Sequence[Any]], int | None],
    ahead: bool = True,
) -> dict[str, int | str] | None:
    """Return the first counterexample among last turns (one for which `wrong` returns a number of dice), or None.

    `wrong` takes the number of sides s, the needs of the player to roll and of the opponent, and a list: 2 s^n times
    the rating for each number n of dice, followed by 0. Turns of a player who is ahead are included only if `ahead` is
    true.
    """
    for top, s in product(range(1, limit + 1), range(2, sides + 1)):
        dice = Dice(s, top)
        for a, b in _first_met(top):
            if b > a and not ahead:
                continue
            wins = [*(count_last_wins(dice, a, b, n) for n in range(a + 1)), 0]
            n = wrong(s, a, b, wins)
            if n is not None:
                ratings = [mpq(wins[m], 2 * s**m) for m in range(a + 1)]
                found: dict[str, int | str] = {"M": top, "s": s, "s_p": top - a, "s_o": top - b, "n": n}
                rating = str(ratings[n]) if n <= a else "0"
                return found | {"rating": rating} | _describe_best(ratings)
    return None


def _describe_best(ratings: list[mpq]) -> dict[str, int | str]:
    best = max(ratings)
    return {"best n": ratings.index(best), "best rating": str(best)}


def normal_scan(limit: int = 10, sides: int = 8) -> Finding:
    """Check, in normal turns, the scan that stops when the rating falls; the paper uses it only in the last turn."""
    found: dict[str, int | str] | None = None
    for tables, a, b in _normal_turns(limit, sides):
        ratings = [tables.evaluate_move(a, b, n) for n in range(a + 1)]
        n = next((n for n in range(a) if ratings[n + 1] < ratings[n]), a)
        if ratings[n] < max(ratings):
            found = _normal_turn(tables, a, b) | {"n": n, "rating": str(ratings[n])}
            found |= _describe_best(ratings)
            break
    return judge("the rating can fall and rise again" if found else _describe_range(limit, sides), found)


def normal_cutoff(limit: int = 10, sides: int = 8) -> Finding:
    """Check the bound of Section 7 for normal turns, as printed: no n > n_0 = 2 (M - s_p) / (s + 1) need be tried."""
    found: dict[str, int | str] | None = None
    for tables, a, b in _normal_turns(limit, sides):
        cutoff, best = mpq(2 * a, tables.sides + 1), min(tables.find_best(a, b))
        if best > cutoff:
            found = _normal_turn(tables, a, b) | {"n_0": str(cutoff), "best n": best}
            found |= {"best rating": str(tables.value(a, b))}
            break
    return judge(
        "n_0 need not be a whole number. It suffices, and can be necessary, to try all n up to n_0 rounded up; the "
        "author's program tries one more. Contrary to the paper, n + 1 dice do not lead to the same states as n: the "
        "smallest sum drops out",
        found,
    )


def normal_probabilities(limit: int = 30, sides: int = 8) -> Finding:
    """Check the reason for Section 7's bound n_0: if n ≥ n_0, each sum from n to M - s_p is rarer with n + 1 dice."""
    found: dict[str, int | str] | None = None
    for s, a in product(range(1, sides + 1), range(1, limit + 1)):
        dice = Dice(s, a)
        for n in range(find_max_useful_dice(a, s), a + 1):
            fewer, more = dice.count_below(n), dice.count_below(n + 1)
            for t in range(n, a + 1):
                if found is None and more[t + 1] - more[t] >= s * (fewer[t + 1] - fewer[t]):
                    found = {"s": s, "need": a, "n": n, "t": t}
    return judge(
        f"proved in trueodds.fast.greed.dice.find_max_useful_dice, and verified for M - s_p ≤ {limit} and s ≤ {sides}",
        found,
    )


def first_player() -> Finding:
    """Check the value of the start that Section 8 states for M = 10 and s = 3."""
    solution = solve(Greed(limit=10, sides=3))
    win, _, lose = solution.results()
    holds = format_decimal(solution.value, 2) == "0.54"
    return judge(
        f"the rating is {format_decimal(solution.value, 6)}, as in the output of the author's program. The probability "
        f"of winning exceeds that of losing by {format_decimal(100 * (win - lose), 2)} percentage points",
        None if holds else {"M": 10, "s": 3, "value": str(solution.value)},
    )


def _conjecture(found: dict[str, int | str] | None, limit: int, sides: int) -> Finding:
    """Return the finding "false" if there is a counterexample, and "open" otherwise."""
    return judge("false", found) if found else Finding(OPEN, _describe_range(limit, sides))


def _describe_range(limit: int, sides: int) -> str:
    return f"verified for M ≤ {limit} and 2 ≤ s ≤ {sides}"


def _first_met(top: int) -> Iterator[tuple[int, int]]:
    """Yield the pairs of needs (a, b) that do not occur with a smaller limit, in order of the scores."""
    return ((a, b) for a in range(top, -1, -1) for b in range(top, -1, -1) if max(a, b) == top)


def _normal_turns(limit: int, sides: int) -> Iterator[tuple[GreedTables, int, int]]:
    for top, s in product(range(1, limit + 1), range(2, sides + 1)):
        tables = make_tables(top, s)
        for a, b in _first_met(top):
            yield tables, a, b


def _normal_turn(tables: GreedTables, a: int, b: int) -> dict[str, int | str]:
    return {"M": tables.max_need, "s": tables.sides, "s_p": tables.max_need - a, "s_o": tables.max_need - b}
