"""Compare Greed's fast method with the reference implementation and the rules; test its refusals."""

from itertools import product

import numpy as np
import pytest
from gmpy2 import mpq

from trueodds.fast.greed.dice import find_max_useful_dice
from trueodds.fast.greed.solve import compute_start_values, estimate_bytes, solve
from trueodds.games.greed import Greed
from trueodds.solution import pluralize
from trueodds.solver.given_strategies import play_statistics


@pytest.mark.parametrize(("limit", "sides"), [(60, 6), (40, 2), (30, 10)])
def test_bounds_exclude_no_best_move(limit, sides):
    # Compare exactly all moves that bounds and monotonicity excluded, where the reference implementation is too slow.
    solution = solve(Greed(limit, sides))
    losses = solution.by_needs.losses
    assert losses.exponent <= 2 * limit
    long = sum(loss.bit_length() for row in losses.rows for loss in row) // 8
    assert long < estimate_bytes(limit, sides) - 200 * (limit + 1) ** 2 < 3 * long
    for score, other, last in product(range(0, limit + 1, 3), range(0, limit + 1, 4), (False, True)):
        values = solution.move_values((score, other, last))
        best = max(values.values())
        assert solution.value_at((score, other, last)) == best
        assert solution.best_moves_at((score, other, last)) == {n for n, v in values.items() if v == best}


def test_one_table_serves_every_smaller_limit_and_no_larger_one():
    values = compute_start_values(30, sides=4)
    large = solve(Greed(30, 4))
    for limit in (1, 2, 7, 29, 30):
        small = solve(Greed(limit, 4))
        assert small.value == values[limit - 1] == large.within(1).within(limit).value
        assert (small.game, small.best_moves) == (large.within(limit).game, large.within(limit).best_moves)
        assert small.results() == large.within(limit).results()
        assert all(
            np.array_equal(mine.cells, other.cells)
            for mine, other in zip(small.tables(), large.within(limit).tables(), strict=True)
        )
    for limit in (31, 10**5000):
        with pytest.raises(ValueError, match="limit must be from 1 to 30"):
            large.within(limit)


def test_tables_and_ratings_are_by_the_scores_of_both_players():
    solution = solve(Greed(20, 3))
    for table, is_last in zip(solution.tables(), (False, True), strict=True):
        assert table.cells.shape == (len(table.rows), len(table.columns))
        ratings = solution.ratings(is_last)
        for other, mine in product(range(21), repeat=2):
            assert table.cells[other, mine] == min(solution.best_moves_at((mine, other, is_last)))
            assert ratings[other][mine] == solution.value_at((mine, other, is_last))


@pytest.mark.parametrize("game", [Greed(6, 2), Greed(8, 1), Greed(9, 6), Greed(12, 3)], ids=str)
def test_results_are_those_of_the_fewest_best_dice_played_out(game):
    solution = solve(game)
    played = play_statistics(solution).results
    assert solution.results() == tuple(played.get(payoff, 0) for payoff in (1, mpq(1, 2), 0))


@pytest.mark.parametrize(
    ("limit", "sides", "normal", "in_last"), [(12, 6, 2, 24), (10, 3, 0, 36), (16, 2, 1, 162), (9, 10, 0, 1)]
)
def test_ties_and_comparisons_are_counted(limit, sides, normal, in_last):
    """Here, only ties that are not certain wins are compared exactly; all other moves can be separated without this."""
    solution, moves, found = solve(Greed(limit, sides)), 0, {False: [], True: []}
    for mine, other, last in product(range(limit + 1), range(limit + 1), (False, True)):
        worth, best = solution.move_values((mine, other, last)), solution.best_moves_at((mine, other, last))
        moves += len(worth)
        found[last] += [(mine, other, best)] if len(best) > 1 else []
    for last, ties in found.items():
        assert sorted(solution.ties(last)) == sorted(ties)
    proof, positions = solution.proof, 2 * (limit + 1) ** 2
    assert (len(found[False]), len(found[True])) == (normal, in_last)
    assert (proof.positions, proof.moves, proof.ties, proof.last_ties) == (positions, moves, normal + in_last, in_last)
    unsure = [best for *at, best in found[True] if solution.value_at((*at, True)) < 1]
    useful = [min(find_max_useful_dice(left, sides), left) for left in range(limit + 1)]
    monotone = sum(2 * (limit + 1) * (left - most) for left, most in enumerate(useful))
    exactly = sum(map(len, unsure)) + sum(len(best) for *_, best in found[False])
    assert proof.decided == (("monotonicity", monotone), ("float64", moves - monotone - exactly), ("exactly", exactly))
    assert f"; {pluralize(normal, 'tie')} in normal turns, {in_last} in the last; " in str(proof)


# Published results: C. Addis (2023), the paper and the output of its program.

# github.com/Approximately-Equal/Greed, commit 404d2e5 (14 December 2023, the paper's date), src/results: M = 10, s = 3,
# best_n; rows player_score 0 … 10, columns opponent_score 0 … 10
NORMAL_10_3 = (
    "1 1 2 1 2 2 2 3 3 4 4 / 3 3 1 1 1 2 2 2 3 3 4 / 3 3 3 1 1 1 1 2 2 3 3 / 2 2 1 1 1 1 1 1 2 3 3 / "
    "2 2 2 2 2 1 1 1 2 2 2 / 2 2 2 2 2 1 1 1 1 2 2 / 1 1 1 1 1 1 1 1 1 1 2 / 1 1 1 1 1 1 1 1 1 1 1 / "
    "0 0 0 1 0 1 1 1 1 1 1 / 0 0 0 0 0 0 0 0 0 0 1 / 0 0 0 0 0 0 0 0 0 0 0"
)
LAST_10_3 = (
    "1 2 3 3 4 4 4 4 5 5 5 / 0 1 2 3 3 3 4 4 4 4 4 / 0 0 1 2 3 3 3 3 4 4 4 / 0 0 0 1 2 2 3 3 3 3 3 / "
    "0 0 0 0 1 2 2 2 3 3 3 / 0 0 0 0 0 1 2 2 2 2 2 / 0 0 0 0 0 0 1 1 2 2 2 / 0 0 0 0 0 0 0 1 1 1 1 / "
    "0 0 0 0 0 0 0 0 1 1 1 / 0 0 0 0 0 0 0 0 0 0 1 / 0 0 0 0 0 0 0 0 0 0 0"
)


@pytest.mark.parametrize(("index", "published"), [(0, NORMAL_10_3), (1, LAST_10_3)], ids=["normal", "last"])
def test_the_best_dice_that_the_author_s_program_found(index, published):
    table = solve(Greed(10, 3)).tables()[index]
    assert table.cells.T.tolist() == [[int(dice) for dice in row.split()] for row in published.split(" / ")]


def test_values_that_the_author_s_program_found():
    solution = solve(Greed())
    for position, dice, rating in [  # the same repository, commit 0cdb7bc (13 December 2023): M = 100, s = 6
        ((0, 0), 24, 0.5138417330406202),
        ((50, 50), 11, 0.5134489014071951),
        ((99, 0), 0, 0.9353267889266272),
        ((0, 99), 26, 0.19136991626412322),
        ((60, 83), 8, 0.49604570164671113),
        ((93, 99), 1, 0.29166666666666663),
        ((96, 93), 0, 0.41666666666666674),
        ((0, 0, True), 1, 1.0),
        ((50, 80, True), 11, 0.9157652439715498),
        ((0, 100, True), 28, 0.021428303688209284),
        ((97, 97, True), 0, 0.5),
        ((90, 91, True), 2, 0.9166666666666669),
    ]:
        assert abs(float(solution.value_at(position)) - rating) < 1e-14
        assert dice in solution.best_moves_at(position)
    # At ties the author's program, which uses floats, has one number of dice: 1, 0, 2 and 0.
    assert solution.best_moves == {24}
    assert solution.ties() == [(93, 99, {1, 2}), (96, 93, {0, 1})]
    unsure = [tie for tie in solution.ties(last=True) if solution.value_at((*tie[:2], True)) < 1]
    assert unsure == [(90, 91, {1, 2}), (97, 97, {0, 1})]
