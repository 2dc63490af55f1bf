"""What a player reads: short lines, and what chance did as it was."""

import re
from random import Random

import pytest

import trueodds
from trueodds.play.match import Match, narrator_for, solve_for_play
from trueodds.play.reading import interpret

from .test_match import GAMES, play_at_random


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_names_are_understood_as_the_moves_they_are(game):
    solution = solve_for_play(game)
    words, choices = narrator_for(solution.game), Random(1)
    match = Match(solution, 1, seed=2)
    list(match.play_on())
    while not match.over:
        legal = match.moves()
        names = [words.name(move) for move in legal]
        assert [interpret(name.upper(), names) for name in names] == names
        assert len(set(names)) == len(names)
        match.decide(choices.choice(legal))
        list(match.play_on())


def test_what_the_die_of_pig_showed():
    game = trueodds.Pig(20)
    words, match = narrator_for(game), Match(solve_for_play(game), seed=9)
    for event in play_at_random(match, 4):
        line, total = words.tell(event, "You"), event.position.turn_total
        if event.move == "hold":
            assert line == f"You: hold. {total} point{'s' * (total != 1)} saved, {total + event.position.saved} now."
        elif event.after is not None and event.after.seat != event.position.seat:
            assert line.startswith("You: roll. A 1")
        else:
            face = int(re.fullmatch(r"You: roll. A ([2-6]), (\d+) in this turn(, enough)?\.", line)[1])
            assert line.endswith("enough.") == (event.after is None)
            if event.after is None:
                assert event.position.saved + total + face >= 20
            else:
                assert event.after.turn_total == total + face


def test_what_the_dice_of_greed_showed():
    game = trueodds.Greed(15)
    words = narrator_for(game)
    for seed in range(10):
        match = Match(solve_for_play(game), seed=seed)
        for event in play_at_random(match, seed):
            line, here = words.tell(event, "You"), event.position
            if event.move:
                shown, score = map(int, re.search(r" (\d+), the score is (\d+)", line).groups())
                assert shown == score - here.score
                assert event.move <= shown <= 6 * event.move
                assert ("over the limit" in line) == (score > 15)
                assert event.after is None or event.after.opponent_score == score


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
    assert interpret(typed, ["roll", "hold"], ["odds", "undo", "help", "?", "quit"]) == meant


def test_what_is_typed_among_numbers_and_likenesses():
    numbers = [str(number) for number in range(8, 12)]
    assert interpret("1", numbers) is None  # neither 10, nor the first in the list
    assert interpret("10", numbers) == "10"
    assert interpret("007", numbers) is None
    assert interpret("st", ["stop", "stay"]) is None
    assert interpret("quit", ["quit", "stay"], ["quit"]) == "quit"
