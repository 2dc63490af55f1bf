"""Check by computation the statements of the Riddler puzzle Coinball and of its solution by dynamic programming."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from gmpy2 import mpq

from ..dispatch import solve
from ..exact.decimals import describe_value
from ..games.coinball import Coinball
from .claim import CORRECTED, FALSE, HOLDS, Claim, Finding, rounding, universal

_TOSSES = 100


@lru_cache(maxsize=4)
def _solution(opponent: str = "optimal") -> Any:
    return solve(Coinball(_TOSSES, opponent=opponent))


def _expectation(opponent: str, tosses: int, lead: int) -> Any:
    """Return E(t, m, y), the value for the player to call after t tosses with m points against y; `lead` is m - y."""
    if tosses == _TOSSES:
        return mpq((lead > 0) + (lead >= 0), 2)
    return _solution(opponent).value_at((tosses, lead, tosses % 2))


def _leads(tosses: int, max_lead: int = 12) -> range:
    return range(-min(max_lead, 2 * tosses), min(max_lead, 2 * tosses) + 1)


def _against_fixed(opponent: str) -> Any:
    """Compare the means over the four printed cases with the exact values; return where they first differ, or None."""
    theirs = 1 if opponent == "always-rush" else 2
    for t in range(_TOSSES - 2, -1, -2):
        for lead in _leads(t):
            worth = _solution(opponent).move_values((t, lead, 0))
            for mine, move in ((1, "rush"), (2, "pass")):
                cases = [(mine, -theirs), (mine, theirs), (-mine, -theirs), (-mine, theirs)]
                if sum(_expectation(opponent, t + 2, lead + a + b) for a, b in cases) / 4 != worth[move]:
                    return t, lead, move
    return None


def _against_optimal() -> Any:
    """Compare the printed E_rush and E_pass with the exact values; return where they first differ, or None."""
    for t in range(_TOSSES - 1, -1, -1):
        for lead in _leads(t):
            worth = _solution().move_values((t, lead, t % 2))
            for points, move in ((1, "rush"), (2, "pass")):
                after = _expectation("optimal", t + 1, -lead - points) + _expectation("optimal", t + 1, -lead + points)
                if 1 - after / 2 != worth[move]:
                    return t, lead, move
    return None


def _check_reached() -> Finding:
    """Check the bounds on m + y against the sums that can occur after each of the first six tosses."""
    sums = {0}
    for t in range(1, 7):
        sums = {total + points for total in sums for points in (1, 2)}
        if sums != set(range(t, 2 * t + 1)):
            return Finding(FALSE, f"after {t} tosses m + y is one of {sorted(sums)}")
    text = "the bound 200 is sharp only for t = 100: after t tosses, m + y can take any value from t to 2t"
    return Finding(CORRECTED, text)


def _better_seat() -> Finding:
    value = _solution().value
    return Finding(HOLDS if 2 * value < 1 else FALSE, f"the second player's value {describe_value(1 - value, 12)}")


def published_rule(tosses: int, lead: int, seat: int) -> frozenset[str]:
    """Return the best calls according to the solution's summary.

    `lead` and `seat` are those of the player who calls.
    """
    if lead:
        return frozenset({"rush" if lead > 0 else "pass"})
    if tosses % 4 == 0:
        return frozenset({"pass"})
    if (tosses > 92 and seat == 0) or tosses == 99:
        return frozenset({"rush", "pass"})
    return frozenset({"rush"})


def _rule() -> Finding:
    solution = _solution()
    level, late, decided = [], [], 0
    for t in range(_TOSSES):
        for lead in range(-2 * t, 2 * t + 1):
            best, named = solution.best_moves_at((t, lead, t % 2)), published_rule(t, lead, t % 2)
            if not named <= best:
                return Finding(FALSE, f"after {t} tosses, lead {lead}: best is {', '.join(sorted(best))}")
            if named < best:
                if not 0 < solution.value_at((t, lead, t % 2)) < 1:
                    decided += 1
                elif lead == 0:
                    level.append(t)
                else:
                    late.append((_TOSSES - t, lead))
    if not level and not late and not decided:
        return Finding(HOLDS, "at every position")
    return Finding(
        CORRECTED,
        "Every call that the rule makes is best, but the rule misses some washes, where both calls are best: level "
        f"scores after {' and '.join(map(str, level))} tosses, and {len(late)} other positions near the end, (tosses "
        f"left, caller's lead) = {', '.join(map(str, sorted(late, reverse=True)))}. It also misses {decided:,} washes "
        "at which the game is already decided.",
    )


def _program() -> Finding:
    """Check the printed loop over t = 99 … 0, which first reads E at t + 2 = 101 unless it skips odd t."""
    beyond = [t for t in range(_TOSSES) if t + 2 > _TOSSES]
    if not beyond:
        return Finding(HOLDS, "as printed")
    return Finding(
        CORRECTED,
        "The line `continue` is missing after `if t%2 and not Strategy == …`, so the program does not parse. If it did "
        f"not skip odd t, it would need E at t = {beyond[0] + 2}, beyond the last toss.",
    )


def claims() -> list[Claim]:
    """Return the claims to check: statements of the puzzle and its solution."""
    return [
        Claim("the state", "a state (t, m, y) has t ≤ 100 and t ≤ m + y ≤ 200", _check_reached),
        universal(
            "opponent always rushes",
            "the values of rush and of pass are means over four cases after two tosses",
            lambda: _against_fixed("always-rush"),
            "verified exactly at all even t and leads from -12 to 12",
        ),
        rounding(
            "opponent always rushes",
            "the first player's expectation is .601766458853",
            "0.601766458853",
            lambda: _solution("always-rush").value,
        ),
        universal(
            "opponent always passes",
            "the values of rush and of pass are also means over four cases",
            lambda: _against_fixed("always-pass"),
            "verified exactly at all even t and leads from -12 to 12",
        ),
        rounding(
            "opponent always passes",
            "the first player's expectation is .558341814467",
            "0.558341814467",
            lambda: _solution("always-pass").value,
        ),
        universal(
            "opponent plays optimally",
            "E_rush = 1 - (E(t+1,y,m+1) + E(t+1,y+1,m))/2, E_pass = 1 - (E(t+1,y,m+2) + E(t+1,y+2,m))/2",
            _against_optimal,
            "verified exactly at all t and leads from -12 to 12",
        ),
        rounding(
            "opponent plays optimally",
            "the first player's expectation is .489818590457",
            "0.489818590457",
            lambda: _solution().value,
        ),
        Claim("opponent plays optimally", "it is better to go second", _better_seat),
        Claim(
            "the strategy",
            "losing: pass; winning: rush; tied: pass if the number of completed turns is divisible by 4; "
            "otherwise a wash after turn 92 if you went first, or at the very last turn; otherwise rush",
            _rule,
        ),
        Claim("the program", "the program computes the three answers", _program),
    ]
