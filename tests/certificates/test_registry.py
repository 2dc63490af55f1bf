"""Every game of the registry by every method, and games given as arrays: certified, checked, and held to the rules."""

from fractions import Fraction

import numpy as np
import pytest

import trueodds
from trueodds.catalog.registry import by_name, names
from trueodds.certificates.check_odds import Refused
from trueodds.certificates.compare import hold_rules
from trueodds.certificates.write import certificate, write_certificate
from trueodds.solution import NotProved
from trueodds.solver.bounded import solve_moves

SMALLER = {"greed": {"limit": 8}}  # its fractions are long


def small(name):
    entry = by_name(name)
    return entry.game(**{**entry.small, **SMALLER.get(name, {})})


GAMES = [(name, method) for name in names() for method in trueodds.methods(small(name))]


@pytest.mark.parametrize(("name", "method"), GAMES)
def test_the_certificate_of_every_method_is_true_and_of_the_games_rules(name, method, tmp_path, both):
    game = small(name)
    path = tmp_path / "answer.odds"
    value = trueodds.solve(game).value
    try:
        solution = trueodds.solve(game, method)
        claimed = f"exactly {value} = "
    except NotProved:  # by bounds, where moves tie: bounds of the value are claimed
        assert method == "start"
        solution, claimed = solve_moves(game), " to "
    solution.certificate(path)
    if b"\nkind heads\n" not in path.read_bytes():
        good, said = both(path.read_bytes())
        assert good, said
        assert claimed in said
    hold_rules(path, game)


@pytest.fixture
def model():
    half = Fraction(1, 2)
    return trueodds.Model.from_arrays(
        seats=[0, 1],
        first_move=[0, 2, 3],
        first_outcome=[0, 2, 3, 5],
        targets=[2, 1, 3, 3, 0],
        probabilities=[half, 1],
        which=[0, 0, 1, 0, 0],
        payoffs=[1, 0],
    )


def test_a_game_given_as_arrays(model, tmp_path, both):
    path = tmp_path / "answer.odds"
    solution = trueodds.solve(model.game)
    write_certificate(solution, path)
    good, said = both(path.read_bytes())
    assert good
    assert f"exactly {solution.value} = " in said
    hold_rules(path, model.game)
    other = trueodds.Model.from_arrays(
        model.seats,
        model.first_move,
        [0, 2, 3, 5],
        [2, 1, 3, 3, 0],
        [Fraction(1, 2), 1],
        [0, 0, 1, 0, 0],
        [1, Fraction(1, 4)],
    )
    with pytest.raises(Refused, match="the rules are not those of the game"):
        hold_rules(path, other.game)


def test_arrays_whose_numbers_are_not_all_used_are_written_with_those_that_are(both, seal):
    model = trueodds.Model.from_arrays(
        [0], [0, 2], [0, 1, 2], [1, 2], [Fraction(1, 3), 1], np.array([1, 1]), [Fraction(5, 7), Fraction(2, 3), 9]
    )
    lines = list(certificate(trueodds.solve(model.game)))
    assert [line for line in lines if line.startswith("number ")] == ["number 2/3", "number 5/7", "number 1"]
    assert both(seal(lines))[0]
