"""The games that trueodds knows, one line each; and the way from a name or a game to its entry."""

from __future__ import annotations

import importlib
import sys
from functools import cache, lru_cache

TYPE_CHECKING = False  # without typing, which takes longer to import than this package
if TYPE_CHECKING:
    from ..game import Game
    from .entry import Entry, Paper

#: What Python calls a game's class, and what the files are called that have it: its rules in `games/` and its entry
#: here. In the order in which games are listed.
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


def names() -> tuple[str, ...]:
    """What users type for the games."""
    return tuple(file.replace("_", "-") for file in GAMES.values())


def entries() -> tuple[Entry, ...]:
    """The entries of all games."""
    return tuple(map(by_name, names()))


@cache
def by_name(name: str) -> Entry:
    """The entry of a game that is in the registry.

    A game for which nobody has written one has an entry with the usual values.
    """
    file = name.replace("-", "_")
    own = f"{__package__}.{file}"
    try:
        written: Entry | None = getattr(importlib.import_module(own), "ENTRY", None)
    except ModuleNotFoundError as error:
        if error.name != own:
            raise
        written = None
    if written is not None:
        return written
    class_name = next(known for known, known_file in GAMES.items() if known_file == file)
    return _plain(getattr(importlib.import_module(f"trueodds.games.{file}"), class_name))


def papers() -> dict[str, Paper]:
    """The papers on all games, by name."""
    return {paper.name: paper for entry in entries() for paper in entry.papers}


def find(game: Game) -> Entry:
    """The entry of a game, also of one of one's own, and of a known one as it is played at a table.

    Examples
    --------
    >>> import trueodds
    >>> find(trueodds.TheRace(3)).summary
    'One tosses for a point, the other names tosses to risk (Project Euler 232).'
    >>> own = trueodds.Rules(0, lambda at: ["go"], lambda at, move: [(1, None, 1)], name="pig")
    >>> find(own).rules
    ()
    """
    if game.name in names():
        entry = by_name(game.name)
        for known in (entry, *([entry.at_table.entry] if entry.at_table else [])):
            if type(game) is known.game:
                return known
    rules = getattr(game, "words_of", None)  # the same game, but for what infinite play is worth
    own = _own(type(game if rules is None else rules))
    if rules is None or own is None:
        return own or _plain(type(game))
    from dataclasses import replace

    return replace(own, methods={}, choose="", at_table=None)  # its own methods know its own infinite play


def _own(game: type[Game]) -> Entry | None:
    """The entry that the file of a game of one's own has under the name ENTRY."""
    from .entry import Entry

    found = getattr(sys.modules.get(game.__module__), "ENTRY", None)
    return found if isinstance(found, Entry) and found.game is game else None


@lru_cache(maxsize=64)
def _plain(game: type[Game]) -> Entry:
    """An entry for a game of which nothing is known but its rules."""
    from .entry import Entry

    return Entry(game, (game.__doc__ or game.__name__).strip().partition("\n")[0])
