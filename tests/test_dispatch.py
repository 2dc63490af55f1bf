"""Methods are chosen by what is asked for, and wrong arguments are refused; `fast/test_general` compares answers."""

import pytest

import trueodds
from trueodds.catalog.registry import find
from trueodds.dispatch import choose_method
from trueodds.runtime.run import Run

from .small import GAMES

#: The options that only some methods take: what a run asks for, and the flag of the methods that take it.
OPTIONS = {
    "workers": (Run(workers=2), "chunks"),
    "a checkpoint": (Run(checkpoint="c"), "chunks"),
    "max_positions": (Run(max_positions=5), "limited"),
}


@pytest.mark.parametrize("option", OPTIONS)
@pytest.mark.parametrize("game", [*GAMES, trueodds.RiskOrSafety(128)], ids=str)
def test_a_method_is_chosen_that_takes_the_option_and_others_are_refused(game, option):
    run, flag = OPTIONS[option]
    known, default = find(game).all_methods, choose_method(game, None, Run())
    takers = [name for name, method in known.items() if getattr(method, flag)]
    for name, method in (known | {None: default}).items():
        if method in map(known.get, takers):
            assert choose_method(game, name, run) is method
        elif name is None and takers and flag == "chunks":
            assert choose_method(game, None, run) is known[takers[0]]
        else:
            with pytest.raises(ValueError) as refused:  # noqa: PT011 - compared below
                choose_method(game, name, run)
            named = next(name for name, one in known.items() if one is method)
            assert str(refused.value) == (
                f"{option} can be used with method {' or '.join(map(repr, takers))}, not with {named!r}"
                if takers
                else f"{game.name} has no method that can use {option}"
            )


@pytest.mark.parametrize(
    "call",
    [
        trueodds.methods,
        trueodds.solve,
        trueodds.simulate,
        lambda game: trueodds.simulate(game, "all in", "all in"),
        lambda game: trueodds.best_response(game, {}),
        lambda game: trueodds.duel(game, {}, {}),
    ],
)
@pytest.mark.parametrize("game", [None, 3, trueodds.Pig])
def test_other_objects_than_games_are_refused(call, game):
    with pytest.raises(TypeError, match=r"game must be a Game such as .*, not (None|3|the class Pig)"):
        call(game)


#: For each argument of `solve`: values that no method can use.
NONSENSE = {
    "method": ("magic", 5, b"general", []),
    "progress": ("x", 5),
    "workers": ("procs", "", 0, -1, True, object()),
    "checkpoint": (5, True, ["x"], object()),
    "max_positions": (-1, 0, 2.5, "5", True),
}


@pytest.mark.parametrize("game", [*GAMES, trueodds.Rules(0, lambda at: [1], lambda at, move: [(1, None, 1)])], ids=str)
@pytest.mark.parametrize("argument", NONSENSE)
def test_invalid_options_are_refused_by_every_method(game, argument):
    for method in trueodds.methods(game):
        for value in NONSENSE[argument]:
            with pytest.raises((TypeError, ValueError)) as caught:
                trueodds.solve(game, **{"method": method, argument: value})
            said = str(caught.value)
            assert "\n" not in said
            # A method that does not take the argument may report that instead.
            assert f"{argument} must be" in said or " can be used with " in said
            assert str(value) in said or " can be used with " in said
