"""What the page to explore Risk or Safety knows."""

from __future__ import annotations

from importlib.resources import files

import numpy as np
from gmpy2 import mpq

from ...pages import Explorable, decimal_or_rest, frequent_edges, in_base64, needs, pack, short_fractions
from .all.bounds import CONTINUE
from .all.exact import TIE
from .all.solution import RiskOrSafetySolution


def explorable(solution: RiskOrSafetySolution) -> Explorable:
    """What the page of this solution knows; the targets must be equal.

    Examples
    --------
    >>> import trueodds
    >>> from trueodds.pages import unpack
    >>> known = explorable(trueodds.solve(trueodds.RiskOrSafety(target=3)))
    >>> known.data["fractions"]
    '2/3 4/5 8/9 2/5 4/7 8/11 2/9 4/11 6/11'
    >>> unpack(known.data["bank"], 9).tolist()  # with one open point, bank at needs 3 against 3; with two, too
    [0, 0, 0, 0, 0, 1, 0, 0, 1]
    """
    game, target = solution.game, solution.game.target
    states = []
    for a in range(1, target):
        first = solution.layout.index(a, a + 1, 1)
        states.append(solution.states[first : first + (target - a) * target])
    values = [solution.value_at((0, target - i, target - j)) for i, j in needs(target)]
    coin = "The coin is fair." if game.heads == mpq(1, 2) else f"Heads has probability {game.heads}."
    words = {
        "title": "Risk or Safety",
        "rules": "Toss a coin as long as you dare. Heads is an open point; tails loses the open points and passes the "
        f"turn. Bank them, and they are saved and the turn passes. The first to have all their points wins. {coin}",
        "choice": "Toss or bank?",
        "numbers": "Coins to toss in a turn",
        "open": "Open points",
    }
    data = {
        "target": target,
        "heads": str(game.heads),
        "probability": float(game.heads),
        "proof": str(solution.proof),
        "values": " ".join(decimal_or_rest(value) for value in values),
        "fractions": short_fractions(values),
        "digits": in_base64(np.array([len(value.denominator.digits()) for value in values], dtype="<u4")),
        "bank": pack([rows != CONTINUE for rows in states]),
        "ties": np.flatnonzero(np.concatenate(states) == TIE).tolist() if states else [],
    }
    coins = solution.coins()
    program = (files(__package__) / "page.js").read_text(encoding="utf-8")
    return Explorable(words, coins, frequent_edges(coins), program, data)
