"""Coinball by layers against a slow reference implementation and the published answers."""

from fractions import Fraction
from functools import cache

import pytest
from gmpy2 import mpq
from hypothesis import example, given
from hypothesis import strategies as st

from trueodds.exact.decimals import decimal
from trueodds.fast.packed.coinball import solve
from trueodds.games.coinball import Coinball


def reference(tosses, rush, pass_points, opponent, seat):
    """What each call is worth to the player who makes it, from both scores, straight from the rules."""
    fixed = {"always-rush": [rush], "always-pass": [pass_points]}.get(opponent)
    other = 1 if seat == 0 else 0

    @cache
    def calls(done, mine, yours):
        allowed = fixed if fixed and done % 2 == other else [rush, pass_points]
        return [1 - (expected(done + 1, yours, mine + n) + expected(done + 1, yours + n, mine)) / 2 for n in allowed]

    @cache
    def expected(done, mine, yours):
        if done == tosses:
            return Fraction((mine > yours) - (mine < yours) + 1, 2)
        return max(calls(done, mine, yours))

    return calls


@given(
    st.integers(1, 9),
    st.integers(1, 5),
    st.integers(1, 5),
    st.sampled_from(["optimal", "always-rush", "always-pass"]),
    st.sampled_from([0, 1]),
)
@example(1, 1, 2, "optimal", 1)
@example(9, 1, 2, "optimal", 0)
@example(8, 1, 2, "always-rush", 0)
@example(8, 2, 5, "always-pass", 1)
@example(7, 3, 3, "optimal", 0)
@example(6, 3, 1, "always-pass", 0)
def test_every_value_is_that_of_the_reference(tosses, rush, pass_points, opponent, seat):
    solution = solve(Coinball(tosses, rush, pass_points, opponent, seat))
    calls = reference(tosses, rush, pass_points, opponent, seat)
    most = max(rush, pass_points)
    for done in range(tosses):
        for lead in range(-done * most, done * most + 1):
            wanted = calls(done, max(lead, 0), max(-lead, 0))
            position = done, lead, done % 2
            worth = solution.move_values(position)
            assert list(worth.values()) == wanted
            assert solution.value_at(position) == max(wanted)
            assert solution.best_moves_at(position) == {call for call in worth if worth[call] == max(wanted)}
    start = max(calls(0, 0, 0))
    assert solution.value == (start if seat == 0 else 1 - start)


# "Can you win at Coinball?", the column's answers for the player who goes first, all to the 12 digits given.
@pytest.mark.parametrize(
    ("opponent", "answer", "numerator"),
    [
        ("always-rush", "0.601766458853", 762829612762455217982392080553),
        ("always-pass", "0.558341814467", 707782336241609035802044265340),
        ("optimal", "0.489818590457", 620918830196319197178795393871),
    ],
)
def test_published_answers(opponent, answer, numerator):
    value = solve(Coinball(opponent=opponent)).value
    assert decimal(value, 12) == answer
    assert value == mpq(numerator, 2**100)  # the exact value: this program's


def test_tables_show_the_best_calls():
    game = Coinball(9, 3, 2)
    solution = solve(game)
    codes = {1: {"rush"}, 2: {"pass"}, 3: {"rush", "pass"}}
    tables = solution.tables()
    assert [list(table.rows) for table in tables] == [[0, 2, 4, 6, 8], [1, 3, 5, 7]]
    shown = 0
    for table in tables:
        assert table.cells.shape == (len(table.rows), len(table.columns))
        for done, row in zip(table.rows, table.cells.tolist(), strict=True):
            for lead, cell in zip(table.columns, row, strict=True):
                if abs(lead) > 3 * done:
                    assert cell == 0
                elif cell == 0:
                    assert solution.value_at((done, lead, done % 2)) in (0, 1)
                else:
                    shown += 1
                    assert solution.best_moves_at((done, lead, done % 2)) == codes[cell]
    ties = sum(int((table.cells == 3).sum()) for table in tables)
    assert (solution.proof.positions, solution.proof.ties) == (shown, ties)


@pytest.mark.parametrize(("seat", "rows"), [(0, [0, 2, 4]), (1, [1, 3])])
def test_a_fixed_opponent_has_no_table(seat, rows):
    (table,) = solve(Coinball(5, opponent="always-rush", value_seat=seat)).tables()
    assert list(table.rows) == rows
