"""List the games in the package, and find the entry of a game by its name or its class."""

from __future__ import annotations

import importlib
import sys
from functools import cache, lru_cache

TYPE_CHECKING = False  # not imported from typing, which takes longer to import than this package
if TYPE_CHECKING:
    from ..game import Game
    from .entry import Entry, Paper

#: The Python class of each game, and the name of its two files: the rules in `games/` and the entry here. Users see the
#: games in this order.
GAMES = {
    "RiskOrSafety": "risk_or_safety",
    "Coinball": "coinball",
    "TwoCoins": "two_coins",
    "Greed": "greed",
    "Pig": "pig",
    "TheRace": "the_race",
    "SuperSix": "super_six",
    "Hog": "hog",
    "TwoDicePig": "two_dice_pig",
}
_GENERAL = ("trueodds.games.rules", "trueodds.solver.", "trueodds.formats.")  # modules with classes for any game


def list_games() -> tuple[str, ...]:
    """Return the names that users type for the games."""
    return tuple(file.replace("_", "-") for file in GAMES.values())


def list_entries() -> tuple[Entry, ...]:
    """Return the entries of all games in the registry."""
    return tuple(map(find_by_name, list_games()))


@cache
def find_by_name(name: str) -> Entry:
    """Return the entry of a game in the registry; if the catalog has none, make one with default values."""
    file = name.replace("-", "_")
    module_name = f"{__package__}.{file}"
    try:
        entry: Entry | None = getattr(importlib.import_module(module_name), "ENTRY", None)
    except ModuleNotFoundError as error:
        if error.name != module_name:
            raise
        entry = None
    if entry is not None:
        return entry
    class_name = next(candidate for candidate, known_file in GAMES.items() if known_file == file)
    return _make_entry(getattr(importlib.import_module(f"trueodds.games.{file}"), class_name))


def list_papers() -> dict[str, Paper]:
    """Return the papers of all entries in the registry, by name."""
    return {paper.name: paper for entry in list_entries() for paper in entry.papers}


def find(game: Game) -> Entry:
    """Return the entry of any game; make one if the game has none.

    A user-defined game never gets the entry of a registered game with the same name.
    """
    if game.name in list_games():
        entry = find_by_name(game.name)
        for candidate in (entry, *([entry.at_table.entry] if entry.at_table else [])):
            if type(game) is candidate.game:
                return candidate
    rules = getattr(game, "words_of", None)  # the underlying game, if `game` only changes the value of infinite play
    kind: type[Game] = type(game if rules is None else rules)
    own = _read_entry(kind)
    if rules is None or own is None:
        return own or _make_entry(kind)
    from dataclasses import replace

    return replace(own, methods={}, choose="", at_table=None)  # its methods assume the original value of infinite play


def _read_entry(game: type[Game]) -> Entry | None:
    """Return the entry of a user-defined game: ENTRY in the module of its class, or None if that is not its entry."""
    from .entry import Entry

    entry = getattr(sys.modules.get(game.__module__), "ENTRY", None)
    return entry if isinstance(entry, Entry) and entry.game is game else None


@lru_cache(maxsize=64)
def _make_entry(game: type[Game]) -> Entry:
    """Return an entry for a game known only by its rules."""
    from .entry import Entry

    if game.__module__.startswith(_GENERAL):  # the docstring describes the class, not a game
        return Entry(game, "")
    return Entry(game, (game.__doc__ or game.__name__).strip().partition("\n")[0])
