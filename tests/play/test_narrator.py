"""Test what a player reads, in recorded games between two random players, and what typed words mean."""

import re
from collections import namedtuple
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest

import trueodds
from trueodds.catalog.narrator import Event
from trueodds.catalog.registry import find
from trueodds.play.match import (
    Match,
    find_reachable,
    find_rules_at_table,
    make_narrator,
    make_narrator_of_solution,
    solve_for_play,
)
from trueodds.play.reading import interpret

from .test_match import GAMES

PLAYTHROUGHS = Path(__file__).with_name("playthroughs.txt")
HALF = Fraction(1, 2)
Waiting = namedtuple("Waiting", ["points_to_win", "seat"])
ENDS = [(Fraction(1, 4), None, payoff) for payoff in (0, HALF, HALF, 1)]


def own_outcomes(position, move):
    """Return a walk that pays 7 if it breaks off, and the worth of its steps if the player stops it."""
    steps, seat = position
    if move == "stop" or steps == 5:
        return [(1, None, steps - 3)]
    return [(HALF, (steps + 1, 1 - seat)), (HALF, None, 7)]


def wait(at, move):
    return [*ENDS[1:], (Fraction(1, 4), Waiting(1, 1))] if at == (2, 0) else ENDS


OWN = trueodds.Rules((0, 0), lambda at: ["go", "stop"], own_outcomes, lambda at: at[1])
WAITING = trueodds.Rules(Waiting(2, 0), lambda at: [0, [7, 1, 2], [3, 4, 5]][at[0]], wait, lambda at: 1 - at.seat)
RECORDED = [*GAMES, trueodds.RiskOrSafety(2, 3), trueodds.TwoDicePig(9), trueodds.Hog(25), OWN, WAITING]


def playthrough(game):
    """Return all that players can read in some random games of two people, each sentence once."""
    solution, lines = solve_for_play(game), {}
    for seed in range(5):
        match, random = Match(solution, seed=seed, both=True), Random(seed)
        words = match.narrator
        said = [words.opening(), *(words.narrate(event, "Anna") for event in match.advance())]
        while not match.over:
            position, legal = match.position, match.moves()
            values = solution.move_values(position)
            said += [words.standing(position), words.question(position, legal) + "?"]
            if seed == 0:
                said += words.odds(values)
                values = words.alternatives(position, values)
                said += [f"{name}: {words.exactly(value)}" for name, value in values.items()]
            said.append(words.narrate(match.decide(random.choice(legal)), "Anna"))
            said.append(words.judge(match.decisions[-1], match.cost(match.decisions[-1])))
            said += [words.narrate(event, "Anna") for event in match.advance()]
        for seat, name in enumerate(("Anna", "Ben")):
            said += words.summary(match.player_payoff(), match.score(seat), name)
        lines |= dict.fromkeys(said)
    return "".join(f"{line}\n" for line in lines)


WHOLE = [find_rules_at_table(trueodds.RiskOrSafety(3, 2, "2/5")), trueodds.Coinball(3, 2, 4)]
WHOLE += [trueodds.TwoCoins(3, "1/2", "1/2", 2, 5, 4), trueodds.Greed(7, 3), trueodds.Pig(9, 4, 7), trueodds.TheRace(3)]
WHOLE += [trueodds.SuperSix(1), trueodds.TwoDicePig(14), trueodds.Hog(16), OWN, trueodds.RiskOrSafety(4, 3)]


def every_sentence(game):
    """Return how all positions and outcomes are narrated; of sentences alike but for numbers, the first and the last.

    After each outcome, it is said who moves next or what the payoff is.
    """
    words, first, last = make_narrator(game), {}, {}
    for position in filter(None, (*find_reachable(game, game.start, game.moves), *find(game).more_positions(game))):
        said = [f"{words.standing(position)} {words.question(position, game.moves(position))}?"]
        for move in game.moves(position):
            for number, outcome in enumerate(words.faces(position, move)):
                event = Event(game.seat(position), position, move, number, *outcome)
                next_player = "-" if event.after is None else "AB"[game.seat(event.after) != event.seat]
                said.append(f"{words.narrate(event, 'A')} [{next_player if event.payoff is None else event.payoff}]")
        for sentence in said:
            alike = re.sub("[0-9]+", "0", sentence)
            first.setdefault(alike, sentence)
            last[alike] = sentence
    return "".join(f"{line}\n" for alike in first for line in dict.fromkeys((first[alike], last[alike])))


@pytest.mark.parametrize("payoff", [HALF, 1, HALF + 1, 2, -1])
def test_values_are_probabilities_only_if_payoffs_are_wins_draws_and_losses(payoff):
    game = trueodds.Rules(0, lambda at: ["go"], lambda at, move: [(HALF, None, payoff), (HALF, None, 0)])
    assert make_narrator_of_solution(trueodds.solve(game)).chances == (payoff in (HALF, 1))
    rules = 0, lambda at: ["stay", "stop"], lambda at, move: [(1, 0) if move == "stay" else (1, None, 1)]
    endless = trueodds.solve(trueodds.Rules(*rules, infinite_play=payoff))
    assert make_narrator_of_solution(endless).chances == (payoff in (HALF, 1))


def test_players_read_what_is_recorded(tmp_path):
    """After an intended change of wording, copy the new file over the old one and read the difference."""
    found = "\n".join([*map(playthrough, RECORDED), *map(every_sentence, WHOLE)])
    (tmp_path / PLAYTHROUGHS.name).write_text(found, encoding="utf-8")
    assert found == PLAYTHROUGHS.read_text(encoding="utf-8"), tmp_path


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_names_and_printed_moves_are_understood(game):
    solution = solve_for_play(game)
    words, choices = make_narrator(solution.game), Random(1)
    match = Match(solution, 1, seed=2)
    list(match.advance())
    while not match.over:
        legal = match.moves()
        names = [words.name(move) for move in legal]
        printed = [words.say(move) for move in legal]
        assert [interpret(name.upper(), names) for name in names] == names
        assert [interpret(f" {one} ".replace(" ", " \t "), names, ["no"], printed) for one in printed] == names
        assert len(set(names)) == len(names)
        match.decide(choices.choice(legal))
        list(match.advance())


TYPED = {"roll": ("roll", "r", "1"), "hold": (" HOLD ", "2", "h"), "quit": "q", "help": ("he",), "?": "?"}
TYPED[None] = ("0", "3", "", "x", "rolls", "9" * 5000, "²")


@pytest.mark.parametrize("meant", TYPED)
def test_typed_words(meant):
    for typed in TYPED[meant]:
        assert interpret(typed, ["roll", "hold"], ["odds", "undo", "help", "?", "quit"]) == meant


def test_typed_numbers_and_common_prefixes():
    numbers = [str(number) for number in range(8, 12)]
    assert interpret("1", numbers) is None  # neither 10 nor the first move of the list
    assert interpret("10", numbers) == "10"
    assert interpret("007", numbers) is None
    assert interpret("1", ["pass", "-2"]) is None  # moves are numbers, so a number does not count them
    assert interpret("12", [f"move {n}" for n in range(20, 40)]) == "move 31"
    assert interpret("st", ["stop", "stay"]) is None
    assert interpret(" 2  d", ["0", "2", "22"], printed=["no dice", "2 dice", "22 dice"]) == "2"
    assert interpret("dice", ["0", "2"], printed=["no dice", "2 dice"]) is None
    assert interpret("quit", ["quit", "stay"], ["quit"]) == "quit"
