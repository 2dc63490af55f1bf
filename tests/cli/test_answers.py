"""What `solve`, `strategy`, `advise`, `compare`, `simulate`, `plot`, `explore` and `games` print and write."""

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
from trueodds.cli.games import usage
from trueodds.cli.options import declared_options
from trueodds.parameters import declared_parameters
from trueodds.play.simulate import Simulation
from trueodds.solver import given_strategies
from trueodds.solver.model import explore

from ..command_line import exact
from ..extras import need
from ..small import ENTRIES

UNEQUAL = "risk-or-safety --target 7 --opponent-target 3 --heads 2/5"
TIES = "risk-or-safety --target 5 --opponent-target 1 --heads 2/5"


class TestSolve:
    def test_large_targets_take_the_method_for_them(self, say, own):
        assert say("solve risk-or-safety --target 300 --json --output value.json --checkpoint part") == ""
        data = json.loads((own / "value.json").read_text())
        assert data["value"]["decimal"].startswith("0.50407")
        assert data["best_moves"] == [2]
        assert not (own / "part").exists()


class TestLongFractions:
    VALUE = trueodds.solve(trueodds.RiskOrSafety(40)).value
    FULL = f"  {VALUE.numerator}/{VALUE.denominator}"

    def third_line(self, line, capsys):
        assert run(["solve", "risk-or-safety", "--target", *line.split()]) == 0
        return capsys.readouterr().out.splitlines()[2]

    def test_by_their_ends_on_a_terminal(self, own, capsys, monkeypatch):
        monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
        top, bottom = str(self.VALUE.numerator), str(self.VALUE.denominator)
        shown = self.third_line("40", capsys)
        ends = (f"{one[:10]}…{one[-10:]} ({len(one)} digits)" for one in (top, bottom))
        assert shown == f"  {' / '.join(ends)}"
        assert len(shown) <= 80
        assert self.third_line("40 --full", capsys) == self.FULL
        assert run(["solve", "risk-or-safety", "--target", "40", "-o", "x.txt"]) == 0
        assert Path("x.txt").read_text(encoding="utf-8").splitlines()[2] == self.FULL
        assert self.third_line("3", capsys) == "  6/11"

    def test_a_terminal_breaks_no_line_inside_a_word_and_a_file_none(self, capsys, monkeypatch, tmp_path):
        words = ["solve", "pig", "--target", "20", "--statistics"]
        assert run(words) == 0
        plain = capsys.readouterr().out
        monkeypatch.setenv("COLUMNS", "50")
        monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
        assert run([*words, "--full"]) == 0
        shown = capsys.readouterr().out
        assert shown.split() == plain.split()
        assert all(len(line) <= 50 or len(line.split()) == 1 for line in shown.splitlines())
        assert run([*words, "--output", str(tmp_path / "x.txt")]) == 0
        assert (tmp_path / "x.txt").read_text(encoding="utf-8") == plain


class TestStatistics:
    """A game is refused as too large before it is solved if and only if it would be refused afterwards."""

    @pytest.mark.parametrize(
        "game", [trueodds.RiskOrSafety(9), trueodds.Greed(9), trueodds.Coinball(9)], ids=lambda game: game.name
    )
    def test_after_with_a_total_in_progress(self, game):
        solution, calls = trueodds.solve(game), []
        reached = len(explore(given_strategies.Followed(game, {0: solution, 1: solution})).positions)
        given_strategies.check_statistics(game, reached)
        trueodds.play_statistics(solution, reached, progress=lambda *call: calls.append(call))
        assert {total for stage, _, total in calls if stage == "statistics"} == {reached}
        with pytest.raises(MemoryError, match="positions"):
            trueodds.play_statistics(solution, reached - 1)


class TestStrategy:
    def test_a_matrix_is_numbers_only(self, say, own):
        text = say("strategy risk-or-safety --target 20 --matrix")
        table = np.array([[int(cell) for cell in line.split(",")] for line in text.splitlines()])
        assert np.array_equal(table, trueodds.solve(trueodds.RiskOrSafety(20)).coins())
        assert say("strategy risk-or-safety --target 20 --matrix --output strategy.csv") == ""
        assert (own / "strategy.csv").read_bytes() == text.encode()

    @pytest.mark.parametrize(("seat", "shape"), [("first", (4, 2)), ("second", (2, 4))])
    def test_each_seat_has_its_table(self, say, seat, shape):
        line = f"strategy risk-or-safety --target 4 --opponent-target 2 --seat {seat}"
        data = json.loads(say(f"{line} --json"))
        (table,) = data["tables"]
        assert np.array(table["cells"]).shape == shape
        assert data["seat"] == seat
        assert len(say(f"{line} --matrix").splitlines()) == shape[0]

    def test_statements_can_be_quoted(self, say):
        lines = say("strategy risk-or-safety --target 300 --statements").splitlines()
        assert lines[0] == "Heads probability 1/2, all needs up to 300."
        # observed to 5,120 before this package; here proved to 300
        assert "The leading player tosses exactly 1 coin, except needing 2 against 3 (2)." in lines
        assert "There are no exact ties between two numbers of coins." in lines


class TestAdvise:
    @pytest.mark.parametrize(
        ("line", "game", "position", "at"),
        [
            (
                f"{UNEQUAL} --me 1 --other 2",
                trueodds.RiskOrSafety(7, 3, "2/5"),
                (0, 1, 2, 0),
                {"me": 1, "other": 2, "open": 0},
            ),
            *(
                (
                    f"coinball --tosses 10 --tosses-done {done} --lead -2 --opponent always-rush",
                    trueodds.Coinball(10, opponent="always-rush", value_seat=done % 2),
                    (done, -2, done % 2),
                    {"tosses_done": done, "lead": -2},
                )
                for done in (6, 7)
            ),
        ],
    )
    def test_the_position_is_given_from_my_side(self, say, line, game, position, at):
        data = json.loads(say(f"advise {line} --json"))
        assert data["position"] == at
        expected = trueodds.solve(game).move_values(position)
        assert {move["move"]: exact(move["value"]) for move in data["moves"]} == expected


def test_simulation(say, own, capsys, monkeypatch):
    line = "simulate risk-or-safety --target 5 --second 'always 1' --games 9999 --seed 4 --json"
    assert say(f"{line} --output found.json") == ""
    data = json.loads((own / "found.json").read_text(encoding="utf-8"))
    assert (data["first"], data["second"]) == ("optimal", "always 1")
    assert data == json.loads(say(line))
    monkeypatch.setattr(Simulation, "agrees", property(lambda self: False))
    assert run(["simulate", "risk-or-safety", "--target", "3", "--games", "100"]) == 1
    told = "DISAGREES with the odds: off by over five standard errors, as chance causes once in a million runs\n"
    assert capsys.readouterr().out.endswith(told)


class TestPlot:
    def test_characters_fit_the_terminal_a_file_has_80(self, say, own, monkeypatch):
        for columns in (30, 100):
            monkeypatch.setenv("COLUMNS", str(columns))
            assert 0.6 * columns < max(map(len, say("plot greed --limit 50").splitlines())) <= columns
            say("plot greed --limit 50 -o map.txt")
            assert 60 < max(map(len, (own / "map.txt").read_text(encoding="utf-8").splitlines())) <= 80

    def test_files(self, say, own):
        need("matplotlib")
        assert say("plot two-coins --flips 9 --kind odds -o map.PNG") == ""
        assert (own / "map.PNG").read_bytes().startswith(b"\x89PNG")
        refused = "plot risk-or-safety --target 5 --heads 1/3 --kind advantage"
        assert "a fair coin" in say(refused, status=2)


class TestExplore:
    def test_where_the_page_goes(self, say, own):
        assert say("explore risk-or-safety --target 4").startswith("risk-or-safety-4.html: 0.1 MB; ")
        text = (own / "risk-or-safety-4.html").read_text(encoding="utf-8")
        assert "2236/4165" in text
        long = "n" * 300
        assert say(f"explore own.py:Climb --name {long}").startswith(f"{long[:80]}.html: ")
        say("explore risk-or-safety --target 4 -o page.html")
        data = text.partition('id="data">')[2].partition("</script>")[0]  # what follows has the time in it
        for other in ((own / "page.html").read_text(encoding="utf-8"), say("explore risk-or-safety --target 4 -o -")):
            assert data in other

    def test_a_page_that_is_too_large_names_a_size(self, say, monkeypatch):
        monkeypatch.setattr("trueodds.answers.graph.MAX_POSITIONS", 100)
        said = "hog is too large: a page holds at most 100 positions, and 2000 moves and outcomes; for example"
        assert said in say("explore hog --target 100", status=2)


def test_games_are_listed_with_their_options(say):
    text = say("games")
    for entry in ENTRIES:
        assert " ".join(f"{entry.name} {usage(entry)} {entry.summary}".split()) in " ".join(text.split())
    assert all(len(line) <= 80 for line in text.splitlines())
    assert {row["name"] for row in json.loads(say("games --json"))} == {entry.name for entry in ENTRIES}


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.name)
def test_one_usual_size_in_all_commands(entry):
    """No command requires a game's size, and the default sizes are those of the rules or the entry."""
    parameters = {one.name: one for one in declared_options(entry.game)}
    for verb in ("solve", "strategy", "plot", "explore", "play", "simulate", "advise"):
        taken = {one.name: one for one in program.get_command(None, verb).get_command(None, entry.name).params}
        for name in declared_parameters(entry.game).keys() & taken.keys():
            assert not taken[name].required
            assert taken[name].default == entry.usual.get(name, parameters[name].default)


def test_versions_of_all_that_computes_come_first(say):
    lines = say("--version no-such-command").splitlines()
    libraries = f"gmpy2 {gmpy2.version()} ({gmpy2.mp_version()}), numpy {np.__version__}, scipy {scipy.__version__}"
    assert lines[:2] == [f"trueodds {trueodds.__version__}", libraries]
    assert lines[2].startswith(f"Python {platform.python_version()} (")
    assert platform.machine() in lines[3]
    kernel = Path(lines[-1].removeprefix("kernels "))
    assert kernel.exists()
    assert kernel.name.startswith("walk.")
