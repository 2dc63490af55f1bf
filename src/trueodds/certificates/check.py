"""Check certificate files, and compare the rules in a certificate with those of a given game."""

from __future__ import annotations

import math
import os
import sys
from io import BytesIO
from typing import Any, BinaryIO, NamedTuple

from gmpy2 import mpq

from ..game import Game, check_game
from ..solution import NotProved
from ..solver.model import explore, limit_positions
from ..solver.numbered import make_distinct
from . import check_odds
from .check_odds import Refused, quote
from .heads import list_heads_facts
from .lines import format_exact, format_name, format_parameters, format_position
from .ranks import find_infinite_value

_LONGEST = 60  # maximum number of characters of a name or a parameter in a message


def check_certificate(path: str | os.PathLike[str], game: Game | None = None) -> str:
    """Check a certificate with the standalone program; if a game is given, compare its rules with those in the file.

    Parameters
    ----------
    path : path
        The certificate, such as a file written by `Solution.certificate` or ``trueodds solve --certificate``.
    game : Game, optional
        The game whose rules the certificate must have. By default, no rules are compared.

    Returns
    -------
    str
        One line that states what is proved.

    Raises
    ------
    NotProved
        The certificate does not prove its claim, or its rules differ from the game's; the message shows where.
    OSError
        The file cannot be opened.
    TypeError, ValueError
        `game` is not a game, or its rules are invalid.
    MemoryError
        `game` is too large.

    See Also
    --------
    Solution.certificate : Write a certificate.
    load : Load a saved answer and, optionally, prove it again.

    Examples
    --------
    >>> import pathlib, tempfile, trueodds
    >>> game = trueodds.RiskOrSafety(target=1)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "answer.odds")
    ...     trueodds.solve(game).certificate(path)
    ...     print(trueodds.check_certificate(path, game))
    risk-or-safety target=1: seat 0 gets exactly 2/3 = 0.666666666666666...; proved at 2 positions, 2 moves
    """
    if game is not None:
        check_game(game)
    try:
        proved = check_file(path)
        if game is not None:
            compare_rules(Certificate(path), game)
    except Refused as refused:
        raise NotProved(str(refused)) from None
    return proved


def check_file(path: str | os.PathLike[str]) -> str:
    """Check a certificate; return one line that states what is proved, or raise Refused."""
    with open(path, "rb") as file:
        return _check(file)


def check_bytes(text: bytes) -> str:
    """Check a certificate given as bytes, as `check_file` does."""
    return _check(BytesIO(text))


def _check(file: BinaryIO) -> str:
    """Check a certificate under the standalone program's limit on the length of numbers."""
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(400_000)
    try:
        return check_odds.check(file)
    finally:
        sys.set_int_max_str_digits(before)


class _Position(NamedTuple):
    seat: int
    name: str
    moves: list[tuple[str, str]]  # the outcomes and the name of each move


class Certificate:
    """The contents of a certificate that has been checked.

    `numbers` holds the table of numbers, `positions` the positions with their moves, and `claims` the claims as text.
    `parameters` maps names to JSON texts. `fields` maps every other keyword to the rest of the last line that begins
    with it.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.fields: dict[str, str] = {}
        self.parameters: dict[str, str] = {}
        self.claims: list[str] = []
        self.numbers: list[Any] = []
        self.positions: list[_Position] = []
        with open(path, "rb") as file:
            for raw in check_odds.split_lines(file):  # type: ignore[no-untyped-call]
                keyword, _, rest = raw.decode().partition(" ")
                match keyword:
                    case "p":
                        seat, *_, name = rest.split(" ", 5 if self.fields["kind"] == "bounds" else 4)
                        self.positions.append(_Position(int(seat), name, []))
                    case "m":
                        outcomes, _, name = rest.partition(" ")
                        self.positions[-1].moves.append((outcomes, name))
                    case "number":
                        self.numbers.append(mpq(rest))
                    case "claim":
                        self.claims.append(rest)
                    case "parameter":
                        key, _, value = rest.partition(" ")
                        self.parameters[key] = value
                    case _ if not keyword.startswith("#"):
                        self.fields[keyword] = rest


def compare_rules(certificate: Certificate, game: Game) -> None:
    """Raise Refused unless the rules in a checked certificate are those of a game."""
    texts, listed = format_parameters(game), dict(certificate.parameters)
    for parameters in (texts, listed):
        parameters.pop("infinite_play", None)  # the field "infinite" is compared instead
    name, own_name = certificate.fields["game"], format_name(game.name)
    _agree(name == own_name, f"the certificate is for {_quote(name)}, not for {_quote(own_name)}")
    _agree(listed == texts, f"the parameters are {_describe(listed)} in the file but {_describe(texts)} in the game")
    if certificate.fields["kind"] == "heads":
        for what, in_file, in_game in list_heads_facts(certificate.fields, certificate.claims, game):
            _agree(in_file == in_game, f"{what} {in_file} in the file but {in_game} in the game")
    else:
        _Comparison(certificate, game).run()


def _describe(parameters: dict[str, str]) -> str:
    texts = {_quote(key): text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…" for key, text in parameters.items()}
    return ", ".join(f"{key}={text}" for key, text in texts.items()) or "none"


def _quote(text: str) -> str:
    return quote(text[:_LONGEST])


class _Comparison:
    """A comparison of a game with a certificate of values or bounds; it follows the moves of both in parallel."""

    def __init__(self, certificate: Certificate, game: Game) -> None:
        self.positions, self.numbers, fields = certificate.positions, certificate.numbers, certificate.fields
        self.given = [] if fields["given"] == "none" else list(map(int, fields["given"].split(",")))
        self.start = int(fields["start"])
        seat, infinite = int(certificate.claims[0].partition(" ")[0]), fields["infinite"]
        _agree(seat == game.value_seat, f"the claim is for seat {seat} in the file but {game.value_seat} in the game")
        limit = min(check_odds.MAX_POSITIONS, limit_positions(len(self.positions)))
        self.model = explore(game, max_positions=limit)
        value = find_infinite_value(self.model)
        if value == math.inf or infinite == "infinity":  # only with rewards
            same = infinite == format_exact(value)
        else:  # "never" proves that the game must end; None means that the game defines no value to compare
            same = value is None or infinite == "never" or value == mpq(infinite)
        stated, in_game = (
            "undefined" if x in ("never", "None") else _quote(x) for x in (infinite, format_exact(value))
        )
        _agree(same, f"the value of infinite play is {stated} in the file but {in_game} in the game")

    def run(self) -> None:
        """Compare all positions of the certificate, beginning with those reachable from the start."""
        matched = {self.start: self.model.start}
        self._walk(self.start, matched)
        reached = set(matched.values())  # a game given as arrays may have unreachable positions
        others = {format_position(position): x for x, position in enumerate(self.model.positions) if x not in reached}
        for number, position in enumerate(self.positions):
            if number not in matched:
                _agree(position.name in others, f"the game has no position {_quote(position.name)}")
                matched[number] = others[position.name]
                self._walk(number, matched)

    def _walk(self, start: int, matched: dict[int, int]) -> None:
        """Follow all moves from `start`, a position of the file that `matched` pairs with a position of the game."""
        left = [start]
        while left:
            number = left.pop()
            for to, x in self._follow(number, matched[number]):
                if to not in matched:
                    matched[to] = x
                    left.append(to)
                _agree(matched[to] == x, f"{_quote(self.positions[to].name)} stands for two positions of the game")

    def _follow(self, number: int, x: int) -> list[tuple[int, int]]:
        """Compare one position with its counterpart in the game; return the pairs of positions to which they lead."""
        listed, model = self.positions[number], self.model
        where = f"at {_quote(listed.name)}"
        name = format_position(model.positions[x])
        same = listed.name == name or listed.name.startswith(name + " #")
        _agree(same, f"{_quote(listed.name)} is called {_quote(name)} in the game")
        to_move = f"seat {listed.seat} is to move in the file but seat {model.seats[x]} in the game"
        _agree(listed.seat == model.seats[x], f"{where}, {to_move}")
        own_moves = range(model.first_move[x], model.first_move[x + 1])
        moves = dict(zip(make_distinct(format_position(model.moves[y]) for y in own_moves), own_moves, strict=True))
        called = [name for _, name in listed.moves]
        agrees = called[0] in moves if listed.seat in self.given else called == list(moves)
        _agree(agrees, f"{where}, the moves are {_join_names(called)} in the file but {_join_names(moves)} in the game")
        pairs: list[tuple[int, int]] = []
        for outcomes, name in listed.moves:
            y = moves[name]
            where_move = f"{where}, the move {_quote(name)}"
            outcomes, _, gain = outcomes.partition(",+")
            gains, game_gain = self.numbers[int(gain)] if gain else 0, 0 if model.gains is None else model.gains[y]
            _agree(gains == game_gain, f"{where_move} gains {gains} in the file but {game_gain} in the game")
            on, over = self._outcomes(outcomes)
            # Outcomes are in the same order in the game and the file; this distinguishes positions of the same name.
            reach = range(model.first_outcome[y], model.first_outcome[y + 1])
            same = list(on.values()) == [model.probabilities[z] for z in reach] and over == dict(model.ends[y])
            _agree(same, f"{where_move} has different outcomes in the game")
            pairs += zip(on, (int(model.targets[z]) for z in reach), strict=True)
        return pairs

    def _outcomes(self, text: str) -> tuple[dict[int, Any], dict[Any, Any]]:
        """Parse the outcomes of a move; return the probabilities of the positions and those of the payoffs."""
        on: dict[int, Any] = {}
        over: dict[Any, Any] = {}
        for outcome in text.split(","):
            chance, _, to = outcome.replace("=", ">=").partition(">")
            value = self.numbers[int(chance)]
            if to.startswith("="):
                payoff = self.numbers[int(to[1:])]
                over[payoff] = over.get(payoff, 0) + value
            else:
                on[int(to)] = on.get(int(to), 0) + value
        return on, over


def _join_names(names: Any) -> str:
    return ", ".join(map(_quote, names))[: 4 * _LONGEST]


def _agree(holds: bool, message: str) -> None:
    if not holds:
        raise Refused(f"the rules are not those of the game: {message}")
