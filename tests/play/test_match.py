"""A game in play: decisions have their exact cost, equal seeds give equal games, and decisions can be undone."""

from collections import Counter
from fractions import Fraction
from itertools import islice, product
from random import Random

import pytest
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

import trueodds
from trueodds.play.match import Match, draw, solve_for_play

GAMES = [trueodds.RiskOrSafety(6), trueodds.RiskOrSafety(4, 7, "2/5"), trueodds.Coinball(7), trueodds.TwoCoins(6)]
GAMES += [trueodds.Greed(15), trueodds.Pig(15), trueodds.TheRace(6), trueodds.SuperSix(2)]


class Scripted(Random):
    """A random source that returns the numbers of a script, and keeps the limit that it was asked for last."""

    def __init__(self, *script):
        super().__init__()
        self.script = list(script)

    def randrange(self, bottom):
        self.bottom = bottom
        return self.script.pop(0)


def play_at_random(match, seed, most=10**6):
    """Decide at random until the game is over or the limit is reached; return all events."""
    choices, seen = Random(seed), list(match.advance())
    while not match.over and len(match.decisions) < most:
        seen += [match.decide(choices.choice(match.moves())), *match.advance()]
    return seen


@pytest.mark.parametrize("game", GAMES, ids=repr)
@pytest.mark.parametrize("seat", [0, 1])
def test_games_follow_the_rules_to_their_end(game, seat):
    solution = solve_for_play(game)
    for seed in range(5):
        match = Match(solution, seat, seed=seed)
        at, payoff = solution.game.start, None
        for event in play_at_random(match, seed):
            assert event.position == at
            assert event.seat == solution.game.seat(at)
            assert event.move in solution.game.moves(at)
            chance, at, payoff = match.narrator.faces(at, event.move)[event.number]
            assert (event.chance, event.after, event.payoff) == (chance, at, payoff)
            if event.seat != seat:
                assert event.move in solution.best_moves_at(event.position)
        assert match.over
        assert match.player_payoff() == (payoff if seat == 0 else 1 - payoff)
        if match.undo():
            assert not match.over


@pytest.mark.parametrize("seat", [0, 1])
def test_mean_costs_are_the_loss_of_the_strategy(seat):
    """Over all outcomes, the value minus the worth of "always pass" is the expected cost of its decisions."""
    game = trueodds.Coinball(6)
    solution = solve_for_play(game)
    given_away, won = [], []
    for script in product((0, 1), repeat=6):
        match = Match(solution, seat)
        match._random = Scripted(*script)
        list(match.advance())
        while not match.over:
            match.decide("pass")
            list(match.advance())
        assert match._random.bottom == 2  # the sides of a fair coin
        given_away.append(match.score().given_away)
        won.append(match.player_payoff())
    pair = (lambda position: "pass", solution) if seat == 0 else (solution, lambda position: "pass")
    duel, value = trueodds.duel(game, *pair).value, solution.value
    expected = (duel, value - duel) if seat == 0 else (1 - duel, duel - value)
    assert (sum(won) / mpq(len(won)), sum(given_away) / mpq(len(given_away))) == expected
    assert expected[1] > 0


@pytest.mark.parametrize("game", GAMES[:6] + GAMES[7:], ids=repr)
def test_decisions_taken_back_and_made_again_have_the_same_outcomes(game):
    match = Match(solve_for_play(game), seed=3)
    play_at_random(match, 2, most=2)
    kept, events = list(match.decisions), list(match.events)
    position, payoff = match.position, match.payoff
    assert kept
    for _ in kept:
        assert match.undo()
        assert match.events == events[: len(match.events)]
        assert (match.events[-1].after if match.events else match.game.start) == match.position
    assert not match.undo()
    assert match.position == kept[0].position
    assert match.undone == len(kept)
    for decision in kept:
        assert match.position == decision.position
        match.decide(decision.move)
        list(match.advance())
    assert (match.position, match.payoff, match.decisions) == (position, payoff, kept)
    assert match.events == events


@pytest.mark.parametrize("seed", range(60))
def test_a_game_that_cannot_end_is_stopped_and_no_other(seed):
    """Random games stop exactly where a player without choices can no longer reach an end."""
    random, seat = Random(seed), seed % 2
    after = {at: random.sample([*range(6), None], random.choice([1, 2, 2])) for at in range(6)}
    asked, worth = random.sample(range(1, 6), seed // 2 % 3) if seat == 0 else [], mpq(seed % 3, 4)

    def outcomes(at, move):
        ways = [*range(6), None] if move == "other" else after[at]
        return [(mpq(1, len(ways)), to, 1 if to is None else None) for to in ways]

    def moves(at):  # the opponent always chooses "go"
        return ["go", "walk"][: 1 + (at in asked)] if seat == 0 else ["other", "go"]

    reach = {at: {at} for at in after}
    for _ in after:
        reach = {at: {at}.union(*(reach[to] for to in after[at] if to is not None)) for at in after}
    ends = {at: any(None in after[to] or to in asked for to in reach[at]) for at in after}
    game = trueodds.Rules(0, moves, outcomes, infinite_play=worth)
    match = Match(solve_for_play(game), seat, lambda at: "go", seed=seed)
    events = list(islice(match.advance(), 10_000))
    last = events[-1].position if match.position is None else match.position
    assert match.payoff == (None if match.position in asked else 1 if ends[last] else worth)
    assert all(ends[event.position] for event in events)


@given(st.lists(st.integers(1, 30), min_size=1, max_size=6))
def test_outcomes_are_drawn_with_their_probabilities(parts):
    outcomes = [trueodds.Outcome(Fraction(part, sum(parts)), None, at) for at, part in enumerate(parts)]
    first = Scripted(0)
    assert draw(outcomes, first) == 0
    found = Counter(draw(outcomes, Scripted(number)) for number in range(first.bottom))
    assert [Fraction(found[at], first.bottom) for at in range(len(parts))] == [one.probability for one in outcomes]
    with pytest.raises(ValueError, match="do not add up to 1"):
        draw([*outcomes[1:], trueodds.Outcome(mpq(1, 10**9), None, 0)], Scripted(first.bottom * 10**9 - 1))


def test_probabilities_too_small_for_floats():
    outcomes = [trueodds.Outcome(mpq(1, 2**2000), "never"), trueodds.Outcome(1 - mpq(1, 2**2000), "always")]
    assert [draw(outcomes, Scripted(number)) for number in (0, 1)] == [0, 1]
