"""Coinball by layers against a slow reference implementation, the published answers, and the published strategy."""

from fractions import Fraction
from functools import cache

import pytest
from gmpy2 import mpq
from hypothesis import example, given
from hypothesis import strategies as st

import trueodds
from trueodds.exact.decimals import decimal
from trueodds.fast.packed.coinball import solve
from trueodds.games.coinball import Coinball
from trueodds.games.two_coins import TwoCoins


def reference(tosses, rush, pass_points, opponent, seat):
    """What each call is worth to the player who makes it, from both scores, as the game is told."""
    fixed = {"always-rush": [rush], "always-pass": [pass_points]}.get(opponent)
    other = 1 if seat == 0 else 0

    @cache
    def calls(done, mine, yours):
        allowed = fixed if fixed and done % 2 == other else [rush, pass_points]
        return [1 - (expected(done + 1, yours, mine + n) + expected(done + 1, yours + n, mine)) / 2 for n in allowed]

    @cache
    def expected(done, mine, yours):
        if done == tosses:
            return Fraction((mine > yours) - (mine < yours) + 1, 2)
        return max(calls(done, mine, yours))

    return calls


@given(
    st.integers(1, 9),
    st.integers(1, 5),
    st.integers(1, 5),
    st.sampled_from(["optimal", "always-rush", "always-pass"]),
    st.sampled_from([0, 1]),
)
@example(1, 1, 2, "optimal", 1)
@example(9, 1, 2, "optimal", 0)
@example(8, 1, 2, "always-rush", 0)
@example(8, 2, 5, "always-pass", 1)
@example(7, 3, 3, "optimal", 0)
@example(6, 3, 1, "always-pass", 0)
def test_every_position_is_worth_what_the_twin_says(tosses, rush, pass_points, opponent, seat):
    solution = solve(Coinball(tosses, rush, pass_points, opponent, seat))
    calls = reference(tosses, rush, pass_points, opponent, seat)
    most = max(rush, pass_points)
    for done in range(tosses):
        for lead in range(-done * most, done * most + 1):
            wanted = calls(done, max(lead, 0), max(-lead, 0))
            position = done, lead, done % 2
            assert list(solution.move_values(position).values()) == wanted
            assert solution.value_at(position) == max(wanted)
    start = max(calls(0, 0, 0))
    assert solution.value == (start if seat == 0 else 1 - start)


# "Can you win at Coinball?", the column's answers for the player who goes first, all to the 12 digits given.
@pytest.mark.parametrize(
    ("opponent", "answer", "numerator"),
    [
        ("always-rush", "0.601766458853", 762829612762455217982392080553),
        ("always-pass", "0.558341814467", 707782336241609035802044265340),
        ("optimal", "0.489818590457", 620918830196319197178795393871),
    ],
)
def test_published_answers(opponent, answer, numerator):
    value = solve(Coinball(opponent=opponent)).value
    assert decimal(value, 12) == answer
    assert value == mpq(numerator, 2**100)  # the exact value: this program's


def test_second_is_the_other_side_of_first():
    assert solve(Coinball(value_seat=1)).value == 1 - solve(Coinball()).value > mpq(1, 2)


def published_rule(tosses, lead, seat):
    """The best calls as the column sums them up for 100 tosses."""
    if lead < 0:
        return {"pass"}
    if lead > 0:
        return {"rush"}
    if tosses % 4 == 0:
        return {"pass"}
    if (tosses > 92 and seat == 0) or tosses == 99:
        return {"rush", "pass"}
    return {"rush"}


def most_to_gain(left):
    """What the player to call gains at most if they always pass, the opponent always rushes, and all goes their way."""
    return 2 * ((left + 1) // 2) + left // 2


#: (tosses left, lead of the player to call) where an open game is worth the same after both calls, the score not level
LATE_TIES = {(9, -1), (7, -1), (5, -1), (4, 1), (3, -1), (3, 2), (3, 3), (2, -1), (2, 1), (2, 2)}


def true_rule(left, lead):
    """The best calls, ties as ties, by the tosses left and the lead of the player to call."""
    if (left, lead) in LATE_TIES:
        return {"rush", "pass"}
    if lead < 0:
        return {"rush", "pass"} if -lead > most_to_gain(left) else {"pass"}
    if lead > 0:  # even after a lost pass the opponent cannot catch up
        return {"rush", "pass"} if lead - 2 > most_to_gain(left - 1) else {"rush"}
    if left == 1 or (left % 2 == 0 and left <= 8):
        return {"rush", "pass"}
    return {"pass"} if left % 4 == 0 else {"rush"}


def test_the_published_rule_never_errs_but_misses_ties():
    solution = solve(Coinball())
    level, late = [], set()
    for done in range(100):
        for lead in range(-2 * done, 2 * done + 1):
            position = done, lead, done % 2
            best, claimed = solution.best_moves_at(position), published_rule(*position)
            assert claimed <= best
            if claimed < best and lead == 0:
                level.append(done)
            elif claimed < best and 0 < solution.value_at(position) < 1:
                late.add((100 - done, lead))
    # It calls for a pass where a rush is worth the same, and misses ten ties near the end where the score is not level;
    # all other ties that it misses are in games that are decided.
    assert level == [92, 96]
    assert late == LATE_TIES


@pytest.mark.parametrize("tosses", [1, 2, 7, 92, 93, 100])
def test_the_true_rule_names_all_best_calls_everywhere(tosses):
    solution = solve(Coinball(tosses))
    for done in range(tosses):
        for lead in range(-2 * done, 2 * done + 1):
            assert solution.best_moves_at((done, lead, done % 2)) == true_rule(tosses - done, lead)


@pytest.mark.slow
def test_the_true_rule_holds_at_500_tosses():
    tosses = 500
    codes = {frozenset(("rush",)): 1, frozenset(("pass",)): 2, frozenset(("rush", "pass")): 3}
    for table in solve(Coinball(tosses)).tables():
        for done, row in zip(table.rows, table.cells.tolist(), strict=True):
            for lead, cell in zip(table.columns, row, strict=True):
                if cell:
                    assert cell == codes[frozenset(true_rule(tosses - done, lead))]


def test_tables_tell_the_best_calls():
    game = Coinball(9, 3, 2)
    solution = solve(game)
    codes = {1: {"rush"}, 2: {"pass"}, 3: {"rush", "pass"}}
    tables = solution.tables()
    assert [list(table.rows) for table in tables] == [[0, 2, 4, 6, 8], [1, 3, 5, 7]]
    shown = 0
    for table in tables:
        assert table.cells.shape == (len(table.rows), len(table.columns))
        for done, row in zip(table.rows, table.cells.tolist(), strict=True):
            for lead, cell in zip(table.columns, row, strict=True):
                if abs(lead) > 3 * done:
                    assert cell == 0
                elif cell == 0:
                    assert solution.value_at((done, lead, done % 2)) in (0, 1)
                else:
                    shown += 1
                    assert solution.best_moves_at((done, lead, done % 2)) == codes[cell]
    ties = sum(int((table.cells == 3).sum()) for table in tables)
    assert (solution.proof.positions, solution.proof.ties) == (shown, ties)


@pytest.mark.parametrize(("seat", "rows"), [(0, [0, 2, 4]), (1, [1, 3])])
def test_a_fixed_opponent_has_no_table(seat, rows):
    (table,) = solve(Coinball(5, opponent="always-rush", value_seat=seat)).tables()
    assert list(table.rows) == rows


TOO_LARGE = [
    *(Coinball(10**9), Coinball(10**40), Coinball(100, 1, 10**9)),
    *(TwoCoins(10**9), TwoCoins(10**40), TwoCoins(100, value_a=10**9), TwoCoins(10**4, mpq(1, 10**290))),
]


@pytest.mark.parametrize("game", TOO_LARGE, ids=range(len(TOO_LARGE)))
def test_what_would_not_fit_is_refused_in_one_line(game):
    with pytest.raises(MemoryError, match=r"\A[^\n]* turns of up to [^\n]* of memory needed, [^\n]*\Z"):
        trueodds.solve(game)


@pytest.mark.parametrize("game", [Coinball(40), TwoCoins(40)])
def test_progress_is_reported(game):
    seen = []
    trueodds.solve(game, progress=lambda *told: seen.append(told))
    assert seen[-1] == ("layers", 40, 40)
    assert [done for _, done, _ in seen] == sorted(done for _, done, _ in seen)


@pytest.mark.parametrize(
    ("game", "position"),
    [(Coinball(10), at) for at in [(2, 0, 1), (100, 0, 0), (1, 9, 1)]]
    + [(TwoCoins(10), at) for at in [(2, 5), (10, 0), (-1, 0)]],
)
def test_only_positions_have_values(game, position):
    solution = trueodds.solve(game)
    for asked in (solution.value_at, solution.move_values, solution.best_moves_at):
        with pytest.raises(ValueError, match="not a position"):
            asked(position)
