"""Compare Greed with published results: C. Addis (2023), the paper and the output of its program."""

import pytest

from trueodds.fast.greed.solve import solve
from trueodds.games.greed import Greed

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
    rows = [[int(dice) for dice in row.split()] for row in published.split(" / ")]
    assert table.cells.T.tolist() == rows


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
