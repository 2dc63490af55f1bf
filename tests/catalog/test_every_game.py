"""Try everything that the package offers with the small game of every entry in the registry."""

import csv
import functools
import importlib.util
import io
import json
import re
import shlex
import sys
import types
from dataclasses import replace
from random import Random

import click
import numpy as np
import pytest

import trueodds
from trueodds.catalog import registry
from trueodds.catalog.entry import Entry
from trueodds.catalog.registry import find, find_by_name, list_entries
from trueodds.cli import run
from trueodds.cli import trueodds as program
from trueodds.cli.games import list_examples
from trueodds.drawing import check_page, draw_pictures
from trueodds.exact.decimals import describe_value
from trueodds.pictures import Curves, Grid
from trueodds.play.match import find_rules_at_table, make_narrator
from trueodds.solver.model import explore
from trueodds.views import ascii as characters

from ..command_line import exact, output
from ..small import ENTRIES, gathered, options

solved = functools.cache(trueodds.solve)
pytestmark = pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.name)


@pytest.fixture
def game(entry):
    return entry.game(**entry.small)


@pytest.fixture
def out(capsys, monkeypatch):
    """Run commands; return what each prints, which must be all that it writes."""

    def say(*arguments, typed=""):
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        return output(capsys, *arguments)

    return say


def ties(solution):
    """Return whether best play can reach a position with several best moves."""
    game, found = solution.game, [solution.game.start]
    for position in found:  # grows while it is read
        best = solution.best_moves_at(position)
        if len(best) > 1:
            return True
        after = (outcome.position for outcome in game.outcomes(position, *best))
        found += [one for one in after if one is not None and one not in found]
    return False


def test_names_are_consistent(entry):
    file = entry.name.replace("-", "_")
    [class_name] = [known for known, known_file in registry.GAMES.items() if known_file == file]
    assert getattr(trueodds, class_name) is entry.game
    assert entry.game.__name__ == class_name
    assert class_name in trueodds.__all__
    assert entry.game.__module__ == f"trueodds.games.{file}"
    assert find_by_name(entry.name) is entry
    assert entry.title.lower().replace(" ", "-") == entry.name == Entry(entry.game, "A line.").title
    assert list_entries().count(entry) == 1
    own = type("Own", (entry.game,), {})  # not the known game, despite its name
    assert find(own(**entry.small)).game is own


def test_all_methods_agree(entry, game):
    """Positions may be given in any form that the game accepts."""
    general = solved(game, "general")
    for method in (None, *trueodds.methods(game)):
        bounded = method and entry.all_methods[method].solver == "trueodds.solver.bounded:solve"
        if bounded and ties(general):  # which bounds cannot separate
            with pytest.raises(trueodds.NotProved, match="use method general, which compares moves exactly"):
                solved(game, method)
            continue
        solution = solved(game, method)
        assert find(solution.game) is entry
        assert (solution.value, solution.best_moves) == (general.value, general.best_moves)
        # Off the best path, method start computes values one by one, and bounds may leave moves undecided.
        for position in [game.start] if bounded else general.model.positions[:: 7 if method == "start" else 1]:
            form = list(position)
            assert solution.value_at(form) == general.value_at(position)
            assert solution.best_moves_at(form) == general.best_moves_at(position)
            assert solution.move_values(form) == general.move_values(position)
        with pytest.raises(ValueError, match="position"):
            solution.value_at([10**6] * len(game.start))


def test_solve(entry, game, out):
    """The answer as JSON contains the parameters from which the game is made again."""
    data = json.loads(out("solve", entry.name, *options(entry), "--statistics", "--json"))
    assert sum(exact(chance) for chance in data.pop("statistics")["results"].values()) == 1
    assert data == solved(game).to_json()
    assert (data["game"], exact(data["value"]), data["proved"]) == (entry.name, solved(game).value, True)
    assert entry.game(**data["parameters"]) == game


def test_strategy(entry, game, out):
    small = options(entry)
    tables = solved(game).tables()
    text = out("strategy", entry.name, *small)
    data = json.loads(out("strategy", entry.name, *small, "--json"))
    assert data["best_moves"] == solved(game).to_json()["best_moves"]
    if not tables:
        values = list(map(solved(game).game_value_at, solved(game).positions))
        assert [exact(row["value"]) for row in data["positions"]] == values
        lines = text.splitlines()[2:]
        assert all(line.endswith(f"  {describe_value(one)}") for line, one in zip(lines, values, strict=True))
        return
    one = ["--seat", "first"] if entry.tables.by_seat else ["--table", "1"]
    rows = list(csv.reader(io.StringIO(out("strategy", entry.name, *small, *one, "--matrix", "--quiet"))))
    assert [[int(cell) for cell in row] for row in rows] == tables[0].cells.tolist()
    assert tables[0].title in text
    if entry.tables.statements:
        assert out("strategy", entry.name, *small, "--statements").count("\n") >= 2


def test_a_game_is_played_to_its_end(entry, game, out):
    for seat in ("first",) if solved(game).one_player else ("first", "second"):
        arguments = ("play", entry.name, *options(entry), "--seat", seat, "--seed", "2")
        text = out(*arguments, typed="1\n2\n" * 500)
        assert re.search(r"\n(You won\.|You lost\.|A draw\.)\nYour play: .*\n(  .*\n)?$", text), text[-300:]
        assert max(map(len, text.splitlines())) <= 80
        assert text == out(*arguments, typed="1\n2\n" * 500)
        assert "? " not in text or "undo  take back your last decision" in out(*arguments, typed="help\nodds\nquit\n")


def test_faces_merge_to_the_outcomes_of_the_rules(entry, game):
    table = find_rules_at_table(game)
    narrator = make_narrator(table)
    positions = explore(table).positions
    for position in Random(3).sample(positions, min(len(positions), 100)):
        for move in table.moves(position):
            assert gathered(narrator.faces(position, move)) == gathered(table.outcomes(position, move))


def test_advice(entry, game, out):
    asked = [one for one in list_examples(entry, "advise") if one] if entry.place else [shlex.join(options(entry))]
    for example in asked:
        data = json.loads(out("advise", entry.name, *shlex.split(example), "--json"))
        assert data["game"] == entry.name
        if entry is ENTRIES[0]:
            assert data["advice"] + "\n" == out("advise", entry.name, *shlex.split(example))
        values = {move["move"]: exact(move["value"]) for move in data["moves"]}
        assert data["best_moves"] == [move for move, value in values.items() if value == max(values.values())]
    assert asked
    assert list_examples(replace(entry, examples={"solve": ("--target 5",)}), "advise") == ()
    assert set(trueodds.advise(game).best_moves) == solved(game).best_moves
    if entry.place is None:
        with pytest.raises(TypeError, match="give one as it is printed"):
            trueodds.advise(game, {})


def test_every_picture(entry, game, out):
    solution = solved(game)
    for kind in entry.pictures:
        found = draw_pictures(game, kind, solution)
        assert found
        assert all(isinstance(one, (Grid, Curves)) and game.name in one.title for one in found)
        grids = [one for one in found if isinstance(one, Grid)]
        assert all(one.even == (kind == "odds") for one in grids)
        assert all(one.blank or not np.isnan(one.cells).any() for one in grids)
        if grids == found:
            assert max(map(len, characters.draw_text(found).splitlines())) <= 80
            assert out("plot", entry.name, *options(entry), "--kind", kind) == characters.draw_text(found) + "\n"
        if importlib.util.find_spec("matplotlib"):
            from trueodds.views.plot import draw_figure

            assert len(draw_figure(found).axes) >= len(found)
    text = " ".join(out("plot", entry.name, "--help").split())
    assert all(kind in text for kind in entry.pictures)


def test_the_page(entry, game, out, tmp_path):
    check_page(game)
    path = tmp_path / "page.html"
    out("explore", entry.name, *options(entry), "-o", str(path))
    assert path.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    assert len(entry.map) in (2, 3)
    assert set(entry.map) <= set(game.start._fields)
    for position in entry.more_positions(game):
        assert game.position(position) == position


def test_simulation(entry, game, out):
    text = out("simulate", entry.name, *options(entry), "--games", "20000", "--seed", "2")
    assert text.endswith("agrees with the odds\n")
    assert all(len(line) <= 80 for line in text.splitlines())
    found = trueodds.simulate(game, "optimal", "optimal", games=20000, seed=2)
    assert (found.expected_value, found.first, found.second) == (solved(game).value, "optimal", "optimal")
    assert max(abs(found.z), abs(found.moves_z)) < 4
    assert found.games == sum(found.counts.values()) == found.lengths.sum() == 20000
    for rule in entry.rules:
        trueodds.simulate(game, first=rule.name.replace("N", "2"), games=100, seed=1)


def test_a_class_and_a_summary_are_enough_for_an_entry(entry, capsys, monkeypatch):
    """Everything that an entry omits is optional; each entry is tried with one command."""
    verbs = ["solve", "strategy", "simulate", "play", "advise", "plot"]
    verb = verbs[ENTRIES.index(entry) % len(verbs)]
    bare = Entry(entry.game, "A line.", small=entry.small)
    monkeypatch.setattr(registry, "find_by_name", lambda name: bare if name == entry.name else find_by_name(name))
    assert find(entry.game(**entry.small)) is bare
    monkeypatch.setattr(sys, "stdin", io.StringIO("1\n" * 500))
    command = program.get_command(None, verb).make(bare)
    assert "A line." in command.get_help(click.Context(command))
    more = ["--games", "1000", "--seed", "1"] if verb == "simulate" else []
    command.main([*options(entry), *more], standalone_mode=False)
    captured = capsys.readouterr()
    assert captured.err == ""
    assert captured.out
    if verb == "play":
        assert "Your play: " in captured.out


@pytest.mark.parametrize("forgotten", [None, types.ModuleType("half")], ids=["no file", "no ENTRY in it"])
def test_a_forgotten_entry_stops_nothing(entry, forgotten, capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, f"trueodds.catalog.{entry.name.replace('-', '_')}", forgotten)
    find_by_name.cache_clear()
    try:
        plain = find_by_name(entry.name)
        assert plain == Entry(entry.game, entry.game.__doc__.partition("\n")[0])
        assert run(["--help"]) == run(["solve", "--help"]) == run(["games"]) == 0
        assert plain.summary in capsys.readouterr().out
    finally:
        find_by_name.cache_clear()
