"""The chain cut out of a model's arrays, held against the chain explored from the rules."""

import random

import numpy as np
import pytest
from gmpy2 import mpq

import trueodds
from trueodds.solver.model import explore
from trueodds.solver.start_value import chain_value
from trueodds.solver.submodel import follow_moves

GAMES = [
    trueodds.RiskOrSafety(target=4),
    trueodds.Pig(target=6),
    trueodds.TheRace(target=7),
    trueodds.SuperSix(sticks=3),
    trueodds.Coinball(tosses=4),
    trueodds.TwoDicePig(target=4),
]


class Followed(trueodds.Game):
    """A game in which one move is left at each position, and before the start perhaps another."""

    name = "followed"

    def __init__(self, game, strategy, start, first=None):
        self.game, self.strategy, self.begin, self.first = game, strategy, start, first

    @property
    def start(self):
        return ("before", self.begin) if self.first is not None else ("at", self.begin)

    def seat(self, position):
        return self.game.seat(position[1])

    def moves(self, position):
        return [self.first if position[0] == "before" else self.strategy[position[1]]]

    def outcomes(self, position, move):
        return [
            trueodds.Outcome(each.probability, None if each.payoff is not None else ("at", each.position), each.payoff)
            for each in self.game.outcomes(position[1], move)
        ]


def chosen(model, choice):
    """The move at each position, by the names of both."""
    return {position: model.moves[choice[x]] for x, position in enumerate(model.positions)}


def legal(model, x):
    """The moves at a position, by the model's arrays."""
    return list(model.moves[model.first_move[x] : model.first_move[x + 1]])


def by_name(chain, names, positions):
    """Per position what is in the arrays: seat, and the outcomes of its one move, with payoffs."""
    rows = {}
    for x in range(len(chain.positions)):
        y = int(chain.first_move[x])
        span = range(chain.first_outcome[y], chain.first_outcome[y + 1])
        after = sorted((positions(names(int(chain.targets[z]))), chain.probabilities[z]) for z in span)
        rows[positions(names(x))] = (int(chain.seats[x]), chain.constants[y], after)
    return rows


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@pytest.mark.parametrize("seed", range(4))
def test_the_same_chain_as_explored_from_the_rules(game, seed):
    model, dice = explore(game), random.Random(seed)
    moves = np.diff(model.first_move)
    choice = model.first_move[:-1] + np.array([dice.randrange(count) for count in moves])
    start = dice.randrange(len(model.positions))
    first = int(model.first_move[start]) + dice.randrange(int(moves[start])) if seed % 2 else None
    chain, order = follow_moves(model, choice, start, first)

    name = None if first is None else model.moves[first]
    explored = explore(Followed(game, chosen(model, choice), model.positions[start], name))
    count = len(model.positions)

    def position(x):
        return ("before", model.positions[start]) if x == count else ("at", model.positions[x])

    def cut(x):
        return repr(position(int(order[x])))

    def direct(x):
        return repr(explored.positions[x])

    assert cut(0) == direct(0)
    assert by_name(chain, int, cut) == by_name(explored, int, direct)


def test_the_value_is_that_of_the_fractions():
    game = trueodds.RiskOrSafety(target=5)
    known = trueodds.solve(game, "general")
    model = explore(game)
    best = np.array(
        [
            model.first_move[x] + legal(model, x).index(min(known.best_moves_at(position)))
            for x, position in enumerate(model.positions)
        ]
    )
    chain, _ = follow_moves(model, best, 0)
    assert chain_value(chain) == known.value
    y = int(model.first_move[0]) + 1
    chain, _ = follow_moves(model, best, 0, y)
    assert mpq(chain_value(chain)) == known.move_values(model.positions[0])[model.moves[y]]
