"""Write certificates that list numbers of heads by needs, for Risk or Safety games with too many positions to list."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import numpy as np
from gmpy2 import mpq
from numpy.typing import NDArray

from ..games.risk_or_safety import RiskOrSafety
from .check_odds import MAX_BITS, MAX_NEEDS
from .lines import format_header

Needs = tuple[int, int]


def check_game(game: object, by_needs: bool = True) -> None:
    """Raise ValueError if a game is certainly too large for a certificate (of kind heads, if `by_needs` is true)."""
    if isinstance(game, RiskOrSafety):
        larger, bits = max(game.target, game.opponent_target), int(mpq(game.heads).denominator).bit_length()
        most = min(MAX_NEEDS, MAX_BITS // bits) if by_needs else MAX_NEEDS
        if larger > most:
            case = "" if most == MAX_NEEDS else f"if the probability of heads has a denominator of {bits:,} bits, "
            raise ValueError(f"{case}a certificate covers targets of at most {most:,}, not {larger:,}")


def format_heads_certificate(
    game: RiskOrSafety,
    coins: tuple[NDArray[Any], NDArray[Any]],
    ties: Iterable[tuple[int, int, frozenset[int]]],
    claims: Mapping[Needs, Any],
) -> Iterator[str]:
    """Yield the lines of a certificate of kind heads, without the checksum.

    `coins` is a pair of tables, the first for the player with the larger target, the second for the other player. In
    each, entry [i-1, j-1] is the least of this player's best numbers of heads at need i against j. Where several
    numbers are best, `ties` lists a tuple (the player's need, the opponent's need, all best numbers). `claims` maps
    pairs (the need of the player to toss, the opponent's need) to the probability that the player to toss wins.
    """
    larger, smaller = max(game.target, game.opponent_target), min(game.target, game.opponent_target)
    heads = mpq(game.heads)
    yield from format_header(game, "heads")
    yield f"heads {heads.numerator}/{heads.denominator}"
    yield f"needs {larger} {smaller}"
    others = sorted({(i, j, k) for i, j, best in ties for k in best - {min(best)}})
    yield f"ties {len(others)}"
    for i, j, k in others:
        yield f"tie {i} {j} {k}"
    yield f"claims {len(claims)}"
    for (i, j), value in claims.items():
        yield f"claim {i} {j} {value.numerator}/{value.denominator}"
    trailing, leading = coins
    for j in range(smaller):
        yield f"column {_runs(trailing[j:, j])} {_runs(leading[j, j:])}"


def _runs(numbers: NDArray[Any]) -> str:
    return ",".join(f"{number}x{len(list(same))}" for number, same in itertools.groupby(np.asarray(numbers).tolist()))


def list_heads_facts(fields: Mapping[str, str], claims: list[str], game: Any) -> Iterator[tuple[str, Any, Any]]:
    """Yield the facts to compare for kind heads, each as a description, the certificate's value and the game's."""
    yield "the rules are for", RiskOrSafety.name, game.name
    yield "the probability of heads is", mpq(fields["heads"]), game.heads
    targets = [game.target, game.opponent_target]
    yield "the needs are", list(map(int, fields["needs"].split(" "))), sorted(targets, reverse=True)
    yield "the needs of the last claim are", list(map(int, claims[-1].split(" ")[:2])), targets
