"""Properties are read as PRISM writes them, and what is not solved is refused by name."""

import pytest
from gmpy2 import mpq

from trueodds.formats.properties import parse_property, split_properties, strip_comments


@pytest.mark.parametrize(
    ("text", "coalition", "optimum", "comparison", "limit", "operator", "steps", "before", "target"),
    [
        ('<<P1>> Pmax=? [ F "won" ]', ("P1",), "max", "", None, "F", None, "", '"won"'),
        ("<<bob, alice>>Pmin=?[F x=1]", ("bob", "alice"), "min", "", None, "F", None, "", "x=1"),
        ("<< >> P max =? [G<=3 !(x=1|y>2)]", (), "max", "", None, "G", 3, "", "!(x=1|y>2)"),
        ("P>=0.25 [ x<3 U<7 (y=1) ]", None, "", ">=", mpq(1, 4), "U", 6, "x<3", "(y=1)"),
        ("P<1/3 [ F F_is_a_name ]", None, "", "<", mpq(1, 3), "F", None, "", "F_is_a_name"),
        ('P<=1e-2 [ "U" U "F" ]', None, "", "<=", mpq(1, 100), "U", None, '"U"', '"F"'),
        ("P>0 [ U_turn U x=1 ]", None, "", ">", mpq(0), "U", None, "U_turn", "x=1"),
        ("P=? [ true U x=(1+2) ]", None, "", "", None, "U", None, "true", "x=(1+2)"),
        ("P=?[F<=2(x=1)]", None, "", "", None, "F", 2, "", "(x=1)"),
    ],
)
def test_parts(text, coalition, optimum, comparison, limit, operator, steps, before, target):
    found = parse_property(f'"it": {text}')
    assert (found.text, found.name, found.coalition, found.optimum) == (text, "it", coalition, optimum)
    assert (found.comparison, found.limit, found.operator, found.steps) == (comparison, limit, operator, steps)
    assert (found.before, found.target) == (before, target)


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ('R{"time"}min=? [ F<=3 "done" ]', "of expected rewards only F without a bound is solved; there are Pmax=?"),
        ('Rmax=? [ "a" U "done" ]', "of expected rewards only F without a bound is solved"),
        ("<<a>> R{1}max=? [ F x=3 ]", "not of a kind that is solved"),
        ("<<a>> Rmax=? [ C<=5 ]", "no F, G or U in 'C<=5'"),
        ("R>=-1 [ F x=1 ]", "what a reward is compared with must be a number from 0, not '-1'"),
        ('P{"a"}max=? [ F x=1 ]', "not of a kind that is solved"),
        ("S=? [ x=1 ]", "not of a kind that is solved; there are Pmax=?"),
        ("<<P1>> (P>0 [ F x=1 ] & P>0 [ F x=2 ])", "not of a kind that is solved"),
        ("P>0 [ F x=1 ] & P>0 [ F x=2 ]", "not of a kind that is solved"),
        ("multi(Pmax=? [ F x=1 ], P>0 [ F x=2 ])", "not of a kind that is solved"),
        ("Pmax=? [ F x=1", "not of a kind that is solved"),
        ("", "not of a kind that is solved"),
        ("Pmax=? [ X x=1 ]", "next is not solved"),
        ("Pmax=? [ x=1 W x=2 ]", "weak until is not solved"),
        ("Pmax=? [ x=1 R x=2 ]", "release is not solved"),
        ("Pmax=? [ G F x=1 ]", "F within another operator is not solved"),
        ("Pmax=? [ F (P>0.5 [ F x=1 ]) ]", "P within another operator is not solved"),
        ("Pmax=? [ (F x=1) & (F x=2) ]", "no F, G or U in"),
        ("Pmax=? [ x=1 ]", "no F, G or U in 'x=1'"),
        ("Pmax=? [ F ]", "F needs a formula on its right"),
        ("Pmax=? [ x=1 U ]", "U needs a formula"),
        ("Pmax=? [ U x=1 ]", "U needs a formula"),
        ("Pmax=? [ F>=3 x=1 ]", "a bound on steps must be such as <=10"),
        ("Pmax=? [ F[1,3] x=1 ]", "a bound on steps must be such as <=10"),
        ("Pmax=? [ F<=k x=1 ]", "a bound on steps must be such as <=10"),
        ("Pmax=? [ F<0 x=1 ]", "a bound on steps must be such as <=10"),
        ("Pmax=? [ F<=2.5 x=1 ]", "a bound on steps must be such as <=10"),
        ("P>=2 [ F x=1 ]", "what a chance is compared with must be from 0 to 1, not '2'"),
        ("P>=1/0 [ F x=1 ]", "not '1/0'"),
        ("P>=1..5 [ F x=1 ]", "not '1..5'"),
        ("P>= [ F x=1 ]", "not ''"),
        ("Pmax>=0.5 [ F x=1 ]", "Pmax asks for a value, with =?; to compare, write P>="),
    ],
)
def test_what_is_not_solved_is_refused_by_name(text, part):
    with pytest.raises(ValueError, match=r"^property ") as refused:
        parse_property(text)
    assert part in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("comparison", "low", "same", "high"),
    [(">=", False, True, True), (">", False, False, True), ("<=", True, True, False), ("<", True, False, False)],
)
def test_whether_it_holds(comparison, low, same, high):
    asked = parse_property(f"P{comparison}1/3 [ F x=1 ]")
    assert [asked.holds(mpq(1, 3) + one) for one in (-mpq(1, 10**30), 0, mpq(1, 10**30))] == [low, same, high]
    assert parse_property("Pmax=? [ F x=1 ]").holds(mpq(1)) is None


def test_files():
    text = """// first; "no": P=? [ F x=9 ]
    "a": <<P1>> Pmax=? [ F "p//1;]" ];
    // <<P2>> Pmax=? [ F "p2win" ]
    Pmin=? [ F
        x=2 ] // behind

    <<P1>> (P>0 [ F x=1 ] &
      P>0 [ F x=2 ])"""
    assert split_properties(text) == [
        '"a": <<P1>> Pmax=? [ F "p//1;]" ]',
        "Pmin=? [ F\n        x=2 ]",
        "<<P1>> (P>0 [ F x=1 ] &\n      P>0 [ F x=2 ])",
    ]
    assert split_properties("") == split_properties("// nothing\n\n;;") == []
    assert strip_comments('a // b\n"c // d" e') == 'a \n"c // d" e'
