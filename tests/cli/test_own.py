"""User-defined games in every command: with parameters, odd moves and payoffs, and plays that never end."""

import json
import shlex
import sys
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace

import click
import pytest
from gmpy2 import mpq

from trueodds.cli import run
from trueodds.cli.literals import write_literal
from trueodds.cli.models import state_writers
from trueodds.formats.answer import MAX_BOUNDED

from ..command_line import exact

STRATEGY = """\
own game
position: best move, value for the player who moves first
0: toss  ≈ 0.666666666666667
1: toss  ≈ 0.333333333333333
"""


def test_a_game_and_what_makes_one(say):
    for name in ("game", "make"):
        assert exact(json.loads(say(f"solve own.py:{name} --json"))["value"]) == mpq(2, 3)
    assert say("strategy own.py:game") == STRATEGY
    assert say("solve own.py:game").startswith("own game\n")
    assert json.loads(say("simulate own.py:game --games 5000 --seed 1 --json"))["value"]["numerator"] == "2"
    rows = json.loads(say("compare own.py:Take --heap 6 optimal 'always 2' --json"))["rows"]
    assert [exact(row["value"]) for row in rows] == [0, 0, 0, 1]


def test_parameters_are_options(say):
    data = json.loads(say("solve own.py:Steps --steps 5 --colour blue --json"))
    assert data["parameters"] == {"steps": 5, "colour": "blue"}
    assert say("solve own.py:Climb --name stairs --top 2").startswith("stairs")
    assert "[default: 3]" in say("solve own.py:Climb --help")


def test_advice_by_fields_or_as_printed(say):
    whole = say("advise own.py:Steps --position 'part_1=2, part_2=0'")
    assert whole == say("advise own.py:Steps --position '(2, 0)'") == say("advise own.py:Steps --position part_1=2")
    data = json.loads(say("advise own.py:Race --position '(0,0,1)' --json"))
    assert data["best_moves"]


def test_a_picture_in_a_file_is_that_of_plain_characters(say, own, monkeypatch):
    """A stand-in for matplotlib writes the titles."""
    drawn = SimpleNamespace(draw_figure=list, save=lambda found, path: Path(path).write_text(found[0].title))
    monkeypatch.setitem(sys.modules, "trueodds.views.plot", drawn)
    for options in ("", "--kind odds", "--at part_3=1", "--fields part_1,part_3 --at 'part_2 = 1'"):
        say(f"plot own.py:Race {options} -o map.svg")
        assert say(f"plot own.py:Race {options}").startswith((own / "map.svg").read_text() + "\n")


def test_what_their_code_raises_comes_with_its_own_traceback(own, capsys):
    (own / "wrong.py").write_text("x = = 5\n", encoding="utf-8")
    for line, parts in (
        ("own.py:broken", ["ZeroDivisionError", "raised by", "player / 0", "outcomes of move 'go' at 0"]),
        ("wrong.py:game", ["SyntaxError", "x = = 5"]),
    ):
        assert run(["solve", line]) == 2
        printed = capsys.readouterr().err
        assert all(part in printed for part in parts), printed
        assert "solver/model.py" not in printed  # only frames of the user's code
        assert "importlib" not in printed


@pytest.mark.parametrize("status", [0, 3])
def test_a_file_that_ends_python_is_refused(say, own, status):
    (own / "ends.py").write_text(f"import sys; sys.exit({status})\n", encoding="utf-8")
    assert say("solve ends.py:game", status=2) == f"ends.py exited with SystemExit({status}) while it was loaded"


@pytest.mark.parametrize("value", [None, False, 0, "", "x", (), Fraction(1, 3)], ids=repr)
def test_a_typed_value_replaces_the_default(value, own, say):
    rules = "Rules(0, lambda at: ['go'], lambda at, move: [(1, None, 1)], name=repr(value))"
    (own / "told.py").write_text(f"import trueodds\ndef game(value=1): return trueodds.{rules}\n")
    found = json.loads(say(["solve", "told.py:game", "--json", f"--value={write_literal(value)}"]))
    assert found["game"] == repr(value)


def test_parameters_with_the_names_of_options_keep_their_defaults(own, say):
    names = "name=f'{file} {json} {in_full} {full} {sides} {more} {rest}'"
    (own / "names.py").write_text(
        "import trueodds\ndef game(file=1, json=2, in_full=3, full=4, *more, sides=5, **rest):\n"
        f"    return trueodds.Rules(0, lambda at: ['go'], lambda at, move: [(1, None, 1)], {names})\n"
    )
    assert say("solve names.py:game --sides 6 --full --certificate a.odds").startswith("1 2 3 4 6 () {}\n")
    printed = say("check a.odds --game names.py:game --sides 6")
    assert printed.endswith('; the rules are those of "1 2 3 4 6 () {}"\n')


class TestInfinitePlay:
    def test_options_override_the_file(self, say):
        found = json.loads(say("solve own.py:open_end --infinite-play 1/2 --json"))
        assert (exact(found["value"]), found["best_moves"]) == (mpq(1, 2), ["toss"])
        assert found["parameters"] == {"infinite_play": "1/2"}
        assert found == json.loads(say("solve own.py:draw --json"))
        assert "infinite play 1/2" in found["proof"]
        other = json.loads(say("solve own.py:draw --infinite-play 0.25 --json"))
        assert other["parameters"] == {"infinite_play": "1/4"}

    def test_without_it_one_line_names_it(self, say):
        assert "--infinite-play P" in say("solve own.py:open_end", status=1)
        assert "the game may never end" in say("solve own.py:endless", status=1)

    def test_games_of_openspiel(self, own, capsys):
        pytest.importorskip("pyspiel", reason="no pyspiel: pip install trueodds[openspiel]")
        assert run(["solve", "openspiel:nim(pile_sizes=1;1)", "--infinite-play", "1/4"]) == 0
        assert "infinite play is worth 1/4" in capsys.readouterr().err

    def test_a_play_that_never_ends_is_not_simulated(self, say):
        passes = "--first 'always pass' --second 'always pass'"
        printed = say(f"simulate own.py:open_end --infinite-play 1/2 {passes}", status=1)
        assert "cannot be simulated with these strategies" in printed

    def test_a_certificate_has_the_ranks_and_is_checked(self, say, own, capsys):
        say("solve own.py:open_end --infinite-play 1/2 --certificate answer.odds")
        assert "infinite 1/2\n" in (own / "answer.odds").read_text(encoding="utf-8")
        assert "with infinite play worth 1/2; proved at 2 positions" in say("check answer.odds")
        for name in ("open_end", "draw"):  # the first does not define it and needs the option; the second defines it
            for given in ("", " --infinite-play 1/2"):
                printed = say(f"check answer.odds --game own.py:{name}{given}")
                assert printed.endswith("; the rules are those of standoff\n")
        say("solve own.py:draw --certificate draw.odds")
        say("check draw.odds --game own.py:draw")
        for given in (["own.py:other"], ["own.py:draw", "--infinite-play", "1/3"]):
            assert run(["check", "draw.odds", "--game", *given]) == 1
            assert "the value of infinite play is 1/2 in the file but 1/3 in the game" in capsys.readouterr().out


ASKED = "model.tra --property '<<1>> Pmax=? [ F \"won\" ]'"


@pytest.fixture
def model(say):
    """The explicit model of a race, which needs no Storm."""
    say("export own.py:Race --goal 2 --quiet -o model.tra")


def same_by_both_methods(say, words):
    usual, general, start = (
        json.loads(say(f"solve {words} --json {more}")) for more in ("", "--method general", "--method start")
    )
    assert usual == general
    assert (start["value"], start["best_moves"]) == (general["value"], general["best_moves"])
    assert start["method"] != general["method"]
    assert start["proved"]


class TestMethods:
    @pytest.mark.parametrize("goal", [2, 4])
    def test_own_games(self, say, goal):
        same_by_both_methods(say, f"own.py:Race --goal {goal}")

    def test_models(self, say, model):
        same_by_both_methods(say, ASKED)
        value = json.loads(say("solve own.py:Race --goal 2 --json"))["value"]
        name, question, first, *_ = say(f"strategy {ASKED}").splitlines()
        assert (name, question) == ("model.tra", '<<1>> Pmax=? [ F "won" ]:')
        assert first.endswith(f" {value['decimal']}")

    def test_all_formats_have_the_same_states(self, say, own):
        say("export own.py:Take --heap 5 --quiet -o model.tra")
        positions = json.loads(say(f"strategy {ASKED} --json"))["positions"]
        say(f"strategy {ASKED} -o t.jsonl")
        say(f"solve {ASKED} --strategy t.json -o x.txt")
        rows = [list(json.loads(line).values()) for line in (own / "t.jsonl").read_text().splitlines()]
        parts = [[*one["position"].values(), one["player"], one["move"], one["best_moves"]] for one in positions]
        assert parts == [row[:-1] for row in rows]
        assert [exact(one["value"]) for one in positions] == [mpq(row[-1]) for row in rows]
        assert any(len(one["best_moves"]) > 1 for one in positions)
        assert json.loads((own / "t.json").read_text())["positions"] == positions

    def test_methods_of_an_own_entry(self, say, own):
        with (own / "own.py").open("a") as file:
            file.write(
                "from trueodds.catalog.entry import Method\n"
                "mine = Method('trueodds.solver.general:solve', 'my own')\n"
                "ENTRY = trueodds.Entry(Race, 'Own.', methods={'mine': mine})\n"
            )
        assert say("solve own.py:Race --method mine") == say("solve own.py:Race")
        printed = say("solve own.py:Race --method none", status=2)
        assert "method must be one of mine, general, start, not 'none'" in printed

    @pytest.mark.parametrize(
        ("options", "asked"),
        [
            ("--property A", ("A", {}, None, None, None)),
            ("--property A --bounds", ("A", {}, None, None, MAX_BOUNDED)),
            ("--property A --max-positions 7", ("A", {}, None, None, 7)),
            ("--property A --bounds --max-positions 7", ("A", {}, None, None, 7)),
            ("--property A --format prism --nearest 9", ("A", {}, "prism", 9, None)),
            ("--property A --const N=1,M=2 --const K=3", ("A", {"N": "1", "M": "2", "K": "3"}, None, None, None)),
            ("--property-file a:b.props:two --const N=1,M=2", ('"two": P=? [ F x=2 ]', {"N": "1"}, None, None, None)),
            ("--property-file a:b.props:one", ('"one": P=? [ F x=1 ]', {}, None, None, None)),
            ("--property-file one.props", ('"one": P=? [ F x=1 ]', {}, None, None, None)),
        ],
    )
    def test_the_reader_of_a_model_gets_all_options(self, say, own, monkeypatch, options, asked):
        def read(place, *given, format, nearest, max_positions):
            raise ValueError(repr((*given, format, nearest, max_positions)))

        (own / "m.tra").touch()
        (own / "a:b.props").write_text('const int M;\n"one": P=? [ F x=1 ];\n"two": P=? [ F x=M ];\n')
        (own / "one.props").write_text('"one": P=? [ F x=1 ];\n')
        monkeypatch.setattr("trueodds.formats.read.read_model", read)
        assert say(f"solve m.tra {options}", status=2) == repr(asked)

    def test_infinite_rewards_are_states_too(self):
        rows = [(0, "", "a", ["a"], "infinity"), (1, "", "b", ["b"], "1/2")]
        game = SimpleNamespace(columns=["s", "player", "move", "best", "value"], rows=lambda solution: rows)
        with click.Command("strategy").make_context("strategy", []):
            found = json.loads(state_writers(game)["json"](SimpleNamespace(to_json=dict)))["positions"]
        assert (found[0]["value"], exact(found[1]["value"])) == ("infinity", mpq(1, 2))
        assert [one["position"] for one in found] == [{"s": 0}, {"s": 1}]

    @pytest.mark.parametrize(
        ("line", "part"),
        [
            (f"{ASKED} --method none", "'none' is not one of 'general', 'start'"),
            (f"{ASKED} --method start --bounds", "bounds cannot be used with method start"),
            (f"{ASKED} --method start --strategy x.csv", "--strategy requires the values of all states"),
        ],
    )
    def test_refusals_of_a_model(self, model, own, line, part, capsys):
        assert run(["solve", *shlex.split(line)]) == 2
        assert part in capsys.readouterr().err
        assert not (own / "x.csv").exists()


WALK = '''
from fractions import Fraction
from typing import NamedTuple

import trueodds
from trueodds.catalog.entry import Rule
from trueodds.catalog.narrator import Narrator

HALF = Fraction(1, 2)


class At(NamedTuple):
    steps: int
    luck: int


class Walk(trueodds.Game):
    """A walk."""

    name = "walk"
    parameters = {}
    start = At(0, 0)

    def __init__(self, prize=1):
        self.prize = prize

    def seat(self, position):
        return 0

    def moves(self, position):
        return ["rest", "walk"]

    def outcomes(self, position, move):
        steps, luck = position
        if steps == 3 or move == "rest":
            return [trueodds.Outcome(1, None, self.prize if luck > 0 else 0)]
        return [trueodds.Outcome(HALF, At(steps + 1, luck + way)) for way in (1, -1)]


class Words(Narrator):
    def standing(self, position):
        return f"{position.steps} steps made."

    def say(self, move):
        return f"have a {move}"


ENTRY = trueodds.Entry(
    Walk,
    "A walk in the park.",
    narrator=Words,
    rules=(Rule("rest at N", lambda game, position, number: "rest" if position.steps >= number else "walk"),),
    map=("luck", "steps"),
)
'''


class TestEntry:
    @pytest.fixture(autouse=True)
    def walk(self, own):
        (own / "walk.py").write_text(WALK, encoding="utf-8")

    def test_its_words(self, say):
        text = say("play walk.py:Walk", typed="r\n")
        assert "0 steps made.\n" in text
        assert "You: have a rest. The second player has won" not in text  # nothing that was certain is reported
        assert text.splitlines()[-2] == "You lost."
        printed = "have a walk: 62.5 %; have a rest: 0 % (62.5 percentage points less)\n"
        assert say("advise walk.py:Walk") == printed

    def test_payoffs_by_their_numbers(self, say):
        assert say("advise walk.py:Walk --prize 7") == "have a walk: 4.375; have a rest: 0 (4.375 less)\n"
        assert say("play walk.py:Walk --prize 7", typed="r\n").splitlines()[-2] == "You get 0."
        statistics = say("solve walk.py:Walk --prize 7 --statistics")
        assert "payoff 0 " in statistics
        assert "loss" not in statistics

    def test_words_on_the_page(self, say):
        text = say("explore walk.py:Walk -o -")
        data = json.loads(text.partition('id="data">')[2].partition("</script>")[0])
        assert data["standing"][0] == "0 steps made."
        assert data["names"] == ["have a rest", "have a walk"]
        assert data["map"] == [data["fields"].index("luck"), data["fields"].index("steps")]
        assert data["alone"] is True
        assert "A walk in the park." in text


RECORDED = [
    "own.py:Steps",
    "own.py:Steps --steps 2 --colour 'dark blue'",
    """own.py:Steps --steps 2 --colour '$5 "x"'""",
    "own.py:Steps --max-positions 50 --infinite-play 1/2",
    "'openspiel:nim(pile_sizes=1;2)'",
]


@pytest.mark.parametrize("line", RECORDED)
def test_the_command_that_play_prints_reviews_the_game(say, line):
    record = "my $game.json"
    if "openspiel" in line:
        pytest.importorskip("pyspiel", reason="no pyspiel: pip install trueodds[openspiel]")
    printed = say(f"play {line} --seed 5 --record '{record}'", typed="1\n" * 40)
    command = shlex.split(printed.splitlines()[-1].partition("trueodds ")[2])
    assert command[:2] == ["review", record]
    assert "moved first" in say(command)
    if "--max-positions" in line:
        assert command[-4:] == ["--infinite-play", "1/2", "--max-positions", "50"]
    if "openspiel" in line:
        assert "moved first" in say(["review", record])


def test_a_record_runs_no_file_unasked(say, own):
    say("play own.py:Steps --steps 2 --opponent human --record game.json", typed="go\nstop\n")
    kept = json.loads((own / "game.json").read_text())
    assert (kept["game"], kept["parameters"]) == ("own.py:Steps", {"steps": "2"})
    assert "--game own.py:Steps" in say("review game.json", status=2)
    text = say("review game.json --game own.py:Steps")
    assert "second player: stop" in text.lower()
    assert "1 at the end." in text


def test_completion_opens_no_file(own, capsys):
    from click.shell_completion import ShellComplete

    from trueodds.cli import trueodds as program

    (own / "loud.py").write_text("print('opened')\nimport trueodds\n", encoding="utf-8")
    for words in (["solve", "loud.py:game"], ["check", "a.odds", "--game", "loud.py:game"]):
        found = ShellComplete(program, {}, "trueodds", "_X").get_completions(words, "--")
        assert "--json" in {one.value for one in found}
    assert "opened" not in capsys.readouterr().out
