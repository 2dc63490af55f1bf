"""Rows of a solution contain every position and move exactly, in all kinds of files."""

import csv
import importlib.util
import json
import sys
from collections import namedtuple
from fractions import Fraction

import pytest
from gmpy2 import mpq

import trueodds
from trueodds.answers import rows
from trueodds.cli import run
from trueodds.views.parts import describe_player

from ..extras import need
from ..small import GAMES


def read(path):
    if path.suffix == ".csv":
        with open(path, newline="", encoding="utf-8") as file:
            return list(csv.DictReader(file))
    if path.suffix == ".jsonl":
        return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return need("pyarrow.parquet").read_table(path).to_pylist()


def cell(value):
    return str(value).lower() if isinstance(value, bool) else str(value)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_position_and_move(game, tmp_path):
    solution = trueodds.solve(game)
    general = trueodds.solve(game, "general")
    assert set(solution.positions) == set(general.model.positions)
    assert solution.positions[0] == game.start
    steps = []
    found = solution.records(progress=lambda *step: steps.append(step))
    assert found == general.records()
    assert steps[0] == ("rows", 0, len(solution.positions))
    assert {row["tie"] for row in found} <= {True, False}
    at = iter(found)
    for position in solution.positions:
        values = general.move_values(position)
        best = general.best_moves_at(position)
        for move in game.moves(position):
            row = next(at)
            assert tuple(row[name] for name in position._fields) == position
            assert row["seat"] == game.seat(position)
            assert row["move"] == move
            assert mpq(row["value"]) == values[move]
            assert abs(mpq(row["decimal"]) - values[move]) <= values[move] / 10**14
            assert row["cost"] == float(max(values.values()) - values[move])
            assert row["best"] is (move in best)
            assert row["tie"] is (move in best and len(best) > 1)
    assert next(at, None) is None
    text = [{name: cell(value) for name, value in row.items()} for row in found]
    for kind in rows.KINDS[: 3 if importlib.util.find_spec("pyarrow") else 2]:
        path = tmp_path / f"table{kind}"
        rows.write_rows(solution, path)
        written = read(path)
        assert written == (text if kind == ".csv" else found)
        assert list(written[0]) == list(found[0])


def own(position_of):
    def outcomes(position, move):
        return [(Fraction(1, 3), None, 1), (Fraction(2, 3), None, 0)] if move == "go" else [(1, None, Fraction(1, 3))]

    return trueodds.Rules(position_of, lambda _: ["go", ("stay", 2)], outcomes, name="mine")


def test_own_games():
    assert trueodds.solve(own(("a", 1))).records() == [
        {"part_1": "a", "part_2": 1, "seat": 0, "move": move, "value": "1/3", "decimal": "0." + 15 * "3", "cost": 0.0}
        | {"best": True, "tie": True}
        for move in ("go", "('stay', 2)")
    ]
    assert trueodds.solve(own(7)).records()[0]["position"] == 7


def test_infinite_values_and_costs(tmp_path):
    """Seat 1 moves first, either to infinite rewards of seat 0 or to the end of the game."""
    arrays = {"seats": [1, 0], "first_move": [0, 2, 3], "first_outcome": [0, 1, 2, 3], "targets": [1, 2, 1]}
    model = trueodds.Model.from_arrays(**arrays, probabilities=[1], which=[0] * 3, payoffs=[0], gains=[1] * 3)
    solution = trueodds.solve(model)
    found = solution.records()
    assert [row["value"] for row in found] == [row["decimal"] for row in found] == ["-infinity", "-1", "infinity"]
    assert [row["cost"] for row in found] == [float("inf"), 0, 0]
    rows.write_rows(solution, tmp_path / "t.jsonl")
    assert read(tmp_path / "t.jsonl") == [found[0] | {"cost": "infinity"}, *found[1:]]
    assert (describe_player(solution), solution.value) == ("the player who moves second", 1)


def test_names_that_are_taken():
    place = namedtuple("place", ["value", "seat", "position_value"])
    [first, _] = trueodds.solve(own(place(5, 3, 1))).records()  # its seat is not that of the player to move
    columns = ["position_position_value", "position_seat", "position_value"]
    assert list(first) == [*columns, *rows.COLUMNS]
    assert [first[name] for name in [*columns, "seat"]] == [5, 3, 1, 0]
    assert rows.find_seat_field(own(0), place._fields, [place(5, 0, 1), place(5, 3, 1)]) == ""


def test_only_parquet_needs_a_library(monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    for kind in (".csv", ".jsonl", ""):
        rows.check_installed(kind)
    with pytest.raises(ImportError, match="pip install"):
        rows.check_installed(".parquet")


def test_own_games_in_files(tmp_path, monkeypatch):
    need("pyarrow")
    monkeypatch.setattr(rows, "_CHUNK", 1)
    game = trueodds.Rules(10**30, lambda _: ["gö", 2], lambda _, move: [(1, None, int(move == 2))])
    for kind in rows.KINDS:
        rows.write_rows(trueodds.solve(game), tmp_path / f"t{kind}")
        assert kind == ".parquet" or "gö" in (tmp_path / f"t{kind}").read_text(encoding="utf-8")  # text is not escaped
    first, second = read(tmp_path / "t.parquet")
    assert (first["position"], first["move"], second["move"], second["best"]) == (str(10**30), "gö", "2", True)
    later = trueodds.Rules(0, lambda at: ["end" if at else 5], lambda at, _: [(1, None, 1)] if at else [(1, "x")])
    rows.write_rows(trueodds.solve(later), tmp_path / "t.parquet")
    assert [(row["position"], row["move"]) for row in read(tmp_path / "t.parquet")] == [("0", "5"), ("x", "end")]
    with open(tmp_path / "t.parquet", "w") as file:
        rows.write_table([{"best": ["ü", 2], "odd": True}, {"best": [], "odd": 3}], ".parquet", file)
    assert read(tmp_path / "t.parquet") == [{"best": '["ü", 2]', "odd": "true"}, {"best": "[]", "odd": "3"}]
    with open(tmp_path / "t.parquet", "w") as file:
        rows.write_table([{"one": 1}], ".parquet", file)
    assert read(tmp_path / "t.parquet") == [{"one": 1}]


def test_columns_of_integers_fit_into_64_bits():
    for one in (2**63 - 1, 1 - 2**63):
        assert rows.find_column_type([1, one]) is int
    for one in (2**63, -(2**63), "x", True):
        assert rows.find_column_type([1, one]) is str


def test_levels_are_sorted_and_cells_are_text_or_json():
    levels, [column] = rows.number_levels([[10, 2.5, "b", 3, "a", None, "b"]])
    assert (levels, column) == ([[2.5, 3, 10, None, "a", "b"]], [2, 0, 5, 1, 4, 3, 5])
    assert [rows._make_cell(one) for one in ("ä", 3, 0.5, True, None, ["ä"])] == ["ä", 3, 0.5, "true", "null", '["ä"]']


def test_other_endings_are_refused(capsys):
    with pytest.raises(ValueError, match=r"a file of rows must end in .csv, .jsonl or .parquet, not 't.xls'"):
        rows.write_rows(trueodds.solve(trueodds.Pig(3)), "t.xls")
    assert run(["strategy", "risk-or-safety", "--target", "5", "--statements", "--output", "t.csv"]) == 2
    assert "--output must end in .txt with --statements, not " in capsys.readouterr().err
