"""The tables of Coinball show the best calls; `tests/claims` compares the published answers."""

import pytest

from trueodds.fast.packed.coinball import solve
from trueodds.games.coinball import Coinball


@pytest.mark.parametrize(
    ("game", "seats"),
    [(Coinball(9, 3, 2), (0, 1)), *((Coinball(5, 1, 2, "always-rush", seat), (seat,)) for seat in (0, 1))],
    ids=str,  # a fixed opponent has no table
)
def test_tables_show_the_best_calls(game, seats):
    solution, most, shown, ties = solve(game), max(game.rush, game.pass_points), 0, 0
    tables = solution.tables()
    assert [list(table.rows) for table in tables] == [list(range(seat, game.tosses, 2)) for seat in seats]
    for table in tables:
        assert table.cells.shape == (len(table.rows), len(table.columns))
        for done, row in zip(table.rows, table.cells.tolist(), strict=True):
            for lead, cell in zip(table.columns, row, strict=True):
                position = done, lead, done % 2
                if cell == 0:
                    assert abs(lead) > most * done or solution.value_at(position) in (0, 1)
                else:
                    assert solution.best_moves_at(position) == [{"rush"}, {"pass"}, {"rush", "pass"}][cell - 1]
                    shown, ties = shown + 1, ties + (cell == 3)
    assert len(seats) == 1 or (solution.proof.positions, solution.proof.ties) == (shown, ties)
