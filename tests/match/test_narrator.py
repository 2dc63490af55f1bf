"""What a player reads: short lines, and what luck did as it was."""

import re
from random import Random

import pytest
from gmpy2 import mpq

import trueodds
from trueodds.match.games import words_for
from trueodds.match.match import Sitting, solved_for_play
from trueodds.match.narrator import Words, understood

from .test_match import GAMES, play_at_random


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_lines_are_short_and_sentences(game):
    solution = solved_for_play(game)
    words = words_for(solution.game)
    for seed in range(8):
        sitting = Sitting(solution, seed % 2, seed=seed)
        lines = []
        for happening in play_at_random(sitting, seed):
            lines += [words.told(happening, "You"), words.told(happening, "Opponent")]
            lines.append(words.standing(happening.position))
        lines += [words.judged(decision, sitting.cost(decision)) for decision in sitting.decisions]
        for line in [*lines, *words.summary(sitting)[:1]]:
            assert len(line) <= 80
            assert "  " not in line
            assert re.search(r"[.)]$", line), line
        assert all(len(line) <= 80 for line in words.summary(sitting))


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_names_are_understood_as_the_moves_they_are(game):
    solution = solved_for_play(game)
    words, choices = words_for(solution.game), Random(1)
    sitting = Sitting(solution, 1, seed=2)
    list(sitting.go_on())
    while not sitting.over:
        legal = sitting.moves()
        names = [words.name(move) for move in legal]
        assert [understood(name.upper(), names) for name in names] == names
        assert len(set(names)) == len(names)
        sitting.decide(choices.choice(legal))
        list(sitting.go_on())


def test_what_the_die_of_pig_showed():
    game = trueodds.Pig(20)
    words, sitting = words_for(game), Sitting(solved_for_play(game), seed=9)
    for happening in play_at_random(sitting, 4):
        line, total = words.told(happening, "You"), happening.position.turn_total
        if happening.move == "hold":
            assert (
                line == f"You: hold. {total} point{'s' * (total != 1)} saved, {total + happening.position.saved} now."
            )
        elif happening.after is not None and happening.after.seat != happening.position.seat:
            assert line.startswith("You: roll. A 1")
        else:
            face = int(re.fullmatch(r"You: roll. A ([2-6]), (\d+) in this turn(, enough)?\.", line)[1])
            assert line.endswith("enough.") == (happening.after is None)
            if happening.after is None:
                assert happening.position.saved + total + face >= 20
            else:
                assert happening.after.turn_total == total + face


def test_what_the_dice_of_greed_showed():
    game = trueodds.Greed(15)
    words = words_for(game)
    for seed in range(10):
        sitting = Sitting(solved_for_play(game), seed=seed)
        for happening in play_at_random(sitting, seed):
            line, here = words.told(happening, "You"), happening.position
            if happening.move:
                shown, score = map(int, re.search(r" (\d+), the score is (\d+)", line).groups())
                assert shown == score - here.score
                assert happening.move <= shown <= 6 * happening.move
                assert ("over the limit" in line) == (score > 15)
                assert happening.after is None or happening.after.opponent_score == score


def test_costs_in_words():
    solution = solved_for_play(trueodds.RiskOrSafety(2))
    words, sitting = words_for(solution.game), Sitting(solution, seed=4)
    list(sitting.go_on())
    sitting.decide("bank")
    assert words.judged(sitting.decisions[0], sitting.cost(sitting.decisions[0])) == (
        "That cost 11.43 % (4/35); best was toss."
    )
    assert words.summary(sitting) == ["Your play: 1 decision, 0 best; given away 11.43 % (4/35)"]
    sitting.undo()
    assert words.summary(sitting) == ["Your play: no decisions; 1 taken back"]


def test_ties_in_words():
    solution = solved_for_play(trueodds.TwoCoins(3))
    words, sitting = words_for(solution.game), Sitting(solution)
    sitting.decide("B")
    assert words.judged(sitting.decisions[0], sitting.cost(sitting.decisions[0])) == "Best; coin A exactly as good."


def test_the_odds_of_many_moves():
    values = {dice: mpq(dice, 100) for dice in range(40)}
    lines = words_for(trueodds.Greed(50)).odds(values)
    assert len(lines) == 11
    assert lines[0].split() == ["30", "30", "%", "(3/10)"]
    assert lines[9].split() == ["*", "39", "39", "%", "(39/100)"]
    assert "the other 30" in lines[10]


@pytest.mark.parametrize(
    ("won", "told"), [(1, "You won."), (0, "You lost."), (mpq(1, 2), "A draw."), (37, "You get 37.")]
)
def test_results(won, told):
    assert Words(None).result(won) == told


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("roll", "roll"),
        (" HOLD ", "hold"),
        ("r", "roll"),
        ("2", "hold"),
        ("0", None),
        ("3", None),
        ("", None),
        ("x", None),
        ("rolls", None),
        ("q", "quit"),
        ("h", "hold"),
        ("he", "help"),
        ("?", "?"),
        ("9" * 5000, None),
        ("²", None),
    ],
)
def test_what_is_typed(typed, meant):
    assert understood(typed, ["roll", "hold"], ["odds", "undo", "help", "?", "quit"]) == meant


def test_what_is_typed_among_numbers_and_likenesses():
    numbers = [str(number) for number in range(8, 12)]
    assert understood("1", numbers) is None  # neither 10, nor the first in the list
    assert understood("10", numbers) == "10"
    assert understood("007", numbers) is None
    assert understood("st", ["stop", "stay"]) is None
    assert understood("quit", ["quit", "stay"], ["quit"]) == "quit"
