"""The table and the memory of Two coins by layers; `tests/claims` compares the published answer."""

import pytest

from trueodds.fast.packed import layers, two_coins
from trueodds.games.two_coins import TwoCoins


@pytest.mark.parametrize(
    "given", [(9,), (7, "1/3", "2/7", 2, 3, -4), (4, "1/2", "1/2", 2, 2, 1), (1, "1/3", "1/2", 1, 2, -2)]
)
def test_the_table_shows_the_best_coins(given):
    game = TwoCoins(*given)
    solution = two_coins.solve(game)
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


@pytest.mark.parametrize("flips", [20, 60, 150])
def test_the_estimate_of_memory_covers_the_layers(flips, monkeypatch):
    estimates = []
    monkeypatch.setattr(layers, "require_memory", lambda needed, what: estimates.append(needed))
    made, make = [], layers.Layers.__init__
    monkeypatch.setattr(layers.Layers, "__init__", lambda self, *given: made.append(self) or make(self, *given))
    two_coins.solve(TwoCoins(flips))
    bytes_taken = sum(layer.bit_length() for one in made for layer in one._layers) // 8
    assert bytes_taken <= sum(estimates) < 100 * bytes_taken
