"""Exploring a game numbers its positions and outcomes, and refuses inconsistent rules."""

import itertools
import pickle
from collections import Counter
from fractions import Fraction

import pytest
from gmpy2 import mpq
from hypothesis import example, given
from hypothesis import strategies as st

import trueodds
from trueodds import Outcome
from trueodds.solver.model import MAX_POSITIONS, Model, explore, explore_again

HALF = Fraction(1, 2)


def test_a_game_explored_again_must_have_as_many_positions():
    game = trueodds.Rules(0, lambda x: ["go"], lambda x, _: [(1, x + 1) if x < 2 else (1, None, 1)])
    for count in (2, 4):
        with pytest.raises(ValueError, match=f"the number of positions of own game is 3, not {count}"):
            explore_again(game, count)


def one_position(outcomes, moves=("go",), seat=None):
    return trueodds.Rules(0, lambda position: moves, lambda position, move: outcomes, seat)


def test_moves_in_a_reused_list():
    moves = []

    def legal(x):
        moves[:] = range(1, 4 - x)
        return moves

    outcomes = {move: [(1, None, move)] for move in range(4)}
    model = explore(trueodds.Rules(0, legal, lambda x, move: [(1, move)] if x + move < 3 else outcomes[move]))
    assert [model.moves[a:b] for a, b in itertools.pairwise(model.first_move)] == [[1, 2, 3], [1, 2], [1]]


FAULTS = [
    ([(HALF, None, 1)], ValueError, "the probabilities of move 'go' at {} add up to 1/2, not to 1"),
    ([(HALF, 9), (HALF, None, 1), (HALF, 4)], ValueError, "add up to 3/2, not to 1"),
    ([(HALF, 9), (mpq(1, 3), None, mpq(1))], ValueError, "add up to 5/6, not to 1"),
    ([], ValueError, "add up to 0, not to 1"),
    ([(0.5, None, 1), (0.5, 9)], TypeError, "probability 0.5 (float) of move 'go' at {}"),
    ([(True, None, 1)], TypeError, "probability True (bool)"),
    ([(HALF, 9), (HALF, None, 1.0)], TypeError, "payoff 1.0 (float) of move 'go' at {}"),
    ([(-HALF, None, 1), (HALF * 3, 9)], ValueError, "of move 'go' at {} must be above 0 and at most 1, not -1/2"),
    ([(HALF * 3, 9), (-HALF, None, 1)], ValueError, "above 0 and at most 1, not 3/2"),
    ([(0, 9), (1, None, 1)], ValueError, "above 0 and at most 1, not 0"),
    ([(HALF, 3, mpq(1)), (HALF, None, mpq(1))], ValueError, "must have a position or a payoff, not both"),
    ([(HALF, 3), (HALF, 4, mpq(1))], ValueError, "must have a position or a payoff, not both"),
    ([(HALF, None), (HALF, None, mpq(1))], ValueError, "must have a position or a payoff, not both"),
    ([1], TypeError, "must be an Outcome or a tuple"),
    ([[HALF, 9, None], (HALF, None, mpq(1))], TypeError, "must be an Outcome or a tuple"),
    ([(HALF, [9]), (HALF, None, mpq(1))], TypeError, "a position must be hashable, such as a tuple, not [9]"),
]


def walk(second):
    """Return a game in which each position continues or wins, so that its outcomes are known; position 2 differs.

    With 200 positions, its rules are called only once.
    """

    def outcomes(x, move):
        if x == 2:
            return second
        return [Outcome(mpq(HALF), x + 1), Outcome(mpq(HALF), None, mpq(1))] if x < 200 else [(1, None, 0)]

    return trueodds.Rules(0, lambda x: ["go"], outcomes)


@pytest.mark.parametrize("exact", [False, True])
@pytest.mark.parametrize("place", [0, 2])
@pytest.mark.parametrize(("outcomes", "error", "message"), FAULTS, ids=range(len(FAULTS)))
def test_wrong_outcomes_are_refused(outcomes, error, message, place, exact):
    """Outcomes are refused at the first position and after others with the same probabilities."""
    if exact:  # only these are compared with known ones
        outcomes = [
            Outcome(*(mpq(part) if type(part) is Fraction else part for part in one)) if type(one) is tuple else one
            for one in outcomes
        ]
    with pytest.raises(error) as caught:
        explore(walk(outcomes) if place else one_position(outcomes))
    assert message.format(place) in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("game", "error", "message"),
    [
        (one_position([(1, None, 1)], moves=()), ValueError, "position 0 has no move"),
        (one_position([(1, None, 1)], moves=(1, 2, True)), ValueError, "position 0 has two equal moves, True"),
        (one_position([(1, None, 1)], moves=([1], [2])), TypeError, "a move must be hashable, such as a tuple"),
        (one_position([(1, None, 1)], seat=lambda position: 2), ValueError, "the seat at 0 must be 0 or 1, not 2"),
        (one_position([(1, None, 1)], seat=lambda position: -1), ValueError, "the seat at 0 must be 0 or 1, not -1"),
        (trueodds.Rules([0], lambda p: [1], lambda p, m: []), TypeError, "a position must be hashable"),
    ],
)
def test_wrong_positions_and_moves_are_refused(game, error, message):
    with pytest.raises(error) as caught:
        explore(game)
    assert message in str(caught.value)


@st.composite
def outcome_lists(draw):
    """Draw the outcomes of one move at each of a few positions."""
    count = draw(st.integers(1, 5))
    rows = []
    for _ in range(count):
        parts = draw(st.lists(st.sampled_from([1, 1, 2, 3]), min_size=1, max_size=20))
        ends = draw(st.lists(st.sampled_from([None, 0, 1, HALF]), min_size=len(parts), max_size=len(parts)))
        after = [None if end is not None else draw(st.integers(0, count - 1)) for end in ends]
        rows.append([(mpq(part, sum(parts)), x, end) for part, x, end in zip(parts, after, ends, strict=True)])
    return rows


def evenly(*after):
    return [(mpq(1, len(after)), x, None) for x in after]


@given(outcome_lists(), st.booleans())
@example([evenly(1, 2), evenly(2, 2), [(mpq(1), None, 0)]], True)  # known probabilities, but of one position
@example([evenly(1, 1), evenly(0, 2), [(mpq(1), None, 0)]], True)  # the other way round
@example([evenly(*range(1, 18)), evenly(*range(16), 0), *[[(mpq(1), None, 0)]] * 16], True)  # many outcomes
def test_outcomes_are_merged_and_numbered_in_the_order_found(rows, exact):
    """Outcomes with the same position or payoff are merged."""
    rows = [[Outcome(p, x, None if end is None else mpq(end)) for p, x, end in row] if exact else row for row in rows]
    model = explore(trueodds.Rules(0, lambda x: ["go", "again"], lambda x, move: rows[x]))
    order = [0]
    if not exact:  # the rules of a class may return plain tuples
        plain = trueodds.solver.model.explore(type("Plain", (trueodds.Game,), {
            "start": 0, "seat": lambda self, x: 0, "moves": lambda self, x: ["go", "again"],
            "outcomes": lambda self, x, move: [one[:2] if one[2] is None else one for one in rows[x]],
        })())  # fmt: skip
        assert (plain.targets.tolist(), plain.ends) == (model.targets.tolist(), model.ends)
    for x in order:  # grows while it is read
        wanted, over = Counter(), Counter()
        for chance, after, payoff in rows[x]:
            (over if after is None else wanted)[payoff if after is None else after] += chance
        order += [after for after in wanted if after not in order]
        for y in 2 * order.index(x), 2 * order.index(x) + 1:
            own = slice(*model.first_outcome[y : y + 2].tolist())
            assert model.targets[own].tolist() == [order.index(after) for after in wanted]
            assert model.probabilities[own] == list(wanted.values())
            assert dict(model.ends[y]) == over
    assert model.positions == order


@pytest.mark.parametrize("call", [0, 1])
def test_exceptions_while_outcomes_are_listed_get_the_position_and_the_move(call):
    calls = itertools.count()

    def outcomes(x, move):
        yield (1, None, {}["missing"] if next(calls) == call else 1)

    with pytest.raises(KeyError, match="missing") as caught:
        explore(trueodds.Rules(7, lambda x: ["go"], outcomes))
    assert {"'go'", "7"} <= set(caught.value.__notes__[0].split())
    for wrong in (1,), (1, None, 1, 1):
        with pytest.raises(TypeError, match="must be an Outcome or a tuple"):
            explore(rules(outcomes=lambda position, move, wrong=wrong: [wrong]))


@pytest.mark.parametrize("which", ["start", "moves", "outcomes", "outcomes of", "seat"])
def test_exceptions_of_rules_are_passed_on_with_the_position(which):
    def broken(*arguments):
        return {}["missing"]

    class Own(trueodds.Game):
        name = "own"
        parameters = None
        start = property(broken if which == "start" else lambda self: (7, 7))
        moves = broken if which == "moves" else lambda self, position: ["go"]
        outcomes = {"outcomes": broken, "outcomes of": lambda *a: map(broken, a)}.get(which, lambda *a: [(1, None, 1)])
        seat = broken if which == "seat" else lambda self, position: 0

    with pytest.raises(KeyError, match="missing") as caught:
        explore(Own())
    (note,) = caught.value.__notes__
    assert which in note
    assert which == "start" or "(7, 7)" in note


def test_limit_of_positions():
    game = trueodds.Rules(0, lambda p: ["go"], lambda p, m: [(HALF, p + 1), (HALF, None, 1)])
    message = r"^own game has more than 1,000 positions \(last found: 1000\); raise the limit with max_positions$"
    with pytest.raises(MemoryError, match=message):
        trueodds.solve(game, max_positions=1000)
    assert MAX_POSITIONS >= 1_000_000
    rules = trueodds.RiskOrSafety(3)
    arrays = Model.from_arrays(**explore(rules, max_positions=18).to_arrays())
    assert explore(arrays.game, max_positions=18) is arrays
    for large, size in ((rules, ""), (arrays.game, r" \(18\); raise")):
        with pytest.raises(MemoryError, match=f"more than 17 positions{size}") as caught:
            explore(large, max_positions=17)
    again = pickle.loads(pickle.dumps(caught.value))
    assert (str(again), again.what) == (str(caught.value), "game from arrays has more than 17 positions (18)")


def test_a_saved_solution_is_explored_beyond_the_default_limit(monkeypatch):
    monkeypatch.setattr("trueodds.solver.model.MAX_POSITIONS", 1)
    assert len(explore_again(one_position([(1, None, 1)], moves=range(40)), 1).moves) == 40


def test_games_that_know_their_size_are_refused_at_once():
    class Large(trueodds.Pig):
        start = property(lambda self: pytest.fail("nothing is explored"))
        min_positions = 10**14

    for least, words in ((10**14, "100,000,000,000,000"), (10**15 - 1, "999,999,999,999,999"), (10**40, "about 10^40")):
        Large.min_positions = least
        with pytest.raises(MemoryError) as caught:
            explore(Large(5))
        assert f"pig has more than 1,000,000 positions (at least {words}); raise the limit" in str(caught.value)
    Large.min_positions, Large.start = (count := len(explore(trueodds.Pig(5)).positions)), trueodds.Pig.start
    assert len(explore(Large(5), max_positions=count).positions) == count


def test_limit_of_moves_and_outcomes():
    endless = trueodds.Rules(0, lambda p: range(10**8), lambda p, m: [(1, None, 1)])
    for most in (MAX_POSITIONS, 50_000):
        with pytest.raises(MemoryError, match=f"own game has more than {20 * most:,} moves at 0; raise the limit"):
            explore(endless, max_positions=most)
    wide = trueodds.Rules(0, lambda p: range(100), lambda p, m: [(HALF, (p + m) % 7), (HALF, None, 1)])
    with pytest.raises(MemoryError, match=r"180 moves and outcomes together \(positions: 7\); raise the limit"):
        explore(wide, max_positions=9)
    tiny = Fraction(1, 2**100_000)
    long = trueodds.Rules(0, lambda p: range(100), lambda p, m: [(tiny, p), (1 - tiny, None, 1)])
    with pytest.raises(MemoryError, match="more than 1,000 moves and outcomes"):
        explore(long, max_positions=50)


def coin(position, move):
    return [(HALF, 1 - position), (HALF, None, position)]


def rules(**changed):
    """Return a game with two positions and two moves, with one function replaced."""
    given = {"moves": lambda position: ["a", "b"], "outcomes": coin, "seat": lambda position: 0} | changed
    return trueodds.Rules(0, given["moves"], given["outcomes"], given["seat"])


NOT_FUNCTIONS = [
    ("seat", lambda call: lambda position: call() > 2),
    ("moves", lambda call: lambda position: ["a", "b"] if call() < 3 else ["a", "c"]),
    ("moves", lambda call: lambda position: ["a", "b"] if call() < 3 else ["b", "a"]),
    ("outcomes", lambda call: lambda position, move: [(HALF, 1 - position), (HALF, None, call())]),
    ("outcomes", lambda call: lambda position, move: [(p := Fraction(1, 2 + (call() > 4)), None, 0), (1 - p, 1)]),
    ("outcomes", lambda call: lambda position, move: [(HALF, (call() < 5) + 0), (HALF, None, 1)]),
]


@pytest.mark.parametrize(("name", "answer"), NOT_FUNCTIONS)
def test_rules_that_change_their_answers_are_refused(name, answer):
    calls = itertools.count(1)
    with pytest.raises(ValueError, match=r"^own game: the rules gave different answers in two calls at [01]$"):
        explore(rules(**{name: answer(lambda: next(calls))}))


def test_rules_are_asked_twice_at_positions_all_over_the_game():
    calls = Counter()

    def outcomes(x, move):
        calls[x, move] += 1
        return [(1, x + 1)] if x < 199 else [(1, None, move)]

    explore(trueodds.Rules(0, lambda x: range(6), outcomes))
    assert {key for key, times in calls.items() if times > 1} == {(x, y) for x in range(0, 200, 4) for y in range(4)}


def test_order_of_outcomes_may_change():
    calls = itertools.count()
    game = rules(outcomes=lambda position, move: coin(position, move)[:: 1 if next(calls) < 4 else -1])
    assert len(explore(game).positions) == 2


def test_endless_iterators_of_moves_are_bounded():
    with pytest.raises(MemoryError, match="own game has more than 200 moves at 0; raise") as refusal:
        explore(rules(moves=lambda position: itertools.count()), max_positions=10)
    assert "\n" not in str(refusal.value)
    assert not hasattr(refusal.value, "__notes__")
    with pytest.raises(MemoryError, match="an iterator yields over 1,000,000 moves at 0; if it ends, return a list"):
        explore(rules(moves=lambda position: itertools.count()))
    game = trueodds.Rules(0, lambda position: iter(range(10)), lambda position, move: iter([(1, None, move)]))
    assert len(explore(game, max_positions=1).moves) == 10
