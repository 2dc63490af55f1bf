"""Check by computation the statements in C. Addis, A Guide to Optimal Play in Greed (2023).

M is the limit, s the number of sides, and n the number of dice. s_p and s_o (in section 2, s_0 and s_1) are the scores
of the player to roll and of the opponent. A state is (s_p, s_o, 1) in the last turn and (s_p, s_o, 0) in a normal turn.
T is the sum of the dice, and E T its mean.
"""

from __future__ import annotations

from functools import lru_cache, partial
from itertools import combinations, product
from typing import Any

from gmpy2 import mpq

from ..dispatch import solve
from ..games.greed import Greed
from . import greed_checks
from .claim import CORRECTED, FALSE, HOLDS, Claim, Finding, show_value, universal


@lru_cache(maxsize=4)
def _solution(limit: int = 10, sides: int = 3) -> Any:
    return solve(Greed(limit, sides))


def _mean() -> Any:
    """Return the first numbers of dice and sides for which the mean of Lemma 3 is wrong, or None."""
    for dice, sides in product(range(7), range(1, 9)):
        if sum(t * p for t, p in greed_checks.sum_chances(dice, sides).items()) != mpq(dice * (sides + 1), 2):
            return dice, sides
    return None


def _payoffs() -> Finding:
    """Check the rating that Section 1.1 prints: "1 if win, 1/2 if tie, 1 if lose"."""
    game = _solution().game
    ends = {"win": ((10, 9, True, 0), 0), "tie": ((10, 10, True, 0), 0), "lose": ((9, 10, True, 0), 0)}
    ratings = {result: game.outcomes(*end)[0].payoff for result, end in ends.items()}
    printed = {"win": mpq(1), "tie": mpq(1, 2), "lose": mpq(1)}
    return Finding(
        HOLDS if ratings == printed else FALSE,
        f"a win is rated {ratings['win']}, a tie {ratings['tie']} and a loss {ratings['lose']}; otherwise, the two "
        "players' ratings would not add up to 1",
    )


def _complement() -> Any:
    """Return the first scores at which the two players' ratings in a normal turn do not add up to 1, or None."""
    solution = _solution()
    for own, other in product(range(11), repeat=2):
        state = own, other, False, 0
        after = sum(
            outcome.probability
            * (outcome.payoff if outcome.position is None else 1 - solution.value_at(outcome.position))
            for outcome in solution.game.outcomes(state, min(solution.best_moves_at(state)))
        )
        if solution.value_at(state) != after:
            return own, other
    return None


def _example_state() -> Finding:
    """Check Section 2: at (5, 8, 0), two dice with a sum of 4 lead to (8, 9, 0)."""
    after = {o.position[:3] for o in _solution().game.outcomes((5, 8, False, 0), 2) if o.position}
    states = show_value(sorted((*x[:2], int(x[2])) for x in after))
    text = f"with (M, s) = (10, 3), the possible next states are {states}"
    return Finding(HOLDS if (8, 9, False) in after else FALSE, text)


def _terminal_state() -> Finding:
    """Check Section 2: in the last turn, a roll of t leads from (s_0, s_1, 1) to (s_0, s_1 + t, 1)."""
    game = _solution().game
    # At (4, 6), three more points win; added to the other player's score, they would not.
    outcomes = {o.payoff for o in game.outcomes((4, 6, True, 0), 1)}
    printed = {mpq(6 + t < 4) for t in (1, 2, 3)}
    return Finding(
        HOLDS if outcomes == printed else FALSE,
        "The sum is added to the score of the player who rolls, which leads to (s_0 + t, s_1, 1). For example, at "
        f"(4, 6, 1), the rating after rolling a three-sided die is one of {show_value(sorted(outcomes))}, not always "
        f"{show_value(sorted(printed))}.",
    )


def _reached_from_2_6() -> Finding:
    after = sorted({o.position[1] for o in _solution().game.outcomes((2, 6, False, 0), 2) if o.position})
    claimed = [4, 5, 6, 7]
    return Finding(
        HOLDS if after == claimed else FALSE,
        f"they lead to (6, {after[0]}), …, (6, {after[-1]}), because the sum of two three-sided dice is 2, …, 6",
    )


def _behind_calls() -> Any:
    """Return the first game and scores at which ending the normal turns is best for a player who is behind, or None."""
    for limit, sides in ((10, 3), (12, 2), (20, 6)):
        solution = _solution(limit, sides)
        for own, other in combinations(range(limit + 1), 2):
            if 0 in solution.best_moves_at((own, other, False, 0)):
                return limit, sides, own, other
    return None


def _certain() -> Finding:
    """Compare Section 5's condition for certain victory with the exact values of all last turns, in two games."""
    for limit, sides in ((10, 3), (9, 2)):
        solution = _solution(limit, sides)
        for own, other in product(range(limit + 1), repeat=2):
            described = any(other < own + n and own + sides * n <= limit for n in range(limit + 1))
            if described != (solution.value_at((own, other, True, 0)) == 1):
                return Finding(FALSE, f"limit {limit}, sides {sides}: scores {own}, {other}")
    text = "this is so exactly if s_o < s_p + n and s_p + s n ≤ M for some n (verified for (M, s) = (9, 2), (10, 3))"
    return Finding(HOLDS, text)


def _full_house() -> Any:
    """Check Section 7: at (M, M, 0), one can only end the game or go bust; return a counterexample, or None."""
    for limit, sides in ((5, 2), (10, 3)):
        game = Greed(limit, sides)
        if list(game.moves((limit, limit, False, 0))) != [0]:
            return limit, sides
    return None


def _printed_equation_4() -> Finding:
    """Check equation (4), which sums 1 - rating over t but omits the probability of each t."""
    solution = _solution()
    own, other, n = 5, 6, 1
    exact = solution.move_values((own, other, False, 0))[n]
    terms = {t: 1 - solution.value_at((other, own + t, False, 1)) for t in range(n, 3 * n + 1)}
    printed, chances = sum(terms.values()), greed_checks.sum_chances(n, 3)
    if printed == exact:
        return Finding(HOLDS, show_value(exact))
    return Finding(
        CORRECTED if sum(chances[t] * term for t, term in terms.items()) == exact else FALSE,
        f"Each term needs the factor P(T = t). For example, at (5, 6, 0) with M = 10, s = 3 and n = 1, the printed sum "
        f"is {printed}, but the rating is {exact}.",
    )


def claims() -> list[Claim]:
    """Return the claims to check: statements of the paper, and one that goes beyond it."""
    return [
        Claim("section 1.1", "rating = 1 if win, 1/2 if tie, 1 if lose", _payoffs),
        Claim("section 2", "at (5, 8, 0), two dice with a sum of 4 lead to (8, 9, 0)", _example_state),
        Claim("section 2", "from (s_0, s_1, 1) a sum t leads to (s_0, s_1 + t, 1)", _terminal_state),
        Claim(
            "Lemma 2",
            "the coefficient of x^t is s^-n · sum over k = 0 … floor((t-n)/s) of (-1)^k C(n, k) C(k - s k - 1, n - 1)",
            greed_checks.lemma_2,
        ),
        Claim(
            "Theorem 1",
            "P(T = t) = s^-n · sum over k = 0 … floor((t-n)/s) of (-1)^k C(n, k) C(t - s k - 1, n - 1), for n ≥ 1",
            greed_checks.theorem_1,
        ),
        universal(
            "section 5",
            "a player who is behind never ends the normal turns in optimal play",
            _behind_calls,
            "verified for (M, s) = (10, 3), (12, 2), (20, 6); the other player would win by rolling no dice",
        ),
        Claim(
            "section 5",
            "victory is certain in the last turn if some n puts every new score between s_o and M",
            _certain,
        ),
        universal("Lemma 3", "the mean of n dice is n (s + 1) / 2", _mean, "verified by counting for n ≤ 6, s ≤ 8"),
        Claim("Lemma 4", "Var T = (s^2 - 1) / 12", greed_checks.lemma_4),
        Claim(
            "Conjecture 1",
            "in the last turn, once s_p + E T > (s_o + M) / 2, the rating does not increase with n",
            partial(greed_checks.conjecture_1, 20, 6),
        ),
        Claim(
            "Conjecture 2",
            "in the last turn, the rating is unimodal in n: once it falls, it does not rise again",
            partial(greed_checks.conjecture_2, 20, 6),
        ),
        Claim(
            "section 5, steps 1 and 2",
            "a scan that begins at the smallest n with s_p + E T > (s_o + M) / 2 and stops when the rating falls finds "
            "the best n",
            greed_checks.last_turn_scan,
        ),
        Claim("section 6", "two dice at (2, 6) lead to (6, 4), (6, 5), (6, 6), (6, 7)", _reached_from_2_6),
        universal(
            "section 6",
            "the two players' ratings add up to 1",
            _complement,
            "verified exactly in all normal turns for M = 10, s = 3",
        ),
        Claim(
            "section 6, equation (4)",
            "rating(n) = sum over t of 1 - rating(s_o, s_p + t, 0), for n > 0",
            _printed_equation_4,
        ),
        universal(
            "section 7",
            "at (M, M, 0), one can only end the game or go bust",
            _full_house,
            "verified for (M, s) = (5, 2), (10, 3)",
        ),
        Claim(
            "section 5, step 2, applied to normal turns (beyond the paper)",
            "a scan of n = 0, 1, 2, … that stops when the rating falls also finds the best n",
            greed_checks.normal_scan,
        ),
        Claim(
            "section 7, the bound",
            "in normal turns, no n > n_0 = 2 (M - s_p) / (s + 1) need be tried",
            greed_checks.normal_cutoff,
        ),
        Claim(
            "section 7, the reason for the bound",
            "for whole numbers n ≥ n_0 = 2 (M - s_p) / (s + 1), every sum from n to M - s_p is less probable with "
            "n + 1 dice than with n",
            greed_checks.normal_probabilities,
        ),
        Claim(
            "section 8, who goes first",
            "with M = 10 and s = 3, going first is rated 0.54 and wins about 4 % more often than it loses",
            greed_checks.first_player,
        ),
    ]
