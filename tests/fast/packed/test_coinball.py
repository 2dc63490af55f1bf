"""Compare Coinball by layers with a slow reference implementation and the published answers."""

import pytest
from gmpy2 import mpq

from trueodds.exact.decimals import format_decimal
from trueodds.fast.packed.coinball import solve
from trueodds.games.coinball import Coinball


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
    assert format_decimal(value, 12) == answer
    assert value == mpq(numerator, 2**100)  # the exact value, from this program


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
