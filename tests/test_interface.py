"""The Python interface: methods and options are chosen or refused; output, tables, maps and JSON of solutions."""

import contextlib
import dataclasses
import importlib
import pkgutil
import sys
from unittest.mock import Mock

import pytest

import trueodds
from trueodds.catalog.registry import find
from trueodds.dispatch import choose_method
from trueodds.records import Record
from trueodds.runtime.run import Run

from .extras import need
from .small import GAMES

GAME = trueodds.RiskOrSafety(3)


def test_dataclasses_are_frozen_and_records_compare_their_fields():
    modules = []
    for found in pkgutil.walk_packages(trueodds.__path__, "trueodds."):
        with contextlib.suppress(ImportError):  # without an extra
            modules.append(importlib.import_module(found.name))
    kinds = {kind for module in modules for kind in vars(module).values() if isinstance(kind, type)}
    own = [kind for kind in kinds if kind.__module__.startswith("trueodds.") and dataclasses.is_dataclass(kind)]
    changeable = {kind.__name__ for kind in own if not kind.__dataclass_params__.frozen}
    assert changeable <= {"_KnownRoots", "_Pieces", "_Reading", "_Task"}
    assert not [kind for kind in own if issubclass(kind, Record) and kind.__dataclass_params__.eq]


def test_output_of_a_solution(tmp_path, monkeypatch):
    solution = trueodds.solve(GAME)
    assert solution.positions is solution.positions  # explored once
    for begins, write in ((b"<!DOCTYPE", solution.to_html), (b"odds", solution.certificate), (b"PK", solution.save)):
        write(tmp_path / "a")
        assert (tmp_path / "a").read_bytes().startswith(begins)
        with monkeypatch.context() as patch:
            patch.setattr("os.replace", Mock(side_effect=OSError("no")))
            with pytest.raises(OSError, match="no"):  # completely or not at all
                write(tmp_path / "a")
    with monkeypatch.context() as patch:
        patch.setitem(sys.modules, "pandas", None)
        with pytest.raises(ImportError, match="to_dataframe needs pandas: pip install"):
            solution.to_dataframe()
    need("pandas")
    assert solution.to_dataframe().to_dict("records") == solution.records()


def test_a_map_over_two_fields_is_drawn_and_written(tmp_path):
    solution = trueodds.solve(trueodds.Pig(8), "general")
    text = solution.to_latex(over=("turn_total", "saved"), at={"opponent_saved": 3})
    assert "best move at opponent saved 3, seat 0 (turn total: rows; saved: columns)" in text
    model = solution.model
    for total in range(8):
        [row] = [line for line in text.splitlines() if line.startswith(f"{total} & ")]
        for saved, cell in enumerate(row.removesuffix(r" \\").split(" & ")[1:]):
            position = total, saved, 3, 0
            best = solution.best_moves_at(position) if position in model.index else set()
            assert cell == "".join(rf"\text{{{move}}}" for move in best)
    need("matplotlib")
    figure = solution.plot(tmp_path / "map.svg", "odds", over=("turn_total", "saved"), at={"opponent_saved": 3})
    assert figure.axes[0].get_title() == "pig, target 8: value at opponent saved 3, seat 0"
    assert (tmp_path / "map.svg").exists()
    for over, at, message in (
        (("turn_total",), None, "a map needs two fields of positions, not turn_total"),
        (("turn_total", "luck"), None, "no field 'luck'"),
        (None, {"luck": 1}, "no field 'luck'"),
        (("turn_total", "saved"), {"seat": 7, "opponent_saved": 9}, "no position has"),
    ):
        for show in solution.plot, solution.to_latex:
            with pytest.raises(ValueError, match=message):
                show(over=over, at=at)


def test_latex_has_a_table_of_every_game_whose_positions_have_two_fields():
    for game in (trueodds.Hog(4), trueodds.TheRace(3), trueodds.RiskOrSafety(3), trueodds.SuperSix(2)):
        assert trueodds.solve(game, "general").to_latex().count(r"\begin{array}") == 1
    plain = trueodds.solve(trueodds.Rules("start", lambda x: range(11, 0, -1), lambda x, move: [(1, None, 1)]))
    go = lambda at, move: [(1, (at[0] + 1, at[0])) if 0 < 2 * at[0] + move < 4 else (1, None, 2 - at[0])]  # noqa: E731
    for one in (plain, trueodds.solve(trueodds.Rules((0, 0), lambda at: [0, 1], go), "start")):  # with unproved moves
        assert one.to_latex() == one._repr_latex_()
    assert plain.to_json()["best_moves"] == list(range(1, 12))  # numbers, by size


#: The options that only some methods take: what a run asks for, and the flag of the methods that take it.
OPTIONS = {
    "workers": (Run(workers=2), "chunks"),
    "a checkpoint": (Run(checkpoint="c"), "chunks"),
    "max_positions": (Run(max_positions=5), "limited"),
}


@pytest.mark.parametrize("option", OPTIONS)
@pytest.mark.parametrize("game", [*GAMES, trueodds.RiskOrSafety(128)], ids=str)
def test_a_method_is_chosen_that_takes_the_option_and_others_are_refused(game, option):
    run, flag = OPTIONS[option]
    known, default = find(game).all_methods, choose_method(game, None, Run())
    takers = [name for name, method in known.items() if getattr(method, flag)]
    for name, method in (known | {None: default}).items():
        if method in map(known.get, takers):
            assert choose_method(game, name, run) is method
        elif name is None and takers and flag == "chunks":
            assert choose_method(game, None, run) is known[takers[0]]
        else:
            with pytest.raises(ValueError) as refused:  # noqa: PT011 - compared below
                choose_method(game, name, run)
            named = next(name for name, one in known.items() if one is method)
            assert str(refused.value) == (
                f"{option} can be used with method {' or '.join(map(repr, takers))}, not with {named!r}"
                if takers
                else f"{game.name} has no method that can use {option}"
            )


#: For each argument of `solve`: values that no method can use.
NONSENSE = {
    "method": ("magic", 5, b"general", []),
    "progress": ("x", 5),
    "workers": ("procs", "", 0, -1, True, object()),
    "checkpoint": (5, True, ["x"], object()),
    "max_positions": (-1, 0, 2.5, "5", True),
}


@pytest.mark.parametrize("game", [*GAMES, trueodds.Rules(0, lambda at: [1], lambda at, move: [(1, None, 1)])], ids=str)
@pytest.mark.parametrize("argument", NONSENSE)
def test_invalid_options_are_refused_by_every_method(game, argument):
    for method in trueodds.methods(game):
        for value in NONSENSE[argument]:
            with pytest.raises((TypeError, ValueError)) as caught:
                trueodds.solve(game, **{"method": method, argument: value})
            said = str(caught.value)
            assert "\n" not in said
            # A method that does not take the argument may report that instead.
            assert f"{argument} must be" in said or " can be used with " in said
            assert str(value) in said or " can be used with " in said
