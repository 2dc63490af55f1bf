"""Compare models in the PRISM language with the same game made of functions, or with fractions found by hand."""

import pytest
from gmpy2 import mpq

import trueodds
from trueodds.formats.prism import _model_type, parse_constants


@pytest.mark.parametrize("p", ["1/3", "1e-9"])
def test_a_chain(read, p):
    assert trueodds.solve(read("coin.pm", 'P=? [ F "heads" ]', p=p)).value == mpq(1, 2)
    once = mpq(p) * (1 - mpq(p))
    assert trueodds.solve(read("coin.pm", 'P=? [ F<=2 "heads" ]', p=p)).value == once


def test_deadlocks_are_loops(read):
    game = read("coin.pm", "P=? [ G first<3 ]", p="1/2")
    assert game.transitions.remarks == ("states without a move: 2; play stays in them forever",)  # the two results
    assert trueodds.solve(game).value == 1
    assert trueodds.solve(read("coin.pm", 'P=? [ ("init") U ("deadlock") ]', p="1/2")).value == 0
    assert trueodds.solve(read("coin.pm", 'P=? [ F "deadlock" ]', p="1/2")).value == 1


def test_parameters_players_and_states_of_a_model(read):
    game = read("race.prism", '<<anna>> Pmax=? [ F "won" ]', N=3)
    assert game.parameters == {"N": "3", "property": '<<anna>> Pmax=? [ F "won" ]'}
    assert game.transitions.players == ("anna", "bert")
    assert game.transitions.describe(game.transitions.start) == "a=0, b=0, turn=1"
    assert repr(game) == "ModelGame('race.prism', '<<anna>> Pmax=? [ F \"won\" ]')"


def test_constants():
    assert parse_constants([]) == {}
    words = ["N=25,p=1/3", " q = -1e-3 ", "b=true", "r=.5E+2/7"]
    assert parse_constants(words) == {"N": "25", "p": "1/3", "q": "-1e-3", "b": "true", "r": ".5E+2/7"}
    for wrong in ("N", "=3", "N=3=4", "N=x y", "N=", ""):
        with pytest.raises(ValueError, match="a constant must be NAME=VALUE"):
            parse_constants([wrong])
    for twice in (["N=3,N=3"], ["N=3", "N=4"]):
        with pytest.raises(ValueError, match="constant N is given twice"):
            parse_constants(twice)


def test_the_model_type_is_found_outside_modules_and_is_mdp_by_default():
    module = "module m\nsmg : bool;\nendmodule\n"
    known = {"": "mdp", "mdp": "mdp", "nondeterministic": "mdp", "dtmc": "dtmc", "probabilistic": "dtmc", "smg": "smg"}
    assert {word: _model_type("m", module + word) for word in known} == known
    assert _model_type("m", f'"smg"{module}dtmc') == "dtmc"
    for word in ["csg", "ctmc", "stochastic", "ma", "pta", "tptg", "pomdp", "popta", "posg", "idtmc", "imdp"]:
        with pytest.raises(ValueError, match=rf"^m: [a-zA-Z -]* \({word}\) are not supported; only games"):
            _model_type("m", f"{word}\n{module}")
