"""Rules whose probabilities and payoffs came before, in the same order: what is wrong is seen all the same."""

from fractions import Fraction

import pytest
from gmpy2 import mpq

import trueodds
from trueodds import Outcome
from trueodds.solver.model import explore

HALF = mpq(1, 2)
LAST = 200  # so many that position 2 is not among those that are asked twice, where all is looked at once more


def walk(second):
    """From each position one step on or won, which fills what is known; position 2 has its own outcomes."""

    def outcomes(x, move):
        if x == 2:
            return second
        return [Outcome(HALF, x + 1), Outcome(HALF, None, mpq(1))] if x < LAST else [Outcome(mpq(1), None, mpq(0))]

    return trueodds.Rules(0, lambda x: ["on"], outcomes, lambda x: 0)


@pytest.mark.parametrize(
    ("second", "error", "message"),
    [
        ([Outcome(HALF, 3, None), Outcome(HALF, 4, mpq(1))], ValueError, "needs a position or a payoff, and not both"),
        ([Outcome(HALF, None, None), Outcome(HALF, 3, mpq(1))], ValueError, "needs a position or a payoff"),
        ([Outcome(HALF, [3]), Outcome(HALF, None, mpq(1))], TypeError, "a position must be hashable"),
        (
            [Outcome(HALF, 3, mpq(1)), Outcome(HALF, None, mpq(1))],
            ValueError,
            "needs a position or a payoff, and not both",
        ),
        ([Outcome(HALF, 3), Outcome(HALF, None, mpq(1)), Outcome(HALF, 4)], ValueError, "add to 3/2, not to 1"),
        ([Outcome(HALF, 3)], ValueError, "add to 1/2, not to 1"),
        ([[HALF, 3, None], Outcome(HALF, None, mpq(1))], TypeError, "must be an Outcome or a tuple"),
        ([Outcome(0.5, 3), Outcome(HALF, None, mpq(1))], TypeError, "must be an exact rational"),
        ([Outcome(HALF, 3), Outcome(HALF, None, 1.0)], TypeError, "must be an exact rational"),
        ([Outcome(HALF, 3), Outcome(mpq(1, 3), None, mpq(1))], ValueError, "add to 5/6, not to 1"),
    ],
)
def test_what_is_wrong_is_seen(second, error, message):
    with pytest.raises(error, match=message):
        explore(walk(second))


@pytest.mark.parametrize("form", [Outcome, tuple], ids=["Outcome", "tuple"])
def test_two_outcomes_that_lead_to_one_position_are_one(form):
    third = Fraction(1, 3)

    def outcomes(x, move):
        if x == 4:
            return [(Fraction(1), None, 0)]
        given = [(third, x + 1), (third, 4), (third, None, 1)]
        return (
            [Outcome(mpq(a[0]), a[1], None if len(a) < 3 else mpq(a[2])) for a in given] if form is Outcome else given
        )

    model = explore(trueodds.Rules(0, lambda x: ["on"], outcomes, lambda x: 0))
    assert model.targets.tolist() == [1, 2, 3, 2, 4, 2, 2]  # numbered as they were found
    assert [str(p) for p in model.probabilities] == ["1/3"] * 6 + ["2/3"]


@pytest.mark.parametrize("count", [3, 40])
def test_two_that_are_one_are_seen_also_where_chances_are_known(count):
    """Position 2 leads to one position by two of its outcomes, with the chances that others have."""
    chance = mpq(1, count + 1)

    def outcomes(x, move):
        if x > LAST:
            return [Outcome(mpq(1), None, mpq(0))]
        given = [Outcome(chance, x + 1 + at) for at in range(count)]
        return [*(given[1:] + given[-1:] if x == 2 else given), Outcome(chance, None, mpq(1))]

    model = explore(trueodds.Rules(0, lambda x: ["on"], outcomes, lambda x: 0))
    expected = [1 + at for at in range(count)], [2 + at for at in range(count)], [4 + at for at in range(count - 1)]
    for x, after in enumerate(expected):
        own = slice(*model.first_outcome[x : x + 2].tolist())
        assert model.targets[own].tolist() == after
        assert sum(model.probabilities[own]) == count * chance


def test_no_outcomes_are_refused_also_where_something_is_known():
    def outcomes(x, move):
        if x == 2:
            return []
        if x == LAST:
            return [Outcome(mpq(1), None, mpq(0))]
        return [Outcome(HALF, x + 1), Outcome(HALF, x + 1 if x else 3)]  # mostly one, which is looked at each time

    with pytest.raises(ValueError, match="the probabilities of move 'on' at 2 add to 0, not to 1"):
        explore(trueodds.Rules(0, lambda x: ["on"], outcomes, lambda x: 0))
