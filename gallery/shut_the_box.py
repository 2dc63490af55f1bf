"""Shut the Box for two: the exact odds, and what it costs to play for a low score instead of a win.

    python gallery/shut_the_box.py

Tiles 1 to 9 are up. A player rolls two dice, or one if 7, 8 and 9 are down, and puts down tiles that add up to the
roll. The turn ends when this is impossible; the score is the sum of the tiles that are up. A player who shuts the box,
with a score of 0, wins at once. Otherwise, the lower score wins, and equal scores are a draw.
"""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from typing import NamedTuple

import results

import trueodds
from trueodds.exact.decimals import format_decimal


class Turn(NamedTuple):
    """A position: the tiles that are up, the roll to use (0 before rolling), the score to beat, and the player to move.

    During the first player's turn, there is no score to beat, and `to_beat` is -1.
    """

    up: tuple
    roll: int
    to_beat: int
    seat: int


@cache
def ways_to_use(up, roll):
    """Return all sets of tiles that are up and add up to a roll."""
    return [tiles for count in range(1, len(up) + 1) for tiles in combinations(up, count) if sum(tiles) == roll]


@cache
def sums(dice):
    """Return the sums of some dice with their probabilities."""
    count = Counter(sum(roll) for roll in product(range(1, 7), repeat=dice))
    return [(Fraction(ways, 6**dice), roll) for roll, ways in sorted(count.items())]


class ShutTheBox(trueodds.Game):
    """Shut the Box for two players, who take one turn each."""

    name = "shut-the-box"

    def __init__(self, tiles=9):
        self.tiles = tiles

    @property
    def all_up(self):
        """The set of all tiles."""
        return tuple(range(1, self.tiles + 1))

    @property
    def start(self):
        """The position in which the first player is to roll."""
        return Turn(self.all_up, 0, -1, 0)

    def seat(self, position):
        """Return the player to move."""
        return position.seat

    def moves(self, position):
        """Return the numbers of dice to roll, or the sets of tiles to put down."""
        if position.roll:
            return ways_to_use(position.up, position.roll)
        return [1, 2] if max(position.up) < 7 else [2]

    def outcomes(self, position, move):
        """Return the outcomes of a roll, which may end the turn, or of putting tiles down."""
        if position.roll:
            up = tuple(tile for tile in position.up if tile not in move)
            return [self.end_turn(1, position, 0) if not up else (1, position._replace(up=up, roll=0))]
        return [
            (chance, position._replace(roll=roll))
            if ways_to_use(position.up, roll)
            else self.end_turn(chance, position, sum(position.up))
            for chance, roll in sums(move)
        ]

    def end_turn(self, chance, position, score):
        """Return the outcome of a turn that ends with a score."""
        if score == 0:
            return trueodds.Outcome(chance, payoff=1 - position.seat)
        if position.seat == 0:
            return trueodds.Outcome(chance, Turn(self.all_up, 0, score, 1))
        beaten, equal = score < position.to_beat, score == position.to_beat
        return trueodds.Outcome(chance, payoff=Fraction(0 if beaten else 1 + (not equal), 2))


class Alone(ShutTheBox):
    """The game for one player, who minimizes the expected score: the payoff is minus the score."""

    name = "shut-the-box-alone"

    def end_turn(self, chance, position, score):
        """Return the outcome that pays minus the score."""
        return trueodds.Outcome(chance, payoff=-score)


def solve(tiles=9):
    """Return the solutions for two players and for one, and the values if one or both play for a low score."""
    two, alone = (trueodds.solve(game(tiles), progress=results.report) for game in (ShutTheBox, Alone))

    def play_low(position):
        return alone.move_at(position._replace(to_beat=-1, seat=0))

    values = {
        "both for the win": two.value,
        "the first for a low score, the second for the win": trueodds.duel(two.game, play_low, two).value,
        "the first for the win, the second for a low score": trueodds.duel(two.game, two, play_low).value,
        "both for a low score": trueodds.duel(two.game, play_low, play_low).value,
    }
    return two, alone, values


def main():
    """Solve the game, and write the results and, if requested, a certificate."""
    certificate = {"metavar": "FILE", "help": "write a proof to FILE, for `trueodds check FILE`"}
    arguments = results.parse_arguments(__file__, __doc__, certificate=certificate)
    two, alone, values = solve()
    if arguments.certificate:
        two.certificate(arguments.certificate)
    all_up = ShutTheBox().all_up
    replies = {score: 1 - two.game_value_at(Turn(all_up, 0, score, 1)) for score in range(1, 44)}
    ties = sum(len(two.best_moves_at(turn)) > 1 for turn in two.model.positions)
    answers = {
        "game": "shut-the-box",
        "value of the first player": {name: results.as_json(value) for name, value in values.items()},
        "least expected score alone": results.as_json(-alone.value),
        "value of the second player, by the score to beat": {score: results.as_json(x) for score, x in replies.items()},
        "positions": len(two.model.positions),
        "positions with several best moves": ties,
        "proof": str(two.proof),
    }
    for name, value in values.items():
        print(f"\r{name}: {format_decimal(value, 20)}{'':40}")
    results.write(arguments.output, answers)


if __name__ == "__main__":
    main()
