"""The choice of a format, answers, explicit files, and what is refused; ``recorded_calls.txt`` has numbers as text."""

import math
from dataclasses import replace
from fractions import Fraction
from unittest.mock import Mock, call

import numpy as np
import pytest

import trueodds
from trueodds.catalog.registry import find
from trueodds.formats import answer, explicit, openspiel, prism, transitions, umb
from trueodds.formats.model_game import make_game
from trueodds.runtime import memory
from trueodds.solver.model import MAX_POSITIONS
from trueodds.solver.numbered import Numbered

from .small import transitions_of

SUFFIXES = {"prism": ("prism", "nm", "pm", "sm", "smg"), "tra": ("tra",), "umb": ("umb",)}


@pytest.mark.parametrize(("kind", "suffix"), [(kind, one) for kind, ends in SUFFIXES.items() for one in ends])
def test_the_suffix_or_the_given_format_decides(monkeypatch, kind, suffix):
    calls = []
    found = transitions_of([0], [[[(1, 0)]]], [[0]])
    monkeypatch.setattr(prism, "read_prism", lambda *given: calls.append(("prism", given[0], *given[2:])))
    for name, module in (("tra", explicit), ("umb", umb)):
        monkeypatch.setattr(module, "read_transitions", lambda *given, name=name: calls.append((name, *given)) or found)
    asked, constants = "<<1>> Pmax=? [ F s=0 ]", {"N": 1} if kind == "prism" else None
    for path, how in ((f"m.{suffix}", {}), (f"M.{suffix.upper()}", {}), ("m.txt", {"format": kind})):
        trueodds.read_model(path, asked, constants, **how)
        trueodds.read_model(path, asked, constants, max_positions=7, **how)
        given = (constants,) if kind == "prism" else (None,)
        assert calls == [(kind, path, *given, MAX_POSITIONS), (kind, path, *given, 7)]
        calls.clear()
        other = next(one for one in SUFFIXES if one != kind)
        for wrong in (other.upper(), "drn"):
            with pytest.raises(ValueError, match=r"^the format of .* must be one of prism, tra, umb, not"):
                trueodds.read_model(path, asked, format=wrong)
        refused = {"nearest": 9} if kind == "prism" else {"constants": {"N": 1}}
        with pytest.raises(ValueError, match=r"applies only to|only models in the PRISM language have constants"):
            trueodds.read_model(path, asked, **refused, **how)


def chain(**more):
    """Return a chain of two states with a fair coin, changed."""
    parts = {
        "owners": [0, 0],
        "moves": Numbered(["a", "b", "c"], np.array([0, 1], dtype=np.int32)),
        "chances": Numbered(["1/2", "1"], np.array([0, 0, 1], dtype=np.int32)),
        "rows": tuple(map(np.array, ([0, 1, 2], [0, 2, 3], [0, 1, 1]))),
    } | more
    states = [np.array([True, False]), np.array([3, 4])], ("done", "x")
    kind = parts.pop("kind", "dtmc")
    return transitions.assemble("m", kind, 0, states, ("p",), rewards=parts.pop("rewards", None), **parts)


def test_inconsistent_models_are_refused():
    names = Numbered(["a", "b", "c"], np.arange(3, dtype=np.int32))
    one = Numbered(["1"], np.zeros(3, dtype=np.int32))
    for x, what in enumerate(("done=true, x=3, which has several moves: a, b", "done=false, x=4, .*: b, c")):
        rows = tuple(map(np.array, ([0, 2 - x, 3], [0, 1, 2, 3], [x ^ 1, x, 1])))
        given = {"rows": rows, "moves": names, "chances": one, "kind": "smg"}
        with pytest.raises(ValueError, match=rf"^m: no player owns state {what}$"):
            chain(**given, owners=[x - 1, -x])
        assert chain(**given, owners=[-x, x - 1]).owners.tolist() == [-x, x - 1]
    for kind in ("dtmc", "mdp", "smg"):
        found = chain(kind=kind, owners=[0, -1])
        assert (found.players, found.owners.tolist()) == ((("p",), [0, -1]) if kind == "smg" else ((), [0, 0]))
    chances = Numbered(["1/100", "99/100", "1"], np.arange(3, dtype=np.int32))
    message = r"^m: probability '1/100', rounded to a denominator up to 9, must be a number"
    with pytest.raises(ValueError, match=message):
        chain(chances=chances, nearest=9)
    assert chain(nearest=9).remarks == ()
    for part in range(3):
        texts = Numbered(["1", "half" * 11], np.zeros((2, 2, 3)[part], dtype=np.int32))
        rewards = {"r": tuple(texts if at == part else None for at in range(3))}
        with pytest.raises(ValueError, match=r"^m: reward '(half){10}' is not a finite number$"):
            chain(rewards=rewards)


def test_players_are_named_by_their_names_or_numbers():
    found = replace(transitions_of([0, 1], [[[(1, 1)]], [[(1, 0)]]], [[2], [0]]), constants={"N": "3"})
    game = make_game(found, "<<1>> Pmax=? [ F s=2 ]")
    assert find(game).summary == ""
    assert game.parameters == {"N": "3", "property": "<<1>> Pmax=? [ F s=2 ]"}
    for number in (-1, 2):
        with pytest.raises(ValueError, match=rf"play reaches no undecided position {number}; a position is \(s,\)$"):
            game.position(number)
    assert repr(game) == f"ModelGame({found.name!r}, '<<1>> Pmax=? [ F s=2 ]')"
    with pytest.raises(ValueError, match=r"needs a coalition such as <<\*>>; the model has no players$"):
        make_game(replace(found, players=()), "Pmax=? [ F s=2 ]")
    own = make_game(replace(found, owners=np.array([-1, 0])), "<<1>> Pmax=? [ F<=2 s=2 ]")
    assert [row[2] for row in own.rows(trueodds.solve(own))] == ["", "1"]
    with pytest.raises(ValueError, match=r"no undecided position 0; a position is \(s, steps left\)$"):
        own.position(0)
    for name, at in (("1", 0), ("2", 1), ("3", 2)):
        for players in (("1", "2", "3"), ("anna", "bert", "carl"), ("3", "1", "2")):
            own = make_game(replace(found, players=players), f"<<{name}>> Pmax=? [ F s=1 ]")
            mine = players.index(name) if name in players else at
            assert [own._seats[x] for x in (0, 1)] == [int(x != mine) for x in (0, 1)]


def test_wide_bounds_are_explained():
    found = transitions_of([0, 1], [[[(Fraction(1, 3), 1), (Fraction(2, 3), 0)]], [[(1, 1)]]], [[2], [0]])
    model = make_game(found, "<<1>> Rmax=? [ F s=1 ]").model
    known = {(1e6, 1e6 + 2e-3): "known within 2.0e-03)", (0.5, 0.5 + 2e-9): "known within 2.0e-09)"}
    known |= {(1e6, 1e6 + 5e-4): "", (2.0, math.inf): "with no upper bound)", (math.inf, math.inf): ""}
    for (low, high), shown in known.items():
        told = answer._explain_gap(model, *(np.full(len(model.positions), end) for end in (low, high)))
        assert bool(told) == bool(shown)
        assert shown in told


def test_the_options_of_an_answer_are_passed_on(monkeypatch):
    game, tell = make_game(transitions_of([0], [[[(1, 0)]]], [[0]]), "<<1>> Pmax=? [ F s=1 ]"), lambda *told: None
    for name in ("solve", "explore", "bound"):
        monkeypatch.setattr(answer, name, Mock(wraps=getattr(answer, name)))
    for bounds in (False, True):
        answer.answer_property(game, bounds=bounds, max_positions=7, progress=tell, workers=1)
    found = [one.call_args for one in (answer.solve, answer.explore, answer.bound)]
    assert [(*given[1:], *named.values()) for given, named in found] == [(None, 1, 7, tell), (tell, 7), (tell,)]
    answer.answer_property(game, bounds=True)
    assert answer.explore.call_args.args[1:] == (None, 10_000_000)
    answer.answer_property(game, method="start")
    assert answer.solve.call_args == call(game, "start", workers=None, max_positions=None, progress=None)


def test_floats_become_the_simplest_fractions_that_round_to_them():
    near = Fraction(pow(99991, -1, 999983), 999983)  # within 10^-11 of a fraction in 99991ths
    floats = map(Fraction, (math.pi - 3, 0.33333333333333, 1e-15))  # near simpler fractions
    for chance in (near, Fraction(1, 3), Fraction(999982, 999983), Fraction(1), *floats):
        assert openspiel._find_simplest_fraction(float(chance)) == chance


# PRISM's explicit files.


@pytest.mark.parametrize(("free", "fits"), [(26699, False), (26700, True)])
def test_memory_is_refused_before_a_model_is_read(tmp_path, monkeypatch, free, fits):
    """The estimate is 60 bytes for each of 100 states, and 100 bytes for each of 200 transitions and 7 players."""
    monkeypatch.setattr(memory, "_SMALL", 0)
    monkeypatch.setattr(memory, "find_available_memory", lambda: free)
    rows = [f"{x} 1 0 {to} 1/2\n" for x in range(100) for to in (x, (x + 1) % 100)]
    (tmp_path / "m.tra").write_text(f"100:7 100 200\n{''.join(rows)}")
    if fits:
        assert len(explicit.read_transitions(tmp_path / "m.tra")) == 100
    else:
        with pytest.raises(MemoryError, match=r"^m.tra, with the header '100:7 100 200': about"):
            explicit.read_transitions(tmp_path / "m.tra")
