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

from .small import draw, write_tra

LARGE = """dtmc
const int N;
module walk
  x : [0..N] init 0;
  y : [0..N] init 0;
  [] true -> 1/4:(x'=min(x+1,N)) + 1/4:(x'=max(x-1,0)) + 1/4:(y'=min(y+1,N)) + 1/4:(y'=max(y-1,0));
endmodule
rewards true : 1; endrewards
"""


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
                little.setattr(memory, "find_available_memory", lambda free=free: free)
                refused = pytest.raises(MemoryError, match=f"^{steps} steps of m.tra: about")
                with refused if free < needed else nullcontext():
                    assert game.model


@pytest.mark.parametrize(
    ("size", "most", "what"),
    [
        (9, 1, "2 states, twice the limit of 1 position"),
        (9, 50, "50 positions (90)"),
        (10**4, 5000, "10,000 states, twice the limit of 5,000 positions"),
    ],
)
def test_storm_stops_early(tmp_path, monkeypatch, capsys, storm, size, most, what):
    """The model has (N + 1)^2 states; 100 or 10,000 are allowed. A hundred million would take Storm an hour."""
    monkeypatch.chdir(tmp_path)
    Path("walk.pm").write_text(LARGE)
    words = ("solve", "walk.pm", "--const", f"N={size}", "--property", f"P=? [ F x={size} ]", "--max-positions")
    assert run([*words, str(most), "--quiet"]) == 2
    both = "raise the limit with --max-positions, or ask for bounds with --bounds"
    assert capsys.readouterr().err == f"trueodds: walk.pm has more than {what}; {both}\n"
    assert {run([*words, enough, "--quiet"]) for enough in ("90", "91")} == {2 * (size > 9)}
