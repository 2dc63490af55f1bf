"""What commands print on this machine, and what their options default to."""

import json
import platform
import sys
from pathlib import Path

import gmpy2
import numpy as np
import pytest
import scipy

import trueodds
from trueodds.cli import run
from trueodds.cli import trueodds as program
from trueodds.cli.options import make_declared_options
from trueodds.parameters import list_parameters
from trueodds.play.simulate import Simulation
from trueodds.solver import given_strategies, model

from ..command_line import output
from ..small import ENTRIES, GAMES


def test_a_terminal_shows_the_ends_of_long_fractions(say, own, monkeypatch):
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    value = trueodds.solve(trueodds.RiskOrSafety(40)).value
    full = f"  {value.numerator}/{value.denominator}"
    ends = (f"{one[:10]}…{one[-10:]} ({len(one)} digits)" for one in map(str, (value.numerator, value.denominator)))
    for options, shown in (("40", f"  {' / '.join(ends)}"), ("40 --full", full), ("3", "  6/11")):
        assert say(f"solve risk-or-safety --target {options}").splitlines()[2] == shown
    say(f"export own.py:Dice --sides 1{'0' * 90} --quiet -o d.tra")
    for options, shown in (("", "  1 / 2000000000…0000000000 (91 digits)"), ("--full", f"  1/2{'0' * 90}")):
        assert say(f"solve d.tra --property-file d.props {options}").splitlines()[2] == shown
    say("solve risk-or-safety --target 40 -o x.txt")
    assert Path("x.txt").read_text(encoding="utf-8").splitlines()[2] == full


def test_a_terminal_breaks_no_line_inside_a_word_and_a_file_none(say, own, monkeypatch):
    line = "solve risk-or-safety --target 40 --statistics"
    plain, data = say(line), say(f"{line} --json")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    for columns in (12, 50):
        monkeypatch.setenv("COLUMNS", str(columns))
        shown = say(f"{line} --full")
        assert shown.replace("\n    ", " ") == plain
        assert all(len(line) <= columns or len(line.split()) == 1 for line in shown.splitlines())
    say(f"{line} -o x.txt")
    assert (Path("x.txt").read_text(encoding="utf-8"), say(f"{line} --json")) == (plain, data)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_statistics_are_refused_before_solving_only_if_also_afterwards(game):
    solution = trueodds.solve(game)
    reached = len(model.explore(given_strategies.Followed(game, {0: solution, 1: solution})).positions)
    given_strategies.check_statistics(game, reached)


def test_a_simulation_that_disagrees_is_status_1(capsys, monkeypatch):
    monkeypatch.setattr(Simulation, "agrees", property(lambda self: False))
    assert run(["simulate", "risk-or-safety", "--target", "3", "--games", "100"]) == 1
    told = "DISAGREES with the odds: off by over five standard errors; chance causes this once in a million runs\n"
    assert capsys.readouterr().out.endswith(told)


def test_a_picture_of_characters_fits_the_terminal_and_has_80_in_a_file(say, own, monkeypatch):
    for columns in (30, 100):
        monkeypatch.setenv("COLUMNS", str(columns))
        assert 0.6 * columns < max(map(len, say("plot greed --limit 50").splitlines())) <= columns
        say("plot greed --limit 50 -o map.txt")
        assert 60 < max(map(len, (own / "map.txt").read_text(encoding="utf-8").splitlines())) <= 80


def test_a_page_is_the_same_wherever_it_goes(say, own):
    data = []
    for place, file in (("", "risk-or-safety-4.html"), (" -o page.html", "page.html"), (" -o -", None)):
        text = say(f"explore risk-or-safety --target 4{place}")
        if file:
            assert text.startswith(f"{file}: 0.1 MB; ")
            text = Path(file).read_text(encoding="utf-8")
        data.append(text.partition('id="data">')[2].partition("</script>")[0])  # what follows has the time in it
    assert "2236/4165" in data[0]
    assert data == data[:1] * 3


def test_the_size_of_a_page_is_in_millions_of_bytes(say, monkeypatch):
    monkeypatch.setattr("trueodds.drawing.make_page", lambda *given, **named: "é" * 2_500_000)
    assert say("explore pig -o x.html") == "x.html: 5.0 MB; open it in a browser (it works offline)\n"


def test_an_entry_of_an_own_game_names_positions_and_moves_on_its_page(say):
    text = say("explore own.py:Walk -o -")
    data = json.loads(text.partition('id="data">')[2].partition("</script>")[0])
    assert (data["standing"][0], data["names"]) == ("0 steps made.", ["have a rest", "have a walk"])
    assert (data["map"], data["alone"]) == ([data["fields"].index("luck"), data["fields"].index("steps")], True)
    assert "A walk in the park." in text


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.name)
def test_one_usual_size_in_all_commands(entry):
    """No command requires a game's size, and the default sizes are those of the rules or the entry."""
    parameters = {one.name: one for one in make_declared_options(entry.game)}
    for verb in ("solve", "strategy", "plot", "explore", "play", "simulate", "advise"):
        taken = {one.name: one for one in program.get_command(None, verb).get_command(None, entry.name).params}
        for name in list_parameters(entry.game).keys() & taken.keys():
            assert not taken[name].required
            assert taken[name].default == entry.usual.get(name, parameters[name].default)


def test_versions_of_all_that_computes_come_first(say):
    lines = say("--version no-such-command").splitlines()
    libraries = f"gmpy2 {gmpy2.version()} ({gmpy2.mp_version()}), numpy {np.__version__}, scipy {scipy.__version__}"
    assert lines[:2] == [f"trueodds {trueodds.__version__}", libraries]
    assert lines[2] == f"Python {platform.python_version()} ({platform.python_compiler()})"
    assert lines[3].split() == [platform.system(), platform.machine(), *filter(None, platform.libc_ver())]
    kernel = Path(lines[-1].removeprefix("kernels "))
    assert kernel.exists()
    assert kernel.name.startswith("walk.")


def test_bfile_stops_before_a_thousand_digits_and_reports_it(capsys):
    said = "trueodds: A387262: 82 terms written; a(83) has more than 999 digits\n"
    text = output(capsys, "oeis", "bfile", "A387262", err=said)
    assert text == output(capsys, "oeis", "bfile", "A387262", "--terms", 90, err=said)
    longer = output(capsys, "oeis", "bfile", "A387262", "--terms", 90, "--max-digits", 0).splitlines()
    assert (len(longer), longer[:82]) == (90, text.splitlines())
    assert len(longer[81].split()[1]) <= 999 < len(longer[82].split()[1])
