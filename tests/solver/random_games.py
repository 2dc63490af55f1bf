"""Games made by hypothesis: seats and, for each position, its moves as lists of (probability, position, payoff)."""

from fractions import Fraction

from hypothesis import strategies as st

import trueodds


@st.composite
def random_games(draw, max_size, max_part, payoffs):
    """Up to `max_size` positions, up to three moves each; every move may end the game, so every game ends.

    Probabilities are in the ratio of whole numbers up to `max_part`.
    """
    size = draw(st.integers(1, max_size))
    seats = [draw(st.integers(0, 1)) for _ in range(size)]
    rules = []
    for _ in range(size):
        own = []
        for _ in range(draw(st.integers(1, 3))):
            parts = [draw(st.integers(1, max_part)) for _ in range(draw(st.integers(1, 3)) + 1)]
            total = sum(parts)
            over = (Fraction(parts[0], total), None, draw(payoffs))
            own.append([over, *((Fraction(p, total), draw(st.integers(0, size - 1)), None) for p in parts[1:])])
        rules.append(own)
    return seats, rules


def game_of(drawn):
    """The game; its moves are numbers from 0."""
    seats, rules = drawn
    return trueodds.Rules(0, lambda x: list(range(len(rules[x]))), lambda x, move: rules[x][move], seats.__getitem__)
