"""The fast method against a reference implementation: fractions straight from the rules, proved by Bellman."""

from fractions import Fraction
from functools import cache

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from trueodds.fast.pig.solve import solve
from trueodds.games.pig import Pig


@cache
def reference(most, sides):
    """V(i, j) for all needs to `most`, and the worth of rolling and of holding at every (i, j, total).

    Each value at a pair of needs is p + q z with z the worth of a lost turn; moves are bettered until they are best.
    """
    V, found = {}, {}
    for low in range(1, most + 1):
        for i, j in [(low, j) for j in range(1, low + 1)]:
            x = y = Fraction(1, 2)
            while True:
                p, q, mine = turn(V, i, j, 1 - y, sides)
                r, s, theirs = turn(V, j, i, 1 - x, sides)
                # x = p + q (1 - y), y = r + s (1 - x)
                better_x = (p + q - q * (r + s)) / (1 - q * s)
                better_y = r + s * (1 - better_x)
                if (better_x, better_y) == (x, y):
                    break
                x, y = better_x, better_y
            V[i, j], V[j, i] = x, y
            for needs, worth in (((i, j), mine), ((j, i), theirs)):
                for total, (roll, hold) in worth.items():
                    found[(*needs, total)] = roll, hold
                    assert hold is None or max(roll, hold) >= roll
    return V, found


def turn(V, need, other, passed, sides):
    """The best turn if a lost one is worth `passed`: p, q of its worth p + q passed, and both worths at every total."""
    line, worth = {}, {}
    for total in range(need - 1, -1, -1):
        p, q = Fraction(0), Fraction(1)
        for face in range(2, sides + 1):
            more = line.get(total + face, (Fraction(1), Fraction(0)))
            p, q = p + more[0], q + more[1]
        p, q = p / sides, q / sides
        roll = p + q * passed
        hold = 1 - V[other, need - total] if total else None
        line[total] = (hold, Fraction(0)) if hold is not None and hold > roll else (p, q)
        worth[total] = roll, hold
    return *line[0], worth


@pytest.mark.parametrize("sides", [2, 3, 4, 5, 6])
def test_all_values_and_moves_to_twelve(sides):
    V, worth = reference(12, sides)
    for target in (1, 2, 7, 12):
        solution = solve(Pig(target, sides))
        assert solution.value == V[target, target]
    check_everywhere(solution, worth)


@pytest.mark.parametrize(("target", "opponent", "sides"), [(9, 5, 6), (4, 12, 3), (1, 8, 4), (12, 11, 2), (1, 1, 2)])
def test_unequal_targets(target, opponent, sides):
    V, worth = reference(12, sides)
    solution = solve(Pig(target, sides, opponent))
    assert solution.value == V[target, opponent]
    check_everywhere(solution, worth)


def check_everywhere(solution, worth):
    game = solution.game
    for seat, (mine, theirs) in enumerate([(game.target, game.opponent_target), (game.opponent_target, game.target)]):
        for saved in range(mine):
            for opponent in range(theirs):
                for total in range(mine - saved):
                    roll, hold = worth[mine - saved, theirs - opponent, total]
                    position = total, saved, opponent, seat
                    expected = {"roll": roll} if hold is None else {"roll": roll, "hold": hold}
                    assert solution.move_values(position) == expected
                    best = max(expected.values())
                    assert solution.value_at(position) == best
                    assert solution.best_moves_at(position) == {m for m, v in expected.items() if v == best}


@given(st.integers(1, 16), st.integers(1, 16), st.integers(2, 30))
@example(16, 16, 2)
@example(16, 3, 6)
@example(2, 16, 17)
def test_any_small_game(target, opponent, sides):
    V, _ = reference(max(target, opponent), sides)
    assert solve(Pig(target, sides, opponent)).value == V[target, opponent]


def test_a_few_values_by_hand():
    # One roll wins with 5/6: p = 5/6 + (1 - p)/6 of what is left, so 6/7. Needing 3 against 3 with a coin of faces 1
    # and 2, only two rolls win at once: the same as Risk or Safety at target 2.
    assert solve(Pig(2)).value == Fraction(6, 7)
    assert solve(Pig(3, 2)).value == Fraction(4, 7)
