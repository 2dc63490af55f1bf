"""Models of the PRISM language with a stand-in for Storm, and every answer and error of the process that runs it."""

import json
import random
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import trueodds
from trueodds.formats import prism, storm_child
from trueodds.formats.properties import parse_property
from trueodds.solver.checked_rules import TooLargeError

from . import test_whole_models as models
from .small import draw, write_prism
from .stand_in import InThisProcess, program_of, storm, use

SEEDS = st.integers(0, 2**32)


@given(SEEDS)
def test_models_are_read_as_written_and_have_the_right_values(seed):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(models, "write_prism", lambda small, path: use(patch, small) or write_prism(small, path))
        models.by_storm(seed)


@given(SEEDS)
def test_models_with_too_many_states_or_positions_are_refused(seed):
    rng = random.Random(seed)
    small = draw(rng, kinds=("mdp",), titles=())
    states, most = len(small.states), rng.randrange(1, 6)
    plays = sum(any(set(out) != {x} for _, out in own) for x, own in enumerate(small.moves))
    asked = rng.choice(["Pmax=? [ F x=9 ]", "Pmax=? [ F<=3 x=9 ]"])
    refused = (
        f"{2 * most:,} states, twice the limit on positions, {most}"
        if states > 2 * most
        else f"{most:,} position{'s' * (most > 1)} ({plays:,})"
    )
    with pytest.MonkeyPatch.context() as patch, models.TemporaryDirectory() as folder:
        use(patch, small)
        path = write_prism(small, Path(folder, "m.prism"))
        if states > 2 * most or (plays > most and "<=" not in asked):
            with pytest.raises(TooLargeError) as error:
                trueodds.read_model(path, asked, max_positions=most)
            assert str(error.value).startswith(f"m.prism has more than {refused};")
        else:
            assert len(trueodds.read_model(path, asked, max_positions=most).transitions) == states


def test_the_first_rewards_count_and_players_in_comments_do_not(monkeypatch, tmp_path):
    small = draw(random.Random(5), kinds=("smg",), titles=())
    small.rewards = {"time": ({0: 2}, {}, {}), "cost": ({0: 1}, {}, {})}
    use(monkeypatch, small)
    path = write_prism(small, tmp_path / "m.prism")
    path.write_text("// player none [a] endplayer\n" + path.read_text())
    game = trueodds.read_model(path, "<<1>> Rmax=? [ F x=9 ]")
    assert list(game.transitions.rewards) == ["time", "cost"]
    assert game.transitions.players == ("p1", "p2")


@given(SEEDS)
def test_a_state_belongs_to_the_owner_of_its_moves(seed):
    """Moves have an action, a to c, or the module of their command, k to n; nobody owns c and k."""
    rng, owners = random.Random(seed), {"[a]": 0, "[b]": 1, "m": 0, "n": 1}
    moves = [[rng.choice("abcckkmn") for _ in range(rng.randrange(1, 4))] for _ in range(rng.randrange(1, 4))]
    every, modules = [one for own in moves for one in own], "kmn"
    model = SimpleNamespace(
        nr_choices=len(every),
        choice_labeling=SimpleNamespace(
            get_labels=lambda: set(every) & {*"abc"},
            get_choices=lambda action: {at for at, one in enumerate(every) if one == action},
        ),
        choice_origins=SimpleNamespace(
            get_command_set=lambda at: {modules.index(every[at])} if every[at] in modules else {9}
        ),
        nondeterministic_choice_indices=[sum(map(len, moves[:x])) for x in range(len(moves) + 1)],
        state_valuations=SimpleNamespace(to_string=lambda x: f"[{x}]"),
    )
    command = lambda at: SimpleNamespace(global_index=at, is_labeled=False)  # noqa: E731
    program = SimpleNamespace(
        modules=[SimpleNamespace(name=name, commands=[command(at)]) for at, name in enumerate(modules)]
    )
    own = [{owners.get(one, owners.get(f"[{one}]")) for one in own} - {None} for own in moves]
    both = next((x for x, who in enumerate(own) if len(who) > 1), None)
    if both is None:
        found = storm_child._find_players(model, program, owners)
        assert found.tolist() == [min(who, default=-1) for who in own]
    else:
        with pytest.raises(RuntimeError, match=rf"^two players have moves in state \[{both}\]"):
            storm_child._find_players(model, program, owners)


FREE = "; constants without a value: N, b, p"


@pytest.mark.parametrize(
    ("given", "refused"),
    [
        ({"M": "3"}, f"no constant 'M'{FREE}"),
        ({"K": "4"}, f"'K' already has a value in the model{FREE}"),
        ({"N": "1/3"}, "constant N must be a whole number below 2^63, not 1/3"),
        ({"N": str(2**63)}, f"constant N must be a whole number below 2^63, not {2**63}"),
        ({"p": "true"}, "constant p must be a number, not true"),
        ({"b": "1"}, "constant b must be true or false, not 1"),
        ({"N": str(1 - 2**63), "b": "false", "p": "1/3"}, "there must be 1 initial state, not 2"),
        ({"N": "3"}, "constants without a value: p; give --const NAME=VALUE"),
    ],
)
def test_constants_that_do_not_fit_are_refused(monkeypatch, given, refused):
    program = program_of(N=(int, False), p=(float, False), K=(int, True), b=(bool, False))
    program.has_undefined_constants = given == {"N": "3"}
    program.get_undefined_constants = lambda: [SimpleNamespace(name="p")]
    module = storm(draw(random.Random(1)))
    module.build_model["exact"] = lambda *_, **__: SimpleNamespace(initial_states=[0, 1])
    told = []
    module.instantiate_constants = lambda one, words: (told.append(words), (one, None))[1]
    monkeypatch.setitem(sys.modules, "stormpy", module)
    limits = {"states": 10**9, "positions": 10**9, "undecided": ""}
    job = {"constants": given, "limits": limits, "rewards": False}
    assert storm_child._write(program, job, Path(), None) == {"refused": refused}
    assert told in ([], [",".join(f"{name}={value}" for name, value in given.items())])


@pytest.mark.parametrize(
    ("answer", "kind", "message"),
    [
        ({"missing": "stormpy"}, ModuleNotFoundError, "^models in the PRISM language need Storm: pip install"),
        ({"large": "20 states"}, TooLargeError, "^m.prism has more than 20 states"),
        ({"memory": True}, MemoryError, "^m.prism: Storm needs more than the .* of free memory$"),
        ({"error": "std::bad_alloc"}, MemoryError, "^m.prism: Storm needs more than the"),
        ({"refused": "no constant"}, ValueError, "^m.prism: no constant$"),
        ({"error": "FolderException: FOLDER/given.prism is\n  wrong."}, ValueError, "^m.prism: m.prism is wrong$"),
        (None, ValueError, "^m.prism: Storm ended with status 0 and no message; the model may be too large$"),
    ],
)
def test_answers_of_the_process_without_a_model(monkeypatch, tmp_path, answer, kind, message):
    class Answers(InThisProcess):
        def __init__(self, words, **pipes):
            text = json.dumps(answer).replace("FOLDER", words[-1])
            if answer:
                Path(words[-1], "answer.json").write_text(text)

    monkeypatch.setattr(prism.subprocess, "Popen", Answers)
    (tmp_path / "m.prism").write_text("mdp\n")
    with pytest.raises(kind, match=message):
        trueodds.read_model(tmp_path / "m.prism", "Pmax=? [ F x=1 ]")


TEXT = 'mdp const int N; const int K=3; label "won" = x=1; module m x : [0..N]; y : [2*K..K]; endmodule'


@pytest.mark.parametrize(
    ("message", "constants", "shown"),
    [
        ("no trueodds_1", {}, "property Pmax=? [ won U x ]: 'x' is not a condition of m"),
        (
            "no trueodds_0",
            {},
            "property Pmax=? [ won U x ]: 'won' is not a condition of m; write the label with quotation marks, \"won\"",
        ),
        ("AnyException: Wrong  \nthere.\n   ^", {"N": "1", "p": "2"}, "m: Wrong there (with N=1, p=2)"),
        ("Lower bound must not be above upper bound", {"N": "3"}, "m: the range of y, [2*K..K], is empty with N=3"),
        ("Lower bound must not be above upper bound", {"N": "-1"}, "m: the range of x, [0..N], is empty with N=-1"),
        (
            "The update 1/2 : (x' = 4) leads to an out-of-bounds value (4) for the variable 'x'",
            {"N": "3"},
            "m: the update (x' = 4) leads to x=4, outside its range [0..N] with N=3",
        ),
    ],
)
def test_errors_of_storm_are_explained(message, constants, shown):
    asked = parse_property("Pmax=? [ won U x ]")
    assert prism._explain("m", TEXT, asked, constants, message) == shown


@pytest.mark.parametrize(
    ("asked", "path"),
    [
        ('P=? [ F "a" ]', "true U a"),
        ("P=? [ G x=1 ]", "a U false"),
        ("P=? [ y=1 U x=1 ]", "b U a"),
        ("P>=0 [ y=1 U x=1 ]", "b U a"),
        ("P>=1 [ F x=1 ]", ""),
        ("P=? [ F<=9 x=1 ]", ""),
        ("R=? [ F x=1 ]", ""),
    ],
)
def test_storm_leaves_out_what_comes_after_play_is_decided(asked, path):
    question = parse_property(asked)
    found = prism._undecided_formula(("b" if question.before else "", "a"), question)
    assert found.replace('"', "") == path


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("smg player p [a] endplayer player q [a] endplayer module m [a] true->true; endmodule", "two players own [a]"),
        ("smg player p [a], n endplayer module m [a] true->true; endmodule", "a player owns n, which the model does"),
    ],
)
def test_wrong_players_are_refused(monkeypatch, tmp_path, text, message):
    monkeypatch.setitem(sys.modules, "stormpy", SimpleNamespace())
    (tmp_path / "model.prism").write_text(text)
    with pytest.raises(ValueError, match="^" + message.replace("[", r"\[")):
        storm_child._build({"kind": "smg"}, tmp_path)
