"""Models and games of UMB and OpenSpiel are read or refused in one line."""

import os
import random
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from unittest.mock import Mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

import trueodds
from trueodds.formats import explicit, umb
from trueodds.formats.openspiel import OpenSpielGame, load_openspiel
from trueodds.solver.checked_rules import TooLargeError

from .small import draw, transitions_of, whole, write_tra

SEEDS = st.integers(0, 2**32)


@pytest.fixture(scope="module")
def pyspiel():
    return pytest.importorskip("pyspiel", reason="pyspiel, which has the games of OpenSpiel, is not installed")


@pytest.fixture(scope="module")
def umbi():
    return pytest.importorskip("umbi", reason="umbi, which reads UMB files, is not installed")


@given(SEEDS)
def test_umb_files(umbi, seed):
    """A model is read back as it was written, with the rewards that another program has added."""
    small = draw(random.Random(seed))
    small.variables, small.states = ("state",), [(x,) for x in range(len(small.states))]

    def write(made, path):
        assert made.num_players == (len(source.players) if small.kind == "smg" else small.kind == "mdp")
        pairs = [(x, y) for x, own in enumerate(small.moves) for y in range(len(own))]
        if small.kind == "mdp" and len(pairs) > len(small.states):  # the one who chooses may be missing
            made.num_players, made.state_to_player = 0, None
        for title, (states, moves, outcomes) in small.rewards.items():
            added = made.add_reward_annotation(title)
            added.set_state_values([states.get(x, 0) for x in range(len(small.states))])
            added.set_choice_values([moves.get(pair, 0) for pair in pairs])
            added.set_branch_values([outcomes.get(row, 0) for row in sorted(small.rows())])
        umbi.ats.write(made, path)

    library = SimpleNamespace(umb=umbi.umb, ats=SimpleNamespace(ExplicitAts=umbi.ats.ExplicitAts, write=write))
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr(umb, "_import_umbi", lambda: library)
        source = explicit.read_transitions(write_tra(small, Path(folder, "m.tra")))
        source = replace(source, players=tuple(f"player {name}" for name in source.players))
        umb.write_umb(source, Path(folder, "m.umb"))
        assert whole(umb.read_transitions(Path(folder, "m.umb"))) == whole(source)


@given(SEEDS)
def test_variables_of_umb_files(seed):
    """Variables name the states if they are unique whole numbers or bools; otherwise the numbers of states do."""
    small = draw(random.Random(seed))
    states = [dict(zip(small.variables, state, strict=True)) for state in small.states]
    columns, names = umb._variables(SimpleNamespace(valuations={"states": states}), len(states))
    assert names == small.variables
    read = zip(*(one.tolist() for one in columns), strict=True)
    assert list(map(repr, read)) == list(map(repr, small.states))  # True is not 1
    odd = [{"x": 9, "done": True, "y": 0} | {name: what} for name in small.variables for what in (0.5, "1", None)]
    for wrong in ([*states, states[0]], *([*states, last] for last in odd)):
        columns, names = umb._variables(SimpleNamespace(valuations={"states": wrong}), len(wrong))
        assert (names, columns[0].tolist()) == (("state",), [*range(len(wrong))])


UMB = [
    ("time", "stochastic", "the time of the model must be discrete, not stochastic"),
    ("num_observations", 2, "partially observable models are not supported"),
    ("state_is_initial", [True, True], "there must be exactly one initial state, not 2"),
    ("state_is_initial", [False, False], "there must be exactly one initial state, not 0"),
    ("branch_to_probability", [Fraction(1, 2), 1], "of choice 0 of state 0 add up to 1/2, not to 1"),
]


@pytest.fixture
def two_states(umbi, monkeypatch, tmp_path):
    """What umbi reads from a file with two states; it may be changed before it is read again."""
    umb.write_umb(transitions_of([0, 0], [[[(1, 1)]], [[(1, 1)]]], [[0], [0]]), tmp_path / "m.umb")
    found = umbi.umb.read(tmp_path / "m.umb")
    monkeypatch.setattr(umbi.umb, "read", lambda path: found)
    return found


@pytest.mark.parametrize(("field", "value", "part"), UMB)
def test_unsupported_umb_models_are_refused(two_states, tmp_path, field, value, part):
    system = two_states.index.transition_system
    setattr(system if hasattr(system, field) else two_states, field, value)
    with pytest.raises(ValueError, match=f"^m.umb: .*{part}"):
        umb.read_transitions(tmp_path / "m.umb")


def test_umb_files_may_omit_what_is_usual(two_states, tmp_path):
    """A chain has no players; a state may have one move, without a name, with one branch of probability 1."""
    for field in ("state_to_choices", "choice_to_choice_action", "branch_to_probability", "choice_to_branches"):
        setattr(two_states, field, None)
    system = two_states.index.transition_system
    system.num_states, system.num_players, two_states.annotations = 2999, 0, None
    two_states.state_is_initial, two_states.branch_to_target = [True] + [False] * 2998, [*range(2999)]
    read = umb.read_transitions(tmp_path / "m.umb", max_positions=1500)
    assert (read.kind, len(read), read.table, {*read.moves}) == ("dtmc", 2999, [1], {"[]"})
    with pytest.raises(TooLargeError, match=r"^m.umb has 2,999 states, over twice the limit of 1,499 positions; raise"):
        umb.read_transitions(tmp_path / "m.umb", max_positions=1499)


@pytest.mark.parametrize("part", ["states", "choices", "branches"])
def test_umb_files_may_have_labels_and_rewards_of_one_kind(two_states, tmp_path, part):
    two_states.annotations = {"aps": {part: {part: [False, True]}}, "rewards": {"r": {part: [0, 2]}}}
    two_states.choice_action_to_string = None
    _, _, _, _, _, _, moves, labels, rewards = whole(umb.read_transitions(tmp_path / "m.umb"))
    assert (moves, rewards) == (2 * [[("[]", {1: 1})]], {"r": [[0], [2]]})
    assert labels == ({part: {1}} if part == "states" else {})


def test_floats_and_the_initial_state_of_umb_files(umbi, monkeypatch, tmp_path):
    path = tmp_path / "m.umb"
    thirds = [[(Fraction(1, 3), 0), (Fraction(2, 3), 1)]], [[(1, 1)]]
    umb.write_umb(replace(transitions_of([0, 0], thirds, [[0], [0]]), start=1, labels={}), path)
    found = umbi.umb.read(path)
    found.branch_to_probability = [0.3333, 0.6667, 1.0]
    monkeypatch.setattr(umbi.umb, "read", lambda path: found)
    assert set(umb.read_transitions(path, nearest=3).table) == {Fraction(1, 3), Fraction(2, 3), 1}
    assert trueodds.solve(trueodds.read_model(path, '<<*>> Pmax=? [ G "init" ]', nearest=3)).value == 1


def test_other_files_are_no_umb_files(umbi, monkeypatch, tmp_path):
    with pytest.raises(FileNotFoundError, match=r"none\.umb"):
        umb.read_transitions(tmp_path / "none.umb")
    (tmp_path / "m.umb").write_bytes(b"")
    with pytest.raises(ValueError, match=r"^m.umb: .*not a readable UMB file"):
        umb.read_transitions(tmp_path / "m.umb")
    for size in (79, 80):  # a longer text is cut
        monkeypatch.setattr(umbi.umb, "read", Mock(side_effect=OSError("x\n \n" + "x" * (size - 2))))
        with pytest.raises(ValueError, match=rf"file \(x {'x' * 77}{'…' * (size - 79)}\)$"):
            umb.read_transitions(tmp_path / "m.umb")


def test_pig_of_openspiel_has_the_value_of_ours(pyspiel):
    target = 5
    found = trueodds.solve(load_openspiel(f"pig(winscore={target})"))
    assert found.value == trueodds.solve(trueodds.Pig(target)).value  # there players may stop at once, which is useless
    assert found.game == load_openspiel(found.game.name.removeprefix("openspiel:"))
    assert found.game.infinite_play == Fraction(1, 2)
    assert found.game.remark.endswith("infinite play is worth 1/2")
    assert load_openspiel(f"pig(winscore={target})", Fraction(0)).infinite_play == 0


@pytest.mark.parametrize(
    ("name", "part"),
    [
        ("catch", "the game must have two players, not 1"),
        ("pig(players=3)", "the game must have two players, not 3"),
        ("kuhn_poker", "the game must have perfect information, not hidden information"),
        ("x" * 120, f"openspiel:{'x' * 120}: Unknown game …\n"),
        ("nothing", "openspiel:nothing: Unknown game 'nothing'.\n"),
        ("pig(winscore=20", "Missing closing bracket"),
        ("matrix_rps", "the game must have turns, not simultaneous moves"),
    ],
)
def test_unsupported_games_are_refused(pyspiel, refused, capfd, name, part):
    os.close(free := os.dup(2))
    assert part in refused("solve", f"openspiel:{name}")
    assert os.dup(2) == free
    os.close(free)
    os.write(2, b"restored")
    assert capfd.readouterr() == ("", "restored")


def test_other_payoffs_and_sampled_chance_are_refused(pyspiel, monkeypatch):
    known, kinds = pyspiel.load_game("tic_tac_toe").get_type(), pyspiel.GameType
    usual = {name: getattr(known, name) for name in ("dynamics", "information", "utility", "chance_mode")}
    for wrong, part in (
        ({"utility": kinds.Utility.GENERAL_SUM}, "payoffs that add up to 0, not other payoffs"),
        ({"chance_mode": kinds.ChanceMode.SAMPLED_STOCHASTIC}, "explicit chance, not sampled chance"),
    ):
        kind = SimpleNamespace(**usual | wrong)
        game = SimpleNamespace(get_type=lambda kind=kind: kind, num_players=lambda: 2)
        monkeypatch.setattr(pyspiel, "load_game", lambda text, game=game: game)
        with pytest.raises(ValueError, match=f"^openspiel:any: the game must have {part}$"):
            load_openspiel("any")


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


@given(SEEDS)
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
    assert ({loaded(tree): 1}[loaded(tree)], repr(loaded(tree))) == (1, "load_openspiel('drawn')")
    tree["a0"] = "a", -1, [(0, Fraction(1, 2**30), 1), (1, 1 - Fraction(1, 2**30), "b1")]
    assert min(one.probability for one in loaded(tree).outcomes("a player -1", "chance")) == Fraction(1, 2**30)
    sums = [([0.5, 1.0], "3/2", ""), ([0.5, 0.4], "9/10", ""), ([0.5] * 6, "3", ""), ([0.5] * 7, "7/2", ", …")]
    told = "chances must add up to 1, not {}; they are {}{}"
    wrong = [(own, 1, told.format(total, ", ".join(map(str, own[:6])), more)) for own, total, more in sums]
    wrong += [([1.0], end, f"a return must be 1, 0 or -1, not {end}") for end in (2.0, 0.5, -2.0)]
    for chances, end, part in wrong:
        tree["a0"] = "a", -1, [(at, chance, end) for at, chance in enumerate(chances)]
        game = loaded(tree)
        with pytest.raises(ValueError, match=f"^openspiel:drawn: {part}$"):
            game.outcomes(game.start, "chance")
