"""The gambler's problem of Sutton and Barto: all best stakes, exactly.

    python gallery/gambler.py

A gambler has a capital of 1 to 99 and wants 100. A stake of at most the capital, and at most what is still needed, is
won with probability p and lost otherwise. The book (Example 4.3) solves p = 2/5 by value iteration in floats and draws
one best stake for each capital. Floats cannot detect ties, so which one is drawn depends on the rounding.
"""

import math
from fractions import Fraction

import numpy as np
import results

import trueodds

GOAL = 100
CHANCES = (Fraction(1, 4), Fraction(2, 5), Fraction(11, 20))
CHANGE = 1e-9  # value iteration is usually stopped once no value changes by more than this


def stakes(capital, goal=GOAL):
    """Return the stakes that are allowed."""
    return range(1, min(capital, goal - capital) + 1)


def game(chance, goal=GOAL):
    """Return the rules for a game that starts with half of the goal."""

    def outcomes(capital, stake):
        ends = (chance, capital + stake), (1 - chance, capital - stake)
        return [(odds, None, int(to == goal)) if to in (0, goal) else (odds, to) for odds, to in ends]

    return trueodds.Rules(
        goal // 2,
        moves=lambda capital: stakes(capital, goal),
        outcomes=outcomes,
        seat=lambda capital: 0,
        name="gambler",
    )


def solve(chance, goal=GOAL):
    """Return the exact value of each capital, its best stakes, and the proof's summary."""
    solution = trueodds.solve(game(chance, goal))
    capitals = range(1, goal)
    best = {capital: sorted(map(int, solution.best_moves_at(capital))) for capital in capitals}
    return {capital: solution.value_at(capital) for capital in capitals}, best, str(solution.proof)


def value_iteration(chance, kind, digits=None, goal=GOAL):
    """Return the stake that value iteration finds for each capital, the first of the largest, perhaps after rounding.

    This is how the many programs for this exercise work; nothing here is proved.
    """
    capital, stake = np.arange(1, goal)[:, None], np.arange(1, goal // 2 + 1)
    legal = stake <= np.minimum(capital, goal - capital)
    won, lost = np.where(legal, capital + stake, 0), np.where(legal, capital - stake, 0)
    values = np.zeros(goal + 1, dtype=kind)
    values[goal], change = 1, 1
    while change > CHANGE:
        returns = kind(chance) * values[won] + (1 - kind(chance)) * values[lost]
        change = abs(returns.max(axis=1) - values[1:-1]).max()
        values[1:-1] = returns.max(axis=1)
    chosen = (returns if digits is None else np.round(returns, digits)).argmax(axis=1) + 1
    return dict(enumerate(chosen.tolist(), 1))


def compare(best, chosen):
    """Return the stakes that floats choose, and how many of them are not best, or not the smallest best stake."""
    return {
        "not best": sum(chosen[capital] not in best[capital] for capital in best),
        "best, but not the least": sum(chosen[capital] in best[capital][1:] for capital in best),
        "stakes": list(chosen.values()),
    }


def main():
    """Solve the problem for each chance, compare with floats, and write the results."""
    given = results.parse_arguments(__file__, __doc__)
    found = {"game": "gambler", "goal": GOAL}
    for chance in CHANCES:
        values, best, proof = solve(chance)
        several = sum(len(some) > 1 for some in best.values())
        in_all = sum(map(len, best.values()))
        print(f"p = {chance}: {several} capitals with several best stakes; {in_all} best stakes in all")
        found[f"p = {chance}"] = {
            "value of 50": results.as_json(values[50]),
            "capitals with several best stakes": several,
            "best stakes in all": in_all,
            "optimal strategies": str(math.prod(map(len, best.values()))),
            "proof": proof,
            "floats of 64 bits": compare(best, value_iteration(chance, np.float64)),
            "floats of 64 bits, rounded to 5 digits": compare(best, value_iteration(chance, np.float64, 5)),
            "floats of 32 bits": compare(best, value_iteration(chance, np.float32)),
            "best stakes": best,
            "values": {capital: results.as_json(value) for capital, value in values.items()},
        }
    results.write(given.output, found)


if __name__ == "__main__":
    main()
