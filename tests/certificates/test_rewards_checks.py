"""Each check of the checkers of rewards, by a file that no other check refuses; the seal and the size."""

import io

import pytest

import trueodds
from trueodds.certificates import check_odds, check_odds_rewards
from trueodds.certificates.write import certificate

from .test_rewards import judge

# Seat 0 tosses for 2 a time until it ends, or comes to a trap with seat 1, who may get out of it to no end.
RIGHT = """\
odds 1
game x
parameter a 1
kind values
given none
infinite infinity
rewards moves
numbers 4
number 0
number 1/2
number 1
number 2
positions 5
p 0 1 0 4 walk
m 1>0,1=0,+3 toss
m 2=0 stop
p 1 2 1 5 sell
m 2>3,+3 wait
m 2>0,+2 go
p 0 1 0 infinity stay
m 2>2 pass
m 2=0 stop
p 1 2 0,1 infinity pushed
m 1>2,1>0 toss
m 2>3 wait
p 0 2 0 infinity fall
m 1>3,1>2 toss
m 2>0 pass
start 1
claim 0 5
"""
#: What is changed, and what the checkers in Python and in JavaScript say of it.
CHECKS = [
    ("another version", "odds 1", "odds 2", "only version 1"),
    ("bounds", "kind values", "kind bounds", "no line 'unit'|a line \"unit\""),
    ("another kind", "kind values", "kind other", "unknown kind"),
    ("other rewards", "rewards moves", "rewards steps", "rewards must be none|rewards must be none or moves"),
    ("given to nobody", "given none", "given 2", "given must be"),
    ("an end to it", "infinite infinity", "infinite never", "infinite play is worth infinity"),
    ("a finite worth", "infinite infinity", "infinite 7", "infinite play is worth infinity"),
    ("an infinite payoff", "number 2", "number infinity", "no number a or a/b"),
    ("a sign", "number 2", "number +2", "no number a or a/b"),
    ("a word", "0 4 walk", "0 Infinity walk", "no number a or a/b"),
    ("a reward below 0", "number 2", "number -2", "a reward below 0"),
    ("no such reward", ",+3 toss", ",+4 toss", "'4' is no whole number|4 is no whole number"),
    ("two rewards", ",+3 toss", ",+3,+3 toss", "no outcomes"),
    ("a reward first", "1>0,1=0,+3 toss", "+3,1>0,1=0 toss", "no outcomes"),
    ("no outcomes", "2=0 stop", "2<0 stop", "no outcomes"),
    ("no such probability", "2=0 stop", "4=0 stop", "no such number|4 is no whole number"),
    ("no such position", "2>3 wait", "2>5 wait", "no such number|5 is no whole number"),
    ("no such payoff", "2=0 stop", "2=4 stop", "no such number|4 is no whole number"),
    ("probability 0", "2=0 stop", "2=0,0=0 stop", "a probability that is not above 0"),
    ("more than 1", "2=0 stop", "2=0,1=0 stop", "do not add to 1"),
    ("a name twice", "5 sell", "5 walk", "a second position"),
    ("a move twice", "2=0 stop", "2=0 toss", "a second move"),
    ("no move", "m 1>0,1=0,+3 toss\nm 2=0 stop\n", "", "no move, or more|a position has moves"),
    ("more moves than are given", "given none", "given 1", "no move, or more|a position has moves"),
    ("more than it is", "0 4 walk", "0 5 walk", "is worth something else|worth less than it says"),
    ("less than it is", "0 4 walk", "0 3 walk", "is worth something else|worth more than it says"),
    ("finite where it is infinite", "0 infinity stay", "0 9 stay", "the rank does not fall"),
    ("infinite where it is not", "0 4 walk", "infinity walk", "no line 'p'|a line \"p\""),
    ("another reward", ",+2 go", ",+3 go", "is worth something else|worth more than it says"),
    ("another best move", "2 1 5 sell", "2 0 5 sell", "best moves in line"),
    ("one too many", "2 1 5 sell", "2 0,1 5 sell", "best moves in line"),
    ("an infinite one too many", "1 0 infinity stay", "1 0,1 infinity stay", "best moves in line"),
    ("no rank of a best move", "p 1 2 1 5 sell", "p 1 1 1 5 sell", "the rank does not fall"),
    ("a rank by way of infinity", "p 1 2 1 5 sell", "p 1 1 1 5 sell", "the rank does not fall"),
    ("a trap too high", "p 0 1 0 infinity stay", "p 0 2 0 infinity stay", "can last for ever"),
    ("a trap too low", "p 1 2 0,1 infinity", "p 1 1 0,1 infinity", "can last for ever"),
    ("a fall to no trap", "p 0 2 0 infinity fall", "p 0 0 0 infinity fall", "can last for ever"),
    ("another claim", "claim 0 5", "claim 0 4", "the claim is not what stands"),
    ("an infinite claim", "claim 0 5", "claim 0 infinity", "the claim is not what stands"),
    ("a finite claim", "start 1", "start 4", "the claim is not what stands"),
    ("a claim of who pays", "claim 0 5", "claim 1 -5", "must be of seat 0"),
    ("bounds of it", "claim 0 5", "claim 0 5 5", "the claim is not what stands"),
    ("a start too many", "start 1", "start 5", "'5' is no whole number|5 is no whole number"),
]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("", ""),
        ("p 0 2 0 infinity fall", "p 0 3 0 infinity fall"),
        ("p 0 2 0 infinity fall", "p 0 - 0 infinity fall"),
        ("p 1 2 1 5", "p 1 9 1 5"),
        ("start 1\nclaim 0 5", "start 4\nclaim 0 infinity"),
    ],
)
def test_the_file_is_right(old, new, both, seal):
    good, said = both(seal(RIGHT.replace(old, new, 1).splitlines() if old else RIGHT.splitlines()))
    assert good, said
    judge(RIGHT.splitlines())


@pytest.mark.parametrize(("old", "new", "words"), [row[1:] for row in CHECKS], ids=[row[0] for row in CHECKS])
def test_each_check_refuses_what_no_other_would(old, new, words, python, in_javascript, seal):
    assert old in RIGHT
    data = seal(RIGHT.replace(old, new, 1).split("\n")[:-1])
    ours, _, theirs = words.partition("|")
    for answer, expected in ((python(data), ours), (in_javascript(data), theirs or ours)):
        assert answer[0] is False, expected
        assert expected in answer[1]


def test_the_other_checkers_say_which_one_takes_it(seal):
    with pytest.raises(check_odds.Refused, match=r"check_odds_rewards\.py"):
        check_odds.check(io.BytesIO(seal(RIGHT.splitlines())))
    lines = list(certificate(trueodds.solve(trueodds.RiskOrSafety(1))))
    with pytest.raises(check_odds_rewards.Refused, match=r"rewards must be moves here \(none: check_odds\.py\)"):
        check_odds_rewards.check(io.BytesIO(seal(lines)))


def test_the_seal_and_the_size(python, seal, monkeypatch):
    data = seal(RIGHT.splitlines())
    for other, words in (
        (data[:-1], "the file ends before its seal"),
        (data + b"#\n", "something follows the seal"),
        (data.replace(b"game x", b"game y"), "the seal is not that of the lines before it"),
        (data.replace(b"game x", b"game \xff"), "not readable"),
        (data.replace(b"game x", b"game \a"), "a control character"),
        (b"odds 1\nrewards moves\n#" + b"x" * 2**21 + b"\n", "no line 'game'"),
        (b"odds 1\n#" + b"x" * 2**21 + b"\nrewards moves\n", "longer than a certificate may be"),
        (data.replace(b"positions 5", b"positions 10000000"), "is no whole number"),
        (data.replace(b"numbers 4", b"numbers 1000000"), "is no whole number"),
        (data.replace(b"p 0 1 0 4", b"p 0 1000000000 0 4"), "is no whole number"),
        (data.replace(b"p 0 1 0 4", b"p 2 1 0 4"), "is no whole number"),
        (data.replace(b"claim 0 5", b"claim 5"), "no line 'claim'"),
        (data.replace(b"game x", b"game "), "no line 'game'"),
    ):
        good, said = python(other)
        assert not good
        assert words in said
    monkeypatch.setattr(check_odds_rewards, "MAX_BYTES", len(data))
    assert python(data)[0]
    monkeypatch.setattr(check_odds_rewards, "MAX_BYTES", len(data) - 1)
    assert "longer than a certificate may be" in python(data)[1]
