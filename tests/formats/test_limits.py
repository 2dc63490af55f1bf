"""Models that are too large are refused early, and the message names the options that help."""

import random
from contextlib import nullcontext
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

import trueodds
from trueodds.cli import run
from trueodds.formats import flatten
from trueodds.runtime import memory
from trueodds.solver.checked_rules import TooLargeError

from .small import draw, write_tra

OWN = """import trueodds
game = trueodds.Rules(0, lambda at: ["go"], lambda at, move: [(1, at + 1)])
"""
LARGE = """dtmc
const int N;
module walk
  x : [0..N] init 0;
  y : [0..N] init 0;
  [] true -> 1/4:(x'=min(x+1,N)) + 1/4:(x'=max(x-1,0)) + 1/4:(y'=min(y+1,N)) + 1/4:(y'=max(y-1,0));
endmodule
rewards true : 1; endrewards
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "own.py").write_text(OWN)
    (tmp_path / "walk.pm").write_text(LARGE)
    rows = [f"{x} {(x + 1) % 50} 1\n" for x in range(50)]
    (tmp_path / "ring.tra").write_text("50 50\n" + "".join(rows))
    return tmp_path


ASKED = ("--property", "P=? [ F state=49 ]")
RAISE = "raise the limit with --max-positions"
BOTH = f"{RAISE}, or ask for bounds with --bounds"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("solve", "own.py:game"), f"own game has more than 30 positions, such as 30; {RAISE}"),
        (("export", "own.py:game"), f"own game has more than 30 positions, such as 30; {RAISE}"),
        (("solve", "ring.tra", *ASKED), f"ring.tra has more than 30 positions (49); {BOTH}"),
        (("solve", "ring.tra", *ASKED, "--bounds"), f"ring.tra has more than 30 positions (49); {RAISE}"),
        (("strategy", "ring.tra", *ASKED), f"ring.tra has more than 30 positions (49); {RAISE}"),
    ],
)
def test_the_options_of_the_command_are_named(folder, capsys, words, message):
    assert run([*words, "--max-positions", "30"]) == 2
    warned, _, refused = capsys.readouterr().err.rpartition("trueodds: ")
    assert refused == f"{message}\n"
    assert warned.count("\n") == (2 if "ring.tra" in words else 0)


def test_more_than_twice_as_many_states_are_refused_before_they_are_read(folder, capsys):
    message = "ring.tra has 50 states, over twice the limit on positions, 20"
    assert run(["solve", "ring.tra", *ASKED, "--max-positions", "20"]) == 2
    assert capsys.readouterr().err == f"trueodds: {message}; {BOTH}\n"
    with pytest.raises(TooLargeError, match=f"^{message}; raise the limit with max_pos"):
        trueodds.read_model("ring.tra", ASKED[1], max_positions=20)
    assert len(trueodds.read_model("ring.tra", ASKED[1], max_positions=25).transitions) == 50


@given(st.integers(0, 2**32))
def test_bounded_steps_are_limited_by_pairs_of_a_state_and_the_steps_left(seed):
    rng = random.Random(seed)
    small, steps = draw(rng, titles=()), rng.randrange(1, 60)
    after = [{to for _, outcomes in own for to in outcomes} for own in small.moves]
    play = {x for x, (_, done, _) in enumerate(small.states) if not done and after[x] != {x}}
    layers = [{small.start} & play]
    while layers[-1] and len(layers) < steps:
        layers.append({to for x in layers[-1] for to in after[x]} & play)
    pairs = sum(map(len, layers))
    question = f"{'<<1>> ' if small.kind == 'smg' else ''}Pmax=? [ F<={steps} done ]"
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        path = write_tra(small, Path(folder, "m.tra"), rng)
        patch.setattr(flatten, "_MOST_LAYERED", pairs)
        assert len(trueodds.read_model(path, question).model.positions) == max(1, pairs)
        patch.setattr(flatten, "_MOST_LAYERED", pairs - 1)
        if pairs > 1:
            with pytest.raises(MemoryError, match=f"{steps} steps of m.tra need more than {pairs - 1} pairs"):
                assert trueodds.read_model(path, question).model
        # 120 bytes for each pair and each of its outcomes
        needed = 120 * pairs * (1 + max(sum(len(outcomes) for _, outcomes in own) for own in small.moves))
        patch.setattr(flatten, "_MOST_LAYERED", pairs)
        for free in (needed, needed - 1) if len(layers) > 1 and layers[1] else ():
            game = trueodds.read_model(path, question)
            with pytest.MonkeyPatch.context() as little:
                little.setattr(memory, "_SMALL", 0)
                little.setattr(memory, "memory_available", lambda free=free: free)
                with (
                    pytest.raises(MemoryError, match=f"^{steps} steps of m.tra: about")
                    if free < needed
                    else nullcontext()
                ):
                    assert game.model


@pytest.mark.parametrize(("size", "refused"), [(9, False), (10**4, True)])
def test_storm_stops_early(folder, capsys, storm, size, refused):
    """The model has (N + 1)^2 states; 120 are allowed, and building a hundred million would take Storm an hour."""
    words = ("solve", "walk.pm", "--const", f"N={size}", "--property", f"P=? [ F x={size} ]", "--max-positions", "60")
    assert run([*words, "--quiet"]) == 2
    what = "120 states, twice the limit on positions, 60" if refused else "60 positions (90)"
    assert capsys.readouterr().err == f"trueodds: walk.pm has more than {what}; {BOTH}\n"
