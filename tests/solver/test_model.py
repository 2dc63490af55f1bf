"""Exploring a game numbers its positions and outcomes; ``recorded_calls.txt`` has the rules that are refused."""

import itertools
from collections import Counter
from fractions import Fraction

from gmpy2 import mpq
from hypothesis import example, given
from hypothesis import strategies as st

import trueodds
from trueodds import Outcome
from trueodds.solver.model import explore, explore_again

HALF = Fraction(1, 2)


def test_moves_in_a_reused_list():
    moves = []

    def legal(x):
        moves[:] = range(1, 4 - x)
        return moves

    outcomes = {move: [(1, None, move)] for move in range(4)}
    model = explore(trueodds.Rules(0, legal, lambda x, move: [(1, move)] if x + move < 3 else outcomes[move]))
    assert [model.moves[a:b] for a, b in itertools.pairwise(model.first_move)] == [[1, 2, 3], [1, 2], [1]]


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


def test_a_saved_solution_is_explored_beyond_the_default_limit(monkeypatch):
    monkeypatch.setattr("trueodds.solver.model.MAX_POSITIONS", 1)
    game = trueodds.Rules(0, lambda at: range(40), lambda at, move: [(1, None, 1)])
    assert len(explore_again(game, 1).moves) == 40


def test_rules_are_asked_twice_at_positions_all_over_the_game():
    calls = Counter()

    def outcomes(x, move):
        calls[x, move] += 1
        return [(1, x + 1)] if x < 199 else [(1, None, move)]

    explore(trueodds.Rules(0, lambda x: range(6), outcomes))
    assert {key for key, times in calls.items() if times > 1} == {(x, y) for x in range(0, 200, 4) for y in range(4)}
