"""What is wrong in a model or a property on the command line is reported in one line."""

import sys
from pathlib import Path

import pytest

from .conftest import MODELS

RACE = str(MODELS / "race.prism")
WON = '<<anna>> Pmax=? [ F "won" ]'


FILES = {
    "noise.prism": bytes(range(256)),
    "broken.prism": "mdp\nmodule m\nx : [0..;\nendmodule\n",
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
    ((RACE, "--property", "<<anna>> Pmax=? [ F won ]", *N2), 'with quotation marks, "won"\n'),
    (("broken.prism", "--property", "Pmax=? [ F x=1 ]"), "broken.prism: Parsing error at 3:"),
    (("sum.pm", "--property", "P=? [ F x=1 ]"), "sum.pm: Probabilities do not sum to one"),
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
