"""Games that need not end, with loops, are proved; false proofs are refused."""

import itertools
from fractions import Fraction

import numpy as np
import pytest
from gmpy2 import mpq

import trueodds
from trueodds.solver import given_strategies
from trueodds.solver.bounded import solve as solve_by_bounds
from trueodds.solver.bounds import bound
from trueodds.solver.general import prove, solve
from trueodds.solver.graph import attract

from .oracle import ENDLESS, WORTHS, Drawn, draw, draw_model, game_of, widths

ONE, HALF, THIRD, QUARTER = Fraction(1), Fraction(1, 2), Fraction(1, 3), Fraction(1, 4)


def endless(seats, rules, worth=None):
    """Return a game without gains; each move is a list of outcomes or the position that follows."""
    moves = [[(0, [(ONE, move, None)] if isinstance(move, int) else move) for move in own] for own in rules]
    return Drawn(ENDLESS, seats, moves, worth)


def end(payoff):
    return [(ONE, None, Fraction(payoff))]


def test_other_solutions_of_bellmans_equation_are_refused():
    """Values for another worth of infinite play also solve Bellman's equation. Solutions can be followed."""
    refused = 0
    for seed in range(8):
        drawn = draw(seed, ENDLESS)
        solutions = [solve(game_of(drawn, worth=worth)) for worth in WORTHS]
        for mine in solutions:
            if mine.ranks is None:
                continue
            assert prove(mine.model, mine.values) == mine
            for other in solutions:
                if other.values != mine.values:
                    with pytest.raises(trueodds.NotProved, match="no rank proves the value at"):
                        prove(mine.model, other.values)
                    refused += 1
        assert trueodds.duel(mine.game, mine, mine).value == mine.value
        for seat in (0, 1):
            assert trueodds.best_response(mine.game, mine, seat=seat).value == mine.value
    assert refused > 20


def line(fortunes, chance, worth):
    """Return a random walk of two players, who may pass; seat 0 wins at the upper end, seat 1 at the lower one."""

    def outcomes(position, move):
        fortune, seat = position
        if move == "pass":
            return [(1, (fortune, 1 - seat))]
        up = chance if seat == 0 else 1 - chance
        return [
            (p, None, int(after == fortunes)) if after in (0, fortunes) else (p, (after, 1 - seat))
            for p, after in ((up, fortune + 1), (1 - up, fortune - 1))
        ]

    moves = ["pass", "play"]
    return trueodds.Rules((fortunes // 2, 0), lambda _: moves, outcomes, lambda at: at[1], infinite_play=worth)


@pytest.mark.parametrize(
    ("fortunes", "chance", "worth"),
    [(200, HALF, HALF), (201, 2 * THIRD, HALF), (201, HALF, THIRD), (31, Fraction(2, 5), THIRD)],
)
def test_long_random_walks(fortunes, chance, worth):
    """With fair coins the value is the fortune wherever both may want the game to end; nobody must end it unwillingly.

    With 2/5 nobody wants to play, and both may pass: positions are freed from the loop one by one.
    """
    solution = solve(line(fortunes, chance, worth))
    assert solution.proof.largest == 2 * (fortunes - 1)
    assert solution.proof.infinite_play == worth
    assert prove(solution.model, solution.values) == solution
    assert max(widths(solution.values, bound(solution.model))) < 1e-9
    if chance == worth == HALF:
        assert solution.value_at((150, 0)) == mpq(3, 4)
    if fortunes == 31:
        assert 0 < solution.value_at((1, 0)) < THIRD < solution.value_at((30, 0)) < 1


def test_infinite_play_has_no_effect_in_games_that_end():
    rules = 0, lambda x: [1, 2], lambda x, move: [(HALF, None, move), (HALF, 0)]
    plain, said = (trueodds.Rules(*rules, infinite_play=worth) for worth in (None, 7))
    assert solve(said).values == solve(plain).values
    assert str(solve(said).proof) == str(solve(plain).proof)
    assert solve(said).ranks is None
    assert solve_by_bounds(said).value == solve_by_bounds(plain).value


@pytest.mark.parametrize("power", [-330, 120, 400])
def test_payoffs_of_infinite_play_beyond_floats(power):
    """Multiplying all payoffs by a power of ten multiplies the values and keeps the moves."""

    def solved(unit):
        toss = [(HALF, None, unit / 3), (HALF, 1, None)]
        return solve(game_of(endless([0, 1], [[1, toss], [0, end(unit)]], worth=unit / 4)))

    scaled, plain = solved(Fraction(10) ** power), solved(ONE)
    assert scaled.best == plain.best
    assert scaled.values == [value * mpq(10) ** power for value in plain.values]
    for seat, worth in itertools.product((0, 1), (Fraction(10) ** 400, -(Fraction(10) ** 400))):
        assert solve(game_of(endless([seat], [[0, end(1)]]), worth=worth)).values == [(max, min)[seat](worth, 1)]


def test_statistics_of_games_that_may_never_end():
    loop = endless([0, 1], [[1, end(QUARTER)], [0, end(3 * QUARTER)]])
    game = game_of(loop, worth=HALF)  # both pass, or seat 0 takes 1/4, or seat 1 gives 3/4
    solution = solve(game)
    assert solution.value == trueodds.duel(game, lambda x: 0, lambda x: 0).value == HALF
    assert trueodds.best_response(game, lambda x: 1, seat=1).value == 3 * QUARTER
    with pytest.raises(ValueError, match="the probability of infinite play is 1,"):
        given_strategies.play_statistics(solution)
    solution = solve(game_of(endless([0, 0], [[0, [(THIRD, None, ONE), (2 * THIRD, 1, None)]], [1]], worth=HALF)))
    assert solution.value == mpq(2, 3)
    with pytest.raises(ValueError, match="the probability of infinite play is 2/3,"):
        given_strategies.play_statistics(solution)
    seen = given_strategies.play_statistics(solve(line(4, HALF, HALF)))
    assert sum(payoff * chance for payoff, chance in seen.results.items()) == solve(line(4, HALF, HALF)).value


def test_ranks_are_the_least_numbers_of_moves():
    for seed in range(60):
        luck = np.random.default_rng(seed)
        graph = draw_model(seed, ENDLESS).graph
        count, moves = len(graph.first_move) - 1, len(graph.first_outcome) - 1
        begins, usable, needed = luck.random(moves) < 0.4, luck.random(moves) < 0.6, luck.integers(1, 3, count)
        ranks = [0] * count
        for n in range(1, count + 1):
            earlier = {x for x in range(count) if ranks[x]}
            after = [{*graph.targets[slice(*graph.first_outcome[m : m + 2])].tolist()} for m in range(moves)]
            good = [usable[m] and bool(begins[m] or after[m] & earlier) for m in range(moves)]
            for x in {*range(count)} - earlier:
                ranks[x] = n * (sum(good[slice(*graph.first_move[x : x + 2])]) >= needed[x])
        assert attract(graph, begins, usable, needed).tolist() == ranks
