"""Games that need not end: values, strategies and ranks against all pairs of strategies; other claims are refused."""

from fractions import Fraction

import pytest
from gmpy2 import mpq

import trueodds
from trueodds.solver import infinite_play as module
from trueodds.solver.bounded import solve as solve_by_bounds
from trueodds.solver.general import solve
from trueodds.solver.given_strategies import play_statistics
from trueodds.solver.graph import find_ranks, follow_ranks, mark_moves
from trueodds.solver.proof import best_moves, check_infinite_play

from .endless_games import WORTHS, against_all, brute_force, game_of, random_game

HALF = Fraction(1, 2)


def proof_parts(solution):
    """What the checker takes."""
    positions = solution.model.positions
    ranks = [{}, {}] if solution.ranks is None else solution.ranks.tolist()
    return (
        dict(zip(positions, solution.values, strict=True)),
        {x: solution.move_at(x) for x in positions},
        tuple({x: rank for x, rank in zip(positions, own, strict=False) if rank} for own in ranks),
    )


def check_against_brute_force(drawn, worth):
    """Values, both strategies against every answer, ranks by the checker, all best moves; whether it loops."""
    seats, _ = drawn
    expected = brute_force(drawn, worth)
    solution = solve(game_of(drawn, worth))
    values, strategy, ranks = proof_parts(solution)
    assert values == {x: expected[x] for x in values}
    for x in values:
        assert solution.best_moves_at(x) == best_moves(solution.game, x, solution.value_at)
    # Where nobody comes the strategy says nothing: any move will do there.
    everywhere = [strategy.get(x, 0) for x in range(len(seats))]
    for seat in (0, 1):
        secured = against_all(drawn, worth, seat, everywhere)
        assert all(secured[x] == values[x] for x in values)
    if solution.ranks is None:
        return False
    check_infinite_play(solution.game, values, strategy, ranks)
    return True


#: Loops that promise and never pay, loops good for either player, a pass move for both, nested and several of them.
PASS, BACK, STAY = [(Fraction(1), 1, None)], [(Fraction(1), 0, None)], [(Fraction(1), 0, None)]
PINNED = [
    ([0], [[STAY, [(Fraction(1), None, HALF)]]]),
    ([1], [[STAY, [(Fraction(1), None, HALF)]]]),
    ([0], [[STAY]]),
    ([0, 1], [[PASS, [(Fraction(1), None, Fraction(1, 4))]], [BACK, [(Fraction(1), None, Fraction(3, 4))]]]),
    ([0, 1], [[PASS, [(Fraction(1), None, Fraction(3, 4))]], [BACK, [(Fraction(1), None, Fraction(1, 4))]]]),
    (
        [0, 1],
        [[PASS, [(HALF, None, Fraction(1)), (HALF, 1, None)]], [BACK, [(HALF, None, Fraction(0)), (HALF, 0, None)]]],
    ),
    (
        [0, 0, 1, 1],
        [
            [PASS, [(Fraction(1), 2, None)]],
            [BACK, [(HALF, 0, None), (HALF, 3, None)]],
            [[(Fraction(1), 3, None)], [(HALF, None, Fraction(1, 3)), (HALF, 0, None)]],
            [[(Fraction(1), 2, None)], [(Fraction(1), None, Fraction(2, 3))], BACK],
        ],
    ),
]


@pytest.mark.parametrize("worth", WORTHS, ids=str)
@pytest.mark.parametrize("drawn", PINNED, ids=range(len(PINNED)))
def test_loops_of_all_kinds(drawn, worth):
    assert check_against_brute_force(drawn, worth)


def test_a_promise_that_is_never_paid_is_not_the_strategy():
    """To wait is as good as to take the half, by Bellman's equation; who waits always gets nothing."""
    moves = {"wait": [(1, 0)], "take": [(1, None, HALF)]}
    solution = solve(trueodds.Rules(0, lambda x: list(moves), lambda x, move: moves[move], infinite_play=0))
    assert solution.value == HALF
    assert solution.best_moves == {"wait", "take"}
    assert solution.move_at(0) == "take"
    assert solution.ranks.tolist() == [[1], [0]]


def test_what_solves_the_equation_and_is_not_the_value_is_refused():
    """The values for another worth of infinite play solve Bellman's equation as well."""
    refused = 0
    for seed in range(150):
        drawn = random_game(seed)
        solutions = [solve(game_of(drawn, worth)) for worth in WORTHS]
        for mine in solutions:
            for other in solutions:
                values, strategy, ranks = proof_parts(other)
                if other.ranks is None or other.values == mine.values:
                    continue
                with pytest.raises(trueodds.NotProved, match="rank"):
                    check_infinite_play(mine.game, values, strategy, ranks)
                refused += 1
    assert refused > 500


def _moved(key, change):
    def wrong(parts):
        values, strategy, (mine, others) = ({**parts[0]}, {**parts[1]}, ({**parts[2][0]}, {**parts[2][1]}))
        change(values, strategy, mine, others)
        return values, strategy, (mine, others)

    return pytest.param(wrong, id=key)


@pytest.mark.parametrize(
    "wrong",
    [
        _moved("a value", lambda values, strategy, mine, others: values.update({1: values[1] / 2})),
        _moved("a position missing", lambda values, strategy, mine, others: values.pop(1)),
        _moved("the start missing", lambda values, strategy, mine, others: values.pop(0)),
        _moved("a move missing", lambda values, strategy, mine, others: strategy.pop(0)),
        _moved("a worse move", lambda values, strategy, mine, others: strategy.update({1: 1})),
        _moved("a move that is none", lambda values, strategy, mine, others: strategy.update({0: 9})),
        _moved("the loop", lambda values, strategy, mine, others: strategy.update({0: 0})),
        _moved("a rank missing", lambda values, strategy, mine, others: mine.pop(0)),
        _moved("a rank too low", lambda values, strategy, mine, others: mine.update({1: 1})),
    ],
)
def test_a_fault_in_any_part_of_the_proof_is_found(wrong):
    # Seat 0 may pass or toss to win, else it is seat 1's turn, who may only pass, or give up.
    rules = [[PASS, [(HALF, None, Fraction(1)), (HALF, 1, None)]], [BACK, [(Fraction(1), None, Fraction(2))]]]
    solution = solve(game_of(([0, 1], rules), 0))
    parts = proof_parts(solution)
    assert (parts[0], parts[1], parts[2][0]) == ({0: 1, 1: 1}, {0: 1, 1: 0}, {0: 1, 1: 2})
    check_infinite_play(solution.game, *parts)
    with pytest.raises(trueodds.NotProved):
        check_infinite_play(solution.game, *wrong(parts))


def test_a_game_that_does_not_say_what_infinite_play_is_worth_has_no_such_proof():
    game = trueodds.Rules(0, lambda x: ["end"], lambda x, move: [(1, None, 1)])
    with pytest.raises(trueodds.NotProved, match="does not say"):
        check_infinite_play(game, {0: mpq(1)}, {0: "end"}, ({0: 1}, {0: 1}))


@pytest.mark.parametrize(
    "worst", [lambda block, *_: (None, block.first[:-1].copy()), lambda block, *_: (None, block.first[1:] - 1)]
)
def test_exact_iteration_alone_finds_the_same(monkeypatch, worst):
    """Whatever floats guess, the answer is the same: all first moves, all last moves."""
    games = [game_of(random_game(seed), WORTHS[seed % 6]) for seed in range(200)]
    expected = [solve(game) for game in games]
    monkeypatch.setattr(module, "guess_endless", worst)
    for game, known in zip(games, expected, strict=True):
        found = solve(game)
        assert (found.values, found.best) == (known.values, known.best)


def line(fortunes, chance, worth, first=None):
    """Two players move one counter along a line; who moves may pass. The upper end is seat 0's, the lower seat 1's."""

    def outcomes(position, move):
        fortune, seat = position
        if move == "pass":
            return [(1, (fortune, 1 - seat))]
        up = chance if seat == 0 else 1 - chance
        return [
            (p, None, int(after == fortunes)) if after in (0, fortunes) else (p, (after, 1 - seat))
            for p, after in ((up, fortune + 1), (1 - up, fortune - 1))
        ]

    return trueodds.Rules(
        (fortunes // 2 if first is None else first, 0),
        lambda position: ["pass", "play"],
        outcomes,
        lambda position: position[1],
        infinite_play=worth,
    )


@pytest.mark.parametrize("worth", [0, HALF, 1, 2])
def test_a_long_line_of_fair_coins(worth):
    """Fair coins: the value is the fortune wherever both may want the game to end; nobody ends it against his will."""
    solution = solve(line(200, HALF, worth))
    check_infinite_play(solution.game, *proof_parts(solution))
    if worth == HALF:
        assert solution.value_at((150, 0)) == mpq(3, 4)
    assert solution.proof.infinite_play == worth


@pytest.mark.parametrize(("chance", "worth"), [(Fraction(2, 3), HALF), (HALF, Fraction(1, 3)), (Fraction(2, 3), 2)])
def test_a_line_of_two_thousand_positions(chance, worth):
    solution = solve(line(1001, chance, worth))
    assert len(solution.model.positions) == 2000
    assert solution.proof.largest == 2000
    check_infinite_play(solution.game, *proof_parts(solution))


def test_without_a_worth_it_is_refused_and_the_message_names_property_and_option():
    with pytest.raises(trueodds.NotProved, match=r"for ever.*infinite_play.*--infinite-play P") as caught:
        solve(line(10, HALF, None))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("worth", [0.5, "1/2", True])
def test_the_worth_is_an_exact_rational(worth):
    with pytest.raises(TypeError, match=r"infinite_play .* must be an exact rational"):
        solve(line(4, HALF, worth))


def test_a_worth_in_a_game_that_must_end_changes_nothing():
    plain = trueodds.Rules(0, lambda x: [1, 2], lambda x, move: [(HALF, None, move), (HALF, 0)])
    said = trueodds.Rules(0, lambda x: [1, 2], lambda x, move: [(HALF, None, move), (HALF, 0)], infinite_play=7)
    assert solve(said).values == solve(plain).values
    assert str(solve(said).proof) == str(solve(plain).proof)
    assert solve(said).ranks is None
    assert solve_by_bounds(said).value == solve_by_bounds(plain).value


def test_method_start_refuses_it_and_names_the_other():
    with pytest.raises(trueodds.NotProved, match="cannot be solved by method start; method general can"):
        trueodds.solve(line(10, HALF, HALF), "start")


@pytest.mark.parametrize("power", [-330, 120, 400])
def test_payoffs_and_worths_that_floats_cannot_hold(power):
    """All payoffs and the worth times a power of ten: the same moves, the values times it."""

    def solved(unit):
        rules = [[PASS, [(HALF, None, unit / 3), (HALF, 1, None)]], [BACK, [(Fraction(1), None, unit)]]]
        return solve(game_of(([0, 1], rules), unit / 4))

    scaled, plain = solved(Fraction(10) ** power), solved(Fraction(1))
    assert scaled.best == plain.best
    assert scaled.values == [value * mpq(10) ** power for value in plain.values]


def test_a_worth_far_beyond_the_payoffs():
    rules = [[STAY, [(Fraction(1), None, Fraction(1))]]]
    assert solve(game_of(([0], rules), Fraction(10) ** 400)).value == mpq(10) ** 400
    assert solve(game_of(([1], rules), Fraction(10) ** 400)).values == [1]


def test_infinite_play_is_a_solution_s_own_business_where_strategies_are_given():
    drawn = PINNED[3]  # both pass, or seat 0 takes 1/4, or seat 1 gives 3/4
    game = game_of(drawn, HALF)
    solution = solve(game)
    assert solution.value == HALF
    assert trueodds.duel(game, solution, solution).value == HALF
    assert trueodds.duel(game, lambda x: 0, lambda x: 0).value == HALF
    assert trueodds.best_response(game, lambda x: 1, seat=1).value == Fraction(3, 4)
    with pytest.raises(ValueError, match="goes on for ever with probability 1,"):
        play_statistics(solution)


def test_who_follows_a_solution_follows_the_ranks():
    for seed in range(150):
        drawn, worth = random_game(seed), WORTHS[seed % 6]
        game = game_of(drawn, worth)
        solution = solve(game)
        assert trueodds.duel(game, solution, solution).value == solution.value
        assert trueodds.best_response(game, solution, seat=0).value == solution.value
        assert trueodds.best_response(game, solution, seat=1).value == solution.value


def test_statistics_where_the_play_ends_and_where_it_may_not():
    outcomes = {"toss": [(Fraction(1, 3), None, 1), (Fraction(2, 3), 1)], "wait": [(1, 0)]}
    game = trueodds.Rules(
        0,
        lambda x: ["wait", "toss"] if x == 0 else ["stay"],
        lambda x, move: outcomes[move] if x == 0 else [(1, 1)],
        infinite_play=HALF,
    )
    solution = solve(game)
    assert solution.value == mpq(2, 3)
    with pytest.raises(ValueError, match="goes on for ever with probability 2/3,"):
        play_statistics(solution)
    seen = play_statistics(solve(line(4, HALF, HALF)))
    assert sum(payoff * chance for payoff, chance in seen.results.items()) == solve(line(4, HALF, HALF)).value


def test_ranks_are_the_lowest_there_are():
    solution = solve(line(12, Fraction(2, 3), HALF))
    marked = mark_moves(solution.model, solution.best)
    ranks = find_ranks(solution.model, marked)
    assert (ranks == solution.ranks).all()
    assert (follow_ranks(solution.model, marked, ranks) == solution.followed).all()
    # Seat 0 plays on from above the middle, one step an own turn; from the last place one toss may do.
    assert solution.ranks[0, solution.model.index[11, 0]] == 1
    assert solution.ranks[0, solution.model.index[11, 1]] == 2


def test_a_line_on_which_every_move_costs_its_player():
    """Nobody wants to play, and both may pass: positions are won from the loop one by one."""
    solution = solve(line(31, Fraction(2, 5), Fraction(1, 3)))
    check_infinite_play(solution.game, *proof_parts(solution))
    assert 0 < solution.value_at((1, 0)) < mpq(1, 3) < solution.value_at((30, 0)) < 1
