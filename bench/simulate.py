"""Compare simulation with two rivals that walk the same positions: ``python bench/simulate.py [--json]``.

The rivals are NumPy, with one step of all unfinished games at once, and Numba, with one game after the other. Both
choose outcomes by cumulative probabilities in floats, prepared in advance. All sides use one thread. Further rows show
the seconds for a million games, on one thread and on all cores.
"""

from __future__ import annotations

import argparse
import importlib.util

import numpy as np
from founding import Table, timed

import trueodds
from trueodds.play.chain import compile_chain
from trueodds.play.expected import compute_expected
from trueodds.play.simulate import walk_games
from trueodds.runtime.run import Run
from trueodds.solver.given_strategies import Followed
from trueodds.solver.model import explore


class Cumulative:
    """A chain for the rivals: successors and cumulative probabilities, padded to the widest row."""

    def __init__(self, model):
        first, wide = model.first_outcome, []
        payoffs = sorted({float(payoff) for over in model.ends for payoff, _ in over})
        for x, over in enumerate(model.ends):
            row = [(model.targets[z], model.probabilities[z]) for z in range(first[x], first[x + 1])]
            wide.append(row + [(-1 - payoffs.index(float(payoff)), chance) for payoff, chance in over])
        most = max(map(len, wide))
        self.payoffs = np.array(payoffs)
        self.after = np.full((len(wide), most), -1, dtype=np.int64)
        self.below = np.full((len(wide), most), 2.0)
        for x, row in enumerate(wide):
            self.after[x, : len(row)] = [target for target, _ in row]
            self.below[x, : len(row) - 1] = np.cumsum([float(chance) for _, chance in row])[:-1]


def numpy_walk(chain, games, seed=1):
    """Return the mean payoff of games, all of which advance together, one step at a time."""
    generator, here, total = np.random.default_rng(seed), np.zeros(games, dtype=np.int64), 0.0
    while len(here):
        chosen = (generator.random(len(here))[:, None] >= chain.below[here]).sum(axis=1)
        here = chain.after[here, chosen]
        over = here < 0
        total += chain.payoffs[-1 - here[over]].sum()
        here = here[~over]
    return total / games


def numba_walker():
    """Return a function that plays one game after the other with Numba, or None if Numba is not installed."""
    if importlib.util.find_spec("numba") is None:
        return None
    import numba

    @numba.njit
    def walk(after, below, payoffs, games, seed):
        np.random.seed(seed)
        total = 0.0
        for _ in range(games):
            here = 0
            while here >= 0:
                chance, chosen = np.random.random(), 0
                while chance >= below[here, chosen]:
                    chosen += 1
                here = after[here, chosen]
            total += payoffs[-1 - here]
        return total / games

    return lambda chain, games: walk(chain.after, chain.below, chain.payoffs, games, 1)


def main():
    """Parse the command line and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--json", action="store_true", help="print one JSON object per row")
    parser.add_argument("--games", type=int, default=200_000, help="number of games in each run [default: 200000]")
    arguments = parser.parse_args()
    table, games = Table(arguments.json), arguments.games
    by_numba = numba_walker()
    for game in (
        trueodds.RiskOrSafety(10),
        trueodds.RiskOrSafety(20),
        trueodds.Coinball(100),
        trueodds.Greed(100),
        trueodds.SuperSix(3),
    ):
        solution = trueodds.solve(game)
        model = explore(Followed(game, {0: solution, 1: solution}))
        known, chain, rivals = compute_expected(model, solution.value), compile_chain(model), Cumulative(model)
        near = 5 * known.deviation / games**0.5

        def ours(chain=chain, moves=known.mean_moves, how=1):
            results, _ = walk_games(chain, games, 1, moves, Run(how))
            return float(sum(payoff * count for payoff, count in results.items())) / games

        def right(found, other, mean=known.mean, near=near):
            return abs(found - mean) < near and abs(other - mean) < near

        options = ", ".join(f"{name} {value}" for name, value in game.parameters.items())
        what = f"{game.name}, {options}, {known.mean_moves:.1f} moves a game, {games:,} games"
        table.compare(f"{what}; NumPy", ours, lambda rivals=rivals: numpy_walk(rivals, games), right)
        if by_numba:
            table.compare(f"{what}; Numba", ours, lambda rivals=rivals: by_numba(rivals, games), right)
        for how in (1, None):
            seconds = min(timed(lambda how=how, ours=ours: ours(how=how)) for _ in range(5))
            table.row(f"{what}: a million games, {'threads' if how is None else 'one thread'}", seconds * 1e6 / games)


if __name__ == "__main__":
    main()
