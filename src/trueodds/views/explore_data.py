"""What a page to explore knows of a game: its words, and the solution in a form that a browser reads."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from gmpy2 import mpq
from numpy.typing import NDArray

from ..exact.decimals import decimal
from ..fast.pig.bounds import ROLL
from ..fast.pig.bounds import TIE as PIG_TIE
from ..fast.pig.solution import PigSolution
from ..fast.risk_or_safety.all.bounds import CONTINUE
from ..fast.risk_or_safety.all.exact import TIE
from ..fast.risk_or_safety.all.solution import RiskOrSafetySolution
from ..solution import Solution

#: The games that have pages, and the largest targets: beyond, a page would be more than 5 MB.
MOST = {"risk-or-safety": 250, "pig": 250}

#: The largest die of a page of Pig, which goes through all faces at each turn total.
MAX_SIDES = 100

_FRACTION_SHOWN = 60  # digits of numerator and denominator together; longer ones are told by their size
_PIG_EXACT = 24  # both needs together, up to which exact values are asked for; beyond few are short
_NEAR_ONE = 10_000  # a value nearer to 1 than 1/this is told by its distance from 1, lest its digits be lost
_COLOURS = 10


@dataclass(frozen=True)
class Explorable:
    """What a page knows.

    Attributes
    ----------
    words : mapping
        What the page says in this game: ``title``, ``rules``, ``choice``, ``numbers``, ``open``.
    numbers : int array, shape (target, target)
        The numbers that the map shows: [i-1, j-1] if I need i and the opponent needs j.
    edges : sequence of int
        The least number of each colour.
    data : mapping
        For JSON. Lists by needs go by rows of `numbers`. ``values``: decimals joined by spaces, ``1-…`` for what is
        nearly 1; ``fractions``: the exact ones where they are short, else empty; ``digits``: of the denominators of
        Risk or Safety; ``bank``: bits, for a = 1, 2, … open points, for my needs from a+1, for the opponent's needs
        from 1, set where to bank (to hold) is best; ``ties``: the indices of those where to go on is exactly as good.
    """

    words: Mapping[str, str]
    numbers: NDArray[Any]
    edges: Sequence[int]
    data: dict[str, Any]


def explorable(solution: Solution) -> Explorable:
    """What the page of this solution knows; the targets must be equal.

    Examples
    --------
    >>> import trueodds
    >>> known = explorable(trueodds.solve(trueodds.RiskOrSafety(target=3)))
    >>> known.data["fractions"]
    '2/3 4/5 8/9 2/5 4/7 8/11 2/9 4/11 6/11'
    >>> unpacked(known.data["bank"], 9).tolist()  # with one open point, bank at needs 3 against 3; with two, too
    [0, 0, 0, 0, 0, 1, 0, 0, 1]
    """
    if isinstance(solution, RiskOrSafetySolution):
        return _risk_or_safety(solution)
    if isinstance(solution, PigSolution):
        return _pig(solution)
    raise TypeError(f"there is no page of {type(solution).__name__}")


def unpacked(text: str, count: int) -> NDArray[np.uint8]:
    """The first so many bits of packed ones, as the page reads them.

    Examples
    --------
    >>> unpacked("oA==", 4).tolist()
    [1, 0, 1, 0]
    """
    return np.unpackbits(np.frombuffer(base64.b64decode(text), dtype=np.uint8))[:count]


def frequent_edges(numbers: NDArray[Any]) -> list[int]:
    """The least number of each colour: a colour for each number if there are few, else for the frequent ones.

    Examples
    --------
    >>> frequent_edges(np.array([[1, 3], [7, 1]]))
    [1, 3, 7]
    """
    found, counts = np.unique(numbers, return_counts=True)
    frequent = found[np.argsort(-counts, kind="stable")[:_COLOURS]]
    return [int(found[0]), *sorted(int(number) for number in frequent if number != found[0])][:_COLOURS]


def even_edges(numbers: NDArray[Any]) -> list[int]:
    """The least number of each colour, so that each has about as many cells.

    Examples
    --------
    >>> even_edges(np.arange(100))
    [0, 9, 19, 29, 39, 49, 59, 69, 79, 89]
    """
    shares = np.arange(_COLOURS) / _COLOURS
    return [int(edge) for edge in np.unique(np.quantile(numbers, shares, method="lower"))]


def agreed(low: float, high: float) -> str:
    """A number between two bounds: the digits in which both, rounded, are the same, at most 15.

    Examples
    --------
    >>> agreed(0.530592733, 0.530592734), agreed(0.25, 0.25)
    ('0.53059273', '0.25')
    """
    for digits in range(15, 0, -1):
        if f"{low:.{digits}g}" == f"{high:.{digits}g}":
            return f"{low:.{digits}g}"
    return f"{(low + high) / 2:.1g}"


def _risk_or_safety(solution: RiskOrSafetySolution) -> Explorable:
    game, target = solution.game, solution.game.target
    blocks = []
    for a in range(1, target):
        first = solution.layout.index(a, a + 1, 1)
        blocks.append(solution.states[first : first + (target - a) * target])
    states = _joined(blocks)
    values = [solution.value_at((0, target - i, target - j)) for i, j in _needs(target)]
    coin = "The coin is fair." if game.heads == mpq(1, 2) else f"Heads has probability {game.heads}."
    words = {
        "title": "Risk or Safety",
        "rules": "Toss a coin as long as you dare. Heads is an open point; tails loses the open points and passes the "
        f"turn. Bank them, and they are saved and the turn passes. Who first has all their points wins. {coin}",
        "choice": "Toss or bank?",
        "numbers": "Coins to toss in a turn",
        "open": "Open points",
    }
    data = {
        "target": target,
        "heads": str(game.heads),
        "probability": float(game.heads),
        "proof": str(solution.proof),
        "values": " ".join(_decimal(value) for value in values),
        "fractions": _fractions(values),
        "digits": _base64(np.array([len(value.denominator.digits()) for value in values], dtype="<u4")),
        "bank": _base64(np.packbits(states != CONTINUE)),
        "ties": np.flatnonzero(states == TIE).tolist(),
    }
    coins = solution.coins()
    return Explorable(words, coins, frequent_edges(coins), data)


def _pig(solution: PigSolution) -> Explorable:
    game, target = solution.game, solution.game.target
    bounds = solution.bounds
    blocks = []
    for total in range(1, target):
        needs = np.arange(total + 1, target + 1)
        blocks.append(bounds.states[1:, needs * (needs - 1) // 2 + total].T)
    states = _joined(blocks)
    decimals = []
    for i, j in _needs(target):
        low, low_lose, high, high_lose = bounds.values[i, j].tolist()
        decimals.append(f"1-{agreed(low_lose, high_lose)}" if 0 < high_lose * _NEAR_ONE < 1 else agreed(low, high))
    exact = [solution.value_at((0, target - i, target - j)) if i + j <= _PIG_EXACT else None for i, j in _needs(target)]
    words = {
        "title": "Pig",
        "rules": f"Roll a die with {game.sides} sides as long as you dare. A 1 loses the turn total and passes the "
        "turn; any other face is added to it. Hold, and it is saved and the turn passes. Who first has all their "
        "points wins.",
        "choice": "Roll or hold?",
        "numbers": "Hold at this turn total",
        "open": "Turn total",
    }
    data = {
        "target": target,
        "sides": game.sides,
        "proof": str(solution.proof),
        "values": " ".join(decimals),
        "fractions": _fractions(exact),
        "bank": _base64(np.packbits(states != ROLL)),
        "ties": np.flatnonzero(states == PIG_TIE).tolist(),
    }
    totals = solution.hold_at()[::-1, ::-1]  # by needs
    return Explorable(words, totals, even_edges(totals), data)


def _needs(target: int) -> Iterable[tuple[int, int]]:
    return ((i, j) for i in range(1, target + 1) for j in range(1, target + 1))


def _joined(blocks: Sequence[NDArray[Any]]) -> NDArray[Any]:
    return np.concatenate([block.ravel() for block in blocks]) if blocks else np.zeros(0, dtype=np.int8)


def _decimal(value: Any) -> str:
    rest = 1 - value
    return f"1-{decimal(rest)}" if 0 < rest * _NEAR_ONE < 1 else decimal(value)


def _fractions(values: Iterable[Any]) -> str:
    texts = ("" if value is None else str(value) for value in values)
    return " ".join(text if len(text) <= _FRACTION_SHOWN + 1 else "" for text in texts)


def _base64(array: NDArray[Any]) -> str:
    return base64.b64encode(array.tobytes()).decode("ascii")
