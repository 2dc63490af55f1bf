"""PRISM's explicit files are read; every error in them is refused in one line."""

import json
from fractions import Fraction

import pytest

import trueodds
from trueodds.cli import run
from trueodds.formats.explicit import read_transitions
from trueodds.runtime import memory

from .small import Small
from .small import write_tra as write

# Player 1 risks or passes; player 2 answers. State 4 is won, state 5 lost.
TRA = """# Transitions (SMG)
6:2 9 11
0:0 0 1 1/3 risk
0:0 0 2 2/3 risk
0:0 1 2 1 pass
1:1 0 4 0.75
1:1 0 5 0.25
1:1 1 0 1
2:1 0 3 1 wait
3:0 0 4 1
3:0 1 2 1
4:0 0 4 1
5:0 0 5 1
"""
STA = "(x,done)\n0:(0,false)\n1:(1,false)\n2:(2,false)\n3:(3,false)\n4:(4,true)\n5:(5,true)\n"
LAB = '0="init" 1="deadlock" 2="won"\n0: 0\n4: 2\n'
SREW = '# Reward structure "time"\n# State rewards\n6 2\n0 1\n3 1/2\n'
TREW = '# Reward structure "time"\n# Transition rewards\n6 9 2\n0 0 1 3\n0 0 2 3\n'


@pytest.fixture
def game(tmp_path):
    for ending, text in ((".tra", TRA), (".sta", STA), (".lab", LAB), (".srew", SREW), (".trew", TREW)):
        (tmp_path / f"game{ending}").write_text(text)
    return tmp_path / "game.tra"


def test_positions_by_number_and_by_name(game):
    found = trueodds.solve(trueodds.read_model(game, '<<1>> Pmax=? [ F "won" ]'))
    assert found.value_at((2, False)) == found.value_at(2) == 0  # player 2 moves there
    assert found.move_at(0) == "pass"
    assert found.game.moves(3) == ["choice 0", "choice 1"]
    with pytest.raises(ValueError, match="is not a position"):
        found.value_at(5)


def test_nearest_fractions_on_request(tmp_path, capsys):
    path = tmp_path / "die.tra"
    rows = [f"0 {x} 0.1666666666666667" for x in range(1, 7)] + [f"{x} {x} 1" for x in range(1, 7)]
    path.write_text("7 12\n" + "\n".join(rows))
    words = ("solve", str(path), "--property", "P=? [ F state=3 ]", "--json")
    assert run(words) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err == (
        "trueodds: die.tra: the probabilities of choice 0 in state 0 (line 2) add up to "
        "5000000000000001/5000000000000000, not to 1\n"
    )
    assert run((*words, "--nearest", "100")) == 0
    printed = capsys.readouterr()
    assert json.loads(printed.out)["value"]["denominator"] == "6"
    assert "warning" in printed.err
    assert "denominators up to 100 replaced 1 of 2 distinct probabilities" in printed.err
    path.write_text("2 3\n0 0 0.333\n0 1 0.667\n1 1 1\n")  # as fractions they add to 1
    assert trueodds.solve(trueodds.read_model(path, "P=? [ F state=1 ]")).value == 1


REFUSED = [
    ("", "game.tra: the file is empty"),
    ("0 0\n", "game.tra: states: 0, transitions: 0; a state is needed, and a transition for each"),
    ("states\n", "game.tra: line 1: 'states' is not a header such as '5:2 9 11'"),
    ("5:2 9\n", "is not a header"),
    ("1 2 3 4\n", "is not a header"),
    ("1 1000000000000000000\n", "is not a header"),
    ("1000000000 1000000000\n0 0 1\n", "game.tra, with 1000000000 states in its header: about"),
    ("1000000000 1\n0 0 1\n", "states: 1000000000, transitions: 1; a state is needed"),
    (TRA.replace("5:0 0 5 1\n", ""), "the number of transitions is 11 in the header, but 10 in the file"),
    (TRA.replace("6:2 9 11", "6:2 9 10"), "the number of transitions is 10 in the header, but 11 in the file"),
    *((TRA.replace("6:2 9 11", f"6:2 {n} 11"), f"choices is {n} in the header, but 9 in the file") for n in (6, 8, 10)),
    ("3 4 4\n0 0 1 1/3\n0 0 2 2/3\n1 0 1 1\n2 0 2 1\n", "the number of choices is 4 in the header, but 3 in the file"),
    (TRA.replace("5:0 0 5 1", "6:0 0 5 1"), "line 13: state must be from 0 to 5, not 6"),
    (TRA.replace("5:0 0 5 1", "5:0 0 6 1"), "line 13: state must be from 0 to 5, not 6"),
    (TRA.replace("5:0 0 5 1", "5:2 0 5 1"), "line 13: player must be from 0 to 1, not 2"),
    (TRA.replace("0:0 1 2 1 pass", "0:1 1 2 1 pass"), "line 5: player 1 moves in state 0, which belongs to player 0"),
    (TRA.replace("5:0 0 5 1", "4:0 1 5 1"), "state 5 has no move"),
    (TRA.replace("1/3", "1/4"), "of choice 0 in state 0 (line 3) add up to 11/12, not to 1"),
    (TRA.replace("1/3", "x"), "line 3: probability 'x' must be above 0 and at most 1"),
    (TRA.replace("1/3", "0"), "line 3: probability '0' must be above 0"),
    (TRA.replace("1/3", "-1/3"), "line 3: probability '-1/3' must be above 0"),
    (TRA.replace("1/3", "1/0"), "line 3: probability '1/0' must be above 0"),
    (TRA.replace("5:0 0 5 1", "5:0 0 5"), "line 13: expected 5 or 6 words, not 4"),
]


@pytest.mark.parametrize(("free", "fits"), [(25999, False), (26000, True)])
def test_memory_is_refused_before_a_model_is_read(tmp_path, monkeypatch, free, fits):
    """60 bytes for each of 100 states, 100 bytes for each of 200 transitions."""
    monkeypatch.setattr(memory, "_SMALL", 0)
    monkeypatch.setattr(memory, "memory_available", lambda: free)
    rows = [f"{x} {to} 1/2\n" for x in range(100) for to in (x, (x + 1) % 100)]
    (tmp_path / "m.tra").write_text(f"100 200\n{''.join(rows)}")
    if fits:
        assert len(read_transitions(tmp_path / "m.tra")) == 100
    else:
        with pytest.raises(MemoryError, match=r"^m.tra, with 100 states in its header: about"):
            read_transitions(tmp_path / "m.tra")


@pytest.mark.parametrize(("text", "part"), REFUSED)
def test_bad_transitions(game, refused, text, part):
    game.write_text(text)
    assert part in refused("solve", str(game), "--property", '<<1>> Pmax=? [ F "won" ]')


@pytest.mark.parametrize(
    ("ending", "text", "part"),
    [
        (".sta", STA[:-12], "game.sta: the number of states is 5 in this file, but 6 in the model"),
        (".sta", STA.replace("5:(5", "4:(5"), "game.sta: the states must be numbered from 0 to 5"),
        (".sta", STA.replace("(3,", "(c,"), "game.sta: the values of a variable must be all whole"),
        (".sta", STA.replace("(3,false)", "(3)"), "game.sta: the values of a variable must be all whole"),
        (".sta", STA.replace("(3,false)", "(3,1)"), "game.sta: the values of a variable must be all whole"),
        (".sta", STA.replace("(3,false)", "(3,false,4)"), "game.sta: line 5: expected 2 or 3 words, not 4"),
        (".sta", "x done\n", "game.sta: 'x done' is not a list of variables"),
        (".sta", STA.replace("(x,done)", "x,done"), "game.sta: 'x,done' is not a list of variables"),
        (".sta", STA.replace("(x,done)", "(x,2)"), "game.sta: '(x,2)' is not a list of variables"),
        (".lab", LAB.replace("4: 2", "6: 2"), "game.lab: line 3: '6: 2' is not a state"),
        (".lab", LAB.replace("4: 2", "9: 2"), "game.lab: line 3: '9: 2' is not a state"),
        (".lab", LAB.replace("4: 2", "4: 2 3"), "game.lab: line 3: '4: 2 3' is not a state with its labels"),
        (".lab", "won\n", "game.lab: 'won' is not a list of labels"),
        (".lab", LAB + "1: 0\n", "game.lab: there must be 1 initial state, not 2"),
        (".lab", LAB.replace("0: 0\n", ""), "game.lab: there must be 1 initial state, not 0"),
        (".srew", SREW.replace("6 2", "6 3"), "game.srew: the number of rewards is 3 in the header, but 2 in the file"),
        (".srew", "x\n0 3\n", "game.srew: the number of rewards is 0 in the header, but 1 in the file"),
        (".srew", SREW.replace("0 1\n", "9 1\n"), "game.srew: line 4: state must be from 0 to 5, not 9"),
        (".srew", SREW.replace("3 1/2", "3 half"), "game.srew: line 5: 'half' is not a reward"),
        (".srew", SREW.replace("3 1/2", "0 1/2"), "game.srew: line 5: this state already has a reward"),
        (".trew", TREW.replace("0 0 2 3", "0 1 1 3"), "game.trew: line 5: the model has no such transition"),
        (".srew", SREW.replace("0 1\n", "0 -1\n"), "rewards must be at least 0, not -"),
    ],
)
def test_bad_companion_files(game, refused, ending, text, part):
    game.with_suffix(ending).write_text(text)
    assert part in refused("solve", str(game), "--property", "<<1>> Rmax=? [ F done ]")


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (('<<1>> Pmax=? [ F "lost" ]',), 'game.tra: no label "lost"; known labels: init, deadlock, won'),
        (("<<1>> Pmax=? [ F y=1 ]",), "game.tra: no variable y; known variables: x, done"),
        *(((f"<<{n}>> Pmax=? [ F done ]",), f"no player '{n}'; the players are 1, 2") for n in (-1, 0, 3)),
        (("<<ann>> Pmax=? [ F done ]",), "no player 'ann'; the players are 1, 2"),
        (("Pmax=? [ F done ]",), "a game needs a coalition such as <<1>>; the players are 1, 2"),
        (("<<1>> P=? [ F done ]",), "write Pmax=? or Pmin=?"),
        (("<<1>> Pmax=? [ F x ]",), "formula 'x': expected a condition, not a number"),
        (("<<1>> Pmax=? [ F x=done ]",), "formula 'x=done': a number cannot be compared with a condition"),
        (("<<1>> Pmax=? [ F done=1 ]",), "formula 'done=1': a number cannot be compared with a condition"),
        (("<<1>> Pmax=? [ F done ]", "--const", "N=3"), "constants apply only to models in the PRISM language"),
        (("<<1>> Pmax=? [ F<=999999999 done ]",), "999999999 steps of game.tra need more than 67108864"),
    ],
)
def test_bad_questions(game, refused, words, part):
    assert part in refused("solve", str(game), "--property", *words)


def test_rewards_are_in_the_order_of_their_numbers(tmp_path):
    rewards = {f"r{at}": ({0: at}, {}, {}) for at in range(1, 12)}
    one = Small("dtmc", ("x",), [(0,)], 0, (), [0], [[("go", {0: Fraction(1)})]], {"init": {0}}, rewards)
    write(one, tmp_path / "a.b.tra")
    assert list(read_transitions(tmp_path / "a.b.tra").rewards) == [f"r{at}" for at in range(1, 12)]
    (tmp_path / "a.b2.trew").unlink(missing_ok=True)
    (tmp_path / "a.b2.srew").write_text('# Reward structure "r1"\n1 0\n')
    with pytest.raises(ValueError, match=r'^a\.b2\.srew: there are two reward structures "r1"$'):
        read_transitions(tmp_path / "a.b.tra")
    (tmp_path / "c.tra").write_text("1 1\n0 0 1\n")
    (tmp_path / "c.srew").write_text("1 1\n0 3\n")
    assert list(read_transitions(tmp_path / "c.tra").rewards) == [""]


def chain(init, won, gains=None):
    """From state 0 a third leads to state 1 and the rest to state 2."""
    moves = [[("go", {1: Fraction(1, 3), 2: Fraction(2, 3)})], [("go", {1: Fraction(1)})], [("go", {2: Fraction(1)})]]
    states, rewards = [(0, False), (1, True), (2, True)], {"r": ({0: 1}, {}, {})} if gains else {}
    return Small("dtmc", ("x", "done"), states, init, (), [0] * 3, moves, {"init": {init}, "won": won}, rewards)


NO_VARIABLES, NO_LABELS = (
    "the only variable is state, the number of the state",
    "play starts in state 0, and there are no labels",
)


@pytest.mark.parametrize(
    ("gone", "remark"),
    [
        ((), ()),
        ((".lab",), (f"no file m.p3.lab: {NO_LABELS}",)),
        ((".sta", ".lab"), (f"no file m.p3.sta: {NO_VARIABLES}", f"no file m.p3.lab: {NO_LABELS}")),
    ],
)
def test_missing_files_are_reported(tmp_path, capsys, gone, remark):
    write(chain(2, set(), gains=True), tmp_path / "m.tra")
    write(chain(0, set()), tmp_path / "m.p3.tra")
    for ending in gone:
        (tmp_path / f"m.p3{ending}").unlink()
    path = tmp_path / "m.p3.tra"
    assert read_transitions(path).remarks == remark
    assert run(["solve", str(path), "--property", "P=? [ F false ]", "--json"]) == 0
    assert capsys.readouterr().err == "".join(f"trueodds: warning: {path}: {one}\n" for one in remark)
    assert run(["solve", str(path), "--property", "R=? [ F true ]"]) == 2
    assert "m.p3.tra: the model has no rewards\n" in capsys.readouterr().err
    if ".lab" in gone:
        assert run(["solve", str(path), "--property", 'P=? [ F "won" ]']) == 2
        why = "; ".join(remark)
        assert capsys.readouterr().err.endswith(f'no label "won"; known labels: init, deadlock; {why}\n')


def test_labels_without_an_initial_state_are_reported(tmp_path):
    write(chain(0, set()), tmp_path / "m.tra")
    (tmp_path / "m.lab").write_text('2="won"\n1: 2\n')
    assert read_transitions(tmp_path / "m.tra").remarks == ('no label "init" in m.lab: play starts in state 0',)
