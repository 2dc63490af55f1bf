"""The gambler's problem of Sutton and Barto: all best stakes, exactly.

    python gallery/gambler.py

A gambler has between 1 and 99 dollars and wants 100. A stake may not exceed the capital or the amount that is still
needed. It is won with probability p and lost otherwise. The book (Example 4.3) solves p = 2/5 by value iteration in
floats and draws one best stake for each capital. Floats cannot detect ties, so rounding errors choose this stake.
"""

import math
from fractions import Fraction

import numpy as np
import results

import trueodds

GOAL = 100
CHANCES = (Fraction(1, 4), Fraction(2, 5), Fraction(11, 20))
CHANGE = 1e-9  # largest change of a value in the last step of value iteration


def stakes(capital, goal=GOAL):
    """Return the allowed stakes."""
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
    """Return the exact value and the best stakes of each capital, and a summary of the proof."""
    solution = trueodds.solve(game(chance, goal))
    capitals = range(1, goal)
    best = {capital: sorted(map(int, solution.best_moves_at(capital))) for capital in capitals}
    return {capital: solution.value_at(capital) for capital in capitals}, best, str(solution.proof)


def value_iteration(chance, kind, digits=None, goal=GOAL):
    """Return the stake that value iteration chooses for each capital: the first with the largest (rounded) return.

    Most programs for this exercise work in this way, which proves nothing.
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
    """Return the stakes chosen in floats, how many are not best, and how many are best but not the smallest."""
    return {
        "not best": sum(chosen[capital] not in best[capital] for capital in best),
        "best, but not the least": sum(chosen[capital] in best[capital][1:] for capital in best),
        "stakes": list(chosen.values()),
    }


def main():
    """Solve the problem for each chance, compare with floats, and write the results."""
    arguments = results.parse_arguments(__file__, __doc__)
    answers = {"game": "gambler", "goal": GOAL}
    for chance in CHANCES:
        values, best, proof = solve(chance)
        several = sum(len(equal) > 1 for equal in best.values())
        in_all = sum(map(len, best.values()))
        print(f"p = {chance}: {several} capitals with several best stakes; {in_all} best stakes in all")
        answers[f"p = {chance}"] = {
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
    results.write(arguments.output, answers)


if __name__ == "__main__":
    main()
