"""Faults injected on the way to a value of Pig: each is caught and named, and no value comes out."""

import copy

import pytest

import trueodds
from trueodds import NotProved
from trueodds.fast.pig import values
from trueodds.fast.pig.bounds import HOLD
from trueodds.fast.pig.solve import solve, solve_moves
from trueodds.fast.pig.values import Strategy, value_of

GAME = trueodds.Pig(40)


@pytest.mark.parametrize("place", [0, 8, -2])
def test_a_wrong_residue(place, monkeypatch):
    real = values._values

    def wrong(*given):
        found = real(*given)
        found[place] += 1
        return found

    monkeypatch.setattr(values, "_values", wrong)
    strategy = Strategy(solve_moves(GAME).bounds.rolls, 6)
    asks = [value_of(i, j) for i, j in strategy.reachable([(40, 40)])]
    with pytest.raises(NotProved, match=r"^check of a value"):
        strategy.evaluate(asks)


def test_a_wrong_result(monkeypatch):
    real = values.fraction_from_residues
    monkeypatch.setattr(values, "fraction_from_residues", lambda *given: real(*given) / 2)
    with pytest.raises(NotProved, match=r"^check of a value modulo \d+: it does not solve the equations"):
        solve(GAME)


def test_a_wrong_determinant_is_seen_by_the_equations(monkeypatch):
    real = Strategy._program

    def wrong(*given):
        pairs, numbers = real(*given)
        at = next(at for at, pair in enumerate(pairs) if not pair.equal)
        pairs[at] = pairs[at]._replace(determinant=pairs[at].determinant + 2)
        return pairs, numbers

    monkeypatch.setattr(Strategy, "_program", wrong)
    with pytest.raises(NotProved, match=r"^check of a (pair of needs|value)"):
        solve(GAME)


def test_a_wrong_determinant_is_seen_where_only_the_second_value_is_asked(monkeypatch):
    """That value is made of the determinant on both ways; only the pair's other equation knows better."""
    strategy = Strategy(solve_moves(GAME).bounds.rolls, 6)
    pairs, numbers = strategy._program(strategy.reachable([(12, 9)]))
    pairs[-1] = pairs[-1]._replace(determinant=pairs[-1].determinant + 2)
    monkeypatch.setattr(strategy, "_program", lambda reachable: (pairs, numbers))
    with pytest.raises(NotProved, match=r"^check of a pair of needs modulo \d+: wrong determinant"):
        strategy.evaluate([value_of(9, 12)])


def test_a_multiple_that_is_too_small(monkeypatch):
    real = values._multiple
    monkeypatch.setattr(values, "_multiple", lambda *given: real(*given) // 5)
    with pytest.raises(NotProved, match=r"^check of a value"):
        solve(GAME)


@pytest.mark.parametrize("move", ["roll", "hold"])
def test_wrong_moves_are_seen_by_the_bounds(move):
    """The recurrence is right for the wrong strategy; the bounds that proved the moves are not of it."""
    solution = copy.deepcopy(solve_moves(GAME))
    solution.bounds.states.flags.writeable = True
    for i in range(1, 41):
        for j in range(1, 41):
            solution.bounds.row(i, j)[2:] = HOLD
    position = (6, 0, 0)
    with pytest.raises(NotProved, match=rf"^check of {move} at needs 40 and 40, turn total 6: outside of the bounds"):
        solution._values((move,), 6, *GAME.needs(position), None)


def test_the_start_is_held_too():
    solution = copy.deepcopy(solve_moves(GAME))
    solution.bounds.states.flags.writeable = True
    solution.bounds.row(40, 40)[2:] = HOLD
    with pytest.raises(NotProved, match=r"^check of roll at needs 40 and 40, turn total 0: outside of the bounds"):
        solution.with_value()
