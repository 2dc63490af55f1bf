"""Compare the Royal Game of Ur with the general solver (one piece) and a method modulo a random prime (two)."""

import secrets
from fractions import Fraction

import gmpy2
import numpy as np
import pytest
import ur
from scipy.sparse import csgraph

import trueodds
from trueodds.exact.modular import has_residue

from ..command_line import exact
from ..extras import need
from .conftest import read_results

CHANCES = [Fraction(ways, 16) for ways in (1, 4, 6, 4, 1)]


class Ur(trueodds.Game):
    """The rules written again; a position is (square of each piece of seat 0, of seat 1, seat, roll or None)."""

    name, start = "ur", None

    def __init__(self, pieces, start=None):
        self.start = start or ((0,) * pieces, (0,) * pieces, 0, None)

    def seat(self, position):
        return position[2]

    def moves(self, position):
        *sides, seat, roll = position
        if roll is None:
            return ["roll"]
        mine, theirs = sides[seat], sides[1 - seat]
        taken = {*mine, *({8} & {*theirs})} - {15}
        squares = {square for square in mine if square < 15 and square + roll <= 15 and square + roll not in taken}
        return sorted(squares) if roll and squares else ["pass"]

    def outcomes(self, position, move):
        *sides, seat, roll = position
        if roll is None:
            return [(chance, (*sides, seat, number)) for number, chance in enumerate(CHANCES)]
        if move == "pass":
            return [(1, (*sides, 1 - seat, None))]
        mine, theirs = list(sides[seat]), list(sides[1 - seat])
        mine[mine.index(move)] = to = move + roll
        if 5 <= to <= 12 and to in theirs:
            theirs[theirs.index(to)] = 0
        if set(mine) == {15}:
            return [(1, None, 1 - seat)]
        both = [tuple(sorted(mine)), tuple(sorted(theirs))]
        return [(1, (*(both if seat == 0 else both[::-1]), seat if to in (4, 8, 14) else 1 - seat, None))]


@pytest.fixture(scope="module")
def one_piece():
    board = ur.Board(1)
    return board, ur.approximate(board)


def test_one_piece_has_the_value_of_the_general_solver(one_piece):
    board, values = one_piece
    value = ur.exact_value(board, values)
    assert (board.size, value) == (217, trueodds.solve(Ur(1)).value)
    low, high = ur.bound(board, values)
    assert low[0] <= value <= high[0]


def test_races_have_published_values(one_piece):
    """Both on the last square: 4/7; the roller one square behind: 116/161; the other behind: 74/161 (King of Ur)."""
    board, values = one_piece
    low, high = ur.bound(board, values)
    side = {squares: at for at, (squares, _) in enumerate(board.sides)}
    known = {(14, 14): Fraction(4, 7), (13, 14): Fraction(116, 161), (14, 13): Fraction(74, 161)}
    for (mine, theirs), value in known.items():
        at = np.flatnonzero((board.mine == side[mine,]) & (board.theirs == side[theirs,])).item()
        assert low[at] <= value <= high[at]
        assert trueodds.solve(Ur(1, ((mine,), (theirs,), 0, None))).value == value


def test_moves_with_two_pieces_are_those_of_a_second_implementation():
    board, game = ur.Board(2), Ur(2)

    def as_tuple(side):
        squares, home = board.sides[side]
        return tuple(sorted([0] * (2 - len(squares) - home) + list(squares) + [15] * home))

    assert board.size == 12869
    number = {(as_tuple(board.mine[x]), as_tuple(board.theirs[x])): x for x in range(board.size)}
    for x in range(0, board.size, 17):
        for roll in range(5):
            position = as_tuple(board.mine[x]), as_tuple(board.theirs[x]), 0, roll
            expected = set()
            for move in game.moves(position):
                ((_, after, *_),) = game.outcomes(position, move)
                if after is None:
                    expected.add(2 * board.size)
                else:
                    mine, theirs, seat, _ = after
                    expected.add(number[mine, theirs] if seat == 0 else board.size + number[theirs, mine])
            assert {play for play in board.plays[roll, :, x].tolist() if play <= 2 * board.size} == expected


def test_values_that_are_far_off_give_wide_bounds_and_what_is_not_a_number_gives_none(one_piece):
    board, values = one_piece
    low, high = ur.bound(board, values + np.where(np.arange(board.size) == 3, 1e-3, 0))
    assert (low <= values).all()
    assert (values <= high).all()
    with pytest.raises(ArithmeticError, match="could not be proved"):
        ur.bound(board, values * np.nan)


def residue_of_solution(constants, matrix, prime):
    """Return the first unknown of 16 x = constants + matrix x modulo a prime, by Wiedemann's method.

    Let M = 16 - matrix. A random combination of M^k constants satisfies a shortest recurrence, which Euclid's algorithm
    finds. It expresses x by the M^k constants.
    """
    poly, size, vector = need("flint").nmod_poly, len(constants), constants % prime
    random = np.array([secrets.randbelow(prime) for _ in range(size)])
    sums, firsts = [], []
    for _ in range(2 * size):
        firsts.append(int(vector[0]))
        sums.append(int((random * vector % prime).sum() % prime))
        vector = (16 * vector - matrix @ vector) % prime
    rest, last = poly(sums[::-1], prime), poly([0] * 2 * size + [1], prime)
    found, before = poly([1], prime), poly([0], prime)
    while rest.degree() >= size:
        factor, after = divmod(last, rest)
        last, rest, before, found = rest, after, found, before - factor * found
    total = sum(int(found[k + 1]) * firsts[k] for k in range(found.degree()))
    return -total * pow(int(found[0]), -1, prime) % prime


@pytest.mark.parametrize("pieces", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_exact_values_solve_the_equations_modulo_a_random_prime(pieces):
    board = ur.Board(pieces)
    constants, matrix = board.chain(board.choose(board.values_of_plays(ur.approximate(board))))
    reached = np.sort(csgraph.breadth_first_order(matrix, 0, return_predecessors=False))
    value = exact(read_results(ur)[f"{pieces} pieces"]["value"])
    prime = int(gmpy2.next_prime(2**30 + secrets.randbits(29)))
    assert has_residue(value, residue_of_solution(constants[reached], matrix[reached][:, reached], prime), prime)


def test_results_are_narrow_bounds_and_every_best_move():
    results = read_results(ur)
    assert list(results) == ["game", *(f"{pieces} pieces" for pieces in range(1, len(results)))]
    for found in list(results.values())[1:]:
        assert 0 < found["high"] - found["low"] < 1e-9
        assert found["undecided"] == len(found["undecided: roll, mine, theirs"]) == 0
