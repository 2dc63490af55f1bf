"""The table, the slots and the memory of Two coins by layers; `tests/claims` compares the published answer."""

from fractions import Fraction

import pytest
from gmpy2 import mpq

import trueodds
from trueodds.fast.packed import layers
from trueodds.fast.packed.two_coins import solve
from trueodds.games.two_coins import TwoCoins


@pytest.mark.parametrize(
    "given", [(9,), (7, "1/3", "2/7", 2, 3, -4), (4, "1/2", "1/2", 2, 2, 1), (1, "1/3", "1/2", 1, 2, -2)]
)
def test_the_table_shows_the_best_coins(given):
    game = TwoCoins(*given)
    solution = solve(game)
    (table,) = solution.tables()
    most, shown = max(game.value_a, game.value_b), 0
    for done, row in zip(table.rows, table.cells.tolist(), strict=True):
        for score, cell in zip(table.columns, row, strict=True):
            left = (game.flips - done) * most
            if abs(score) > done * most or not -left <= score - game.threshold < left:
                assert cell == 0
            else:
                assert cell == {"A": 1, "B": 2, "AB": 3}["".join(sorted(solution.best_moves_at((done, score))))]
                shown += 1
    assert solution.proof.positions == shown


@pytest.mark.parametrize("q", [2**63 + 1, 2**63 + 5, 2**64 - 1])
def test_a_slot_has_one_bit_more_than_a_win_is_long(q):
    """A win is worth q, a 64-bit number; one more bit shows which coin is better."""
    game = TwoCoins(1, Fraction(1, q), Fraction(q - 1, q))
    general = trueodds.solve(game, "general")
    assert solve(game).value == general.value == mpq(q - 1, q)
    assert solve(game).best_moves == general.best_moves == {"B"}


@pytest.mark.parametrize("flips", [20, 60, 150])
def test_the_estimate_of_memory_covers_the_layers(flips, monkeypatch):
    estimates = []
    monkeypatch.setattr(layers, "require_memory", lambda needed, what: estimates.append(needed))
    made, make = [], layers.Layers.__init__
    monkeypatch.setattr(layers.Layers, "__init__", lambda self, *given: made.append(self) or make(self, *given))
    solve(TwoCoins(flips))
    bytes_taken = sum(layer.bit_length() for one in made for layer in one._layers) // 8
    assert bytes_taken <= sum(estimates) < 100 * bytes_taken
