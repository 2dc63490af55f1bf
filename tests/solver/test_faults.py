"""Faults injected into the computation of method start are detected and named."""

import copy

import pytest
from gmpy2 import mpq

import trueodds
from trueodds.solver import given_strategies, model, start_value
from trueodds.solver.bounded import solve, solve_moves

GAME = trueodds.Pig(12, sides=2)
SOLUTION = solve(GAME)
WRONG_ROWS = [
    lambda x, common, constant, terms: (x, common + 1, constant, terms),
    lambda x, common, constant, terms: (x, common, constant + 1, terms),
    lambda x, common, constant, terms: (x, common, constant, [(terms[0][0], terms[0][1] + 1), *terms[1:]]),
]


def wrong_row(at, change):
    """Return a function that changes one of the rows."""
    return lambda rows: [change(*row) if row is rows[at] else row for row in rows]


@pytest.mark.parametrize(
    ("stage", "change"),
    [
        *(("_list_rows", wrong_row(at, change)) for change in WRONG_ROWS for at in (3, -1)),
        ("_evaluate", lambda found: {x: value + 1 for x, value in found.items()}),
        ("_find_multiple", lambda found: found // 7),
        ("reconstruct_fraction", lambda found: found + mpq(1, 2**80)),
        ("reconstruct_fraction", lambda found: 1 - found),
    ],
)
def test_wrong_numbers_are_detected(stage, change, monkeypatch):
    real = getattr(start_value, stage)
    monkeypatch.setattr(start_value, stage, lambda *given: change(real(*given)))
    with pytest.raises(trueodds.NotProved, match=r"equations of the chosen moves|size of the value is wrong"):
        start_value.solve_chain(model.explore(given_strategies.Followed(GAME, {0: SOLUTION, 1: SOLUTION})))


def test_the_modulus_has_spare_bits(monkeypatch):
    asked, real = [], start_value.reconstruct_fraction
    monkeypatch.setattr(start_value, "reconstruct_fraction", lambda *given: asked.append(given) or real(*given))
    for sides in range(2, 9):
        solve(trueodds.Pig(5, sides))
    assert all(modulus >> 64 > 2 * multiple * largest for _, modulus, multiple, largest in asked)


def test_wrong_moves_are_detected_by_bounds():
    solution = copy.deepcopy(solve_moves(GAME))
    at = solution.model.find((4, 0, 0))
    assert len(solution.model.moves[solution.model.first_move[at] : solution.model.first_move[at + 1]]) == 2
    left, first = solution.bounds.candidates.left, solution.model.first_move[at]
    left.flags.writeable = True
    left[first : first + 2] ^= True  # the other move
    for position in ((0, 0, 0), (4, 0, 0)):
        with pytest.raises(trueodds.NotProved) as fault:
            solution.value_at(position)
        assert str(fault.value).startswith(f"the value at {GAME.position(position)!r} lies outside the bounds that ")


def test_values_of_moves_are_verified(monkeypatch):
    real = start_value.reconstruct_fraction
    assert solve_moves(GAME).move_values(GAME.start) == SOLUTION.move_values(GAME.start)
    monkeypatch.setattr(start_value, "verify_modulo", lambda *given: None)
    monkeypatch.setattr(start_value, "reconstruct_fraction", lambda *given: real(*given) + mpq(1, 10**9))
    with pytest.raises(trueodds.NotProved, match="outside the bounds"):
        solve_moves(GAME).move_values(GAME.start)
