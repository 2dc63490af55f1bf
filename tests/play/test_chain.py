"""Compare random chains of positions (compiled, walked, expected results) with evaluations in fractions."""

import dataclasses
from collections import Counter
from fractions import Fraction
from random import Random
from unittest.mock import Mock

import numpy as np
import pytest
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

import trueodds
from trueodds.play import chain as chains
from trueodds.play import expected as module
from trueodds.play.chain import compile_chain, round_weights, share_columns
from trueodds.play.expected import compute_expected
from trueodds.play.walk import walk
from trueodds.solver.model import explore

WORDS = 2**64
LANES = 8


def random_game(seed):
    """Return a game without choices, with loops, that can end from every position; payoffs are those of seat 0."""
    random = Random(seed)
    size = random.randint(1, 7)
    payoffs = random.sample([mpq(0), mpq(1, 2), mpq(1), mpq(-2), mpq(7, 3)], random.randint(1, 4))
    rules = {}
    for at in range(size):
        ends = random.sample(payoffs, random.randint(1, len(payoffs)))
        after = random.sample(range(size), random.randint(0, size))
        parts = [random.randint(1, 9) for _ in (*ends, *after)]
        shares = [mpq(part, sum(parts)) for part in parts]
        rules[at] = [(p, None, end) for p, end in zip(shares, ends, strict=False)]
        rules[at] += [(p, to) for p, to in zip(shares[len(ends) :], after, strict=True)]
    return trueodds.Rules(0, lambda at: ["go"], lambda at, move: rules[at], lambda at: at % 2)


def followed(game, moves):
    """Return the probability of each payoff and of each length, in fractions, up to this many moves."""
    here, lengths, results = {game.start: mpq(1)}, [mpq(0)], Counter()
    for _ in range(moves):
        after, ended = Counter(), mpq(0)
        for position, share in here.items():
            for chance, to, payoff in ((*one, None)[:3] for one in game.outcomes(position, "go")):
                if to is None:
                    results[payoff] += share * chance
                    ended += share * chance
                else:
                    after[to] += share * chance
        here = after
        lengths.append(ended)
    return results, lengths


@pytest.mark.parametrize("seed", range(25))
def test_expected_results_are_those_of_following_the_chances(seed, monkeypatch):
    game = random_game(seed)
    exact = compute_expected(explore(game))
    monkeypatch.setattr(module, "MAX_EXACT", -1)
    floats = compute_expected(explore(game), exact.value)
    assert (floats.value, floats.moves) == (exact.value, None)
    results, lengths = followed(game, len(exact.lengths) + 20)
    assert [float(one) for one in lengths[: len(exact.lengths)]] == pytest.approx(exact.lengths.tolist(), abs=1e-13)
    assert {payoff: pytest.approx(float(chance), abs=1e-12) for payoff, chance in results.items()} == {
        payoff: chance for payoff, chance in exact.chances.items() if chance
    }
    mean = sum(payoff * chance for payoff, chance in results.items())
    assert float(exact.value) == exact.mean == pytest.approx(float(mean), abs=1e-12)
    moves = float(sum(m * chance for m, chance in enumerate(lengths)))
    assert exact.mean_moves == float(exact.moves) == pytest.approx(moves, abs=1e-12)
    without = dataclasses.replace(floats, value=None)
    assert (without.mean, without.mean_moves) == (pytest.approx(float(mean), abs=1e-12), pytest.approx(moves))
    variance = float(sum(chance * (payoff - mean) ** 2 for payoff, chance in results.items()))
    assert exact.deviation**2 == pytest.approx(variance, abs=1e-12)
    variance = float(sum(chance * (m - mpq(moves)) ** 2 for m, chance in enumerate(lengths)))
    assert [found.deviation_moves**2 for found in (exact, without)] == pytest.approx([variance] * 2, abs=1e-9)


def test_games_that_never_end_or_last_too_long_are_refused(monkeypatch):
    endless = trueodds.Rules(0, lambda _: ["go"], lambda player, _: [(1, 1 - player)])
    with pytest.raises(trueodds.NotProved, match="may never end"):
        compute_expected(explore(endless))
    slow = Fraction(1, 10**9)
    long = trueodds.Rules(0, lambda _: ["go"], lambda _, __: [(slow, None, 1), (1 - slow, 0)])
    monkeypatch.setattr(module, "_MAX_WORK", 1e6)
    with pytest.raises(ValueError, match="100 moves or more; computing expectations takes too long"):
        compute_expected(explore(long), None, tell := Mock())
    tell.assert_called_once_with("lengths", 64, None)
    monkeypatch.setattr(module, "check_interrupt", Mock(side_effect=KeyboardInterrupt))
    with pytest.raises(KeyboardInterrupt):
        compute_expected(explore(random_game(1)))


def of_columns(columns, outcomes, bits):
    """Return how many of the 2^64 words each outcome gets, column by column."""
    found = [0] * outcomes
    for own, (limit, other) in enumerate(columns):
        below, rest = divmod(limit, 1 << bits)
        assert rest == 0
        if below:
            found[own] += below
        found[other] += (1 << (64 - bits)) - below
    return found


@given(st.lists(st.integers(1, 10**30), min_size=1, max_size=70))
def test_words_are_shared_out_exactly(parts):
    chances = [mpq(part, sum(parts)) for part in parts]
    weights = round_weights(chances)
    assert sum(weights) == WORDS
    assert all(abs(weight - WORDS * chance) < 1 for weight, chance in zip(weights, chances, strict=True))
    bits = (len(parts) - 1).bit_length()
    columns = share_columns(weights, bits)
    assert len(columns) == 1 << bits
    assert all(0 <= limit < WORDS for limit, _ in columns)
    assert of_columns(columns, len(parts), bits) == weights


def test_too_many_payoffs_or_columns_are_refused(monkeypatch):
    game = trueodds.Rules(0, lambda _: ["go"], lambda _, __: [(Fraction(1, 48), None, n) for n in range(48)])
    for name, most, least in (("_MAX_PAYOFFS", 48, 47), ("_COLUMN_BITS", 6, 5)):
        with monkeypatch.context() as changed:
            changed.setattr(chains, name, most)
            compile_chain(explore(game))
            changed.setattr(chains, name, least)
            with pytest.raises(MemoryError, match="payoffs, not 64 and 48"):
                compile_chain(explore(game))


def walk_games(chain, games, seed):
    results, moves = np.full(games, 9, dtype=np.uint16), np.zeros(games, dtype=np.uint32)
    walk(chain.table, chain.start, np.random.SFC64(seed), results, moves)
    return results.tolist(), moves.tolist()


def walk_in_python(game, payoffs, games, seed):
    """Walk by definition: eight games in turn, a word per step; its first bits choose a column, the rest decides."""
    generator, columns = np.random.SFC64(seed), {}
    results, moves = [9] * games, [0] * games
    lanes = [[game.start, number] for number in range(min(LANES, games))]
    begun = len(lanes)
    while lanes:
        at = 0
        while at < len(lanes):
            here, number = lanes[at]
            if here not in columns:
                outcomes = sorted(game.outcomes(here, "go"), key=lambda one: one[1] is None)  # the game that ends last
                bits = (len(outcomes) - 1).bit_length()
                columns[here] = outcomes, bits, share_columns(round_weights([one[0] for one in outcomes]), bits)
            outcomes, bits, shares = columns[here]
            column, rest = divmod(int(generator.random_raw()) << bits, WORDS)
            _, after, payoff = (*outcomes[column if rest < shares[column][0] else shares[column][1]], None)[:3]
            moves[number] += 1
            lanes[at][0] = after
            if after is None:
                results[number] = payoffs.index(payoff)
                if begun < games:
                    lanes[at] = [game.start, begun]
                    begun += 1
                else:
                    lanes[at] = lanes[-1]
                    lanes.pop()
                    continue
            at += 1
    return results, moves


@pytest.mark.parametrize("seed", range(25))
def test_kernel_and_rules_play_the_same_games(seed):
    game = random_game(seed)
    chain = compile_chain(explore(game))
    for games in (0, 1, 7, 8, 9, 100):
        assert walk_games(chain, games, seed) == walk_in_python(game, chain.payoffs, games, seed)


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("bits", [0, 1, 5])
def test_a_word_equal_to_the_limit_goes_to_the_second_successor(seed, bits):
    word = int(np.random.SFC64(seed).random_raw())
    column, rest = (word << bits) >> 64, (word << bits) % 2**64
    over = 1 << 31
    for limit, result in ((rest, 2), (rest + 1, 1), (rest - 1, 2)):
        table = np.zeros((1 << bits, 2), np.uint64)
        table[column] = limit, (over | 2) << 32 | over | 1
        results, moves = np.zeros(1, np.uint16), np.zeros(1, np.uint32)
        walk(table, bits << 26, np.random.SFC64(seed), results, moves)
        assert (results[0], moves[0]) == (result, 1)
