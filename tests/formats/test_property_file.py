"""Constants and labels of property files are expanded in the properties, and are not properties themselves."""

import json
import re

from trueodds.cli import run
from trueodds.formats.formulas import strip_comments
from trueodds.formats.properties import read_property_file

from .conftest import MODELS

FILE = """// constants; of PRISM's own types
const int k;  // steps
const int twice = 2*k + 1;
const double p = 1/3;
const double q = 1 - p/2;
const bool on = true;
const plain = -(4 - 6);
label "late" = x>=twice | "early";
label "early" = x<k & !on;
"first": <<P1>> Pmax=? [ F<=twice "late" ];
"limit": P>=q - p
  [ F x=k ]
P<p [ "k" U<k x=p ];
"named":
R{"k"}min=? [ F
  x=plain ];
"coalition": <<k>> Pmax>=? [ F k=1 ];
const int below = 1-2;
P=? [ F x-below=2 ];
"""


def test_constants_and_labels_are_expanded():
    found = read_property_file(FILE)
    assert found.undefined == ("k",)
    expanded = {name: found.expand(name, {"k": "3", "other": "9"}) for name in found.properties}
    assert {name: re.sub(r"\s+", " ", text) for name, text in expanded.items()} == {
        "first": '"first": <<P1>> Pmax=? [ F<=7 (x>=7 | (x<3 & !true)) ]',
        "limit": '"limit": P>=1/2 [ F x=3 ]',
        "3": 'P<1/3 [ "k" U<3 x=(1/3) ]',
        "named": '"named": R{"k"}min=? [ F x=2 ]',
        "coalition": '"coalition": <<k>> Pmax>=? [ F 3=1 ]',
        "6": "P=? [ F x-(-1)=2 ]",
    }


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


def test_on_the_command_line(capsys, tmp_path, storm):
    path = tmp_path / "race.props"
    path.write_text('const int k;\nconst double half = 1/2;\nlabel "mine" = a=N;\n<<anna>> P>=half [ F<=k "mine" ];\n')
    words = ["solve", str(MODELS / "race.prism"), "--property-file", str(path), "--json", "--quiet"]
    certificate = tmp_path / "race.odds"
    assert run([*words, "--const", "N=2,k=3", "--certificate", str(certificate)]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["parameters"] == {"N": "2", "property": "<<anna>> P>=1/2 [ F<=3 (a=N) ]"}
    assert (found["value"]["numerator"], found["value"]["denominator"], found["holds"]) == ("5", "8", True)
    assert run(["check", str(certificate), "--game", str(MODELS / "race.prism")]) == 0
    capsys.readouterr()
