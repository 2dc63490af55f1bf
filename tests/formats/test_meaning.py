"""Compare formulas, properties and their values with evaluators that share no code with the package."""

import itertools
import math
import random
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import trueodds
from trueodds.formats.answer import answer_property
from trueodds.formats.formulas import evaluate
from trueodds.formats.prism import _label_formulas
from trueodds.formats.properties import parse_property

from ..command_line import exact
from .small import BOOLEAN, COMPARED, draw, formula, unlike, value, write_prism, write_tra

SEEDS = st.integers(0, 2**32)


@given(SEEDS)
def test_formulas(seed):
    rng = random.Random(seed)
    small = draw(rng, far=rng.choice((7, 10**15, -(2**63), 2**63 - 1)))
    del small.labels["init"]
    count, columns = len(small.states), small.columns()
    with TemporaryDirectory() as folder:
        model = write_prism(small, Path(folder, "m.prism")).read_text()
    labels = {name: np.isin(np.arange(count), list(where)) for name, where in small.labels.items()}
    for number in range(20):
        known = rng.sample(BOOLEAN, 2) if number % 2 else BOOLEAN  # two operators are often operands of each other
        _, text, holds = formula(rng, small, rng.randrange(1, 6), known=known)
        assert evaluate(text, columns, labels, count, "m").tolist() == holds
        _, added = _label_formulas("m", model, parse_property(f"P=? [ F {text} ]"))  # labels replaced by their formulas
        assert evaluate(added.partition("=")[2].strip(" ;\n"), columns, {}, count, "m").tolist() == holds
    query = parse_property('P=? [ ("init") U "deadlock" ]')
    assert _label_formulas("m", model, query) == (("init", "deadlock"), "\n\n")


@given(st.lists(st.sampled_from([*"()!&|=<>+-*/,.x0", "done", '"won"', "true", "min", "=>", "1.5"]), max_size=7))
@example(["x", "=", "²"])
def test_what_is_no_formula_is_refused_with_the_name_of_the_model(words):
    columns = {"x": np.arange(2), "done": np.array([True, False])}
    refused = ""
    try:
        found = evaluate(" ".join(words), columns, {"won": np.array([True, True])}, 2, "m")
    except ValueError as error:
        refused = str(error)
    assert refused.startswith("m: ") or (found.shape, found.dtype) == ((2,), bool)


def formula_at_start(rng, small, wanted):
    """Return a random formula that is true, or false, at the start; None means either."""
    found = (formula(rng, small, 2) for _ in itertools.count())
    return next(drawn for drawn in found if wanted in (None, drawn[2][small.start]))


def drawn_question(rng, small, sure=False, kind=None, steps=None, at_start=(None, None)):
    """Return a random property of a model: its text, its parts, and the states where its formulas hold.

    It is P>=1 of U, often to one state, if `sure`. An operator, a number of steps and the values of the formulas at
    the start may be given.
    """
    reward = rng.choice((None, None, "", *small.rewards)) if small.rewards else None
    reward = None if sure or kind else reward
    steps = rng.choice((None, None, 0, 1, 3)) if reward is None and not kind else steps
    kind = kind or ("F" if reward is not None else "U" if sure else rng.choice("FFGU"))
    (_, left, before), (_, right, target) = (formula_at_start(rng, small, wanted) for wanted in at_start)
    if sure and rng.random() < 0.5:
        left, before = "true", [True for _ in before]
        right, target = '"won"', [x in small.labels["won"] for x, _ in enumerate(target)]
    comparison = ">=" if sure else rng.choice(("", "", *COMPARED))
    limit = "1" if sure else rng.choice(("0", "1", "1/3", "0.5", "25e-2", ".75")) if comparison else ""
    optimum = "" if comparison or (small.kind == "dtmc" and rng.random() < 0.5) else rng.choice(("max", "min"))
    coalition = rng.choice(((), ("1",), ("2",), ("2", "1"), ("*",))) if small.kind == "smg" else None
    gap = lambda: rng.choice(("", " "))  # noqa: E731
    bound = "" if steps is None else f"<={gap()}{steps}" if rng.random() < 0.5 else f"<{gap()}{steps + 1}"
    bound += " " if right[0] not in '!("' else gap()
    text = "" if coalition is None else f"<<{gap()}{f',{gap()}'.join(coalition)}{gap()}>>{gap()}"
    text += "P" if reward is None else f'R{gap()}{{{gap()}"{reward}"{gap()}}}' if reward else "R"
    text += f"{optimum}{gap()}{comparison}{gap()}{limit}{gap()}" if comparison else f"{optimum}{gap()}=?{gap()}"
    text += f"[{gap()}{f'{left} ' if kind == 'U' else ''}{kind}{bound}{right}{gap()}]"
    return text, (coalition, optimum, comparison, Fraction(limit or 0), kind, steps, reward), before, target


def who_maximises(small, parts):
    """Return the owners who want the value of a property to be large."""
    coalition, optimum, comparison, *_ = parts
    large = optimum == "max" or comparison in (">=", ">")
    if small.kind == "smg":
        together = {0, 1} if "*" in coalition else {int(name) - 1 for name in coalition}
        return together if large else {0, 1} - together
    return {0} if large == (not comparison) else set()  # where all strategies must satisfy it, the opposite


def meant(small, parts, before, target, chosen=None):
    """Return the value of a property at the start of a model in which some moves are chosen."""
    *_, kind, steps, reward = parts
    maximisers = who_maximises(small, parts)
    every = set(range(len(small.states)))
    before = {x for x in every if before[x]} if kind == "U" else every
    wanted = {x for x in every if target[x]}
    if kind == "G":
        return 1 - value(small, {0, 1} - maximisers, every, every - wanted, steps, chosen=chosen)
    gains = None if reward is None else reward or next(iter(small.rewards))
    return value(small, maximisers, before, wanted, steps, gains, chosen)


def drawn_model(rng):
    """Return a random model whose moves have names as written in files."""
    small = draw(rng)
    for own in small.moves:
        own[:] = [(name.replace(" #", "_"), to) for name, (_, to) in zip(unlike([n for n, _ in own]), own, strict=True)]
    if small.kind != "smg":
        small.owners = [0] * len(small.states)
    if small.start == 0 and rng.random() < 0.5:
        del small.labels["init"]
    return small


@given(SEEDS)
def test_values_strategies_and_bounds(seed):
    rng = random.Random(seed)
    small = drawn_model(rng)
    small.labels["won"] = {rng.randrange(len(small.states))}
    with TemporaryDirectory() as folder:
        path = write_tra(small, Path(folder, "m.tra"), rng)
        small.labels |= {"init": {small.start}, "deadlock": set()}  # which every model has
        for sure in [False] * 5 + [True] * 4:
            text, parts, before, target = drawn_question(rng, small, sure)
            check(trueodds.read_model(path, text), small, parts, before, target)


@pytest.mark.parametrize("steps", [None, 0, 1, 2])
@pytest.mark.parametrize("kind", "FGU")
def test_every_operator_from_decided_and_undecided_starts(kind, steps, tmp_path):
    luck = random.Random(f"{kind} {steps}")
    for at_start in 2 * [*itertools.product((False, True), repeat=2)]:
        small = drawn_model(luck)
        path = write_tra(small, Path(mkdtemp(dir=tmp_path), "m.tra"), luck)
        small.labels |= {"init": {small.start}, "deadlock": set()}
        text, parts, before, target = drawn_question(luck, small, False, kind, steps, at_start)
        check(trueodds.read_model(path, text), small, parts, before, target)


def check(game, small, parts, before, target):
    _, _, comparison, limit, kind, steps, reward = parts
    wanted = meant(small, parts, before, target)
    answer = answer_property(game)
    found, bounds = trueodds.solve(game), answer_property(game, bounds=True, all_states=True).bounds
    if answer.solution is None:
        with pytest.raises(ValueError, match="proved by ranks"):
            answer.certificate("answer.odds")
    assert found.value == wanted
    assert answer_property(game, bounds=True).bounds == (None if game.sure or game.infinite else bounds)
    assert "array" not in repr(bounds)
    assert "model=" not in repr(bounds)
    if small.kind != "dtmc":
        owners = [small.owners[small.states.index(at[: len(small.variables)])] for at in game.model.positions]
        large = who_maximises(small, parts)
        assert list(map(game.seat, game.model.positions)) == [int(own not in large) for own in owners]
    assert game.infinite == (wanted == math.inf)
    assert game.start[len(small.variables) :] == (() if steps is None else (steps,))
    assert reward is not None or game.infinite_play == (None if steps is not None else kind == "G")
    outcomes = lambda: game.outcomes(game.start, game.moves(game.start)[0])  # noqa: E731
    if reward is None:
        assert sum(outcome.probability for outcome in outcomes()) == 1
    else:
        with pytest.raises(ValueError, match="expected rewards are not supported here"):
            outcomes()
    asked_sure = comparison == ">=" and limit == 1 and steps is None and kind != "G" and reward is None
    assert game.sure == (asked_sure and wanted == 1)
    holds = COMPARED[comparison](wanted, limit) if comparison else None
    assert (answer.holds, answer.to_json().get("holds")) == (holds, holds)
    # Answers by ranks need no solution unless all states are requested.
    assert (answer.solution is None) == (game.sure or game.infinite)
    assert answer_property(game, all_states=True).solution.value == wanted
    data, every = answer.data, range(len(small.states))
    assert (data["game"], data["parameters"], data["proved"]) == (game.name, game.parameters, True)
    assert data["value"] == "infinity" if game.infinite else exact(data["value"]) == wanted
    if game.sure or game.infinite:
        values = [meant(replace(small, start=x), parts, before, target) for x in every]
        certain = {x for x in every if (values[x] == 1 if game.sure else values[x] < math.inf)}
        moves = small.moves[small.start] if game.sure else []
        assert data["best_moves"] == [name for name, out in moves if certain >= {*out}]
        assert f"{'at' if game.sure else 'from'} {len(certain)} of {len(every)} states" in data["proof"]
    # Bounds, and their decimals.
    assert ("infinite rewards" in bounds.method) == (reward is not None)
    assert 0 <= bounds.lower <= wanted <= bounds.upper
    assert reward is not None or bounds.upper <= 1
    shown = bounds.to_json()
    about = {"game": game.name, "parameters": game.parameters, "proved": True, "method": bounds.method}
    about |= {"holds": bounds.holds()} if comparison else {}
    assert shown == {**about, "lower": shown["lower"], "upper": shown["upper"]}
    if wanted == math.inf:
        assert shown["lower"] == shown["upper"] == "infinity"
    else:
        assert [len(shown[end]["decimal"].partition(".")[2]) for end in ("lower", "upper")] == [18, 18]
        assert (exact(shown["lower"]), exact(shown["upper"])) == (bounds.lower, bounds.upper)
        assert 0 <= bounds.lower - Fraction(shown["lower"]["decimal"]) < Fraction(1, 10**18)
        assert 0 <= Fraction(shown["upper"]["decimal"]) - bounds.upper < Fraction(1, 10**18)
        assert bounds.upper - bounds.lower < Fraction(1, 10**12) * max(1, wanted)
        assert bounds.holds() in (None, game.question.holds(wanted))
    # The values of all states, and the moves to make there.
    chosen = {}
    assert game.columns[-1] == ("probability" if reward is None else "reward")
    for row in game.rows(found):
        width = len(small.variables)
        state, left, (player, move, best, shown) = row[:width], row[width:-4], row[-4:]
        x = small.states.index(state)
        assert len(left) == (steps is not None)
        steps_left = left[0] if left else None
        here = meant(replace(small, start=x), (*parts[:5], steps_left, reward), before, target)
        assert shown == ("infinity" if here == math.inf else str(here))
        assert player == (small.players[small.owners[x]] if small.kind == "smg" else "")
        assert move in best
        if steps is None and game.moves(game.start) != ["end"]:
            names = [name for name, _ in small.moves[x]]
            assert game.moves(x) == [*found.move_values(x)] == names  # a position may be given by its number
            assert set(best) <= set(names)
            chosen[x] = names.index(move)
    # The moves of each side achieve the value, whatever the other side does.
    for owner in set(small.owners):
        mine = {x: y for x, y in chosen.items() if small.owners[x] == owner}
        assert meant(small, parts, before, target, mine) == wanted
