"""Opponents who play by a rule of thumb, such as "hold at 20"."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

from ..game import Game
from .entry import Rule
from .registry import find

#: The player who makes the best moves.
OPTIMAL = "optimal"


def names(game: Game) -> tuple[str, ...]:
    """Return the opponents that a game offers: optimal, and its rules; N stands for an integer."""
    return (OPTIMAL, *(rule.name for rule in find(game).rules))


def words_to_type(rules: Iterable[Rule]) -> list[str]:
    """Return the names of opponents as one word each, with a typical number, for completion in a shell."""
    return [OPTIMAL, *(rule.name.replace("N", "20").replace(" ", "-") for rule in rules)]


def opponent(game: Game, name: str) -> Callable[[Any], Any] | None:
    """Return the strategy of an opponent with a name such as ``"hold at 20"``; None for the optimal player."""
    words = " ".join(re.sub(r"(?<=\w)-(?=\w)", " ", name.lower()).split())
    if words == OPTIMAL:
        return None
    for rule in find(game).rules:
        found = re.fullmatch(re.escape(rule.name).replace("N", "([1-9][0-9]{0,8})"), words, re.ASCII)
        if found:
            return _player(game, rule, int((*found.groups(), 1)[0]))
    known = ", ".join(names(game))
    where = " (N: a whole number from 1)" if "N" in known else ""
    raise ValueError(f"the opponent must be one of: {known}{where}; not {name[:60]!r}")


def _player(game: Game, rule: Rule, number: int) -> Callable[[Any], Any]:
    """Return a strategy that follows a rule where there is a choice, as at a table."""

    def move(position: Any) -> Any:
        legal = game.moves(position)
        return legal[0] if len(legal) == 1 else rule.move(game, position, number)

    return move
