"""What is wrong in a model or a property on the command line is reported in one line; property files are expanded."""

import json
import re
import sys
from pathlib import Path

import pytest

from trueodds.formats.formulas import strip_comments
from trueodds.formats.properties import parse_property_file

from ..command_line import output
from .conftest import MODELS

RACE = str(MODELS / "race.prism")
WON = '<<anna>> Pmax=? [ F "won" ]'

FILES = {
    "noise.prism": bytes(range(256)),
    "broken.prism": "smg\nplayer p\nm\nendplayer\nmodule m\nx : [0..;\nendmodule\n",
    "beyond.pm": (
        "mdp\nconst int N;\nmodule m\nw : [0..0];\nx : [0..N] init 0;\n[] true -> 1/2:(x'=x+1) + 1/2:true;\nendmodule\n"
    ),
    "sum.pm": f"dtmc\nmodule m\nx : [0..1];\n[] x=0 -> {' + '.join(['0.1666666666666667:true'] * 6)};\nendmodule\n",
    "two.prism": "smg player p [a] endplayer player q [a] endplayer module m [a] true->true; endmodule",
    "none.prism": "smg player p [a], n endplayer module m [a] true->true; endmodule",
}
BEYOND = ("beyond.pm", "--property", "Pmax=? [ F x=N ]", "--const")
N2 = ("--const", "N=2")
WITH_STORM = [
    ((*BEYOND, "N=0"), "beyond.pm: the update (x' = (x + 1)) leads to x=1, outside its range [0..N] with N=0\n"),
    ((*BEYOND, "N=-1"), "beyond.pm: the range of x, [0..N], is empty with N=-1\n"),
    ((RACE, "--property", "<<anna>> Pmax=? [ F won ]", *N2), 'with quotation marks, "won"\n'),
    (("broken.prism", "--property", "Pmax=? [ F x=1 ]"), "broken.prism: Parsing error at 6:"),
    (("sum.pm", "--property", "P=? [ F x=1 ]"), "sum.pm: Probabilities do not sum to one"),
    (("sum.pm", "--property", "P=? [ F x=1 ]", *N2), "sum.pm: no constant 'N'; constants without a value: none\n"),
    (("two.prism", "--property", "<<p>> Pmax=? [ F true ]"), "two.prism: two players own [a]"),
    (("none.prism", "--property", "<<p>> Pmax=? [ F true ]"), "none.prism: a player owns n, which the model does not"),
]


@pytest.fixture
def solve(refused, tmp_path, monkeypatch):
    """Run a command line that must be refused, in a folder with the files that it names."""
    monkeypatch.chdir(tmp_path)

    def refuse(words):
        for name in FILES.keys() & {*words}:
            Path(name).write_bytes(FILES[name] if isinstance(FILES[name], bytes) else FILES[name].encode())
        return refused("solve", *words)

    return refuse


@pytest.mark.parametrize("words", [("noise.prism", "--property", WON), (RACE, "--property-file", "noise.prism")])
def test_files_that_are_no_text(solve, words):
    assert "noise.prism: not a UTF-8 text file" in solve(words)


@pytest.mark.parametrize(("words", "part"), WITH_STORM)
def test_bad_models(storm, solve, words, part):
    assert part in solve(words)


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
@pytest.mark.parametrize(
    ("module", "part"),
    [
        ("raise ImportError('none')", 'pip install "trueodds[prism]"'),
        ("import os; os.kill(os.getpid(), 11)", "race.prism: Storm ended with status -11 and no message"),
    ],
)
def test_a_missing_library_and_a_crash_are_reported(solve, tmp_path, monkeypatch, module, part):
    (tmp_path / "stormpy.py").write_text(module)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    assert part in solve((RACE, "--property", WON))


# Property files: their constants and labels are expanded in the properties, and are no properties themselves.

PROPERTIES = """// constants; of PRISM's own types
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
"named" :
R{"k"}min=? [ F
  x=plain ];
"coalition": <<k>> Pmax>=? [ F k=1 ];
const int below = 1-2;  const int none = 3-k;
P=? [ F<=none x-below=2 ];
"""


def test_constants_and_labels_are_expanded():
    found = parse_property_file(PROPERTIES)
    assert found.undefined == ("k",)
    expanded = {name: found.expand(name, {"k": "3", "other": "9"}) for name in found.properties}
    assert {name: re.sub(r"\s+", " ", text) for name, text in expanded.items()} == {
        "first": '"first": <<P1>> Pmax=? [ F<=7 (x>=7 | (x<3 & !true)) ]',
        "limit": '"limit": P>=1/2 [ F x=3 ]',
        "3": 'P<1/3 [ "k" U<3 x=(1/3) ]',
        "named": '"named" : R{"k"}min=? [ F x=2 ]',
        "coalition": '"coalition": <<k>> Pmax>=? [ F 3=1 ]',
        "6": "P=? [ F<=0 x-(-1)=2 ]",
    }


def test_property_files_are_split_into_properties():
    text = """// first; "no": P=? [ F x=9 ]
    "a": <<P1>> Pmax=? [ F "p//1;]" ];
    // <<P2>> Pmax=? [ F "p2win" ]
    Pmin=? [ F
        x=2 ] // behind

    <<P1>> (P>0 [ F x=1 ] &
      P>0 [ F x=2 ])"""
    assert parse_property_file(text).properties == {
        "a": '"a": <<P1>> Pmax=? [ F "p//1;]" ]',
        "2": "Pmin=? [ F x=2 ]",
        "3": "<<P1>> (P>0 [ F x=1 ] & P>0 [ F x=2 ])",
    }
    a, b = '"a":\nP=? [ F x=1 ] ]', '"b": P=? [ F x=2 ]'
    assert parse_property_file(f"{a}; {b};").properties == {"a": a.replace("\n", " "), "b": b}
    assert parse_property_file("").properties == parse_property_file("// nothing\n\n;;").properties == {}
    assert strip_comments('a // b\n"c // d" e') == 'a \n"c // d" e'


def test_a_property_file_on_the_command_line(capsys, tmp_path, storm):
    path = tmp_path / "race.props"
    path.write_text('const int k;\nconst double half = 1/2;\nlabel "mine" = a=N;\n<<anna>> P>=half [ F<=k "mine" ];\n')
    words = ["solve", str(MODELS / "race.prism"), "--property-file", str(path), "--json", "--quiet"]
    certificate = tmp_path / "race.odds"
    found = json.loads(output(capsys, *words, "--const", "N=2,k=3", "--certificate", certificate))
    assert found["parameters"] == {"N": "2", "property": "<<anna>> P>=1/2 [ F<=3 (a=N) ]"}
    assert (found["value"]["numerator"], found["value"]["denominator"], found["holds"]) == ("5", "8", True)
    output(capsys, "check", certificate, "--game", MODELS / "race.prism")
