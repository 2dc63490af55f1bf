"""UMB and OpenSpiel: what is read, what is refused in one line, and what to install where the library is missing."""

import sys
from fractions import Fraction

import pytest

import trueodds
from trueodds.cli import run


@pytest.fixture
def umbi():
    return pytest.importorskip("umbi", reason="umbi, which reads UMB files, is not installed")


@pytest.fixture
def pyspiel():
    return pytest.importorskip("pyspiel", reason="pyspiel, which has the games of OpenSpiel, is not installed")


def refused(capsys, *words):
    assert run(words) == 2
    told = capsys.readouterr()
    assert (told.out, told.err.count("\n")) == ("", 1)
    return told.err


def test_rewards_labels_and_names_of_a_umb_file(umbi, tmp_path):
    import umbi.ats

    from trueodds.formats.umb import read_umb

    made = umbi.ats.ExplicitAts()
    made.num_players, made.player_to_name = 2, ["anna", "bert"]
    for _ in range(3):
        made.add_state()
    made.state_to_player = [0, 1, 0]
    made.num_choice_actions, made.choice_action_to_name = 2, ["walk", "run"]
    for state, action, branches in (
        (0, 0, [(1, Fraction(1))]),
        (0, 1, [(0, Fraction(2, 3)), (2, Fraction(1, 3))]),
        (1, 0, [(2, Fraction(1))]),
        (2, 0, [(2, Fraction(1))]),
    ):
        choice = made.add_state_choice(state)
        choice.action = action
        for target, chance in branches:
            choice.add_branch(target, chance)
    made.set_initial_states([0])
    for label, where in (("home", [False, False, True]), ("far", [True, False, False])):
        made.add_ap_annotation(label).set_state_values(where)
    made.add_reward_annotation("time").set_choice_values([Fraction(2), Fraction(1), Fraction(5, 2), Fraction(0)])
    umbi.ats.write(made, tmp_path / "m.umb")
    found = trueodds.solve(read_umb(tmp_path / "m.umb", '<<anna>> R{"time"}min=? [ F "home" ]'))
    assert (found.value, found.best_moves) == (3, {"run"})
    assert trueodds.solve(read_umb(tmp_path / "m.umb", '<<bert>> Pmax=? [ "far" U "home" ]')).value == 0
    assert trueodds.solve(read_umb(tmp_path / "m.umb", '<<anna>> Pmax=? [ "far" U "home" ]')).value == 1


def test_no_umb_file(umbi, tmp_path, capsys):
    (tmp_path / "m.umb").write_bytes(b"no archive")
    assert "m.umb: no UMB file that can be read" in refused(
        capsys, "solve", str(tmp_path / "m.umb"), "--property", "P=? [ F true ]"
    )


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (("m.umb", "--property", "P=? [ F true ]"), 'pip install "trueodds[umb]"'),
        (("openspiel:pig",), 'pip install "trueodds[openspiel]"'),
    ],
)
def test_what_to_install_is_said_in_one_line(words, part, capsys, monkeypatch):
    for library in ("umbi", "pyspiel"):
        monkeypatch.setitem(sys.modules, library, None)
    assert part in refused(capsys, "solve", *words)


@pytest.mark.parametrize("target", [4, 8])
def test_a_game_of_openspiel_is_ours(pyspiel, target):
    from trueodds.formats.openspiel import load_openspiel

    found = trueodds.solve(load_openspiel(f"pig(winscore={target})"))
    assert found.value == trueodds.solve(trueodds.Pig(target)).value  # there one may stop at once, which helps nobody
    assert found.game == load_openspiel(f"pig(winscore={target})")


def test_a_game_without_chance(pyspiel, capsys):
    assert run(("solve", "openspiel:tic_tac_toe", "--json")) == 0
    told = capsys.readouterr()
    assert '"value": {"numerator": "1", "denominator": "2"' in told.out
    assert "a play that never ends counts 1/2" in told.err


@pytest.mark.parametrize(
    ("name", "part"),
    [
        ("kuhn_poker", "a game with hidden information; there must be perfect information"),
        ("nothing", "openspiel:nothing: "),
        ("pig(winscore=20", "Missing closing bracket"),
        ("pig(players=3)", "a game with 3 players; there must be two players"),
        ("matrix_rps", "a game with moves at the same time; there must be turns"),
    ],
)
def test_games_that_are_not_solved(pyspiel, capfd, name, part):
    assert run(("solve", f"openspiel:{name}")) == 2
    told = capfd.readouterr()  # of the process: what OpenSpiel itself prints, too
    assert part in told.err
    assert (told.out, told.err.count("\n")) == ("", 1)
