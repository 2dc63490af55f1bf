"""Properties are read as PRISM writes them, and what is not solved is refused by name."""

import pytest

from trueodds.formats.formulas import strip_comments
from trueodds.formats.properties import parse_property, read_property_file


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ('R{"time"}min=? [ F<=3 "done" ]', "expected rewards support only F without a bound"),
        ('Rmax=? [ "a" U "done" ]', "expected rewards support only F without a bound"),
        ("<<a>> R{1}max=? [ F x=3 ]", "not a property; supported are Pmax=?"),
        ("<<a>> Rmax=? [ C<=5 ]", "cumulative rewards (C) are not supported, only rewards until [ F a ]"),
        ("<<a>> Rmax=? [ C ]", "cumulative rewards (C) are not supported"),
        ("<<a>> Rmax=? [ I=5 ]", "instantaneous rewards (I) are not supported"),
        ("<<a>> Rmax=? [ S ]", "long-run rewards (S) are not supported"),
        ("<<a>> Rmax=? [ F0 x=1 ]", "rewards with F0 or Fc are not supported"),
        ("<<a>> Rmax=? [ Fc x=1 ]", "rewards with F0 or Fc are not supported"),
        ("R>=-1 [ F x=1 ]", "the bound of a reward must be a number of at least 0, not '-1'"),
        ('P{"a"}max=? [ F x=1 ]', "only R takes the name of a reward, not P"),
        ("S=? [ x=1 ]", "the long-run average (S) is not supported; supported are Pmax=?"),
        ("<<P1>> (P>0 [ F x=1 ] & P>0 [ F x=2 ])", "not a property"),
        ("P>0 [ F x=1 ] & P>0 [ F x=2 ]", "combinations of properties are not supported"),
        ("multi(Pmax=? [ F x=1 ], P>0 [ F x=2 ])", "multi(…) is not supported"),
        ("filter(max, Pmax=? [ F x=1 ])", "filter(…) is not supported"),
        ("E [ F x=1 ]", "CTL (E or A) is not supported"),
        ("Pmax=? [ F x=1", "a ] is missing"),
        ("Pmax=? F x=1 ]", "a [ is missing"),
        ("Pmax=? [ F (x=1 ]", "a ) is missing"),
        ('Pmax=? [ F "won ]', 'a " is missing'),
        ("Pmax=? F x=1", "the path must be in brackets, such as [ F a ]"),
        ("Pmax [ F x=1 ]", "=? or a comparison is missing before the ["),
        ("", "not a property"),
        ("Pmax=? [ X x=1 ]", "next (X) is not supported"),
        ("Pmax=? [ x=1 W x=2 ]", "weak until (W) is not supported"),
        ("Pmax=? [ x=1 R x=2 ]", "release (R) is not supported"),
        ("Pmax=? [ G F x=1 ]", "F within G is not supported (nesting, LTL)"),
        ("Pmax=? [ F (P>0.5 [ F x=1 ]) ]", "P within F is not supported (nesting, LTL)"),
        ("<<a>> Pmax=? [ F <<b>> P>0.5 [ F<=3 x=1 ] ]", "P within F is not supported (nesting, LTL)"),
        ("Pmax=? [ (F x=1) & (F x=2) ]", "combinations of paths (LTL) are not supported"),
        ("Pmax=? [ x=1 ]", "no F, G or U in 'x=1'"),
        (f"Pmax=? [ {'x' * 67}=1 ]", "no F, G or U in"),
        (f"Pmax=? [ {'x' * 68}=1 ]", "no F, G or U in"),
        ("Pmax=? [ F ]", "F needs a formula on its right"),
        ("Pmax=? [ x=1 U ]", "U needs a formula"),
        ("Pmax=? [ U x=1 ]", "U needs a formula"),
        ("Pmax=? [ F>=3 x=1 ]", "steps can only be bounded from above, such as <=10; >= is not supported"),
        ("Pmax=? [ F=3 x=1 ]", "steps can only be bounded from above, such as <=10; = is not supported"),
        ("Pmax=? [ F[1,3] x=1 ]", "steps can only be bounded from above, such as <=10; […] is not supported"),
        ("Pmax=? [ F<=k x=1 ]", "a whole number such as <=10, or a constant of a property file, not <=k"),
        ("Pmax=? [ F<0 x=1 ]", "the bound on steps must be a whole number such as <=10, not <0"),
        ("Pmax=? [ F<=2.5 x=1 ]", "the bound on steps must be a whole number such as <=10, not <=2.5"),
        ("P>=2 [ F x=1 ]", "the bound of a probability must be from 0 to 1, not '2'"),
        ("P>=1/0 [ F x=1 ]", "not '1/0'"),
        ("P>=1..5 [ F x=1 ]", "not '1..5'"),
        ("P>= [ F x=1 ]", "not ''"),
        ("Pmax>=0.5 [ F x=1 ]", "Pmax asks for a value, with =?; to compare, write P>="),
    ],
)
def test_unsupported_properties_are_refused_by_name(text, part):
    with pytest.raises(ValueError, match=r"^property ") as refused:
        parse_property(text)
    assert part in str(refused.value)
    assert "\n" not in str(refused.value)
    assert str(refused.value).startswith(f"property {text if len(text) <= 80 else text[:80] + '…'}: ")


def test_property_files_are_split_into_properties():
    text = """// first; "no": P=? [ F x=9 ]
    "a": <<P1>> Pmax=? [ F "p//1;]" ];
    // <<P2>> Pmax=? [ F "p2win" ]
    Pmin=? [ F
        x=2 ] // behind

    <<P1>> (P>0 [ F x=1 ] &
      P>0 [ F x=2 ])"""
    assert read_property_file(text).properties == {
        "a": '"a": <<P1>> Pmax=? [ F "p//1;]" ]',
        "2": "Pmin=? [ F\n        x=2 ]",
        "3": "<<P1>> (P>0 [ F x=1 ] &\n      P>0 [ F x=2 ])",
    }
    assert read_property_file("").properties == read_property_file("// nothing\n\n;;").properties == {}
    assert strip_comments('a // b\n"c // d" e') == 'a \n"c // d" e'
