"""Find strategies by the names that users type: "optimal", "always 2", "hold at 20" and other rules of thumb."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

from ..game import Game, Move
from .entry import Rule
from .registry import find

#: The names of a player who makes the best moves and, in `trueodds play`, of a second person.
OPTIMAL, HUMAN = "optimal", "human"


def list_names(rules: Iterable[Rule]) -> list[str]:
    """Return the names of strategies without spaces, such as "hold-at-20" for the rule "hold at N"."""
    return [OPTIMAL, *(rule.name.replace("N", "20").replace(" ", "-") for rule in rules)]


def find_opponent(game: Game, name: str) -> Callable[[Any], Move] | None:
    """Return the strategy of an opponent, or None for the optimal one."""
    if name.strip().lower() == OPTIMAL:
        return None
    if rule := _find_rule_of_game(game, name):
        return rule
    if re.match(r"\s*(always[ -]+\S|all[ -]in\s*$)", name, re.IGNORECASE):
        rule = find_rule(game, name)
        if isinstance(rule, Always):
            rule.check_ever_legal()
        return rule
    names = ", ".join([OPTIMAL, HUMAN, *_list_rules(game)])
    where = " (N: a whole number from 1 to 999,999,999)" if re.search(r"\bN\b", names) else ""
    raise ValueError(f"the opponent must be one of {names}{where}, not {name[:60]!r}")


def find_rule(game: Game, text: str) -> Callable[[Any], Move]:
    """Return the strategy with this name: ``always MOVE``, ``all in``, or a rule of thumb of the game."""
    words = " ".join(text.split())
    if match := re.fullmatch(r"always[ -](\S.*)", words, re.IGNORECASE):
        return Always(game, match[1])
    if re.fullmatch("all[ -]in", words, re.IGNORECASE):
        if not _has_numbers(game):
            raise ValueError(f"'all in' needs numeric moves; moves at the start of {game.name}: {_list_moves(game)}")
        return lambda position: max(game.moves(position))  # type: ignore[type-var]
    rule = _find_rule_of_game(game, words)
    if rule is None:
        names = ", ".join(_list_rules(game))
        where = "; N: a whole number from 1 to 999,999,999" if re.search(r"\bN\b", names) else ""
        raise ValueError(f"a strategy must be 'optimal' or a rule ({names}{where}), not {text[:60]!r}")
    return rule


def _list_rules(game: Game) -> list[str]:
    own = [rule.name for rule in find(game).rules if not rule.name.startswith("always")]
    return ["always MOVE", *(["all in"] if _has_numbers(game) else []), *own]


def _has_numbers(game: Game) -> bool:
    return isinstance(game.moves(game.start)[0], int)


def _find_rule_of_game(game: Game, name: str) -> Callable[[Any], Move] | None:
    """Return the strategy that follows a rule of the game's entry, or None."""
    words = " ".join(re.sub(r"(?<=\w)-(?=\w)", " ", name.lower()).split())
    for rule in find(game).rules:
        if match := re.fullmatch(re.escape(rule.name).replace("N", "([1-9][0-9]{0,8})"), words, re.ASCII):
            return _follow(game, rule, int((*match.groups(), 1)[0]))
    return None


def _follow(game: Game, rule: Rule, number: int) -> Callable[[Any], Move]:
    def move(position: Any) -> Any:
        legal = game.moves(position)
        return legal[0] if len(legal) == 1 else rule.move(game, position, number)

    return move


class Always:
    """A strategy that makes the wanted move wherever that move is legal.

    Elsewhere, if moves are numbers, it makes the largest legal move below the wanted one or, if there is none, the
    smallest legal move. If moves are not numbers, it makes the first legal move.
    """

    def __init__(self, game: Game, wanted: str) -> None:
        self.game, self.wanted = game, wanted
        self.numbers = isinstance(game.moves(game.start)[0], int)
        if self.numbers and not re.fullmatch(r"[0-9]{1,9}", wanted):
            what = f"in {game.name}, MOVE must be a whole number from 0 to 999,999,999"
            raise ValueError(f"'always {wanted[:40]}': {what}")
        self._used = self.numbers
        self._others: dict[str, None] = {}

    def __call__(self, position: Any) -> Move:
        """Return the move at a position."""
        legal: Any = self.game.moves(position)
        if self.numbers:
            return max((move for move in legal if move <= int(self.wanted)), default=min(legal))  # type: ignore[no-any-return]
        for move in legal:
            if str(move) == self.wanted:
                self._used = True
                return move  # type: ignore[no-any-return]
            self._others[str(move)] = None
        return legal[0]  # type: ignore[no-any-return]

    def check_ever_legal(self, limit: int = 1000) -> None:
        """Raise ValueError if a non-numeric wanted move is legal at none of about `limit` positions near the start."""
        where = "in this game"
        seen = {self.game.start: None}
        todo = list(seen)
        for position in todo:  # the list grows until it is long enough
            self(position)
            if self._used:
                return
            if len(todo) > limit:
                where = f"at the {limit} positions nearest to the start"
                continue
            for move in self.game.moves(position):
                reached = (outcome.position for outcome in self.game.outcomes(position, move))
                after = dict.fromkeys(place for place in reached if place is not None)
                todo += [place for place in after if place not in seen]
                seen |= after
        self.check_was_legal(where)

    def check_was_legal(self, where: str = "at the positions that play reaches") -> None:
        """Raise ValueError if a non-numeric wanted move was never legal; `where` names the positions tried."""
        if not self._used:
            start = f"'always {self.wanted[:40]}': "
            if not self._others:
                raise ValueError(f"{start}the player who follows it never moves {where}")
            raise ValueError(f"{start}this move is never legal {where}; legal moves: {', '.join(self._others)}")


def _list_moves(game: Game) -> str:
    return ", ".join(map(str, game.moves(game.start)))
