"""Ranges of parameters as typed, and the rows of a sweep; ``recorded_calls.txt`` has others."""

import functools
import importlib
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

import trueodds
from trueodds import Rules, parameter_sweep
from trueodds.parameter_sweep import read_values, row_to_json


@given(st.fractions(0, 9, max_denominator=99), st.fractions("1/99", 3, max_denominator=99), st.integers(0, 9))
def test_steps_are_exact(first, step, count):
    last = first + step * count
    assert read_values(f"{first}..{last}:{step}") == [first + step * number for number in range(count + 1)]
    assert len(read_values(f"{first}..{last + step / 2}:{step}")) == count + 1


class Bet(Rules):
    """A parameter has the name of a column."""

    def __init__(self, value, sides=2):
        win = Fraction(value, sides)
        super().__init__(0, lambda at: ["a", "b"], lambda at, move: [(win, None, 1), (1 - win, None, 0)])


def test_rows_are_the_answers_in_order_with_renamed_parameters(tmp_path, monkeypatch):
    steps, how = [], {"checkpoint": tmp_path / "c", "progress": lambda *step: steps.append(step)}
    rows = trueodds.sweep(Bet, {"sides": [3, 4], "value": range(1, 3)}, **how)
    every = [(sides, value, str(Fraction(value, sides))) for sides in (3, 4) for value in (1, 2)]
    assert [(row["sides"], row["parameter_value"], row["value"]) for row in rows] == every
    assert all((row["best_moves"], row["tie"], row["proved"]) == (["a", "b"], True, True) for row in rows)
    assert steps == [("games", done, 4) for done in range(5)]
    names = {"value": [1, 2], "parameter_value": [3]}
    rows_of_both = trueodds.sweep(lambda value, parameter_value: Bet(value, parameter_value), names)
    found = [(row["parameter_parameter_value"], row["parameter_value"], row["value"]) for row in rows_of_both]
    assert found == [(1, 3, "1/3"), (2, 3, "2/3")]
    assert row_to_json(rows[0]) == {
        "parameters": {"sides": 3, "parameter_value": 1},
        "value": {"numerator": "1", "denominator": "3", "decimal": "0.333333333333333"},
        "best_moves": ["a", "b"],
        "tie": True,
        "proved": True,
    }
    monkeypatch.setattr(parameter_sweep, "solve", lambda *given, **how: pytest.fail("solved again"))
    assert trueodds.sweep(Bet, {"sides": [4, 3], "value": [2]}, **how) == [rows[3], rows[1]]
    with pytest.raises(ValueError, match="belongs to another computation"):
        trueodds.sweep(Bet, {"sides": [4, 3], "value": [2]}, method="general", **how)


def test_a_checkpoint_of_other_rules_is_refused(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    how, path = {"checkpoint": tmp_path / "c"}, tmp_path / "trueodds_rules.py"
    code = "import trueodds\ndef make(n, more=0):\n    return trueodds.RiskOrSafety(n + more)\n"
    classes = "class Made:\n __call__ = staticmethod(make)\nclass Named(trueodds.Pig):\n name = property(repr)\n"
    path.write_text(code + classes + "class Two:\n def make(n):\n  return trueodds.RiskOrSafety(2 * n)\n")
    make = (rules := importlib.import_module("trueodds_rules")).make
    (row,) = trueodds.sweep(make, {"n": [3]}, **how)
    assert trueodds.sweep(rules.Named, {"target": [3]}, checkpoint=tmp_path / "i")[0]["proved"]
    again = importlib.reload(rules).make  # as in another process
    others = functools.partial(make, more=0), functools.partial(again, more=0), functools.lru_cache(make), rules.Made()
    for other, name in zip(others, "eefg", strict=True):
        assert trueodds.sweep(other, {"n": [3]}, checkpoint=tmp_path / name) == [row]
    assert trueodds.sweep(functools.partial(make, 3), {"more": [0]}, checkpoint=tmp_path / "h")[0]["value"] == "6/11"
    for other, over, name in ((functools.partial(make, more=1), "n", "e"), (functools.partial(make, 4), "more", "h")):
        with pytest.raises(ValueError, match="belongs to another computation"):
            trueodds.sweep(other, {over: [3]}, checkpoint=tmp_path / name)
    with pytest.raises(ValueError, match="belongs to another computation"):
        trueodds.sweep(rules.Two.make, {"n": [3]}, **how)  # of the same name
    path.write_text("import trueodds\ndef make(n, more=1):\n    return trueodds.RiskOrSafety(n + more)\n")
    with pytest.raises(ValueError, match="belongs to another computation"):
        trueodds.sweep(make, {"n": [3]}, **how)
    for other in (eval("lambda n: None"), max):
        with pytest.raises(ValueError, match="source code can be read; define it in a file"):
            trueodds.sweep(other, {"n": [3]}, **how)
    assert trueodds.sweep(trueodds.Pig, {"target": [3]}, checkpoint=tmp_path / "d")[0]["proved"]


def mixed(sides, value):
    return Rules(0, lambda at: [2, 10, "a"], lambda at, move: [(1, None, 1)])


def test_limits_methods_and_moves_of_several_kinds(monkeypatch):
    monkeypatch.setattr(parameter_sweep, "MAX_ROWS", 6)
    rows = trueodds.sweep(mixed, {"value": [1, 2, 3], "sides": [4, 5]})
    assert [row["best_moves"] for row in rows] == [[2, 10, "a"]] * 6
    one = parameter_sweep.Sweep("bet", mixed, {"value": 7}, {"sides": [1], "by": [2]}, "m", 3, "source")
    assert one.about() == {"game": "bet", "source": "source", "parameters": ["value", "sides", "by"], "method": "m"}
    assert list(parameter_sweep.Sweep("bet", mixed, {"a": 7}, {"a": [1]}).points()) == [{"a": 1}]
