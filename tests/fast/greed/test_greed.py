"""Greed's fast method against the reference implementation and the rules; what it answers, what it refuses."""

from itertools import product

import numpy as np
import pytest
from gmpy2 import mpq
from hypothesis import example, given
from hypothesis import strategies as st

from trueodds.fast.greed import tables
from trueodds.fast.greed.solve import solve, start_values
from trueodds.games.greed import Greed
from trueodds.runtime.run import Run
from trueodds.solver import general
from trueodds.solver.given_strategies import play_statistics

from .greed_reference import move_values


@given(st.integers(1, 12), st.integers(1, 14))
@example(1, 1)
@example(1, 6)
@example(12, 1)  # nothing left to chance: ties everywhere
@example(12, 2)
@example(20, 3)  # the paper's figures
def test_the_reference_implementation_agrees_at_every_position_and_move(limit, sides):
    solution = solve(Greed(limit, sides))
    for position, values in move_values(limit, sides).items():
        *legal, bust = values
        assert bust == 0 < max(legal)  # more dice than are legal here are never best
        assert solution.value_at(position) == max(legal)
        assert solution.move_values(position) == dict(enumerate(legal))
        assert solution.best_moves_at(position) == {n for n, value in enumerate(legal) if value == max(legal)}


@pytest.mark.parametrize("game", [Greed(16, 6), Greed(16, 2), Greed(7, 10**6), Greed(3, 10**200)], ids=range(4))
def test_every_value_satisfies_bellman_s_equation_of_the_rules(game):
    """With 10^6 sides nearly every roll goes over the limit; with 10^200 chances are no floats any more."""
    solution = solve(game)
    scores = range(game.limit + 1)
    for position in product(scores, scores, (False, True), (0, 1)):
        seat, values = position[3], {}
        for move in game.moves(position):
            value = mpq(0)
            for outcome in game.outcomes(position, move):
                if outcome.position is None:
                    value += outcome.probability * (outcome.payoff if seat == 0 else 1 - outcome.payoff)
                else:
                    value += outcome.probability * (1 - solution.value_at(outcome.position))
            values[move] = value
        assert solution.move_values(position) == values
        assert solution.value_at(position) == max(values.values())
        assert solution.best_moves_at(position) == {n for n, v in values.items() if v == max(values.values())}


@pytest.mark.parametrize("game", [Greed(5, 1), Greed(7, 2), Greed(9, 3), Greed(10, 6)], ids=str)
def test_the_solver_for_any_game_agrees(game):
    fast, slow = solve(game), general.solve(game)
    assert fast.value == slow.value
    assert fast.best_moves == slow.best_moves
    # Whoever plays on by the first best move meets only positions where both agree on it.
    here, there = play_statistics(fast), play_statistics(slow)
    assert here == there
    assert fast.results() == tuple(here.results.get(payoff, 0) for payoff in (mpq(1), mpq(1, 2), mpq(0)))


@pytest.mark.parametrize(("limit", "sides"), [(60, 6), (40, 2), (30, 10)])
def test_bounds_exclude_no_best_move(limit, sides):
    # All that bounds and monotonicity left out, compared exactly, where the reference implementation is too slow.
    solution = solve(Greed(limit, sides))
    for score, other, last in product(range(0, limit + 1, 3), range(0, limit + 1, 4), (False, True)):
        values = solution.move_values((score, other, last))
        best = max(values.values())
        assert solution.value_at((score, other, last)) == best
        assert solution.best_moves_at((score, other, last)) == {n for n, v in values.items() if v == best}


def test_a_wrong_sum_of_dice_is_noticed(monkeypatch):
    """The comparison above can fail: half of a die's chance moved makes another answer."""
    real = tables.Rows.expectation
    monkeypatch.setattr(tables.Rows, "expectation", lambda self, n, a, b: real(self, n, a, b) + (n == 2))
    wrong, reference = tables.make_tables(6, 3), move_values(6, 3)
    assert any(wrong.value(6 - mine, 6 - other) != max(v) for (mine, other, last), v in reference.items() if not last)


def test_one_table_serves_every_smaller_limit():
    values = start_values(30, sides=4)
    large = solve(Greed(30, 4))
    for limit in (1, 2, 7, 29, 30):
        small = solve(Greed(limit, 4))
        assert small.value == values[limit - 1] == large.within(limit).value
        assert small.best_moves == large.within(limit).best_moves
        assert small.results() == large.within(limit).results()
        assert all(
            np.array_equal(mine.cells, other.cells)
            for mine, other in zip(small.tables(), large.within(limit).tables(), strict=True)
        )


def test_tables_are_by_the_scores_of_the_figures():
    solution = solve(Greed(20, 3))
    normal, last = solution.tables()
    for table, is_last in ((normal, False), (last, True)):
        assert table.row_title == "the other's score"
        assert table.column_title == "score of the player to roll"
        assert table.cells.shape == (21, 21) == (len(table.rows), len(table.columns))
        assert table.cells.dtype == np.int64
        ratings = solution.ratings(is_last)
        for other, mine in product(range(21), range(21)):
            assert table.cells[other, mine] == min(solution.best_moves_at((mine, other, is_last)))
            assert ratings[other][mine] == solution.value_at((mine, other, is_last))


@pytest.mark.parametrize("game", [Greed(6, 2), Greed(8, 1), Greed(9, 6), Greed(12, 3)], ids=str)
def test_results_are_those_of_the_fewest_best_dice_played_out(game):
    solution = solve(game)

    def played(position):
        totals = {mpq(1): mpq(0), mpq(1, 2): mpq(0), mpq(0): mpq(0)}
        for outcome in game.outcomes(position, min(solution.best_moves_at(position))):
            after = {outcome.payoff: mpq(1)} if outcome.position is None else known(outcome.position)
            for payoff, chance in after.items():
                totals[payoff] += outcome.probability * chance
        return totals

    memory = {}

    def known(position):
        if position not in memory:
            memory[position] = played(position)
        return memory[position]

    assert solution.results() == tuple(known(game.start)[payoff] for payoff in (1, mpq(1, 2), 0))


def test_ties_are_reported():
    solution = solve(Greed(12, 6))
    for last in (False, True):
        ties = {(mine, other): moves for mine, other, moves in solution.ties(last)}
        for mine, other in product(range(13), range(13)):
            best = solution.best_moves_at((mine, other, last))
            assert ties.get((mine, other), best) == best
            assert ((mine, other) in ties) == (len(best) > 1)
    assert len(solution.ties()) == 2
    assert (solution.proof.ties, solution.proof.last_ties) == (26, 24)
    assert "2 ties, 24 in the last turn" in str(solution.proof)


def test_the_proof_counts_all_moves():
    solution = solve(Greed(10, 3))
    moves = sum(len(solution.move_values(position)) for position in product(range(11), range(11), (False, True)))
    assert (solution.proof.positions, solution.proof.moves) == (2 * 11 * 11, moves)
    assert sum(count for _, count in solution.proof.decided) == moves


def test_progress_is_told_to_the_end():
    told = []
    solve(Greed(8, 6), Run(progress=lambda *stage: told.append(stage)))
    assert told[0] == ("last turn", 1, 9)
    assert told[-1] == ("normal turns", 17, 17)


@pytest.mark.parametrize(
    ("limit", "sides"), [(10**9, 6), (10**5000, 6), (100, 2**10**7)], ids=["limit", "huge limit", "huge sides"]
)
def test_what_would_not_fit_is_refused_before_it_begins(limit, sides):
    with pytest.raises(MemoryError, match=r"limit .* of memory needed,") as refused:
        solve(Greed(limit, sides))
    assert len(str(refused.value)) < 200


@pytest.mark.parametrize("limit", [31, pytest.param(10**5000, id="huge")])
def test_a_table_does_not_serve_a_larger_limit(limit):
    with pytest.raises(ValueError, match="limit must be from 1 to 30"):
        solve(Greed(30)).within(limit)


def test_a_bad_position_is_refused():
    with pytest.raises(ValueError, match="is not a position"):
        solve(Greed(10)).value_at((11, 0))
