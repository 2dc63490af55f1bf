"""Constants and labels of property files are expanded in the properties, and are not properties themselves."""

import json
import re
from pathlib import Path

import pytest

from trueodds.cli import run
from trueodds.formats.properties import read_property_file

MODELS = Path(__file__).parent / "models"

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


@pytest.mark.parametrize(
    ("text", "given", "message"),
    [
        ("const int k; P=? [ F x=k ]", {}, "constant k has no value; give --const k=VALUE"),
        ("const int k = 3; P=? [ F x=k ]", {"k": "4"}, "constant k already has a value in the file: 3"),
        ("const int k = 1/2; P=? [ F x=k ]", {}, "constant k must be a whole number, not 1/2"),
        ("const k = 1/2; P=? [ F x=k ]", {}, "constant k must be a whole number, not 1/2"),
        ("const int k; P=? [ F x=k ]", {"k": "0.5"}, "constant k must be a whole number, not 1/2"),
        ("const bool k = 1; P=? [ F x=k ]", {}, "constant k must be true or false, not 1"),
        ("const double k = true; P=? [ F x=k ]", {}, "constant k must be a number, not true"),
        ("const int k = m; const int m = k; P=? [ F x=k ]", {}, "constant k refers to itself"),
        ('label "a" = "b"; label "b" = "a"; P=? [ F "a" ]', {}, 'label "a" refers to itself'),
        ("const int k = 1/0; P=? [ F x=k ]", {}, "cannot evaluate the constant expression '1/0'"),
        ("const int k = open(1); P=? [ F x=k ]", {}, "cannot evaluate the constant expression 'open(1)'"),
        ("const int k = x; P=? [ F x=k ]", {}, "cannot evaluate the constant expression 'x'"),
        ("const int k; const int k; P=? [ F x=k ]", {}, "constant k is defined twice"),
        ('label "a" = x; label "a" = y; P=? [ F x=1 ]', {}, 'label "a" is defined twice'),
        ('"a": P=? [ F x=1 ]; "a": P=? [ F x=2 ]', {}, 'property "a" is defined twice'),
        ("const string k; P=? [ F x=1 ]", {}, "cannot parse 'const string k'; a property file may contain properties"),
        ("formula f = x=1; P=? [ F x=1 ]", {}, "cannot parse 'formula f = x=1'; a property"),
    ],
)
def test_wrong_files_are_refused(text, given, message):
    with pytest.raises(ValueError, match=r"^[^\n]*$") as refused:
        read_property_file(text).expand("1", given)
    assert str(refused.value).replace("not (1/2)", "not 1/2").startswith(message)


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
    assert run([*words, "--const", "N=2"]) == 2
    assert capsys.readouterr().err == f"trueodds: {path}: constant k has no value; give --const k=VALUE\n"
