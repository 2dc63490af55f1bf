"""Models on the command line give answers and one-line errors, and no output of Storm."""

import json
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from trueodds.cli import run

from ..command_line import exact

MODELS = Path(__file__).parent / "models"
RACE = str(MODELS / "race.prism")
WON = '<<anna>> Pmax=? [ F "won" ]'


@pytest.fixture
def answered(storm, capfd):
    """Run a command line; return the standard output of the process, to which Storm writes its log."""

    def answer(*words, status=0, warned=""):
        assert run(words) == status
        out, err = capfd.readouterr()
        assert err == warned
        return out

    return answer


def test_json_and_whether_it_holds(answered):
    found = json.loads(answered("solve", RACE, "--const", "N=3", "--property", WON, "--json"))
    assert (found["value"]["numerator"], found["value"]["denominator"]) == ("37", "60")
    assert (found["best_moves"], found["proved"], "holds" in found) == (["risk_a", "safe_a"], True, False)
    for limit, holds in (("37/60", True), ("0.6166666666666667", False)):
        words = ("solve", RACE, "--const", "N=3", "--property", f'<<anna>> P>={limit} [ F "won" ]')
        assert json.loads(answered(*words, "--json", status=not holds))["holds"] is holds
        assert ("\nholds\n" if holds else "\ndoes not hold\n") in answered(*words, status=not holds)


def test_rewards_infinite_ones_and_chances_of_one(answered):
    words = ("solve", str(MODELS / "errand.nm"), "--json", "--property")
    assert json.loads(answered(*words, 'R{"steps"}min=? [ F "home" ]'))["value"]["numerator"] == "3"
    printed = json.loads(answered(*words, "Rmax=? [ F wet ]"))
    assert (printed["value"], printed["proved"]) == ("infinity", True)
    assert json.loads(answered(*words, "R<=7 [ F wet ]", status=1))["holds"] is False
    assert "\n  infinity\n" in answered(*words[:2], "--property", "Rmax=? [ F wet ]")
    printed = json.loads(answered("solve", RACE, "--const", "N=2", "--property", '<<*>> P>=1 [ F "over" ]', "--json"))
    assert (printed["value"]["numerator"], printed["holds"], printed["best_moves"]) == ("1", True, ["risk_a", "safe_a"])


def test_bounds_and_a_strategy_with_the_answer(answered, tmp_path):
    words = ("solve", RACE, "--const", "N=3", "--property", '<<anna>> P>=0.6 [ F "won" ]')
    printed = json.loads(answered(*words, "--bounds", "--json"))
    assert exact(printed["lower"]) <= Fraction(37, 60) <= exact(printed["upper"])
    assert printed["holds"] is True
    for name in ("s.csv", "s.jsonl", "s.json"):
        answered(*words, "--strategy", str(tmp_path / name))
        answered("strategy", *words[1:], "--output", str(tmp_path / f"t{name}"))
        assert (tmp_path / name).read_text() == (tmp_path / f"t{name}").read_text()


@pytest.mark.parametrize("asked", ['R{"steps"}min=? [ F "home" ]', "Rmax=? [ F wet ]"])
def test_bounds_are_certified(asked, answered, tmp_path):
    path, certificate = str(MODELS / "errand.nm"), tmp_path / "a.odds"
    words = ("solve", path, "--property", asked, "--bounds", "--certificate", str(certificate), "--json")
    printed = json.loads(answered(*words))
    assert "the rules are those of errand.nm\n" in answered("check", str(certificate), "--game", path)
    claim = next(line for line in certificate.read_text().splitlines() if line.startswith("claim 0 ")).split(" ")
    low, high = (float(Fraction(one)) if one != "infinity" else float("inf") for one in claim[2:])
    assert (low, high) == pytest.approx(
        tuple(float("inf" if one == "infinity" else one["decimal"]) for one in (printed["lower"], printed["upper"]))
    )


FILES = {
    "noise.prism": bytes(range(256)),
    "csg.prism": "// mdp\ncsg\nmodule m\nx : bool;\nendmodule\n",
    "empty.prism": "",
    "three.props": f'"a": {WON};\n"b": {WON};\n{WON};',
    "none.props": 'const int k = 3;\nlabel "a" = x=k;\n',
    "broken.prism": "mdp\nmodule m\nx : [0..;\nendmodule\n",
    "beyond.pm": (
        "mdp\nconst int N;\nmodule m\nw : [0..0];\nx : [0..N] init 0;\n[] true -> 1/2:(x'=x+1) + 1/2:true;\nendmodule\n"
    ),
    # Nothing assigns y and b
    "still.prism": """mdp
const int N; const double p; const int K = 2;
module m
x : [0..N]; y : [0..5] init 2; b : bool;
[] x<N -> p:(x'=x+1) + (1-p):true;
[] x=N & y=K & !b -> true;
endmodule
""",
    "sum.pm": f"dtmc\nmodule m\nx : [0..1];\n[] x=0 -> {' + '.join(['0.1666666666666667:true'] * 6)};\nendmodule\n",
    "both.prism": """smg player p [c] endplayer
module m
x : [0..1]; [a] x=0 -> (x'=1); [b] x=0 -> true; [c] x=1 -> true;
endmodule
""",
    "two.prism": """smg player p [a] endplayer player q [c] endplayer
module m
x : [0..1]; [b] x=0 -> true; [a] x=0 -> (x'=1); [c] x=0 -> (x'=0); [a] x=1 -> true;
endmodule
""",
    "below.prism": """mdp
module m
x : [0..1]; [] x=0 -> (x'=1); [] x=1 -> true;
endmodule
rewards x=0 : -1/2; endrewards
""",
}
# The words of a command line in this folder, and a part of the refusal
REFUSED = [
    ((RACE,), "a model needs either --property TEXT or --property-file FILE[:NAME]"),
    ((RACE, "--property", WON, "--property-file", "x"), "a model needs either --property TEXT or"),
    (("no.TRA", "--property", "x"), "no.TRA: No such file"),
    ((RACE, "--property-file", "none.props"), "none.props: the file contains no property\n"),
    ((RACE, "--property-file", "no.props"), "no.props: no such file"),
    ((RACE, "--property-file", "three.props"), "3 properties; choose one with three.props:NAME; the properties are"),
    ((RACE, "--property-file", "three.props:d"), "no property 'd'; the properties are a, b, 3"),
    ((RACE, "--property-file", "noise.prism"), "noise.prism: not a text file in UTF-8"),
    ((RACE, "--property", WON, "--const", "N"), "a constant must be NAME=VALUE, such as N=25 or p=1/3, not 'N'"),
    ((RACE, "--property", '<<anna>> Pmax=? [ F "lost" ]'), 'no label "lost"; known labels: won, over, init, deadlock'),
    ((RACE, "--property", '<<anna>> Pmax=? [ F "init" & a=1 ]'), '"init" cannot be combined with other conditions'),
    (("csg.prism", "--property", WON), "concurrent games (csg) are not supported; only games (smg)"),
    (("noise.prism", "--property", WON), "noise.prism: not a text file in UTF-8"),
    ((RACE, "--property", WON, "--format", "drn"), "'drn' is not"),
    (("empty.prism", "--property", "Pmax=? [ F true ]"), "empty.prism: the file is empty\n"),
    ((RACE, "--property", WON, "--const", "N=2", "--nearest", "9"), "nearest applies only to .tra and .umb files"),
]
STILL = ("still.prism", "--property", "Pmax=? [ F x=N ]", "--const")
BEYOND = ("beyond.pm", "--property", "Pmax=? [ F x=N ]", "--const")
N2 = ("--const", "N=2")
WITH_STORM = [
    ((RACE, "--property", '<<1>> R{"x"}min=? [ F "won" ]', *N2), 'race.prism: no rewards "x"; known rewards: none'),
    ((RACE, "--property", WON), "race.prism: constants without a value: N; give --const NAME=VALUE"),
    ((*STILL, "N=3,y=1"), "still.prism: 'y' already has a value in the model; constants"),
    ((*BEYOND, "N=0"), "beyond.pm: the update (x' = (x + 1)) leads to x=1, outside its range [0..N] with N=0\n"),
    ((*BEYOND, "N=-3"), "the range of x, [0..N], is empty with N=-3\n"),
    ((RACE, "--property", "<<anna>> Pmax=? [ F a ]", *N2), "'a' is not a condition of race.prism\n"),
    ((RACE, "--property", "<<anna>> Pmax=? [ F won ]", *N2), 'with quotation marks, "won"\n'),
    ((RACE, "--property", "<<anna>> Pmax=? [ lost U a=1 ]", *N2), "'lost' is not a condition of race.prism\n"),
    (
        (RACE, "--property", WON, "--const", "N=9", "--max-positions", "20"),
        "more than 40 states, twice the limit on positions, 20; raise",
    ),
    (("broken.prism", "--property", "Pmax=? [ F x=1 ]"), "broken.prism: Parsing error at 3:"),
    (("sum.pm", "--property", "P=? [ F x=1 ]"), "sum.pm: Probabilities do not sum to one"),
    (("two.prism", "--property", "<<p>> Pmax=? [ F x=1 ]"), "in state [x=0] two players have moves"),
    (("below.prism", "--property", "Rmax=? [ F x=1 ]"), "rewards must be at least 0, not -1/2, the reward of"),
    ((RACE, "--property", WON, *N2, "--bounds", "--strategy", "x.csv"), "--strategy requires the values of all states"),
    (("both.prism", "--property", "<<p>> Pmax=? [ F x=1 ]"), "no player owns state x=0, which has several moves: a, b"),
]


@pytest.fixture
def refused(capfd, tmp_path, monkeypatch):
    """Verify that a command line is refused in one line with certain words."""
    monkeypatch.chdir(tmp_path)

    def refuses(words, part):
        for name in FILES.keys() & {word.partition(":")[0] for word in words}:
            Path(name).write_bytes(FILES[name] if isinstance(FILES[name], bytes) else FILES[name].encode())
        assert run(("solve", *words)) == 2
        out, err = capfd.readouterr()
        assert (out, err.count("\n")) == ("", 1)
        assert err.startswith("trueodds: ")
        assert part in err

    return refuses


@pytest.mark.parametrize(("words", "part"), REFUSED)
def test_bad_input(refused, words, part):
    refused(words, part)


@pytest.mark.parametrize(("words", "part"), WITH_STORM)
def test_bad_models(storm, refused, words, part):
    refused(words, part)


def test_a_missing_library_is_reported_in_one_line(refused, tmp_path, monkeypatch):
    """A folder on the path has a stormpy that cannot be imported."""
    (tmp_path / "stormpy.py").write_text("raise ImportError('none')")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    refused((RACE, "--property", WON), 'pip install "trueodds[prism]"')


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
def test_a_crash_of_storm_is_reported_in_one_line(refused, tmp_path, monkeypatch):
    (tmp_path / "stormpy.py").write_text("import os; os.kill(os.getpid(), 11)")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    refused((RACE, "--property", WON), "race.prism: Storm ended with status -11 and no message")
