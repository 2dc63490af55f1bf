"""Models of the PRISM language with a stand-in for the process that runs Storm, and all that it may answer."""

import json
import os
import random
import re
import sys
from dataclasses import replace
from types import SimpleNamespace
from unittest.mock import Mock

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import trueodds
from trueodds.formats import prism, properties, storm_child
from trueodds.formats.formulas import evaluate
from trueodds.solver.checked_rules import TooLargeError

from . import test_whole_models as models
from .conftest import Process
from .small import draw, write_drn, write_prism

SEEDS = st.integers(0, 2**32)


def use(patch, small):
    """Let a process answer with a certain model, whatever the file says."""

    def answer(self, folder):
        added = re.findall(r'label "(trueodds_\d)" = (.*);', (folder / "model.prism").read_text())
        holds = {name: evaluate(formula, small.columns(), {}, len(small.states), "m") for name, formula in added}
        labels = {name: set(np.flatnonzero(where)) for name, where in holds.items()}
        moves = [[(small.action(x, name), out) for name, out in own] for x, own in enumerate(small.moves)]
        rewards = small.rewards if json.loads((folder / "job.json").read_text())["rewards"] else {}
        whole = replace(small, moves=moves, rewards=rewards, labels=small.labels | labels | {"deadlock": set()})
        (folder / "answer.json").write_text(json.dumps(write_drn(whole, folder)))

    patch.setattr(prism.subprocess, "Popen", type("Answers", (Process,), {"answer": answer}))


@given(SEEDS)
def test_models_are_read_as_written_and_have_the_right_values(seed):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(models, "write_prism", lambda small, path: use(patch, small) or write_prism(small, path))
        models.by_storm(seed)


def test_the_first_rewards_count_and_comments_do_not(monkeypatch, tmp_path):
    small = draw(random.Random(5), kinds=("smg",), titles=())
    small.rewards = {"time": ({0: 2}, {}, {}), "cost": ({0: 1}, {}, {})}
    use(monkeypatch, replace(small, rewards=dict(reversed(small.rewards.items()))))
    path = write_prism(small, tmp_path / "m.prism")
    path.write_text(f'// dtmc rewards "cost" player none [a] endplayer\n{path.read_text()}// label "gone" = true;\n')
    game = trueodds.read_model(path, "<<1>> Rmax=? [ F x=9 ]")
    assert list(game.transitions.rewards) == ["time", "cost"]
    assert game.transitions.players == ("p1", "p2")
    assert trueodds.solve(trueodds.read_model(path, '<<1>> Pmax=? [ G "deadlock" ]')).value == 0
    with pytest.raises(ValueError, match=r'no label "gone"; known labels: won, lost, odd one, init, deadlock$'):
        trueodds.read_model(path, '<<1>> Pmax=? [ F "gone" ]')


@given(SEEDS)
def test_a_state_belongs_to_the_owner_of_its_moves(seed):
    """Moves have an action, a to c, or the module of their command, k to n; nobody owns c and k."""
    rng, owners = random.Random(seed), {"[a]": 0, "[b]": 1, "m": 0, "n": 1}
    moves = [[rng.choice("abcckkmn") for _ in range(rng.randrange(1, 4))] for _ in range(rng.randrange(1, 4))]
    every, modules = [one for own in moves for one in own], "kmn"
    labels = SimpleNamespace(
        get_labels=lambda: set(every) & {*"abc"},
        get_choices=lambda action: {at for at, one in enumerate(every) if one == action},
    )
    commands = lambda at: {modules.index(every[at])} if every[at] in modules else {9}  # noqa: E731
    model = SimpleNamespace(
        nr_choices=len(every),
        choice_labeling=labels,
        choice_origins=SimpleNamespace(get_command_set=commands),
        nondeterministic_choice_indices=[sum(map(len, moves[:x])) for x in range(len(moves) + 1)],
        state_valuations=SimpleNamespace(to_string=lambda x: f"[{x}]"),
    )
    make_own_command = lambda at: [SimpleNamespace(global_index=at, is_labeled=False)]  # noqa: E731
    named = [SimpleNamespace(name=name, commands=make_own_command(at)) for at, name in enumerate(modules)]
    program = SimpleNamespace(modules=named)
    own = [{owners.get(one, owners.get(f"[{one}]")) for one in own} - {None} for own in moves]
    both = next((x for x, who in enumerate(own) if len(who) > 1), None)
    if both is None:
        assert storm_child._find_players(model, program, owners).tolist() == [min(who, default=-1) for who in own]
    else:
        with pytest.raises(RuntimeError, match=rf"^two players have moves in state \[{both}\]"):
            storm_child._find_players(model, program, owners)


FREE = "; constants without a value: N, b, p"


@pytest.mark.parametrize(
    ("given", "refused"),
    [
        ({"M": "3"}, f"no constant 'M'{FREE}"),
        ({"K": "4"}, f"'K' already has a value in the model{FREE}"),
        ({"N": "1/3" * 14}, f"constant N must be a whole number between -2^63 and 2^63, not {('1/3' * 14)[:40]}"),
        ({"N": str(2**63)}, f"constant N must be a whole number between -2^63 and 2^63, not {2**63}"),
        ({"p": True}, "constant p must be a number, not true"),
        ({"p": False}, "constant p must be a number, not false"),
        ({"b": "1"}, "constant b must be true or false, not 1"),
        ({"N": "-2", "b": "false", "p": "1/3"}, "there must be exactly one initial state, not 2"),
        ({"N": f"+{2**63 - 1}"}, "constants without a value: b, p; give --const NAME=VALUE (in Python: constants)"),
        ({"N": 3, "b": True}, "constants without a value: p; give --const NAME=VALUE (in Python: constants)"),
    ],
)
def test_constants_that_do_not_fit_are_refused(storm, tmp_path, given, refused):
    path = tmp_path / "m.prism"
    path.write_text("""mdp
const int N; const bool b; const double p; const int K = 2;
module m
x : [0..3];
[] x<N & !b -> p:(x'=x+1) + (1-p):true;
[] x>=N -> (x'=3);
endmodule
init x<2 endinit
""")
    with pytest.raises(ValueError, match=f"^m.prism: {re.escape(refused)}$"):
        trueodds.read_model(path, "Pmax=? [ F x=3 ]", given)


@pytest.mark.parametrize(
    ("answer", "kind", "message"),
    [
        ({"missing": "stormpy"}, ModuleNotFoundError, "^models in the PRISM language need Storm: pip install"),
        ({"large": "20 states"}, TooLargeError, "^m.prism has more than 20 states"),
        ({"memory": True}, MemoryError, "^m.prism: Storm needs more than the 1.0 GiB of free memory$"),
        ({"error": "std::bad_alloc"}, MemoryError, "^m.prism: Storm needs more than the 1.0 GiB of free memory$"),
        ({"error": "Lower bound must not be above upper bound"}, ValueError, "^m.prism: Lower bound must not be above"),
        ({"refused": "no constant"}, ValueError, "^m.prism: no constant$"),
        ({"error": "AnException: FOLDER/given.prism is\n  wrong."}, ValueError, r"^m.prism: m.prism is wrong \(with"),
        (KeyboardInterrupt, KeyboardInterrupt, None),
        (None, ValueError, "^m.prism: Storm ended with status 0 and no message; the model may be too large$"),
    ],
)
def test_answers_of_the_process_without_a_model(monkeypatch, tmp_path, answer, kind, message):
    class Answers(Process):
        def answer(self, folder):
            limits = {"states": 14, "positions": 7, "undecided": 'true U "trueodds_1"'}
            job = {"kind": "mdp", "constants": {"N": "3", "b": "true"}, "rewards": False, "limits": limits}
            job |= {"memory": (1 << 30) + (512 << 20), "parent": os.getpid()}
            assert json.loads((folder / "job.json").read_text()) == job
            if isinstance(answer, dict):
                (folder / "answer.json").write_text(json.dumps(answer).replace("FOLDER", str(folder)))

    Answers.kill, Answers.wait = Mock(), Mock(return_value=0, side_effect=None if isinstance(answer, dict) else answer)
    monkeypatch.setattr(prism.subprocess, "Popen", Answers)
    monkeypatch.setattr(prism, "find_available_memory", lambda: 1 << 30)
    (tmp_path / "m.prism").write_text("// x : [3..1];\nmdp\n")
    with pytest.raises(kind, match=message):
        trueodds.read_model(tmp_path / "m.prism", "Pmax=? [ F x=1 ]", {"N": 3, "b": True}, max_positions=7)
    Answers.kill.assert_called_once_with()


def test_errors_in_the_process_are_its_answers(monkeypatch, tmp_path):
    (tmp_path / "job.json").write_text('{"parent": 1, "memory": 2}')
    for name in (names := ("_build", "_end_with_parent", "_limit_memory", "signal")):
        monkeypatch.setattr(storm_child, name, Mock())
    known = (ImportError("x"), {"missing": "x"}), (MemoryError(), {"memory": True}), (OSError("x"), {"error": "x"})
    for raised, answer in known:
        storm_child._build.side_effect = raised
        storm_child.main(tmp_path)
        assert json.loads((tmp_path / "answer.json").read_text()) == answer
    assert [getattr(storm_child, name).call_args.args for name in names[1:3]] == [(1,), (2,)]
    storm_child.signal.signal.assert_called_with(storm_child.signal.SIGINT, storm_child.signal.SIG_DFL)


def test_storm_is_given_a_game_without_its_players(monkeypatch, tmp_path):
    model = 'module m [a] true -> true; [b] true -> true; endmodule rewards "smg" true : 1; endrewards label "smg" = a;'
    text = f"smg\nplayer p\n  [a], m, [a]\nendplayer player q [b] endplayer\n{model}"
    monkeypatch.setitem(sys.modules, "stormpy", Mock())
    monkeypatch.setattr(storm_child, "_write", lambda program, job, folder, owners: owners)
    (tmp_path / "model.prism").write_text(text)
    assert storm_child._build({"kind": "smg"}, tmp_path) == {"[a]": 0, "m": 0, "[b]": 1}
    assert (tmp_path / "given.prism").read_text() == f"mdp\n\n\n \n{model}"
    assert storm_child._build({"kind": "mdp"}, tmp_path) is None
    assert (tmp_path / "given.prism").read_text() == text


ASKED = "property Pmax=? [ won U x ]"
TEXT = 'const int N; const K=3; label "("=y; label"won" = x=1; label "y"=y;\
 module m w:[0..e]; x : [0..N]; y : [2*K..K]; endmodule'


@pytest.mark.parametrize(
    ("message", "constants", "shown"),
    [
        ("no trueodds_1", {}, f"{ASKED}: 'x' is not a condition of m"),
        ("no trueodds_0", {}, f"{ASKED}: 'won' is not a condition of m; write the label with quotation marks, \"won\""),
        ("AnyException: Wrong  \nthere.\n   ^", {"N": "1", "p": "2"}, "m: Wrong there (with N=1, p=2)"),
        ("Lower bound must not be above upper bound", {"N": "3"}, "m: the range of y, [2*K..K], is empty with N=3"),
        ("Lower bound must not be above upper bound", {"N": "-1"}, "m: the range of x, [0..N], is empty with N=-1"),
        (
            "The update 1/2 : (y' = 4) leads to an out-of-bounds value (4) for the variable 'y'",
            {"N": "3"},
            "m: the update (y' = 4) leads to y=4, outside its range [2*K..K] with N=3",
        ),
    ],
)
def test_errors_of_storm_are_explained(message, constants, shown):
    asked = properties.parse_property(ASKED.removeprefix("property "))
    assert prism._explain("m", TEXT, asked, constants, message) == shown


def test_storm_leaves_out_what_comes_after_play_is_decided():
    paths = {'P=? [ F "a" ]': "true U a", "P=? [ G x=1 ]": "a U false", "P>=0 [ y=1 U x=1 ]": "b U a"}
    paths |= dict.fromkeys(("P>=1 [ F x ]", "P=? [ F<=9 x ]", "R=? [ F x ]"), "") | {"P<1 [ F x ]": "true U a"}
    for asked, path in paths.items():
        question = properties.parse_property(asked)
        assert prism._make_undecided_formula(("b" if question.before else "", "a"), question).replace('"', "") == path
