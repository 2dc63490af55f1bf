"""Bounds by several threads are those by one; components of a level do not lead to each other."""

import itertools
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from gmpy2 import mpq

import trueodds
from trueodds.solver import sweeps
from trueodds.solver.bounds import bound
from trueodds.solver.graph import order_by_level
from trueodds.solver.model import Model, explore
from trueodds.solver.sweeps import count_threads

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
    before = model.graph.components
    components, starts = order_by_level(model)
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
        components = model.graph.components
        alone = bound(model)
        monkeypatch.setattr(sweeps, "count_threads", lambda _: threads)
        monkeypatch.setattr(sweeps, "_SHARED", least)
        monkeypatch.setattr(sweeps, "ThreadPoolExecutor", pool)
        told = []
        shared = bound(model, lambda *how, told=told: told.append(how))
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

    def fail(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(sweeps, "count_threads", lambda _: 2)
    monkeypatch.setattr(sweeps, "_SHARED", 0)
    monkeypatch.setattr(sweeps.Sweeps, "finish", fail)
    with pytest.raises(KeyboardInterrupt):
        bound(model)
