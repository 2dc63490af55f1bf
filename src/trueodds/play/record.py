"""Write and read records of played games: plain data in a file, from which every move can be replayed."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..catalog.narrator import Event, Narrator, format_position
from ..catalog.registry import find_by_name, list_games
from ..game import Game, make_json_value
from ..runtime.files import atomic_write

#: The kind of file, which the file itself states.
KIND = "trueodds game record"
VERSION = 1

_MAX_BYTES = 50_000_000


@dataclass(frozen=True)
class GameRecord:
    """A played game.

    `game` is the name of the game, or ``FILE.py:NAME`` or ``openspiel:NAME``. `players` names the players in the order
    of their seats. Each element of `moves` holds the move, the index of its outcome in the list that `Narrator.faces`
    returns, and the position before the move as text.
    """

    game: str
    parameters: Mapping[str, Any]
    players: tuple[str, str]
    moves: Sequence[tuple[Any, int, str]]


def write_record(
    path: str | os.PathLike[str],
    game: str,
    parameters: Mapping[str, Any],
    players: Sequence[str],
    events: Sequence[Event],
) -> None:
    """Write all moves, including forced ones, to a JSON file; see `GameRecord`."""
    data = {
        "kind": KIND,
        "version": VERSION,
        "game": game,
        "parameters": dict(parameters),
        "players": list(players),
        "moves": [
            {"position": format_position(event.position), "move": make_json_value(event.move), "outcome": event.number}
            for event in events
        ],
    }
    with atomic_write(path) as file:
        file.write(json.dumps(data, ensure_ascii=False, indent=1) + "\n")


def read_record(path: str | os.PathLike[str]) -> GameRecord:
    """Read and check a record."""
    with open(path, "rb") as file:
        raw = file.read(_MAX_BYTES + 1)
    if len(raw) > _MAX_BYTES:
        raise ValueError(f"{os.fspath(path)}: the record of a game must have at most {_MAX_BYTES:,} bytes")
    try:
        data = json.loads(raw)
    except (ValueError, RecursionError):
        raise ValueError(f"{os.fspath(path)}: not a record of a game, because it is not JSON") from None
    if not isinstance(data, dict) or data.get("kind") != KIND:
        raise ValueError(f"{os.fspath(path)}: not a record of a game; `trueodds play GAME --record FILE` writes one")
    if data.get("version") != VERSION:
        raise ValueError(f"{os.fspath(path)}: the record's version must be {VERSION}, not {data.get('version')!r}")
    try:
        first, second = data["players"]
        moves = [(entry["move"], entry["outcome"], entry["position"]) for entry in data["moves"]]
        parameters = dict(data["parameters"])
        texts = [data["game"], first, second, *(position for _, _, position in moves)]
        numbers = [number for _, number, _ in moves]
    except (KeyError, TypeError, ValueError):
        raise ValueError(f"{os.fspath(path)}: the record is incomplete or invalid") from None
    if not all(isinstance(text, str) for text in texts) or not all(type(number) is int for number in numbers):
        raise ValueError(f"{os.fspath(path)}: the record is incomplete or invalid")
    return GameRecord(data["game"], parameters, (first, second), moves)


def make_recorded_game(record: GameRecord) -> Game:
    """Return the built-in game that a record names."""
    if record.game not in list_games():
        raise ValueError(f"unknown game {record.game[:60]!r}; the games are {', '.join(list_games())}")
    try:
        game: Game = find_by_name(record.game).game(**record.parameters)
    except TypeError as error:
        raise ValueError(f"{record.game} with {record.parameters}: {error}") from None
    return game


def replay(game: Game, narrator: Narrator, record: GameRecord) -> list[Event]:
    """Check recorded moves against the rules by which people play a game, and return the moves as events."""
    position: Any = game.start
    events: list[Event] = []
    for count, (move, number, text) in enumerate(record.moves, 1):
        if position is None:
            raise ValueError(f"move {count} comes after the end of the game")
        if format_position(position) != text:
            raise ValueError(f"move {count} is recorded at {text[:60]}, but the game is at {format_position(position)}")
        legal = [option for option in game.moves(position) if make_json_value(option) == move]
        if len(legal) != 1:
            raise ValueError(f"move {count}: {str(move)[:40]!r} is not a move at {text}")
        outcomes = narrator.faces(position, legal[0])
        if not 0 <= number < len(outcomes):
            raise ValueError(f"move {count}: outcome must be from 0 to {len(outcomes) - 1}, not {number}")
        chance, after, payoff = outcomes[number]
        events.append(Event(int(game.seat(position)), position, legal[0], number, chance, after, payoff))
        position = after
    return events
