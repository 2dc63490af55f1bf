"""Ranges of parameters as typed, and the rows of a sweep; ``cli/recorded.txt`` has the ranges that are refused."""

import functools
import importlib
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

import trueodds
from trueodds import Rules, parameter_sweep
from trueodds.parameter_sweep import read_values, row_to_json


@pytest.mark.parametrize(
    ("text", "values"),
    [
        *(("7", [7]), ("-1..1", [-1, 0, 1]), ("1..10:4", [1, 5, 9]), ("5, 1..3, 2", [5, 1, 2, 3])),
        *(("3..3, 4/2, 0.5", [3, 2, Fraction(1, 2)]), ("first,second", ["first", "second"])),
        ("0.1..0.3:0.1", [Fraction(1, 10), Fraction(1, 5), Fraction(3, 10)]),
    ],
)
def test_what_is_read(text, values):
    assert read_values(text) == values
    assert list(map(type, read_values(text))) == list(map(type, values))


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
    path.write_text(f"{code}class Made:\n    __call__ = staticmethod(make)\n")
    make = (rules := importlib.import_module("trueodds_rules")).make
    (row,) = trueodds.sweep(make, {"n": [3]}, **how)
    again = importlib.reload(rules).make  # as in another process
    others = functools.partial(make, more=0), functools.partial(again, more=0), functools.lru_cache(make), rules.Made()
    for other, name in zip(others, "eefg", strict=True):
        assert trueodds.sweep(other, {"n": [3]}, checkpoint=tmp_path / name) == [row]
    with pytest.raises(ValueError, match="belongs to another computation"):
        trueodds.sweep(functools.partial(make, more=1), {"n": [3]}, checkpoint=tmp_path / "e")
    path.write_text("import trueodds\ndef make(n, more=1):\n    return trueodds.RiskOrSafety(n + more)\n")
    with pytest.raises(ValueError, match="belongs to another computation"):
        trueodds.sweep(make, {"n": [3]}, **how)
    for other in (eval("lambda n: None"), max):
        with pytest.raises(ValueError, match="source code can be read; define it in a file"):
            trueodds.sweep(other, {"n": [3]}, **how)
    assert trueodds.sweep(trueodds.Pig, {"target": [3]}, checkpoint=tmp_path / "d")[0]["proved"]


@pytest.mark.parametrize("change", [{"parameter_value": 2}, {"sides": 4}, {"another": 0}, None])
def test_a_row_of_other_parameters_is_wrong(change):
    point = {"sides": 3, "value": 1}
    (row,) = trueodds.sweep(Bet, {"value": [1]}, {"sides": 3})
    parameter_sweep._check_row(point, row)
    with pytest.raises(ValueError, match="the row does not belong to the parameters"):
        parameter_sweep._check_row(point, None if change is None else row | change)


def mixed(sides, value):
    return Rules(0, lambda at: [2, 10, "a"], lambda at, move: [(1, None, 1)])


@pytest.mark.parametrize(
    ("game", "over", "how", "error", "message"),
    [
        (5, {}, {}, TypeError, "game must be the class of a game, or a function that returns a game, not 5"),
        *((trueodds.Pig, {"target": x}, {}, TypeError, "must be a list or range of values") for x in (5, "1..5", None)),
        (Bet, {"sides": [3], "value": [1, 7]}, {}, ValueError, "^at sides=3, parameter_value=7: .*probabilit"),
        (Bet, {"value": [1, 2], "sides": [3, 4, 5, 6]}, {}, ValueError, "a sweep must have at most 6 games, not 8"),
        (Bet, {"value": [1]}, {"max_positions": 0}, ValueError, "^max_positions must be at least 1, not 0$"),
        (trueodds.Pig, {"target": [3]}, {"method": "none"}, ValueError, "^at target=3: .*none"),
        (trueodds.Pig, {"target": [3]}, {"workers": "procs"}, ValueError, "^workers must be .*procs"),
        (trueodds.Pig, {"target": [3, 0]}, {"progress": lambda *_: pytest.fail("began")}, ValueError, "target"),
        (lambda n: Rules("a", list, lambda *_: [(1, None, "x")]), {"n": [1]}, {}, TypeError, "^at n=1: "),
        (lambda n: Rules(0, lambda _: [0] * 2**60, list), {"n": [1]}, {}, MemoryError, r"^at n=1: out of memory\Z"),
    ],
)
def test_sweeps_that_are_refused(game, over, how, error, message, monkeypatch):
    monkeypatch.setattr(parameter_sweep, "MAX_ROWS", 6)
    with pytest.raises(error, match=message):
        trueodds.sweep(game, over, **how)


def test_limits_methods_and_moves_of_several_kinds(monkeypatch):
    with pytest.raises(MemoryError, match=r"^at target=3: pig has more than 2 positions"):
        trueodds.sweep(trueodds.Pig, {"target": [3]}, max_positions=2, method="general")
    monkeypatch.setattr(parameter_sweep, "MAX_ROWS", 6)
    assert read_values("1..6") == [1, 2, 3, 4, 5, 6]
    with pytest.raises(ValueError, match=r"at most 6 values, but '1..7' has more"):
        read_values("1..7")
    rows = trueodds.sweep(mixed, {"value": [1, 2, 3], "sides": [4, 5]})
    assert [row["best_moves"] for row in rows] == [[2, 10, "a"]] * 6
    one = parameter_sweep.Sweep("bet", mixed, {"value": 7}, {"sides": [1], "by": [2]}, "m", 3, "source")
    assert one.about() == {"game": "bet", "source": "source", "parameters": ["value", "sides", "by"], "method": "m"}
    assert list(parameter_sweep.Sweep("bet", mixed, {"a": 7}, {"a": [1]}).points()) == [{"a": 1}]
