"""Bounds by several threads, or by other processes, are those by one; levels are such that they may be."""

import itertools
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

import numpy as np
import pytest
from gmpy2 import mpq

import trueodds
from trueodds.runtime.executors import use_executor
from trueodds.solution import NotProved
from trueodds.solver import bounds, elsewhere, levels
from trueodds.solver.bounds import bound_positions
from trueodds.solver.components import find_components
from trueodds.solver.levels import count_threads, order_by_level
from trueodds.solver.model import Model, explore

GAMES = [trueodds.TwoCoins(8), trueodds.Pig(12), trueodds.RiskOrSafety(8), trueodds.SuperSix(1), trueodds.Greed(9, 2)]


def slow_models():
    """Positions side by side, each a long walk: sweeps crawl there."""
    count, length = 4, 60
    targets, over = [], count * length
    for walk, at in itertools.product(range(count), range(length)):
        x = walk * length + at
        targets += [x - 1 if at else over, x + 1 if at < length - 1 else over + 1]
    sizes = np.arange(over + 1)
    return Model.from_arrays([0] * over, sizes, 2 * sizes, targets, [mpq(1, 2)], [0] * (2 * over), [0, 1])


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_levels_do_not_lead_to_themselves_and_have_all(game):
    model = explore(game)
    before = find_components(model)
    components, starts = order_by_level(model, before)
    assert sorted(components.members.tolist()) == list(range(len(model.positions)))
    for begin, end in itertools.pairwise(components.first.tolist()):
        (label,) = set(before.label[components.members[begin:end]].tolist())
        assert (before.label == label).sum() == end - begin
        assert (components.label[components.members[begin:end]] == components.label[components.members[begin]]).all()
    assert (np.diff(components.label[components.members]) >= 0).all()
    assert (starts[0], starts[-1]) == (0, len(components.first) - 1)
    level = np.repeat(np.arange(len(starts) - 1), np.diff(starts))[components.label]
    owner = np.repeat(np.arange(len(model.positions)), np.diff(model.first_outcome[model.first_move]))
    other = components.label[owner] != components.label[model.targets]
    assert (level[owner][other] > level[model.targets][other]).all()
    assert len(starts) < 3 or (np.diff(starts) > 0).all()


class Backwards:
    """In place of a pool of threads: the last part is done first."""

    def __init__(self, threads):
        self.threads = threads

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass

    def map(self, function, *lists):
        for arguments in reversed(list(zip(*lists, strict=True))):
            function(*arguments)
        return []


@pytest.mark.parametrize("pool", [ThreadPoolExecutor, Backwards])
@pytest.mark.parametrize("threads", [2, 3])
@pytest.mark.parametrize("least", [0, 40])
def test_threads_change_nothing(threads, least, pool, monkeypatch):
    several = 0
    for model in (*map(explore, GAMES), slow_models()):
        components = find_components(model)
        alone = bound_positions(model, components)
        monkeypatch.setattr(bounds, "count_threads", lambda _: threads)
        monkeypatch.setattr(levels, "_SHARED", least)
        monkeypatch.setattr(levels, "ThreadPoolExecutor", pool)
        told = []
        shared = bound_positions(model, components, lambda *how, told=told: told.append(how))
        monkeypatch.undo()
        assert np.array_equal(alone.low, shared.low)
        assert np.array_equal(alone.high, shared.high)
        assert alone.candidates == shared.candidates
        ends = [done for stage, done, _ in told if stage == "bounds"]
        assert ends == sorted(ends)
        assert told[-1] == ("bounds", len(components.first) - 1, len(components.first) - 1)
        several += len(ends) > 3
    assert several >= 4


def test_small_games_take_one_thread():
    assert [count_threads(explore(game)) for game in GAMES] == [1] * len(GAMES)
    assert count_threads(type("Large", (), {"targets": range(1 << 19)})()) >= 1


def test_an_error_in_a_thread_comes_out(monkeypatch):
    model = explore(trueodds.TwoCoins(8))

    def fail(self):
        raise KeyboardInterrupt

    monkeypatch.setattr(bounds, "count_threads", lambda _: 2)
    monkeypatch.setattr(levels, "_SHARED", 0)
    monkeypatch.setattr(bounds.Sweeps, "go_on", fail)
    with pytest.raises(KeyboardInterrupt):
        bound_positions(model, find_components(model))


def split_models():
    """Models with large levels, small ones in between, components that crawl, and outcomes that skip levels."""
    return [*map(explore, (trueodds.Pig(12), trueodds.TwoCoins(8), trueodds.RiskOrSafety(8))), slow_models()]


@pytest.mark.parametrize("part", [1, 40])
def test_other_processes_change_nothing(part, monkeypatch):
    with ProcessPoolExecutor(2) as pool:
        for model in split_models():
            components = find_components(model)
            alone = bound_positions(model, components)
            monkeypatch.setattr(levels, "_SHARED", 60)
            monkeypatch.setattr(levels, "_SENT", 100)
            monkeypatch.setattr(levels, "_PART", part)
            sent = []
            monkeypatch.setattr(elsewhere.Sender, "_cut", record(sent, elsewhere.Sender._cut))
            with use_executor(pool):
                there = bound_positions(model, components)
            monkeypatch.undo()
            assert len(sent) > 2
            assert np.array_equal(alone.low, there.low)
            assert np.array_equal(alone.high, there.high)
            assert alone.candidates == there.candidates


def test_small_levels_that_follow_each_other_are_not_sent(monkeypatch):
    """Together they have as much to do as a large one, but they lead to each other."""
    model = explore(trueodds.Pig(12))
    components = find_components(model)
    alone = bound_positions(model, components)
    monkeypatch.setattr(levels, "_SENT", 100)
    monkeypatch.setattr(elsewhere.Sender, "send", lambda self, cuts: pytest.fail("sent"))
    with use_executor("processes"):
        there = bound_positions(model, components)
    assert np.array_equal(alone.low, there.low)
    assert np.array_equal(alone.high, there.high)


def record(calls, function):
    """The function; each call is noted."""

    def noted(self, cut):
        calls.append(cut)
        return function(self, cut)

    return noted


def test_solve_takes_an_executor_for_the_bounds_of_any_game(monkeypatch):
    monkeypatch.setattr(levels, "_SHARED", 60)
    monkeypatch.setattr(levels, "_SENT", 100)
    sent = []
    monkeypatch.setattr(elsewhere.Sender, "_cut", record(sent, elsewhere.Sender._cut))
    with ProcessPoolExecutor(1) as pool:
        assert trueodds.solve(trueodds.Pig(12), "start", executor=pool).value == trueodds.solve(trueodds.Pig(12)).value
    assert sent


def test_a_component_that_floats_cannot_bound_is_named_here(monkeypatch):
    model = slow_models()
    monkeypatch.setattr(levels, "_SHARED", 1)
    monkeypatch.setattr(levels, "_SENT", 1)
    monkeypatch.setattr(levels, "_PART", 130)
    monkeypatch.setattr(bounds, "_TRIES", 0)  # forked processes have it, too; elsewhere they find bounds
    monkeypatch.setattr(elsewhere, "run_chunks", lambda function, parts, *_: ((part, function(part)) for part in parts))
    with use_executor("processes"), pytest.raises(NotProved, match="floats cannot bound the component of 0"):
        bound_positions(model, find_components(model))


PART = elsewhere.Part(0, 2, np.array([0, 1, 2]), *[np.zeros(0)] * 5, np.zeros(3), np.zeros((0, 2)))


@pytest.mark.parametrize(
    "found",
    [
        (np.zeros((2, 2)), np.zeros(2, dtype=np.uint8)),
        (np.zeros((1, 2)), np.zeros(3, dtype=np.uint8)),
        (np.zeros((2, 2), dtype=np.float32), np.zeros(3, dtype=np.uint8)),
        (np.zeros((2, 2)), np.zeros(3)),
        (np.array([[0, 1], [1, 0]], dtype=float), np.zeros(3, dtype=np.uint8)),
        (np.array([[0, 1], [0, np.nan]]), np.zeros(3, dtype=np.uint8)),
        (np.zeros((2, 2)), np.full(3, 2, dtype=np.uint8)),
        [],
        ["x", "y"],
    ],
    ids=range(9),
)
def test_what_is_no_answer_is_refused(found):
    with pytest.raises(ValueError, match=r"were asked for|is above the upper|neither"):
        elsewhere.check_part(PART, found)


def test_an_answer_is_taken():
    elsewhere.check_part(PART, None)
    elsewhere.check_part(PART, (np.zeros((2, 2)), np.ones(3, dtype=np.uint8)))
