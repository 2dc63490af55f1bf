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
from trueodds.formats.openspiel import OpenSpielGame, load_openspiel


@pytest.fixture
def pyspiel():
    return pytest.importorskip("pyspiel", reason="pyspiel, which has the games of OpenSpiel, is not installed")


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (("m.umb", "--property", "P=? [ F true ]"), 'pip install "trueodds[umb]"'),
        (("openspiel:pig",), 'pip install "trueodds[openspiel]"'),
    ],
)
def test_a_missing_library_is_reported_in_one_line(words, part, refused, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "m.umb").write_bytes(b"")
    for library in ("umbi", "pyspiel"):
        monkeypatch.setitem(sys.modules, library, None)
    assert part in refused("solve", *words)


def test_pig_of_openspiel_has_the_value_of_ours(pyspiel):
    target = 5
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
        ("matrix_rps", "the game must have turns, not simultaneous moves"),
    ],
)
def test_unsupported_games_are_refused(pyspiel, refused, capfd, name, part):
    assert part in refused("solve", f"openspiel:{name}")
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
        with pytest.raises(ValueError, match="chances must add up to 1, not"):
            game.outcomes(game.start, "chance")
