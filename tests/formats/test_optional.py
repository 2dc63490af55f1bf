"""UMB and OpenSpiel are read or refused in one line, which names the package to install if a library is missing."""

import os
import random
import sys
from fractions import Fraction
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import trueodds
from trueodds.cli import run
from trueodds.formats import umb
from trueodds.formats.openspiel import OpenSpielGame, load_openspiel


@pytest.fixture
def umbi():
    return pytest.importorskip("umbi", reason="umbi, which reads UMB files, is not installed")


@pytest.fixture
def pyspiel():
    return pytest.importorskip("pyspiel", reason="pyspiel, which has the games of OpenSpiel, is not installed")


def refused(capsys, *words):
    assert run(words) == 2
    printed = capsys.readouterr()
    assert (printed.out, printed.err.count("\n")) == ("", 1)
    return printed.err


def test_a_file_in_another_format_is_refused(umbi, tmp_path, capsys):
    (tmp_path / "m.umb").write_bytes(b"no archive")
    assert "m.umb: not a readable UMB file" in refused(
        capsys, "solve", str(tmp_path / "m.umb"), "--property", "P=? [ F true ]"
    )


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (("m.umb", "--property", "P=? [ F true ]"), 'pip install "trueodds[umb]"'),
        (("openspiel:pig",), 'pip install "trueodds[openspiel]"'),
    ],
)
def test_a_missing_library_is_reported_in_one_line(words, part, capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "m.umb").write_bytes(b"")
    for library in ("umbi", "pyspiel"):
        monkeypatch.setitem(sys.modules, library, None)
    assert part in refused(capsys, "solve", *words)


@pytest.mark.parametrize("target", [4, 8])
def test_pig_of_openspiel_has_the_value_of_ours(pyspiel, target):
    found = trueodds.solve(load_openspiel(f"pig(winscore={target})"))
    assert found.value == trueodds.solve(trueodds.Pig(target)).value  # there players may stop at once, which is useless
    assert found.game == load_openspiel(f"pig(winscore={target})")
    assert found.game.infinite_play == Fraction(1, 2)
    assert found.game.remark.endswith("infinite play is worth 1/2")
    assert load_openspiel(f"pig(winscore={target})", Fraction(0)).infinite_play == 0


@pytest.mark.parametrize(
    ("name", "part"),
    [
        ("kuhn_poker", "the game must have perfect information, not hidden information"),
        ("nothing", "openspiel:nothing: "),
        ("pig(winscore=20", "Missing closing bracket"),
        ("pig(players=3)", "the game must have two players, not 3"),
        ("catch", "the game must have two players, not 1"),
        ("matrix_rps", "the game must have turns, not simultaneous moves"),
    ],
)
def test_unsupported_games_are_refused(pyspiel, capfd, name, part):
    assert run(("solve", f"openspiel:{name}")) == 2
    printed = capfd.readouterr()  # the streams of the process, to which OpenSpiel prints
    assert part in printed.err
    assert (printed.out, printed.err.count("\n")) == ("", 1)
    os.write(2, b"restored")
    assert capfd.readouterr() == ("", "restored")


class Node(SimpleNamespace):
    """A state with OpenSpiel's interface."""

    def __str__(self):
        return self.shown


def node(tree, name):
    """Return a state by name: its text, the player to move (-1: chance), its edges (action, probability, next)."""
    shown, player, edges = tree.get(name, ("", 0, []))
    return Node(
        shown=shown,
        current_player=lambda: player,
        is_chance_node=lambda: player < 0,
        legal_actions=lambda: [*range(len(edges))],
        action_to_string=lambda action: f"to {action}",
        chance_outcomes=lambda: [(action, float(chance)) for action, chance, _ in edges],
        child=lambda action: node(tree, edges[action][2]),
        is_terminal=lambda: not isinstance(name, str),
        returns=lambda: [float(name), -float(name)],
    )


def drawn_tree(rng):
    """States a0, a1, b0, … print as a and b, so that only the player to move distinguishes a0 from a1."""
    names = [f"{letter}{player}" for letter in "abc" for player in (0, 1)] + ["x", "y"]
    tree = {}
    for name in names:
        ends = [*names, -1, 0, 1, 1]
        targets = [rng.choice(ends) for _ in range(rng.randrange(1, 4))]
        weights = [rng.choice((1, rng.randrange(1, 300_000))) for _ in targets]  # fractions near shorter ones
        chances = [Fraction(weight, sum(weights)) for weight in weights]
        shown, player = (name, -1) if name in "xy" else (name[0], int(name[1]))
        tree[name] = shown, player, [*zip(range(len(targets)), chances, targets, strict=True)]
    return tree


def loaded(tree, text="drawn", infinite_play=Fraction(1, 2)):
    kind = type("Drawn", (), {"__str__": lambda self: text, "new_initial_state": lambda self: node(tree, "a0")})
    return OpenSpielGame(kind(), infinite_play)


@given(st.integers(0, 2**32))
def test_random_games_of_openspiel_agree_with_the_same_rules(seed):
    tree = drawn_tree(random.Random(seed))

    def moves(at):
        return ["chance"] if tree[at][1] < 0 else [f"to {action}" for action, _, _ in tree[at][2]]

    def outcomes(at, move):
        edges = [edge for edge in tree[at][2] if move in ("chance", f"to {edge[0]}")]
        found = {}
        for _, chance, to in edges:
            found[to] = found.get(to, 0) + (chance if move == "chance" else 1)
        return [(p, to) if isinstance(to, str) else (p, None, Fraction(to + 1, 2)) for to, p in found.items()]

    same = trueodds.Rules("a0", moves, outcomes, lambda at: max(0, tree[at][1]), infinite_play=Fraction(1, 2))
    game = loaded(tree)
    mine, its = trueodds.solve(game), trueodds.solve(same)
    assert (mine.value, len(mine.model.positions)) == (its.value, len(its.model.positions))
    assert {game.seat(at) for at in mine.model.positions if game.moves(at) == ["chance"]} <= {0}


def test_openspiel_games_are_compared_with_the_value_of_infinite_play():
    tree = drawn_tree(random.Random(1))
    assert loaded(tree) == loaded(tree) != loaded(tree, infinite_play=Fraction(1))
    assert loaded(tree) != loaded(tree, text="another")
    for chance in (Fraction(1, 3), Fraction(2, 3)):
        tree["a0"] = "a", -1, [(0, chance, "b0"), (1, chance, "b1")]
        game = loaded(tree)
        with pytest.raises(ValueError, match="chances must be fractions that add up to 1, not"):
            game.outcomes(game.start, "chance")


@pytest.mark.parametrize(
    ("fields", "part"),
    [
        ({"time": "stochastic"}, "only discrete-time models are supported, not stochastic-time models"),
        ({"num_observations": 2}, "partially observed models are not supported"),
        ({"state_is_initial": [True, True]}, "there must be 1 initial state, not 2"),
        ({"state_is_initial": [False, False]}, "there must be 1 initial state, not 0"),
        ({"branch_to_probability": [Fraction(1, 2), 1]}, "of choice 0 in state 0 add to 1/2, not to 1"),
        ({"branch_to_probability": [(0.1, 0.2), 1]}, r"probability '\(0.1, 0.2\)' must be above 0"),
    ],
)
def test_unsupported_umb_models_are_refused(monkeypatch, tmp_path, fields, part):
    shape = {"num_states": 2, "time": "discrete", "num_observations": 0, "num_players": 0, "player_to_name": None}
    system = SimpleNamespace(**{name: fields.get(name, value) for name, value in shape.items()})
    arrays = {
        "state_is_initial": [True, False],
        "state_to_choices": None,
        "choice_to_branches": None,
        "branch_to_target": [1, 1],
        "branch_to_probability": [1, 1],
    }
    names = ("choice_to_choice_action", "choice_action_to_string", "annotations", "valuations", "state_to_player")
    found = SimpleNamespace(index=SimpleNamespace(transition_system=system), **dict.fromkeys(names))
    for name, value in arrays.items():
        setattr(found, name, fields.get(name, value))
    monkeypatch.setattr(umb, "_import_umbi", lambda: SimpleNamespace(umb=SimpleNamespace(read=lambda path: found)))
    (tmp_path / "m.umb").write_bytes(b"")
    with pytest.raises(ValueError, match=f"^m.umb: .*{part}"):
        umb.read_transitions(tmp_path / "m.umb")
