"""The kernel against a walk in Python that takes the same words."""

import numpy as np
import pytest

import trueodds
from trueodds.play.chain import compile_chain
from trueodds.play.walk import walk
from trueodds.solver.given_strategies import Followed
from trueodds.solver.model import explore

LANES = 8


def chain_of(game):
    solution = trueodds.solve(game)
    return compile_chain(explore(Followed(game, {0: solution, 1: solution})))


def walk_games(chain, games, seed):
    results, moves = np.full(games, 9, dtype=np.uint16), np.zeros(games, dtype=np.uint32)
    walk(chain.table, chain.start, np.random.SFC64(seed), results, moves)
    return results.tolist(), moves.tolist()


def reference(chain, games, seed):
    """The same in Python: eight games in turn, a word a step."""
    generator = np.random.SFC64(seed)
    results, moves = [9] * games, [0] * games
    lanes = [[chain.start, number] for number in range(min(LANES, games))]
    begun = len(lanes)
    while lanes:
        at = 0
        while at < len(lanes):
            here, number = lanes[at]
            word, bits = int(generator.random_raw()), (here >> 26) & 31
            limit, successors = map(int, chain.table[(here & (2**26 - 1)) + (word * 2**bits >> 64)])
            here = successors % 2**32 if word * 2**bits % 2**64 < limit else successors >> 32
            moves[number] += 1
            lanes[at][0] = here
            if here >> 31:
                results[number] = here % 2**16
                if begun < games:
                    lanes[at] = [chain.start, begun]
                    begun += 1
                else:
                    last = lanes.pop()
                    if at < len(lanes):
                        lanes[at] = last
                    continue
            at += 1
    return results, moves


@pytest.mark.parametrize(
    "game",
    [trueodds.RiskOrSafety(5), trueodds.SuperSix(2), trueodds.Greed(12, 3), trueodds.Coinball(5), trueodds.Pig(12)],
    ids=lambda game: game.name,
)
def test_kernel_and_twin_play_the_same_games(game):
    chain = chain_of(game)
    for games in (1, 7, 8, 9, 300):
        assert walk_games(chain, games, games) == reference(chain, games, games)


def test_no_game_and_unequal_rooms():
    chain = chain_of(trueodds.TheRace(1))
    assert walk_games(chain, 0, 1) == ([], [])
    with pytest.raises(ValueError, match="same length"):
        walk(chain.table, chain.start, np.random.SFC64(1), np.zeros(2, np.uint16), np.zeros(3, np.uint32))
    with pytest.raises(ValueError, match="the table two columns"):
        walk(np.zeros((4, 3), np.uint64), 0, np.random.SFC64(1), np.zeros(2, np.uint16), np.zeros(2, np.uint32))


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("bits", [0, 1, 5])
def test_a_word_equal_to_the_limit_goes_to_the_second_successor(seed, bits):
    word = int(np.random.SFC64(seed).random_raw())
    column, rest = (word << bits) >> 64, (word << bits) % 2**64
    over = 1 << 31
    for limit, result in ((rest, 2), (rest + 1, 1), (rest - 1, 2)):
        table = np.zeros((1 << bits, 2), np.uint64)
        table[column] = limit, (over | 2) << 32 | over | 1
        results, moves = np.zeros(1, np.uint16), np.zeros(1, np.uint32)
        walk(table, bits << 26, np.random.SFC64(seed), results, moves)
        assert (results[0], moves[0]) == (result, 1)
