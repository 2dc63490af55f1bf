"""Super Six: the published numerators, rules, hostile input."""

import pytest

import trueodds

# OEIS A349697: numerators for 1, 2, … sticks, three holes of the lid filled.
A349697 = [
    78307,
    186990749618019112,
    1614205257536455860879998130775735700828260230275,
    10794889897425456513785608689552167481027910004023676512263195628077085109766959836330846217,
]


@pytest.mark.parametrize("sticks", [1, 2, 3, 4])
def test_published_numerators(sticks):
    assert trueodds.solve(trueodds.SuperSix(sticks)).value.numerator == A349697[sticks - 1]


@pytest.mark.parametrize("lid", range(6))
def test_probabilities_of_a_roll(lid):
    game = trueodds.SuperSix(2, lid)
    outcomes = game.outcomes(game.start, "roll")
    assert sum(outcome.probability for outcome in outcomes) == 1
    assert len(outcomes) == 3 - (lid in (0, 5))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((0,), "sticks must be a whole number from 1, not 0"),
        ((2.0,), "sticks must be a whole number from 1, not 2.0 (float)"),
        ((2, 6), "lid must be a whole number from 0 to 5, not 6"),
        ((2, -1), "lid must be a whole number from 0 to 5, not -1"),
    ],
)
def test_bad_numbers(arguments, message):
    with pytest.raises((TypeError, ValueError)) as caught:
        trueodds.SuperSix(*arguments)
    assert str(caught.value) == message


def test_a_turn_begins_with_a_roll():
    game = trueodds.SuperSix(3)
    with pytest.raises(ValueError, match=r"move 'stop' at .*: allowed are roll"):
        game.outcomes(game.start, "stop")
    with pytest.raises(ValueError, match="is not a position"):
        game.moves((0, 1, 3, False, 0))
