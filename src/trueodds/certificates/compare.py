"""The rules in a certificate held against those of the game that it names."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from gzip import open as open_packed
from typing import Any

from gmpy2 import mpq

from ..game import Game
from ..solver.infinite_play import worth_of_infinite_play
from ..solver.model import MAX_POSITIONS, explore
from .check_odds import Refused
from .heads import hold_heads
from .names import NameBook, line_of_name, parameter_key, parameter_text, position_name


@dataclass
class Head:
    """What a certificate says of itself before its positions.

    Attributes
    ----------
    name, kind : str
    parameters : dict of str to str
        Their values as JSON.
    infinite : str
        What infinite play is worth, ``"never"`` if the game must end.
    """

    name: str = ""
    kind: str = ""
    parameters: dict[str, str] = field(default_factory=dict)
    infinite: str = "never"

    def values(self) -> dict[str, Any]:
        """The parameters as a game takes them.

        Raises
        ------
        Refused
            One is no JSON.
        """
        try:
            return {key: json.loads(text) for key, text in self.parameters.items()}
        except (ValueError, RecursionError):
            raise Refused("a parameter is no JSON value") from None


def certificate_lines(path: str | os.PathLike[str]) -> Iterator[str]:
    """The lines of a certificate that has been checked, without comments."""
    with open(path, "rb") as file:
        packed = file.read(2) == b"\x1f\x8b"
    with (
        open_packed(path, "rt", encoding="utf-8", newline="\n")
        if packed
        else open(path, encoding="utf-8", newline="\n") as text
    ):
        for line in text:
            if not line.startswith("#"):
                yield line.rstrip("\n")


def read_head(path: str | os.PathLike[str]) -> Head:
    """The first lines of a certificate that has been checked."""
    head = Head()
    for line in certificate_lines(path):
        keyword, _, rest = line.partition(" ")
        if keyword == "game":
            head.name = rest
        elif keyword == "parameter":
            key, _, value = rest.partition(" ")
            head.parameters[key] = value
        elif keyword == "kind":
            head.kind = rest
        elif keyword == "infinite":
            head.infinite = rest
        elif keyword in ("rewards", "needs"):  # further down than all of these
            break
    return head


def hold_rules(path: str | os.PathLike[str], game: Game, max_positions: int = MAX_POSITIONS) -> None:
    """Hold the positions, seats, moves, outcomes and payoffs of a checked certificate against a game's.

    Parameters
    ----------
    path : path
        A certificate that has been checked.
    game : Game
        The game that it should be of.
    max_positions : int
        Refuse games of more positions.

    Raises
    ------
    Refused
        With the first position where they differ.
    """
    head = read_head(path)
    if head.kind == "heads":
        _hold_head(head, game)
        hold_heads(certificate_lines(path), game)
    else:
        _Comparison(path, game, max_positions).run()


def _hold_head(head: Head, game: Game) -> None:
    own = {parameter_key(key): parameter_text(value) for key, value in game.parameters.items()}
    for parameters in (own, head.parameters):
        parameters.pop("infinite_play", None)  # held apart, for what is said at "infinite" counts
    _agree(head.name == line_of_name(game.name), f"the file is of {head.name[:60]!r}, not of {game.name!r}")
    _agree(head.parameters == own, f"the file's parameters are {head.parameters}, the game's {own}")


@dataclass
class _Position:
    seat: int
    name: str
    moves: list[tuple[str, str]] = field(default_factory=list)


class _Comparison:
    """One run of `hold_rules`."""

    def __init__(self, path: str | os.PathLike[str], game: Game, max_positions: int) -> None:
        self.numbers: list[Any] = []
        self.positions: list[_Position] = []
        head = read_head(path)
        for line in certificate_lines(path):
            keyword, _, rest = line.partition(" ")
            if keyword == "p":
                seat, *_, name = rest.split(" ", 5 if head.kind == "bounds" else 4)
                self.positions.append(_Position(int(seat), name))
            elif keyword == "m":
                outcomes, _, name = rest.partition(" ")
                self.positions[-1].moves.append((outcomes, name))
            elif keyword == "number":
                self.numbers.append(mpq(rest))
            elif keyword == "given":
                self.given = [] if rest == "none" else list(map(int, rest.split(",")))
            elif keyword == "start":
                self.start = int(rest)
            elif keyword == "claim":
                seat = rest.partition(" ")[0]
                _agree(
                    int(seat) == game.value_seat, f"the claim is of seat {seat}, the game's of seat {game.value_seat}"
                )
        _hold_head(head, game)
        self.model = explore(game, max_positions=max_positions)
        own = worth_of_infinite_play(game)
        if self.model.gains is not None or head.infinite == "infinity":  # beside rewards and only there
            own = None if self.model.gains is None else "infinity"
            same = head.infinite == own
        else:  # "never" proves that the game must end; if the game says nothing, the file's claim says it
            same = own is None or head.infinite == "never" or own == mpq(head.infinite)
        _agree(same, f"infinite play is worth {head.infinite[:40]} in the file, {own} in the game")

    def run(self) -> None:
        """Walk through both from the start; what is reached in one is reached in the other."""
        matched = {self.start: 0}
        left = [self.start]
        while left:
            number = left.pop()
            for to, x in self._follow(number, matched[number]):
                if to not in matched:
                    matched[to] = x
                    left.append(to)
                _agree(matched[to] == x, f"{self.positions[to].name[:60]} is two positions of the game")
        _agree(len(matched) == len(self.positions), "it has positions that are not reached from its start")

    def _follow(self, number: int, x: int) -> list[tuple[int, int]]:
        """Hold one position against the game's; returns the positions that follow, in both."""
        mine, model = self.positions[number], self.model
        where = f"at {mine.name[:80]}"
        name = position_name(model.positions[x])
        _agree(mine.name == name or mine.name.startswith(name + " #"), f"{mine.name[:60]} is called {name} in the game")
        _agree(mine.seat == model.seats[x], f"{where} seat {model.seats[x]} is to move, not {mine.seat}")
        names = NameBook()
        moves = {
            names.unique(position_name(model.moves[y])): y for y in range(model.first_move[x], model.first_move[x + 1])
        }
        called = [name for _, name in mine.moves]
        if mine.seat in self.given:
            _agree(called[0] in moves, f"{where} the game has no move {called[0][:60]!r}")
        else:
            _agree(called == list(moves), f"{where} the game has the moves {', '.join(moves)[:200]}")
        found: list[tuple[int, int]] = []
        for outcomes, name in mine.moves:
            y = moves[name]
            outcomes, _, gain = outcomes.partition(",+")
            gains, own = self.numbers[int(gain)] if gain else 0, 0 if model.gains is None else model.gains[y]
            _agree(gains == own, f"{where} the move {name[:60]} gains {gains} in the file, {own} in the game")
            on, over = self._outcomes(outcomes)
            # A game's outcomes stand in the file in their order, so that positions of one name are told apart.
            reach = range(model.first_outcome[y], model.first_outcome[y + 1])
            chances = [model.probabilities[z] for z in reach]
            same = list(on.values()) == chances and over == dict(model.ends[y])
            _agree(same, f"{where} the move {name[:60]} has other outcomes in the game")
            found += zip(on, (int(model.targets[z]) for z in reach), strict=True)
        return found

    def _outcomes(self, text: str) -> tuple[dict[int, Any], dict[Any, Any]]:
        on: dict[int, Any] = {}
        over: dict[Any, Any] = {}
        for one in text.split(","):
            chance, _, to = one.replace("=", ">").partition(">")
            value = self.numbers[int(chance)]
            if "=" in one:
                payoff = self.numbers[int(to)]
                over[payoff] = over.get(payoff, 0) + value
            else:
                on[int(to)] = on.get(int(to), 0) + value
        return on, over


def _agree(holds: bool, message: str) -> None:
    if not holds:
        raise Refused(f"the rules are not those of the game: {message}")
