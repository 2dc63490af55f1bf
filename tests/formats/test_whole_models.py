"""Models in each format, written by a few lines of the tests and by the package, are read back as they were written."""

import random
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

import trueodds
from trueodds.formats import explicit, prism, tokens
from trueodds.solver.checked_rules import TooLargeError

from .small import STORMS, draw, formula, same_moves, value, whole, write_drn, write_prism, write_tra

SEEDS = st.integers(0, 2**32)
NAMES = ["m", "m.p3", "m.p3.prism", "m.p3.prism1", "m1", "n"]


@given(SEEDS)
def test_explicit_files_with_companions(seed):
    """A model is read as written, with rows in any order, beside models whose names begin in the same way."""
    rng = random.Random(seed)
    with TemporaryDirectory() as folder:
        models = {}
        for name in rng.sample(NAMES, 4):
            titles = [f"r{at}" for at in range(rng.choice((2, 2, 2, 12)))]
            far = rng.choice((7, 10**18 - 1, 1 - 10**18))
            models[name] = replace(draw(rng, titles=titles, far=far), players=("1", "2", "3"))
            for own in models[name].moves:
                own[:] = [(f"choice {y}" if rng.random() < 0.2 else move, to) for y, (move, to) in enumerate(own)]
        # NAME1.srew would be the first of the rewards of NAME.tra, if it were not for NAME1.tra.
        models = {name: one for name, one in models.items() if f"{name}1" not in models or len(one.rewards) < 2}
        for name, model in models.items():
            write_tra(model, Path(folder, f"{name}.tra"), rng)
        for name, model in models.items():
            found = explicit.read_transitions(Path(folder, f"{name}.tra"))
            assert whole(found) == model.whole()
            assert list(found.rewards) == list(model.rewards)
            assert not found.remarks


@given(SEEDS)
def test_a_target_that_appears_twice_in_a_move_is_refused(seed):
    rng = random.Random(seed)
    with TemporaryDirectory() as folder:
        path = write_tra(small := draw(rng, titles=()), Path(folder, "m.tra"), rng)
        head, *rows = path.read_text().splitlines()[2:]
        twice = rng.choice(rows)
        rows.insert(rng.randrange(len(rows) + 1), twice)
        line = len(rows) + 1 - rows[::-1].index(twice)
        state, *others = twice.split()
        choice, target = ["0", *others[:1]] if small.kind == "dtmc" else others[:2]
        below = {row.split()[1] for row in rows if row.split()[0] == state and int(row.split()[1]) < int(choice)}
        told = f"target {target} appears twice in choice {len(below)} of state {state.partition(':')[0]}"
        path.write_text("\n".join([f"{head.rpartition(' ')[0]} {len(rows)}", *rows, ""]))
        with pytest.raises(ValueError, match=f"^m.tra: line {line}: {told}$"):
            explicit.read_transitions(path)


@given(SEEDS)
def test_the_files_of_storm(seed):
    """Storm's text form of a model, and the arrays that accompany it, are read; this needs no Storm."""
    small = draw(random.Random(seed), titles=("r", "s", "t"), unnamed="[]")
    small.labels["deadlock"] = stuck = set(range(seed % (len(small.states) + 1)))
    small.labels["won2"] = set(range(len(small.states))) - small.labels["won"]
    for _, _, outcomes in small.rewards.values():
        outcomes.clear()
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr(tokens, "_PIECE", 40 if seed % 2 else 1 << 23)
        answer = write_drn(small, Path(folder))
        about = ("m.prism", small.kind, small.players if small.kind == "smg" else (), {"N": "3"})
        found, where = prism._read_drn(Path(folder), answer, about, ("", "init", "won", "deadlock"))
        labels = {name: small.labels[name] for name in ("init", "won", "deadlock")}
        assert {name: set(own.nonzero()[0].tolist()) for name, own in where.items()} == labels
        for sizes, message in (([99], "truncated"), ([0], "cannot read this line")):
            wrong = answer | {"sizes": [*answer["sizes"][:2], *sizes]}
            with pytest.raises(ValueError, match=f"^m.prism: .*{message}"):
                prism._read_drn(Path(folder), wrong, about, ("won",))
        text = Path(folder, "model.drn").read_text()
        for old, new, message in (
            ("@model", "@models", "truncated$"),
            ("state 0", f"state 9{80 * 'x'}", f"read .*: 'state 9{53 * 'x'}'$"),
        ):
            Path(folder, "model.drn").write_text(text.replace(old, new, 1))
            with pytest.raises(ValueError, match=f"^m.prism: .*{message}"):
                prism._read_drn(Path(folder), answer, about, ("won",))
        remark = f"states without a move: {len(stuck)}; play stays in them forever"
        assert found.remarks == ((remark,) if stuck else ())
        assert found.constants == {"N": "3"}
        assert whole(replace(found, labels=where)) == (*small.whole()[:7], labels, small.whole()[8])


def by_storm(seed):
    """A model in the PRISM language, with a formula as target, is read as it was written and has the right value."""
    rng = random.Random(seed)
    small = draw(rng, titles=("", "more"))
    if len(small.states) == 1:
        small.variables, small.states = (), [()]
    for own in small.moves:  # the rewards of an action are those of all moves with that name
        own[:] = [(f"{name}{y}", to) for y, (name, to) in enumerate(own)]
    small.labels = {name: where for name, where in small.labels.items() if name in ("won", "lost")}
    for _, _, outcomes in small.rewards.values():
        outcomes.clear()
    (_, before, allowed), (_, target, wanted) = (formula(rng, small, 3, known=STORMS) for _ in range(2))
    every = range(len(small.states))
    allowed, wanted = ({x for x in every if there[x]} for there in (allowed, wanted))
    asked, sides = {"smg": ("<<1>> Pmax=?", {0}), "mdp": ("Pmax=?", {0, 1}), "dtmc": ("P=?", {0, 1})}[small.kind]
    with TemporaryDirectory() as folder:
        path = write_prism(small, Path(folder, "m.prism"))
        found = trueodds.read_model(path, f"{asked} [ {before} U {target} ]")
        assert trueodds.solve(found).value == value(small, sides, allowed, wanted)
        if small.rewards:
            name = rng.choice(list(small.rewards))
            asked = asked.replace("P", f'R{{"{name}"}}')
            found = trueodds.read_model(path, f"{asked} [ F {target} ]")
            assert list(found.transitions.rewards) == list(small.rewards)
            got = float("inf") if found.infinite else trueodds.solve(found).value
            assert got == value(small, sides, every, wanted, gains=name)
    same_moves(found.transitions, small.whole())


@pytest.mark.parametrize("seed", [*range(3), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(3, 80))])
def test_the_prism_language(seed, storm):
    by_storm(seed)


@pytest.mark.parametrize("seed", [10, 15, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(10))])
def test_models_of_too_many_positions_are_refused_before_they_are_built_exactly(seed, storm, tmp_path):
    rng = random.Random(seed)
    kind, count = "FGU"[seed % 3], 0
    while count < 2:
        small = replace(draw(rng, kinds=("dtmc",)), labels={}, rewards={})
        for own in small.moves:  # a loop of ten outcomes, whose chances do not add up to 1 in floats
            own[:] = [("a", out if len(out) > 1 else dict.fromkeys(out, "0.1:true+" * 9 + "0.1")) for _, out in own]
        (_, before, _), (_, target, _) = (formula(rng, small, 2, known=STORMS) for _ in range(2))
        path = write_prism(small, tmp_path / "m.prism")
        question = f"P=? [ {before if kind == 'U' else ''} {kind} {target} ]"
        game = trueodds.read_model(path, question)
        count = len(game.model.positions)
    states = len(game.transitions)
    most = max(count, (states + 1) // 2)
    assert len(trueodds.read_model(path, question, max_positions=most).transitions) == states
    if states <= 2 * (count - 1):
        with pytest.raises(TooLargeError, match=rf"more than {count - 1} position{'s' * (count > 2)} \({count}\)"):
            trueodds.read_model(path, question, max_positions=count - 1)
