"""Properties are read as PRISM writes them, and unsupported ones are refused by name."""

import pytest

from trueodds.formats.formulas import strip_comments
from trueodds.formats.properties import parse_property, read_property_file

REFUSED = {
    "expected rewards support only F without a bound": ('R{"time"}min=? [ F<=3 "done" ]', 'Rmax=? [ "a" U "done" ]'),
    "cumulative rewards (C) are not supported; supported properties: Pmax=?": (
        "<<a>> Rmax=? [ C<=5 ]",
        "<<a>> Rmax=? [ C ]",
    ),
    "instantaneous rewards (I) are not supported": ("<<a>> Rmax=? [ I=5 ]",),
    "long-run rewards (S) are not supported": ('R{"a"}max=? [ S ]',),
    "rewards with F0 or Fc are not supported": ("<<a>> Rmax=? [ F0 x=1 ]", "<<a>> Rmax=? [Fc x=1 ]"),
    "the bound on a reward must be a nonnegative number, not '-1'": ("R>=-1 [ F x=1 ]",),
    "only R, not P, takes the name of a reward": ('P{"a"}max=? [ F x=1 ]',),
    "the long-run average (S) is not supported": ("S=? [ x=1 ]", "<<a>> S>0.5 [ x=1 ]"),
    "not a property, or a combination of several; supported properties:": (
        *("", "<<a>> R{1}max=? [ F x=3 ]", "P>0 [ F x=1 ] & P>0 [ F x=2 ]", "<<P1>> (P>0 [ F x=1 ] & P>0 [ F x=2 ])"),
        "Pmax=? F x=1",
    ),
    "multi(…) is not supported": ("multi(Pmax=? [ F x=1 ], P>0 [ F x=2 ])",),
    "filter(…) is not supported": ("filter(max, Pmax=? [ F x=1 ])",),
    "CTL (E or A) is not supported": ("E [ F x=1 ]", "A[ F x=1 ]"),
    "a ] is missing": ("Pmax=? [ F x=1",),
    "a [ is missing": ("Pmax=? F x=1 ]",),
    "a ) is missing": ("Pmax=? [ F (x=1 ]",),
    'a " is missing': ('Pmax=? [ F "won ]',),
    "=? or a comparison is missing before the [": ("Pmax [ F x=1 ]", 'R{"a"}max [ F x=1 ]'),
    "next (X) is not supported": ("Pmax=? [ X x=1 ]",),
    "weak until (W) is not supported": ("Pmax=? [ x=1 W x=2 ]",),
    "release (R) is not supported": ("Pmax=? [ x=1 R x=2 ]",),
    "nested or combined operators (LTL, CTL) are not supported": (
        *("Pmax=? [ G F x=1 ]", "Pmax=? [ F (P>0.5 [ F x=1 ]) ]", "Pmax=? [ (F x=1) & (F x=2) ]", "Pmax=? [ !F x=1 ]"),
        *(f"Pmax=? [ F ({word} [ x=1 ]) ]" for word in "FGUPSACE"),
        *("<<a>> Pmax=? [ F <<b>> P>0.5 [ F<=3 x=1 ] ]", "Pmax=? [ (x=1 U x=2) ]", "Pmax=? [ x=1 U x=2 U x=3 ]"),
    ),
    "paths such as 'x": ("Pmax=? [ x=1 ]", f"Pmax=? [ {'x' * 67}=1 ]", f"Pmax=? [ {'x' * 68}=1 ]"),
    "F needs a formula on its right": ("Pmax=? [ F ]", "Pmax=? [ F<=3 ]"),
    "U needs a formula on both sides": ("Pmax=? [ x=1 U ]", "Pmax=? [ U x=1 ]"),
    "or a constant of a property file, not >=3": ("Pmax=? [ F>=3 x=1 ]",),
    "or a constant of a property file, not =3": ("Pmax=? [ F=3 x=1 ]",),
    "the bound on steps must be <= or <, followed by a whole number or a constant of a property file, not [1,3]": (
        "Pmax=? [ F[1,3] x=1 ]",
    ),
    "property file, not <=k": ("Pmax=? [ F<=k x=1 ]",),
    "property file, not <0": ("Pmax=? [ F<0 x=1 ]",),
    "property file, not <=2.5": ("Pmax=? [ F<=2.5 x=1 ]",),
    "the bound on a probability must be from 0 to 1, not": (
        *("P>=2 [ F x=1 ]", "P>=1/0 [ F x=1 ]", "P>=1..5 [ F x=1 ]", "P>= [ F x=1 ]"),
    ),
    "Pmax requires =?; to compare the value with a bound, write P>=": ("Pmax>=0.5 [ F x=1 ]",),
}


@pytest.mark.parametrize("part", REFUSED)
def test_unsupported_properties_are_refused_by_name(part):
    for text in REFUSED[part]:
        with pytest.raises(ValueError, match=r"^property [^\n]*$") as refused:
            parse_property(text)
        assert part in str(refused.value)
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
