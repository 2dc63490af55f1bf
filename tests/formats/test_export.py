"""Our games written for other tools, and read back: the same fraction; where Storm has a solver, also by Storm."""

import pytest

import trueodds
from trueodds.cli import run
from trueodds.formats.explicit import write_tra
from trueodds.formats.export import as_transitions, game_property

from ..solver.oracle import ENDLESS, draw, game_of

GAMES = [
    ("pig", "--target", "8"),
    ("risk-or-safety", "--target", "4"),
    ("coinball", "--tosses", "4"),  # with draws
    ("two-coins", "--flips", "3"),  # of one player
    ("the-race", "--target", "3"),
]


def of_words(words):
    known = {"pig": trueodds.Pig, "risk-or-safety": trueodds.RiskOrSafety, "coinball": trueodds.Coinball}
    return {**known, "two-coins": trueodds.TwoCoins, "the-race": trueodds.TheRace}[words[0]](int(words[-1]))


def seat_value(game):
    """Seat 0's value, which is what is written."""
    found = trueodds.solve(game, "general")
    return found.values[found.model.start]


@pytest.mark.parametrize("words", GAMES, ids=lambda words: words[0])
@pytest.mark.parametrize("how", ["prism", "tra", "umb"])
def test_what_is_written_is_the_same_game(words, how, tmp_path, capfd):
    for library, needed in (("stormpy", "prism"), ("umbi", "umb")):
        if how == needed:
            pytest.importorskip(library, reason=f"{library} is not installed")
    game, place = of_words(words), tmp_path / f"game.{how}"
    assert run(("export", *words, "--format", how, "--output", str(place), "--quiet")) == 0
    assert run(("solve", str(place), "--property", game_property(as_transitions(game)), "--json")) == 0
    told = capfd.readouterr()
    assert told.err == ""
    wanted = seat_value(game)
    assert f'"numerator": "{wanted.numerator}", "denominator": "{wanted.denominator}"' in told.out


def test_play_without_end_that_is_worth_nothing(tmp_path):
    for seed in range(30):
        game = game_of(draw(seed, ENDLESS, payoffs=[0, 1]), worth=0)
        transitions = as_transitions(game)
        write_tra(transitions, tmp_path / "m.tra")
        found = trueodds.solve(trueodds.read_model(tmp_path / "m.tra", game_property(transitions)))
        assert found.value == seat_value(game)


def test_what_cannot_be_written(capsys, tmp_path):
    with pytest.raises(ValueError, match="infinite play must be worth 0 to write the game as a model, not 1"):
        as_transitions(game_of(draw(3, ENDLESS), worth=1))
    paid = trueodds.Rules(0, lambda at: ["go"], lambda at, move: [(1, None, 2)])
    with pytest.raises(ValueError, match="payoffs must be from 0 to 1 to write the game as a model, not 2"):
        as_transitions(paid)
    for words, part in (
        (("--format", "tra"), "--format tra writes three files and requires --output NAME.tra"),
        (("--output", "x.txt"), "--output must end in .prism, .nm, .pm, .sm, .smg, .tra or .umb, not 'x.txt'"),
        (("--format", "tra", "--output", "x.umb"), "--output must end in .tra with --format tra, not 'x.umb'"),
        (("--max-positions", "10"), "more than 10 positions"),
    ):
        if "--max-positions" in words:
            (tmp_path / "own.py").write_text("import trueodds\ngame = trueodds.Pig(9)\n")
            words = (f"{tmp_path / 'own.py'}:game", *words)
        else:
            words = ("pig", "--target", "9", *words)
        assert run(("export", *words)) == 2
        told = capsys.readouterr()
        assert (told.out, told.err.count("\n")) == ("", 1)
        assert part in told.err
